// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/convolution_rules.h"

#include "src/ops/elementwise.h"
#include "src/ops/generated/nn.h"
#include "src/ops/linalg_rules.h"

namespace torchpp {
namespace {

// What both rules find out.
struct ConvShape {
  ConvProblem problem;
  DimVector output;  // sizes of the result, of the transposed convolution if it is one
  MemoryFormat format = MemoryFormat::Contiguous;
};

// Numbers of the spatial dimensions; one number stands for all.
void expand_parameter(const char* name, IntArrayRef values, int dims, int64_t* to) {
  TORCHPP_CHECK(values.size() == 1 || values.size() == static_cast<size_t>(dims), "expected ", name,
                " to be a single integer value or a list of ", dims,
                " values to match the convolution dimensions, but got ", name, "=", values);
  for (int d = 0; d < dims; ++d) to[d] = values[values.size() == 1 ? 0 : static_cast<size_t>(d)];
}

std::string by_x(const int64_t* values, int count) {
  std::string text;
  for (int d = 0; d < count; ++d) text += (d == 0 ? "" : " x ") + std::to_string(values[d]);
  return text;
}

void check_numbers(const ConvProblem& q, const int64_t* output_padding) {
  bool stride = true, padding = true, output = true, dilation = true;
  for (int d = 0; d < 3; ++d) {
    stride = stride && q.stride[d] > 0;
    padding = padding && q.padding_left[d] >= 0;
    output = output && output_padding[d] >= 0;
    dilation = dilation && q.dilation[d] > 0;
  }
  TORCHPP_CHECK(padding, "negative padding is not supported");
  TORCHPP_CHECK(output, "negative output_padding is not supported");
  TORCHPP_CHECK(stride, "non-positive stride is not supported");
  TORCHPP_CHECK(dilation, "dilation should be greater than zero, but got ",
                IntArrayRef(q.dilation + q.first_dim(), static_cast<size_t>(q.dims)));
  TORCHPP_CHECK(q.groups > 0, "non-positive groups is not supported");
}

void check_channels(IntArrayRef x, IntArrayRef w, const TensorBase& bias, bool transposed, int64_t groups) {
  if (transposed)
    TORCHPP_CHECK(x[1] == w[0], "Given transposed=1, weight of size ", w, ", expected input", x, " to have ", w[0],
                  " channels, but got ", x[1], " channels instead");
  else
    TORCHPP_CHECK(x[1] == w[1] * groups, "Given groups=", groups, ", weight of size ", w, ", expected input", x,
                  " to have ", w[1] * groups, " channels, but got ", x[1], " channels instead");
  if (!bias.defined()) return;
  const int64_t out = transposed ? w[1] * groups : w[0];
  TORCHPP_CHECK(bias.dim() == 1 && bias.sizes()[0] == out, "Given ", transposed ? "transposed=1, " : "",
                "weight of size ", w, ", expected bias to be 1-dimensional with ", out,
                " elements, but got bias of size ", bias.sizes(), " instead");
}

void set_output(ConvShape& s, IntArrayRef x) {
  ConvProblem& q = s.problem;
  int64_t padded[3], extent[3];
  bool fits = true;
  q.in_channels = x[1];
  s.output = {x[0], q.out_channels};
  for (int d = 0; d < q.dims; ++d) {
    const int at = q.first_dim() + d;
    q.in[at] = x[static_cast<size_t>(d) + 2];
    extent[d] = window_extent("convolution", q.kernel[at], q.dilation[at]);
    padded[d] = padded_size("convolution", q.in[at], q.padding_left[at]);
    fits = fits && padded[d] >= extent[d];
    q.out[at] = (padded[d] - extent[d]) / q.stride[at] + 1;
    s.output.push_back(q.out[at]);
  }
  TORCHPP_CHECK(fits, "Calculated padded input size per channel: (", by_x(padded, q.dims), "). Kernel size: (",
                by_x(extent, q.dims), "). Kernel size can't be greater than actual input size");
}

void set_transposed_output(ConvShape& s, IntArrayRef x, IntArrayRef w, const int64_t* output_padding) {
  constexpr const char* op = "conv_transpose";
  ConvProblem& q = s.problem;
  bool fits = true;
  q.in_channels = w[1] * q.groups;
  s.output = {x[0], q.in_channels};
  for (int d = 0; d < q.dims; ++d) {
    const int at = q.first_dim() + d;
    const int64_t extra = output_padding[at];
    TORCHPP_CHECK(extra < q.stride[at] || extra < q.dilation[at],
                  "output padding must be smaller than either stride or dilation, but got output_padding: ", extra,
                  " stride: ", q.stride[at], " dilation: ", q.dilation[at]);
    q.out[at] = x[static_cast<size_t>(d) + 2];
    const int64_t whole = add_sizes(op, multiply_sizes(op, q.out[at] - 1, q.stride[at]),
                                    add_sizes(op, window_extent(op, q.kernel[at], q.dilation[at]), extra));
    q.in[at] = add_sizes(op, whole, multiply_sizes(op, -2, q.padding_left[at]));
    fits = fits && q.in[at] > 0;
    s.output.push_back(q.in[at]);
    // Of an output padding of a stride or more, the ordinary convolution would make results that the transposed
    // input does not have.
    if (extra >= q.stride[at]) q.padding_right[at] -= extra;
  }
  TORCHPP_CHECK(fits, "Given input size per channel: (", by_x(q.out + q.first_dim(), q.dims),
                "). Calculated output size per channel: (", by_x(q.in + q.first_dim(), q.dims),
                "). Output size is too small");
}

ConvShape conv_shape(const TensorBase& input, const TensorBase& weight, const TensorBase& bias, IntArrayRef stride,
                     IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                     int64_t groups) {
  ConvShape s;
  ConvProblem& q = s.problem;
  const IntArrayRef x = input.sizes(), w = weight.sizes();
  q.dims = static_cast<int>(w.size()) - 2;
  TORCHPP_CHECK(q.dims >= 1 && q.dims <= 3,
                "weight should have at least three dimensions and at most five, but got weight of size ", w);
  const int first = q.first_dim();
  int64_t extra[3] = {0, 0, 0};
  q.groups = groups;
  expand_parameter("stride", stride, q.dims, q.stride + first);
  expand_parameter("padding", padding, q.dims, q.padding_left + first);
  expand_parameter("dilation", dilation, q.dims, q.dilation + first);
  if (transposed || !output_padding.empty()) expand_parameter("output_padding", output_padding, q.dims, extra + first);
  check_numbers(q, extra);
  TORCHPP_CHECK(x.size() == w.size(), "Expected ", w.size(), "-dimensional input for ", w.size(),
                "-dimensional weight ", w, ", but got ", x.size(), "-dimensional input of size ", x, " instead");
  for (int d = first; d < 3; ++d) {
    q.padding_right[d] = q.padding_left[d];
    q.kernel[d] = w[static_cast<size_t>(d - first) + 2];
    TORCHPP_CHECK(q.kernel[d] > 0, "convolution: kernel size should be greater than zero, but got weight of size ", w);
  }
  TORCHPP_CHECK(w[0] >= groups, "Given groups=", groups, ", expected weight to be at least ", groups,
                " at dimension 0, but got weight of size ", w, " instead");
  TORCHPP_CHECK(w[0] % groups == 0, "Given groups=", groups, ", expected weight to be divisible by ", groups,
                " at dimension 0, but got weight of size [", w, "] instead");
  check_channels(x, w, bias, transposed, groups);
  q.n = x[0], q.out_channels = w[0], q.dtype = input.scalar_type();
  TORCHPP_CHECK(q.dtype == weight.scalar_type(), "Input type (", plain_name(q.dtype), ") and weight type (",
                plain_name(weight.scalar_type()), ") should be the same (expected scalar type ", q.dtype, " but found ",
                weight.scalar_type(), ")");
  TORCHPP_CHECK(!bias.defined() || bias.scalar_type() == q.dtype, "Input type (", plain_name(q.dtype),
                ") and bias type (", plain_name((bias.defined() ? bias : input).scalar_type()), ") should be the same");
  q.bias = bias.defined() && !transposed;
  if (transposed) set_transposed_output(s, x, w, extra);
  else set_output(s, x);
  const MemoryFormat last = q.dims == 2 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
  q.channels_last = q.dims >= 2 && (input.suggest_memory_format() == last || weight.suggest_memory_format() == last);
  if (q.channels_last) s.format = last;
  return s;
}

void check_dtype(const TensorBase& input) {
  const ScalarType t = input.scalar_type();
  if (input.is_cuda() && !isFloatingType(t) && t != kComplexFloat && t != kComplexDouble)
    fail_dtype("convolution_cuda", t);
  if (t == kBool || isQIntType(t) || t == kComplexHalf) fail_dtype("convolution_cpu", t);
}

// A result of the input's dtype.
void set(Output& o, IntArrayRef sizes, MemoryFormat format, ScalarType dtype) {
  o.sizes = sizes;
  o.dtype = dtype;
  o.format = format;
  o.out_dtype = OutDtype::kAny;
  o.dense = true;
}

}  // namespace

namespace rule {

ConvolutionPlan convolution(const Out&, const Tensor& input, const Tensor& weight, const Tensor& bias,
                            IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                            IntArrayRef output_padding, int64_t groups) {
  const ConvShape s = conv_shape(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  check_dtype(input);
  ConvolutionPlan p;
  p.problem = s.problem;
  p.format = s.format;
  set(p.outputs[0], s.output, s.format, s.problem.dtype);
  return p;
}

ConvolutionBackwardPlan convolution_backward(const Out&, const Tensor& grad_output, const Tensor& input,
                                             const Tensor& weight, OptionalIntArrayRef, IntArrayRef stride,
                                             IntArrayRef padding, IntArrayRef dilation, bool transposed,
                                             IntArrayRef output_padding, int64_t groups,
                                             std::array<bool, 3> output_mask) {
  const ConvShape s =
      conv_shape(input, weight, Tensor(), stride, padding, dilation, transposed, output_padding, groups);
  for (const int64_t extra : output_padding)
    TORCHPP_CHECK(transposed || extra == 0,
                  "output_padding is not supported for non-transposed convolutions; got: ", output_padding);
  const ScalarType dtype = s.problem.dtype;
  TORCHPP_CHECK(grad_output.sizes() == IntArrayRef(s.output), "convolution_backward: grad_output has size ",
                grad_output.sizes(), ", expected ", s.output);
  TORCHPP_CHECK(grad_output.scalar_type() == dtype, "convolution_backward: grad_output is ", grad_output.scalar_type(),
                ", expected ", dtype);
  check_dtype(input);
  ConvolutionBackwardPlan p;
  p.problem = s.problem;
  p.format = s.format;
  // As cuDNN writes it: in the memory format of the weights.
  const bool like_weight = input.is_cuda() && dtype != kDouble && dtype != kComplexDouble && !weight.is_contiguous();
  set(p.outputs[0], input.sizes(), s.format, dtype);
  set(p.outputs[1], weight.sizes(), like_weight ? s.format : MemoryFormat::Contiguous, dtype);
  set(p.outputs[2], s.output[1], MemoryFormat::Contiguous, dtype);
  for (size_t i = 0; i < 3; ++i) p.outputs[i].wanted = output_mask[i];
  return p;
}

}  // namespace rule
}  // namespace torchpp
