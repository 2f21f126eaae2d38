// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What torchvision.transforms.functional does to images that are tensors.
///
/// An image has sizes (..., C, H, W), or (H, W) where a function takes any number of channels. Values are those of
/// torchvision 0.14 for tensors: of integers from 0 to the dtype's greatest, of floating-point numbers from 0 to 1.
/// The result has the image's dtype. Functions of floating-point images are differentiable.
/// Results may be views of the image (crops) or the image itself where there is nothing to do.
/// Errors: TypeError for a dtype or a number of channels that the function does not take, ValueError for arguments out
/// of range.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/tensor.h>

#include <array>
#include <cstdint>
#include <vector>

namespace torchpp::vision {

enum class InterpolationMode : uint8_t { kNearest, kBilinear, kBicubic };
/// What padding is made of: a constant, the nearest pixel of the edge, or the image mirrored, without (kReflect) or
/// with (kSymmetric) the pixels of the edge.
enum class PaddingMode : uint8_t { kConstant, kEdge, kReflect, kSymmetric };

/// A point in pixels, x to the right and y down.
using Point = std::array<int64_t, 2>;

namespace functional {

struct Dimensions {
  int64_t channels, height, width;
};
/// Of an image (..., C, H, W), or (H, W) with one channel.
TORCHPP_API Dimensions get_dimensions(const Tensor& image);

// Dtype and values.

/// Scales the values to the other dtype's range. Throws Error where float numbers would not fit (float to int32 or
/// int64, double to int64).
TORCHPP_API Tensor convert_image_dtype(const Tensor& image, ScalarType dtype = kFloat);
/// An image (H, W, C) or (H, W) as (C, H, W), contiguous; uint8 as the default floating-point dtype from 0 to 1.
TORCHPP_API Tensor to_tensor(const Tensor& picture);
/// (image - mean) / std, with one number per channel, or one for all. Floating point only.
/// Throws ValueError if a std is zero in the image's dtype.
TORCHPP_API Tensor normalize(const Tensor& image, ArrayRef<double> mean, ArrayRef<double> std, bool inplace = false);

// Sizes and places.

/// To the height and width in `size`; one number is that of the shorter side, the other side in proportion but, with
/// max_size, no longer than it. With antialias, which works with kBilinear and kBicubic, no pixel of the image is
/// passed over where it gets smaller. Integers are computed in float and rounded.
TORCHPP_API Tensor resize(const Tensor& image, IntArrayRef size,
                          InterpolationMode interpolation = InterpolationMode::kBilinear,
                          optional<int64_t> max_size = nullopt, bool antialias = false);
/// The part whose upper left corner is given; zeros where it lies outside of the image.
TORCHPP_API Tensor crop(const Tensor& image, int64_t top, int64_t left, int64_t height, int64_t width);
/// The middle; zeros are added where the image is smaller. One number is height and width.
TORCHPP_API Tensor center_crop(const Tensor& image, IntArrayRef output_size);
TORCHPP_API Tensor resized_crop(const Tensor& image, int64_t top, int64_t left, int64_t height, int64_t width,
                                IntArrayRef size, InterpolationMode interpolation = InterpolationMode::kBilinear,
                                bool antialias = false);
/// The four corners (upper left, upper right, lower left, lower right) and the middle.
TORCHPP_API std::vector<Tensor> five_crop(const Tensor& image, IntArrayRef size);
/// five_crop() of the image and of the flipped image.
TORCHPP_API std::vector<Tensor> ten_crop(const Tensor& image, IntArrayRef size, bool vertical_flip = false);
TORCHPP_API Tensor hflip(const Tensor& image);
TORCHPP_API Tensor vflip(const Tensor& image);
/// Padding is one number for all sides, two for left and right, top and bottom, or left, top, right, bottom. Negative
/// numbers cut.
TORCHPP_API Tensor pad(const Tensor& image, IntArrayRef padding, double fill = 0,
                       PaddingMode mode = PaddingMode::kConstant);

// Geometry. Interpolation is kNearest or kBilinear. `fill`, one number or one per channel, is the colour outside of the
// image; none: zeros.

/// Turned by `angle` degrees counter-clockwise around `center` (x, y in pixels from the upper left corner; none: the
/// middle). With `expand`, which supposes the middle, the result is large enough for the whole image.
TORCHPP_API Tensor rotate(const Tensor& image, double angle,
                          InterpolationMode interpolation = InterpolationMode::kNearest, bool expand = false,
                          optional<Point> center = nullopt, ArrayRef<double> fill = {});
/// Turned by `angle` degrees clockwise and scaled around `center`, sheared by degrees along x and y, then moved by
/// `translate` pixels (x, y).
TORCHPP_API Tensor affine(const Tensor& image, double angle, Point translate, double scale, std::array<double, 2> shear,
                          InterpolationMode interpolation = InterpolationMode::kNearest, ArrayRef<double> fill = {},
                          optional<Point> center = nullopt);
/// Maps the four start points to the end points.
TORCHPP_API Tensor perspective(const Tensor& image, const std::array<Point, 4>& startpoints,
                               const std::array<Point, 4>& endpoints,
                               InterpolationMode interpolation = InterpolationMode::kBilinear,
                               ArrayRef<double> fill = {});
/// Each pixel is taken from where `displacement` (1, H, W, 2), in units of half an image (x, y), points to.
TORCHPP_API Tensor elastic_transform(const Tensor& image, const Tensor& displacement,
                                     InterpolationMode interpolation = InterpolationMode::kBilinear,
                                     ArrayRef<double> fill = {});

// Colours. Images have one channel or three: red, green, blue.

/// 0.2989 red + 0.587 green + 0.114 blue, as one channel or as three equal ones.
TORCHPP_API Tensor rgb_to_grayscale(const Tensor& image, int64_t num_output_channels = 1);
/// Factor 0 gives black, a mean grey, the greys of the image or the image blurred; 1 the image; more exaggerates.
TORCHPP_API Tensor adjust_brightness(const Tensor& image, double brightness_factor);
TORCHPP_API Tensor adjust_contrast(const Tensor& image, double contrast_factor);
TORCHPP_API Tensor adjust_saturation(const Tensor& image, double saturation_factor);
TORCHPP_API Tensor adjust_sharpness(const Tensor& image, double sharpness_factor);
/// Turns the hue (of HSV) by the factor, from -0.5 to 0.5, of a full circle.
TORCHPP_API Tensor adjust_hue(const Tensor& image, double hue_factor);
/// gain * value ^ gamma, of values from 0 to 1.
TORCHPP_API Tensor adjust_gamma(const Tensor& image, double gamma, double gain = 1);
TORCHPP_API Tensor invert(const Tensor& image);
/// Keeps the `bits` upper bits, 0 to 8, of uint8.
TORCHPP_API Tensor posterize(const Tensor& image, int64_t bits);
/// Inverts values from the threshold on.
TORCHPP_API Tensor solarize(const Tensor& image, double threshold);
/// Stretches each channel to the full range.
TORCHPP_API Tensor autocontrast(const Tensor& image);
/// Makes the histogram of each channel flat. uint8, 3 or 4 dimensions.
TORCHPP_API Tensor equalize(const Tensor& image);

// Pixels.

/// Convolution with a Gaussian; kernel_size (x, y) odd; sigma none: 0.15 kernel_size + 0.35. Edges are mirrored.
TORCHPP_API Tensor gaussian_blur(const Tensor& image, IntArrayRef kernel_size, ArrayRef<double> sigma = {});
/// Puts v, which expands to (..., h, w), at row i and column j.
TORCHPP_API Tensor erase(const Tensor& image, int64_t i, int64_t j, int64_t h, int64_t w, const Tensor& v,
                         bool inplace = false);

}  // namespace functional
}  // namespace torchpp::vision
