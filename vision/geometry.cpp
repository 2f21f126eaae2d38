// SPDX-License-Identifier: BSD-3-Clause
// Transforms that take each pixel of the result from a computed place of the image.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "vision/image.h"

namespace torchpp::vision::functional {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

// x' = m[0] x + m[1] y + m[2], y' = m[3] x + m[4] y + m[5]
using AffineMatrix = std::array<double, 6>;

// From places in the result to places in the image, for a map that rotates, scales and shears around `center` and then
// moves. Lengths are in pixels; angles, given in degrees, are clockwise.
AffineMatrix inverse_affine(std::array<double, 2> center, double angle, Point translate, double scale,
                            std::array<double, 2> shear) {
  const double rotation = angle * kDegree, sx = shear[0] * kDegree, sy = shear[1] * kDegree;
  // The product of a rotation, a shear along y and one along x has determinant 1, so that its inverse is made of its
  // own elements.
  const double a = std::cos(rotation - sy) / std::cos(sy);
  const double b = -std::cos(rotation - sy) * std::tan(sx) / std::cos(sy) - std::sin(rotation);
  const double c = std::sin(rotation - sy) / std::cos(sy);
  const double d = -std::sin(rotation - sy) * std::tan(sx) / std::cos(sy) + std::cos(rotation);
  AffineMatrix m = {d / scale, -b / scale, 0, -c / scale, a / scale, 0};
  const double x = -center[0] - static_cast<double>(translate[0]), y = -center[1] - static_cast<double>(translate[1]);
  m[2] = m[0] * x + m[1] * y + center[0];
  m[5] = m[3] * x + m[4] * y + center[1];
  return m;
}

// Width and height of what a map takes an image to; rounded so that errors of rounding add no pixel.
std::array<int64_t, 2> affine_size(const AffineMatrix& m, double width, double height) {
  std::array<int64_t, 2> size;
  for (size_t axis = 0; axis < 2; ++axis) {
    float low = INFINITY, high = -INFINITY;
    for (const double x : {-0.5 * width, 0.5 * width})
      for (const double y : {-0.5 * height, 0.5 * height}) {
        const auto at = static_cast<float>(m[3 * axis] * x + m[3 * axis + 1] * y + m[3 * axis + 2]);
        low = std::min(low, at);
        high = std::max(high, at);
      }
    const auto half = static_cast<float>(0.5 * (axis == 0 ? width : height));
    const auto cut = [](float v) { return std::trunc(v / 1e-4f) * 1e-4f; };
    size[axis] = static_cast<int64_t>(std::ceil(cut(high + half)) - std::floor(cut(low + half)));
  }
  return size;
}

// A grid of places (1, height, width, 2) on the image's device: f(x, y) of the middles of the pixels, which lie
// symmetrically about 0.
template <class T, class F>
Tensor make_grid(int64_t width, int64_t height, Device device, const F& f) {
  const Tensor grid = torchpp::empty({1, height, width, 2}, CppTypeToScalarType<T>::value);
  T* place = grid.template data_ptr<T>();
  for (int64_t j = 0; j < height; ++j)
    for (int64_t i = 0; i < width; ++i, place += 2)
      f(static_cast<T>(i) - static_cast<T>(width - 1) / 2, static_cast<T>(j) - static_cast<T>(height - 1) / 2, place);
  return grid.to(device);
}
template <class F>
Tensor make_grid(const Tensor& images, int64_t width, int64_t height, const F& f) {
  if (images.scalar_type() == kDouble) return make_grid<double>(width, height, images.device(), f);
  return make_grid<float>(width, height, images.device(), f);
}

// a x + b y + c in the order in which a product of matrices adds, the second product without rounding.
template <class T>
T weighted(T a, T x, T b, T y, T c) {
  // Products of floats are exact in double: no call of the C library's function where the processor may have no fma.
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(double{b} * double{y} + double{a * x}) + c;
  else return std::fma(b, y, a * x) + c;
}

Tensor affine_grid(const Tensor& images, const AffineMatrix& m, int64_t width, int64_t height) {
  const double half_width = 0.5 * static_cast<double>(images.size(-1)),
               half_height = 0.5 * static_cast<double>(images.size(-2));
  return make_grid(images, width, height, [&](auto x, auto y, auto* place) {
    using T = decltype(x);
    const auto w = static_cast<T>(half_width), h = static_cast<T>(half_height);
    place[0] = weighted<T>(static_cast<T>(m[0]) / w, x, static_cast<T>(m[1]) / w, y, static_cast<T>(m[2]) / w);
    place[1] = weighted<T>(static_cast<T>(m[3]) / h, x, static_cast<T>(m[4]) / h, y, static_cast<T>(m[5]) / h);
  });
}

// The eight numbers c with x = (c0 X + c1 Y + c2) / (c6 X + c7 Y + 1) and y = (c3 X + c4 Y + c5) / (c6 X + c7 Y + 1)
// for the start points (x, y) and the end points (X, Y). Solved in double; torchvision does in float, so that places
// which lie exactly between two pixels may go to the other one there.
std::array<double, 8> perspective_coefficients(const std::array<Point, 4>& start, const std::array<Point, 4>& end) {
  double rows[8][9];
  for (size_t i = 0; i < 4; ++i) {
    const auto x = static_cast<double>(end[i][0]), y = static_cast<double>(end[i][1]);
    for (size_t axis = 0; axis < 2; ++axis) {
      const auto to = static_cast<double>(start[i][axis]);
      double(&row)[9] = rows[2 * i + axis];
      std::fill(row, row + 9, 0);
      row[3 * axis] = x;
      row[3 * axis + 1] = y;
      row[3 * axis + 2] = 1;
      row[6] = -to * x;
      row[7] = -to * y;
      row[8] = to;
    }
  }
  // Elimination with the greatest pivot of each column.
  for (size_t k = 0; k < 8; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < 8; ++i)
      if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
    std::swap(rows[k], rows[pivot]);
    TORCHPP_CHECK_VALUE(std::abs(rows[k][k]) > 1e-9, "perspective: got end points of which three lie on a line");
    for (size_t i = 0; i < 8; ++i) {
      if (i == k) continue;
      const double factor = rows[i][k] / rows[k][k];
      for (size_t j = k; j < 9; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  std::array<double, 8> c;
  for (size_t k = 0; k < 8; ++k) c[k] = rows[k][8] / rows[k][k];
  return c;
}

// Samples the images at the grid's places, with `fill` outside of them.
Tensor sample(const char* op, const Batch& batch, const Tensor& grid, InterpolationMode interpolation,
              ArrayRef<double> fill) {
  TORCHPP_CHECK_VALUE(interpolation != InterpolationMode::kBicubic, op,
                      ": got bicubic interpolation, expected nearest or bilinear");
  const bool nearest = interpolation == InterpolationMode::kNearest;
  Tensor images = batch.images();
  const int64_t count = images.size(0), channels = images.size(1);
  const auto colours = static_cast<int64_t>(fill.size());
  TORCHPP_CHECK_VALUE(colours <= 1 || colours == channels, op,
                      ": The number of elements in 'fill' cannot broadcast to ",
                      "match the number of channels of the image (", colours, " != ", channels, ")");
  const Tensor places = grid.expand({count, grid.size(1), grid.size(2), 2});
  const auto sampled = [&](const Tensor& from) {
    return grid_sampler_2d(from, places.slice(0, 0, from.size(0)), nearest ? 1 : 0, 0, false);
  };
  const Tensor result = sampled(images);
  if (fill.empty()) return batch.restore(result);
  // How much of each pixel comes from within an image: the same for all images.
  const Tensor within =
      sampled(torchpp::ones({1, 1, images.size(2), images.size(3)}, images.options().requires_grad(false)));
  const Tensor colour = torchpp::tensor(fill, within.options()).view({1, colours, 1, 1});
  if (nearest) return batch.restore(torchpp::where(within.lt(0.5), colour, result));
  return batch.restore(result.mul(within).add_((1 - within).mul(colour)));
}

// A centre in pixels from the image's middle.
std::array<double, 2> from_middle(const Tensor& image, const optional<Point>& center) {
  if (!center) return {0, 0};
  const Dimensions d = get_dimensions(image);
  return {static_cast<double>((*center)[0]) - static_cast<double>(d.width) * 0.5,
          static_cast<double>((*center)[1]) - static_cast<double>(d.height) * 0.5};
}

}  // namespace

Tensor rotate(const Tensor& image, double angle, InterpolationMode interpolation, bool expand, optional<Point> center,
              ArrayRef<double> fill) {
  const AffineMatrix m = inverse_affine(from_middle(image, center), -angle, {0, 0}, 1, {0, 0});
  const Dimensions d = get_dimensions(image);
  std::array<int64_t, 2> size = {d.width, d.height};
  if (expand) size = affine_size(m, static_cast<double>(d.width), static_cast<double>(d.height));
  const Batch batch(image);
  return sample("rotate", batch, affine_grid(batch.images(), m, size[0], size[1]), interpolation, fill);
}

Tensor affine(const Tensor& image, double angle, Point translate, double scale, std::array<double, 2> shear,
              InterpolationMode interpolation, ArrayRef<double> fill, optional<Point> center) {
  TORCHPP_CHECK_VALUE(scale > 0, "affine: Argument scale should be positive, got ", scale);
  const AffineMatrix m = inverse_affine(from_middle(image, center), angle, translate, scale, shear);
  const Dimensions d = get_dimensions(image);
  const Batch batch(image);
  return sample("affine", batch, affine_grid(batch.images(), m, d.width, d.height), interpolation, fill);
}

Tensor perspective(const Tensor& image, const std::array<Point, 4>& startpoints, const std::array<Point, 4>& endpoints,
                   InterpolationMode interpolation, ArrayRef<double> fill) {
  const std::array<double, 8> c = perspective_coefficients(startpoints, endpoints);
  const Dimensions d = get_dimensions(image);
  const Batch batch(image);
  const double half_width = 0.5 * static_cast<double>(d.width), half_height = 0.5 * static_cast<double>(d.height);
  const Tensor grid = make_grid(batch.images(), d.width, d.height, [&](auto x, auto y, auto* place) {
    using T = decltype(x);
    const auto w = static_cast<T>(half_width), h = static_cast<T>(half_height);
    x += w;
    y += h;
    const T divisor = weighted<T>(static_cast<T>(c[6]), x, static_cast<T>(c[7]), y, 1);
    place[0] =
        weighted<T>(static_cast<T>(c[0]) / w, x, static_cast<T>(c[1]) / w, y, static_cast<T>(c[2]) / w) / divisor - 1;
    place[1] =
        weighted<T>(static_cast<T>(c[3]) / h, x, static_cast<T>(c[4]) / h, y, static_cast<T>(c[5]) / h) / divisor - 1;
  });
  return sample("perspective", batch, grid, interpolation, fill);
}

Tensor elastic_transform(const Tensor& image, const Tensor& displacement, InterpolationMode interpolation,
                         ArrayRef<double> fill) {
  const Dimensions d = get_dimensions(image);
  TORCHPP_CHECK_VALUE(displacement.sizes() == IntArrayRef({1, d.height, d.width, 2}),
                      "elastic_transform: Argument displacement shape should be [1, ", d.height, ", ", d.width,
                      ", 2], but given ", displacement.sizes());
  const Batch batch(image);
  const double width = static_cast<double>(d.width), height = static_cast<double>(d.height);
  const Tensor middles = make_grid(batch.images(), d.width, d.height, [&](auto x, auto y, auto* place) {
    using T = decltype(x);
    place[0] = x * 2 / static_cast<T>(width);
    place[1] = y * 2 / static_cast<T>(height);
  });
  return sample("elastic_transform", batch, middles + displacement.to(middles.options()), interpolation, fill);
}

}  // namespace torchpp::vision::functional
