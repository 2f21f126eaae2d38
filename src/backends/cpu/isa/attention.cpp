// SPDX-License-Identifier: BSD-3-Clause
// What attention does between its matrix products, for float and double.

#include "src/backends/cpu/isa/attention_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/registers.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cpu {
namespace {

template <class T>
inline Vector<T> polynomial(Vector<T>, T c0) {
  return splat(c0);
}
template <class T, class... C>
inline Vector<T> polynomial(Vector<T> x, T c0, T c1, C... c) {
  return multiply_add(polynomial<T>(x, c1, c...), x, splat(c0));
}
// 2^x for x <= 0, 1.1 ulp; 0 where the result is below the normal numbers, because 2^least is made as 0. A NaN stays.
// The polynomials are those of math::fn::exp with x ln2 for x. Exponents of 2 instead of e save the reduction of the
// argument: r is exact.
inline Vector<float> pow2_down(Vector<float> x) {
  typedef uint32_t Bits __attribute__((vector_size(kVectorBytes)));
  constexpr float kLeast = -127, kRound = math::fn::kRoundF - kLeast;
  x = greater_of(splat(kLeast), x);
  const Vector<float> t = x + splat(kRound), r = x - (t - splat(kRound));
  const Vector<float> y = polynomial(r, 1.0f, 0x1.62e42fefa39efp-1f, 0x1.ebfbe0963092cp-3f, 0x1.c6af842ecc081p-5f,
                                     0x1.3b29d1aa21513p-7f, 0x1.5f0678393062cp-10f, 0x1.44788e5f33868p-13f);
  return y * reinterpret_cast<Vector<float>>(reinterpret_cast<Bits>(t) << 23);
}
inline Vector<double> pow2_down(Vector<double> x) {
  typedef uint64_t Bits __attribute__((vector_size(kVectorBytes)));
  constexpr double kLeast = -1023, kRound = math::fn::kRound - kLeast;
  x = greater_of(splat(kLeast), x);
  const Vector<double> t = x + splat(kRound), r = x - (t - splat(kRound));
  const Vector<double> y =
      polynomial(r, 1.0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3, 0x1.c6b08d704a0c4p-5, 0x1.3b2ab6fba4e7bp-7,
                 0x1.5d87fe78a452cp-10, 0x1.430912f86a3ffp-13, 0x1.ffcbfc6c1314bp-17, 0x1.62c0224898be0p-20,
                 0x1.b524eeeda66e6p-24, 0x1.e4cef8d749966p-28, 0x1.e9e7adb54c9b7p-32, 0x1.c4c610682acafp-36);
  return y * reinterpret_cast<Vector<double>>(reinterpret_cast<Bits>(t) << 52);
}

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

template <class T>
bool softmax(int64_t keys, int64_t columns, int64_t stride, T* scores, T* greatest, T* sum, T* factor) {
  passes<T>(columns, [&](int64_t first, auto count) {
    constexpr int n = decltype(count)::value;
    Vector<T> most[n], base[n], total[n];
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) most[v] = load(greatest + first + v * kLanes<T>);
    T* row = scores + first;
    for (int64_t k = 0; k < keys; ++k, row += stride)
#pragma GCC unroll 4
      for (int v = 0; v < n; ++v) most[v] = greater_of(load(row + v * kLanes<T>), most[v]);
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) base[v] = reference<T>(most[v]), total[v] = Vector<T>{};
    row = scores + first;
    for (int64_t k = 0; k < keys; ++k, row += stride)
#pragma GCC unroll 4
      for (int v = 0; v < n; ++v) {
        const Vector<T> e = pow2_down(load(row + v * kLanes<T>) - base[v]);
        store(row + v * kLanes<T>, e);
        total[v] += e;
      }
#pragma GCC unroll 4
    for (int v = 0; v < n; ++v) {
      const int64_t at = first + v * kLanes<T>;
      const Vector<T> f = pow2_down(load(greatest + at) - base[v]);
      store(factor + at, f);
      store(sum + at, multiply_add(load(sum + at), f, total[v]));
      store(greatest + at, most[v]);
    }
  });
  bool changed = false;
  for (int64_t j = 0; j < columns; ++j) changed |= factor[j] != T(1);
  return changed;
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

template <class T>
void backward(int64_t keys, int64_t columns, int64_t stride, T* scores, T* gradient, const T* log_sum, const T* mean) {
  passes<T>(columns, [&](int64_t first, auto count) {
    constexpr int n = decltype(count)::value;
    for (int64_t k = 0; k < keys; ++k)
#pragma GCC unroll 4
      for (int v = 0; v < n; ++v) {
        const int64_t at = first + v * kLanes<T>;
        T *p = scores + k * stride + at, *g = gradient + k * stride + at;
        const Vector<T> e = pow2_down(load(p) - load(log_sum + at));
        store(p, e);
        store(g, e * (load(g) - load(mean + at)));
      }
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

#define ATTENTION_KERNELS(T, variable) \
  const AttentionKernels<T> variable = {&softmax<T>, &scale<T>, &add<T>, &block<T>, &backward<T>, &finish<T>};
ATTENTION_KERNELS(float, TORCHPP_SET_NAME(attention_float))
ATTENTION_KERNELS(double, TORCHPP_SET_NAME(attention_double))

}  // namespace torchpp::cpu
