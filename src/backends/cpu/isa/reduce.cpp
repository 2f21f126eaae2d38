// SPDX-License-Identifier: BSD-3-Clause

// Reductions of one strided row to one value, and of contiguous rows to one row of column results.

#include "src/backends/cpu/isa/lanes.h"
#include "src/backends/math/complex.h"

namespace torchpp::cpu {
namespace {

template <class Op, class M, class C>
C reduce_float(const char* in, int64_t stride, int64_t n) {
  if constexpr (kHasQuick<Op>) {
    if (n > 0 && n <= kChunk && stride == static_cast<int64_t>(sizeof(M))) {  // what the cascade would give
      alignas(64) C converted[kChunk];
      return reduce_chunk<Op>(view(reinterpret_cast<const M*>(in), n, converted), n);
    }
  }
  Cascade<Op, C> cascade;
  for_chunks<M, C>(in, stride, n,
                   [&](const C* x, int64_t, int64_t length) { cascade.push(reduce_chunk<Op>(x, length)); });
  return cascade.result();
}

// Integers add in int64 and wrap, in any order.
template <class Op, class M>
int64_t reduce_int(const char* in, int64_t stride, int64_t n) {
  uint64_t acc = Op::template start<uint64_t>();
  for_chunks<M, M>(in, stride, n, [&](const M* x, int64_t, int64_t length) {
    uint64_t chunk = acc;
    for (int64_t i = 0; i < length; ++i) chunk = Op::step(chunk, static_cast<uint64_t>(static_cast<int64_t>(x[i])));
    acc = chunk;
  });
  return static_cast<int64_t>(acc);
}
template <bool kMax, class M>
M extreme_int(const char* in, int64_t stride, int64_t n) {
  M best = *reinterpret_cast<const M*>(in);
  for_chunks<M, M>(in, stride, n, [&](const M* x, int64_t, int64_t length) {
    M m = best;
    for (int64_t i = 0; i < length; ++i) m = (kMax ? x[i] > m : x[i] < m) ? x[i] : m;
    best = m;
  });
  return best;
}

// The first index of the extreme value; the first NaN, if there is one. A chunk is searched only when it improves.
template <bool kMax, class M, class C>
int64_t arg_extreme(const char* in, int64_t stride, int64_t n) {
  C best{};
  int64_t index = -1;
  for_chunks<M, C>(in, stride, n, [&](const C* x, int64_t first, int64_t length) {
    if (index >= 0 && best != best) return;
    C m;
    if constexpr (math::kIsFloat<C>) {
      m = kMax ? reduce_chunk<Max>(x, length) : reduce_chunk<Min>(x, length);
    } else {
      m = x[0];
      for (int64_t i = 1; i < length; ++i) m = (kMax ? x[i] > m : x[i] < m) ? x[i] : m;
    }
    const bool nan = m != m;
    if (index >= 0 && !nan && !(kMax ? m > best : m < best)) return;
    int64_t i = 0;
    while (nan ? x[i] == x[i] : x[i] != m) ++i;
    best = m;
    index = first + i;
  });
  return index;
}

template <class M, class C>
int any_nonzero(const char* in, int64_t stride, int64_t n) {
  int any = 0;
  for_chunks<M, C>(in, stride, n, [&](const C* x, int64_t, int64_t length) {
    if (any) return;
    int found = 0;
    for (int64_t i = 0; i < length; ++i) found |= x[i] != C(0);
    any = found;
  });
  return any;
}
template <class M, class C>
int all_nonzero(const char* in, int64_t stride, int64_t n) {
  int zero = 0;
  for_chunks<M, C>(in, stride, n, [&](const C* x, int64_t, int64_t length) {
    if (zero) return;
    int found = 0;
    for (int64_t i = 0; i < length; ++i) found |= x[i] == C(0);
    zero = found;
  });
  return !zero;
}

// Columns: tiles of columns in the first-level cache; within a tile groups of rows, their results in a second level.
constexpr int64_t kColumns = 512, kRowGroup = 128;

template <class M>
constexpr bool kIsBFloat16 = false;
#if defined(__AVX2__)
template <>
constexpr bool kIsBFloat16<math::bf16> = true;
#endif
constexpr int64_t kFewColumns = 64;

// The totals of whole groups of rows of few columns of bfloat16, with the accumulators in registers: row by row,
// converting costs four times as much as adding. A group is one chain of operations; four of them hide its latency.
// The order is that of reduce_columns(), which does the rows after those that are returned.
template <class Op>
int64_t reduce_groups(float* total, const char* in, int64_t row_stride, int64_t rows, int64_t columns) {
  using Join = typename Joined<Op>::type;
  using V = Vector<float>;
  constexpr int64_t kWidth = kVectorBytes / sizeof(float), kSize = sizeof(math::bf16), kTogether = 4;
  typedef uint16_t Halves __attribute__((vector_size(kWidth * kSize)));
  typedef uint32_t Bits __attribute__((vector_size(kVectorBytes)));
  // The last vector of a row may have lanes after the columns, which are not used. No row is read that way from whose
  // start on it would reach beyond the last element.
  const int64_t beyond = (kWidth - columns % kWidth) % kWidth * kSize;
  int64_t whole = rows;
  while (whole > 0 && (rows - whole) * row_stride < beyond) --whole;
  whole -= whole % kRowGroup;
  const V start = V{} + Op::template start<float>();
  for (int64_t c = 0; c < columns; c += kWidth) {
    const auto row = [&](int64_t r) {
      Halves h;
      __builtin_memcpy(&h, in + r * row_stride + c * kSize, sizeof h);
      return (V)(__builtin_convertvector(h, Bits) << 16);
    };
    V sum = start;
    int64_t r0 = 0;
    for (; r0 + kTogether * kRowGroup <= whole; r0 += kTogether * kRowGroup) {
      V group[kTogether] = {start, start, start, start};
      for (int64_t r = r0; r < r0 + kRowGroup; ++r)
#pragma GCC unroll 4
        for (int64_t g = 0; g < kTogether; ++g) group[g] = Op::step(group[g], row(r + g * kRowGroup));
#pragma GCC unroll 4
      for (int64_t g = 0; g < kTogether; ++g) sum = Join::step(sum, group[g]);
    }
    for (; r0 < whole; r0 += kRowGroup) {
      V group = start;
      for (int64_t r = r0; r < r0 + kRowGroup; ++r) group = Op::step(group, row(r));
      sum = Join::step(sum, group);
    }
    __builtin_memcpy(total + c, &sum, sizeof sum);
  }
  return whole;
}

template <class Op, class M, class C, class A>
void reduce_columns(A* out, const char* in, int64_t row_stride, int64_t rows, int64_t columns) {
  using Join = typename Joined<Op>::type;
  alignas(64) A group[kColumns], total[kColumns];
  alignas(64) C converted[kColumns];
  for (int64_t c0 = 0; c0 < columns; c0 += kColumns) {
    const int64_t width = columns - c0 < kColumns ? columns - c0 : kColumns;
    for (int64_t j = 0; j < width; ++j) total[j] = Op::template start<A>();
    int64_t r0 = 0;
    if constexpr (kIsBFloat16<M>)
      if (columns <= kFewColumns && rows >= kRowGroup) r0 = reduce_groups<Op>(total, in, row_stride, rows, columns);
    for (; r0 < rows; r0 += kRowGroup) {
      const char* tile = in + c0 * static_cast<int64_t>(sizeof(M));  // not where there are no rows: `in` may be null
      const int64_t r1 = r0 + kRowGroup < rows ? r0 + kRowGroup : rows;
      for (int64_t j = 0; j < width; ++j) group[j] = Op::template start<A>();
      int64_t r = r0;
      if constexpr (sizeof(M) == sizeof(A)) {
        for (; r + 2 <= r1; r += 2) {  // two rows for one trip of the accumulators
          const M *x = reinterpret_cast<const M*>(tile + r * row_stride),
                  *y = reinterpret_cast<const M*>(tile + (r + 1) * row_stride);
          TORCHPP_NO_ALIAS
          for (int64_t j = 0; j < width; ++j)
            group[j] = Op::step(Op::step(group[j], static_cast<A>(x[j])), static_cast<A>(y[j]));
        }
      }
      for (; r < r1; ++r) {
        const C* x = view(reinterpret_cast<const M*>(tile + r * row_stride), width, converted);
        TORCHPP_NO_ALIAS
        for (int64_t j = 0; j < width; ++j) group[j] = Op::step(group[j], static_cast<A>(x[j]));
      }
      for (int64_t j = 0; j < width; ++j) total[j] = Join::step(total[j], group[j]);
    }
    __builtin_memcpy(out + c0, total, static_cast<size_t>(width) * sizeof(A));
  }
}
template <bool kMax>
struct IntExtreme {
  template <class T>
  static T step(T acc, T x) {
    return (kMax ? x > acc : x < acc) ? x : acc;
  }
  template <class T>
  static T start() {
    constexpr bool is_signed = T(-1) < T(0);
    const T least = is_signed ? static_cast<T>(uint64_t{1} << (8 * sizeof(T) - 1)) : T(0);
    return kMax ? least : static_cast<T>(~least);
  }
};

// Complex numbers, as sums: see lanes.h. (A complex sum is that of its parts, which needs no loops of its own.)
struct ComplexProd {
  template <class C>
  static C step(C acc, C x) {
    return math::cmul(acc, x);
  }
  template <class C>
  static C start() {
    return {1, 0};
  }
};
// Each pair of lanes of acc times that of x.
template <class V, int... I>
V multiply_lanes(V acc, V x, Lanes<I...>) {
  const V signs = {(I % 2 == 0 ? -1 : 1)...};
  const V re = __builtin_shufflevector(x, x, (I - I % 2)...), im = __builtin_shufflevector(x, x, (I | 1)...);
  return acc * re + __builtin_shufflevector(acc, acc, (I ^ 1)...) * (im * signs);
}
template <class T>
math::cplx<T> multiply_complex(const char* in, int64_t stride, int64_t n) {
  using Number = math::cplx<T>;
  constexpr int64_t kLanes = kLaneBytes / sizeof(Number), kWidth = kVectorBytes / sizeof(T);
  Number product = {1, 0};
  if (n < 2 * kLanes) {  // one after the other
    for (int64_t i = 0; i < n; ++i) product = math::cmul(product, *reinterpret_cast<const Number*>(in + i * stride));
    return product;
  }
  alignas(64) Number lanes[kLanes];
  for (Number& lane : lanes) lane = {1, 0};
  Vector<T> acc[kVectors];
  __builtin_memcpy(acc, lanes, sizeof lanes);
  for_chunks<Number, Number>(in, stride, n, [&](const Number* x, int64_t, int64_t length) {
    const int64_t whole = length - length % kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
#pragma GCC unroll 16
      for (int v = 0; v < kVectors; ++v) {
        Vector<T> loaded;
        __builtin_memcpy(&loaded, reinterpret_cast<const T*>(x + i) + v * kWidth, sizeof loaded);
        acc[v] = multiply_lanes(acc[v], loaded, typename AllLanes<kWidth>::Type());
      }
    }
    if (whole == length) return;
    __builtin_memcpy(lanes, acc, sizeof lanes);
    for (int64_t i = whole; i < length; ++i) lanes[i - whole] = math::cmul(lanes[i - whole], x[i]);
    __builtin_memcpy(acc, lanes, sizeof lanes);
  });
  __builtin_memcpy(lanes, acc, sizeof lanes);
  for (int64_t width = kLanes / 2; width > 0; width /= 2)
    for (int64_t i = 0; i < width; ++i) lanes[i] = math::cmul(lanes[i], lanes[i + width]);
  return lanes[0];
}

}  // namespace

#define ROW(op, tag, Result, call)                                                          \
  void TORCHPP_SET_NAME(op##_##tag)(void* out, const char* in, int64_t stride, int64_t n);  \
  void TORCHPP_SET_NAME(op##_##tag)(void* out, const char* in, int64_t stride, int64_t n) { \
    *static_cast<Result*>(out) = static_cast<Result>(call(in, stride, n));                  \
  }
#define COLUMNS(op, tag, Op, Result)                                                                         \
  void TORCHPP_SET_NAME(op##_columns_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows,     \
                                            int64_t columns);                                                \
  void TORCHPP_SET_NAME(op##_columns_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows,     \
                                            int64_t columns) {                                               \
    reduce_columns<Op, MEMORY(tag), COMPUTE(tag)>(static_cast<Result*>(out), in, row_stride, rows, columns); \
  }
#define MEMORY(tag) Tag_##tag::Memory
#define COMPUTE(tag) Tag_##tag::Compute
#define BOTH_TYPES(tag) MEMORY(tag), COMPUTE(tag)

#define COMMON(tag)                                                \
  ROW(argmax, tag, int64_t, (arg_extreme<true, BOTH_TYPES(tag)>))  \
  ROW(argmin, tag, int64_t, (arg_extreme<false, BOTH_TYPES(tag)>)) \
  ROW(any, tag, uint8_t, (any_nonzero<BOTH_TYPES(tag)>))           \
  ROW(all, tag, uint8_t, (all_nonzero<BOTH_TYPES(tag)>))

#define FLOATS(tag)                                                                \
  COMMON(tag)                                                                      \
  ROW(sum, tag, COMPUTE(tag), (reduce_float<Sum, BOTH_TYPES(tag)>))                \
  ROW(sum_numbers, tag, COMPUTE(tag), (reduce_float<SumNumbers, BOTH_TYPES(tag)>)) \
  ROW(sum_squares, tag, COMPUTE(tag), (reduce_float<SumSquares, BOTH_TYPES(tag)>)) \
  ROW(prod, tag, COMPUTE(tag), (reduce_float<Prod, BOTH_TYPES(tag)>))              \
  ROW(max, tag, COMPUTE(tag), (reduce_float<Max, BOTH_TYPES(tag)>))                \
  ROW(min, tag, COMPUTE(tag), (reduce_float<Min, BOTH_TYPES(tag)>))                \
  COLUMNS(sum, tag, Sum, COMPUTE(tag))                                             \
  COLUMNS(sum_numbers, tag, SumNumbers, COMPUTE(tag))                              \
  COLUMNS(sum_squares, tag, SumSquares, COMPUTE(tag))                              \
  COLUMNS(prod, tag, Prod, COMPUTE(tag))                                           \
  COLUMNS(max, tag, Max, COMPUTE(tag))                                             \
  COLUMNS(min, tag, Min, COMPUTE(tag))

#define INTS(tag)                                               \
  COMMON(tag)                                                   \
  ROW(sum, tag, int64_t, (reduce_int<Sum, MEMORY(tag)>))        \
  ROW(prod, tag, int64_t, (reduce_int<Prod, MEMORY(tag)>))      \
  ROW(max, tag, MEMORY(tag), (extreme_int<true, MEMORY(tag)>))  \
  ROW(min, tag, MEMORY(tag), (extreme_int<false, MEMORY(tag)>)) \
  COLUMNS(sum, tag, Sum, uint64_t)                              \
  COLUMNS(prod, tag, Prod, uint64_t)                            \
  COLUMNS(max, tag, IntExtreme<true>, MEMORY(tag))              \
  COLUMNS(min, tag, IntExtreme<false>, MEMORY(tag))

FLOATS(f32)
FLOATS(f64)
FLOATS(f16)
FLOATS(bf16)
INTS(u8)
INTS(i8)
INTS(i16)
INTS(i32)
INTS(i64)

#define COMPLEX_PROD(tag, T)                                                                               \
  void TORCHPP_SET_NAME(prod_##tag)(void* out, const char* in, int64_t stride, int64_t n);                 \
  void TORCHPP_SET_NAME(prod_##tag)(void* out, const char* in, int64_t stride, int64_t n) {                \
    *static_cast<math::cplx<T>*>(out) = multiply_complex<T>(in, stride, n);                                \
  }                                                                                                        \
  void TORCHPP_SET_NAME(prod_columns_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows,   \
                                            int64_t columns);                                              \
  void TORCHPP_SET_NAME(prod_columns_##tag)(void* out, const char* in, int64_t row_stride, int64_t rows,   \
                                            int64_t columns) {                                             \
    using Number = math::cplx<T>;                                                                          \
    reduce_columns<ComplexProd, Number, Number>(static_cast<Number*>(out), in, row_stride, rows, columns); \
  }
COMPLEX_PROD(c64, float)
COMPLEX_PROD(c128, double)

}  // namespace torchpp::cpu
