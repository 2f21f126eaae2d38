// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/pooling.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/index_sort.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/math/elementary.h"

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
  // The places of a window inside the image: begin, begin + step, ... below end.
  struct Range {
    int begin, end, step;
  };
  __device__ __forceinline__ Range range(int window) const {
    const int end = origin(window) + kernel * dilation;
    return {first_inside(window), end < in ? end : in, dilation};
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

// Windows as they lie along an axis: number d of depth, height and width, for an image and channel with this number.
struct MovingWindows {
  __device__ __forceinline__ Axis::Range range(const Axis& axis, int, int window, int64_t) const {
    return axis.range(window);
  }
};
struct EvenWindows {
  __device__ __forceinline__ Axis::Range range(const Axis& axis, int, int window, int64_t) const {
    const Axis::Span span = axis.even_span(window);
    return {span.begin, span.end, 1};
  }
};
// Samples of a plane are those of its width and its height; of a volume those of its depth, height and width. A sample
// shifts the windows between the ends. Source: libtorch 1.13, which computes in the dtype of what is pooled. Samples
// outside [0, 1) leave no window out of the range.
template <class M>
struct FractionalWindows {
  const M* samples;
  int dims;
  __device__ __forceinline__ Axis::Range range(const Axis& axis, int d, int window, int64_t plane) const {
    using C = Compute<M>;
    const C sample = widen(samples[plane * dims + (dims == 2 ? 2 - d : d)]);
    const int last = axis.in - axis.kernel;
    const C step = axis.out > 1 ? static_cast<C>(last) / static_cast<C>(axis.out - 1) : C(0);
    const C at = math::fn::trunc((static_cast<C>(window) + sample) * step) - math::fn::trunc(sample * step);
    const int begin = window + 1 == axis.out || at > static_cast<C>(last) ? last : at > 0 ? static_cast<int>(at) : 0;
    return {begin, begin + axis.kernel, 1};
  }
};

// Images or volumes whose elements are counted in the order of memory. A thread's element: its pixel, and where the
// planes of its image and channel begin on both sides; pixels of a plane are `step` elements apart.
struct Images {
  Divisor width, height, depth, channels;
  bool last;
  uint32_t n;
  struct Place {
    int depth, row, column;
    int64_t plane;  // number of the image and channel; of channels-last images of the image alone
    uint32_t channel;
  };
  template <bool kDeep>
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
    const uint32_t volume = kDeep ? divide(plane, depth) : plane;
    p.depth = kDeep ? static_cast<int>(plane - volume * depth.divisor) : 0;
    p.plane = volume;
    return p;
  }
  __device__ __forceinline__ int64_t step() const { return last ? channels.divisor : 1; }
};

// Kernels know as kDeep whether there is more than one plane along the depth.
struct Pool {
  Axis axis[3];    // of depth, height and width
  Images written;  // the side with a thread per element
  int64_t read;    // elements of a volume, or of all its channels, on the other side
  bool count_padding;
  int64_t divisor;

  // The number of a pixel of the images before pooling.
  __device__ __forceinline__ int64_t pixel(int depth, int row, int column) const {
    return (static_cast<int64_t>(depth) * axis[1].in + row) * axis[2].in + column;
  }
  __device__ __forceinline__ int64_t window(int depth, int row, int column) const {
    return (static_cast<int64_t>(depth) * axis[1].out + row) * axis[2].out + column;
  }
  template <bool kEven, bool kDeep>
  __device__ __forceinline__ Axis::Span span(int d, int window) const {
    if (d == 0 && !kDeep) return {0, 1, 1};
    return kEven ? axis[d].even_span(window) : axis[d].span(window);
  }
  // The divisor of the sum over a window.
  template <class C>
  __device__ __forceinline__ C count(const Axis::Span& d, const Axis::Span& h, const Axis::Span& w) const {
    if (divisor != 0) return static_cast<C>(divisor);
    return count_padding
               ? static_cast<C>(static_cast<int64_t>(d.padded) * h.padded * w.padded)
               : static_cast<C>(static_cast<int64_t>(d.end - d.begin) * (h.end - h.begin) * (w.end - w.begin));
  }
};

template <class M, class W, bool kDeep>
__global__ void max_pool_kernel(Pool p, W windows, const M* x, M* y, int64_t* indices) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place<kDeep>(i);
  const int64_t step = p.written.step();
  const M* plane = x + at.plane * p.read + at.channel;
  const Axis::Range depths = kDeep ? windows.range(p.axis[0], 0, at.depth, at.plane) : Axis::Range{0, 1, 1},
                    rows = windows.range(p.axis[1], 1, at.row, at.plane),
                    columns = windows.range(p.axis[2], 2, at.column, at.plane);
  C best = -static_cast<C>(__builtin_inff());
  // A window that sees nothing but padding has an index of the image all the same.
  const auto inside = [](const Axis::Range& range, int in) { return range.begin < in ? range.begin : in - 1; };
  int best_depth = inside(depths, p.axis[0].in), best_row = inside(rows, p.axis[1].in),
      best_column = inside(columns, p.axis[2].in);
  // The first of equals wins, a NaN wins over all before it.
  for (int d = depths.begin; d < depths.end; d += depths.step)
    for (int r = rows.begin; r < rows.end; r += rows.step)
      for (int c = columns.begin; c < columns.end; c += columns.step) {
        const C v = widen(plane[p.pixel(d, r, c) * step]);
        if (!(v > best || v != v)) continue;
        best = v;
        best_depth = d;
        best_row = r;
        best_column = c;
      }
  y[i] = narrow<M>(best);
  if (indices != nullptr) indices[i] = p.pixel(best_depth, best_row, best_column);
}

template <class M, bool kDeep>
__global__ void max_pool_backward_kernel(Pool p, const M* dy, const int64_t* indices, M* dx) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place<kDeep>(i);
  const Axis &ad = p.axis[0], &ah = p.axis[1], &aw = p.axis[2];
  const int64_t step = p.written.step(), base = at.plane * p.read + at.channel;
  const int64_t pixels = p.pixel(ad.in - 1, ah.in - 1, aw.in - 1) + 1, own = p.pixel(at.depth, at.row, at.column);
  const int first_depth = kDeep ? ad.first_window(at.depth) : 0, end_depth = kDeep ? ad.end_window(at.depth) : 1;
  C sum = 0;
  for (int d = first_depth; d < end_depth; ++d)
    for (int r = ah.first_window(at.row); r < ah.end_window(at.row); ++r)
      for (int c = aw.first_window(at.column); c < aw.end_window(at.column); ++c) {
        const int64_t from = base + p.window(d, r, c) * step, index = indices[from];
        const uint32_t line = divide(static_cast<uint32_t>(index), p.written.width);
        const int column = static_cast<int>(static_cast<uint32_t>(index) - line * p.written.width.divisor);
        const uint32_t depth = kDeep ? divide(line, p.written.height) : 0;
        const int row = static_cast<int>(line - depth * p.written.height.divisor);
        device_check(index >= 0 && index < pixels && (!kDeep || ad.reaches(d, static_cast<int>(depth))) &&
                         ah.reaches(r, row) && aw.reaches(c, column),
                     "max_pool_with_indices_backward: index out of range of its window");
        if (index == own) sum += widen(dy[from]);
      }
  dx[i] = narrow<M>(sum);
}

template <class M, bool kEven, bool kDeep>
__global__ void average_kernel(Pool p, const M* x, M* y) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place<kDeep>(i);
  const Axis::Span d = p.span<kEven, kDeep>(0, at.depth), h = p.span<kEven, kDeep>(1, at.row),
                   w = p.span<kEven, kDeep>(2, at.column);
  const M* plane = x + at.plane * p.read + at.channel;
  const int64_t step = p.written.step();
  C sum = 0;
  for (int z = d.begin; z < d.end; ++z)
    for (int r = h.begin; r < h.end; ++r)
      for (int c = w.begin; c < w.end; ++c) sum += widen(plane[p.pixel(z, r, c) * step]);
  y[i] = narrow<M>(sum / p.count<C>(d, h, w));
}

// Large even windows of plain images: a warp each, so that neighbours are loaded together.
template <class M, bool kDeep>
__global__ void average_warp_kernel(Pool p, const M* x, M* y) {
  using C = Compute<M>;
  const int64_t i = thread_index() / kWarp;
  const int lane = static_cast<int>(threadIdx.x % kWarp);
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place<kDeep>(static_cast<uint32_t>(i));
  const Axis::Span d = p.span<true, kDeep>(0, at.depth), h = p.span<true, kDeep>(1, at.row),
                   w = p.span<true, kDeep>(2, at.column);
  const M* plane = x + at.plane * p.read;
  const int width = w.end - w.begin, height = h.end - h.begin, count = (d.end - d.begin) * height * width;
  C sum = 0;
  for (int k = lane; k < count; k += kWarp) {
    const int line = k / width, depth = kDeep ? line / height : 0;
    sum += widen(plane[p.pixel(d.begin + depth, h.begin + line - depth * height, w.begin + k - line * width)]);
  }
  sum = reduce_warp(sum, Sum());
  if (lane == 0) y[i] = narrow<M>(sum / p.count<C>(d, h, w));
}

template <class M, bool kEven, bool kDeep>
__global__ void average_backward_kernel(Pool p, const M* dy, M* dx) {
  using C = Compute<M>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= p.written.n) return;
  const Images::Place at = p.written.place<kDeep>(i);
  const int64_t step = p.written.step(), base = at.plane * p.read + at.channel;
  const auto first = [](const Axis& a, int x) { return kEven ? a.first_even_window(x) : a.first_window(x); };
  const auto end = [](const Axis& a, int x) { return kEven ? a.end_even_window(x) : a.end_window(x); };
  const int first_depth = kDeep ? first(p.axis[0], at.depth) : 0, end_depth = kDeep ? end(p.axis[0], at.depth) : 1,
            first_row = first(p.axis[1], at.row), end_row = end(p.axis[1], at.row),
            first_column = first(p.axis[2], at.column), end_column = end(p.axis[2], at.column);
  C sum = 0;
  // An element mostly lies in few windows: unrolled loops would take registers for nothing.
#pragma unroll 1
  for (int z = first_depth; z < end_depth; ++z) {
    const Axis::Span d = p.span<kEven, kDeep>(0, z);
#pragma unroll 1
    for (int r = first_row; r < end_row; ++r) {
      const Axis::Span h = p.span<kEven, kDeep>(1, r);
#pragma unroll 1
      for (int c = first_column; c < end_column; ++c) {
        const Axis::Span w = p.span<kEven, kDeep>(2, c);
        sum += widen(dy[base + p.window(z, r, c) * step]) / p.count<C>(d, h, w);
      }
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
  for (int d = 0; d < 3; ++d) {
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
  const int64_t written_unit = written[0] * written[1] * written[2] * channels;
  pool.written.depth = Divisor(static_cast<uint32_t>(written[0]));
  pool.written.height = Divisor(static_cast<uint32_t>(written[1]));
  pool.written.width = Divisor(static_cast<uint32_t>(written[2]));
  pool.written.channels = Divisor(static_cast<uint32_t>(channels));
  pool.written.last = p.last;
  pool.read = read[0] * read[1] * read[2] * channels;
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

// f(std::bool_constant<kDeep>)
template <class F>
void with_depth(const PoolProblem& p, const F& f) {
  if (p.in[0] == 1 && p.out[0] == 1 && p.kernel[0] == 1) f(std::false_type());
  else f(std::true_type());
}

template <bool kEven>
void average_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    with_depth(p, [&](auto deep) {
      constexpr bool kDeep = decltype(deep)::value;
      for_pools(p, Writes::kResults, [&](const Pool& pool, int64_t written, int64_t read) {
        const M* from = static_cast<const M*>(x) + read;
        M* to = static_cast<M*>(y) + written;
        const int64_t window = (p.in[0] / p.out[0]) * (p.in[1] / p.out[1]) * (p.in[2] / p.out[2]);
        if (kEven && !p.last && window >= kWarp && pool.read <= kMost) {
          Geometry g = spread(static_cast<int64_t>(pool.written.n) * kWarp);
          g.cooperates = true;
          launch("average pooling kernel", &average_warp_kernel<M, kDeep>, g, on.stream(), pool, from, to);
        } else {
          launch("average pooling kernel", &average_kernel<M, kEven, kDeep>, spread(pool.written.n), on.stream(), pool,
                 from, to);
        }
      });
    });
  });
}
template <bool kEven>
void average_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    with_depth(p, [&](auto deep) {
      for_pools(p, Writes::kImages, [&](const Pool& pool, int64_t written, int64_t read) {
        launch("average pooling gradient", &average_backward_kernel<M, kEven, decltype(deep)::value>,
               spread(pool.written.n), on.stream(), pool, static_cast<const M*>(dy) + read,
               static_cast<M*>(dx) + written);
      });
    });
  });
}

// windows(tag, number of the first image and channel): the windows of those that a launch pools.
template <class F>
void maxima(ScalarType dtype, const PoolProblem& p, const F& windows, const void* x, void* y, int64_t* indices,
            const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    with_depth(p, [&](auto deep) {
      for_pools(p, Writes::kResults, [&](const Pool& pool, int64_t written, int64_t read) {
        const auto w = windows(tag, read / pool.read);
        launch("max pooling kernel", &max_pool_kernel<M, std::decay_t<decltype(w)>, decltype(deep)::value>,
               spread(pool.written.n), on.stream(), pool, w, static_cast<const M*>(x) + read,
               static_cast<M*>(y) + written, indices != nullptr ? indices + written : nullptr);
      });
    });
  });
}

// ---- elements that go to the places that indices name

// A thread per element of the pooled side: keys[i] is the element of the named side that element i goes to. `unit` and
// `channels` divide by how many elements an image and a pixel have on the pooled side.
__global__ void targets_kernel(int64_t n, LongDivisor unit, LongDivisor channels, int64_t in, const int64_t* indices,
                               int64_t* keys) {
  const int64_t i = thread_index();
  if (i >= n) return;
  const int64_t image = divide(i, unit), rest = i - image * unit.divisor;
  const int64_t channel = rest - divide(rest, channels) * channels.divisor, index = indices[i];
  device_check(index >= 0 && index < in, "pooling: Found an invalid max index");
  keys[i] = (image * in + index) * channels.divisor + channel;
}
// Places in order, and the elements that name them, those of one place in their order.
template <class M>
__global__ void assign_last_kernel(PositionList keys, const uint32_t* order, int64_t n, const M* from, M* to) {
  const int64_t i = thread_index();
  if (i < n && (i + 1 == n || keys[i + 1] != keys[i])) to[keys[i]] = from[order[i]];
}

}  // namespace

void max_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, int64_t* indices,
                      const OnDevice& on) {
  maxima(
      dtype, p, [](auto, int64_t) { return MovingWindows(); }, x, y, indices, on);
}
void max_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, const int64_t* indices, void* dx,
                       const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    with_depth(p, [&](auto deep) {
      for_pools(p, Writes::kImages, [&](const Pool& pool, int64_t written, int64_t read) {
        launch("max pooling gradient", &max_pool_backward_kernel<M, decltype(deep)::value>, spread(pool.written.n),
               on.stream(), pool, static_cast<const M*>(dy) + read, indices + read, static_cast<M*>(dx) + written);
      });
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
void adaptive_max_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, int64_t* indices,
                               const OnDevice& on) {
  maxima(
      dtype, p, [](auto, int64_t) { return EvenWindows(); }, x, y, indices, on);
}
void fractional_max_pool_forward(ScalarType dtype, const PoolProblem& p, int dims, const void* samples, const void* x,
                                 void* y, int64_t* indices, const OnDevice& on) {
  const auto windows = [&](auto tag, int64_t first) {
    using M = typename decltype(tag)::Memory;
    return FractionalWindows<M>{static_cast<const M*>(samples) + first * dims, dims};
  };
  maxima(dtype, p, windows, x, y, indices, on);
}

namespace {

// f(keys, number of them, their bound, first element on the named side, first on the pooled side) for some images at a
// time, so that sorting takes bounded memory. The keys say which element of the named side each of the pooled side
// names.
template <class F>
void for_keys(const NamedPlaces& p, const int64_t* indices, const OnDevice& on, const F& f) {
  constexpr int64_t kAtOnce = int64_t{1} << 24;
  const int64_t out = p.out * p.channels, in = p.in * p.channels, units = kAtOnce / out < 1 ? 1 : kAtOnce / out;
  for (int64_t first = 0; first < p.units; first += units) {
    const int64_t now = p.units - first < units ? p.units - first : units, n = now * out;
    const Workspace keys(on.device(), static_cast<size_t>(n) * sizeof(int64_t));
    auto* const key = static_cast<int64_t*>(keys.data());
    launch("places of indices", &targets_kernel, spread(n), on.stream(), n, LongDivisor(out, n),
           LongDivisor(p.channels, out), p.in, indices + first * out, key);
    f(key, n, now * in, first * in, first * out);
  }
}

}  // namespace

void unpool_images(ScalarType dtype, const NamedPlaces& p, const void* x, const int64_t* indices, void* y,
                   const OnDevice& on) {
  for_keys(p, indices, on, [&](int64_t* keys, int64_t n, int64_t bound, int64_t named, int64_t pooled) {
    const SortedPositions sorted(keys, n, bound, on);
    visit_floats(dtype, [&](auto tag) {
      using M = typename decltype(tag)::Memory;
      launch("max unpooling", &assign_last_kernel<M>, spread(n), on.stream(), sorted.keys(), sorted.order(), n,
             static_cast<const M*>(x) + pooled, static_cast<M*>(y) + named);
    });
  });
}

void add_to_named(ScalarType dtype, const NamedPlaces& p, const void* dy, const int64_t* indices, void* dx,
                  const OnDevice& on) {
  const int64_t itemsize = static_cast<int64_t>(elementSize(dtype));
  for_keys(p, indices, on, [&](int64_t* keys, int64_t n, int64_t bound, int64_t named, int64_t pooled) {
    char* const to = static_cast<char*>(dx) + named * itemsize;
    char* const from = static_cast<char*>(const_cast<void*>(dy)) + pooled * itemsize;
    add_rows(dtype, keys, n, bound, {}, {{to, {}}, itemsize}, {{from, {}}, itemsize}, {}, on);
  });
}

}  // namespace torchpp::cuda
