// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/nn_rules.h"

#include <torchpp/core/half.h>

#include <algorithm>

#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp {
namespace {

void check_floating(const char* op, const Tensor& t) {
  if (!isFloatingType(t.scalar_type())) fail_dtype(op, t.scalar_type());
}

void check_differentiable(const char* op, const Tensor& t) {
  if (!isDifferentiableType(t.scalar_type())) fail_dtype(op, t.scalar_type());
}

// The dtype of the first parameter that is given; the input's where there is none.
ScalarType parameter_dtype(const Tensor& input, std::initializer_list<const Tensor*> parameters) {
  for (const Tensor* p : parameters)
    if (p->defined()) return p->scalar_type();
  return input.scalar_type();
}
ScalarType compute_dtype(const Tensor& input) { return input.scalar_type() == kDouble ? kDouble : kFloat; }

// Parameters and statistics are of the input's dtype or, for 16-bit inputs, of float.
void check_parameter_dtype(const Tensor& input, const Tensor& parameter) {
  if (TORCHPP_LIKELY(!parameter.defined() || parameter.scalar_type() == input.scalar_type())) return;
  const bool narrow = input.scalar_type() == kHalf || input.scalar_type() == kBFloat16;
  TORCHPP_CHECK(narrow && parameter.scalar_type() == kFloat,
                "mixed dtype (CPU): expect parameter to have scalar type of Float, but input is ", input.scalar_type(),
                " and parameter ", parameter.scalar_type());
}

void check_batch_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                      const Tensor& running_var, bool training) {
  TORCHPP_CHECK_INDEX(input.dim() >= 2, "Dimension out of range (expected to be in range of [-1, 0], but got 1): ",
                      "batch_norm: expected at least 2D input, got input of size ", input.sizes());
  const int64_t channels = input.sizes()[1];
  TORCHPP_CHECK(training || running_mean.defined(), "running_mean must be defined in evaluation mode");
  TORCHPP_CHECK(training || running_var.defined(), "running_var must be defined in evaluation mode");
  const ScalarType dtype = parameter_dtype(input, {&weight, &bias, &running_mean, &running_var});
  const auto check = [&](const char* name, const Tensor& t) {
    if (!t.defined()) return;
    TORCHPP_CHECK(t.numel() == channels, name, " should contain ", channels, " elements not ", t.numel());
    check_parameter_dtype(input, t);
    TORCHPP_CHECK(t.scalar_type() == dtype, "batch_norm: mixed dtype: expected all parameters and statistics to be ",
                  dtype, " as the first of them is, but ", name, " is ", t.scalar_type());
  };
  check("running_mean", running_mean);
  check("running_var", running_var);
  check("weight", weight);
  check("bias", bias);
}

// Result 0 is like the input, images channels last where those of the input are.
void describe_normalised(Output& o, const Tensor& input) {
  o.sizes = input.sizes();
  o.dtype = input.scalar_type();
  if (input.dim() == 4 || input.dim() == 5) o.format = input.suggest_memory_format();
  o.dense = true;
}
bool is_dense_image(const Tensor& t) {
  return t.dim() == 4 && (t.is_contiguous() || t.is_contiguous(MemoryFormat::ChannelsLast));
}
// As libtorch 1.13, whose loops for contiguous arguments take dense images as what they are, in whatever way the
// strides of dimensions of one element suggest another format.
void describe_like_dense_image(Output& o, const Tensor& input) {
  o.format = input.is_contiguous() ? MemoryFormat::Contiguous : MemoryFormat::ChannelsLast;
}
void describe_batch_normalised(Output& o, const Tensor& input, std::initializer_list<const Tensor*> parameters) {
  describe_normalised(o, input);
  const auto has_gaps = [](const Tensor* t) { return t->defined() && !t->is_contiguous(); };
  if (is_dense_image(input) && std::none_of(parameters.begin(), parameters.end(), has_gaps))
    describe_like_dense_image(o, input);
}
void describe_vector(Output& o, IntArrayRef sizes, ScalarType dtype) {
  o.sizes = sizes;
  o.dtype = dtype;
  o.dense = true;
}

LayerNormShape layer_norm_shape(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight,
                                const Tensor& bias) {
  const size_t d = normalized_shape.size();
  TORCHPP_CHECK(d >= 1,
                "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
                "but got normalized_shape = ",
                normalized_shape);
  const auto check = [&](const char* name, const Tensor& t) {
    TORCHPP_CHECK(!t.defined() || t.sizes() == normalized_shape, "Expected ", name,
                  " to be of same shape as normalized_shape, but got ", name, " of shape ",
                  (t.defined() ? t : input).sizes(), " and normalized_shape = ", normalized_shape);
    check_parameter_dtype(input, t);
  };
  check("weight", weight);
  check("bias", bias);
  const IntArrayRef x = input.sizes();
  if (TORCHPP_UNLIKELY(x.size() < d || x.slice(x.size() - d) != normalized_shape)) {
    std::string expected = "[*";
    for (int64_t n : normalized_shape) expected += ", " + std::to_string(n);
    TORCHPP_FAIL_KIND(kError, "Given normalized_shape=", normalized_shape, ", expected input with shape ", expected,
                      "], but got input of size", x);
  }
  check_floating("LayerNormKernelImpl", input);
  LayerNormShape s{1, 1};
  for (size_t i = 0; i < x.size(); ++i) (i < x.size() - d ? s.rows : s.width) *= x[i];
  return s;
}

void check_indices(const char* op, int position, const Tensor& indices) {
  const ScalarType t = indices.scalar_type();
  TORCHPP_CHECK(t == kLong || t == kInt, "Expected tensor for argument #", position,
                " 'indices' to have one of the following scalar types: Long, Int; but got ", t,
                " instead (while checking arguments for ", op, ")");
}
double checked_keep_probability(const Tensor& input, double p) {
  const ScalarType dtype = input.scalar_type();
  if (!isFloatingType(dtype) && !isComplexType(dtype)) fail_dtype("native_dropout", dtype);
  const double kept = 1 - p;
  TORCHPP_CHECK(kept >= 0 && kept <= 1, "dropout probability has to be between 0 and 1, but got ", p,
                " (bernoulli_ expects p to be in [0, 1], but got p=", kept, ")");
  return kept;
}

}  // namespace

ScalarType batch_norm_statistics_dtype(const Tensor& input, const Tensor& weight, const Tensor& bias,
                                       const Tensor& running_mean, const Tensor& running_var) {
  return input.is_cuda() ? compute_dtype(input) : parameter_dtype(input, {&weight, &bias, &running_mean, &running_var});
}

Tensor long_indices(const Tensor& indices) {
  return (indices.scalar_type() == kLong ? indices : indices.to(kLong)).contiguous();
}

double dropout_scale(double p, ScalarType dtype) {
  const double kept = 1 - p;
  if (kept == 0) return 0;
  switch (dtype) {
    case kFloat: return static_cast<double>(1 / static_cast<float>(kept));
    case kBFloat16: return static_cast<double>(BFloat16(1 / static_cast<float>(BFloat16(static_cast<float>(kept)))));
    case kHalf: return static_cast<double>(Half(static_cast<float>(1 / kept)));
    default: return 1 / kept;
  }
}

// Parameters that a rule does not need have no name.
namespace rule {

// In evaluation there are no statistics to give: out= has empty ones, the functional form none.
BatchNormPlan native_batch_norm(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias,
                                const Tensor& running_mean, const Tensor& running_var, bool training, double, double) {
  check_batch_norm(input, weight, bias, running_mean, running_var, training);
  check_floating("batch_norm", input);
  BatchNormPlan p;
  describe_batch_normalised(p.outputs[0], input, {&weight, &bias, &running_mean, &running_var});
  if (TORCHPP_LIKELY(!training && out.functional())) {
    p.outputs[1].wanted = p.outputs[2].wanted = false;
    return p;
  }
  const int64_t channels = training ? input.sizes()[1] : 0;
  const ScalarType dtype = batch_norm_statistics_dtype(input, weight, bias, running_mean, running_var);
  for (const size_t i : {1, 2}) describe_vector(p.outputs[i], channels, dtype);
  return p;
}
// Statistics that a forward pass saved.
static void check_real_statistics(const char* op, const Tensor& mean, const Tensor& deviation) {
  for (const Tensor* t : {&mean, &deviation})
    TORCHPP_CHECK(!t->defined() || !isComplexType(t->scalar_type()), op, ": statistics are ", t->scalar_type(),
                  ", expected real numbers");
}
BatchNormPlan native_batch_norm_backward(const Out&, const Tensor& grad_out, const Tensor& input, const Tensor& weight,
                                         const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean,
                                         const Tensor& save_invstd, bool train, double,
                                         std::array<bool, 3> output_mask) {
  check_batch_norm(input, weight, Tensor(), running_mean, running_var, train);
  TORCHPP_CHECK(grad_out.sizes() == input.sizes() && grad_out.scalar_type() == input.scalar_type(),
                "batch_norm_backward: grad_out is ", grad_out.scalar_type(), " of size ", grad_out.sizes(),
                ", expected ", input.scalar_type(), " of size ", input.sizes());
  const Tensor &mean = train ? save_mean : running_mean, &deviation = train ? save_invstd : running_var;
  const int64_t channels = input.sizes()[1];
  TORCHPP_CHECK(input.numel() == 0 || (mean.defined() && deviation.defined() && mean.numel() == channels &&
                                       deviation.numel() == channels),
                "batch_norm_backward: expected statistics of ", channels, " elements");
  check_real_statistics("batch_norm_backward", mean, deviation);
  check_floating("batch_norm", input);
  const ScalarType dtype = input.is_cuda() ? (weight.defined() ? weight.scalar_type() : compute_dtype(input))
                                           : parameter_dtype(input, {&weight, &mean, &deviation});
  BatchNormPlan p;
  describe_normalised(p.outputs[0], input);
  if (is_dense_image(input) && is_dense_image(grad_out) &&
      input.suggest_memory_format() == grad_out.suggest_memory_format())
    describe_like_dense_image(p.outputs[0], input);
  for (size_t i = 0; i < 3; ++i) {
    if (i > 0) describe_vector(p.outputs[i], channels, dtype);
    p.outputs[i].out_dtype = OutDtype::kAny;
    p.outputs[i].wanted = output_mask[i];
  }
  return p;
}

LayerNormPlan layer_norm(const Out&, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight,
                         const Tensor& bias, double, bool) {
  LayerNormPlan p;
  p.shape = layer_norm_shape(input, normalized_shape, weight, bias);
  describe_vector(p.outputs[0], input.sizes(), input.scalar_type());
  return p;
}
NativeLayerNormPlan native_layer_norm(const Out&, const Tensor& input, IntArrayRef normalized_shape,
                                      const Tensor& weight, const Tensor& bias, double) {
  NativeLayerNormPlan p;
  p.shape = layer_norm_shape(input, normalized_shape, weight, bias);
  DimVector statistics(input.sizes());
  for (size_t i = statistics.size() - normalized_shape.size(); i < statistics.size(); ++i) statistics[i] = 1;
  const ScalarType saved = input.is_cuda() ? compute_dtype(input) : parameter_dtype(input, {&weight, &bias});
  describe_vector(p.outputs[0], input.sizes(), input.scalar_type());
  for (const size_t i : {1, 2}) describe_vector(p.outputs[i], statistics, saved);
  for (Output& o : p.outputs) o.out_dtype = OutDtype::kAny;
  return p;
}
NativeLayerNormPlan native_layer_norm_backward(const Out&, const Tensor& grad_out, const Tensor& input,
                                               IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd,
                                               const Tensor& weight, const Tensor& bias,
                                               std::array<bool, 3> output_mask) {
  NativeLayerNormPlan p;
  p.shape = layer_norm_shape(input, normalized_shape, weight, bias);
  TORCHPP_CHECK(grad_out.sizes() == input.sizes() && grad_out.scalar_type() == input.scalar_type(),
                "layer_norm_backward: grad_out is ", grad_out.scalar_type(), " of size ", grad_out.sizes(),
                ", expected ", input.scalar_type(), " of size ", input.sizes());
  TORCHPP_CHECK(mean.numel() == p.shape.rows && rstd.numel() == p.shape.rows,
                "layer_norm_backward: expected statistics of ", p.shape.rows, " rows");
  check_real_statistics("layer_norm_backward", mean, rstd);
  describe_vector(p.outputs[0], input.sizes(), input.scalar_type());
  describe_vector(p.outputs[1], normalized_shape, parameter_dtype(input, {&weight}));
  describe_vector(p.outputs[2], normalized_shape, parameter_dtype(input, {&bias}));
  for (size_t i = 0; i < 3; ++i) {
    p.outputs[i].out_dtype = OutDtype::kAny;
    p.outputs[i].wanted = output_mask[i];
  }
  return p;
}

// What normalisation by groups and its gradient have in common.
static GroupNormPlan group_norm_plan(const char* op, const Tensor& input,
                                     std::initializer_list<const Tensor*> parameters, int64_t N, int64_t C, int64_t HxW,
                                     int64_t group) {
  TORCHPP_CHECK(group > 0, "Expected num groups to be greater than 0, got ", group);
  TORCHPP_CHECK(C % group == 0,
                "Expected number of channels in input to be divisible by num_groups, but got input of shape ",
                input.sizes(), " and num_groups=", group);
  TORCHPP_CHECK(input.dim() >= 2 && N >= 0 && C >= 0 && HxW >= 0 && input.numel() == N * C * HxW, op,
                ": input of shape ", input.sizes(), " does not have ", N, " x ", C, " x ", HxW, " elements");
  const char* name = "weight";
  for (const Tensor* t : parameters) {
    TORCHPP_CHECK(!t->defined() || (t->dim() == 1 && t->numel() == C), "Expected ", name,
                  " to be a vector of size equal to the number of channels in input, but got ", name, " of shape ",
                  (t->defined() ? *t : input).sizes(), " and input of shape ", input.sizes());
    check_parameter_dtype(input, *t);
    name = "bias";
  }
  GroupNormPlan p;
  p.samples = N, p.groups = group, p.channels = C / group, p.size = HxW;
  // As libtorch on the CPU; on CUDA it knows no other order than channels first.
  if (input.size(0) == N && input.size(1) == C) describe_normalised(p.outputs[0], input);
  else describe_vector(p.outputs[0], input.sizes(), input.scalar_type());
  for (Output& o : p.outputs) o.out_dtype = OutDtype::kAny;
  return p;
}

GroupNormPlan native_group_norm(const Out&, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N,
                                int64_t C, int64_t HxW, int64_t group, double) {
  GroupNormPlan p = group_norm_plan("native_group_norm", input, {&weight, &bias}, N, C, HxW, group);
  check_floating("GroupNormKernelImpl", input);
  for (const size_t i : {1, 2}) describe_vector(p.outputs[i], {N, group}, input.scalar_type());
  return p;
}
GroupNormPlan native_group_norm_backward(const Out&, const Tensor& grad_out, const Tensor& input, const Tensor& mean,
                                         const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW,
                                         int64_t group, std::array<bool, 3> output_mask) {
  GroupNormPlan p = group_norm_plan("group_norm_backward", input, {&weight}, N, C, HxW, group);
  TORCHPP_CHECK(grad_out.sizes() == input.sizes() && grad_out.scalar_type() == input.scalar_type(),
                "group_norm_backward: grad_out is ", grad_out.scalar_type(), " of size ", grad_out.sizes(),
                ", expected ", input.scalar_type(), " of size ", input.sizes());
  TORCHPP_CHECK(mean.numel() == p.rows() && rstd.numel() == p.rows(), "group_norm_backward: expected statistics of ",
                p.rows(), " groups");
  check_real_statistics("group_norm_backward", mean, rstd);
  check_floating("GroupNormBackwardKernelImpl", input);
  for (const size_t i : {1, 2}) describe_vector(p.outputs[i], C, parameter_dtype(input, {&weight}));
  for (size_t i = 0; i < 3; ++i) p.outputs[i].wanted = output_mask[i];
  return p;
}

EmbeddingPlan embedding(const Out&, const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  TORCHPP_CHECK(weight.dim() == 2, "'weight' must be 2-D, got ", weight.dim(), "-D");
  check_indices("embedding", 1, indices);
  check_positions(indices, 0, 0, weight.sizes()[0], fail_in_self);
  EmbeddingPlan p;
  Output& o = p.outputs[0];
  describe_vector(o, indices.sizes(), weight.scalar_type());
  o.sizes.push_back(weight.sizes()[1]);
  o.out_dtype = OutDtype::kAny;
  return p;
}
EmbeddingPlan embedding_dense_backward(const Out&, const Tensor& grad_output, const Tensor& indices,
                                       int64_t num_weights, int64_t, bool) {
  check_indices("embedding_backward", 2, indices);
  const int64_t width = grad_output.dim() == 0 ? 0 : grad_output.size(-1);
  TORCHPP_CHECK(grad_output.dim() != 0 && grad_output.numel() == indices.numel() * width,
                "embedding_dense_backward: grad_output has size ", grad_output.sizes(),
                ", which does not fit indices of size ", indices.sizes());
  check_differentiable("embedding_backward", grad_output);
  check_positions(indices, 0, 0, num_weights, fail_in_self);
  EmbeddingPlan p;
  describe_vector(p.outputs[0], {num_weights, width}, grad_output.scalar_type());
  p.outputs[0].out_dtype = OutDtype::kAny;
  return p;
}
EmbeddingPlan embedding_renorm(const Out& out, const Tensor& self, const Tensor& indices, double, double) {
  TORCHPP_CHECK(self.dim() == 2, "'self' must be 2-D, got ", self.dim(), "-D");
  check_indices("embedding_renorm_", 2, indices);
  check_differentiable("embedding_renorm", self);
  check_positions(indices, 0, 0, self.sizes()[0], fail_in_self);
  EmbeddingPlan p;
  Output& o = p.outputs[0];
  o.sizes = self.sizes();
  if (out.functional() && self.is_non_overlapping_and_dense()) o.strides = self.strides();
  o.dtype = self.scalar_type();
  o.out_dtype = OutDtype::kAny;
  o.self = &self;
  o.starts_as_self = true;
  return p;
}

DropoutPlan native_dropout(const Out& out, const Tensor& input, double p, optional<bool> train) {
  DropoutPlan plan;
  const bool drops = !train || *train;
  plan.kept = drops ? checked_keep_probability(input, p) : 1;
  for (Output& o : plan.outputs) {
    o.sizes = input.sizes();
    if (!input.body().is_plain())
      o.strides = input.is_non_overlapping_and_dense() ? DimVector(input.strides())
                                                       : dense_strides_like(input.sizes(), input.strides());
    o.dense = true;
    o.out_dtype = OutDtype::kAny;
  }
  plan.outputs[0].dtype = input.scalar_type();
  plan.outputs[1].dtype = kBool;
  if (drops) return plan;
  plan.outputs[0].self = &input;
  plan.outputs[0].starts_as_self = true;
  if (out.functional()) plan.outputs[0].format = MemoryFormat::Preserve;
  return plan;
}

DropoutBackwardPlan native_dropout_backward(const Out&, const Tensor& grad, const Tensor& mask, double) {
  DropoutBackwardPlan plan;
  Output& o = plan.outputs[0];
  o.sizes = broadcast_sizes(grad.sizes(), mask.sizes());
  const TensorBase* const inputs[] = {&grad, &mask};
  const ScalarType dtype = promoted_dtype(inputs, 2);
  o.dtype = isIntegralType(dtype, true) ? get_default_dtype() : dtype;
  o.out_dtype = OutDtype::kAny;
  o.dense = true;
  plan.in_order = grad.sizes() == mask.sizes();
  if (!(plan.in_order && grad.body().is_plain() && mask.body().is_plain())) {
    o.strides = elementwise_strides(o.sizes, inputs, 2);
    plan.in_order =
        plan.in_order && grad.strides() == IntArrayRef(o.strides) && mask.strides() == IntArrayRef(o.strides);
  }
  if (grad.sizes() == IntArrayRef(o.sizes) && grad.scalar_type() == o.dtype) o.self = &grad;
  return plan;
}

}  // namespace rule

}  // namespace torchpp
