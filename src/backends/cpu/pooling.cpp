// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/pooling.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>

#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace {

constexpr int64_t kSliceElements = 16384;  // of input and output that one slice handles at least

template <class T>
const PoolKernels<T>& kernels() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_double));
}

struct Window : PoolProblem {
  int64_t in_size, out_size;

  explicit Window(const PoolProblem& q)
      : PoolProblem(q), in_size(q.in[0] * q.in[1] * q.in[2]), out_size(q.out[0] * q.out[1] * q.out[2]) {}

  int64_t start(int d, int64_t o) const { return o * stride[d] - padding[d]; }
  // The index along dimension d of the window's first element that is no padding. A dilated window may see nothing but
  // padding: its maximum is -inf, and its index must still be one of the plane.
  int64_t first(int d, int64_t o) const {
    const int64_t s = start(d, o);
    return std::min(in[d] - 1, s >= 0 ? s : s + ceil_div(-s, dilation[d]) * dilation[d]);
  }
  bool inside(int d, int64_t i) const { return i >= 0 && i < in[d]; }

  // Calls f(first result of the row, number of results, offset of the first one's input) for each tap on one row of
  // results that sees something but padding, in the order of the taps.
  template <class F>
  void for_each_tap(int64_t od, int64_t oh, const F& f) const {
    for (int64_t kd = 0; kd < kernel[0]; ++kd)
      for (int64_t kh = 0; kh < kernel[1]; ++kh) {
        const int64_t d = start(0, od) + kd * dilation[0], h = start(1, oh) + kh * dilation[1];
        if (!inside(0, d) || !inside(1, h)) continue;
        for (int64_t kw = 0; kw < kernel[2]; ++kw) {
          const int64_t shift = kw * dilation[2] - padding[2];
          const int64_t begin = shift >= 0 ? 0 : ceil_div(-shift, stride[2]);
          const int64_t end = shift >= in[2] ? 0 : std::min(out[2], (in[2] - 1 - shift) / stride[2] + 1);
          if (begin < end) f(begin, end - begin, (d * in[1] + h) * in[2] + begin * stride[2] + shift);
        }
      }
  }

  // The elements along dimension d that the window of result o sees.
  struct Seen {
    int64_t first, count;
  };
  Seen seen(int d, int64_t o) const {
    const int64_t s = start(d, o), step = dilation[d];
    // A division takes as long as the sum of a small window.
    const auto steps = [step](int64_t n) { return step == 1 ? n : n / step; };
    const int64_t begin = s >= 0 ? 0 : steps(step - 1 - s);
    const int64_t end = s >= in[d] ? 0 : std::min(kernel[d], steps(in[d] - 1 - s) + 1);
    return {s + begin * step, std::max<int64_t>(0, end - begin)};
  }

  // Dimension d's part of the divisor of an average. The window's end is cut at the padding's end, which ceil_mode may
  // pass.
  int64_t length(int d, int64_t o) const {
    const int64_t begin = start(d, o), end = std::min(begin + kernel[d], in[d] + padding[d]);
    return count_include_pad ? end - begin : std::min(end, in[d]) - std::max<int64_t>(begin, 0);
  }
  // The divisor of an average.
  int64_t count(int64_t od, int64_t oh, int64_t ow) const {
    return divisor_override != 0 ? divisor_override : length(0, od) * length(1, oh) * length(2, ow);
  }
};

// Results in rows of fewer than `most` are computed window by window: a loop along them would not pay (64 x 256
// averages of 7 x 7 elements, one thread: 14.8 ms, so 0.95).
class ShortRows {
 public:
  static constexpr int64_t kOfMaxima = 8, kOfAverages = 16;

  ShortRows(const Window& w, int64_t most) : w_(w), usable_(w.out[2] < most) {
    for (int64_t o = 0; usable_ && o < w.out[2]; ++o) columns_[o] = w.seen(2, o), lengths_[o] = w.length(2, o);
  }
  bool usable() const { return usable_; }

  // Calls f(number of the result, its window) for all results of a plane.
  struct View {
    Window::Seen depth, rows, columns;
    int64_t count;  // the divisor of the average
  };
  template <class F>
  void for_windows(const F& f) const {
    int64_t result = 0;
    for (int64_t od = 0; od < w_.out[0]; ++od)
      for (int64_t oh = 0; oh < w_.out[1]; ++oh) {
        const int64_t length = w_.length(0, od) * w_.length(1, oh);
        View v{w_.seen(0, od), w_.seen(1, oh), {}, w_.divisor_override};
        for (int64_t ow = 0; ow < w_.out[2]; ++ow) {
          v.columns = columns_[ow];
          if (w_.divisor_override == 0) v.count = length * lengths_[ow];
          f(result++, v);
        }
      }
  }
  // f(first element, elements) for what of a window lies one element after the other, without dilation, or row by row.
  template <class F>
  void for_runs(const View& v, const F& f) const {
    const bool whole_rows = v.columns.count == w_.in[2] && w_.dilation[1] == 1 && w_.dilation[2] == 1;
    const int64_t runs = whole_rows ? 1 : v.rows.count, count = whole_rows ? v.rows.count * w_.in[2] : v.columns.count;
    for (int64_t d = 0; d < v.depth.count; ++d)
      for (int64_t h = 0; h < runs; ++h)
        f(((v.depth.first + d * w_.dilation[0]) * w_.in[1] + v.rows.first + h * w_.dilation[1]) * w_.in[2] +
              v.columns.first,
          count);
  }

 private:
  const Window& w_;
  const bool usable_;
  Window::Seen columns_[kOfAverages];
  int64_t lengths_[kOfAverages];
};

// Whether the windows are the squares that tile the plane (what is left over at its right and bottom belongs to none).
bool are_squares(const PoolProblem& q) {
  for (int d = 1; d < 3; ++d)
    if (q.kernel[d] != 2 || q.stride[d] != 2 || q.padding[d] != 0 || q.dilation[d] != 1 || 2 * q.out[d] > q.in[d])
      return false;
  return q.kernel[0] == 1 && q.in[0] == 1 && q.out[2] >= 4;
}

// Rows of maxima. Results that see the image through all taps go through these at once, so that the maxima stay in
// registers, and what is the same for all rows is computed once (64 planes of 112 x 112, 3 x 3 taps, stride 2: 906 us
// tap by tap, 232 so; with indices 1396 and 366). Short rows do not fill the registers.
template <class T>
class MaxRows {
 public:
  explicit MaxRows(const Window& w) : w_(w), stride_(w.stride[2]), end_(w.out[2]) {
    if (stride_ > 2 || w.kernel[0] * w.kernel[1] * w.kernel[2] > kMostTaps) return;
    for (int64_t kw = 0; kw < w.kernel[2]; ++kw) {
      const int64_t shift = kw * w.dilation[2] - w.padding[2], first = shift >= 0 ? 0 : ceil_div(-shift, stride_);
      const int64_t end = shift >= w.in[2] ? 0 : std::min(w.out[2], (w.in[2] - 1 - shift) / stride_ + 1);
      if (first >= end) continue;
      columns_[count_++] = {shift, first, end};
      begin_ = std::max(begin_, first), end_ = std::min(end_, end);
    }
    // The others are computed one by one (34 x 34, 5 x 5 taps, stride 1, four of 34: 507 us, tap by tap 406).
    usable_ = end_ - begin_ >= std::max(kLeastResults, 10 * (w.out[2] - (end_ - begin_)));
  }
  bool usable() const { return usable_; }

  /// False, and nothing is written, if the row sees padding alone, whose maxima have indices none the less. Those are
  /// not wanted where index is null.
  bool run(int64_t od, int64_t oh, const T* x, T* y, int64_t* index) const {
    int64_t taps[kMostTaps], count = 0;
    for (int64_t kd = 0; kd < w_.kernel[0]; ++kd)
      for (int64_t kh = 0; kh < w_.kernel[1]; ++kh) {
        const int64_t d = w_.start(0, od) + kd * w_.dilation[0], h = w_.start(1, oh) + kh * w_.dilation[1];
        if (!w_.inside(0, d) || !w_.inside(1, h)) continue;
        for (int64_t i = 0; i < count_; ++i) taps[count++] = (d * w_.in[1] + h) * w_.in[2] + columns_[i].shift;
      }
    if (index != nullptr && count == 0) return false;
    const PoolKernels<T>& isa = kernels<T>();
    const int64_t n = end_ - begin_, first = begin_ * stride_;
    if (index) isa.max_taps_index(n, stride_, x + first, taps, count, first, y + begin_, index + begin_);
    else isa.max_taps(n, stride_, x + first, taps, count, y + begin_);
    for (int64_t j = 0; j < begin_; ++j) at_edge(j, x, taps, count, y, index);
    for (int64_t j = end_; j < w_.out[2]; ++j) at_edge(j, x, taps, count, y, index);
    return true;
  }

 private:
  static constexpr int64_t kMostTaps = 64, kLeastResults = 16;
  // Results [first, end) see something but padding through the taps of a column of the kernel.
  struct Column {
    int64_t shift, first, end;
  };

  void at_edge(int64_t j, const T* x, const int64_t* taps, int64_t count, T* y, int64_t* index) const {
    T best = -std::numeric_limits<T>::infinity();
    int64_t found = index ? taps[0] - columns_[0].shift + w_.first(2, j) : 0;
    for (int64_t t = 0; t < count; t += count_)
      for (int64_t i = 0; i < count_; ++i) {
        if (j < columns_[i].first || j >= columns_[i].end) continue;
        const int64_t at = taps[t + i] + j * stride_;
        if (x[at] > best || x[at] != x[at]) best = x[at], found = at;
      }
    y[j] = best;
    if (index) index[j] = found;
  }

  const Window& w_;
  const int64_t stride_;
  Column columns_[kMostTaps];
  int64_t count_ = 0, begin_ = 0, end_;
  bool usable_ = false;
};

template <class T>
void max_windows(const Window& w, const ShortRows& rows, const T* x, T* y, int64_t* index) {
  int64_t result = 0;
  for (int64_t od = 0; index != nullptr && od < w.out[0]; ++od)
    for (int64_t oh = 0; oh < w.out[1]; ++oh)
      for (int64_t ow = 0; ow < w.out[2]; ++ow)
        index[result++] = (w.first(0, od) * w.in[1] + w.first(1, oh)) * w.in[2] + w.first(2, ow);
  rows.for_windows([&](int64_t i, const ShortRows::View& v) {
    T best = -std::numeric_limits<T>::infinity();
    int64_t found = index != nullptr ? index[i] : 0;
    rows.for_runs(v, [&](int64_t first, int64_t count) {
      const int64_t step = w.dilation[2];
      for (int64_t at = first, end = first + count * step; at < end; at += step) {
        const bool wins = x[at] > best || x[at] != x[at];
        best = wins ? x[at] : best, found = wins ? at : found;
      }
    });
    y[i] = best;
    if (index != nullptr) index[i] = found;
  });
}

template <class T>
void max_plane(const Window& w, const T* x, T* y, int64_t* index) {
  if (const ShortRows rows(w, ShortRows::kOfMaxima); rows.usable()) return max_windows(w, rows, x, y, index);
  const PoolKernels<T>& isa = kernels<T>();
  const int64_t n = w.out[2];
  const Workspace space(index ? 2 * aligned_size(n * sizeof(int32_t)) : 0);
  int32_t* column = index ? space.as<int32_t>() : nullptr;
  int32_t* found = index ? space.as<int32_t>(aligned_size(n * sizeof(int32_t))) : nullptr;
  const MaxRows<T> rows(w);
  for (int64_t j = 0; index && j < n; ++j) column[j] = static_cast<int32_t>(w.first(2, j));
  for (int64_t od = 0; od < w.out[0]; ++od)
    for (int64_t oh = 0; oh < w.out[1]; ++oh, y += n) {
      if (rows.usable() && rows.run(od, oh, x, y, index)) {
        if (index) index += n;
        continue;
      }
      std::fill(y, y + n, -std::numeric_limits<T>::infinity());
      if (!index) {
        w.for_each_tap(
            od, oh, [&](int64_t first, int64_t count, int64_t at) { isa.max(count, w.stride[2], x + at, y + first); });
        continue;
      }
      const int32_t row = static_cast<int32_t>((w.first(0, od) * w.in[1] + w.first(1, oh)) * w.in[2]);
      for (int64_t j = 0; j < n; ++j) found[j] = row + column[j];
      w.for_each_tap(od, oh, [&](int64_t first, int64_t count, int64_t at) {
        isa.max_index(count, w.stride[2], x + at, static_cast<int32_t>(at), y + first, found + first);
      });
      for (int64_t j = 0; j < n; ++j) index[j] = found[j];
      index += n;
    }
}

template <class T>
void avg_plane(const Window& w, const T* x, T* y) {
  if (const ShortRows rows(w, ShortRows::kOfAverages); rows.usable())
    return rows.for_windows([&](int64_t i, const ShortRows::View& v) {
      WindowSum<T> sum;
      rows.for_runs(v, [&](int64_t first, int64_t count) { sum.add(x + first, count); });
      y[i] = sum.total() / static_cast<T>(v.count);
    });
  const PoolKernels<T>& isa = kernels<T>();
  const int64_t n = w.out[2];
  for (int64_t od = 0; od < w.out[0]; ++od)
    for (int64_t oh = 0; oh < w.out[1]; ++oh, y += n) {
      std::fill(y, y + n, T(0));
      w.for_each_tap(od, oh,
                     [&](int64_t first, int64_t count, int64_t at) { isa.add(count, w.stride[2], x + at, y + first); });
      for (int64_t j = 0; j < n; ++j) y[j] /= static_cast<T>(w.count(od, oh, j));
    }
}

template <class T>
void max_plane_backward(const Window& w, const T* dy, const int64_t* index, T* dx) {
  std::fill(dx, dx + w.in_size, T(0));
  for (int64_t i = 0; i < w.out_size; ++i) {
    TORCHPP_CHECK(index[i] >= 0 && index[i] < w.in_size, "max_pool_backward: index got ", index[i],
                  ", expected one of a plane of ", w.in_size, " elements");
    dx[index[i]] += dy[i];
  }
}

template <class T>
void avg_plane_backward(const Window& w, const T* dy, T* dx) {
  const PoolKernels<T>& isa = kernels<T>();
  const int64_t n = w.out[2];
  std::fill(dx, dx + w.in_size, T(0));
  if (const ShortRows rows(w, ShortRows::kOfAverages); rows.usable())
    return rows.for_windows([&](int64_t i, const ShortRows::View& v) {
      const T share = dy[i] / static_cast<T>(v.count);
      rows.for_runs(v, [&](int64_t first, int64_t count) {
        for (int64_t j = first; j < first + count; ++j) dx[j] += share;
      });
    });
  const Workspace space(n * sizeof(T));
  T* g = space.as<T>();
  for (int64_t od = 0; od < w.out[0]; ++od)
    for (int64_t oh = 0; oh < w.out[1]; ++oh, dy += n) {
      for (int64_t j = 0; j < n; ++j) g[j] = dy[j] / static_cast<T>(w.count(od, oh, j));
      w.for_each_tap(od, oh, [&](int64_t first, int64_t count, int64_t at) {
        isa.scatter(count, w.stride[2], g + first, dx + at);
      });
    }
}

template <class To, class From>
void convert(To* to, const From* from, int64_t n) {
  convert_elements(CppTypeToScalarType<To>::value, to, 1, CppTypeToScalarType<From>::value, from, 1, n);
}

// Runs f(plane, from, to) for every plane. Sixteen-bit types are widened, a handful of planes at a time: maxima are
// exact so, averages are rounded once.
template <class T, class Compute, class F>
void for_planes(int64_t planes, int64_t from_size, int64_t to_size, const void* from, void* to, const F& f) {
  const T* source = static_cast<const T*>(from);
  T* target = static_cast<T*>(to);
  const int64_t handful = std::max<int64_t>(1, kSliceElements / std::max<int64_t>(1, from_size + to_size));
  detail::run_slices(ceil_div(planes, handful), [&](int64_t s) {
    const int64_t begin = s * handful, count = std::min(planes - begin, handful);
    const T* x = source + begin * from_size;
    T* y = target + begin * to_size;
    const auto run = [&](const Compute* in, Compute* out) {
      for (int64_t p = 0; p < count; ++p) f(begin + p, in + p * from_size, out + p * to_size);
    };
    if constexpr (std::is_same_v<T, Compute>) {
      run(x, y);
    } else {
      const size_t wide_bytes = aligned_size(count * from_size * sizeof(Compute));
      const Workspace space(wide_bytes + count * to_size * sizeof(Compute));
      Compute *wide = space.as<Compute>(), *result = space.as<Compute>(wide_bytes);
      convert(wide, x, count * from_size);
      run(wide, result);
      convert(y, result, count * to_size);
    }
  });
}

template <class F>
void for_planes(const PoolProblem& q, int64_t from_size, int64_t to_size, const void* from, void* to, const F& f) {
  switch (q.dtype) {
    case kFloat: return for_planes<float, float>(q.planes, from_size, to_size, from, to, f);
    case kDouble: return for_planes<double, double>(q.planes, from_size, to_size, from, to, f);
    case kBFloat16: return for_planes<BFloat16, float>(q.planes, from_size, to_size, from, to, f);
    case kHalf: return for_planes<Half, float>(q.planes, from_size, to_size, from, to, f);
    default: break;
  }
  TORCHPP_CHECK(false, "pooling: dtype got ", toString(q.dtype), ", expected float, double, bfloat16 or half");
}

}  // namespace

void max_pool(const PoolProblem& q, const void* x, void* y, int64_t* index) {
  const Window w(q);
  TORCHPP_CHECK(w.in_size <= std::numeric_limits<int32_t>::max(), "max_pool: plane got ", w.in_size,
                " elements, expected at most 2^31 - 1");
  const bool squares = are_squares(q);
  if (squares && q.dtype == kBFloat16)
    return for_planes<uint16_t, uint16_t>(
        q.planes, w.in_size, w.out_size, x, y, [&](int64_t p, const uint16_t* from, uint16_t* to) {
          at_level(cpu_level(), TORCHPP_ALL_SETS(pool_squares_bfloat16))(to, index ? index + p * w.out_size : nullptr,
                                                                         from, w.in[2], w.out[1], w.out[2]);
        });
  for_planes(q, w.in_size, w.out_size, x, y, [&](int64_t p, const auto* from, auto* to) {
    int64_t* const at = index ? index + p * w.out_size : nullptr;
    if constexpr (std::is_same_v<decltype(to), float*>)
      if (squares)
        return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_squares))(to, at, from, w.in[2], w.out[1], w.out[2]);
    max_plane(w, from, to, at);
  });
}

namespace {

// The gradient of squares; false, with dx unfinished, if an index names no element of its own square.
template <class T>
bool squares_backward(const Window& w, PoolSquaresBackward<T>& backward, const void* dy, const int64_t* index,
                      void* dx) {
  std::atomic<bool> own{true};
  for_planes<T, T>(w.planes, w.out_size, w.in_size, dy, dx, [&](int64_t p, const T* from, T* to) {
    if (!backward(to, from, index + p * w.out_size, w.in[1], w.in[2], w.out[1], w.out[2]))
      own.store(false, std::memory_order_relaxed);
  });
  return own.load(std::memory_order_relaxed);
}

}  // namespace

void max_pool_backward(const PoolProblem& q, const void* dy, const int64_t* index, void* dx) {
  const Window w(q);
  if (are_squares(q) && w.out[2] >= 8 && w.in_size <= std::numeric_limits<int32_t>::max()) {
    const int level = cpu_level();
    if (q.dtype == kFloat &&
        squares_backward<float>(w, at_level(level, TORCHPP_ALL_SETS(pool_squares_backward)), dy, index, dx))
      return;
    if (q.dtype == kBFloat16 &&
        squares_backward<uint16_t>(w, at_level(level, TORCHPP_ALL_SETS(pool_squares_backward_bfloat16)), dy, index, dx))
      return;
  }
  for_planes(q, w.out_size, w.in_size, dy, dx,
             [&](int64_t p, const auto* from, auto* to) { max_plane_backward(w, from, index + p * w.out_size, to); });
}

void avg_pool(const PoolProblem& q, const void* x, void* y) {
  const Window w(q);
  for_planes(q, w.in_size, w.out_size, x, y, [&](int64_t, const auto* from, auto* to) { avg_plane(w, from, to); });
}

void avg_pool_backward(const PoolProblem& q, const void* dy, void* dx) {
  const Window w(q);
  for_planes(q, w.out_size, w.in_size, dy, dx,
             [&](int64_t, const auto* from, auto* to) { avg_plane_backward(w, from, to); });
}

}  // namespace cpu
}  // namespace torchpp
