// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pictures for people: grids of images, boxes, labels and masks drawn into them.

#include <torchpp/core/arg.h>
#include <torchpp/core/array_ref.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/tensor.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace torchpp::vision {

/// How make_grid() arranges images.
class GridOptions {
 public:
  using ValueRange = std::array<double, 2>;
  /// Images side by side.
  TORCHPP_ARG(int64_t, nrow) = 8;
  /// Pixels of pad_value around each image.
  TORCHPP_ARG(int64_t, padding) = 2;
  /// Values are mapped to 0 and 1 from the least and the greatest ones, or from value_range.
  TORCHPP_ARG(bool, normalize) = false;
  TORCHPP_ARG(optional<ValueRange>, value_range);
  /// The least and the greatest value are each image's own.
  TORCHPP_ARG(bool, scale_each) = false;
  TORCHPP_ARG(double, pad_value) = 0;
};

/// Images (N, C, H, W), (C, H, W) or (H, W) as one (C, rows, columns); one channel is shown as three equal ones. A
/// single image is returned without padding. No gradients. Source: torchvision 0.14 utils.make_grid.
TORCHPP_API Tensor make_grid(const Tensor& images, const GridOptions& options = {});
/// Of images (C, H, W) of equal sizes.
TORCHPP_API Tensor make_grid(TensorList images, const GridOptions& options = {});

/// Writes make_grid() of images with values from 0 to 1 in the format that the path's end says; see write_image().
/// Greater and smaller values become 1 and 0.
TORCHPP_API void save_image(const Tensor& images, const std::string& path, const GridOptions& options = {});
TORCHPP_API void save_image(TensorList images, const std::string& path, const GridOptions& options = {});

/// Red, green, blue.
using Color = std::array<uint8_t, 3>;

/// How draw_bounding_boxes() draws.
class BoxOptions {
 public:
  /// One per box; with none, no text.
  TORCHPP_ARG(std::vector<std::string>, labels);
  /// One for all boxes or at least one per box; with none, from a palette.
  TORCHPP_ARG(std::vector<Color>, colors);
  /// Fills boxes with the colour, 100 / 255 opaque.
  TORCHPP_ARG(bool, fill) = false;
  /// Pixels of the frame, which grows inwards.
  TORCHPP_ARG(int64_t, width) = 1;
  /// The labels' letters are 5 x 7 pixels times this. ASCII; other bytes are drawn as a box.
  TORCHPP_ARG(int64_t, font_scale) = 1;
};

/// A copy of the image, uint8 (1 or 3, H, W), with boxes (N, 4), each xmin, ymin, xmax, ymax in pixels; (3, H, W)
/// unless there are no boxes. What lies outside of the image is not drawn. Throws TypeError or ValueError for other
/// tensors. Source: torchvision 0.14 utils.draw_bounding_boxes, but for the font.
TORCHPP_API Tensor draw_bounding_boxes(const Tensor& image, const Tensor& boxes, const BoxOptions& options = {});

/// A copy of the image, uint8 (3, H, W), where the pixels of each mask, bool (N, H, W) or (H, W), are mixed with its
/// color: alpha 0 leaves the image, 1 covers it. Of several masks at a pixel the last is seen. With no colors, from a
/// palette. Source: torchvision 0.14 utils.draw_segmentation_masks.
TORCHPP_API Tensor draw_segmentation_masks(const Tensor& image, const Tensor& masks, double alpha = 0.8,
                                           ArrayRef<Color> colors = {});

}  // namespace torchpp::vision
