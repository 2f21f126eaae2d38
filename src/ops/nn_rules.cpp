// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/nn_rules.h"

#include <torchpp/core/half.h>

#include "src/core/view.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

void expand_pair(const char* op, const char* name, IntArrayRef values, int64_t* to) {
  const bool kernel = name[0] == 'k', stride = name[0] == 's';
  TORCHPP_CHECK(values.size() == 1 || values.size() == 2, op, ": ", name, " must ",
                kernel   ? "either be a single int, or a tuple of two ints"
                : stride ? "either be omitted, a single int, or a tuple of two ints"
                         : "either be a single int, or a tuple of two ints");
  to[0] = values[0], to[1] = values[values.size() - 1];
}

// The number of windows; 0 or less where none fits.
int64_t pooled_size(const char* op, int64_t in, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation,
                    bool ceil_mode) {
  const int64_t room = padded_size(op, in, padding) - window_extent(op, kernel, dilation);
  const int64_t steps = room / stride, rest = room % stride;
  const int64_t out = steps + 1 + (ceil_mode ? (rest > 0 ? 1 : 0) : (rest < 0 ? -1 : 0));
  // The last window must start inside the image or its left padding.
  return ceil_mode && multiply_sizes(op, out - 1, stride) >= in + padding ? out - 1 : out;
}

}  // namespace

PoolShape pool_rule(const char* op, const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride,
                    IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  PoolShape s;
  expand_pair(op, "kernel_size", kernel_size, s.kernel);
  if (stride.empty()) s.stride[0] = s.kernel[0], s.stride[1] = s.kernel[1];
  else expand_pair(op, "stride", stride, s.stride);
  expand_pair(op, "padding", padding, s.padding);
  expand_pair(op, "dilation", dilation, s.dilation);
  const IntArrayRef x = self.sizes();
  const bool valid = x.size() >= 3 && x[x.size() - 1] != 0 && x[x.size() - 2] != 0 && x[x.size() - 3] != 0;
  TORCHPP_CHECK(x.size() == 3 || x.size() == 4, "non-empty 3D or 4D (batch mode) tensor expected for input");
  TORCHPP_CHECK(valid, "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:", x);
  const size_t d = x.size();
  s.batch = d == 4 ? x[0] : 1, s.channels = x[d - 3];
  for (size_t i = 0; i < 2; ++i) {
    TORCHPP_CHECK(s.stride[i] != 0, "stride should not be zero");
    TORCHPP_CHECK(s.kernel[i] > 0, "kernel size should be greater than zero, but got kH: ", s.kernel[0],
                  " kW: ", s.kernel[1]);
    TORCHPP_CHECK(s.stride[i] > 0, "stride should be greater than zero, but got dH: ", s.stride[0],
                  " dW: ", s.stride[1]);
    TORCHPP_CHECK(s.dilation[i] > 0, "dilation should be greater than zero, but got dilationH: ", s.dilation[0],
                  " dilationW: ", s.dilation[1]);
    TORCHPP_CHECK(s.padding[i] >= 0, "pad must be non-negative, but got pad: ", s.padding[i]);
    TORCHPP_CHECK(s.padding[i] <= s.kernel[i] / 2,
                  "pad should be at most half of kernel size, but got pad=", s.padding[i],
                  " and kernel_size=", s.kernel[i]);
    s.in[i] = x[d - 2 + i];
    s.out[i] = pooled_size(op, s.in[i], s.kernel[i], s.stride[i], s.padding[i], s.dilation[i], ceil_mode);
  }
  TORCHPP_CHECK(s.out[0] > 0 && s.out[1] > 0, "Given input size: (", s.channels, "x", s.in[0], "x", s.in[1],
                "). Calculated output size: (", s.channels, "x", s.out[0], "x", s.out[1],
                "). Output size is too small");
  s.output = DimVector(x);
  s.output[d - 2] = s.out[0], s.output[d - 1] = s.out[1];
  return s;
}

void check_pool_gradient(const char* op, const PoolShape& shape, const TensorBase& grad, const TensorBase& self) {
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(shape.output), op, ": expected grad_output of size ", shape.output,
                ", but got ", grad.sizes());
  TORCHPP_CHECK(grad.scalar_type() == self.scalar_type(), op, ": expected dtype ", self.scalar_type(),
                " for grad_output, but got dtype ", grad.scalar_type());
}

namespace {

void check_floating(const char* op, const TensorBase& t) {
  if (!isFloatingType(t.scalar_type())) fail_dtype(op, t.scalar_type());
}

}  // namespace

PoolShape max_pool_rule(const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef dilation, bool ceil_mode) {
  const PoolShape s = pool_rule("max_pool2d", self, kernel_size, stride, padding, dilation, ceil_mode);
  check_floating("max_pool2d", self);
  return s;
}

PoolShape max_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self, IntArrayRef kernel_size,
                                 IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                 const TensorBase& indices) {
  const char* op = "max_pool2d_with_indices_backward";
  const PoolShape s = pool_rule(op, self, kernel_size, stride, padding, dilation, ceil_mode);
  check_pool_gradient(op, s, grad_output, self);
  TORCHPP_CHECK(indices.sizes() == IntArrayRef(s.output) && indices.scalar_type() == kLong, op,
                ": expected int64 indices of size ", s.output, ", but got ", indices.scalar_type(), " of size ",
                indices.sizes());
  check_floating("max_pool2d", self);
  return s;
}

PoolShape avg_pool_rule(const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                        bool ceil_mode, std::optional<int64_t> divisor_override) {
  TORCHPP_CHECK(!divisor_override || *divisor_override != 0, "divisor must be not zero");
  const PoolShape s = pool_rule("avg_pool2d", self, kernel_size, stride, padding, 1, ceil_mode);
  if (self.scalar_type() != kLong) check_floating("avg_pool2d", self);
  return s;
}

PoolShape avg_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self, IntArrayRef kernel_size,
                                 IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                                 std::optional<int64_t> divisor_override) {
  const PoolShape s = avg_pool_rule(self, kernel_size, stride, padding, ceil_mode, divisor_override);
  check_floating("avg_pool2d", self);
  check_pool_gradient("avg_pool2d_backward", s, grad_output, self);
  return s;
}

void adaptive_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self) {
  const size_t d = self.sizes().size();
  TORCHPP_CHECK((d == 3 || d == 4) && grad_output.sizes().size() == d &&
                    grad_output.sizes().slice(0, d - 2) == self.sizes().slice(0, d - 2),
                "adaptive_avg_pool2d_backward: grad_output of size ", grad_output.sizes(),
                " does not fit an input of size ", self.sizes());
  TORCHPP_CHECK(grad_output.scalar_type() == self.scalar_type(), "expected dtype ", self.scalar_type(),
                " for `grad_output` but got dtype ", grad_output.scalar_type());
}

DimVector adaptive_pool_rule(const TensorBase& self, IntArrayRef output_size) {
  const IntArrayRef x = self.sizes();
  TORCHPP_CHECK(output_size.size() == 2, "adaptive_avg_pool2d: output_size must be 2");
  TORCHPP_CHECK(output_size[0] >= 0 && output_size[1] >= 0,
                "adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {",
                output_size[0], ", ", output_size[1], "}");
  TORCHPP_CHECK(x.size() == 3 || x.size() == 4, "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got ", x);
  const size_t d = x.size();
  TORCHPP_CHECK(
      x[d - 1] > 0 && x[d - 2] > 0,
      "adaptive_avg_pool2d(): Expected input to have non-zero size for non-batch dimensions, but input has sizes ", x);
  DimVector output(x);
  output[d - 2] = output_size[0], output[d - 1] = output_size[1];
  return output;
}

ScalarType parameter_dtype(const TensorBase& input, std::initializer_list<TensorBase> parameters) {
  for (const TensorBase& p : parameters)
    if (p.defined()) return p.scalar_type();
  return input.scalar_type();
}

void check_parameter_dtype(const TensorBase& input, const TensorBase& parameter) {
  if (!parameter.defined() || parameter.scalar_type() == input.scalar_type()) return;
  const bool narrow = input.scalar_type() == kHalf || input.scalar_type() == kBFloat16;
  TORCHPP_CHECK(narrow && parameter.scalar_type() == kFloat,
                "mixed dtype (CPU): expect parameter to have scalar type of Float, but input is ", input.scalar_type(),
                " and parameter ", parameter.scalar_type());
}

void batch_norm_rule(const TensorBase& input, const TensorBase& weight, const TensorBase& bias,
                     const TensorBase& running_mean, const TensorBase& running_var, bool training) {
  TORCHPP_CHECK_INDEX(input.dim() >= 2, "Dimension out of range (expected to be in range of [-1, 0], but got 1): ",
                      "batch_norm: expected at least 2D input, got input of size ", input.sizes());
  const int64_t channels = input.sizes()[1];
  TORCHPP_CHECK(training || running_mean.defined(), "running_mean must be defined in evaluation mode");
  TORCHPP_CHECK(training || running_var.defined(), "running_var must be defined in evaluation mode");
  const ScalarType dtype = parameter_dtype(input, {weight, bias, running_mean, running_var});
  const auto check = [&](const char* name, const TensorBase& t) {
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

void check_batch_norm_out(const Out& out, const TensorBase& input, ScalarType statistics) {
  for (size_t i = 0; i < out.count(); ++i)
    check_out_dtype(Out::to(out.tensor(i)), i == 0 ? input.scalar_type() : statistics);
}
void complete_statistics(TensorTriple& results, const TensorBase& input, ScalarType statistics) {
  auto& [y, mean, invstd] = results;
  for (Tensor* t : {&mean, &invstd})
    if (!t->defined()) *t = Tensor(make_tensor(0, statistics, input.device()));
}
TensorTriple finish_batch_norm(const Out& out, TensorTriple results, const TensorBase& input, ScalarType statistics) {
  if (TORCHPP_LIKELY(out.functional())) return results;
  complete_statistics(results, input, statistics);
  return finish_kernel(out, std::move(results));
}

void batch_norm_backward_rule(const TensorBase& grad_out, const TensorBase& input, const TensorBase& weight,
                              const TensorBase& running_mean, const TensorBase& running_var, const TensorBase& mean,
                              const TensorBase& deviation, bool train) {
  batch_norm_rule(input, weight, TensorBase(), running_mean, running_var, train);
  TORCHPP_CHECK(grad_out.sizes() == input.sizes() && grad_out.scalar_type() == input.scalar_type(),
                "batch_norm_backward: grad_out is ", grad_out.scalar_type(), " of size ", grad_out.sizes(),
                ", expected ", input.scalar_type(), " of size ", input.sizes());
  const int64_t channels = input.sizes()[1];
  TORCHPP_CHECK(input.numel() == 0 || (mean.defined() && deviation.defined() && mean.numel() == channels &&
                                       deviation.numel() == channels),
                "batch_norm_backward: expected statistics of ", channels, " elements");
}

LayerNormShape layer_norm_rule(const TensorBase& input, IntArrayRef normalized_shape, const TensorBase& weight,
                               const TensorBase& bias) {
  const size_t d = normalized_shape.size();
  TORCHPP_CHECK(d >= 1,
                "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
                "but got normalized_shape = ",
                normalized_shape);
  const auto check = [&](const char* name, const TensorBase& t) {
    TORCHPP_CHECK(!t.defined() || t.sizes() == normalized_shape, "Expected ", name,
                  " to be of same shape as normalized_shape, but got ", name, " of shape ",
                  (t.defined() ? t : input).sizes(), " and normalized_shape = ", normalized_shape);
    if (t.defined()) check_parameter_dtype(input, t);
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
  const size_t leading = x.size() - d;
  LayerNormShape s{1, 1, DimVector(x)};
  for (size_t i = 0; i < x.size(); ++i) (i < leading ? s.rows : s.width) *= x[i];
  for (size_t i = leading; i < x.size(); ++i) s.statistics[i] = 1;
  return s;
}

LayerNormShape layer_norm_backward_rule(const TensorBase& grad_out, const TensorBase& input,
                                        IntArrayRef normalized_shape, const TensorBase& mean, const TensorBase& rstd,
                                        const TensorBase& weight, const TensorBase& bias) {
  LayerNormShape s = layer_norm_rule(input, normalized_shape, weight, bias);
  check_floating("LayerNormKernelImpl", input);
  TORCHPP_CHECK(grad_out.sizes() == input.sizes() && grad_out.scalar_type() == input.scalar_type(),
                "layer_norm_backward: grad_out is ", grad_out.scalar_type(), " of size ", grad_out.sizes(),
                ", expected ", input.scalar_type(), " of size ", input.sizes());
  TORCHPP_CHECK(mean.numel() == s.rows && rstd.numel() == s.rows, "layer_norm_backward: expected statistics of ",
                s.rows, " rows");
  return s;
}

double dropout_rule(const TensorBase& input, double p) {
  const ScalarType dtype = input.scalar_type();
  if (!isFloatingType(dtype) && !isComplexType(dtype)) fail_dtype("native_dropout", dtype);
  const double kept = 1 - p;
  TORCHPP_CHECK(kept >= 0 && kept <= 1, "dropout probability has to be between 0 and 1, but got ", p,
                " (bernoulli_ expects p to be in [0, 1], but got p=", kept, ")");
  return kept;
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

void check_indices(const char* op, int position, const TensorBase& indices) {
  const ScalarType t = indices.scalar_type();
  TORCHPP_CHECK(t == kLong || t == kInt, "Expected tensor for argument #", position,
                " 'indices' to have one of the following scalar types: Long, Int; but got ", t,
                " instead (while checking arguments for ", op, ")");
}

Tensor long_indices(const Tensor& indices) {
  return (indices.scalar_type() == kLong ? indices : indices.to(kLong)).contiguous();
}
void embedding_rule(const TensorBase& weight, const TensorBase& indices) {
  TORCHPP_CHECK(weight.dim() == 2, "'weight' must be 2-D, got ", weight.dim(), "-D");
  check_indices("embedding", 1, indices);
}

void embedding_backward_rule(const TensorBase& grad_output, const TensorBase& indices) {
  check_indices("embedding_backward", 2, indices);
  const int64_t width = grad_output.dim() == 0 ? 0 : grad_output.size(-1);
  TORCHPP_CHECK(grad_output.numel() == indices.numel() * width && grad_output.dim() == indices.dim() + 1,
                "embedding_dense_backward: grad_output has size ", grad_output.sizes(),
                ", which does not fit indices of size ", indices.sizes());
  check_floating("embedding_backward", grad_output);
}

void embedding_renorm_rule(const TensorBase& self, const TensorBase& indices) {
  TORCHPP_CHECK(self.dim() == 2, "'self' must be 2-D, got ", self.dim(), "-D");
  check_indices("embedding_renorm_", 2, indices);
  check_floating("embedding_renorm", self);
}

}  // namespace torchpp
