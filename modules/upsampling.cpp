// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/nn/modules/upsampling.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/pooling.h>

#include <cmath>

#include "modules/print.h"
#include "src/core/shape.h"

namespace torchpp::nn {

namespace functional {

namespace {

using Mode = InterpolateFuncOptions::mode_t;

template <class Kind>
bool is(const Mode& mode) {
  return enumtype::holds_alternative<Kind>(mode);
}

// The sizes of the result behind batch and channels.
std::vector<int64_t> interpolated_size(const Tensor& input, size_t dims, const InterpolateFuncOptions& options) {
  const auto& size = options.size();
  const auto& scales = options.scale_factor();
  TORCHPP_CHECK(size || scales, "either size or scale_factor should be defined");
  TORCHPP_CHECK(!size || !scales, "only one of size or scale_factor should be defined");
  if (size) return *size;
  TORCHPP_CHECK(scales->size() == dims, "scale_factor shape must match input shape. Input is ", dims,
                "D, scale_factor size is ", scales->size());
  bool fraction = false;
  for (const double s : *scales) fraction = fraction || std::floor(s) != s;
  if (fraction && !options.recompute_scale_factor())
    TORCHPP_WARN(
        "The default behavior for interpolate/upsample with float scale_factor changed in 1.6.0 to align with other "
        "frameworks/libraries, and uses scale_factor directly, instead of relying on the computed output size. If you "
        "wish to keep the old behavior, please set recompute_scale_factor=True. See the documentation of nn.Upsample "
        "for details. ");
  std::vector<int64_t> result;
  for (size_t d = 0; d < dims; ++d) {
    const double n = std::floor(static_cast<double>(input.sizes()[d + 2]) * (*scales)[d]);
    TORCHPP_CHECK(std::fabs(n) < 0x1p62, "interpolate: scale_factor got ", (*scales)[d],
                  ", expected factors that give sizes");
    result.push_back(static_cast<int64_t>(n));
  }
  return result;
}

// Means over windows of a volume, first over those of its planes.
Tensor area_of_volumes(const Tensor& input, IntArrayRef size) {
  const Tensor planes = adaptive_avg_pool2d(input.flatten(1, 2), size.slice(1));
  const int64_t n = input.size(0), c = input.size(1);
  const Tensor lines = planes.reshape({n, c, input.size(2), size[1] * size[2]});
  return adaptive_avg_pool2d(lines, {size[0], size[1] * size[2]}).reshape({n, c, size[0], size[1], size[2]});
}

}  // namespace

Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& options) {
  const Mode mode = options.mode();
  const bool nearest = is<enumtype::kNearest>(mode), exact = is<enumtype::kNearestExact>(mode),
             area = is<enumtype::kArea>(mode), cubic = is<enumtype::kBicubic>(mode),
             flat = cubic || is<enumtype::kBilinear>(mode);
  if (nearest || area)
    TORCHPP_CHECK(!options.align_corners(),
                  "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
                  "trilinear");
  else if (!options.align_corners())
    TORCHPP_WARN("Default upsampling behavior when mode=", enumtype::get_enum_name(mode),
                 " is changed to align_corners=False since 0.4.0. Please specify align_corners=True if the old "
                 "behavior is desired. See the documentation of nn.Upsample for details.");
  const int64_t rank = input.dim();
  TORCHPP_CHECK(!options.antialias() || (rank == 4 && flat),
                "Anti-alias option is only supported for bilinear and bicubic modes");
  TORCHPP_CHECK(rank >= 3 && rank <= 5, "Input Error: Only 3D, 4D and 5D input Tensors supported (got ", rank,
                "D) for the modes: nearest | linear | bilinear | bicubic | trilinear (got ",
                enumtype::get_enum_name(mode), ")");
  const int64_t needed = flat ? 4 : is<enumtype::kLinear>(mode) ? 3 : is<enumtype::kTrilinear>(mode) ? 5 : rank;
  TORCHPP_CHECK(rank == needed, "Got ", rank, "D input, but ", enumtype::get_enum_name(mode), " mode needs ", needed,
                "D input");
  const size_t dims = static_cast<size_t>(rank) - 2;
  const std::vector<int64_t> size = interpolated_size(input, dims, options);
  optional<double> scale[3];
  if (options.scale_factor() && !options.recompute_scale_factor().value_or(false))
    for (size_t d = 0; d < dims; ++d) scale[d] = (*options.scale_factor())[d];
  const bool align = options.align_corners().value_or(false);
  if (rank == 3) {
    if (nearest) return upsample_nearest1d(input, size, scale[0]);
    if (exact) return _upsample_nearest_exact1d(input, size, scale[0]);
    if (area) return adaptive_avg_pool1d(input, size);
    return upsample_linear1d(input, size, align, scale[0]);
  }
  if (rank == 4) {
    if (nearest) return upsample_nearest2d(input, size, scale[0], scale[1]);
    if (exact) return _upsample_nearest_exact2d(input, size, scale[0], scale[1]);
    if (area) return adaptive_avg_pool2d(input, size);
    if (options.antialias())
      return cubic ? _upsample_bicubic2d_aa(input, size, align, scale[0], scale[1])
                   : _upsample_bilinear2d_aa(input, size, align, scale[0], scale[1]);
    return cubic ? upsample_bicubic2d(input, size, align, scale[0], scale[1])
                 : upsample_bilinear2d(input, size, align, scale[0], scale[1]);
  }
  if (nearest) return upsample_nearest3d(input, size, scale[0], scale[1], scale[2]);
  if (exact) return _upsample_nearest_exact3d(input, size, scale[0], scale[1], scale[2]);
  if (area) return area_of_volumes(input, size);
  return upsample_trilinear3d(input, size, align, scale[0], scale[1], scale[2]);
}

Tensor upsample(const Tensor& input, const InterpolateFuncOptions& options) { return interpolate(input, options); }

Tensor upsample_nearest(const Tensor& input, const UpsamplingOptions& options) {
  return interpolate(input, InterpolateFuncOptions().size(options.size()).scale_factor(options.scale_factor()));
}

Tensor upsample_bilinear(const Tensor& input, const UpsamplingOptions& options) {
  auto o = InterpolateFuncOptions().size(options.size()).scale_factor(options.scale_factor()).align_corners(true);
  if (input.dim() == 5) o.mode(kTrilinear);
  else o.mode(kBilinear);
  return interpolate(input, o);
}

}  // namespace functional

namespace {

// The part of the options that all have.
template <class Options>
void print_target(std::ostream& stream, const Options& options) {
  if (options.scale_factor()) {
    stream << "scale_factor=";
    const char* before = "[";
    for (const double s : *options.scale_factor()) stream << before << s, before = ", ";
    stream << "]";
  } else if (options.size()) {
    print(stream, "size=", IntArrayRef(*options.size()));
  }
}

}  // namespace

void UpsamplingNearest2dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::UpsamplingNearest2d(";
  print_target(stream, options);
  stream << ", mode=kNearest)";
}
Tensor UpsamplingNearest2dImpl::forward(const Tensor& input) { return functional::upsample_nearest(input, options); }

void UpsamplingBilinear2dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::UpsamplingBilinear2d(";
  print_target(stream, options);
  stream << ", mode=kBilinear)";
}
Tensor UpsamplingBilinear2dImpl::forward(const Tensor& input) { return functional::upsample_bilinear(input, options); }

void UpsampleImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Upsample(";
  print_target(stream, options);
  print(stream, ", mode=", enumtype::get_enum_name(options.mode()), ")");
}
Tensor UpsampleImpl::forward(const Tensor& input) {
  functional::InterpolateFuncOptions o;
  o.size(options.size()).scale_factor(options.scale_factor()).align_corners(options.align_corners());
  o.recompute_scale_factor(options.recompute_scale_factor());
  enumtype::visit([&o](auto mode) { o.mode(mode); }, options.mode());
  return functional::interpolate(input, o);
}

TORCHPP_DEFINE_STATELESS(UpsampleImpl, UpsampleOptions)
TORCHPP_DEFINE_STATELESS(UpsamplingNearest2dImpl, UpsamplingOptions)
TORCHPP_DEFINE_STATELESS(UpsamplingBilinear2dImpl, UpsamplingOptions)

}  // namespace torchpp::nn
