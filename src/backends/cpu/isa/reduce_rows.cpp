// SPDX-License-Identifier: BSD-3-Clause

// Reductions of many rows of contiguous elements, each to one value: a row's lanes are folded together with those of
// other rows. Each value has the bits that reduce.cpp gives for the row alone.

#include "src/backends/cpu/isa/lanes.h"
#include "src/backends/cpu/isa/reduce_rows_abi.h"

// For AVX2 alone, which serves AVX-512 as well: memory sets the pace, and sums are in most small programs.
#if defined(__AVX2__) && !defined(__AVX512F__)

namespace torchpp::cpu {
namespace {

static_assert(kMostInRow <= kChunk, "a row is one chunk");

template <class T>
using Every = typename AllLanes<kWidth<T>>::Type;

// The first `count` elements of a vector, 0 <= count < kWidth, and `other` in the lanes after them. The whole vector is
// read.
template <class T>
class FirstLanes {
 public:
  explicit FirstLanes(int64_t count) {
    for (int i = 0; i < kWidth<T>; ++i) lanes_[i] = i < count ? -1 : 0;
  }
  Vector<T> operator()(const T* from, Vector<T> other) const {
    return (Vector<T>)(((Mask)load(from) & lanes_) | ((Mask)other & ~lanes_));
  }

 private:
  using Mask = decltype(Vector<T>() == Vector<T>());
  Mask lanes_;
};

// Op::step, or the operation of lanes without a NaN.
template <class Op, bool kQuick>
struct Stepper {
  using Once = Op;
  using Join = typename Joined<Op>::type;
};
template <class Op>
struct Stepper<Op, true> {
  using Once = Quick<Op>;
  using Join = Quick<Op>;
};

// Rows of n elements, each folded to one vector in the order of fold_all(). Lanes without an element hold the neutral
// value, with which no operation changes a bit.
template <class T, int kLanes>
class RowLanes {
 public:
  explicit RowLanes(int64_t n)
      : whole_(n - n % kLanes),
        vectors_(static_cast<int>(n % kLanes / kWidth<T>)),
        rest_(static_cast<int>(n % kWidth<T>)),
        part_(rest_) {}

  // How many bytes after a row's elements are read.
  int64_t beyond() const { return rest_ > 0 ? (kWidth<T> - rest_) * static_cast<int64_t>(sizeof(T)) : 0; }

  // Without a NaN among the elements if kQuick; `seen` becomes NaN where there is one, and may where there are
  // infinities.
  template <class Op, bool kQuick>
  Vector<T> fold(const T* x, Vector<T>& seen) const {
    using Once = typename Stepper<Op, kQuick>::Once;
    using Join = typename Stepper<Op, kQuick>::Join;
    const Vector<T> start = Vector<T>{} + Op::template start<T>();
    Vector<T> acc[kVectors];
#pragma GCC unroll 16
    for (Vector<T>& each : acc) each = start;
    const auto step = [&](Vector<T>& to, Vector<T> loaded) {
      to = Once::step(to, loaded);
      if constexpr (kQuick) seen += loaded;
    };
    for (int64_t i = 0; i < whole_; i += kLanes) {
#pragma GCC unroll 16
      for (int v = 0; v < kVectors; ++v) step(acc[v], load(x + i + v * kWidth<T>));
    }
    x += whole_;
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      if (v < vectors_) step(acc[v], load(x + v * kWidth<T>));
      else if (v == vectors_ && rest_ > 0) step(acc[v], part_(x + v * kWidth<T>, start));
    }
#pragma GCC unroll 4
    for (int width = kVectors / 2; width > 0; width /= 2)
#pragma GCC unroll 8
      for (int v = 0; v < width; ++v) acc[v] = Join::step(acc[v], acc[v + width]);
    return acc[0];
  }

 private:
  static constexpr int kVectors = kLanes / kWidth<T>;
  int64_t whole_;  // elements that fill all lanes
  int vectors_;    // whole vectors after them
  int rest_;       // elements after these
  FirstLanes<T> part_;
};

// Of groups of S lanes in u and in v, a half of each: those of u before those of v, within 16 bytes where these hold
// whole groups, because that takes one instruction.
template <int S, int kLanes, int kShort>
constexpr int lane_of_half(int i, bool upper) {
  const int part = S <= kShort ? kShort : kLanes, groups = part / S, half = S / 2;
  const int place = i % part / half, from = place < groups ? 0 : kLanes;
  return from + i / part * part + place % groups * S + i % half + (upper ? half : 0);
}
template <int S, bool kUpper, class T, int... I>
inline Vector<T> halves(Vector<T> u, Vector<T> v, Lanes<I...>) {
  constexpr int kShort = 16 / static_cast<int>(sizeof(T));
  return __builtin_shufflevector(u, v, lane_of_half<S, kWidth<T>, kShort>(I, kUpper)...);
}
// What halves() has put out of order: groups of P lanes, column by column in a table of `kColumns` columns.
template <int P, int kColumns, class V, int... I>
inline V in_order(V v, Lanes<I...>) {
  constexpr int kRows = sizeof(v) / sizeof(v[0]) / P / kColumns;
  return __builtin_shufflevector(v, v, ((I / P % kRows * kColumns + I / P / kRows) * P + I % P)...);
}

// Vectors of one row each to one vector of the rows' results, kParts lanes each, folded in halves.
template <class Join, class T, int kParts, int S = kWidth<T>>
inline Vector<T> fold_together(Vector<T>* rows) {
  if constexpr (S == kParts) {
    constexpr int kColumns = 16 / static_cast<int>(sizeof(T)) / kParts;
    if constexpr (kColumns > 1 && kVectorBytes > 16) return in_order<kParts, kColumns>(rows[0], Every<T>());
    else return rows[0];
  } else {
#pragma GCC unroll 8
    for (int r = 0; r < S / kParts / 2; ++r)
      rows[r] = Join::step(halves<S, false, T>(rows[2 * r], rows[2 * r + 1], Every<T>()),
                           halves<S, true, T>(rows[2 * r], rows[2 * r + 1], Every<T>()));
    return fold_together<Join, T, kParts, S / 2>(rows);
  }
}

// Rows of n elements; n <= kParts * kMostInRow. Of complex numbers as pairs of elements, kParts is 2 and the lanes are
// those of sixteen numbers.
template <class Op, class T, int kParts>
TORCHPP_OUT_OF_LINE void reduce_rows(T* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) {
  constexpr int kRows = kWidth<T> / kParts;
  constexpr int kLanes = kParts == 2 ? 32 : kLaneBytes / static_cast<int>(sizeof(T));
  const RowLanes<T, kLanes> lanes(n);
  // Rows from whose end on memory after the last element of all would be read are copied first.
  const int64_t beyond = lanes.beyond(), last = beyond == 0 ? 0 : row_stride > 0 ? 1 + (beyond - 1) / row_stride : rows;
  alignas(64) T copy[kParts * kMostInRow + kWidth<T>];
  const auto row = [&](int64_t r) {
    const T* x = reinterpret_cast<const T*>(in + r * row_stride);
    if (r < rows - last) return x;
    __builtin_memcpy(copy, x, static_cast<size_t>(n) * sizeof(T));
    return static_cast<const T*>(copy);
  };
  for (int64_t first = 0; first < rows; first += kRows) {
    const int64_t count = rows - first < kRows ? rows - first : kRows;
    Vector<T> folded[kRows], seen = {};
    for (int64_t r = 0; r < count; ++r) folded[r] = lanes.template fold<Op, kHasQuick<Op>>(row(first + r), seen);
    if constexpr (kHasQuick<Op>)
      if (any_nan<T>(seen))
        for (int64_t r = 0; r < count; ++r) folded[r] = lanes.template fold<Op, false>(row(first + r), seen);
    for (int64_t r = count; r < kRows; ++r) folded[r] = folded[0];
    const Vector<T> results = fold_together<typename Joined<Op>::type, T, kParts>(folded);
    T* const to = out + first * kParts;
    if (count == kRows) __builtin_memcpy(to, &results, sizeof results);
    else __builtin_memcpy(to, &results, static_cast<size_t>(count * kParts) * sizeof(T));
  }
}

// Rows of 16-bit floats are converted, as many at a time as make a chunk.
TORCHPP_OUT_OF_LINE void widen_rows(LoopFn convert, ReduceRowsFn reduce, int64_t result, void* out, const char* in,
                                    int64_t row_stride, int64_t rows, int64_t n) {
  constexpr int64_t kNarrow = 2, kWide = 4;
  const int64_t strides[] = {kWide, kNarrow}, together = kChunk / n;
  alignas(64) float wide[kChunk];
  for (int64_t first = 0; first < rows; first += together) {
    const int64_t count = rows - first < together ? rows - first : together;
    const bool dense = row_stride == n * kNarrow;
    for (int64_t r = 0; r < (dense ? 1 : count); ++r) {
      char* const data[] = {reinterpret_cast<char*>(wide + r * n), const_cast<char*>(in) + (first + r) * row_stride};
      convert(data, strides, dense ? count * n : n, nullptr);
    }
    reduce(static_cast<char*>(out) + first * result, reinterpret_cast<const char*>(wide), n * kWide, count, n);
  }
}

// A bit for each lane in which the vectors are equal.
template <class T>
inline unsigned equal_lanes(Vector<T> a, Vector<T> b) {
  if constexpr (sizeof(T) == 4) return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)));
  else return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)));
}
// The first index of a value that is in the row; of a NaN that of the first NaN.
template <class T>
inline int64_t index_of(T value, const T* x, int64_t n) {
  if (n < kWidth<T> || value != value) {
    int64_t i = 0;
    while (value != value ? x[i] == x[i] : x[i] != value) ++i;
    return i;
  }
  const Vector<T> values = value - Vector<T>{};
  for (int64_t i = 0;; i += kWidth<T>) {
    const int64_t at = i + kWidth<T> <= n ? i : n - kWidth<T>;  // the last vector overlaps the one before it
    if (const unsigned equal = equal_lanes<T>(load(x + at), values)) return at + __builtin_ctz(equal);
  }
}
template <class Op, class T>
TORCHPP_OUT_OF_LINE void indices_in_rows(int64_t* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) {
  constexpr int64_t kTogether = 64;
  T values[kTogether];
  for (int64_t first = 0; first < rows; first += kTogether, in += kTogether * row_stride) {
    const int64_t count = rows - first < kTogether ? rows - first : kTogether;
    reduce_rows<Op, T, 1>(values, in, row_stride, count, n);
    for (int64_t r = 0; r < count; ++r)
      out[first + r] = index_of(values[r], reinterpret_cast<const T*>(in + r * row_stride), n);
  }
}

}  // namespace

int TORCHPP_SET_NAME(cast_f32_f16)(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars);
int TORCHPP_SET_NAME(cast_f32_bf16)(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars);

#define ROWS(op, tag, call)                                                                                        \
  void TORCHPP_SET_NAME(op##_rows_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t n);  \
  void TORCHPP_SET_NAME(op##_rows_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) { \
    call;                                                                                                          \
  }
#define NARROW(op, tag, Result)                                                                                  \
  ROWS(op, tag,                                                                                                  \
       (widen_rows(&TORCHPP_SET_NAME(cast_f32_##tag), &TORCHPP_SET_NAME(op##_rows_f32), sizeof(Result), out, in, \
                   row_stride, rows, n)))
#define FLOATS(op, Op)                                                                            \
  ROWS(op, f32, (reduce_rows<Op, float, 1>(static_cast<float*>(out), in, row_stride, rows, n)))   \
  ROWS(op, f64, (reduce_rows<Op, double, 1>(static_cast<double*>(out), in, row_stride, rows, n))) \
  NARROW(op, f16, float)                                                                          \
  NARROW(op, bf16, float)
FLOATS(sum, Sum)
FLOATS(sum_numbers, SumNumbers)
FLOATS(sum_squares, SumSquares)
FLOATS(prod, Prod)
FLOATS(max, Max)
FLOATS(min, Min)
ROWS(sum, c64, (reduce_rows<Sum, float, 2>(static_cast<float*>(out), in, row_stride, rows, 2 * n)))
ROWS(sum, c128, (reduce_rows<Sum, double, 2>(static_cast<double*>(out), in, row_stride, rows, 2 * n)))

#define INDICES(op, Op)                                                                             \
  ROWS(op, f32, (indices_in_rows<Op, float>(static_cast<int64_t*>(out), in, row_stride, rows, n)))  \
  ROWS(op, f64, (indices_in_rows<Op, double>(static_cast<int64_t*>(out), in, row_stride, rows, n))) \
  NARROW(op, f16, int64_t)                                                                          \
  NARROW(op, bf16, int64_t)
INDICES(argmax, Max)
INDICES(argmin, Min)

}  // namespace torchpp::cpu

#endif
