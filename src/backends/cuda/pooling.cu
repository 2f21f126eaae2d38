// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/pooling.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kMost = 0x7fffffff;

// One side of a window that moves over a length.
struct Axis {
  int in, out, kernel, stride, padding, dilation;
  LongDivisor by_in, by_out;  // of products of the two, as even windows need them
  __device__ __forceinline__ int origin(int window) const { return window * stride - padding; }
  // The first place in the window that is not before the image; with a dilation it may lie behind it.
  __device__ __forceinline__ int first_inside(int window) const {
    const int at = origin(window);
    return at >= 0 ? at : at + (-at + dilation - 1) / dilation * dilation;
  }
  // Whether `at` lies between the first and the last place of the window.
  __device__ __forceinline__ bool reaches(int window, int at) const {
    const int first = origin(window);
    return at >= first && at <= first + (kernel - 1) * dilation;
  }
  // Windows that reach `at`: from first_window to before end_window.
  __device__ __forceinline__ int first_window(int at) const {
    const int reach = (kernel - 1) * dilation + 1, behind = at + padding - reach;
    return behind < 0 ? 0 : behind / stride + 1;
  }
  __device__ __forceinline__ int end_window(int at) const {
    const int end = (at + padding) / stride + 1;
    return end < out ? end : out;
  }
  // The window's part of the image, and its length with the padding, which ceil_mode may pass.
  struct Span {
    int begin, end, padded;
  };
  __device__ __forceinline__ Span span(int window) const {
    const int begin = origin(window), end = begin + kernel < in + padding ? begin + kernel : in + padding;
    return {begin < 0 ? 0 : begin, end < in ? end : in, end - begin};
  }
  // The span of a window of adaptive pooling, whose windows divide the length as evenly as possible.
  __device__ __forceinline__ Span even_span(int window) const {
    const int begin = static_cast<int>(divide(static_cast<int64_t>(window) * in, by_out));
    const int end = static_cast<int>(divide(static_cast<int64_t>(window + 1) * in + out - 1, by_out));
    return {begin, end, end - begin};
  }
  __device__ __forceinline__ int first_even_window(int at) const {
    return static_cast<int>(divide(static_cast<int64_t>(at) * out, by_in));
  }
  __device__ __forceinline__ int end_even_window(int at) const {
    return static_cast<int>(divide(static_cast<int64_t>(at + 1) * out + in - 1, by_in));
  }
};

// Images whose elements are counted in the order of memory. A thread's element: its pixel, and where the planes of its
// image and channel begin on both sides; pixels of a plane are `step` elements apart.
struct Images {
  Divisor width, height, channels;
  bool last;
  uint32_t n;
  struct Place {
    int row, column;
    int64_t plane;  // number of the image and channel; of channels-last images of the image alone
    uint32_t channel;
  };
  __device__ __forceinline__ Place place(uint32_t i) const {
    Place p;
    uint32_t rest = i;
    p.channel = 0;
    if (last) {
      rest = divide(i, channels);
      p.channel = i - rest * channels.divisor;
    }
    const uint32_t line = divide(rest, width);
    p.column = static_cast<int>(rest - line * width.divisor);
    const uint32_t plane = divide(line, height);
    p.row = static_cast<int>(line - plane * height.divisor);
    p.plane = plane;
    return p;
  }
  __device__ __forceinline__ int64_t step() const { return last ? channels.divisor : 1; }
};

struct Pool {
  Axis axis[2];
  Images written;  // the side with a thread per element
  int64_t read;    // elements of a plane, or image, on the other side
  bool count_padding;
  int64_t divisor;

  // The divisor of the sum over a window.
  template <class C>
  __device__ __forceinline__ C count(const Axis::Span& h, const Axis::Span& w) const {
    if (divisor != 0) return static_cast<C>(divisor);
    return count_padding ? static_cast<C>(static_cast<int64_t>(h.padded) * w.padded)
                         : static_cast<C>(static_cast<int64_t>(h.end - h.begin) * (w.end - w.begin));
  }
};

template <class M>
__global__ void max_pool_kernel(Pool p, const M* x, M* y, int64_t* indices) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place(i);
  const Axis &h = p.axis[0], &w = p.axis[1];
  const int64_t step = p.written.step();
  const M* plane = x + at.plane * p.read + at.channel;
  const int top = h.first_inside(at.row), left = w.first_inside(at.column);
  const int bottom = h.origin(at.row) + h.kernel * h.dilation, right = w.origin(at.column) + w.kernel * w.dilation;
  C best = -static_cast<C>(__builtin_inff());
  // A window that sees nothing but padding has an index of the image all the same.
  int best_row = top < h.in ? top : h.in - 1, best_column = left < w.in ? left : w.in - 1;
  // The first of equals wins, a NaN wins over all before it.
  for (int r = top; r < bottom && r < h.in; r += h.dilation)
    for (int c = left; c < right && c < w.in; c += w.dilation) {
      const C v = widen(plane[(static_cast<int64_t>(r) * w.in + c) * step]);
      if (!(v > best || v != v)) continue;
      best = v;
      best_row = r;
      best_column = c;
    }
  y[i] = narrow<M>(best);
  if (indices != nullptr) indices[i] = static_cast<int64_t>(best_row) * w.in + best_column;
}

template <class M>
__global__ void max_pool_backward_kernel(Pool p, const M* dy, const int64_t* indices, M* dx) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place(i);
  const Axis &h = p.axis[0], &w = p.axis[1];
  const int64_t step = p.written.step(), base = at.plane * p.read + at.channel;
  const int64_t pixels = static_cast<int64_t>(h.in) * w.in;
  C sum = 0;
  for (int r = h.first_window(at.row); r < h.end_window(at.row); ++r)
    for (int c = w.first_window(at.column); c < w.end_window(at.column); ++c) {
      const int64_t from = base + (static_cast<int64_t>(r) * w.out + c) * step, index = indices[from];
      const int row = static_cast<int>(divide(static_cast<uint32_t>(index), p.written.width));
      const int column = static_cast<int>(static_cast<uint32_t>(index)) - row * w.in;
      device_check(index >= 0 && index < pixels && h.reaches(r, row) && w.reaches(c, column),
                   "max_pool2d_with_indices_backward: index out of range of its window");
      if (row == at.row && column == at.column) sum += widen(dy[from]);
    }
  dx[i] = narrow<M>(sum);
}

template <class C, class M>
__device__ __forceinline__ C window_sum(const M* plane, int width, int64_t step, const Axis::Span& h,
                                        const Axis::Span& w) {
  C sum = 0;
  for (int r = h.begin; r < h.end; ++r)
    for (int c = w.begin; c < w.end; ++c) sum += widen(plane[(static_cast<int64_t>(r) * width + c) * step]);
  return sum;
}

template <class M, bool kEven>
__global__ void average_kernel(Pool p, const M* x, M* y) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place(i);
  const Axis::Span h = kEven ? p.axis[0].even_span(at.row) : p.axis[0].span(at.row),
                   w = kEven ? p.axis[1].even_span(at.column) : p.axis[1].span(at.column);
  const M* plane = x + at.plane * p.read + at.channel;
  y[i] = narrow<M>(window_sum<C>(plane, p.axis[1].in, p.written.step(), h, w) / p.count<C>(h, w));
}

// Large even windows of plain images: a warp each, so that neighbours are loaded together.
template <class M>
__global__ void average_warp_kernel(Pool p, const M* x, M* y) {
  using C = Compute<M>;
  const int64_t i = thread_index() / kWarp;
  const int lane = static_cast<int>(threadIdx.x % kWarp);
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place(static_cast<uint32_t>(i));
  const Axis::Span h = p.axis[0].even_span(at.row), w = p.axis[1].even_span(at.column);
  const M* plane = x + at.plane * p.read;
  const int width = w.end - w.begin, count = (h.end - h.begin) * width;
  C sum = 0;
  for (int k = lane; k < count; k += kWarp)
    sum += widen(plane[static_cast<int64_t>(h.begin + k / width) * p.axis[1].in + w.begin + k % width]);
  sum = reduce_warp(sum, Sum());
  if (lane == 0) y[i] = narrow<M>(sum / p.count<C>(h, w));
}

template <class M, bool kEven>
__global__ void average_backward_kernel(Pool p, const M* dy, M* dx) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place(i);
  const Axis &ah = p.axis[0], &aw = p.axis[1];
  const int64_t step = p.written.step(), base = at.plane * p.read + at.channel;
  const int first_row = kEven ? ah.first_even_window(at.row) : ah.first_window(at.row),
            end_row = kEven ? ah.end_even_window(at.row) : ah.end_window(at.row),
            first_column = kEven ? aw.first_even_window(at.column) : aw.first_window(at.column),
            end_column = kEven ? aw.end_even_window(at.column) : aw.end_window(at.column);
  C sum = 0;
  // An element mostly lies in few windows: unrolled loops would take registers for nothing.
#pragma unroll 1
  for (int r = first_row; r < end_row; ++r) {
    const Axis::Span h = kEven ? ah.even_span(r) : ah.span(r);
#pragma unroll 1
    for (int c = first_column; c < end_column; ++c) {
      const Axis::Span w = kEven ? aw.even_span(c) : aw.span(c);
      sum += widen(dy[base + (static_cast<int64_t>(r) * aw.out + c) * step]) / p.count<C>(h, w);
    }
  }
  dx[i] = narrow<M>(sum);
}

// Which side has a thread per element.
enum class Writes { kResults, kImages };

// launch(pool, elements before it on the written side, on the read side), cut so that a launch counts in 31 bits.
template <class F>
void for_pools(const PoolProblem& p, Writes writes, const F& f) {
  Pool pool;
  for (int d = 0; d < 2; ++d) {
    const auto number = [](int64_t n) {
      TORCHPP_CHECK(n <= kMost / 2, "pooling: got a size of ", n, ", expected at most 2^30");
      return static_cast<int>(n);
    };
    pool.axis[d] = {number(p.in[d]),      number(p.out[d]),      number(p.kernel[d]), number(p.stride[d]),
                    number(p.padding[d]), number(p.dilation[d]), LongDivisor(),       LongDivisor()};
    const int64_t most = p.in[d] * p.out[d] + p.in[d] + p.out[d];
    if (p.in[d] > 0) pool.axis[d].by_in = LongDivisor(p.in[d], most);
    if (p.out[d] > 0) pool.axis[d].by_out = LongDivisor(p.out[d], most);
  }
  const bool results = writes == Writes::kResults;
  const int64_t *written = results ? p.out : p.in, *read = results ? p.in : p.out;
  const int64_t units = p.last ? p.batch : p.batch * p.channels, channels = p.last ? p.channels : 1;
  const int64_t written_unit = written[0] * written[1] * channels;
  pool.written.height = Divisor(static_cast<uint32_t>(written[0]));
  pool.written.width = Divisor(static_cast<uint32_t>(written[1]));
  pool.written.channels = Divisor(static_cast<uint32_t>(channels));
  pool.written.last = p.last;
  pool.read = read[0] * read[1] * channels;
  pool.count_padding = p.count_padding;
  pool.divisor = p.divisor;
  TORCHPP_CHECK(written_unit <= kMost, "pooling: got images of ", written_unit, " elements, expected at most 2^31 - 1");
  const int64_t at_once = kMost / written_unit;
  for (int64_t first = 0; first < units; first += at_once) {
    const int64_t count = units - first < at_once ? units - first : at_once;
    pool.written.n = static_cast<uint32_t>(count * written_unit);
    f(static_cast<const Pool&>(pool), first * written_unit, first * pool.read);
  }
}

template <bool kEven>
void average_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    for_pools(p, Writes::kResults, [&](const Pool& pool, int64_t written, int64_t read) {
      const M* from = static_cast<const M*>(x) + read;
      M* to = static_cast<M*>(y) + written;
      const int64_t window = (p.in[0] / p.out[0]) * (p.in[1] / p.out[1]);
      if (kEven && !p.last && window >= kWarp) {
        Geometry g = spread(static_cast<int64_t>(pool.written.n) * kWarp);
        g.cooperates = true;
        launch("average pooling kernel", &average_warp_kernel<M>, g, on.stream(), pool, from, to);
      } else {
        launch("average pooling kernel", &average_kernel<M, kEven>, spread(pool.written.n), on.stream(), pool, from,
               to);
      }
    });
  });
}
template <bool kEven>
void average_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    for_pools(p, Writes::kImages, [&](const Pool& pool, int64_t written, int64_t read) {
      launch("average pooling gradient", &average_backward_kernel<M, kEven>, spread(pool.written.n), on.stream(), pool,
             static_cast<const M*>(dy) + read, static_cast<M*>(dx) + written);
    });
  });
}

}  // namespace

void max_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, int64_t* indices,
                      const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    for_pools(p, Writes::kResults, [&](const Pool& pool, int64_t written, int64_t read) {
      launch("max pooling kernel", &max_pool_kernel<M>, spread(pool.written.n), on.stream(), pool,
             static_cast<const M*>(x) + read, static_cast<M*>(y) + written,
             indices != nullptr ? indices + written : nullptr);
    });
  });
}
void max_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, const int64_t* indices, void* dx,
                       const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    for_pools(p, Writes::kImages, [&](const Pool& pool, int64_t written, int64_t read) {
      launch("max pooling gradient", &max_pool_backward_kernel<M>, spread(pool.written.n), on.stream(), pool,
             static_cast<const M*>(dy) + read, indices + read, static_cast<M*>(dx) + written);
    });
  });
}
void avg_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on) {
  average_forward<false>(dtype, p, x, y, on);
}
void avg_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on) {
  average_backward<false>(dtype, p, dy, dx, on);
}
void adaptive_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on) {
  average_forward<true>(dtype, p, x, y, on);
}
void adaptive_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on) {
  average_backward<true>(dtype, p, dy, dx, on);
}

}  // namespace torchpp::cuda
