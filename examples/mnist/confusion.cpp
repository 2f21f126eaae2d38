// SPDX-License-Identifier: BSD-3-Clause
#include "confusion.h"

#include <torchpp/ops/from_blob.h>
#include <torchpp/vision/io.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mnist {
namespace {

struct Colour {
  uint8_t r, g, b;
};
constexpr Colour kPaper{255, 255, 255}, kInk{40, 40, 40}, kGrid{225, 225, 225}, kAgree{31, 97, 168},
    kDiffer{200, 40, 30};

Colour mixed(Colour a, Colour b, double t) {
  const auto mix = [t](uint8_t x, uint8_t y) { return static_cast<uint8_t>(std::lround(x + (y - x) * t)); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

// 3 x 5 dots for each digit, a row in each octal digit.
constexpr int kFont[10] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071244, 075757, 075717};

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), pixels_(static_cast<size_t>(width) * height, kPaper) {}

  void fill(int x, int y, int w, int h, Colour colour) {
    for (int j = std::max(y, 0); j < std::min(y + h, height_); ++j)
      for (int i = std::max(x, 0); i < std::min(x + w, width_); ++i)
        pixels_[static_cast<size_t>(j) * width_ + i] = colour;
  }

  // Around the given middle, with dots of `scale` pixels.
  void number(int64_t value, int x, int y, int scale, Colour colour) {
    const std::string text = std::to_string(value);
    int left = x - (static_cast<int>(text.size()) * 4 - 1) * scale / 2;
    for (char c : text) {
      for (int dot = 0; dot < 15; ++dot)
        if (kFont[c - '0'] >> (14 - dot) & 1)
          fill(left + dot % 3 * scale, y - 5 * scale / 2 + dot / 3 * scale, scale, scale, colour);
      left += 4 * scale;
    }
  }

  void save(const std::string& path) {
    const torchpp::Tensor pixels = torchpp::from_blob(pixels_.data(), {height_, width_, 3}, torchpp::kByte);
    torchpp::vision::write_png(pixels.permute({2, 0, 1}), path);
  }

 private:
  int width_, height_;
  std::vector<Colour> pixels_;
};

}  // namespace

void write_confusion_png(const std::string& path, const Confusion& confusion) {
  constexpr int kCell = 44, kMargin = 40, kSide = kMargin + 10 * kCell + 8;
  Canvas canvas(kSide, kSide);
  for (int row = 0; row < 10; ++row) {
    const int y = kMargin + row * kCell;
    canvas.number(row, kMargin / 2, y + kCell / 2, 4, kInk);
    canvas.number(row, y + kCell / 2, kMargin / 2, 4, kInk);
    int64_t total = 0;
    for (int64_t n : confusion[row]) total += n;
    for (int column = 0; column < 10; ++column) {
      const int x = kMargin + column * kCell;
      const int64_t n = confusion[row][column];
      // Errors are few: the root makes one in a hundred visible.
      const double share = total > 0 ? std::sqrt(static_cast<double>(n) / static_cast<double>(total)) : 0;
      canvas.fill(x, y, kCell, kCell, kGrid);
      canvas.fill(x + 1, y + 1, kCell - 1, kCell - 1, mixed(kPaper, row == column ? kAgree : kDiffer, share));
      if (n > 0) canvas.number(n, x + kCell / 2, y + kCell / 2, 2, share > .5 ? kPaper : kInk);
    }
  }
  canvas.save(path);
}

}  // namespace mnist
