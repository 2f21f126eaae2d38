// SPDX-License-Identifier: BSD-3-Clause
// The loops of direct convolution, for float, double and images of bfloat16.

#include "src/backends/cpu/isa/convolution_abi.h"

#include "src/backends/cpu/isa/sixteen_bits.h"

namespace torchpp {
namespace cpu {
namespace {

// -- elements of images, and vectors of them, as the sums have them

template <class T>
inline T element(T x) {
  return x;
}
template <class T>
inline void set_element(T& to, T x) {
  to = x;
}

#if defined(__AVX512F__)
inline float element(math::bf16 x) { return math::to_float(x); }
inline void set_element(math::bf16& to, float x) { to = math::to_bf16(x); }
typedef uint16_t Halves __attribute__((vector_size(kVectorBytes / 2)));
// As math::to_bf16(), in the lower halves of the lanes.
inline Words rounded(Vector<float> v) {
  const Words bits = reinterpret_cast<Words>(v), number = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return v == v ? number : Words{} + 0x7fc0;
}
inline __m256i narrowed(Vector<float> v) {
  return reinterpret_cast<__m256i>(__builtin_convertvector(rounded(v), Halves));
}
inline void store(math::bf16* p, Vector<float> v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), narrowed(v)); }
inline void store_part(math::bf16* p, Vector<float> v, int64_t n) {
  _mm256_mask_storeu_epi16(p, static_cast<__mmask16>((1u << n) - 1), narrowed(v));
}
#endif

// -- sums

// Sums that one pass keeps in registers: of one, two or four results, as many vectors of each; where there are
// registers for it, of eight results.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int kSums = 16;
#else
constexpr int kSums = 8;
#endif

// C results of V vectors. Every sum runs over the taps in their order.
template <class T, int C, int V>
inline void block(int64_t taps, const T* from, const int64_t* offset, const T* w, T* to, int64_t to_stride,
                  const T* bias) {
  Vector<T> sum[C][V];
#pragma GCC unroll 8
  for (int c = 0; c < C; ++c)
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) {
      __builtin_prefetch(to + c * to_stride + v * kLanes<T>, 1);
      sum[c][v] = splat(bias ? bias[c] : T(0));
    }
  for (int64_t t = 0; t < taps; ++t) {
    const T* at = from + offset[t];
    Vector<T> x[V];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) x[v] = load(at + v * kLanes<T>);
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) {
      const Vector<T> weight = splat(w[c * taps + t]);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) sum[c][v] = multiply_add(weight, x[v], sum[c][v]);
    }
  }
#pragma GCC unroll 8
  for (int c = 0; c < C; ++c)
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) store(to + c * to_stride + v * kLanes<T>, sum[c][v]);
}

// C results over all elements: long blocks first, then shorter ones. A block may end in a part of a vector.
template <class T, int C, int V>
int64_t blocks(int64_t i, int64_t n, int64_t taps, const T* from, const int64_t* offset, const T* w, T* to,
               int64_t to_stride, const T* bias) {
  for (; n - i > (V - 1) * kLanes<T>; i += V * kLanes<T>)
    block<T, C, V>(taps, from + i, offset, w, to + i, to_stride, bias);
  if constexpr (V > 1) return blocks<T, C, (V + 1) / 2>(i, n, taps, from, offset, w, to, to_stride, bias);
  else return i;
}

template <class T>
void apply(int64_t n, int64_t results, int64_t taps, const T* from, const int64_t* offset, const T* w, T* to,
           int64_t to_stride, const T* bias) {
  int64_t c = 0;
  const auto bias_at = [&](int64_t i) { return bias ? bias + i : nullptr; };
  if constexpr (kSums == 16)
    for (; c + 8 <= results; c += 8)
      blocks<T, 8, 3>(0, n, taps, from, offset, w + c * taps, to + c * to_stride, to_stride, bias_at(c));
  for (; c + 4 <= results; c += 4)
    blocks<T, 4, kSums / 4>(0, n, taps, from, offset, w + c * taps, to + c * to_stride, to_stride, bias_at(c));
  for (; c + 2 <= results; c += 2)
    blocks<T, 2, kSums / 2>(0, n, taps, from, offset, w + c * taps, to + c * to_stride, to_stride, bias_at(c));
  for (; c < results; ++c)
    blocks<T, 1, 8>(0, n, taps, from, offset, w + c * taps, to + c * to_stride, to_stride, bias_at(c));
}

template <class T, int N, class E>
void correlate_taps(int64_t rows, int64_t cols, const E* g, const T* from, int64_t pitch, const int64_t* offset,
                    double* sums) {
  constexpr int64_t lanes = kLanes<T>;
  Vector<T> sum[N];
#pragma GCC unroll 10
  for (Vector<T>& each : sum) each = Vector<T>{};
  for (int64_t r = 0; r < rows; ++r, g += cols, from += pitch) {
    int64_t j = 0;
    for (; j + lanes <= cols; j += lanes) {
      const Vector<T> x = load(g + j);
#pragma GCC unroll 10
      for (int t = 0; t < N; ++t) sum[t] = multiply_add(x, load(from + offset[t] + j), sum[t]);
    }
    if (j == cols) continue;
    const Vector<T> x = load_part(g + j, cols - j);
#pragma GCC unroll 10
    for (int t = 0; t < N; ++t) sum[t] = multiply_add(x, load_part(from + offset[t] + j, cols - j), sum[t]);
  }
#pragma GCC unroll 10
  for (int t = 0; t < N; ++t) sums[t] += static_cast<double>(sum_lanes<T>(sum[t]));
}

template <class T, class E>
void correlate(int64_t rows, int64_t cols, int64_t taps, const E* g, const T* from, int64_t pitch,
               const int64_t* offset, double* sums) {
  int64_t t = 0;
  for (; t + 9 <= taps; t += 9) correlate_taps<T, 9>(rows, cols, g, from, pitch, offset + t, sums + t);
  for (; t + 4 <= taps; t += 4) correlate_taps<T, 4>(rows, cols, g, from, pitch, offset + t, sums + t);
  for (; t < taps; ++t) correlate_taps<T, 1>(rows, cols, g, from, pitch, offset + t, sums + t);
}

// Lanes [begin, end) of vectors in memory, zeros in the others.
template <class T>
class LaneRange {
 public:
#if defined(__AVX512F__)
  LaneRange(int64_t begin, int64_t end) : mask_(lanes_below(end) & ~lanes_below(begin)) {}
  /// p is where lane 0 would lie.
  Vector<T> load(const T* p) const {
    if constexpr (sizeof(T) == 4) return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask_), p);
    else return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask_), p);
  }
  Vector<float> load(const math::bf16* p) const {
    return widened(_mm256_maskz_loadu_epi16(static_cast<__mmask16>(mask_), p), p);
  }

 private:
  static uint32_t lanes_below(int64_t lane) {
    const int64_t lanes = kLanes<T>;
    return (uint32_t{1} << (lane < 0 ? 0 : lane > lanes ? lanes : lane)) - 1;
  }
  uint32_t mask_;
#elif defined(__AVX2__)
  LaneRange(int64_t begin, int64_t end) : mask_(lane_mask<T>(begin, end)) {}
  /// p is where lane 0 would lie.
  Vector<T> load(const T* p) const { return load_masked(p, mask_); }

 private:
  __m256i mask_;
#else
  LaneRange(int64_t begin, int64_t end) : begin_(begin), end_(end) {}
  /// p is where lane 0 would lie.
  Vector<T> load(const T* p) const { return load_range(p, begin_, end_); }

 private:
  int64_t begin_, end_;
#endif
};

// Vector i of a row whose elements [lead, end) are from[0], from[1] ... and whose others are zero. Which lanes are read
// is found once for all rows.
template <class T>
class PaddedVector {
 public:
  PaddedVector(int64_t i, int64_t lead, int64_t end) : offset_(i - lead), lanes_(-offset_, end - i) {}
  template <class E>
  Vector<T> load(const E* from) const {
    return lanes_.load(from + offset_);
  }

 private:
  int64_t offset_;
  LaneRange<T> lanes_;
};
// Whole vectors are written: what they write past a row the next row overwrites.
template <class T, class E>
inline void take_rows(int64_t rows, int64_t lead, int64_t end, const E* from, int64_t from_row, T* to, int64_t pitch) {
  using Padded = PaddedVector<T>;
  constexpr int64_t lanes = kLanes<T>;
  const int64_t last = (pitch - 1) / lanes * lanes;  // of the vectors
  const Padded first_vector(0, lead, end), last_vector(last, lead, end);
  if (last == 0) {
    for (int64_t r = 0; r < rows; ++r) store(to + r * pitch, first_vector.load(from + r * from_row));
  } else if (lead <= lanes && end >= last) {  // only the first and the last vector have zeros
    for (int64_t r = 0; r < rows; ++r, from += from_row, to += pitch) {
      store(to, first_vector.load(from));
      for (int64_t i = lanes; i < last; i += lanes) store(to + i, load(from + i - lead));
      store(to + last, last_vector.load(from));
    }
  } else {
    for (int64_t r = 0; r < rows; ++r, from += from_row, to += pitch)
      for (int64_t i = 0; i < pitch; i += lanes) store(to + i, Padded(i, lead, end).load(from));
  }
}

// The even lanes of two neighbouring vectors, or the odd ones.
template <int kOdd, class V, int... I>
inline V every_other(V low, V high, Lanes<I...>) {
  return __builtin_shufflevector(low, high, (2 * I + kOdd)...);
}
template <class T>
inline void store_split(Vector<T> low, Vector<T> high, T* even, T* odd) {
  typename AllLanes<kLanes<T>>::Type all;
#if defined(__AVX2__) && !defined(__AVX512F__)
  // Whole halves first, so that the rest stays within halves: shuffles across them take twice the time.
  constexpr int kHalf = kLanes<T> / 2;
  const Vector<T> first = lower_halves<kHalf>(low, high, all), second = upper_halves<kHalf>(low, high, all);
  if constexpr (sizeof(T) == 4) {
    store(even, Vector<T>(_mm256_shuffle_ps(first, second, 0x88)));
    store(odd, Vector<T>(_mm256_shuffle_ps(first, second, 0xdd)));
  } else {
    store(even, Vector<T>(_mm256_unpacklo_pd(first, second)));
    store(odd, Vector<T>(_mm256_unpackhi_pd(first, second)));
  }
#else
  store(even, every_other<0>(low, high, all));
  store(odd, every_other<1>(low, high, all));
#endif
}

template <class T>
inline T* zero_elements(T* to, int64_t n) {
  for (int64_t i = 0; i < n; i += kLanes<T>) store(to + i, Vector<T>{});
  return to + n;
}
template <class T, class E>
void take_plane(const DirectConvRows& rows, const DirectConvRows& columns, const E* from, int64_t from_row,
                int64_t step, T* to, int64_t pitch) {
  const int64_t lead = columns.lead, end = lead + columns.count;
  to = zero_elements(to, rows.lead * pitch);
  if (step == 1) {
    take_rows(rows.count, lead, end, from, from_row, to, pitch);
  } else {
    for (int64_t r = 0; r < rows.count; ++r)
      for (int64_t i = 0; i < pitch; ++i)
        to[r * pitch + i] = i < lead || i >= end ? T(0) : element(from[r * from_row + (i - lead) * step]);
  }
  zero_elements(to + rows.count * pitch, rows.rest * pitch);
}

// Vectors i of both planes are made of two vectors of a row, which are whole where neither meets the padding.
template <class T, class E>
void split_plane(const DirectConvRows& rows, int64_t lead, int64_t count, const E* from, int64_t from_row, T* even,
                 T* odd, int64_t pitch) {
  using Padded = PaddedVector<T>;
  constexpr int64_t lanes = kLanes<T>;
  const int64_t end = lead + count, last = (pitch - 1) / lanes * lanes;  // of the vectors
  const Padded first_low(0, lead, end), first_high(lanes, lead, end);
  const Padded last_low(2 * last, lead, end), last_high(2 * last + lanes, lead, end);
  const bool few_zeros = lead <= 2 * lanes && end >= 2 * last;  // in the first and the last vectors alone
  zero_elements(even, rows.lead * pitch), even += rows.lead * pitch;
  zero_elements(odd, rows.lead * pitch), odd += rows.lead * pitch;
  for (int64_t r = 0; r < rows.count; ++r, from += from_row, even += pitch, odd += pitch) {
    store_split(first_low.load(from), first_high.load(from), even, odd);
    if (last == 0) continue;
    if (few_zeros) {
      for (int64_t i = lanes; i < last; i += lanes) {
        const E* p = from + 2 * i - lead;
        store_split(load(p), load(p + lanes), even + i, odd + i);
      }
    } else {
      for (int64_t i = lanes; i < last; i += lanes)
        store_split(Padded(2 * i, lead, end).load(from), Padded(2 * i + lanes, lead, end).load(from), even + i,
                    odd + i);
    }
    store_split(last_low.load(from), last_high.load(from), even + last, odd + last);
  }
  zero_elements(even, rows.rest * pitch);
  zero_elements(odd, rows.rest * pitch);
}

#if defined(__AVX512F__)
template <class V, int... I>
inline V twice(V v, int first, Lanes<I...>) {
  return first == 0 ? __builtin_shufflevector(v, v, (I / 2)...)
                    : __builtin_shufflevector(v, v, (I / 2 + static_cast<int>(sizeof...(I)) / 2)...);
}
inline void store_even(float* p, __m512 v, int64_t n) {
  _mm512_mask_storeu_ps(p, static_cast<__mmask16>(n >= 8 ? 0x5555u : 0x5555u & ((1u << 2 * n) - 1)), v);
}
inline void store_even(double* p, __m512d v, int64_t n) {
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>(n >= 4 ? 0x55u : 0x55u & ((1u << 2 * n) - 1)), v);
}
// to[2 j] = from[j].
template <class T>
inline void spread_by_two(int64_t n, const T* from, T* to) {
  constexpr int64_t lanes = kLanes<T>, half = lanes / 2;
  typename AllLanes<lanes>::Type all;
  for (int64_t i = 0; i < n; i += lanes) {
    const int64_t count = n - i;
    const Vector<T> v = load_range(from + i, 0, count);
    store_even(to + 2 * i, twice(v, 0, all), count);
    if (count > half) store_even(to + 2 * i + lanes, twice(v, 1, all), count - half);
  }
}
// The lower halves of lanes are every other element.
inline void spread_by_two(int64_t n, const float* from, math::bf16* to) {
  constexpr int64_t lanes = kLanes<float>;
  for (int64_t i = 0; i < n; i += lanes) {
    const uint32_t mask = n - i >= lanes ? 0x55555555u : 0x55555555u & ((1u << 2 * (n - i)) - 1);
    _mm512_mask_storeu_epi16(to + 2 * i, mask, reinterpret_cast<__m512i>(rounded(load_range(from + i, 0, n - i))));
  }
}
#else
template <class T>
inline void spread_by_two(int64_t n, const T* from, T* to) {
  for (int64_t i = 0; i < n; ++i) to[2 * i] = from[i];
}
#endif

template <class T, class E>
void spread_rows(int64_t rows, int64_t count, const T* from, int64_t pitch, E* to, int64_t to_row, int64_t step) {
  if (step == 1 && count <= kLanes<T>) {
    for (int64_t r = 0; r < rows; ++r) store_part(to + r * to_row, load(from + r * pitch), count);
    return;
  }
  for (int64_t r = 0; r < rows; ++r, from += pitch, to += to_row) {
    if (step == 1) {
      int64_t i = 0;
      for (; i + kLanes<T> <= count; i += kLanes<T>) store(to + i, load(from + i));
#if defined(__AVX512F__)
      if (i < count) store_part(to + i, load(from + i), count - i);
#else
      // The row has a whole vector at least: one that ends with the row.
      if (i < count) store(to + count - kLanes<T>, load(from + count - kLanes<T>));
#endif
    } else if (step == 2) {
      spread_by_two(count, from, to);
    } else {
      for (int64_t i = 0; i < count; ++i) set_element(to[i * step], from[i]);
    }
  }
}

}  // namespace

#define DIRECT_CONV_KERNELS(type, element, variable)                              \
  const DirectConvKernels<type, element> variable = {TEXT(variable),              \
                                                     kLanes<type>,                \
                                                     &apply<type>,                \
                                                     &correlate<type, element>,   \
                                                     &take_plane<type, element>,  \
                                                     &split_plane<type, element>, \
                                                     &spread_rows<type, element>};
#define TEXT(name) #name
DIRECT_CONV_KERNELS(float, float, TORCHPP_SET_NAME(direct_conv_float))
DIRECT_CONV_KERNELS(double, double, TORCHPP_SET_NAME(direct_conv_double))
#if defined(__AVX512F__)
DIRECT_CONV_KERNELS(float, math::bf16, TORCHPP_SET_NAME(direct_conv_bfloat16))
#endif

}  // namespace cpu
}  // namespace torchpp
