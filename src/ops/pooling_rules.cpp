// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/pooling_rules.h"

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/ops/convolution_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"

namespace torchpp {
namespace {

void check_floating(const char* op, const Tensor& t) {
  if (!isFloatingType(t.scalar_type())) fail_dtype(op, t.scalar_type());
}

// A list of one number or of one for each of the last `dims` of three dimensions. The dimensions before them get
// `rest`.
void expand(const char* op, const char* name, int dims, IntArrayRef values, int64_t rest, int64_t* to) {
  const auto count = static_cast<int>(values.size());
  TORCHPP_CHECK(count == 1 || count == dims, op, ": ", name, " must ",
                name[0] == 's' ? "either be omitted, a single int" : "either be a single int", ", or a tuple of ",
                dims == 2 ? "two" : "three", " ints");
  for (int d = 0; d < 3; ++d) to[d] = d < 3 - dims ? rest : values[count == 1 ? 0 : static_cast<size_t>(d - 3 + dims)];
}

// "kT: 1 kH: 2 kW: 3", without the first for images.
std::string each(const char* name, int dims, const int64_t* values) {
  std::string text;
  for (int d = 3 - dims; d < 3; ++d) text += str(text.empty() ? "" : " ", name, "THW"[d], ": ", values[d]);
  return text;
}
// "2, 3"
std::string listed(IntArrayRef values) {
  std::string text;
  for (const int64_t n : values) text += str(text.empty() ? "" : ", ", n);
  return text;
}
// "3x4x5": the channels and the sizes of a plane or volume.
std::string image_sizes(int dims, int64_t channels, const int64_t* sizes) {
  std::string text = str(channels);
  for (int d = 3 - dims; d < 3; ++d) text += str("x", sizes[d]);
  return text;
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

// The batch, the channels and the last `dims` sizes of what is pooled; the sizes of the result stay 1.
void set_volume(PoolVolume& v, int dims, IntArrayRef sizes) {
  const size_t n = sizes.size();
  v.batch = static_cast<int>(n) == dims + 2 ? sizes[0] : 1;
  v.channels = sizes[n - static_cast<size_t>(dims) - 1];
  for (int d = 0; d < 3; ++d) v.in[d] = d < 3 - dims ? 1 : sizes[n - 3 + static_cast<size_t>(d)], v.out[d] = 1;
}
bool has_image_dims(const Tensor& t, int dims) { return t.dim() == dims + 1 || t.dim() == dims + 2; }

PoolShape pool_shape(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                     IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  PoolShape s;
  expand(op, "kernel_size", dims, kernel_size, 1, s.kernel);
  expand(op, "stride", dims, stride.empty() ? kernel_size : stride, 1, s.stride);
  expand(op, "padding", dims, padding, 0, s.padding);
  expand(op, "dilation", dims, dilation, 1, s.dilation);
  const IntArrayRef x = self.sizes();
  TORCHPP_CHECK(has_image_dims(self, dims), "non-empty ", dims + 1, "D or ", dims + 2,
                "D (batch mode) tensor expected for input");
  for (size_t d = x.size() - static_cast<size_t>(dims) - 1; d < x.size(); ++d) {
    TORCHPP_CHECK(dims == 3 || x[d] != 0,
                  "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:", x);
    TORCHPP_CHECK(x[d] != 0, op, "(): Expected input's non-batch dimensions to have positive length, but input has a ",
                  "shape of ", x, " and non-batch dimension ", d, " has length zero!");
  }
  set_volume(s, dims, x);
  bool fits = true;
  for (int d = 3 - dims; d < 3; ++d) {
    TORCHPP_CHECK(s.stride[d] != 0, "stride should not be zero");
    TORCHPP_CHECK(s.kernel[d] > 0, "kernel size should be greater than zero, but got ", each("k", dims, s.kernel));
    TORCHPP_CHECK(s.stride[d] > 0, "stride should be greater than zero, but got ", each("d", dims, s.stride));
    TORCHPP_CHECK(s.dilation[d] > 0, "dilation should be greater than zero, but got ",
                  each("dilation", dims, s.dilation));
    TORCHPP_CHECK(s.padding[d] >= 0, "pad must be non-negative, but got pad: ", s.padding[d]);
    TORCHPP_CHECK(s.padding[d] <= s.kernel[d] / 2,
                  "pad should be at most half of kernel size, but got pad=", s.padding[d],
                  " and kernel_size=", s.kernel[d]);
    s.out[d] = pooled_size(op, s.in[d], s.kernel[d], s.stride[d], s.padding[d], s.dilation[d], ceil_mode);
    fits &= s.out[d] > 0;
  }
  TORCHPP_CHECK(fits, "Given input size: (", image_sizes(dims, s.channels, s.in), "). Calculated output size: (",
                image_sizes(dims, s.channels, s.out), "). Output size is too small");
  return s;
}
PoolShape avg_pool_shape(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                         IntArrayRef padding, bool ceil_mode, optional<int64_t> divisor_override) {
  TORCHPP_CHECK(!divisor_override || *divisor_override != 0, "divisor must be not zero");
  const PoolShape s = pool_shape(op, dims, self, kernel_size, stride, padding, 1, ceil_mode);
  if (dims == 3)
    for (int d = 0; d < 3; ++d)
      TORCHPP_CHECK(s.in[d] >= s.kernel[d], "input image (T: ", s.in[0], " H: ", s.in[1], " W: ", s.in[2],
                    ") smaller than kernel size (", each("k", dims, s.kernel), ")");
  return s;
}

// Images of the sizes of `like`, in the format in which it lies in memory. Volumes lie plain, as libtorch's CPU has
// them.
void describe_images(Output& o, const Tensor& like, ScalarType dtype) {
  o.sizes = like.sizes();
  o.dtype = dtype;
  if (like.dim() == 4 && like.suggest_memory_format() == MemoryFormat::ChannelsLast)
    o.format = MemoryFormat::ChannelsLast;
  o.dense = true;
}
void describe_volumes(Output& o, int dims, const Tensor& like, ScalarType dtype) {
  describe_images(o, like, dtype);
  if (dims == 3) o.format = MemoryFormat::Contiguous;
}
// Gives the last `dims` dimensions other sizes.
void set_plane(DimVector& sizes, int dims, const int64_t* out) {
  for (int d = 3 - dims; d < 3; ++d) sizes[sizes.size() - 3 + static_cast<size_t>(d)] = out[d];
}

PoolPlan pooling(const PoolShape& s, int dims, const Tensor& self) {
  PoolPlan p;
  p.shape = s;
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  set_plane(p.outputs[0].sizes, dims, s.out);
  return p;
}
// The first result and the int64 places of its elements.
template <class P>
void describe_with_indices(P& plan, const PoolVolume& v, int dims, const Tensor& self) {
  describe_volumes(plan.outputs[0], dims, self, self.scalar_type());
  describe_volumes(plan.outputs[1], dims, self, kLong);
  for (Output& o : plan.outputs) set_plane(o.sizes, dims, v.out);
}
void check_gradient(const char* op, const PoolVolume& v, int dims, const Tensor& grad, const Tensor& self) {
  DimVector sizes(self.sizes());
  set_plane(sizes, dims, v.out);
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(sizes), op, ": expected grad_output of size ", sizes, ", but got ",
                grad.sizes());
  TORCHPP_CHECK(grad.scalar_type() == self.scalar_type(), op, ": expected dtype ", self.scalar_type(),
                " for grad_output, but got dtype ", grad.scalar_type());
}
void check_indices(const char* op, const Tensor& grad, const Tensor& indices) {
  TORCHPP_CHECK(indices.sizes() == grad.sizes() && indices.scalar_type() == kLong, op,
                ": expected int64 indices of size ", grad.sizes(), ", but got ", indices.scalar_type(), " of size ",
                indices.sizes());
}
PoolPlan pooling_backward(const char* op, const PoolShape& s, int dims, const Tensor& grad, const Tensor& self) {
  check_gradient(op, s, dims, grad, self);
  PoolPlan p;
  p.shape = s;
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  return p;
}

PoolPlan max_pooling(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                     IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const PoolShape s = pool_shape(op, dims, self, kernel_size, stride, padding, dilation, ceil_mode);
  check_floating(op, self);
  return pooling(s, dims, self);
}
PoolIndicesPlan max_pooling_with_indices(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size,
                                         IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                         bool ceil_mode) {
  PoolIndicesPlan p;
  p.shape = pool_shape(op, dims, self, kernel_size, stride, padding, dilation, ceil_mode);
  check_floating(op, self);
  describe_with_indices(p, p.shape, dims, self);
  return p;
}
PoolPlan max_pooling_backward(const char* op, int dims, const Tensor& grad_output, const Tensor& self,
                              IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                              bool ceil_mode, const Tensor& indices) {
  const PoolShape s = pool_shape(op, dims, self, kernel_size, stride, padding, dilation, ceil_mode);
  PoolPlan p = pooling_backward(op, s, dims, grad_output, self);
  check_indices(op, grad_output, indices);
  check_floating(op, self);
  return p;
}
// The plan with what sums are divided by.
PoolPlan averaging(PoolPlan p, bool count_include_pad, optional<int64_t> divisor_override) {
  p.count_padding = count_include_pad;
  p.divisor = divisor_override.value_or(0);
  return p;
}
PoolPlan avg_pooling(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                     IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override) {
  const PoolShape s = avg_pool_shape(op, dims, self, kernel_size, stride, padding, ceil_mode, divisor_override);
  if (self.scalar_type() != kLong || self.is_cuda()) check_floating(op, self);
  return averaging(pooling(s, dims, self), count_include_pad, divisor_override);
}
PoolPlan avg_pooling_backward(const char* op, int dims, const Tensor& grad_output, const Tensor& self,
                              IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                              bool count_include_pad, optional<int64_t> divisor_override) {
  const PoolShape s = avg_pool_shape(op, dims, self, kernel_size, stride, padding, ceil_mode, divisor_override);
  check_floating(op, self);
  return averaging(pooling_backward(op, s, dims, grad_output, self), count_include_pad, divisor_override);
}

// No dimension but that of the batch is empty, from `first` on.
void check_not_empty(const char* op, const Tensor& self, int64_t first) {
  for (int64_t d = first; d < self.dim(); ++d)
    TORCHPP_CHECK(self.size(d) > 0, op,
                  "(): Expected input to have non-zero size for non-batch dimensions, but input has sizes ",
                  self.sizes(), " with dimension ", d, " being empty");
}
void set_output(PoolVolume& v, int dims, IntArrayRef output_size) {
  for (int d = 3 - dims; d < 3; ++d) v.out[d] = output_size[output_size.size() - 3 + static_cast<size_t>(d)];
}

AdaptivePoolPlan adaptive_avg_pooling(const char* op, int dims, const Tensor& self, IntArrayRef output_size) {
  TORCHPP_CHECK(static_cast<int>(output_size.size()) == dims, op, ": output_size must be ", dims);
  for (const int64_t n : output_size)
    TORCHPP_CHECK(n >= 0, op, ": elements of output_size must be greater than or equal to 0 but received {",
                  listed(output_size), "}");
  TORCHPP_CHECK(has_image_dims(self, dims), op, "(): Expected ", dims + 1, "D or ", dims + 2, "D tensor, but got ",
                self.sizes());
  check_not_empty(op, self, dims == 2 ? self.dim() - 2 : 1);
  AdaptivePoolPlan p;
  set_volume(p, dims, self.sizes());
  set_output(p, dims, output_size);
  p.outputs[0].out_dtype = OutDtype::kAny;
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  set_plane(p.outputs[0].sizes, dims, p.out);
  if (multiply_integers(p.outputs[0].sizes) != 0) check_floating(op, self);
  return p;
}
AdaptivePoolPlan adaptive_avg_pooling_backward(const char* op, int dims, const Tensor& grad_output,
                                               const Tensor& self) {
  const size_t leading = self.sizes().size() - static_cast<size_t>(dims);
  TORCHPP_CHECK(has_image_dims(self, dims) && grad_output.dim() == self.dim() &&
                    grad_output.sizes().slice(0, leading) == self.sizes().slice(0, leading),
                op, ": grad_output of size ", grad_output.sizes(), " does not fit an input of size ", self.sizes());
  TORCHPP_CHECK(grad_output.scalar_type() == self.scalar_type(), "expected dtype ", self.scalar_type(),
                " for `grad_output` but got dtype ", grad_output.scalar_type());
  if (grad_output.numel() != 0) check_floating(op, self);
  AdaptivePoolPlan p;
  set_volume(p, dims, self.sizes());
  set_output(p, dims, grad_output.sizes());
  p.outputs[0].out_dtype = OutDtype::kAny;
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  return p;
}
AdaptivePoolIndicesPlan adaptive_max_pooling(const char* op, int dims, const Tensor& self, IntArrayRef output_size) {
  TORCHPP_CHECK(static_cast<int>(output_size.size()) == dims, op, "(): internal error: output_size.size() must be ",
                dims);
  TORCHPP_CHECK(has_image_dims(self, dims), op, "(): Expected ", dims + 1, "D or ", dims + 2,
                "D tensor, but got: ", self.sizes());
  check_not_empty(op, self, 1);
  for (const int64_t n : output_size)
    TORCHPP_CHECK(n >= 0, op, "(): output_size got ", output_size, ", expected no negative size");
  AdaptivePoolIndicesPlan p;
  set_volume(p, dims, self.sizes());
  set_output(p, dims, output_size);
  describe_with_indices(p, p, dims, self);
  check_floating(op, self);
  return p;
}

// The gradient of a pooling that gave indices, from which its windows need not be known.
IndexedPoolPlan indexed_gradient(const char* op, int dims, const Tensor& grad_output, const Tensor& self,
                                 const Tensor& indices, IntArrayRef output_size) {
  TORCHPP_CHECK(has_image_dims(self, dims) && grad_output.dim() == self.dim(), op, "(): Expected ", dims + 1, "D or ",
                dims + 2, "D tensors, but got grad_output ", grad_output.sizes(), " and self ", self.sizes());
  IndexedPoolPlan p;
  set_volume(p, dims, self.sizes());
  set_output(p, dims, output_size);
  check_gradient(op, p, dims, grad_output, self);
  check_indices(op, grad_output, indices);
  check_floating(op, self);
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  return p;
}

void check_list(const char* op, const char* name, int dims, IntArrayRef values) {
  TORCHPP_CHECK(static_cast<int>(values.size()) == dims, op, ": ", name, " must either be a single Int or tuple of ",
                dims == 3 ? "three " : "", "Ints");
}

FractionalPoolPlan fractional_pooling(const char* op, int dims, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& random_samples) {
  check_list(op, "kernel_size", dims, kernel_size);
  check_list(op, "output_size", dims, output_size);
  TORCHPP_CHECK(has_image_dims(self, dims), op, "(): Expected ", dims + 1, "D or ", dims + 2,
                "D tensor, but got: ", self.sizes());
  check_not_empty(op, self, self.dim() - dims - 1);
  FractionalPoolPlan p;
  p.dims = dims;
  set_volume(p, dims, self.sizes());
  set_output(p, dims, output_size);
  expand(op, "kernel_size", dims, kernel_size, 1, p.kernel);
  static constexpr const char* kNames[] = {"time", "height", "width"};
  for (int d = 3 - dims; d < 3; ++d) {
    TORCHPP_CHECK(p.kernel[d] > 0, op, "(): kernel_size got ", kernel_size, ", expected sizes greater than 0");
    TORCHPP_CHECK(p.out[d] >= 0, op, "(): output_size got ", output_size, ", expected no negative size");
    TORCHPP_CHECK(p.out[d] - 1 <= p.in[d] - p.kernel[d], op, "(): pool ", kNames[d], " ", p.kernel[d],
                  " too large relative to input ", kNames[d], " ", p.in[d]);
  }
  const int64_t samples[] = {p.batch, p.channels, dims};
  TORCHPP_CHECK(random_samples.sizes() == IntArrayRef(samples), op, "(): Expected random_samples of size ",
                IntArrayRef(samples), ", but got ", random_samples.sizes());
  TORCHPP_CHECK(random_samples.scalar_type() == self.scalar_type(), op, "(): expected scalar type ", self.scalar_type(),
                " of random_samples but found ", random_samples.scalar_type());
  check_floating(op, self);
  describe_with_indices(p, p, dims, self);
  for (Output& o : p.outputs) o.format = MemoryFormat::Contiguous;
  return p;
}
IndexedPoolPlan fractional_pooling_backward(const char* op, int dims, const Tensor& grad_output, const Tensor& self,
                                            IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices) {
  check_list(op, "kernel_size", dims, kernel_size);
  check_list(op, "output_size", dims, output_size);
  IndexedPoolPlan p = indexed_gradient(op, dims, grad_output, self, indices, output_size);
  p.outputs[0].format = MemoryFormat::Contiguous;
  return p;
}

// The indices are read here, so that a destination stays as it is where one of them is wrong.
IndexedPoolPlan unpooling(const char* op, int dims, const Tensor& self, const Tensor& indices,
                          IntArrayRef output_size) {
  TORCHPP_CHECK(static_cast<int>(output_size.size()) == dims, "There should be exactly ", dims == 2 ? "two" : "three",
                " elements (", dims == 2 ? "" : "depth, ", "height, width) in output_size, but got ",
                output_size.size(), " elements.");
  TORCHPP_CHECK(indices.scalar_type() == kLong,
                "elements in indices should be type int64 but got: ", indices.scalar_type());
  TORCHPP_CHECK(has_image_dims(self, dims), "Input to ", op, " should be a ", dims + 1, "d or ", dims + 2,
                "d Tensor, but got a tensor with ", self.dim(), " dimensions.");
  TORCHPP_CHECK(self.sizes() == indices.sizes(), "Expected shape of indices to be same as that of the input tensor (",
                self.sizes(), ") but got indices tensor with shape: ", indices.sizes());
  check_not_empty(op, self, 1);
  for (const int64_t n : output_size)
    TORCHPP_CHECK(n >= 0, op, "(): output_size got ", output_size, ", expected no negative size");
  check_floating(op, self);
  IndexedPoolPlan p;
  set_volume(p, dims, self.sizes());
  std::copy(p.in, p.in + 3, p.out);
  for (int d = 3 - dims; d < 3; ++d) p.in[d] = output_size[static_cast<size_t>(d - 3 + dims)];
  if (indices.is_cpu()) {
    const DenseOperand places(indices);
    parallel_for(0, indices.numel(), 65536, [&](int64_t begin, int64_t end) {
      for (const int64_t* at = places.data<int64_t>() + begin; begin < end; ++begin, ++at)
        TORCHPP_CHECK(*at >= 0 && *at < p.in_size(), "Found an invalid max index: ", *at,
                      " (output volumes are of size ", dims == 3 ? str(p.in[0], "x") : "", p.in[1], "x", p.in[2], ")");
    });
  }
  describe_volumes(p.outputs[0], dims, self, self.scalar_type());
  set_plane(p.outputs[0].sizes, dims, p.in);
  return p;
}

}  // namespace

// Parameters that a rule does not need have no name.
namespace rule {

PoolPlan max_pool2d(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                    IntArrayRef dilation, bool ceil_mode) {
  return max_pooling("max_pool2d", 2, self, kernel_size, stride, padding, dilation, ceil_mode);
}
PoolIndicesPlan max_pool2d_with_indices(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                        IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return max_pooling_with_indices("max_pool2d", 2, self, kernel_size, stride, padding, dilation, ceil_mode);
}
PoolIndicesPlan max_pool3d_with_indices(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                        IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return max_pooling_with_indices("max_pool3d", 3, self, kernel_size, stride, padding, dilation, ceil_mode);
}
PoolPlan max_pool2d_with_indices_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                          IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                          IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  return max_pooling_backward("max_pool2d_with_indices_backward", 2, grad_output, self, kernel_size, stride, padding,
                              dilation, ceil_mode, indices);
}
PoolPlan max_pool3d_with_indices_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                          IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                          IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  return max_pooling_backward("max_pool3d_with_indices_backward", 3, grad_output, self, kernel_size, stride, padding,
                              dilation, ceil_mode, indices);
}
PoolPlan avg_pool2d(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                    bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override) {
  return avg_pooling("avg_pool2d", 2, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                     divisor_override);
}
PoolPlan avg_pool3d(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                    bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override) {
  return avg_pooling("avg_pool3d", 3, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                     divisor_override);
}
PoolPlan avg_pool2d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                             IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                             optional<int64_t> divisor_override) {
  return avg_pooling_backward("avg_pool2d_backward", 2, grad_output, self, kernel_size, stride, padding, ceil_mode,
                              count_include_pad, divisor_override);
}
PoolPlan avg_pool3d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                             IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                             optional<int64_t> divisor_override) {
  return avg_pooling_backward("avg_pool3d_backward", 3, grad_output, self, kernel_size, stride, padding, ceil_mode,
                              count_include_pad, divisor_override);
}

AdaptivePoolPlan adaptive_avg_pool2d(const Out&, const Tensor& self, IntArrayRef output_size) {
  return adaptive_avg_pooling("adaptive_avg_pool2d", 2, self, output_size);
}
AdaptivePoolPlan adaptive_avg_pool3d(const Out&, const Tensor& self, IntArrayRef output_size) {
  return adaptive_avg_pooling("adaptive_avg_pool3d", 3, self, output_size);
}
AdaptivePoolPlan adaptive_avg_pool2d_backward(const Out&, const Tensor& grad_output, const Tensor& self) {
  return adaptive_avg_pooling_backward("adaptive_avg_pool2d_backward", 2, grad_output, self);
}
AdaptivePoolPlan adaptive_avg_pool3d_backward(const Out&, const Tensor& grad_output, const Tensor& self) {
  return adaptive_avg_pooling_backward("adaptive_avg_pool3d_backward", 3, grad_output, self);
}
AdaptivePoolIndicesPlan adaptive_max_pool2d(const Out&, const Tensor& self, IntArrayRef output_size) {
  return adaptive_max_pooling("adaptive_max_pool2d", 2, self, output_size);
}
AdaptivePoolIndicesPlan adaptive_max_pool3d(const Out&, const Tensor& self, IntArrayRef output_size) {
  return adaptive_max_pooling("adaptive_max_pool3d", 3, self, output_size);
}
IndexedPoolPlan adaptive_max_pool2d_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                             const Tensor& indices) {
  return indexed_gradient("adaptive_max_pool2d_backward", 2, grad_output, self, indices, grad_output.sizes());
}
IndexedPoolPlan adaptive_max_pool3d_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                             const Tensor& indices) {
  return indexed_gradient("adaptive_max_pool3d_backward", 3, grad_output, self, indices, grad_output.sizes());
}

FractionalPoolPlan fractional_max_pool2d(const Out&, const Tensor& self, IntArrayRef kernel_size,
                                         IntArrayRef output_size, const Tensor& random_samples) {
  return fractional_pooling("fractional_max_pool2d", 2, self, kernel_size, output_size, random_samples);
}
FractionalPoolPlan fractional_max_pool3d(const Out&, const Tensor& self, IntArrayRef kernel_size,
                                         IntArrayRef output_size, const Tensor& random_samples) {
  return fractional_pooling("fractional_max_pool3d", 3, self, kernel_size, output_size, random_samples);
}
IndexedPoolPlan fractional_max_pool2d_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                               IntArrayRef kernel_size, IntArrayRef output_size,
                                               const Tensor& indices) {
  return fractional_pooling_backward("fractional_max_pool2d_backward", 2, grad_output, self, kernel_size, output_size,
                                     indices);
}
IndexedPoolPlan fractional_max_pool3d_backward(const Out&, const Tensor& grad_output, const Tensor& self,
                                               IntArrayRef kernel_size, IntArrayRef output_size,
                                               const Tensor& indices) {
  return fractional_pooling_backward("fractional_max_pool3d_backward", 3, grad_output, self, kernel_size, output_size,
                                     indices);
}

IndexedPoolPlan max_unpool2d(const Out&, const Tensor& self, const Tensor& indices, IntArrayRef output_size) {
  return unpooling("max_unpooling2d", 2, self, indices, output_size);
}
IndexedPoolPlan max_unpool3d(const Out&, const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                             IntArrayRef stride, IntArrayRef padding) {
  const auto check_three = [](const char* name, IntArrayRef values) {
    TORCHPP_CHECK(values.size() == 3, "There should be exactly three elements (depth, height, width) in ", name,
                  ", but got: ", values.size(), " elements.");
  };
  IndexedPoolPlan p = unpooling("max_unpooling3d", 3, self, indices, output_size);
  check_three("stride", stride);
  check_three("padding", padding);
  for (const int64_t s : stride) TORCHPP_CHECK(s > 0, "strides should be greater than zero, but got stride: ", stride);
  return p;
}

}  // namespace rule
}  // namespace torchpp
