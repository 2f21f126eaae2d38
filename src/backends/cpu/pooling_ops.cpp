// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of pooling: planes by pooling.h, channels-last images by loops over their channels. 16-bit
// channels-last images are pooled in float.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/pooling.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

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
bool is_narrow(const Tensor& t) { return t.scalar_type() == kHalf || t.scalar_type() == kBFloat16; }

template <class T>
T* data(const Tensor& t) {
  return static_cast<T*>(t.impl()->data());
}
MemoryFormat format_of(const Tensor& t) {
  return t.dim() == 4 && t.suggest_memory_format() == MemoryFormat::ChannelsLast ? MemoryFormat::ChannelsLast
                                                                                 : MemoryFormat::Contiguous;
}
Tensor new_like(const Tensor& like, IntArrayRef sizes, ScalarType dtype, MemoryFormat format) {
  return Tensor(make_tensor(sizes, dtype, like.device(), format));
}
void zero(const Tensor& t) {
  if (t.numel() != 0 && !t.is_meta()) __builtin_memset(t.impl()->data(), 0, t.nbytes());
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

bool is_last(MemoryFormat format) { return format == MemoryFormat::ChannelsLast; }

// indices may be undefined
Tensor max_pool(const Tensor& self, const PoolShape& s, const Tensor& indices) {
  const MemoryFormat format = format_of(self);
  if (is_last(format) && is_narrow(self)) return max_pool(self.to(kFloat), s, indices).to(self.scalar_type());
  const Tensor x = self.resolve_neg().contiguous(format), y = new_like(x, s.output, x.scalar_type(), format);
  if (y.is_meta()) return y;
  int64_t* at = indices.defined() ? data<int64_t>(indices) : nullptr;
  if (!is_last(format) && x.scalar_type() == kFloat && are_squares(s)) {
    PoolSquares& squares = at_level(cpu_level(), TORCHPP_ALL_SETS(pool_squares));
    const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
    parallel_for(0, s.batch * s.channels, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        squares(data<float>(y) + i * out, at ? at + i * out : nullptr, data<float>(x) + i * in, s.in[1], s.out[0],
                s.out[1]);
    });
    return y;
  }
  if (!is_last(format)) {
    cpu::max_pool(problem_of(s, x.scalar_type()), x.impl()->data(), y.impl()->data(), at);
    return y;
  }
  TORCHPP_CHECK(s.in[0] * s.in[1] <= INT32_MAX, "max_pool2d: planes got ", s.in[0] * s.in[1],
                " elements, expected at most ", INT32_MAX);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("max_pool2d", x.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      kernels<T>().max(data<T>(y) + i * out, at ? at + i * out : nullptr, data<T>(x) + i * in, w, row, s.channels);
    });
  });
  return y;
}

// Window i of n over a length: [begin, end)
int64_t adaptive_begin(int64_t i, int64_t n, int64_t length) { return i * length / n; }
int64_t adaptive_end(int64_t i, int64_t n, int64_t length) { return ((i + 1) * length + n - 1) / n; }

struct AdaptiveShape {
  int64_t batch, channels, in[2], out[2];
  AdaptiveShape(IntArrayRef x, IntArrayRef output) : batch(x.size() == 4 ? x[0] : 1), channels(x[x.size() - 3]) {
    for (size_t d = 0; d < 2; ++d) in[d] = x[x.size() - 2 + d], out[d] = output[output.size() - 2 + d];
  }
  // f(result pixel, top, bottom, left, right)
  template <class F>
  void for_windows(const F& f) const {
    for (int64_t i = 0; i < out[0]; ++i)
      for (int64_t j = 0; j < out[1]; ++j)
        f(i * out[1] + j, adaptive_begin(i, out[0], in[0]), adaptive_end(i, out[0], in[0]),
          adaptive_begin(j, out[1], in[1]), adaptive_end(j, out[1], in[1]));
  }
};

Tensor max_pool_gradient(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                         IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  const PoolShape s =
      max_pool_backward_rule(grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
  const MemoryFormat format = format_of(self);
  if (is_last(format) && is_narrow(self))
    return max_pool_gradient(grad_output.to(kFloat), self.to(kFloat), kernel_size, stride, padding, dilation, ceil_mode,
                             indices)
        .to(self.scalar_type());
  const Tensor dy = grad_output.resolve_neg().contiguous(format), at = indices.contiguous(format);
  const Tensor dx = new_like(self, self.sizes(), self.scalar_type(), format);
  if (dx.is_meta()) return dx;
  if (!is_last(format)) {
    max_pool_backward(problem_of(s, dx.scalar_type()), dy.impl()->data(), data<int64_t>(at), dx.impl()->data());
    return dx;
  }
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1], channels = s.channels;
  const auto check = [in](int64_t i) {
    TORCHPP_CHECK_INDEX(i >= 0 && i < in, "max_pool2d_with_indices_backward: index got ", i, ", expected less than ",
                        in);
  };
  with_float_type("max_pool2d", self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    parallel_for(0, s.batch, grain((in + out) * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* to = data<T>(dx) + i * in * channels;
        const T* from = data<T>(dy) + i * out * channels;
        const int64_t* index = data<int64_t>(at) + i * out * channels;
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
  return dx;
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

Tensor average(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
               bool count_include_pad, std::optional<int64_t> divisor_override) {
  const PoolShape s = avg_pool_rule(self, kernel_size, stride, padding, ceil_mode, divisor_override);
  const MemoryFormat format = format_of(self);
  if (is_last(format) && is_narrow(self))
    return average(self.to(kFloat), kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
        .to(self.scalar_type());
  const PoolDivisor divisor = {count_include_pad, divisor_override.value_or(0)};
  if (self.scalar_type() == kLong) {
    const Tensor x = self.contiguous(), y = new_like(x, s.output, kLong, MemoryFormat::Contiguous);
    if (!y.is_meta()) average_integers(s, divisor, data<int64_t>(x), data<int64_t>(y));
    return y.contiguous(format);
  }
  const Tensor x = self.resolve_neg().contiguous(format), y = new_like(x, s.output, self.scalar_type(), format);
  if (y.is_meta()) return y;
  if (!is_last(format)) {
    avg_pool(problem_of(s, x.scalar_type(), divisor), x.impl()->data(), y.impl()->data());
    return y;
  }
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("avg_pool2d", self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      kernels<T>().average(data<T>(y) + i * out, data<T>(x) + i * in, w, divisor, row, s.channels);
    });
  });
  return y;
}

Tensor average_gradient(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                        IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        std::optional<int64_t> divisor_override) {
  const PoolShape s =
      avg_pool_backward_rule(grad_output, self, kernel_size, stride, padding, ceil_mode, divisor_override);
  const MemoryFormat format = format_of(self);
  if (is_last(format) && is_narrow(self))
    return average_gradient(grad_output.to(kFloat), self.to(kFloat), kernel_size, stride, padding, ceil_mode,
                            count_include_pad, divisor_override)
        .to(self.scalar_type());
  const Tensor dy = grad_output.resolve_neg().contiguous(format),
               dx = new_like(self, self.sizes(), self.scalar_type(), format);
  if (dx.is_meta()) return dx;
  const PoolDivisor divisor = {count_include_pad, divisor_override.value_or(0)};
  if (!is_last(format)) {
    avg_pool_backward(problem_of(s, dx.scalar_type(), divisor), dy.impl()->data(), dx.impl()->data());
    return dx;
  }
  zero(dx);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in[0] * s.in[1] * s.channels, out = s.out[0] * s.out[1] * s.channels;
  with_float_type("avg_pool2d", self.scalar_type(), [&](auto zero_value) {
    using T = decltype(zero_value);
    parallel_for(0, s.batch, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        kernels<T>().average_backward(data<T>(dx) + i * in, data<T>(dy) + i * out, w, divisor, s.channels);
    });
  });
  return dx;
}

Tensor adaptive_average(const Tensor& self, IntArrayRef output_size) {
  const DimVector sizes = adaptive_pool_rule(self, output_size);
  if (is_narrow(self)) return adaptive_average(self.to(kFloat), output_size).to(self.scalar_type());
  const MemoryFormat format = format_of(self);
  const Tensor x = self.resolve_neg().contiguous(format), y = new_like(x, sizes, self.scalar_type(), format);
  if (y.numel() == 0 || y.is_meta()) return y;
  const AdaptiveShape s(self.sizes(), sizes);
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
  with_float_type("adaptive_avg_pool2d", self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    if (format == MemoryFormat::Contiguous) {
      const ReduceFn sum = select(sum_loops, self.scalar_type());
      parallel_for(0, s.batch * s.channels, grain(in), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          s.for_windows([&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
            const T* from = data<T>(x) + i * in + top * s.in[1] + left;
            T total = 0;
            if (right - left == s.in[1]) {
              sum(&total, reinterpret_cast<const char*>(from), sizeof(T), (bottom - top) * s.in[1]);
            } else {
              for (int64_t h = top; h < bottom; ++h, from += s.in[1])
                for (int64_t j = 0; j < right - left; ++j) total += from[j];
            }
            data<T>(y)[i * out + p] = total / static_cast<T>((bottom - top) * (right - left));
          });
      });
    } else {
      parallel_for(0, s.batch, grain(in * s.channels), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          s.for_windows([&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
            T* to = data<T>(y) + (i * out + p) * s.channels;
            for (int64_t c = 0; c < s.channels; ++c) to[c] = 0;
            for (int64_t h = top; h < bottom; ++h)
              for (int64_t j = left; j < right; ++j) {
                const T* from = data<T>(x) + (i * in + h * s.in[1] + j) * s.channels;
                for (int64_t c = 0; c < s.channels; ++c) to[c] += from[c];
              }
            const T count = static_cast<T>((bottom - top) * (right - left));
            for (int64_t c = 0; c < s.channels; ++c) to[c] /= count;
          });
      });
    }
  });
  return y;
}

Tensor adaptive_average_gradient(const Tensor& grad_output, const Tensor& self) {
  adaptive_pool_backward_rule(grad_output, self);
  if (is_narrow(self)) return adaptive_average_gradient(grad_output.to(kFloat), self.to(kFloat)).to(self.scalar_type());
  const MemoryFormat format = format_of(self);
  const Tensor dy = grad_output.resolve_neg().contiguous(format),
               dx = new_like(self, self.sizes(), self.scalar_type(), format);
  if (dx.is_meta()) return dx;
  zero(dx);
  if (dy.numel() == 0) return dx;
  const AdaptiveShape s(self.sizes(), dy.sizes());
  const int64_t in = s.in[0] * s.in[1], out = s.out[0] * s.out[1];
  with_float_type("adaptive_avg_pool2d", self.scalar_type(), [&](auto zero_value) {
    using T = decltype(zero_value);
    const bool last = format == MemoryFormat::ChannelsLast;
    const int64_t images = last ? s.batch : s.batch * s.channels, channels = last ? s.channels : 1;
    parallel_for(0, images, grain(in * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        s.for_windows([&](int64_t p, int64_t top, int64_t bottom, int64_t left, int64_t right) {
          const T* from = data<T>(dy) + (i * out + p) * channels;
          const T count = static_cast<T>((bottom - top) * (right - left));
          for (int64_t h = top; h < bottom; ++h)
            for (int64_t j = left; j < right; ++j) {
              T* to = data<T>(dx) + (i * in + h * s.in[1] + j) * channels;
              for (int64_t c = 0; c < channels; ++c) to[c] += from[c] / count;
            }
        });
    });
  });
  return dx;
}

}  // namespace

Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  const PoolShape s = max_pool_rule(self, kernel_size, stride, padding, dilation, ceil_mode);
  return max_pool(self, s, Tensor());
}

TensorPair max_pool2d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const PoolShape s = max_pool_rule(self, kernel_size, stride, padding, dilation, ceil_mode);
  const Tensor indices = new_like(self, s.output, kLong, format_of(self));
  return finish_kernel(out, {max_pool(self, s, indices), indices});
}

Tensor max_pool2d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  return finish_kernel(
      out, max_pool_gradient(grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices));
}
Tensor avg_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override) {
  return finish_kernel(out,
                       average(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override));
}
Tensor avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                           IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           std::optional<int64_t> divisor_override) {
  return finish_kernel(out, average_gradient(grad_output, self, kernel_size, stride, padding, ceil_mode,
                                             count_include_pad, divisor_override));
}
Tensor adaptive_avg_pool2d(Out out, const Tensor& self, IntArrayRef output_size) {
  return finish_converted(out, adaptive_average(self, output_size));
}
Tensor adaptive_avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return finish_converted(out, adaptive_average_gradient(grad_output, self));
}

}  // namespace torchpp::cpu
