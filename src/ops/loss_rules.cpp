// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/loss_rules.h"

#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"
#include "src/ops/operand.h"
#include "src/ops/promotion.h"
#include "src/ops/reduction_rules.h"

namespace torchpp {

LossShape::LossShape(const char* op, const Tensor& self, const Tensor& target, const Tensor& weight) {
  ResultType promoted;
  promoted.add(self);
  promoted.add(target);
  dtype = promoted.get();
  if (!isFloatingType(dtype)) fail_dtype(op, dtype);
  compute = isReducedFloatingType(dtype) ? kFloat : dtype;
  sizes = broadcast_sizes(self.sizes(), target.sizes());
  if (weight.defined()) sizes = broadcast_sizes(sizes, weight.sizes());
  n = checked_numel(sizes);
}

Tensor spread_over(const Tensor& t, IntArrayRef sizes) {
  return dense(t.sizes() == sizes ? t : every_backend::expand(t, sizes, false));
}

Tensor deliver_loss(const Out& out, const Tensor& self, const Tensor& computed, ScalarType dtype) {
  if (out.functional()) return converted(computed, dtype);
  Result result(out, self, computed.sizes(), dtype, false);
  op::copy(Out::in_place(result.tensor()), result.tensor(), computed, false);
  if (result.tensor().is_same(out.tensor())) return Tensor();  // the copy counted the write
  return result.finish();
}

NllShape nll_shape(const Tensor& self, const Tensor& target, const Tensor& weight) {
  const IntArrayRef sizes = self.sizes(), targets = target.sizes();
  TORCHPP_CHECK(!sizes.empty(), "nll_loss: Expected 1 or more dimensions (got 0)");
  NllShape s{1, sizes[sizes.size() == 1 ? 0 : 1], 1, DimVector(targets)};
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

void check_nll_backward(const NllShape& shape, const TensorBase& grad, int64_t reduction,
                        const TensorBase& total_weight) {
  if (reduction == Reduction::None)
    TORCHPP_CHECK(grad.sizes() == IntArrayRef(shape.target), "nll_loss_backward: grad_output has sizes ", grad.sizes(),
                  ", expected ", shape.target);
  else TORCHPP_CHECK(grad.numel() == 1, "Expected a single element grad_output tensor, but got: ", grad.sizes());
  TORCHPP_CHECK(total_weight.numel() == 1,
                "expected total_weight to be a  single element tensor, got: ", total_weight.sizes(), " (",
                total_weight.numel(), " elements)");
}

void fail_target(int64_t target) { TORCHPP_FAIL_KIND(kIndex, "Target ", target, " is out of bounds."); }

void check_smooth_l1(double beta) {
  TORCHPP_CHECK(beta >= 0, "smooth_l1_loss does not support negative values for beta.");
}
void check_huber(double delta) {
  TORCHPP_CHECK(delta > 0, "huber_loss does not support non-positive values for delta.");
}

}  // namespace torchpp
