// SPDX-License-Identifier: BSD-3-Clause
// What attention does between its matrix products, for float and double.

#include "src/backends/cpu/isa/attention_abi.h"

#include <limits>

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/tile.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cpu {
namespace {

// Without the prefetches of the tiles of gemm.cpp, and two columns of the left operand at a time, not four: sums as
// short as these take 0.96 of the time so.
template <class T, class Left, int V>
void tile(int64_t k, const T* from, int64_t stride, const T* b, T* c, const T* start, int64_t start_row) {
  constexpr int R = kTileRows;
  Left a(from, stride);
  Vector<T> sum[R][V];
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v)
      sum[r][v] = start != nullptr ? load(start + r * start_row + v * kLanes<T>) : Vector<T>{};
  int64_t p = 0;
  for (; p + 2 <= k; p += 2, a.advance(2), b += 2 * kPanel<T>) {
    add_outer_product<T, R, V>(a, 0, b, sum);
    add_outer_product<T, R, V>(a, 1, b + kPanel<T>, sum);
  }
  if (p < k) add_outer_product<T, R, V>(a, 0, b, sum);
  store_rows_of<T, R, V>(sum, c, kPanel<T>);
}
template <class T, class Left, int V = kTileVectors>
void tile_of(int64_t columns, int64_t k, const T* a, int64_t stride, const T* b, T* c, const T* start,
             int64_t start_row) {
  if constexpr (V > 1)
    if (columns < V * kLanes<T>) return tile_of<T, Left, V - 1>(columns, k, a, stride, b, c, start, start_row);
  tile<T, Left, V>(k, a, stride, b, c, start, start_row);
}

// y = c0 + x (c1 + x (...)) of n vectors, one step of all of them after the other: the chains of dependent operations
// that it takes to fill the processor's ports do not fit its window as wholes.
template <class T, int n>
inline void polynomial(const Vector<T> (&)[n], Vector<T> (&y)[n], T c0) {
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) y[i] = splat(c0);
}
template <class T, int n, class... C>
inline void polynomial(const Vector<T> (&x)[n], Vector<T> (&y)[n], T c0, C... c) {
  polynomial<T, n>(x, y, c...);
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) y[i] = multiply_add(y[i], x[i], splat(c0));
}

// x = 2^x of n vectors, 1.1 ulp: 0 where the result is below the normal numbers, something of 2^127 (2^1023) or more
// where it is above them, NaN where x is one. The polynomials are those of math::fn::exp with x ln2 for x. Exponents of
// 2 instead of e save the reduction of the argument, which is exact.
template <class T>
struct Pow2;
template <>
struct Pow2<float> {
  typedef uint32_t Bits __attribute__((vector_size(kVectorBytes)));
  static constexpr float kLeast = -127, kRound = math::fn::kRoundF;
  template <int n>
  static void fraction(const Vector<float> (&r)[n], Vector<float> (&y)[n]) {
    polynomial(r, y, 1.0f, 0x1.62e42fefa39efp-1f, 0x1.ebfbe0963092cp-3f, 0x1.c6af842ecc081p-5f, 0x1.3b29d1aa21513p-7f,
               0x1.5f0678393062cp-10f, 0x1.44788e5f33868p-13f);
  }
};
template <>
struct Pow2<double> {
  typedef uint64_t Bits __attribute__((vector_size(kVectorBytes)));
  static constexpr double kLeast = -1023, kRound = math::fn::kRound;
  template <int n>
  static void fraction(const Vector<double> (&r)[n], Vector<double> (&y)[n]) {
    polynomial(r, y, 1.0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3, 0x1.c6b08d704a0c4p-5, 0x1.3b2ab6fba4e7bp-7,
               0x1.5d87fe78a452cp-10, 0x1.430912f86a3ffp-13, 0x1.ffcbfc6c1314bp-17, 0x1.62c0224898be0p-20,
               0x1.b524eeeda66e6p-24, 0x1.e4cef8d749966p-28, 0x1.e9e7adb54c9b7p-32, 0x1.c4c610682acafp-36);
  }
};
#if defined(__AVX512F__)
// y 2^e, and 0 where x, of which e is the rounded value, is below `least`.
inline Vector<float> times_pow2(Vector<float> y, Vector<float> e, Vector<float> x, float least) {
  return _mm512_maskz_scalef_ps(_mm512_cmp_ps_mask(x, splat(least), _CMP_NLT_UQ), y, e);
}
inline Vector<double> times_pow2(Vector<double> y, Vector<double> e, Vector<double> x, double least) {
  return _mm512_maskz_scalef_pd(_mm512_cmp_pd_mask(x, splat(least), _CMP_NLT_UQ), y, e);
}
template <class T, int n>
inline void pow2(Vector<T> (&x)[n]) {
  const Vector<T> round = splat(Pow2<T>::kRound);
  Vector<T> e[n], r[n], y[n];
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) e[i] = (x[i] + round) - round, r[i] = x[i] - e[i];
  Pow2<T>::fraction(r, y);
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) x[i] = times_pow2(y[i], e[i], x[i], Pow2<T>::kLeast + 1);
}
#else
// 2^least is made as 0; -least is the greatest exponent of finite numbers.
template <class T, int n>
inline void pow2(Vector<T> (&x)[n]) {
  using Bits = typename Pow2<T>::Bits;
  const Vector<T> least = splat(Pow2<T>::kLeast), round = splat(Pow2<T>::kRound - Pow2<T>::kLeast);
  Vector<T> t[n], r[n], y[n];
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) {
    x[i] = greater_of(least, lesser_of(-least, x[i]));
    t[i] = x[i] + round;
    r[i] = x[i] - (t[i] - round);
  }
  Pow2<T>::fraction(r, y);
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i)
    x[i] = y[i] * reinterpret_cast<Vector<T>>(reinterpret_cast<Bits>(t[i]) << (std::numeric_limits<T>::digits - 1));
}
#endif

// 2^(score - greatest) where greatest may be -infinity: then so are all scores, of which each gives 0.
template <class T>
inline Vector<T> reference(Vector<T> greatest) {
  return greatest == splat(-static_cast<T>(math::fn::kInf)) ? Vector<T>{} : greatest;
}

template <int n>
struct Count {
  static constexpr int value = n;
};
// Calls f(first column, Count) for passes of a constant number of vectors, which keep their running values in
// registers.
template <class T, class F>
inline void passes(int64_t columns, const F& f) {
  constexpr int kWide = 3;
  int64_t j = 0;
  for (; j + kWide * kLanes<T> <= columns; j += kWide * kLanes<T>) f(j, Count<kWide>());
  for (; j < columns; j += kLanes<T>) f(j, Count<1>());
}
// Rows of n vectors of which exponentials are computed together.
template <int n>
constexpr int kRunRows = 6 / n;

// Scores of `rows` keys become exponentials, of differences from `base` unless that is null, and are added to the
// totals.
template <int rows, class T, int n>
inline void exponentials(T* scores, int64_t stride, const Vector<T>* base, Vector<T> (&total)[n]) {
  Vector<T> e[rows * n];
#pragma GCC unroll 8
  for (int i = 0; i < rows * n; ++i) {
    e[i] = load(scores + i / n * stride + i % n * kLanes<T>);
    if (base != nullptr) e[i] -= base[i % n];
  }
  pow2<T>(e);
#pragma GCC unroll 8
  for (int i = 0; i < rows * n; ++i) {
    store(scores + i / n * stride + i % n * kLanes<T>, e[i]);
    total[i % n] += e[i];
  }
}

// How much greater than `greatest` a score may be before the sums so far are multiplied by a factor: that costs a pass
// over the sums, and the sums stay that much further from the greatest numbers.
constexpr int kSlack = 4;

template <class T>
bool softmax(int64_t keys, int64_t columns, int64_t stride, T* scores, T* greatest, T* sum, T* factor) {
  bool changed = false;
  passes<T>(columns, [=](int64_t first, auto count) {
    constexpr int n = decltype(count)::value;
    Vector<T> most[n], base[n], total[n], change[n];
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) most[v] = load(greatest + first + v * kLanes<T>);
    const T* row = scores + first;
    for (int64_t k = 0; k < keys; ++k, row += stride)
#pragma GCC unroll 4
      for (int v = 0; v < n; ++v) most[v] = greater_of(load(row + v * kLanes<T>), most[v]);
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) {
      const Vector<T> before = load(greatest + first + v * kLanes<T>);
      most[v] = most[v] > before + splat(T(kSlack)) ? most[v] : before;
      base[v] = reference<T>(most[v]), total[v] = Vector<T>{};
    }
    T* at = scores + first;
    int64_t k = 0;
    for (; k + kRunRows<n> <= keys; k += kRunRows<n>, at += kRunRows<n> * stride)
      exponentials<kRunRows<n>, T, n>(at, stride, base, total);
    for (; k < keys; ++k, at += stride) exponentials<1, T, n>(at, stride, base, total);
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) change[v] = load(greatest + first + v * kLanes<T>) - base[v];
    pow2<T>(change);
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) {
      const int64_t at = first + v * kLanes<T>;
      store(factor + at, change[v]);
      store(sum + at, multiply_add(load(sum + at), change[v], total[v]));
      store(greatest + at, most[v]);
    }
  });
  for (int64_t j = 0; j < columns; ++j) changed |= factor[j] != T(1);
  return changed;
}

template <class T>
bool softmax_of_differences(int64_t keys, int64_t columns, int64_t stride, T* scores, T* sum) {
  const T most = static_cast<T>(keys << kSlack);
  T sums[kPanel<T>];
  passes<T>(columns, [=, &sums](int64_t first, auto count) {
    constexpr int n = decltype(count)::value;
    Vector<T> total[n];
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) total[v] = Vector<T>{};
    T* at = scores + first;
    int64_t k = 0;
    for (; k + kRunRows<n> <= keys; k += kRunRows<n>, at += kRunRows<n> * stride)
      exponentials<kRunRows<n>, T, n>(at, stride, nullptr, total);
    for (; k < keys; ++k, at += stride) exponentials<1, T, n>(at, stride, nullptr, total);
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) store(sums + first + v * kLanes<T>, total[v]);
  });
  bool above = false;
  for (int64_t j = 0; j < columns; ++j) above |= sums[j] > most;
  if (above) return false;
  for (int64_t j = 0; j < columns; ++j) sum[j] += sums[j];
  return true;
}

template <class T>
void scale(int64_t rows, int64_t columns, int64_t stride, T* x, const T* factor) {
  for (int64_t k = 0; k < rows; ++k, x += stride) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < columns; ++j) x[j] *= factor[j];
  }
}

// A mask of the greatest finite numbers stays finite to base 2: a query of which all scores have it sees all keys.
template <class T>
inline T to_base_2(T x) {
  constexpr T kMost = sizeof(T) == 4 ? static_cast<T>(__FLT_MAX__) : static_cast<T>(__DBL_MAX__);
  const T y = math::fn::clamp_keep_nan(x * static_cast<T>(math::fn::kLog2e), -kMost, kMost);
  return math::fn::abs(x) > kMost ? x : y;
}
template <class T>
void add(int64_t keys, int64_t columns, int64_t stride, T* scores, const T* mask) {
  for (int64_t k = 0; k < keys; ++k, scores += stride, mask += stride) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < columns; ++j) scores[j] += to_base_2(mask[j]);
  }
}

template <class T>
void block(int64_t keys, int64_t columns, int64_t stride, T* scores, const T* allowed) {
  for (int64_t k = 0; k < keys; ++k, scores += stride, allowed += stride) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < columns; ++j) scores[j] = allowed[j] == T(0) ? -static_cast<T>(math::fn::kInf) : scores[j];
  }
}

// p becomes 2^(p - log_sum), and g becomes p (g - mean), of `rows` keys.
template <int rows, int n, class T>
inline void score_gradients(T* p, T* g, int64_t stride, const T* log_sum, const T* mean) {
  Vector<T> e[rows * n];
#pragma GCC unroll 8
  for (int i = 0; i < rows * n; ++i) {
    const int64_t column = i % n * kLanes<T>;
    e[i] = load(p + i / n * stride + column) - load(log_sum + column);
  }
  pow2<T>(e);
#pragma GCC unroll 8
  for (int i = 0; i < rows * n; ++i) {
    const int64_t column = i % n * kLanes<T>, at = i / n * stride + column;
    store(p + at, e[i]);
    store(g + at, e[i] * (load(g + at) - load(mean + column)));
  }
}
template <class T>
void backward(int64_t keys, int64_t columns, int64_t stride, T* scores, T* gradient, const T* log_sum, const T* mean) {
  passes<T>(columns, [=](int64_t first, auto count) {
    constexpr int n = decltype(count)::value, rows = kRunRows<n>;
    T *p = scores + first, *g = gradient + first;
    int64_t k = 0;
    for (; k + rows <= keys; k += rows, p += rows * stride, g += rows * stride)
      score_gradients<rows, n>(p, g, stride, log_sum + first, mean + first);
    for (; k < keys; ++k, p += stride, g += stride) score_gradients<1, n>(p, g, stride, log_sum + first, mean + first);
  });
}

template <class T>
void finish(int64_t columns, const T* greatest, T* sum, T* factor) {
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < columns; ++j) {
    factor[j] = T(1) / sum[j];
    sum[j] = math::mul_add(greatest[j], T(math::fn::kLn2), math::fn::log(sum[j]));
  }
}

}  // namespace

#define ATTENTION_KERNELS(T, variable)                                       \
  const AttentionKernels<T> variable = {&tile_of<T, LeftRows<T, kTileRows>>, \
                                        &tile_of<T, LeftColumns<T>>,         \
                                        &softmax<T>,                         \
                                        &softmax_of_differences<T>,          \
                                        &scale<T>,                           \
                                        &add<T>,                             \
                                        &block<T>,                           \
                                        &backward<T>,                        \
                                        &finish<T>};
ATTENTION_KERNELS(float, TORCHPP_SET_NAME(attention_float))
ATTENTION_KERNELS(double, TORCHPP_SET_NAME(attention_double))

}  // namespace torchpp::cpu
