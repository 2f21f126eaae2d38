// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of sampling at points. A point's value is a weighted sum of some pixels, its taps, which are the
// product of those along each dimension; they are found once and serve all channels.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/wide_result.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// A coordinate folded into [low / 2, high / 2] by reflection. The slope changes its sign with each fold.
template <class T>
T reflected(T x, int64_t low, int64_t high, T& slope) {
  if (low == high) return slope = 0, T(0);
  const T least = static_cast<T>(low) / 2, span = static_cast<T>(high - low) / 2;
  x -= least;
  if (x < 0) slope = -slope, x = -x;
  const T extra = std::fmod(x, span), folds = std::floor(x / span);
  if (std::fmod(folds, T(2)) == 0) return extra + least;
  slope = -slope;
  return span - extra + least;
}

// A coordinate in pixels after padding: inside of the image, but for zeros. NaN counts as 0 then.
template <class T>
T padded(T x, int64_t size, const SamplerShape& s, T& slope) {
  if (s.padding == SamplerPadding::kZeros) return x;
  if (s.padding == SamplerPadding::kReflection)
    x = s.align_corners ? reflected(x, 0, 2 * (size - 1), slope) : reflected(x, -1, 2 * size - 1, slope);
  const T last = static_cast<T>(size - 1);
  if (!(x > 0)) return slope = 0, T(0);
  if (x >= last) return slope = 0, last;
  return x;
}

// The pixel of a whole coordinate; -1 outside.
template <class T>
int64_t pixel(T x, int64_t size) {
  return x >= 0 && x <= static_cast<T>(size - 1) ? static_cast<int64_t>(x) : -1;
}

// Cubic convolution (a = -0.75) at distances below 1 and from 1 to 2, and derivatives.   Source: Keys 1981.
template <class T>
struct Cubic {
  static constexpr T a = T(-0.75);
  static T near(T x) { return ((a + 2) * x - (a + 3)) * x * x + 1; }
  static T far(T x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }
  static T near_slope(T x) { return (3 * (a + 2) * x - 2 * (a + 3)) * x; }
  static T far_slope(T x) { return (3 * a * x - 10 * a) * x + 8 * a; }
};

// The taps of a coordinate along one dimension: pixels (-1 outside), weights, and the weights' derivatives.
template <class T>
struct LineTaps {
  int64_t at[4];
  T weight[4], slope[4];
  LineTaps(const SamplerShape& s, int64_t size, T g) {
    T slope_of_x = static_cast<T>(s.align_corners ? size - 1 : size) / 2;
    const T n = static_cast<T>(size);
    const T x = s.align_corners ? (g + 1) / 2 * (n - 1) : ((g + 1) * n - 1) / 2;
    if (s.mode == SamplerMode::kBicubic) {
      const T first = std::floor(x), t = x - first;
      using C = Cubic<T>;
      const T w[] = {C::far(t + 1), C::near(t), C::near(1 - t), C::far(2 - t)},
              d[] = {C::far_slope(t + 1), C::near_slope(t), -C::near_slope(1 - t), -C::far_slope(2 - t)};
      for (int k = 0; k < 4; ++k) {
        T ignored = 1;
        at[k] = pixel(padded(first + static_cast<T>(k - 1), size, s, ignored), size);
        weight[k] = w[k], slope[k] = d[k] * slope_of_x;
      }
      return;
    }
    const T inside = padded(x, size, s, slope_of_x);
    if (s.mode == SamplerMode::kNearest) {
      at[0] = pixel(std::nearbyint(inside), size), weight[0] = 1, slope[0] = 0;
      return;
    }
    const T first = std::floor(inside), t = inside - first;
    at[0] = pixel(first, size), weight[0] = 1 - t, slope[0] = -slope_of_x;
    at[1] = pixel(first + 1, size), weight[1] = t, slope[1] = slope_of_x;
  }
};

constexpr int along_line(SamplerMode mode) {
  return mode == SamplerMode::kNearest ? 1 : mode == SamplerMode::kBilinear ? 2 : 4;
}
constexpr int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// The taps of a point: places in an image (-1 outside), and weights.
template <class T, int taps>
struct PointTaps {
  int64_t at[taps];
  T weight[taps];
};

template <SamplerMode mode, int dims, class T>
class Sampler {
 public:
  static constexpr int kLine = along_line(mode), kTaps = power(kLine, dims);
  using Point = PointTaps<T, kTaps>;
  explicit Sampler(const SamplerShape& s) : shape_(s) {}

  // The derivative of weight `k` by the coordinate of dimension `d` goes to slopes[d][k], unless null.
  void find(const T* coordinates, Point& point, T (*slopes)[kTaps]) const {
    const LineTaps<T> first(shape_, shape_.in[0], coordinates[dims - 1]),
        second(shape_, shape_.in[1], coordinates[dims - 2]),
        third = dims == 3 ? LineTaps<T>(shape_, shape_.in[2], coordinates[0]) : second;
    for (int k = 0; k < kTaps; ++k) {
      const int last = k % kLine, middle = k / kLine % kLine, outer = k / kLine / kLine;
      if constexpr (dims == 2) {
        const int64_t row = first.at[middle], column = second.at[last];
        point.at[k] = row < 0 || column < 0 ? -1 : row * shape_.in[1] + column;
        point.weight[k] = first.weight[middle] * second.weight[last];
        if (slopes == nullptr) continue;
        slopes[0][k] = first.slope[middle] * second.weight[last];
        slopes[1][k] = first.weight[middle] * second.slope[last];
      } else {
        const int64_t slice = first.at[outer], row = second.at[middle], column = third.at[last];
        const bool outside = slice < 0 || row < 0 || column < 0;
        point.at[k] = outside ? -1 : (slice * shape_.in[1] + row) * shape_.in[2] + column;
        const T plane = first.weight[outer] * second.weight[middle];
        point.weight[k] = plane * third.weight[last];
        if (slopes == nullptr) continue;
        slopes[0][k] = first.slope[outer] * second.weight[middle] * third.weight[last];
        slopes[1][k] = first.weight[outer] * second.slope[middle] * third.weight[last];
        slopes[2][k] = plane * third.slope[last];
      }
    }
  }

  int64_t pixels() const {
    int64_t n = 1;
    for (int d = 0; d < dims; ++d) n *= shape_.in[d];
    return n;
  }

  void forward(const T* input, const T* grid, T* output) const {
    const int64_t blocks = (shape_.points + kBlock - 1) / kBlock, channels = shape_.channels, pixels = this->pixels();
    parallel_for(0, shape_.batch * blocks, grain(), [&](int64_t begin, int64_t end) {
      Point taps[kBlock];
      for (int64_t i = begin; i < end; ++i) {
        const int64_t image = i / blocks, first = i % blocks * kBlock, n = std::min(kBlock, shape_.points - first);
        for (int64_t p = 0; p < n; ++p) find(grid + (image * shape_.points + first + p) * dims, taps[p], nullptr);
        for (int64_t c = 0; c < channels; ++c) {
          const T* x = input + (image * channels + c) * pixels;
          T* y = output + (image * channels + c) * shape_.points + first;
          for (int64_t p = 0; p < n; ++p) y[p] = sum(taps[p], x);
        }
      }
    });
  }

  // Either of the gradients may be null.
  void backward(const T* grad, const T* input, const T* grid, T* grad_input, T* grad_grid) const {
    if (grad_grid != nullptr) by_grid(grad, input, grid, grad_grid);
    if (grad_input == nullptr) return;
    // Channels are independent, the points of one are added in their order.
    const int64_t pixels = this->pixels(), points = shape_.points, channels = shape_.channels;
    std::vector<Point> taps(static_cast<size_t>(points));
    for (int64_t image = 0; image < shape_.batch; ++image) {
      parallel_for(0, points, kBlock, [&](int64_t begin, int64_t end) {
        for (int64_t p = begin; p < end; ++p)
          find(grid + (image * points + p) * dims, taps[static_cast<size_t>(p)], nullptr);
      });
      const int64_t grain = std::max<int64_t>(1, 32768 / std::max<int64_t>(1, points * kTaps + pixels));
      parallel_for(0, channels, grain, [&](int64_t begin, int64_t end) {
        for (int64_t c = begin; c < end; ++c) {
          T* dx = grad_input + (image * channels + c) * pixels;
          const T* dy = grad + (image * channels + c) * points;
          std::fill_n(dx, pixels, T(0));
          for (int64_t p = 0; p < points; ++p) {
            const Point& point = taps[static_cast<size_t>(p)];
            for (int k = 0; k < kTaps; ++k)
              if (point.at[k] >= 0) dx[point.at[k]] += point.weight[k] * dy[p];
          }
        }
      });
    }
  }

 private:
  static constexpr int64_t kBlock = 256;

  int64_t grain() const {
    return std::max<int64_t>(1, 32768 / (kBlock * kTaps * std::max<int64_t>(1, shape_.channels)));
  }
  static T sum(const Point& point, const T* x) {
    T total = 0;
    for (int k = 0; k < kTaps; ++k) total += point.weight[k] * (point.at[k] < 0 ? T(0) : x[point.at[k]]);
    return total;
  }

  void by_grid(const T* grad, const T* input, const T* grid, T* grad_grid) const {
    const int64_t channels = shape_.channels, points = shape_.points, pixels = this->pixels();
    const int64_t cost = std::max<int64_t>(1, kTaps * channels);
    parallel_for(0, shape_.batch * points, std::max<int64_t>(1, 32768 / cost), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t image = i / points, p = i % points;
        Point point;
        T slopes[dims][kTaps], sums[kTaps] = {};
        find(grid + i * dims, point, slopes);
        for (int64_t c = 0; c < channels; ++c) {
          const T* x = input + (image * channels + c) * pixels;
          const T dy = grad[(image * channels + c) * points + p];
          for (int k = 0; k < kTaps; ++k)
            if (point.at[k] >= 0) sums[k] += dy * x[point.at[k]];
        }
        for (int d = 0; d < dims; ++d) {
          T total = 0;
          for (int k = 0; k < kTaps; ++k) total += slopes[d][k] * sums[k];
          grad_grid[i * dims + dims - 1 - d] = total;
        }
      }
    });
  }

  const SamplerShape& shape_;
};

// f(Sampler<...>) for the mode and the dtype of computation.
template <int dims, class F>
void with_sampler(const SamplerShape& s, ScalarType compute, const F& f) {
  const auto by_mode = [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (s.mode == SamplerMode::kNearest) f(Sampler<SamplerMode::kNearest, dims, T>(s), T());
    else if (dims == 3 || s.mode == SamplerMode::kBilinear) f(Sampler<SamplerMode::kBilinear, dims, T>(s), T());
    else if constexpr (dims == 2) f(Sampler<SamplerMode::kBicubic, dims, T>(s), T());
  };
  if (compute == kDouble) by_mode(TypeTag<double>());
  else by_mode(TypeTag<float>());
}

template <class T>
T* data(const Tensor& t) {
  return t.defined() ? static_cast<T*>(t.impl()->data()) : nullptr;
}

template <int dims>
void sample(const SamplerPlan& plan, const Tensor& input, const Tensor& grid) {
  if (plan.result().numel() == 0) return;
  const ScalarType compute = wide_dtype(plan.outputs[0].dtype);
  const DenseOperand x(input, compute), points(grid, compute);
  const Tensor y = computed(plan, compute);
  with_sampler<dims>(plan.shape, compute, [&](const auto& sampler, auto zero) {
    using T = decltype(zero);
    sampler.forward(x.data<T>(), points.data<T>(), data<T>(y));
  });
  deliver(plan, y);
}

template <int dims>
void sample_backward(const SamplerBackwardPlan& plan, const Tensor& grad, const Tensor& input, const Tensor& grid) {
  const ScalarType compute = wide_dtype(plan.outputs[0].dtype);
  const DenseOperand dy(grad, compute), x(input, compute), points(grid, compute);
  const Tensor dx = plan.outputs[0].wanted ? computed(plan, compute) : Tensor(),
               dgrid = plan.outputs[1].wanted ? computed(plan, compute, 1) : Tensor();
  with_sampler<dims>(plan.shape, compute, [&](const auto& sampler, auto zero) {
    using T = decltype(zero);
    sampler.backward(dy.data<T>(), x.data<T>(), points.data<T>(), data<T>(dx), data<T>(dgrid));
  });
  if (dx.defined()) deliver(plan, dx);
  if (dgrid.defined()) deliver(plan, dgrid, 1);
}

}  // namespace

void grid_sampler_2d(const SamplerPlan& plan, const Tensor& input, const Tensor& grid, int64_t, int64_t, bool) {
  sample<2>(plan, input, grid);
}
void grid_sampler_3d(const SamplerPlan& plan, const Tensor& input, const Tensor& grid, int64_t, int64_t, bool) {
  sample<3>(plan, input, grid);
}
void grid_sampler_2d_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input,
                              const Tensor& grid, int64_t, int64_t, bool, std::array<bool, 2>) {
  sample_backward<2>(plan, grad_output, input, grid);
}
void grid_sampler_3d_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input,
                              const Tensor& grid, int64_t, int64_t, bool, std::array<bool, 2>) {
  sample_backward<3>(plan, grad_output, input, grid);
}

}  // namespace torchpp::cpu
