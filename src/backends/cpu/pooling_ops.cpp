// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of pooling: planes by pooling.h, channels-last images by loops over their channels. 16-bit
// channels-last images are pooled in float.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/pooling.h"
#include "src/backends/cpu/wide_result.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

template <class T>
const PoolLastKernels<T>& kernels() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_last_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_last_double));
}

// Whether the windows are the squares that tile the plane (what is left over at its right and bottom belongs to none).
bool are_squares(const PoolShape& s) {
  for (int d = 0; d < 2; ++d)
    if (s.kernel[d] != 2 || s.stride[d] != 2 || s.padding[d] != 0 || s.dilation[d] != 1 || 2 * s.out[d] > s.in[d])
      return false;
  return s.out[1] >= 4 && s.in[0] * s.in[1] <= INT32_MAX;
}

template <class F>
void with_float_type(const char* op, ScalarType dtype, const F& f) {
  if (dtype == kFloat) f(float());
  else if (dtype == kDouble) f(double());
  else fail_dtype(op, dtype);
}
bool is_last(MemoryFormat format) { return format == MemoryFormat::ChannelsLast; }

template <class T>
T* data(const Tensor& t) {
  return static_cast<T*>(t.impl()->data());
}
void zero(const Tensor& t) {
  if (t.numel() != 0) __builtin_memset(t.impl()->data(), 0, t.nbytes());
}

// The dtype in which images of a plan are pooled.
template <class P>
ScalarType compute_type(const P& plan, bool narrow_planes) {
  const Output& o = plan.outputs[0];
  const bool wide = o.dtype == kFloat || o.dtype == kDouble || o.dtype == kLong;
  return wide || (narrow_planes && !is_last(o.format)) ? o.dtype : kFloat;
}

PoolWindow window_of(const PoolShape& s) {
  PoolWindow w;
  for (int d = 0; d < 2; ++d) {
    w.in[d] = s.in[d], w.out[d] = s.out[d], w.kernel[d] = s.kernel[d];
    w.stride[d] = s.stride[d], w.padding[d] = s.padding[d], w.dilation[d] = s.dilation[d];
  }
  return w;
}

// Units that are worth a thread's while together, each of `cost` element steps.
int64_t grain(int64_t cost) { return std::max<int64_t>(1, 65536 / std::max<int64_t>(1, cost)); }

PoolProblem problem_of(const PoolShape& s, ScalarType dtype) {
  PoolProblem q;
  q.planes = s.batch * s.channels;
  for (int d = 0; d < 2; ++d) {
    q.in[d] = s.in[d], q.out[d] = s.out[d], q.kernel[d] = s.kernel[d];
    q.stride[d] = s.stride[d], q.padding[d] = s.padding[d], q.dilation[d] = s.dilation[d];
  }
  q.dtype = dtype;
  return q;
}
PoolProblem problem_of(const PoolShape& s, ScalarType dtype, const PoolDivisor& divisor) {
  PoolProblem q = problem_of(s, dtype);
  q.count_include_pad = divisor.count_padding, q.divisor_override = divisor.fixed;
  return q;
}

// f(image, row) for all rows of results
template <class F>
void for_rows(const PoolShape& s, const F& f) {
  const int64_t cost = s.out[1] * s.kernel[0] * s.kernel[1] * s.channels;
  parallel_for(0, s.batch * s.out[0], grain(cost), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i / s.out[0], i % s.out[0]);
  });
}

// `at` may be null.
template <class P>
void max_pool_images(const P& plan, const Tensor& self, int64_t* at) {
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand x(self, compute, format);
  const Tensor y = computed(plan, compute);
  if (!is_last(format) && compute == kFloat && are_squares(s)) {
    PoolSquares& squares = at_level(cpu_level(), TORCHPP_ALL_SETS(pool_squares));
    const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
    parallel_for(0, s.batch * s.channels, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        squares(data<float>(y) + i * out, at ? at + i * out : nullptr, x.data<float>() + i * in, s.in[1], s.out[0],
                s.out[1]);
    });
    return;
  }
  if (!is_last(format)) return max_pool(problem_of(s, compute), x.data(), y.impl()->data(), at);
  TORCHPP_CHECK(s.in[0] * s.in[1] <= INT32_MAX, "max_pool2d: planes got ", s.in[0] * s.in[1],
                " elements, expected at most ", INT32_MAX);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("max_pool2d", compute, [&](auto zero) {
    using T = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      kernels<T>().max(data<T>(y) + i * out, at ? at + i * out : nullptr, x.data<T>() + i * in, w, row, s.channels);
    });
  });
  deliver(plan, y);
}

// f(result pixel, top, bottom, left, right)
template <class F>
void for_windows(const AdaptivePoolPlan& p, const F& f) {
  const auto begin_of = [](int64_t i, int64_t n, int64_t length) { return i * length / n; };
  const auto end_of = [](int64_t i, int64_t n, int64_t length) { return ((i + 1) * length + n - 1) / n; };
  for (int64_t i = 0; i < p.out[0]; ++i)
    for (int64_t j = 0; j < p.out[1]; ++j)
      f(i * p.out[1] + j, begin_of(i, p.out[0], p.in[0]), end_of(i, p.out[0], p.in[0]), begin_of(j, p.out[1], p.in[1]),
        end_of(j, p.out[1], p.in[1]));
}

// Averages of whole numbers, cut off towards zero. Planes one after the other.
void average_integers(const PoolShape& s, const PoolDivisor& divisor, const int64_t* x, int64_t* y) {
  const auto window = [&](int d, int64_t i, int64_t& begin, int64_t& end) {
    begin = i * s.stride[d] - s.padding[d];
    end = std::min(begin + s.kernel[d], s.in[d] + s.padding[d]);
    const int64_t length = end - begin;
    begin = std::max<int64_t>(begin, 0), end = std::min(end, s.in[d]);
    return length;
  };
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
  parallel_for(0, s.batch * s.channels, grain(out * s.kernel[0] * s.kernel[1]), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane)
      for (int64_t i = 0; i < s.out[0]; ++i)
        for (int64_t j = 0; j < s.out[1]; ++j) {
          int64_t top, bottom, left, right;
          const int64_t padded = window(0, i, top, bottom) * window(1, j, left, right);
          uint64_t sum = 0;  // wraps around as int64 does
          for (int64_t row = top; row < bottom; ++row)
            for (int64_t column = left; column < right; ++column)
              sum += static_cast<uint64_t>(x[plane * in + row * s.in[1] + column]);
          const int64_t inside = std::max<int64_t>(bottom - top, 0) * std::max<int64_t>(right - left, 0);
          const int64_t by = divisor.fixed != 0 ? divisor.fixed : divisor.count_padding ? padded : inside;
          y[plane * out + i * s.out[1] + j] = inside == 0 ? 0 : static_cast<int64_t>(sum) / by;
        }
  });
}

PoolDivisor divisor_of(bool count_include_pad, std::optional<int64_t> divisor_override) {
  return {count_include_pad, divisor_override.value_or(0)};
}

}  // namespace

void max_pool2d(const PoolPlan& plan, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool) {
  max_pool_images(plan, self, nullptr);
}
void max_pool2d_with_indices(const PoolIndicesPlan& plan, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef,
                             IntArrayRef, bool) {
  max_pool_images(plan, self, data<int64_t>(plan.result(1)));
}

void max_pool2d_with_indices_backward(const PoolPlan& plan, const Tensor& grad_output, const Tensor&, IntArrayRef,
                                      IntArrayRef, IntArrayRef, IntArrayRef, bool, const Tensor& indices) {
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand dy(grad_output, compute, format), at(indices, format);
  const Tensor dx = computed(plan, compute);
  if (!is_last(format)) return max_pool_backward(problem_of(s, compute), dy.data(), at.data<int64_t>(), data<void>(dx));
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1], channels = s.channels;
  const auto check = [in](int64_t i) {
    TORCHPP_CHECK_INDEX(i >= 0 && i < in, "max_pool2d_with_indices_backward: index got ", i, ", expected less than ",
                        in);
  };
  with_float_type("max_pool2d", compute, [&](auto zero) {
    using T = decltype(zero);
    parallel_for(0, s.batch, grain((in + out) * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* to = data<T>(dx) + i * in * channels;
        const T* from = dy.data<T>() + i * out * channels;
        const int64_t* index = at.data<int64_t>() + i * out * channels;
        __builtin_memset(to, 0, static_cast<size_t>(in * channels) * sizeof(T));
        for (int64_t p = 0; p < out; ++p)
          for (int64_t c = 0; c < channels; ++c) {
            const int64_t pixel = index[p * channels + c];
            check(pixel);
            to[pixel * channels + c] += from[p * channels + c];
          }
      }
    });
  });
  deliver(plan, dx);
}

void avg_pool2d(const PoolPlan& plan, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, bool,
                bool count_include_pad, std::optional<int64_t> divisor_override) {
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const PoolDivisor divisor = divisor_of(count_include_pad, divisor_override);
  if (self.scalar_type() == kLong) {
    const DenseOperand x(self);
    const Tensor y = is_last(format) ? Tensor(make_tensor(plan.outputs[0].sizes, kLong, kCPU)) : plan.result();
    average_integers(s, divisor, x.data<int64_t>(), data<int64_t>(y));
    return deliver(plan, y);
  }
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand x(self, compute, format);
  const Tensor y = computed(plan, compute);
  if (!is_last(format)) return avg_pool(problem_of(s, compute, divisor), x.data(), data<void>(y));
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("avg_pool2d", compute, [&](auto zero) {
    using T = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      kernels<T>().average(data<T>(y) + i * out, x.data<T>() + i * in, w, divisor, row, s.channels);
    });
  });
  deliver(plan, y);
}

void avg_pool2d_backward(const PoolPlan& plan, const Tensor& grad_output, const Tensor&, IntArrayRef, IntArrayRef,
                         IntArrayRef, bool, bool count_include_pad, std::optional<int64_t> divisor_override) {
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand dy(grad_output, compute, format);
  const Tensor dx = computed(plan, compute);
  const PoolDivisor divisor = divisor_of(count_include_pad, divisor_override);
  if (!is_last(format)) return avg_pool_backward(problem_of(s, compute, divisor), dy.data(), data<void>(dx));
  zero(dx);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("avg_pool2d", compute, [&](auto zero_value) {
    using T = decltype(zero_value);
    parallel_for(0, s.batch, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        kernels<T>().average_backward(data<T>(dx) + i * in, dy.data<T>() + i * out, w, divisor, s.channels);
    });
  });
  deliver(plan, dx);
}

void adaptive_avg_pool2d(const AdaptivePoolPlan& s, const Tensor& self, IntArrayRef) {
  if (s.result().numel() == 0) return;
  const MemoryFormat format = s.outputs[0].format;
  const ScalarType compute = compute_type(s, false);
  const DenseOperand x(self, compute, format);
  const Tensor y = computed(s, compute);
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
  with_float_type("adaptive_avg_pool2d", compute, [&](auto zero) {
    using T = decltype(zero);
    const T* images = x.data<T>();
    T* means = data<T>(y);
    if (!is_last(format)) {
      const ReduceFn sum = select(sum_loops, compute);
      parallel_for(0, s.batch * s.channels, grain(in), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          for_windows(s, [&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
            const T* from = images + i * in + top * s.in[1] + left;
            T total = 0;
            if (right - left == s.in[1]) {
              sum(&total, reinterpret_cast<const char*>(from), sizeof(T), (bottom - top) * s.in[1]);
            } else {
              for (int64_t h = top; h < bottom; ++h, from += s.in[1])
                for (int64_t j = 0; j < right - left; ++j) total += from[j];
            }
            means[i * out + p] = total / static_cast<T>((bottom - top) * (right - left));
          });
      });
    } else {
      parallel_for(0, s.batch, grain(in * s.channels), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          for_windows(s, [&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
            T* to = means + (i * out + p) * s.channels;
            for (int64_t c = 0; c < s.channels; ++c) to[c] = 0;
            for (int64_t h = top; h < bottom; ++h)
              for (int64_t j = left; j < right; ++j) {
                const T* from = images + (i * in + h * s.in[1] + j) * s.channels;
                for (int64_t c = 0; c < s.channels; ++c) to[c] += from[c];
              }
            const T count = static_cast<T>((bottom - top) * (right - left));
            for (int64_t c = 0; c < s.channels; ++c) to[c] /= count;
          });
      });
    }
  });
  deliver(s, y);
}

void adaptive_avg_pool2d_backward(const AdaptivePoolPlan& s, const Tensor& grad_output, const Tensor&) {
  if (grad_output.numel() == 0) return zero(s.result());
  const MemoryFormat format = s.outputs[0].format;
  const ScalarType compute = compute_type(s, false);
  const DenseOperand dy(grad_output, compute, format);
  const Tensor dx = computed(s, compute);
  zero(dx);
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
  with_float_type("adaptive_avg_pool2d", compute, [&](auto zero_value) {
    using T = decltype(zero_value);
    const int64_t images = is_last(format) ? s.batch : s.batch * s.channels,
                  channels = is_last(format) ? s.channels : 1;
    const T* gradients = dy.data<T>();
    T* all = data<T>(dx);
    parallel_for(0, images, grain(in * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        for_windows(s, [&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
          const T* from = gradients + (i * out + p) * channels;
          const T count = static_cast<T>((bottom - top) * (right - left));
          for (int64_t h = top; h < bottom; ++h)
            for (int64_t j = left; j < right; ++j) {
              T* to = all + (i * in + h * s.in[1] + j) * channels;
              for (int64_t c = 0; c < channels; ++c) to[c] += from[c] / count;
            }
        });
    });
  });
  deliver(s, dx);
}

}  // namespace torchpp::cpu
