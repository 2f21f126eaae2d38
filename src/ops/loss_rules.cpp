// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/loss_rules.h"

#include "src/ops/elementwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp {

Tensor spread_over(const Tensor& t, IntArrayRef sizes) {
  return dense(t.sizes() == sizes ? t : every_backend::expand(t, sizes, false));
}

NllShape nll_shape(const Tensor& self, const Tensor& target, const Tensor& weight) {
  const IntArrayRef sizes = self.sizes(), targets = target.sizes();
  TORCHPP_CHECK(!sizes.empty(), "nll_loss: Expected 1 or more dimensions (got 0)");
  NllShape s{1, sizes[sizes.size() == 1 ? 0 : 1], 1};
  if (sizes.size() <= 2) {
    TORCHPP_CHECK(targets.size() <= 1, "0D or 1D target tensor expected, multi-target not supported");
    if (sizes.size() == 2) s.batch = sizes[0];
    // The target of a sample without a batch has no dimensions, or one of one element if there is one class.
    const bool fits = sizes.size() == 2 ? targets.size() == 1 && targets[0] == s.batch
                                        : targets.empty() || (targets[0] == 1 && sizes[0] == 1);
    TORCHPP_CHECK(fits, "size mismatch (got input: ", sizes, ", target: ", targets, ")");
  } else {
    s.batch = sizes[0];
    DimVector expected;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (d != 1) expected.push_back(sizes[d]);
    TORCHPP_CHECK(IntArrayRef(expected) == targets, "Expected target size ", expected, ", got ", targets);
    for (size_t d = 2; d < sizes.size(); ++d) s.inner *= sizes[d];
  }
  TORCHPP_CHECK(
      !weight.defined() || (weight.dim() == 1 && weight.numel() == s.classes),
      "weight tensor should be defined either for all ", s.classes,
      " classes or no classes but got weight tensor of shape: ", weight.defined() ? weight.sizes() : IntArrayRef());
  TORCHPP_CHECK(!weight.defined() || weight.scalar_type() == self.scalar_type(), "expected scalar type ",
                self.scalar_type(), " but found ", weight.defined() ? weight.scalar_type() : kFloat);
  TORCHPP_CHECK(target.scalar_type() == kLong || target.scalar_type() == kByte, "expected scalar type Long but found ",
                target.scalar_type());
  return s;
}

NllShape nll_backward_shape(const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight,
                            int64_t reduction, const Tensor& total_weight) {
  const NllShape s = nll_shape(self, target, weight);
  if (!isFloatingType(self.scalar_type()))
    fail_dtype(self.is_cuda() ? "nll_loss_backward_cuda" : "nll_loss_backward_out_frame", self.scalar_type());
  // The gradient of an unreduced loss is of its shape, that of a reduced one a number.
  if (reduction == Reduction::None && self.dim() > 1)
    TORCHPP_CHECK(grad_output.sizes() == target.sizes(), "nll_loss_backward: grad_output has sizes ",
                  grad_output.sizes(), ", expected ", target.sizes());
  else
    TORCHPP_CHECK(grad_output.numel() == 1,
                  "Expected a single element grad_output tensor, but got: ", grad_output.sizes());
  TORCHPP_CHECK(total_weight.numel() == 1,
                "expected total_weight to be a  single element tensor, got: ", total_weight.sizes(), " (",
                total_weight.numel(), " elements)");
  TORCHPP_CHECK(reduction == Reduction::None || total_weight.scalar_type() == self.scalar_type(),
                "expected scalar type ", self.scalar_type(), " but found ", total_weight.scalar_type());
  return s;
}

void fail_probability() {
  TORCHPP_FAIL_KIND(kError, "binary_cross_entropy: all elements of input should be between 0 and 1");
}
void fail_target(int64_t target) { TORCHPP_FAIL_KIND(kIndex, "Target ", target, " is out of bounds."); }

namespace {

// What errors call the loop of a backend.
struct LoopNames {
  const char *cpu, *cuda;
  [[noreturn]] void fail(const Tensor& self, ScalarType dtype) const { fail_dtype(self.is_cuda() ? cuda : cpu, dtype); }
};

// The plan without the result's sizes. As element-wise operators do, refuses destinations that share some elements with
// an argument.
LossPlan operands(const LoopNames& names, const Out& out, const Tensor& self, const Tensor& target,
                  const Tensor& weight) {
  const TensorBase* const inputs[] = {&self, &target};
  const ScalarType dtype = promoted_dtype(inputs, 2);
  if (!isFloatingType(dtype)) names.fail(self, dtype);
  LossPlan p;
  if (weight.defined() && weight.is_complex()) check_can_cast(weight.scalar_type(), dtype);
  p.compute = isReducedFloatingType(dtype) ? kFloat : dtype;
  const TensorImpl &x = self.body(), &y = target.body();
  p.row_major = x.sizes() == y.sizes() && (!weight.defined() || weight.sizes() == x.sizes());
  if (TORCHPP_LIKELY(p.row_major)) {
    p.sizes = x.sizes();
    p.n = x.numel();
    p.row_major = x.is_contiguous() && y.is_contiguous();
  } else {
    p.sizes = broadcast_sizes(x.sizes(), y.sizes());
    if (weight.defined()) p.sizes = broadcast_sizes(p.sizes, weight.sizes());
    p.n = checked_numel(p.sizes);
  }
  Output& o = p.outputs[0];
  o.dtype = dtype;
  o.out_dtype = OutDtype::kCastable;
  o.dense = true;
  if (TORCHPP_UNLIKELY(!out.functional()))
    for (const Tensor* t : {&self, &target, &weight})
      if (t->defined() && is_overwritten(out, *t)) check_no_partial_overlap(out.tensor(), *t);
  return p;
}

// Sets the sizes of a result with a value per element. Where it is new or resized, its dimensions lie in the order of
// the first of the arguments that tells them apart. Other destinations are written in row-major order.
void set_elementwise(LossPlan& p, const Out& out, std::initializer_list<const TensorBase*> arguments) {
  Output& o = p.outputs[0];
  o.sizes = p.sizes;
  if (TORCHPP_LIKELY(p.row_major && out.functional())) return;
  if (out.functional() || out.tensor().sizes() != IntArrayRef(p.sizes))
    o.strides = elementwise_strides(p.sizes, arguments.begin(), static_cast<int>(arguments.size()));
}

LossPlan loss(const LoopNames& names, const Out& out, const Tensor& self, const Tensor& target, int64_t reduction) {
  LossPlan p = operands(names, out, self, target, Tensor());
  if (reduction == Reduction::None) set_elementwise(p, out, {&self, &target});
  return p;
}

// The plan of a gradient without the result's sizes. One number is the gradient of a reduced loss; others must
// broadcast.
LossPlan gradient_operands(const LoopNames& names, const Out& out, const Tensor& grad, const Tensor& self,
                           const Tensor& target, const Tensor& weight) {
  LossPlan p = operands(names, out, self, target, weight);
  if (grad.numel() != 1 && grad.sizes() != IntArrayRef(p.sizes)) every_backend::expand(grad, p.sizes, false);
  if (TORCHPP_UNLIKELY(!out.functional())) check_no_partial_overlap(out.tensor(), grad);
  return p;
}

// As in libtorch, a new gradient of the input's sizes is contiguous, but one by out= lies as its arguments do.
LossPlan loss_backward(const LoopNames& names, const Out& out, const Tensor& grad, const Tensor& self,
                       const Tensor& target) {
  LossPlan p = gradient_operands(names, out, grad, self, target, Tensor());
  if (out.functional() && (p.row_major || self.sizes() == IntArrayRef(p.sizes))) p.outputs[0].sizes = p.sizes;
  else set_elementwise(p, out, {&self, &target, &grad});
  return p;
}

void check_smooth_l1(double beta) {
  TORCHPP_CHECK(beta >= 0, "smooth_l1_loss does not support negative values for beta.");
}
void check_huber(double delta) {
  TORCHPP_CHECK(delta > 0, "huber_loss does not support non-positive values for delta.");
}

// Before a destination is changed. The functional form leaves this to the loop, which reads the elements anyway.
void check_probabilities(const Out& out, const Tensor& self, ScalarType compute) {
  if (out.functional() || !self.is_cpu()) return;
  const DenseOperand probabilities(self, compute);
  const auto check = [n = self.numel()](const auto* x) {
    for (int64_t i = 0; i < n; ++i)
      if (!(x[i] >= 0 && x[i] <= 1)) fail_probability();
  };
  if (compute == kDouble) check(probabilities.data<double>());
  else check(probabilities.data<float>());
}

// Before a destination is changed. The functional form leaves this to the loop, which reads the targets anyway.
void check_targets(const Out& out, const NllShape& s, const Tensor& target, int64_t ignored) {
  if (out.functional() || !target.is_cpu()) return;
  const Tensor targets = dense(target);
  const bool bytes = targets.scalar_type() == kByte;
  const void* at = targets.impl()->data();
  for (int64_t i = 0; i < targets.numel(); ++i) {
    const int64_t t = bytes ? static_cast<const uint8_t*>(at)[i] : static_cast<const int64_t*>(at)[i];
    if (t != ignored && (t < 0 || t >= s.classes)) fail_target(t);
  }
}

}  // namespace

// Parameters that a rule does not need have no name.
namespace rule {

LossPlan mse_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction) {
  return loss({"mse_cpu", "mse_cuda"}, out, self, target, reduction);
}
LossPlan mse_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                           int64_t) {
  return loss_backward({"mse_backward_cpu_out", "mse_backward_cuda"}, out, grad_output, self, target);
}
LossPlan smooth_l1_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  check_smooth_l1(beta);
  return loss({"smooth_l1_cpu", "smooth_l1_cuda"}, out, self, target, reduction);
}
LossPlan smooth_l1_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                 int64_t, double beta) {
  check_smooth_l1(beta);
  return loss_backward({"smooth_l1_backward_cpu_out", "smooth_l1_backward_cuda"}, out, grad_output, self, target);
}
LossPlan huber_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  check_huber(delta);
  LossPlan p = operands({"huber_cpu", "huber_cuda"}, out, self, target, Tensor());
  if (reduction != Reduction::None) return p;
  // libtorch asks the input alone for the order of dimensions where it has the sizes of the result.
  if (out.functional() && (p.row_major || self.sizes() == IntArrayRef(p.sizes))) set_elementwise(p, out, {&self});
  else set_elementwise(p, out, {&self, &target});
  return p;
}
LossPlan huber_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                             int64_t, double delta) {
  check_huber(delta);
  return loss_backward({"huber_backward_cpu_out", "huber_backward_cuda"}, out, grad_output, self, target);
}
LossPlan binary_cross_entropy(const Out& out, const Tensor& self, const Tensor& target, const Tensor& weight,
                              int64_t reduction) {
  LossPlan p = operands({"binary_cross_entropy", "binary_cross_entropy"}, out, self, target, weight);
  check_probabilities(out, self, p.compute);
  if (reduction == Reduction::None) set_elementwise(p, out, {&self});
  return p;
}
LossPlan binary_cross_entropy_backward(const Out& out, const Tensor& grad_output, const Tensor& self,
                                       const Tensor& target, const Tensor& weight, int64_t) {
  LossPlan p = gradient_operands({"binary_cross_entropy_backward", "binary_cross_entropy_backward"}, out, grad_output,
                                 self, target, weight);
  set_elementwise(p, out, {&self});
  return p;
}

NllPlan nll_loss_forward(const Out& out, const Tensor& self, const Tensor& target, const Tensor& weight,
                         int64_t reduction, int64_t ignore_index) {
  NllPlan p;
  p.shape = nll_shape(self, target, weight);
  if (!isFloatingType(self.scalar_type()))
    fail_dtype(self.is_cuda() ? "nll_loss_forward_cuda" : "nll_loss_out_frame", self.scalar_type());
  check_targets(out, p.shape, target, ignore_index);
  p.outputs[0].sizes = nll_loss_sizes(self, target, reduction);
  p.outputs[0].dtype = p.outputs[1].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}
NllBackwardPlan nll_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                  const Tensor& weight, int64_t reduction, int64_t ignore_index,
                                  const Tensor& total_weight) {
  NllBackwardPlan p;
  p.shape = nll_backward_shape(grad_output, self, target, weight, reduction, total_weight);
  check_targets(out, p.shape, target, ignore_index);
  p.outputs[0].sizes = self.sizes();
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

namespace {

MultilabelShape multilabel_shape(const Tensor& self, const Tensor& target) {
  if (!isFloatingType(self.scalar_type())) fail_dtype("multilabel_margin_loss_forward_out_frame", self.scalar_type());
  TORCHPP_CHECK(self.dim() == 0 || (self.dim() <= 2 && self.size(-1) > 0),
                "Expected non-empty vector or matrix with optional 0-dim batch size, but got: ", self.sizes());
  const MultilabelShape s{self.dim() == 2 ? self.size(0) : 1, self.dim() == 0 ? 1 : self.size(-1)};
  TORCHPP_CHECK(target.scalar_type() == kLong, "expected scalar type Long but found ", target.scalar_type());
  TORCHPP_CHECK(target.dim() <= 1 ? self.dim() <= 1 && target.numel() == s.classes : target.sizes() == self.sizes(),
                "inconsistent size ", target.sizes(), " for argument #2 'target'");
  if (target.is_cpu()) {
    const Tensor labels = dense(target);
    const int64_t* label = static_cast<const int64_t*>(labels.impl()->data());
    for (int64_t i = 0, n = target.numel(); i < n; ++i)
      TORCHPP_CHECK(label[i] >= -1 && label[i] < s.classes, "argument #2 'target' is out of range");
  }
  return s;
}

}  // namespace

MultilabelMarginPlan multilabel_margin_loss_forward(const Out&, const Tensor& self, const Tensor& target,
                                                    int64_t reduction) {
  MultilabelMarginPlan p;
  p.shape = multilabel_shape(self, target);
  if (reduction == Reduction::None && self.dim() == 2) p.outputs[0].sizes = {p.shape.batch};
  p.outputs[1].sizes = target.sizes();
  for (Output& o : p.outputs) o.dtype = self.scalar_type(), o.dense = true;
  return p;
}
MultilabelMarginBackwardPlan multilabel_margin_loss_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                                             const Tensor& target, int64_t reduction,
                                                             const Tensor& is_target) {
  MultilabelMarginBackwardPlan p;
  p.shape = multilabel_shape(self, target);
  TORCHPP_CHECK(is_target.sizes() == target.sizes(), "inconsistent size ", is_target.sizes(),
                " for argument #5 'is_target'");
  const int64_t terms = reduction == Reduction::None && self.dim() == 2 ? p.shape.batch : 1;
  TORCHPP_CHECK(grad_output.numel() == terms, "multilabel_margin_loss_backward: grad_output has ", grad_output.sizes(),
                ", expected ", terms, " elements");
  TORCHPP_CHECK(grad_output.scalar_type() == self.scalar_type() && is_target.scalar_type() == self.scalar_type(),
                "multilabel_margin_loss_backward: the arguments have different dtypes");
  p.outputs[0].sizes = self.sizes();
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

}  // namespace rule

}  // namespace torchpp
