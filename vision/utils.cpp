// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/vision/utils.h>

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>
#include <torchpp/vision/io.h>

#include <algorithm>
#include <initializer_list>

#include "vision/font.h"

namespace torchpp::vision {
namespace {

// Maps the values from the range to 0 and 1, in place.
void scale_values(const Tensor& t, const optional<GridOptions::ValueRange>& range) {
  const double low = range ? (*range)[0] : t.min().item<double>(), high = range ? (*range)[1] : t.max().item<double>();
  t.clamp_(low, high).sub_(low).div_(std::max(high - low, 1e-5));
}

// torchvision's colours: multiples of three powers of 2 less 1.
Color palette(size_t i) {
  const auto n = static_cast<uint64_t>(i);
  const auto channel = [n](int bits) { return static_cast<uint8_t>(n * ((uint64_t{1} << bits) - 1) % 255); };
  return {channel(25), channel(15), channel(21)};
}

// An image of three planes that is drawn into. Coordinates outside of it are allowed.
class Canvas {
 public:
  explicit Canvas(const Tensor& image)
      : height_(image.size(1)), width_(image.size(2)), planes_(image.data_ptr<uint8_t>()) {}

  // The pixels from (x0, y0) to (x1, y1), both included. Opacity 255 replaces what was there.
  void fill(int64_t x0, int64_t y0, int64_t x1, int64_t y1, Color color, int opacity = 255) {
    for (int64_t c = 0; c < 3; ++c)
      for (int64_t y = std::max<int64_t>(y0, 0); y <= std::min(y1, height_ - 1); ++y)
        for (int64_t x = std::max<int64_t>(x0, 0); x <= std::min(x1, width_ - 1); ++x) {
          uint8_t& v = planes_[(c * height_ + y) * width_ + x];
          // Division by 255, rounded; exact for all products of two bytes.
          const int sum = color[static_cast<size_t>(c)] * opacity + v * (255 - opacity) + 128;
          v = static_cast<uint8_t>((sum + (sum >> 8)) >> 8);
        }
  }
  void frame(int64_t x0, int64_t y0, int64_t x1, int64_t y1, int64_t width, Color color) {
    if (width <= 0) return;
    fill(x0, y0, x1, std::min(y0 + width - 1, y1), color);
    fill(x0, std::max(y1 - width + 1, y0), x1, y1, color);
    fill(x0, y0, std::min(x0 + width - 1, x1), y1, color);
    fill(std::max(x1 - width + 1, x0), y0, x1, y1, color);
  }
  void text(int64_t x, int64_t y, const std::string& text, int64_t scale, Color color) {
    for (const char letter : text) {
      if (x >= width_) return;
      for (int row = 0; row < kLetterHeight; ++row)
        for (int column = 0; column < kLetterWidth; ++column)
          if (has_dot(letter, column, row))
            fill(x + column * scale, y + row * scale, x + (column + 1) * scale - 1, y + (row + 1) * scale - 1, color);
      x += (kLetterWidth + 1) * scale;
    }
  }

 private:
  int64_t height_, width_;
  uint8_t* planes_;
};

void check_image(const char* op, const Tensor& image, std::initializer_list<int64_t> channels) {
  TORCHPP_CHECK_TYPE(image.scalar_type() == kByte, op, ": Tensor uint8 expected, got ", image.scalar_type());
  TORCHPP_CHECK_VALUE(image.dim() == 3, op, ": Pass individual images, not batches: got sizes ", image.sizes());
  TORCHPP_CHECK_VALUE(std::count(channels.begin(), channels.end(), image.size(0)) != 0, op, ": got an image of ",
                      image.size(0), " channels, expected ", channels.size() == 1 ? "3" : "1 or 3");
}

}  // namespace

Tensor make_grid(const Tensor& images, const GridOptions& options) {
  const NoGradGuard no_grad;
  TORCHPP_CHECK_VALUE(images.dim() >= 2 && images.dim() <= 4, "make_grid: got sizes ", images.sizes(),
                      ", expected (N, C, H, W), (C, H, W) or (H, W)");
  TORCHPP_CHECK_VALUE(options.nrow() > 0 && options.padding() >= 0, "make_grid: got nrow ", options.nrow(),
                      " and padding ", options.padding());
  Tensor batch = images;
  while (batch.dim() < 4) batch = batch.unsqueeze(0);
  TORCHPP_CHECK_VALUE(batch.size(0) > 0, "make_grid: got no images");
  if (batch.size(1) == 1) batch = torchpp::cat({batch, batch, batch}, 1);
  if (options.normalize()) {
    batch = batch.clone();
    if (options.scale_each())
      for (int64_t i = 0; i < batch.size(0); ++i) scale_values(batch.select(0, i), options.value_range());
    else scale_values(batch, options.value_range());
  }
  const int64_t count = batch.size(0), padding = options.padding();
  if (count == 1) return batch.squeeze(0);
  const int64_t columns = std::min(options.nrow(), count), rows = (count + columns - 1) / columns;
  const int64_t height = batch.size(2) + padding, width = batch.size(3) + padding;
  const Tensor grid = torchpp::full({batch.size(1), height * rows + padding, width * columns + padding},
                                    options.pad_value(), batch.options());
  for (int64_t i = 0; i < count; ++i)
    grid.narrow(1, i / columns * height + padding, height - padding)
        .narrow(2, i % columns * width + padding, width - padding)
        .copy_(batch.select(0, i));
  return grid;
}

Tensor make_grid(TensorList images, const GridOptions& options) {
  TORCHPP_CHECK_VALUE(!images.empty(), "make_grid: got no images");
  return make_grid(torchpp::stack(images, 0), options);
}

void save_image(const Tensor& images, const std::string& path, const GridOptions& options) {
  const Tensor grid = make_grid(images, options);
  write_image(grid.mul(255).add_(0.5).clamp_(0, 255).to(kByte), path);
}
void save_image(TensorList images, const std::string& path, const GridOptions& options) {
  TORCHPP_CHECK_VALUE(!images.empty(), "save_image: got no images");
  save_image(torchpp::stack(images, 0), path, options);
}

Tensor draw_bounding_boxes(const Tensor& image, const Tensor& boxes, const BoxOptions& options) {
  check_image("draw_bounding_boxes", image, {1, 3});
  TORCHPP_CHECK_VALUE(boxes.dim() == 2 && boxes.size(1) == 4, "draw_bounding_boxes: got boxes of sizes ", boxes.sizes(),
                      ", expected (N, 4)");
  const auto count = static_cast<size_t>(boxes.size(0));
  if (count == 0) return image;
  TORCHPP_CHECK_VALUE(options.labels().empty() || options.labels().size() == count,
                      "draw_bounding_boxes: Number of boxes (", count, ") and labels (", options.labels().size(),
                      ") mismatch. Please specify labels for each box.");
  const std::vector<Color>& colors = options.colors();
  TORCHPP_CHECK_VALUE(colors.size() <= 1 || colors.size() >= count, "draw_bounding_boxes: Number of colors (",
                      colors.size(), ") is less than number of boxes (", count, ").");
  TORCHPP_CHECK_VALUE(options.width() >= 0 && options.font_scale() > 0, "draw_bounding_boxes: got width ",
                      options.width(), " and font_scale ", options.font_scale());
  // Ends that no image reaches are cut, so that sums of them with widths do not overflow.
  constexpr int64_t kFar = int64_t{1} << 40;
  const Tensor ends = boxes.detach().cpu().to(kLong).clamp(-kFar, kFar).contiguous();
  const int64_t* end = ends.data_ptr<int64_t>();
  for (size_t i = 0; i < count; ++i)
    TORCHPP_CHECK_VALUE(end[4 * i] <= end[4 * i + 2] && end[4 * i + 1] <= end[4 * i + 3],
                        "draw_bounding_boxes: Boxes need to be in (xmin, ymin, xmax, ymax) format, got box ", i, " as ",
                        IntArrayRef(end + 4 * i, size_t{4}));

  const Tensor drawn = image.detach().cpu().expand({3, image.size(1), image.size(2)}).clone(MemoryFormat::Contiguous);
  Canvas canvas(drawn);
  for (size_t i = 0; i < count; ++i, end += 4) {
    const Color color = colors.empty() ? palette(i) : colors.size() == 1 ? colors[0] : colors[i];
    if (options.fill()) canvas.fill(end[0], end[1], end[2], end[3], color, 100);
    canvas.frame(end[0], end[1], end[2], end[3], options.width(), color);
    if (options.labels().empty()) continue;
    const int64_t margin = options.width() + 1;
    canvas.text(end[0] + margin, end[1] + margin, options.labels()[i], options.font_scale(), color);
  }
  return drawn.to(image.device());
}

Tensor draw_segmentation_masks(const Tensor& image, const Tensor& masks, double alpha, ArrayRef<Color> colors) {
  const NoGradGuard no_grad;
  check_image("draw_segmentation_masks", image, {3});
  const Tensor all = masks.dim() == 2 ? masks.unsqueeze(0) : masks;
  TORCHPP_CHECK_VALUE(all.dim() == 3 && all.size(1) == image.size(1) && all.size(2) == image.size(2),
                      "draw_segmentation_masks: The image and the masks must have the same height and width, got ",
                      image.sizes(), " and ", masks.sizes());
  TORCHPP_CHECK_TYPE(all.scalar_type() == kBool, "draw_segmentation_masks: The masks must be of dtype bool. Got ",
                     all.scalar_type());
  const auto count = static_cast<size_t>(all.size(0));
  TORCHPP_CHECK_VALUE(colors.empty() || count <= colors.size(), "draw_segmentation_masks: There are more masks (",
                      count, ") than colors (", colors.size(), ")");
  if (count == 0) return image;
  const Tensor covered = image.clone();
  for (size_t i = 0; i < count; ++i) {
    const Color color = colors.empty() ? palette(i) : colors[i];
    for (size_t c = 0; c < 3; ++c)
      covered.select(0, static_cast<int64_t>(c)).masked_fill_(all.select(0, static_cast<int64_t>(i)), color[c]);
  }
  return image.mul(1 - alpha).add_(covered.mul(alpha)).to(kByte);
}

}  // namespace torchpp::vision
