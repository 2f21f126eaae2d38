// SPDX-License-Identifier: BSD-3-Clause

// Reductions of many rows of contiguous elements, each to one value: a row's lanes are folded together with those of
// other rows. Each value has the bits that reduce.cpp gives for the row alone.

#include "src/backends/cpu/isa/lanes.h"
#include "src/backends/cpu/isa/reduce_rows_abi.h"
#include "src/backends/math/complex.h"

namespace torchpp::cpu {
namespace {

static_assert(kMostInRow <= kChunk, "a row is one chunk");

template <class T>
constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(T));
template <class T>
using Every = typename AllLanes<kWidth<T>>::Type;

template <class T>
inline Vector<T> read(const T* from) {
  Vector<T> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

// The first `count` elements of a vector, 0 <= count < kWidth, and `other` in the lanes after them.
template <class T>
class FirstLanes {
 public:
#if defined(__AVX512F__)
  static constexpr bool kReadsBeyond = false;
  explicit FirstLanes(int64_t count) : lanes_((1u << count) - 1) {}
  Vector<T> operator()(const float* from, Vector<T> other) const {
    return _mm512_mask_loadu_ps(other, static_cast<__mmask16>(lanes_), from);
  }
  Vector<T> operator()(const double* from, Vector<T> other) const {
    return _mm512_mask_loadu_pd(other, static_cast<__mmask8>(lanes_), from);
  }

 private:
  uint32_t lanes_;
#else
  static constexpr bool kReadsBeyond = true;  // a whole vector, of which the elements are kept
  explicit FirstLanes(int64_t count) {
    for (int i = 0; i < kWidth<T>; ++i) lanes_[i] = i < count ? -1 : 0;
  }
  Vector<T> operator()(const T* from, Vector<T> other) const {
    return (Vector<T>)(((Mask)read(from) & lanes_) | ((Mask)other & ~lanes_));
  }

 private:
  using Mask = decltype(Vector<T>() == Vector<T>());
  Mask lanes_;
#endif
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
template <class T>
class RowLanes {
 public:
  explicit RowLanes(int64_t n)
      : whole_(n - n % kLanes),
        vectors_(static_cast<int>(n % kLanes / kWidth<T>)),
        rest_(static_cast<int>(n % kWidth<T>)),
        part_(rest_) {}

  // How many bytes after a row's elements are read.
  int64_t beyond() const {
    return FirstLanes<T>::kReadsBeyond && rest_ > 0 ? (kWidth<T> - rest_) * static_cast<int64_t>(sizeof(T)) : 0;
  }

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
      for (int v = 0; v < kVectors; ++v) step(acc[v], read(x + i + v * kWidth<T>));
    }
    x += whole_;
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      if (v < vectors_) step(acc[v], read(x + v * kWidth<T>));
      else if (v == vectors_ && rest_ > 0) step(acc[v], part_(x + v * kWidth<T>, start));
    }
#pragma GCC unroll 4
    for (int width = kVectors / 2; width > 0; width /= 2)
#pragma GCC unroll 8
      for (int v = 0; v < width; ++v) acc[v] = Join::step(acc[v], acc[v + width]);
    return acc[0];
  }

 private:
  static constexpr int kLanes = kLaneBytes / static_cast<int>(sizeof(T));
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

// Rows of n elements; n <= kParts * kChunk. Of complex numbers as pairs of elements, kParts is 2.
template <class Op, class T, int kParts>
TORCHPP_OUT_OF_LINE void reduce_rows(T* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) {
  constexpr int kRows = kWidth<T> / kParts;
  const RowLanes<T> lanes(n);
  // Rows from whose end on memory after the last element of all would be read are copied first.
  const int64_t beyond = lanes.beyond(), last = beyond == 0 ? 0 : row_stride > 0 ? 1 + (beyond - 1) / row_stride : rows;
  alignas(64) T copy[kParts * kChunk + kWidth<T>];
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

// Rows of 16-bit floats are converted, as many at a time as make a chunk. body(rows, their stride, first row, count).
template <class M, class Body>
inline void widen_rows(const char* in, int64_t row_stride, int64_t rows, int64_t n, const Body& body) {
  constexpr int64_t kSize = sizeof(M);
  alignas(64) float wide[kChunk];
  const int64_t together = kChunk / n;
  for (int64_t first = 0; first < rows; first += together) {
    const int64_t count = rows - first < together ? rows - first : together;
    const char* from = in + first * row_stride;
    if (row_stride == n * kSize) {
      view(reinterpret_cast<const M*>(from), count * n, wide);
    } else {
      for (int64_t r = 0; r < count; ++r) view(reinterpret_cast<const M*>(from + r * row_stride), n, wide + r * n);
    }
    body(reinterpret_cast<const char*>(wide), n * static_cast<int64_t>(sizeof(float)), first, count);
  }
}
template <class Op, class M>
void reduce_narrow_rows(float* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) {
  widen_rows<M>(in, row_stride, rows, n, [&](const char* wide, int64_t stride, int64_t first, int64_t count) {
    reduce_rows<Op, float, 1>(out + first, wide, stride, count, n);
  });
}

// A bit for each lane in which the vectors are equal.
template <class T>
inline unsigned equal_lanes(Vector<T> a, Vector<T> b) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
  else return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
#elif defined(__AVX__)
  if constexpr (sizeof(T) == 4) return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)));
  else return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)));
#elif defined(__x86_64__)
  if constexpr (sizeof(T) == 4) return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpeq_ps(a, b)));
  else return static_cast<unsigned>(_mm_movemask_pd(_mm_cmpeq_pd(a, b)));
#else
  unsigned bits = 0;
  for (int i = 0; i < kWidth<T>; ++i) bits |= static_cast<unsigned>(a[i] == b[i]) << i;
  return bits;
#endif
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
    if (const unsigned equal = equal_lanes<T>(read(x + at), values)) return at + __builtin_ctz(equal);
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
template <class Op, class M>
void indices_in_narrow_rows(int64_t* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) {
  widen_rows<M>(in, row_stride, rows, n, [&](const char* wide, int64_t stride, int64_t first, int64_t count) {
    indices_in_rows<Op, float>(out + first, wide, stride, count, n);
  });
}

// A strided row of complex numbers, in the order of its chunks' sums.
template <class T>
void add_complex(T* out, const char* in, int64_t stride, int64_t n) {
  using Number = math::cplx<T>;
  Cascade<Sum, T> re, im;
  for_chunks<Number, Number>(in, stride, n, [&](const Number* x, int64_t, int64_t length) {
    T sum[2];
    reduce_rows<Sum, T, 2>(sum, reinterpret_cast<const char*>(x), 0, 1, 2 * length);
    re.push(sum[0]);
    im.push(sum[1]);
  });
  out[0] = re.result();
  out[1] = im.result();
}

}  // namespace

#define ROWS(op, tag, call)                                                                                        \
  void TORCHPP_SET_NAME(op##_rows_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t n);  \
  void TORCHPP_SET_NAME(op##_rows_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t n) { \
    call;                                                                                                          \
  }
#define FLOATS(op, Op)                                                                                  \
  ROWS(op, f32, (reduce_rows<Op, float, 1>(static_cast<float*>(out), in, row_stride, rows, n)))         \
  ROWS(op, f64, (reduce_rows<Op, double, 1>(static_cast<double*>(out), in, row_stride, rows, n)))       \
  ROWS(op, f16, (reduce_narrow_rows<Op, math::f16>(static_cast<float*>(out), in, row_stride, rows, n))) \
  ROWS(op, bf16, (reduce_narrow_rows<Op, math::bf16>(static_cast<float*>(out), in, row_stride, rows, n)))
FLOATS(sum, Sum)
FLOATS(sum_numbers, SumNumbers)
FLOATS(sum_squares, SumSquares)
FLOATS(prod, Prod)
FLOATS(max, Max)
FLOATS(min, Min)

#define INDICES(op, Op)                                                                                       \
  ROWS(op, f32, (indices_in_rows<Op, float>(static_cast<int64_t*>(out), in, row_stride, rows, n)))            \
  ROWS(op, f64, (indices_in_rows<Op, double>(static_cast<int64_t*>(out), in, row_stride, rows, n)))           \
  ROWS(op, f16, (indices_in_narrow_rows<Op, math::f16>(static_cast<int64_t*>(out), in, row_stride, rows, n))) \
  ROWS(op, bf16, (indices_in_narrow_rows<Op, math::bf16>(static_cast<int64_t*>(out), in, row_stride, rows, n)))
INDICES(argmax, Max)
INDICES(argmin, Min)

#define COMPLEX_SUM(tag, T)                                                                        \
  ROWS(sum, tag, (reduce_rows<Sum, T, 2>(static_cast<T*>(out), in, row_stride, rows, 2 * n)))      \
  void TORCHPP_SET_NAME(sum_complex_##tag)(void* out, const char* in, int64_t stride, int64_t n);  \
  void TORCHPP_SET_NAME(sum_complex_##tag)(void* out, const char* in, int64_t stride, int64_t n) { \
    add_complex(static_cast<T*>(out), in, stride, n);                                              \
  }
COMPLEX_SUM(c64, float)
COMPLEX_SUM(c128, double)

}  // namespace torchpp::cpu
