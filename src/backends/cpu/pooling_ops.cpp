// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of pooling with windows at even distances, and the gradient of all maxima: planes and volumes by
// pooling.h, channels-last images by loops over their channels. 16-bit channels-last images are pooled in float.

#include <type_traits>

#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/pooled_images.h"
#include "src/backends/cpu/pooling.h"

namespace torchpp::cpu {
namespace {

template <class T>
const PoolLastKernels<T>& kernels() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_last_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_last_double));
}

PoolWindow window_of(const PoolShape& s) {
  PoolWindow w;
  for (int d = 0; d < 2; ++d) {
    w.in[d] = s.in[d + 1], w.out[d] = s.out[d + 1], w.kernel[d] = s.kernel[d + 1];
    w.stride[d] = s.stride[d + 1], w.padding[d] = s.padding[d + 1], w.dilation[d] = s.dilation[d + 1];
  }
  return w;
}

PoolProblem problem_of(const PoolVolume& v, ScalarType dtype) {
  PoolProblem q;
  q.planes = v.batch * v.channels;
  for (int d = 0; d < 3; ++d) q.in[d] = v.in[d], q.out[d] = v.out[d];
  q.dtype = dtype;
  return q;
}
PoolProblem problem_of(const PoolShape& s, ScalarType dtype) {
  PoolProblem q = problem_of(static_cast<const PoolVolume&>(s), dtype);
  for (int d = 0; d < 3; ++d) {
    q.kernel[d] = s.kernel[d], q.stride[d] = s.stride[d];
    q.padding[d] = s.padding[d], q.dilation[d] = s.dilation[d];
  }
  return q;
}
PoolProblem problem_of(const PoolShape& s, ScalarType dtype, const PoolDivisor& divisor) {
  PoolProblem q = problem_of(s, dtype);
  q.count_include_pad = divisor.count_padding, q.divisor_override = divisor.fixed;
  return q;
}

// f(image, row) for all rows of results of images
template <class F>
void for_rows(const PoolShape& s, const F& f) {
  const int64_t cost = s.out[2] * s.kernel[1] * s.kernel[2] * s.channels;
  parallel_for(0, s.batch * s.out[1], grain(cost), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i / s.out[1], i % s.out[1]);
  });
}

// `at` may be null.
template <class P>
void max_pool_volumes(const P& plan, const Tensor& self, int64_t* at) {
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand x(self, compute, format);
  const Tensor y = computed(plan, compute);
  if (!is_last(format)) return max_pool(problem_of(s, compute), x.data(), y.impl()->data(), at);
  TORCHPP_CHECK(s.in_size() <= INT32_MAX, "max_pool2d: planes got ", s.in_size(), " elements, expected at most ",
                INT32_MAX);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in_size() * s.channels, out = s.out_size() * s.channels;
  with_float_type("max_pool2d", compute, [&](auto zero) {
    using T = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      kernels<T>().max(data<T>(y) + i * out, at ? at + i * out : nullptr, x.data<T>() + i * in, w, row, s.channels);
    });
  });
  deliver(plan, y);
}

// Averages of whole numbers, cut off towards zero. Planes or volumes one after the other.
void average_integers(const PoolShape& s, const PoolDivisor& divisor, const int64_t* x, int64_t* y) {
  struct Span {
    int64_t begin, end, padded;
    int64_t length() const { return std::max<int64_t>(end - begin, 0); }
  };
  const auto window = [&](int d, int64_t i) {
    const int64_t begin = i * s.stride[d] - s.padding[d], end = std::min(begin + s.kernel[d], s.in[d] + s.padding[d]);
    return Span{std::max<int64_t>(begin, 0), std::min(end, s.in[d]), end - begin};
  };
  const int64_t cost = s.out_size() * s.kernel[0] * s.kernel[1] * s.kernel[2];
  parallel_for(0, s.batch * s.channels, grain(cost), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      const int64_t* from = x + plane * s.in_size();
      int64_t* to = y + plane * s.out_size();
      for (int64_t h = 0; h < s.out[0]; ++h)
        for (int64_t i = 0; i < s.out[1]; ++i)
          for (int64_t j = 0; j < s.out[2]; ++j) {
            const Span depth = window(0, h), rows = window(1, i), columns = window(2, j);
            uint64_t sum = 0;  // wraps around as int64 does
            for (int64_t d = depth.begin; d < depth.end; ++d)
              for (int64_t row = rows.begin; row < rows.end; ++row)
                for (int64_t column = columns.begin; column < columns.end; ++column)
                  sum += static_cast<uint64_t>(from[(d * s.in[1] + row) * s.in[2] + column]);
            const int64_t inside = depth.length() * rows.length() * columns.length();
            const int64_t by = divisor.fixed != 0      ? divisor.fixed
                               : divisor.count_padding ? depth.padded * rows.padded * columns.padded
                                                       : inside;
            // The least number has no negative.
            *to++ = inside == 0 ? 0 : by == -1 ? static_cast<int64_t>(0 - sum) : static_cast<int64_t>(sum) / by;
          }
    }
  });
}

PoolDivisor divisor_of(const PoolPlan& plan) { return {plan.count_padding, plan.divisor}; }

// The gradient of each result goes to the element that its index names. V is a PoolShape where the windows are known.
template <class P, class V>
void gradient_of_maxima(const P& plan, const V& v, const Tensor& grad_output, const Tensor& indices) {
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand dy(grad_output, compute, format), at(indices, format);
  const Tensor dx = computed(plan, compute);
  if (!is_last(format)) return max_pool_backward(problem_of(v, compute), dy.data(), at.data<int64_t>(), data<void>(dx));
  const int64_t in = v.in_size(), out = v.out_size(), channels = v.channels;
  with_float_type("max_pool_backward", compute, [&](auto zero) {
    using T = decltype(zero);
    parallel_for(0, v.batch, grain((in + out) * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* to = data<T>(dx) + i * in * channels;
        const T* from = dy.data<T>() + i * out * channels;
        const int64_t* index = at.data<int64_t>() + i * out * channels;
        __builtin_memset(to, 0, static_cast<size_t>(in * channels) * sizeof(T));
        for (int64_t p = 0; p < out; ++p)
          for (int64_t c = 0; c < channels; ++c) {
            const int64_t pixel = index[p * channels + c];
            TORCHPP_CHECK_INDEX(pixel >= 0 && pixel < in, "max_pool_backward: index got ", pixel,
                                ", expected less than ", in);
            to[pixel * channels + c] += from[p * channels + c];
          }
      }
    });
  });
  deliver(plan, dx);
}

}  // namespace

void pool_maxima(const PoolPlan& plan, const Tensor& self) { max_pool_volumes(plan, self, nullptr); }
void pool_maxima_with_indices(const PoolIndicesPlan& plan, const Tensor& self) {
  max_pool_volumes(plan, self, data<int64_t>(plan.result(1)));
}
void pool_maxima_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor&, const Tensor& indices) {
  gradient_of_maxima(plan, plan.shape, grad_output, indices);
}
void indexed_gradient(const IndexedPoolPlan& plan, const Tensor& grad_output, const Tensor&, const Tensor& indices) {
  gradient_of_maxima(plan, plan, grad_output, indices);
}

void pool_averages(const PoolPlan& plan, const Tensor& self) {
  const PoolDivisor divisor = divisor_of(plan);
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  if (self.scalar_type() == kLong) {
    const DenseOperand x(self);
    const Tensor y = is_last(format) ? Tensor(make_tensor(plan.outputs[0].sizes, kLong, kCPU)) : plan.result();
    average_integers(s, divisor, x.data<int64_t>(), data<int64_t>(y));
    return deliver(plan, y);
  }
  const ScalarType dtype = is_last(format) ? memory_type(plan) : compute_type(plan, true);
  const DenseOperand x(self, dtype, format);
  const Tensor y = computed(plan, dtype);
  if (!is_last(format)) return avg_pool(problem_of(s, dtype, divisor), x.data(), data<void>(y));
  const PoolWindow w = window_of(s);
  const int64_t in = s.in_size() * s.channels, out = s.out_size() * s.channels;
  with_memory_type("avg_pool2d", dtype, [&](auto zero) {
    using M = decltype(zero);
    for_rows(s, [&](int64_t i, int64_t row) {
      box_kernels<M>().average(data<Bits<M>>(y) + i * out, x.data<Bits<M>>() + i * in, w, divisor, row, s.channels);
    });
  });
  deliver(plan, y);
}

void pool_averages_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor&) {
  const PoolDivisor divisor = divisor_of(plan);
  const PoolShape& s = plan.shape;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, true);
  const DenseOperand dy(grad_output, compute, format);
  const Tensor dx = computed(plan, compute);
  if (!is_last(format)) return avg_pool_backward(problem_of(s, compute, divisor), dy.data(), data<void>(dx));
  zero(dx);
  const PoolWindow w = window_of(s);
  const int64_t in = s.in_size() * s.channels, out = s.out_size() * s.channels;
  with_float_type("avg_pool2d", compute, [&](auto zero_value) {
    using T = decltype(zero_value);
    parallel_for(0, s.batch, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        kernels<T>().average_backward(data<T>(dx) + i * in, dy.data<T>() + i * out, w, divisor, s.channels);
    });
  });
  deliver(plan, dx);
}

}  // namespace torchpp::cpu
