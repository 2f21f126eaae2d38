// SPDX-License-Identifier: BSD-3-Clause
// Resizing, cropping, flipping and padding.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>

#include "vision/image.h"

namespace torchpp::vision::functional {
namespace {

// Height and width in a list of both or of one number.
std::array<int64_t, 2> height_and_width(const char* op, IntArrayRef size) {
  TORCHPP_CHECK_VALUE(size.size() == 1 || size.size() == 2, op, ": got sizes ", size,
                      ", expected one number or height and width");
  const std::array<int64_t, 2> both = {size.front(), size.back()};
  TORCHPP_CHECK_VALUE(both[0] > 0 && both[1] > 0, op, ": got sizes ", size, ", expected positive numbers");
  return both;
}

std::array<int64_t, 2> resized(Dimensions d, IntArrayRef size, optional<int64_t> max_size) {
  const std::array<int64_t, 2> both = height_and_width("resize", size);
  if (size.size() == 2) {
    TORCHPP_CHECK_VALUE(!max_size, "resize: got max_size with height and width, expected it with one number, that of ",
                        "the shorter side");
    return both;
  }
  const int64_t less = std::min(d.width, d.height), more = std::max(d.width, d.height);
  TORCHPP_CHECK_VALUE(less > 0, "resize: got an image of height ", d.height, " and width ", d.width);
  int64_t shorter = both[0];
  int64_t longer = static_cast<int64_t>(static_cast<double>(shorter * more) / static_cast<double>(less));
  if (max_size) {
    TORCHPP_CHECK_VALUE(*max_size > shorter, "resize: got max_size ", *max_size,
                        ", which must be strictly greater than the requested size for the smaller edge, ", shorter);
    if (longer > *max_size) {
      shorter = static_cast<int64_t>(static_cast<double>(*max_size * shorter) / static_cast<double>(longer));
      longer = *max_size;
    }
  }
  if (d.width <= d.height) return {longer, shorter};
  return {shorter, longer};
}

struct Sides {
  int64_t left, top, right, bottom;
};
Sides sides_of(IntArrayRef padding) {
  switch (padding.size()) {
    case 1: return {padding[0], padding[0], padding[0], padding[0]};
    case 2: return {padding[0], padding[1], padding[0], padding[1]};
    case 4: return {padding[0], padding[1], padding[2], padding[3]};
    default: TORCHPP_FAIL_KIND(kValue, "pad: Padding must be 1, 2, or 4 numbers, got ", padding);
  }
}

// Where each pixel of a row of n, padded on both sides, comes from. Numbers of pixels to add may be negative.
Tensor padded_indices(int64_t n, int64_t before, int64_t after, PaddingMode mode, const TensorOptions& options) {
  const int64_t first = std::max<int64_t>(-before, 0), last = n - 1 - std::max<int64_t>(-after, 0),
                m = last - first + 1;
  before = std::max<int64_t>(before, 0);
  after = std::max<int64_t>(after, 0);
  const int64_t most = std::max(before, after), edge = mode == PaddingMode::kReflect ? 1 : 0;
  TORCHPP_CHECK_VALUE(m > 0 && (mode == PaddingMode::kEdge || most <= m - edge),
                      "pad: Padding size should be less than ", "the corresponding input dimension: got ", most,
                      " pixels beside ", m);
  std::vector<int64_t> indices;
  indices.reserve(static_cast<size_t>(before + m + after));
  for (int64_t i = -before; i < m + after; ++i) {
    int64_t from = i;
    if (mode == PaddingMode::kEdge) from = std::min(std::max<int64_t>(i, 0), m - 1);
    else if (i < 0) from = -i - 1 + edge;
    else if (i >= m) from = 2 * m - 1 - i - edge;
    indices.push_back(first + from);
  }
  return torchpp::tensor(indices, options.dtype(kLong));
}

}  // namespace

Tensor resize(const Tensor& image, IntArrayRef size, InterpolationMode interpolation, optional<int64_t> max_size,
              bool antialias) {
  const Dimensions d = get_dimensions(image);
  const std::array<int64_t, 2> to = resized(d, size, max_size);
  if (to[0] == d.height && to[1] == d.width) return image;
  TORCHPP_CHECK_VALUE(!antialias || interpolation != InterpolationMode::kNearest,
                      "resize: Antialias option is supported ", "for bilinear and bicubic interpolation modes only");
  const Batch batch(image);
  switch (interpolation) {
    case InterpolationMode::kNearest: return batch.restore(upsample_nearest2d(batch.images(), IntArrayRef(to)));
    case InterpolationMode::kBilinear:
      return batch.restore(antialias ? _upsample_bilinear2d_aa(batch.images(), IntArrayRef(to), false)
                                     : upsample_bilinear2d(batch.images(), IntArrayRef(to), false));
    default: break;
  }
  const Tensor result = antialias ? _upsample_bicubic2d_aa(batch.images(), IntArrayRef(to), false)
                                  : upsample_bicubic2d(batch.images(), IntArrayRef(to), false);
  return batch.restore(image.scalar_type() == kByte ? result.clamp(0, 255) : result);  // it can pass the range
}

Tensor crop(const Tensor& image, int64_t top, int64_t left, int64_t height, int64_t width) {
  const Dimensions d = get_dimensions(image);
  TORCHPP_CHECK_VALUE(height >= 0 && width >= 0, "crop: got height ", height, " and width ", width);
  // The part that lies within the image, which may be empty.
  const int64_t first_row = std::min(std::max<int64_t>(top, 0), d.height),
                last_row = std::max(std::min(top + height, d.height), first_row),
                first_column = std::min(std::max<int64_t>(left, 0), d.width),
                last_column = std::max(std::min(left + width, d.width), first_column);
  const Tensor within = image.slice(-2, first_row, last_row).slice(-1, first_column, last_column);
  const int64_t rows = last_row - first_row, columns = last_column - first_column;
  if (rows == height && columns == width) return within;
  const int64_t above = rows == 0 ? 0 : first_row - top, before = columns == 0 ? 0 : first_column - left;
  return constant_pad_nd(within, {before, width - columns - before, above, height - rows - above});
}

Tensor center_crop(const Tensor& image, IntArrayRef output_size) {
  const std::array<int64_t, 2> to = height_and_width("center_crop", output_size);
  const Dimensions d = get_dimensions(image);
  // Where the image is the smaller one, the odd pixel is added behind it; else half of an odd number of pixels is
  // rounded to the even one.
  const auto start = [](int64_t has, int64_t wanted) {
    if (wanted > has) return -((wanted - has) / 2);
    return static_cast<int64_t>(std::nearbyint(static_cast<double>(has - wanted) / 2));
  };
  return crop(image, start(d.height, to[0]), start(d.width, to[1]), to[0], to[1]);
}

Tensor resized_crop(const Tensor& image, int64_t top, int64_t left, int64_t height, int64_t width, IntArrayRef size,
                    InterpolationMode interpolation, bool antialias) {
  return resize(crop(image, top, left, height, width), size, interpolation, nullopt, antialias);
}

std::vector<Tensor> five_crop(const Tensor& image, IntArrayRef size) {
  const std::array<int64_t, 2> to = height_and_width("five_crop", size);
  const Dimensions d = get_dimensions(image);
  TORCHPP_CHECK_VALUE(to[0] <= d.height && to[1] <= d.width, "five_crop: Requested crop size ", IntArrayRef(to),
                      " is bigger than input size ", d.height, " x ", d.width);
  const int64_t bottom = d.height - to[0], right = d.width - to[1];
  return {crop(image, 0, 0, to[0], to[1]), crop(image, 0, right, to[0], to[1]), crop(image, bottom, 0, to[0], to[1]),
          crop(image, bottom, right, to[0], to[1]), center_crop(image, IntArrayRef(to))};
}

std::vector<Tensor> ten_crop(const Tensor& image, IntArrayRef size, bool vertical_flip) {
  std::vector<Tensor> crops = five_crop(image, size);
  for (Tensor& flipped : five_crop(vertical_flip ? vflip(image) : hflip(image), size))
    crops.push_back(std::move(flipped));
  return crops;
}

Tensor hflip(const Tensor& image) {
  get_dimensions(image);
  return image.flip({-1});
}
Tensor vflip(const Tensor& image) {
  get_dimensions(image);
  return image.flip({-2});
}

Tensor pad(const Tensor& image, IntArrayRef padding, double fill, PaddingMode mode) {
  const Dimensions d = get_dimensions(image);
  const Sides sides = sides_of(padding);
  if (mode == PaddingMode::kConstant)
    return constant_pad_nd(image, {sides.left, sides.right, sides.top, sides.bottom}, fill);
  const Tensor rows = padded_indices(d.height, sides.top, sides.bottom, mode, image.options());
  const Tensor columns = padded_indices(d.width, sides.left, sides.right, mode, image.options());
  return image.index_select(-2, rows).index_select(-1, columns);
}

}  // namespace torchpp::vision::functional
