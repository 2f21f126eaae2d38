// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of sampling at points, whose taps are found once and serve all channels.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/isa/sampling_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/wide_result.h"
#include "src/backends/cpu/workspace.h"
#include "src/backends/math/sampling.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

template <int mode, int dims, class T>
class Sampler {
 public:
  using Point = math::PointTaps<mode, dims, T>;
  static constexpr int kTaps = Point::kCount;
  explicit Sampler(const SamplerShape& s) : shape_(s) {
    for (int d = 0; d < dims; ++d) lines_[d] = {s.in[d], static_cast<int>(s.padding), s.align_corners};
  }

  int64_t pixels() const {
    int64_t n = 1;
    for (int d = 0; d < dims; ++d) n *= shape_.in[d];
    return n;
  }

  void forward(const T* input, const T* grid, T* output) const {
    if (takes_vectors()) return by_vectors(input, grid, output);
    const int64_t blocks = (shape_.points + kBlock - 1) / kBlock, channels = shape_.channels, pixels = this->pixels();
    parallel_for(0, shape_.batch * blocks, grain(), [&](int64_t begin, int64_t end) {
      Point taps[kBlock];
      for (int64_t i = begin; i < end; ++i) {
        const int64_t image = i / blocks, first = i % blocks * kBlock, n = std::min(kBlock, shape_.points - first);
        for (int64_t p = 0; p < n; ++p)
          taps[p].find(lines_, grid + (image * shape_.points + first + p) * dims, nullptr);
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
    if (grad_grid != nullptr) {
      // The nearest pixel is constant around a point, also an infinite one.
      if constexpr (mode == math::kSampleNearest) std::fill_n(grad_grid, shape_.batch * shape_.points * dims, T(0));
      else by_grid(grad, input, grid, grad_grid);
    }
    if (grad_input == nullptr) return;
    if (takes_vectors()) return input_by_vectors(grad, grid, grad_input);
    // Channels are independent, the points of one are added in their order.
    const int64_t pixels = this->pixels(), points = shape_.points, channels = shape_.channels;
    std::vector<Point> taps(static_cast<size_t>(points));
    for (int64_t image = 0; image < shape_.batch; ++image) {
      parallel_for(0, points, kBlock, [&](int64_t begin, int64_t end) {
        for (int64_t p = begin; p < end; ++p)
          taps[static_cast<size_t>(p)].find(lines_, grid + (image * points + p) * dims, nullptr);
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
  static constexpr int64_t kBlock = kSampledTogether;
  static constexpr int kTogether = 4;

  bool takes_vectors() const {
    return dims == 2 && mode != math::kSampleBicubic && lines_[0].padding != math::kSampleReflection &&
           pixels() <= INT32_MAX;
  }
  static const SampleGradients<T>& gradients() {
    if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(sample_gradients_float));
    else return at_level(cpu_level(), TORCHPP_ALL_SETS(sample_gradients_double));
  }

  // A block of points of an image; its `image` and `out` are not set.
  SampledBlock block_of(int64_t image, int64_t first, const T* grid) const {
    SampledBlock b;
    b.image = nullptr, b.out = nullptr;
    b.grid = grid + (image * shape_.points + first) * dims;
    b.rows = lines_[0].size, b.columns = lines_[dims - 1].size, b.channels = shape_.channels;
    b.points = std::min(kBlock, shape_.points - first), b.channel_step = shape_.points;
    b.align_corners = shape_.align_corners, b.border = lines_[0].padding == math::kSampleBorder;
    return b;
  }
  // f(image, first point, block) for all blocks of points.
  template <class F>
  void for_blocks(const T* grid, const F& f) const {
    const int64_t blocks = (shape_.points + kBlock - 1) / kBlock;
    parallel_for(0, shape_.batch * blocks, grain(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t image = i / blocks, first = i % blocks * kBlock;
        f(image, first, block_of(image, first, grid));
      }
    });
  }
  void by_vectors(const T* input, const T* grid, T* output) const {
    constexpr ScalarType kType = CppTypeToScalarType<T>::value;
    const SampleFn sample =
        mode == math::kSampleNearest ? select(sample_nearest_loops, kType) : select(sample_bilinear_loops, kType);
    for_blocks(grid, [&](int64_t image, int64_t first, SampledBlock b) {
      b.image = input + image * shape_.channels * pixels();
      b.out = output + image * shape_.channels * shape_.points + first;
      sample(b);
    });
  }
  void grid_by_vectors(const T* grad, const T* input, const T* grid, T* grad_grid) const {
    for_blocks(grid, [&](int64_t image, int64_t first, SampledBlock b) {
      b.image = input + image * shape_.channels * pixels();
      b.out = grad_grid + (image * shape_.points + first) * dims;
      gradients().bilinear_grid(b, grad + image * shape_.channels * shape_.points + first);
    });
  }
  // Channels are independent, the points of one are added in their order.
  void input_by_vectors(const T* grad, const T* grid, T* grad_input) const {
    const int64_t pixels = this->pixels(), points = shape_.points, channels = shape_.channels;
    const int64_t blocks = (points + kBlock - 1) / kBlock, room = blocks * kBlock * kTaps;
    const Workspace space(static_cast<size_t>(room) * (sizeof(T) + sizeof(int32_t)));
    T* const weights = space.as<T>();
    int32_t* const places = space.as<int32_t>(static_cast<size_t>(room) * sizeof(T));
    const auto find = mode == math::kSampleNearest ? gradients().nearest_taps : gradients().bilinear_taps;
    for (int64_t image = 0; image < shape_.batch; ++image) {
      parallel_for(0, blocks, 16, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          find(block_of(image, i * kBlock, grid), places + i * kBlock * kTaps, weights + i * kBlock * kTaps);
      });
      const int64_t grain = std::max<int64_t>(1, 32768 / std::max<int64_t>(1, points * kTaps + pixels));
      parallel_for(0, channels, grain, [&](int64_t begin, int64_t end) {
        T* const dx = grad_input + image * channels * pixels;
        const T* const dy = grad + image * channels * points;
        std::fill_n(dx + begin * pixels, (end - begin) * pixels, T(0));
        for (; begin + kTogether <= end; begin += kTogether)
          add_points<kTogether>(places, weights, dy + begin * points, dx + begin * pixels);
        for (; begin < end; ++begin) add_points<1>(places, weights, dy + begin * points, dx + begin * pixels);
      });
    }
  }
  // Of kCount channels, so that points which are one pixel do not all wait for each other's sum.
  template <int kCount>
  void add_points(const int32_t* places, const T* weights, const T* dy, T* dx) const {
    const int64_t pixels = this->pixels(), points = shape_.points;
    for (int64_t p = 0; p < points; ++p) {
      const int64_t tap = p / kBlock * kBlock * kTaps + p % kBlock;
      for (int k = 0; k < kTaps; ++k) {
        const int32_t at = places[tap + k * kBlock];
        if (at < 0) continue;
        const T weight = weights[tap + k * kBlock];
#pragma GCC unroll 8
        for (int c = 0; c < kCount; ++c) dx[c * pixels + at] += weight * dy[c * points + p];
      }
    }
  }

  int64_t grain() const {
    return std::max<int64_t>(1, 32768 / (kBlock * kTaps * std::max<int64_t>(1, shape_.channels)));
  }
  static T sum(const Point& point, const T* x) {
    T total = 0;
    for (int k = 0; k < kTaps; ++k) total += point.weight[k] * (point.at[k] < 0 ? T(0) : x[point.at[k]]);
    return total;
  }

  void by_grid(const T* grad, const T* input, const T* grid, T* grad_grid) const {
    if (takes_vectors()) return grid_by_vectors(grad, input, grid, grad_grid);
    const int64_t channels = shape_.channels, points = shape_.points, pixels = this->pixels();
    const int64_t cost = std::max<int64_t>(1, kTaps * channels);
    parallel_for(0, shape_.batch * points, std::max<int64_t>(1, 32768 / cost), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t image = i / points, p = i % points;
        Point point;
        T slopes[dims * kTaps], sums[kTaps] = {};
        point.find(lines_, grid + i * dims, slopes);
        for (int64_t c = 0; c < channels; ++c) {
          const T* x = input + (image * channels + c) * pixels;
          const T dy = grad[(image * channels + c) * points + p];
          for (int k = 0; k < kTaps; ++k)
            if (point.at[k] >= 0) sums[k] += dy * x[point.at[k]];
        }
        for (int d = 0; d < dims; ++d) {
          T total = 0;
          for (int k = 0; k < kTaps; ++k) total += slopes[d * kTaps + k] * sums[k];
          grad_grid[i * dims + dims - 1 - d] = total;
        }
      }
    });
  }

  const SamplerShape& shape_;
  math::SampleLine lines_[dims];
};

// f(Sampler<...>) for the mode and the dtype of computation.
template <int dims, class F>
void with_sampler(const SamplerShape& s, ScalarType compute, const F& f) {
  const auto by_mode = [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (s.mode == SamplerMode::kNearest) f(Sampler<math::kSampleNearest, dims, T>(s), T());
    else if (dims == 3 || s.mode == SamplerMode::kBilinear) f(Sampler<math::kSampleBilinear, dims, T>(s), T());
    else if constexpr (dims == 2) f(Sampler<math::kSampleBicubic, dims, T>(s), T());
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

void grid_sampler(const SamplerPlan& plan, const Tensor& input, const Tensor& grid) {
  if (plan.shape.dims == 2) sample<2>(plan, input, grid);
  else sample<3>(plan, input, grid);
}
void grid_sampler_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input,
                           const Tensor& grid) {
  if (plan.shape.dims == 2) sample_backward<2>(plan, grad_output, input, grid);
  else sample_backward<3>(plan, grad_output, input, grid);
}

}  // namespace torchpp::cpu
