// SPDX-License-Identifier: BSD-3-Clause
// Image operators that are made of others.

#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>

#include "src/ops/generated/creation.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/image_rules.h"
#include "src/ops/loop_scalars.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

// Places from -1 to 1: of the middles of the outermost of n elements, or of their outer ends.
Tensor places(int64_t n, bool align_corners, TensorOptions options) {
  if (n <= 1) return torchpp::zeros({n}, options);
  const Tensor between = torchpp::linspace(-1, 1, n, options);
  return align_corners ? between : (between * (n - 1) / n).to(options.dtype());
}

// The sizes of the image, once those of a grid are checked.
IntArrayRef checked_image(IntArrayRef size) {
  TORCHPP_CHECK(size.size() == 4 || size.size() == 5,
                "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.");
  const IntArrayRef image = size.slice(2);
  TORCHPP_CHECK(size[0] >= 0, "affine_grid_generator: size got a negative number in ", size);
  for (const int64_t n : image) TORCHPP_CHECK(n >= 0, "affine_grid_generator: size got a negative number in ", size);
  return image;
}
// Homogeneous coordinates of the pixels of `size`, innermost first: (N, 3 or 4, pixels). Those of 16-bit floats are
// given as floats, in which products are taken.
Tensor base_grid(IntArrayRef size, bool align_corners, TensorOptions options) {
  const IntArrayRef image = checked_image(size);
  std::vector<Tensor> coordinates;
  for (size_t d = image.size(); d-- > 0;) {
    DimVector along(image.size(), 1);
    along[d] = image[d];
    coordinates.push_back(places(image[d], align_corners, options).view(along).expand(image));
  }
  coordinates.push_back(torchpp::ones(image, options));
  const int64_t pixels = coordinates.back().numel(), rank = static_cast<int64_t>(coordinates.size());
  const Tensor grid = torchpp::stack(coordinates).to(wide_float(options.dtype().toScalarType()));
  return grid.view({1, rank, pixels}).expand({size[0], rank, pixels});
}
// A product of such coordinates in the dtype of the 16-bit floats that it was asked for; under autocast, which chooses
// the dtype of products, that of floats stays as it is.
Tensor narrowed(const Tensor& product, ScalarType dtype) {
  return wide_float(dtype) == dtype ? product : product.to(dtype);
}
// The sizes of a grid of coordinates.
DimVector grid_sizes(IntArrayRef size) {
  DimVector sizes = {size[0]};
  for (const int64_t n : size.slice(2)) sizes.push_back(n);
  sizes.push_back(static_cast<int64_t>(size.size()) - 2);
  return sizes;
}

}  // namespace

// One kernel each for all backends, because a call is one node in a graph.
namespace every_backend {
namespace {

// The sizes with the last three exchanged for `tail`.
DimVector with_tail(IntArrayRef sizes, std::initializer_list<int64_t> tail) {
  DimVector result(sizes.slice(0, sizes.size() - 3));
  for (const int64_t n : tail) result.push_back(n);
  return result;
}

// Strides of the parts of an image that lies channels last: dimension 0, the parts of its channels, as many as that,
// then those of its rows and columns.
DimVector channels_last_strides(IntArrayRef parts, size_t of_channels) {
  DimVector strides(parts.size());
  int64_t step = 1;
  const auto put = [&](size_t d) {
    strides[d] = step;
    step *= parts[d];
  };
  for (size_t d = of_channels; d > 0; --d) put(d);
  for (size_t d = parts.size(); --d > of_channels;) put(d);
  put(0);
  return strides;
}

// A copy whose last three dimensions are split into `split`, put in `order` and joined to `joined`, of which the first
// has `of_channels` of the parts. Images that lie channels last stay so.
Tensor rearranged(const Tensor& self, std::initializer_list<int64_t> split, std::initializer_list<int64_t> order,
                  size_t of_channels, std::initializer_list<int64_t> joined) {
  const int64_t leading = self.dim() - 3;
  DimVector dims;
  for (int64_t d = 0; d < leading; ++d) dims.push_back(d);
  for (const int64_t d : order) dims.push_back(leading + d);
  const Tensor parts = self.reshape(with_tail(self.sizes(), split)).permute(dims);
  const DimVector sizes = with_tail(self.sizes(), joined);
  const MemoryFormat format = self.suggest_memory_format();
  if (self.dim() != 4 || format == MemoryFormat::Contiguous)
    return op::unsafe_view(parts.clone(MemoryFormat::Contiguous), sizes).contiguous(format);
  Tensor image;
  if (self.is_contiguous(format) && self.numel() > 0) {  // one copy, in the image's order
    const Tensor like = self.detach().as_strided(parts.sizes(), channels_last_strides(parts.sizes(), of_channels));
    image = op::unsafe_view(op::copy(Out(), like, parts, false), sizes);
  } else {
    image = op::unsafe_view(parts.clone(MemoryFormat::Contiguous), sizes).contiguous(format);
  }
  image.impl()->set_sizes(sizes, format);  // a view leaves the strides of dimensions of size 1 open
  return image;
}

// Throws unless there are channels and a positive factor.
void check_shuffle(const char* op, const char* factor, const Tensor& self, int64_t r) {
  TORCHPP_CHECK(self.dim() >= 3, op, " expects input to have at least 3 dimensions, but got input with ", self.dim(),
                " dimension(s)");
  TORCHPP_CHECK(r > 0, op, " expects a positive ", factor, ", but got ", r);
}

}  // namespace

Tensor pixel_shuffle(Out out, const Tensor& self, int64_t upscale_factor) {
  const int64_t r = upscale_factor;
  check_shuffle("pixel_shuffle", "upscale_factor", self, r);
  const int64_t square = multiply_sizes("pixel_shuffle", r, r);
  TORCHPP_CHECK(self.size(-3) % square == 0,
                "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                "upscale_factor, but input.size(-3)=",
                self.size(-3), " is not divisible by ", square);
  const int64_t c = self.size(-3) / square, h = self.size(-2), w = self.size(-1);
  return finish_composite("pixel_shuffle", out,
                          rearranged(self, {c, r, r, h, w}, {0, 3, 1, 4, 2}, 1, {c, h * r, w * r}));
}

Tensor pixel_unshuffle(Out out, const Tensor& self, int64_t downscale_factor) {
  const int64_t r = downscale_factor;
  check_shuffle("pixel_unshuffle", "downscale_factor", self, r);
  TORCHPP_CHECK(self.size(-2) % r == 0,
                "pixel_unshuffle expects height to be divisible by downscale_factor, but "
                "input.size(-2)=",
                self.size(-2), " is not divisible by ", r);
  TORCHPP_CHECK(self.size(-1) % r == 0,
                "pixel_unshuffle expects width to be divisible by downscale_factor, but "
                "input.size(-1)=",
                self.size(-1), " is not divisible by ", r);
  const int64_t c = self.size(-3), h = self.size(-2) / r, w = self.size(-1) / r;
  const int64_t channels = multiply_sizes("pixel_unshuffle", c, multiply_sizes("pixel_unshuffle", r, r));
  return finish_composite("pixel_unshuffle", out,
                          rearranged(self, {c, h, r, w, r}, {0, 2, 4, 1, 3}, 3, {channels, h, w}));
}

Tensor affine_grid_generator(Out out, const Tensor& theta, IntArrayRef size, bool align_corners) {
  const Tensor base = base_grid(size, align_corners, theta.options());
  // Few rows of many pixels: a product with as few columns would take three times as long.
  const Tensor coordinates = narrowed(theta.to(base.scalar_type()).bmm(base), theta.scalar_type());
  return finish_composite("affine_grid_generator", out,
                          coordinates.transpose(1, 2).contiguous().view(grid_sizes(size)));
}

}  // namespace every_backend

namespace composite {
namespace {

// Modes by number, as in libtorch.
enum PadMode : int64_t { kReflectPad, kReplicatePad, kCircularPad, kConstantPad };
constexpr const char* kPadModes[] = {"reflect", "replicate", "circular", "constant"};

Tensor shuffled_channels(const Tensor& self, int64_t groups) {
  TORCHPP_CHECK(groups > 0, "Number of groups to divide channels in must be positive. Value of groups:", groups);
  const int64_t channels = self.size(1);
  TORCHPP_CHECK(channels % groups == 0, "Number of channels must be divisible by groups. Got ", channels,
                " channels and ", groups, " groups.");
  int64_t positions = 1;
  for (int64_t d = 2; d < self.dim(); ++d) positions *= self.size(d);
  const Tensor parts = self.reshape({self.size(0), groups, channels / groups, positions}).transpose(1, 2);
  const MemoryFormat format = self.suggest_memory_format();
  if (format == MemoryFormat::Contiguous) return op::unsafe_view(parts.clone(MemoryFormat::Contiguous), self.sizes());
  Tensor image;
  if (self.is_contiguous(format) &&
      self.numel() > 0) {  // one copy, whose order in memory is that of the image, not that of its parts
    const Tensor like = self.detach().reshape({self.size(0), channels / groups, groups, positions});
    image = op::unsafe_view(op::copy(Out(), like, parts, false), self.sizes());
  } else {
    image = op::unsafe_view(parts.clone(MemoryFormat::Contiguous), self.sizes()).contiguous(format);
  }
  image.impl()->set_sizes(self.sizes(), format);  // a view leaves the strides of dimensions of size 1 open
  return image;
}

// Scale `d` of a list that may be missing.
optional<double> scale(optional<ArrayRef<double>> scales, size_t d) {
  return scales ? optional<double>((*scales)[d]) : nullopt;
}

}  // namespace

Tensor pad(const Tensor& self, IntArrayRef pad, std::string_view mode, optional<double> value) {
  for (int64_t i = 0; i < 4; ++i)
    if (mode == kPadModes[i]) return op::pad_enum(self, pad, i, value);
  TORCHPP_FAIL_KIND(kNotImplemented, "Unrecognised padding mode ", std::string(mode));
}

Tensor pad_enum(const Tensor& self, IntArrayRef pad, int64_t mode, optional<double> value) {
  TORCHPP_CHECK(pad.size() % 2 == 0, "Padding length must be divisible by 2");
  const size_t dims = pad.size() / 2, rank = self.sizes().size();
  TORCHPP_CHECK(dims <= rank, "Padding length too large");
  if (mode == kConstantPad) return op::constant_pad_nd(Out(), self, pad, Scalar(value.value_or(0)));
  const bool supported = dims >= 1 && dims <= 3 && (rank == dims + 1 || rank == dims + 2);
  if (mode >= 0 && mode < kConstantPad && supported) {
    TORCHPP_CHECK(value.value_or(0) == 0, "Padding mode \"", kPadModes[mode], "\" doesn't take in value argument");
    if (mode == kCircularPad) return op::pad_circular(self, pad);
    const bool reflect = mode == kReflectPad;
    if (dims == 1) return reflect ? op::reflection_pad1d(Out(), self, pad) : op::replication_pad1d(Out(), self, pad);
    if (dims == 2) return reflect ? op::reflection_pad2d(Out(), self, pad) : op::replication_pad2d(Out(), self, pad);
    return reflect ? op::reflection_pad3d(Out(), self, pad) : op::replication_pad3d(Out(), self, pad);
  }
  TORCHPP_FAIL_KIND(kNotImplemented,
                    "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now: pad has ", pad.size(),
                    " values, input has ", rank, " dimensions");
}

Tensor pad_circular(const Tensor& self, IntArrayRef pad) {
  const int64_t dims = static_cast<int64_t>(pad.size() / 2);
  TORCHPP_CHECK(pad.size() % 2 == 0 && (self.dim() == dims + 1 || self.dim() == dims + 2),
                "Invalid padding size, expected ", 2 * (self.dim() - 2), " but got ", pad.size());
  Tensor inner = self;
  DimVector around;  // amounts that are not negative
  bool any = false;
  for (int64_t i = 0; i < dims; ++i) {
    const int64_t d = self.dim() - 1 - i, size = self.size(d);
    const int64_t before = pad[static_cast<size_t>(2 * i)], after = pad[static_cast<size_t>(2 * i + 1)];
    // What wraps around is what negative amounts leave.
    TORCHPP_CHECK(before >= -size && after >= -size, "Negative padding value is resulting in an empty dimension");
    const int64_t crop_front = before < 0 ? -before : 0, crop_back = after < 0 ? -after : 0;
    TORCHPP_CHECK(crop_back <= size - crop_front, "Negative padding value is resulting in an empty dimension");
    const int64_t left = size - crop_front - crop_back;
    TORCHPP_CHECK(before <= left && after <= left, "Padding value causes wrapping around more than once: padding (",
                  before, ", ", after, ") at dimension ", d, " of input ", self.sizes());
    if (left < size) inner = inner.narrow(d, crop_front, left);
    around.push_back(before < 0 ? 0 : before), around.push_back(after < 0 ? 0 : after);
    any = any || before > 0 || after > 0;
  }
  if (!any) return inner.clone(MemoryFormat::Contiguous);
  constexpr size_t kTogether = 6;  // the amounts of as many dimensions as the kernel pads at once
  const IntArrayRef amounts(around);
  Tensor result = op::circular_pad(Out(), inner, amounts.slice(0, std::min(kTogether, amounts.size())));
  for (size_t i = kTogether; i < amounts.size(); i += 2) {  // an outer one: all that is inside is a row
    const int64_t d = self.dim() - 1 - static_cast<int64_t>(i / 2);
    DimVector sizes(result.sizes());
    const int64_t rows[] = {0, 0, amounts[i], amounts[i + 1]};
    const Tensor padded = op::circular_pad(Out(), result.flatten(d + 1), rows);
    sizes[static_cast<size_t>(d)] = padded.size(d);
    result = padded.view(sizes);
  }
  return result;
}

Tensor channel_shuffle(Out out, const Tensor& self, int64_t groups) {
  TORCHPP_CHECK(self.dim() >= 3, "channel_shuffle expects input with > 2 dims, but got input with sizes ",
                self.sizes());
  return finish_composite("channel_shuffle", out, shuffled_channels(self, groups));
}
Tensor native_channel_shuffle(const Tensor& self, int64_t groups) {
  TORCHPP_CHECK(self.dim() >= 2, "native_channel_shuffle expects input with > 1 dims, but got input with sizes ",
                self.sizes());
  return shuffled_channels(self, groups);
}

// A coordinate is one of rows or of columns: its products with the gradient need sums of these alone.
Tensor affine_grid_generator_backward(const Tensor& grad, IntArrayRef size, bool align_corners) {
  const IntArrayRef image = checked_image(size);
  const DimVector sizes = grid_sizes(size);
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(sizes), "affine_grid_generator_backward: grad got sizes ", grad.sizes(),
                ", expected ", IntArrayRef(sizes));
  const ScalarType wide = wide_float(grad.scalar_type());
  std::vector<Tensor> columns;  // of the result, each a row: its strides are those of a transposed product
  Tensor sums;
  for (size_t d = image.size(); d-- > 0;) {
    DimVector others;
    for (size_t i = 0; i < image.size(); ++i)
      if (i != d) others.push_back(static_cast<int64_t>(i) + 1);
    sums = grad.sum(others, false, wide);
    const Tensor along = places(image[d], align_corners, grad.options()).to(wide);
    columns.push_back(along.view({1, -1}).matmul(sums));
  }
  columns.push_back(sums.sum(IntArrayRef(1), true).to(columns[0].scalar_type()));  // which autocast may lower
  return narrowed(torchpp::cat(columns, 1).transpose(1, 2), grad.scalar_type());
}

Tensor grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners) {
  if (input.dim() == 5) return op::grid_sampler_3d(Out(), input, grid, interpolation_mode, padding_mode, align_corners);
  return op::grid_sampler_2d(Out(), input, grid, interpolation_mode, padding_mode, align_corners);
}

Tensor upsample_nearest1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                              optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("upsample_nearest1d", out,
                          op::upsample_nearest1d(Out(), input, sizes, scale(scale_factors, 0)));
}
Tensor upsample_nearest1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "upsample_nearest1d_backward", out,
      op::upsample_nearest1d_backward(Out(), grad_output, sizes, input_size, scale(scale_factors, 0)));
}
Tensor upsample_nearest2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                              optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "upsample_nearest2d", out,
      op::upsample_nearest2d(Out(), input, sizes, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_nearest2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("upsample_nearest2d_backward", out,
                          op::upsample_nearest2d_backward(Out(), grad_output, sizes, input_size,
                                                          scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_nearest3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                              optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("upsample_nearest3d", out,
                          op::upsample_nearest3d(Out(), input, sizes, scale(scale_factors, 0), scale(scale_factors, 1),
                                                 scale(scale_factors, 2)));
}
Tensor upsample_nearest3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "upsample_nearest3d_backward", out,
      op::upsample_nearest3d_backward(Out(), grad_output, sizes, input_size, scale(scale_factors, 0),
                                      scale(scale_factors, 1), scale(scale_factors, 2)));
}
Tensor upsample_nearest_exact1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                                    optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("_upsample_nearest_exact1d", out,
                          op::upsample_nearest_exact1d(Out(), input, sizes, scale(scale_factors, 0)));
}
Tensor upsample_nearest_exact1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                             IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "_upsample_nearest_exact1d_backward", out,
      op::upsample_nearest_exact1d_backward(Out(), grad_output, sizes, input_size, scale(scale_factors, 0)));
}
Tensor upsample_nearest_exact2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                                    optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "_upsample_nearest_exact2d", out,
      op::upsample_nearest_exact2d(Out(), input, sizes, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_nearest_exact2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                             IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("_upsample_nearest_exact2d_backward", out,
                          op::upsample_nearest_exact2d_backward(Out(), grad_output, sizes, input_size,
                                                                scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_nearest_exact3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size,
                                    optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("_upsample_nearest_exact3d", out,
                          op::upsample_nearest_exact3d(Out(), input, sizes, scale(scale_factors, 0),
                                                       scale(scale_factors, 1), scale(scale_factors, 2)));
}
Tensor upsample_nearest_exact3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                             IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "_upsample_nearest_exact3d_backward", out,
      op::upsample_nearest_exact3d_backward(Out(), grad_output, sizes, input_size, scale(scale_factors, 0),
                                            scale(scale_factors, 1), scale(scale_factors, 2)));
}
Tensor upsample_linear1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                             optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("upsample_linear1d", out,
                          op::upsample_linear1d(Out(), input, sizes, align_corners, scale(scale_factors, 0)));
}
Tensor upsample_linear1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                      IntArrayRef input_size, bool align_corners,
                                      optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "upsample_linear1d_backward", out,
      op::upsample_linear1d_backward(Out(), grad_output, sizes, input_size, align_corners, scale(scale_factors, 0)));
}
Tensor upsample_bilinear2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                               optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "upsample_bilinear2d", out,
      op::upsample_bilinear2d(Out(), input, sizes, align_corners, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bilinear2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners,
                                        optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("upsample_bilinear2d_backward", out,
                          op::upsample_bilinear2d_backward(Out(), grad_output, sizes, input_size, align_corners,
                                                           scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_trilinear3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite("upsample_trilinear3d", out,
                          op::upsample_trilinear3d(Out(), input, sizes, align_corners, scale(scale_factors, 0),
                                                   scale(scale_factors, 1), scale(scale_factors, 2)));
}
Tensor upsample_trilinear3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners,
                                         optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite(
      "upsample_trilinear3d_backward", out,
      op::upsample_trilinear3d_backward(Out(), grad_output, sizes, input_size, align_corners, scale(scale_factors, 0),
                                        scale(scale_factors, 1), scale(scale_factors, 2)));
}
Tensor upsample_bicubic2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                              optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "upsample_bicubic2d", out,
      op::upsample_bicubic2d(Out(), input, sizes, align_corners, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bicubic2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners,
                                       optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("upsample_bicubic2d_backward", out,
                          op::upsample_bicubic2d_backward(Out(), grad_output, sizes, input_size, align_corners,
                                                          scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bilinear2d_aa_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                  optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "_upsample_bilinear2d_aa", out,
      op::upsample_bilinear2d_aa(Out(), input, sizes, align_corners, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bilinear2d_aa_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                           IntArrayRef input_size, bool align_corners,
                                           optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("_upsample_bilinear2d_aa_backward", out,
                          op::upsample_bilinear2d_aa_backward(Out(), grad_output, sizes, input_size, align_corners,
                                                              scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bicubic2d_aa_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                 optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input.sizes(), output_size, scale_factors);
  return finish_composite(
      "_upsample_bicubic2d_aa", out,
      op::upsample_bicubic2d_aa(Out(), input, sizes, align_corners, scale(scale_factors, 0), scale(scale_factors, 1)));
}
Tensor upsample_bicubic2d_aa_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners,
                                          optional<ArrayRef<double>> scale_factors) {
  const DimVector sizes = upsampled_sizes(input_size, output_size, scale_factors);
  return finish_composite("_upsample_bicubic2d_aa_backward", out,
                          op::upsample_bicubic2d_aa_backward(Out(), grad_output, sizes, input_size, align_corners,
                                                             scale(scale_factors, 0), scale(scale_factors, 1)));
}

}  // namespace composite
}  // namespace torchpp
