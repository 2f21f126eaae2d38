// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/image_rules.h"

#include <cmath>

#include "src/core/view.h"
#include "src/ops/elementwise.h"

namespace torchpp {
namespace {

void check_dtype(const char* op, ScalarType dtype, bool complex) {
  if (!isFloatingType(dtype) && !(complex && isComplexType(dtype))) fail_dtype(op, dtype);
}
void check_same_dtype(const Tensor& expected, const Tensor& t) {
  TORCHPP_CHECK(t.scalar_type() == expected.scalar_type(), "expected scalar type ", expected.scalar_type(),
                " but found ", t.scalar_type());
}

constexpr const char* kAxis[] = {"depth", "height", "width"};
constexpr const char* kLetter[] = {"D", "H", "W"};

// "(H: 3, W: 4)"
std::string plane_text(const int64_t* sizes, int dims) {
  std::string text;
  for (int d = 0; d < dims; ++d)
    text += (text.empty() ? "(" : ", ") + std::string(kLetter[3 - dims + d]) + ": " + std::to_string(sizes[d]);
  return text + ")";
}

// Padding by the input's own elements, without the result.
EdgePadPlan edge_pad(const char* op, bool reflect, int dims, const Tensor& self, IntArrayRef padding) {
  EdgePadPlan p;
  p.mode = reflect ? EdgePadding::kReflect : EdgePadding::kReplicate;
  p.dims = dims;
  const size_t n = static_cast<size_t>(dims);
  TORCHPP_CHECK(padding.size() == 2 * n, "padding size is expected to be ", 2 * dims);
  const IntArrayRef sizes = self.sizes();
  // libtorch's reflection of one or two dimensions takes no channels for no batch.
  const size_t may_be_empty = sizes.size() == n + 2 || (reflect && dims < 3) ? 1 : 0;
  bool valid = sizes.size() == n + 1 || sizes.size() == n + 2;
  for (size_t d = may_be_empty; d < sizes.size(); ++d) valid = valid && sizes[d] != 0;
  TORCHPP_CHECK(
      valid, "Expected ", dims + 1, "D or ", dims + 2,
      "D (batch mode) tensor expected for input with possibly 0 batch size and other non-zero dimensions, but "
      "got: ",
      sizes);
  p.planes = 1;
  for (size_t d = 0; d + n < sizes.size(); ++d) p.planes = multiply_stride(p.planes, sizes[d]);
  bool any = false;
  for (int d = 0; d < dims; ++d) {
    const size_t at = sizes.size() - n + static_cast<size_t>(d), pair = 2 * (n - 1 - static_cast<size_t>(d));
    const int64_t size = sizes[at], before = padding[pair], after = padding[pair + 1];
    TORCHPP_CHECK(!reflect || (before < size && after < size), "Argument #", 4 + pair,
                  ": Padding size should be less than the corresponding input dimension, but got: padding (", before,
                  ", ", after, ") at dimension ", at, " of input ", sizes);
    p.in[d] = size, p.before[d] = before;
    p.out[d] = add_sizes(op, add_sizes(op, size, before), after);
    any = any || p.out[d] >= 1;
  }
  for (int d = 0; d < dims; ++d)
    TORCHPP_CHECK(any && p.out[d] >= 0, "input ", plane_text(p.in, dims), " is too small. Calculated output ",
                  plane_text(p.out, dims));
  check_dtype(op, self.scalar_type(), true);
  p.outputs[0].sizes = sizes;
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}
EdgePadPlan edge_pad_forward(const char* op, bool reflect, int dims, const Tensor& self, IntArrayRef padding) {
  EdgePadPlan p = edge_pad(op, reflect, dims, self, padding);
  DimVector& sizes = p.outputs[0].sizes;
  for (int d = 0; d < dims; ++d) sizes[sizes.size() - static_cast<size_t>(dims - d)] = p.out[d];
  return p;
}
EdgePadPlan edge_pad_backward(const char* op, bool reflect, int dims, const Tensor& grad, const Tensor& self,
                              IntArrayRef padding) {
  EdgePadPlan p = edge_pad(op, reflect, dims, self, padding);
  DimVector sizes(self.sizes());
  for (int d = 0; d < dims; ++d) {
    int64_t& size = sizes[sizes.size() - static_cast<size_t>(dims - d)];
    size = p.out[d];
    const int64_t got = grad.dim() == self.dim() ? grad.size(d - dims) : size;
    TORCHPP_CHECK(got == size, "grad_output ", kAxis[3 - dims + d], " unexpected. Expected: ", size, ", Got: ", got);
  }
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(sizes), op, ": expected grad_output of size ", sizes, ", but got ",
                grad.sizes());
  check_same_dtype(self, grad);
  return p;
}

using Scales = std::initializer_list<optional<double>>;

// Resampling of a tensor of `input_size` without the result.
UpsamplePlan upsampling(Resampling mode, IntArrayRef input_size, IntArrayRef output_size, bool align_corners,
                        Scales scales) {
  UpsamplePlan p;
  p.mode = mode;
  p.align_corners = align_corners;
  const size_t dims = scales.size();
  p.dims = static_cast<int>(dims);
  TORCHPP_CHECK(output_size.size() == dims, "It is expected output_size equals to ", dims, ", but got size ",
                output_size.size());
  TORCHPP_CHECK(input_size.size() == dims + 2, "It is expected input_size equals to ", dims + 2, ", but got size ",
                input_size.size());
  p.batch = input_size[0], p.channels = input_size[1];
  bool positive = true;
  for (size_t d = 0; d < dims; ++d) {
    p.in[d] = input_size[d + 2], p.out[d] = output_size[d];
    positive = positive && p.in[d] > 0 && p.out[d] > 0;
    const double scale = scales.begin()[d].value_or(0);
    p.scale[d] = scale > 0 ? scale : 0;
  }
  TORCHPP_CHECK(positive, "Input and output sizes should be greater than 0, but got input ", plane_text(p.in, p.dims),
                dims == 1 ? " and output " : " output ", plane_text(p.out, p.dims));
  return p;
}
void check_channels(IntArrayRef sizes) {
  TORCHPP_CHECK(sizes[1] != 0, "Non-empty ", sizes.size(), "D data tensor expected but got a tensor with sizes ",
                sizes);
}
bool is_cubic(Resampling mode) { return mode == Resampling::kCubic || mode == Resampling::kCubicAntialias; }
// The result lies as `like` does.
void describe_resampled(UpsamplePlan& p, const Tensor& like, const int64_t* sizes) {
  Output& o = p.outputs[0];
  o.sizes = {p.batch, p.channels};
  for (int d = 0; d < p.dims; ++d) o.sizes.push_back(sizes[d]);
  o.dtype = like.scalar_type();
  if (p.dims > 1 && !is_cubic(p.mode)) o.format = like.suggest_memory_format();
  o.dense = true;
}

UpsamplePlan upsample(const char* op, Resampling mode, const Tensor& self, IntArrayRef output_size, bool align_corners,
                      Scales scales) {
  UpsamplePlan p = upsampling(mode, self.sizes(), output_size, align_corners, scales);
  check_channels(self.sizes());
  const bool moves = mode == Resampling::kNearest || mode == Resampling::kNearestExact;
  if (!moves || self.scalar_type() != kByte) check_dtype(op, self.scalar_type(), false);
  describe_resampled(p, self, p.out);
  return p;
}

UpsamplePlan upsample_backward(const char* op, Resampling mode, const Tensor& grad, IntArrayRef output_size,
                               IntArrayRef input_size, bool align_corners, Scales scales) {
  UpsamplePlan p = upsampling(mode, input_size, output_size, align_corners, scales);
  const int64_t rank = p.dims + 2;
  TORCHPP_CHECK(grad.dim() == rank, "Expected grad_output to be a tensor of dimension ", rank, " but got: dimension ",
                grad.dim());
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t expected = d < 2 ? input_size[static_cast<size_t>(d)] : p.out[d - 2];
    TORCHPP_CHECK(grad.size(d) == expected, "Expected grad_output to have the same shape as output; output.size(", d,
                  ") = ", expected, " but got grad_output.size(", d, ") = ", grad.size(d));
  }
  check_channels(input_size);
  check_dtype(op, grad.scalar_type(), false);
  describe_resampled(p, grad, p.in);
  return p;
}

void take_pair(const char* name, IntArrayRef values, int64_t* to) {
  TORCHPP_CHECK(values.size() == 2, "It is expected ", name, " equals to 2, but got size ", values.size());
  to[0] = values[0], to[1] = values[1];
}

// Windows over images of p.image.
void find_windows(const char* op, WindowsPlan& p, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                  IntArrayRef stride) {
  take_pair("kernel_size", kernel_size, p.kernel);
  take_pair("dilation", dilation, p.dilation);
  take_pair("padding", padding, p.padding);
  take_pair("stride", stride, p.stride);
  TORCHPP_CHECK(p.kernel[0] > 0 && p.kernel[1] > 0,
                "kernel size should be greater than zero, but got kernel_height: ", p.kernel[0],
                " kernel_width: ", p.kernel[1]);
  TORCHPP_CHECK(p.stride[0] > 0 && p.stride[1] > 0,
                "stride should be greater than zero, but got stride_height: ", p.stride[0],
                " stride_width: ", p.stride[1]);
  TORCHPP_CHECK(p.dilation[0] > 0 && p.dilation[1] > 0,
                "dilation should be greater than zero, but got dilation_height: ", p.dilation[0],
                " dilation_width: ", p.dilation[1]);
  TORCHPP_CHECK(p.padding[0] >= 0 && p.padding[1] >= 0,
                "padding should be non-negative, but got pad_height: ", p.padding[0], " pad_width: ", p.padding[1]);
  for (int d = 0; d < 2; ++d) {
    const int64_t extent = add_sizes(op, multiply_sizes(op, p.dilation[d], p.kernel[d] - 1), 1);
    const int64_t room = add_sizes(op, add_sizes(op, p.image[d], multiply_sizes(op, 2, p.padding[d])), -extent);
    // Rounded down: nothing fits where there is no room.
    const int64_t steps = room / p.stride[d];
    p.windows[d] = steps + (room % p.stride[d] < 0 ? 0 : 1);
  }
}
std::string pair_text(const int64_t* pair) {
  return "(" + std::to_string(pair[0]) + ", " + std::to_string(pair[1]) + ")";
}
void describe_windows(WindowsPlan& p, const Tensor& self, IntArrayRef sizes) {
  p.outputs[0].sizes = sizes;
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
}

SamplerShape sampler(const char* op, int dims, const Tensor& input, const Tensor& grid, int64_t mode, int64_t padding,
                     bool align_corners) {
  const IntArrayRef x = input.sizes(), g = grid.sizes();
  TORCHPP_CHECK(!x.empty() && !g.empty() && x[0] == g[0],
                "grid_sampler(): expected grid and input to have same batch size, but got input with sizes ", x,
                " and grid with sizes ", g);
  TORCHPP_CHECK(g.back() + 2 == input.dim(), "grid_sampler(): expected grid to have size ", input.dim() - 2,
                " in last dimension, but got grid with sizes ", g);
  for (size_t d = 2; d < x.size(); ++d)
    TORCHPP_CHECK(x[d] > 0, "grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes ",
                  x, " with dimension ", d, " being empty");
  TORCHPP_CHECK(input.dim() == dims + 2 && grid.dim() == input.dim(), "grid_sampler(): expected ", dims + 2,
                "D input and grid with same number of dimensions, but got input with sizes ", x,
                " and grid with sizes ", g);
  TORCHPP_CHECK(dims == 2 || mode != static_cast<int64_t>(SamplerMode::kBicubic),
                "grid_sampler(): bicubic interpolation only supports 4D input");
  TORCHPP_CHECK(mode >= 0 && mode <= 2, "grid_sampler(): interpolation_mode got ", mode, ", expected 0, 1 or 2");
  TORCHPP_CHECK(padding >= 0 && padding <= 2, "grid_sampler(): padding_mode got ", padding, ", expected 0, 1 or 2");
  check_dtype(op, input.scalar_type(), false);
  check_same_dtype(input, grid);
  SamplerShape s;
  s.mode = static_cast<SamplerMode>(mode), s.padding = static_cast<SamplerPadding>(padding);
  s.align_corners = align_corners;
  s.dims = dims;
  s.batch = x[0], s.channels = x[1];
  s.points = 1;
  for (int d = 0; d < dims; ++d)
    s.in[d] = x[static_cast<size_t>(d) + 2], s.points = multiply_stride(s.points, g[static_cast<size_t>(d) + 1]);
  return s;
}
void describe_sampled(Output& o, const Tensor& like, IntArrayRef sizes) {
  o.sizes = sizes;
  o.dtype = like.scalar_type();
  o.out_dtype = OutDtype::kAny;
  o.dense = true;
}
DimVector sampled_sizes(const Tensor& input, const Tensor& grid) {
  DimVector sizes = {input.size(0), input.size(1)};
  for (int64_t d = 1; d + 1 < grid.dim(); ++d) sizes.push_back(grid.size(d));
  return sizes;
}
SamplerPlan sampled(const char* op, int dims, const Tensor& input, const Tensor& grid, int64_t mode, int64_t padding,
                    bool align_corners) {
  SamplerPlan p;
  p.shape = sampler(op, dims, input, grid, mode, padding, align_corners);
  describe_sampled(p.outputs[0], input, sampled_sizes(input, grid));
  return p;
}
SamplerBackwardPlan sampled_backward(const char* op, int dims, const Tensor& grad, const Tensor& input,
                                     const Tensor& grid, int64_t mode, int64_t padding, bool align_corners,
                                     std::array<bool, 2> mask) {
  SamplerBackwardPlan p;
  p.shape = sampler(op, dims, input, grid, mode, padding, align_corners);
  const DimVector sizes = sampled_sizes(input, grid);
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(sizes), op, ": expected grad_output of size ", sizes, ", but got ",
                grad.sizes());
  check_same_dtype(input, grad);
  describe_sampled(p.outputs[0], input, input.sizes());
  describe_sampled(p.outputs[1], grid, grid.sizes());
  p.outputs[0].wanted = mask[0], p.outputs[1].wanted = mask[1];
  return p;
}

}  // namespace

DimVector upsampled_sizes(IntArrayRef input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors) {
  TORCHPP_CHECK(output_size.has_value() != scale_factors.has_value(),
                "Must specify exactly one of output_size and scale_factors");
  const size_t given = output_size ? output_size->size() : scale_factors->size();
  TORCHPP_CHECK(given + 2 == input.size(), "upsample: ", output_size ? "output_size" : "scale_factors", " got ", given,
                " numbers, expected as many as the input ", input, " has dimensions behind batch and channels");
  if (output_size) return *output_size;
  DimVector sizes;
  for (size_t d = 0; d < given; ++d) {
    const double size = static_cast<double>(input[d + 2]) * (*scale_factors)[d];
    TORCHPP_CHECK(std::fabs(size) < 0x1p62, "upsample: scale_factors got ", (*scale_factors)[d],
                  ", expected factors that give sizes");
    sizes.push_back(static_cast<int64_t>(size));
  }
  return sizes;
}

namespace rule {

ConstantPadPlan constant_pad_nd(const Out&, const Tensor& self, IntArrayRef pad, const Scalar& value) {
  TORCHPP_CHECK(pad.size() % 2 == 0, "Length of pad must be even but instead it equals ", pad.size());
  const IntArrayRef sizes = self.sizes();
  TORCHPP_CHECK(pad.size() / 2 <= sizes.size(),
                "Length of pad should be no more than twice the number of dimensions of the input. Pad length is ",
                pad.size(), " while the input has ", sizes.size(), " dimensions.");
  ConstantPadPlan p;
  p.skip.resize(sizes.size()), p.before.resize(sizes.size());
  p.inner = sizes;
  Output& o = p.outputs[0];
  o.sizes = sizes;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const size_t d = sizes.size() - 1 - i;
    const int64_t before = pad[2 * i], after = pad[2 * i + 1], size = sizes[d];
    if (before < 0) {
      TORCHPP_CHECK_INDEX(before >= -size, "constant_pad_nd: ", pad, " crops more elements of dimension ", d, " of ",
                          sizes, " than there are");
      p.skip[d] = -before, p.inner[d] -= -before;
    }
    if (after < 0) {
      TORCHPP_CHECK(after >= -p.inner[d], "start (0) + length (", add_sizes("constant_pad_nd", p.inner[d], after),
                    ") exceeds dimension size (", p.inner[d], ").");
      p.inner[d] += after;
    }
    p.before[d] = before > 0 ? before : 0;
    o.sizes[d] =
        add_sizes("constant_pad_nd", add_sizes("constant_pad_nd", p.inner[d], p.before[d]), after > 0 ? after : 0);
    p.crops = p.crops && before <= 0 && after <= 0;
  }
  o.dtype = self.scalar_type();
  o.out_dtype = OutDtype::kAny;
  o.dense = true;
  if (!p.crops) store_number(value, o.dtype, p.value);  // no dtype needs to hold a number that pads nothing
  if (TORCHPP_UNLIKELY(p.crops)) {
    const Tensor kept(make_view(self, p.inner, self.strides(), self.storage_offset()));
    const TensorBase* const like[] = {&kept};
    o.strides = elementwise_strides(o.sizes, like, 1);
  } else {
    o.format = self.suggest_memory_format();
  }
  return p;
}

namespace {

// Circular padding, without the sizes of the result.
EdgePadPlan circular_pad_of(const char* op, const Tensor& self, IntArrayRef padding) {
  const size_t n = padding.size() / 2, rank = self.sizes().size();
  TORCHPP_CHECK(padding.size() % 2 == 0 && n >= 1 && n <= 3 && n < rank, op, ": padding got ", padding.size(),
                " amounts, expected two for each of one to three dimensions behind the first of an input with ", rank);
  EdgePadPlan p;
  p.mode = EdgePadding::kCircular;
  p.dims = static_cast<int>(n);
  p.planes = 1;
  for (size_t d = 0; d + n < rank; ++d) p.planes = multiply_stride(p.planes, self.sizes()[d]);
  for (size_t d = 0; d < n; ++d) {
    const int64_t size = self.sizes()[rank - n + d], before = padding[2 * (n - 1 - d)],
                  after = padding[2 * (n - 1 - d) + 1];
    TORCHPP_CHECK(before >= 0 && after >= 0 && before <= size && after <= size, op, ": padding got (", before, ", ",
                  after, "), expected amounts from 0 to the size of the dimension, ", size);
    p.in[d] = size, p.before[d] = before;
    p.out[d] = add_sizes(op, add_sizes(op, size, before), after);
  }
  p.outputs[0].sizes = self.sizes();
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}
DimVector padded_sizes(const EdgePadPlan& p) {
  DimVector sizes = p.outputs[0].sizes;
  const size_t n = static_cast<size_t>(p.dims);
  for (size_t d = 0; d < n; ++d) sizes[sizes.size() - n + d] = p.out[d];
  return sizes;
}

}  // namespace

EdgePadPlan circular_pad(const Out&, const Tensor& self, IntArrayRef padding) {
  EdgePadPlan p = circular_pad_of("_circular_pad", self, padding);
  p.outputs[0].sizes = padded_sizes(p);
  return p;
}
EdgePadPlan circular_pad_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  const char* op = "_circular_pad_backward";
  EdgePadPlan p = circular_pad_of(op, self, padding);
  check_dtype(op, self.scalar_type(), true);
  TORCHPP_CHECK(grad_output.sizes() == IntArrayRef(padded_sizes(p)), op, ": expected grad_output of size ",
                padded_sizes(p), ", but got ", grad_output.sizes());
  check_same_dtype(self, grad_output);
  return p;
}
EdgePadPlan reflection_pad1d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("reflection_pad1d", true, 1, self, padding);
}
EdgePadPlan reflection_pad1d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("reflection_pad1d_backward", true, 1, grad_output, self, padding);
}
EdgePadPlan reflection_pad2d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("reflection_pad2d", true, 2, self, padding);
}
EdgePadPlan reflection_pad2d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("reflection_pad2d_backward", true, 2, grad_output, self, padding);
}
EdgePadPlan reflection_pad3d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("reflection_pad3d", true, 3, self, padding);
}
EdgePadPlan reflection_pad3d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("reflection_pad3d_backward", true, 3, grad_output, self, padding);
}
EdgePadPlan replication_pad1d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("replication_pad1d", false, 1, self, padding);
}
EdgePadPlan replication_pad1d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("replication_pad1d_backward", false, 1, grad_output, self, padding);
}
EdgePadPlan replication_pad2d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("replication_pad2d", false, 2, self, padding);
}
EdgePadPlan replication_pad2d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("replication_pad2d_backward", false, 2, grad_output, self, padding);
}
EdgePadPlan replication_pad3d(const Out&, const Tensor& self, IntArrayRef padding) {
  return edge_pad_forward("replication_pad3d", false, 3, self, padding);
}
EdgePadPlan replication_pad3d_backward(const Out&, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return edge_pad_backward("replication_pad3d_backward", false, 3, grad_output, self, padding);
}

UpsamplePlan upsample_nearest1d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> w) {
  return upsample("upsample_nearest1d", Resampling::kNearest, self, output_size, false, {w});
}
UpsamplePlan upsample_nearest1d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> w) {
  return upsample_backward("upsample_nearest1d_backward", Resampling::kNearest, grad_output, output_size, input_size,
                           false, {w});
}
UpsamplePlan upsample_nearest2d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> h,
                                optional<double> w) {
  return upsample("upsample_nearest2d", Resampling::kNearest, self, output_size, false, {h, w});
}
UpsamplePlan upsample_nearest2d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> h, optional<double> w) {
  return upsample_backward("upsample_nearest2d_backward", Resampling::kNearest, grad_output, output_size, input_size,
                           false, {h, w});
}
UpsamplePlan upsample_nearest3d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> d,
                                optional<double> h, optional<double> w) {
  return upsample("upsample_nearest3d", Resampling::kNearest, self, output_size, false, {d, h, w});
}
UpsamplePlan upsample_nearest3d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> d, optional<double> h,
                                         optional<double> w) {
  return upsample_backward("upsample_nearest3d_backward", Resampling::kNearest, grad_output, output_size, input_size,
                           false, {d, h, w});
}
UpsamplePlan upsample_nearest_exact1d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> w) {
  return upsample("_upsample_nearest_exact1d", Resampling::kNearestExact, self, output_size, false, {w});
}
UpsamplePlan upsample_nearest_exact1d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> w) {
  return upsample_backward("_upsample_nearest_exact1d_backward", Resampling::kNearestExact, grad_output, output_size,
                           input_size, false, {w});
}
UpsamplePlan upsample_nearest_exact2d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> h,
                                      optional<double> w) {
  return upsample("_upsample_nearest_exact2d", Resampling::kNearestExact, self, output_size, false, {h, w});
}
UpsamplePlan upsample_nearest_exact2d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> h, optional<double> w) {
  return upsample_backward("_upsample_nearest_exact2d_backward", Resampling::kNearestExact, grad_output, output_size,
                           input_size, false, {h, w});
}
UpsamplePlan upsample_nearest_exact3d(const Out&, const Tensor& self, IntArrayRef output_size, optional<double> d,
                                      optional<double> h, optional<double> w) {
  return upsample("_upsample_nearest_exact3d", Resampling::kNearestExact, self, output_size, false, {d, h, w});
}
UpsamplePlan upsample_nearest_exact3d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> d, optional<double> h,
                                               optional<double> w) {
  return upsample_backward("_upsample_nearest_exact3d_backward", Resampling::kNearestExact, grad_output, output_size,
                           input_size, false, {d, h, w});
}
UpsamplePlan upsample_linear1d(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                               optional<double> w) {
  return upsample("upsample_linear1d", Resampling::kLinear, self, output_size, align_corners, {w});
}
UpsamplePlan upsample_linear1d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners, optional<double> w) {
  return upsample_backward("upsample_linear1d_backward", Resampling::kLinear, grad_output, output_size, input_size,
                           align_corners, {w});
}
UpsamplePlan upsample_bilinear2d(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                 optional<double> h, optional<double> w) {
  return upsample("upsample_bilinear2d", Resampling::kLinear, self, output_size, align_corners, {h, w});
}
UpsamplePlan upsample_bilinear2d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners, optional<double> h,
                                          optional<double> w) {
  return upsample_backward("upsample_bilinear2d_backward", Resampling::kLinear, grad_output, output_size, input_size,
                           align_corners, {h, w});
}
UpsamplePlan upsample_trilinear3d(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                  optional<double> d, optional<double> h, optional<double> w) {
  return upsample("upsample_trilinear3d", Resampling::kLinear, self, output_size, align_corners, {d, h, w});
}
UpsamplePlan upsample_trilinear3d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                           IntArrayRef input_size, bool align_corners, optional<double> d,
                                           optional<double> h, optional<double> w) {
  return upsample_backward("upsample_trilinear3d_backward", Resampling::kLinear, grad_output, output_size, input_size,
                           align_corners, {d, h, w});
}
UpsamplePlan upsample_bicubic2d(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                optional<double> h, optional<double> w) {
  return upsample("upsample_bicubic2d", Resampling::kCubic, self, output_size, align_corners, {h, w});
}
UpsamplePlan upsample_bicubic2d_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners, optional<double> h,
                                         optional<double> w) {
  return upsample_backward("upsample_bicubic2d_backward", Resampling::kCubic, grad_output, output_size, input_size,
                           align_corners, {h, w});
}
UpsamplePlan upsample_bilinear2d_aa(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                    optional<double> h, optional<double> w) {
  return upsample("_upsample_bilinear2d_aa", Resampling::kLinearAntialias, self, output_size, align_corners, {h, w});
}
UpsamplePlan upsample_bilinear2d_aa_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                             IntArrayRef input_size, bool align_corners, optional<double> h,
                                             optional<double> w) {
  return upsample_backward("_upsample_bilinear2d_aa_backward", Resampling::kLinearAntialias, grad_output, output_size,
                           input_size, align_corners, {h, w});
}
UpsamplePlan upsample_bicubic2d_aa(const Out&, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                   optional<double> h, optional<double> w) {
  return upsample("_upsample_bicubic2d_aa", Resampling::kCubicAntialias, self, output_size, align_corners, {h, w});
}
UpsamplePlan upsample_bicubic2d_aa_backward(const Out&, const Tensor& grad_output, IntArrayRef output_size,
                                            IntArrayRef input_size, bool align_corners, optional<double> h,
                                            optional<double> w) {
  return upsample_backward("_upsample_bicubic2d_aa_backward", Resampling::kCubicAntialias, grad_output, output_size,
                           input_size, align_corners, {h, w});
}

WindowsPlan im2col(const Out&, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                   IntArrayRef stride) {
  const IntArrayRef sizes = self.sizes();
  const size_t d = sizes.size();
  const bool batched = d == 4;
  TORCHPP_CHECK((d == 3 || d == 4) && sizes[d - 1] != 0 && sizes[d - 2] != 0 && sizes[d - 3] != 0,
                "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for "
                "input, but got: ",
                sizes);
  WindowsPlan p;
  p.batch = batched ? sizes[0] : 1, p.channels = sizes[d - 3];
  p.image[0] = sizes[d - 2], p.image[1] = sizes[d - 1];
  find_windows("im2col", p, kernel_size, dilation, padding, stride);
  TORCHPP_CHECK(p.windows[0] >= 1 && p.windows[1] >= 1, "Given input with spatial size ", pair_text(p.image),
                ", kernel_size=", pair_text(p.kernel), ", dilation=", pair_text(p.dilation),
                ", padding=", pair_text(p.padding), ", calculated shape of the array of sliding blocks as ",
                pair_text(p.windows), ", but its components must be at least one.");
  check_dtype("im2col", self.scalar_type(), true);
  const int64_t rows = multiply_sizes("im2col", p.channels, multiply_sizes("im2col", p.kernel[0], p.kernel[1]));
  const int64_t columns = multiply_sizes("im2col", p.windows[0], p.windows[1]);
  if (batched) describe_windows(p, self, {p.batch, rows, columns});
  else describe_windows(p, self, {rows, columns});
  return p;
}

WindowsPlan col2im(const Out&, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size,
                   IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  WindowsPlan p;
  take_pair("output_size", output_size, p.image);
  const IntArrayRef sizes = self.sizes();
  const size_t d = sizes.size();
  const bool batched = d == 3;
  find_windows("col2im", p, kernel_size, dilation, padding, stride);
  TORCHPP_CHECK((d == 2 || d == 3) && sizes[d - 1] != 0 && sizes[d - 2] != 0,
                "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions "
                "for input, but got: ",
                sizes);
  const int64_t taps = multiply_sizes("col2im", p.kernel[0], p.kernel[1]);
  TORCHPP_CHECK(sizes[d - 2] % taps == 0,
                "Expected size of input's dimension 1 to be divisible by the product of "
                "kernel_size, but got input.size(1)=",
                sizes[d - 2], " and kernel_size=", pair_text(p.kernel), ".");
  const int64_t columns = multiply_sizes("col2im", p.windows[0], p.windows[1]);
  TORCHPP_CHECK(sizes[d - 1] == columns, "Given output_size=", pair_text(p.image),
                ", kernel_size=", pair_text(p.kernel), ", dilation=", pair_text(p.dilation),
                ", padding=", pair_text(p.padding), ", stride=", pair_text(p.stride),
                ", expected size of input's dimension 2 to match the calculated number of sliding blocks ",
                p.windows[0], " * ", p.windows[1], " = ", columns, ", but got input.size(2)=", sizes[d - 1], ".");
  TORCHPP_CHECK(p.image[0] >= 1 && p.image[1] >= 1 && p.windows[0] >= 1 && p.windows[1] >= 1,
                "Expected output spatial size to be positive, but got: output_size=", pair_text(p.image), ".");
  check_dtype("col2im", self.scalar_type(), true);
  p.batch = batched ? sizes[0] : 1, p.channels = sizes[d - 2] / taps;
  if (batched) describe_windows(p, self, {p.batch, p.channels, p.image[0], p.image[1]});
  else describe_windows(p, self, {p.channels, p.image[0], p.image[1]});
  return p;
}

SamplerPlan grid_sampler_2d(const Out&, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners) {
  return sampled("grid_sampler_2d", 2, input, grid, interpolation_mode, padding_mode, align_corners);
}
SamplerPlan grid_sampler_3d(const Out&, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners) {
  return sampled("grid_sampler_3d", 3, input, grid, interpolation_mode, padding_mode, align_corners);
}
SamplerBackwardPlan grid_sampler_2d_backward(const Out&, const Tensor& grad_output, const Tensor& input,
                                             const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                                             bool align_corners, std::array<bool, 2> output_mask) {
  return sampled_backward("grid_sampler_2d_backward", 2, grad_output, input, grid, interpolation_mode, padding_mode,
                          align_corners, output_mask);
}
SamplerBackwardPlan grid_sampler_3d_backward(const Out&, const Tensor& grad_output, const Tensor& input,
                                             const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                                             bool align_corners, std::array<bool, 2> output_mask) {
  return sampled_backward("grid_sampler_3d_backward", 3, grad_output, input, grid, interpolation_mode, padding_mode,
                          align_corners, output_mask);
}

}  // namespace rule
}  // namespace torchpp
