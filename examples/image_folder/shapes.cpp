// SPDX-License-Identifier: BSD-3-Clause
#include "shapes.h"

#include <torchpp/ops.h>
#include <torchpp/vision/io.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "support/arguments.h"

namespace image_folder {
namespace {

constexpr int64_t kSide = 96;
constexpr double kPi = 3.14159265358979324;

// How far a point is outside of a shape of radius 1 around 0, below 0 inside.
double outside_circle(double x, double y) { return std::hypot(x, y) - 1; }
double outside_square(double x, double y) { return std::max(std::abs(x), std::abs(y)) - .85; }
// A polygon of n corners at radius 1, between them the middles of its sides at radius `inner`.
double outside_corners(double x, double y, int n, double inner) {
  const double sector = 2 * kPi / n;
  const double angle = std::abs(std::remainder(std::atan2(y, x), sector));
  // The side from (1, 0) to the point of radius `inner` at half a sector.
  const double px = std::hypot(x, y) * std::cos(angle), py = std::hypot(x, y) * std::sin(angle);
  const double dx = inner * std::cos(sector / 2) - 1, dy = inner * std::sin(sector / 2);
  return ((px - 1) * dy - py * dx) / std::hypot(dx, dy);
}
double outside_star(double x, double y) { return outside_corners(x, y, 5, .45); }
double outside_triangle(double x, double y) { return outside_corners(x, y, 3, .5); }

struct Shape {
  const char* name;
  double (*outside)(double x, double y);
};
constexpr Shape kShapes[] = {
    {"circle", outside_circle}, {"square", outside_square}, {"star", outside_star}, {"triangle", outside_triangle}};

torchpp::Tensor draw(const Shape& shape, std::mt19937_64& random) {
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const double radius = uniform(18, 40), turn = uniform(0, 2 * kPi);
  const double cx = uniform(radius, kSide - radius), cy = uniform(radius, kSide - radius);
  std::array<double, 3> ink{}, paper{}, tilt{};
  for (size_t c = 0; c < 3; ++c) {
    paper[c] = uniform(.1, .9);
    ink[c] = paper[c] + (paper[c] > .5 ? -1 : 1) * uniform(.25, .5);
    tilt[c] = uniform(-.1, .1);
  }
  torchpp::Tensor image = torchpp::empty({3, kSide, kSide}, torchpp::kByte);
  auto pixels = image.accessor<uint8_t, 3>();
  for (int64_t row = 0; row < kSide; ++row)
    for (int64_t column = 0; column < kSide; ++column) {
      const double x = (static_cast<double>(column) - cx) / radius, y = (static_cast<double>(row) - cy) / radius;
      const double distance =
          radius * shape.outside(x * std::cos(turn) - y * std::sin(turn), x * std::sin(turn) + y * std::cos(turn));
      const double share = std::clamp(.5 - distance, 0., 1.);  // of the pixel that the shape covers
      for (size_t c = 0; c < 3; ++c) {
        const double light = paper[c] + (ink[c] - paper[c]) * share + tilt[c] * static_cast<double>(row) / kSide;
        const double noisy = std::clamp(light + uniform(-.06, .06), 0., 1.);
        pixels[static_cast<int64_t>(c)][row][column] = static_cast<uint8_t>(255 * noisy + .5);
      }
    }
  return image;
}

}  // namespace

void draw_shapes(const std::string& folder, int64_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  examples::make_folder(folder);
  for (const Shape& shape : kShapes) {
    const std::string place = folder + '/' + shape.name;
    examples::make_folder(place);
    for (int64_t i = 0; i < count; ++i)
      torchpp::vision::write_png(draw(shape, random), place + '/' + std::to_string(i) + ".png",
                                 /*compression_level=*/1);
  }
}

}  // namespace image_folder
