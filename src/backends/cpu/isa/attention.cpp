// SPDX-License-Identifier: BSD-3-Clause
// What attention does between its matrix products, for float and double.

#include "src/backends/cpu/isa/attention_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cpu {
namespace {

// The columns of one pass over a block: as many vectors as keep their running values in registers.
#if defined(__AVX512F__)
constexpr int64_t kPassBytes = 64;
#elif defined(__AVX2__)
constexpr int64_t kPassBytes = 32;
#else
constexpr int64_t kPassBytes = 16;
#endif
template <class T>
constexpr int64_t kLanes = kPassBytes / static_cast<int64_t>(sizeof(T));

// e^x for x <= 0; 0 where the result is below the normal numbers, because 2^-127 is made as 0. A NaN stays.
inline float exp_down(float x) {
  constexpr float kLeast = -127 * static_cast<float>(math::fn::kLn2);
  float t;
  const float r = math::fn::exp_reduce(x < kLeast ? kLeast : x, t), power = math::fn::pow2_of(t);
  return math::mul_add(math::fn::expm1_reduced(r), power, power);
}
inline double exp_down(double x) { return math::fn::exp(x); }

// e^(score - greatest) where greatest may be -infinity: then so are all scores, of which each gives 0.
template <class T>
inline T reference(T greatest) {
  return greatest == -static_cast<T>(math::fn::kInf) ? T(0) : greatest;
}

template <int64_t n>
struct Width {
  static constexpr int64_t value = n;
};
// Calls f(first column, Width) for passes of a constant number of columns.
template <class T, class F>
inline void passes(int64_t columns, const F& f) {
  constexpr int64_t kWide = 3 * kLanes<T>;
  int64_t j = 0;
  for (; j + kWide <= columns; j += kWide) f(j, Width<kWide>());
  for (; j < columns; j += kLanes<T>) f(j, Width<kLanes<T>>());
}

template <class T>
bool softmax(int64_t keys, int64_t columns, int64_t stride, T* scores, T* greatest, T* sum, T* factor) {
  bool changed = false;
  passes<T>(columns, [&](int64_t first, auto width) {
    constexpr int64_t n = decltype(width)::value;
    T most[n], total[n], base[n];
    for (int64_t j = 0; j < n; ++j) most[j] = greatest[first + j];
    for (int64_t k = 0; k < keys; ++k) {
      const T* row = scores + k * stride + first;
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < n; ++j) most[j] = row[j] > most[j] ? row[j] : most[j];
    }
    for (int64_t j = 0; j < n; ++j) base[j] = reference(most[j]), total[j] = T(0);
    for (int64_t k = 0; k < keys; ++k) {
      T* row = scores + k * stride + first;
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < n; ++j) {
        const T e = exp_down(row[j] - base[j]);
        row[j] = e;
        total[j] += e;
      }
    }
    bool differs = false;
    for (int64_t j = 0; j < n; ++j) {
      const T f = exp_down(greatest[first + j] - base[j]);
      differs |= f != T(1);
      factor[first + j] = f;
      sum[first + j] = sum[first + j] * f + total[j];
      greatest[first + j] = most[j];
    }
    changed |= differs;
  });
  return changed;
}

template <class T>
void scale(int64_t rows, int64_t columns, int64_t stride, T* x, const T* factor) {
  for (int64_t k = 0; k < rows; ++k, x += stride) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < columns; ++j) x[j] *= factor[j];
  }
}

template <class T>
void add(int64_t keys, int64_t columns, int64_t stride, T* scores, const T* mask) {
  for (int64_t k = 0; k < keys; ++k, scores += stride, mask += stride) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < columns; ++j) scores[j] += mask[j];
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
  passes<T>(columns, [&](int64_t first, auto width) {
    constexpr int64_t n = decltype(width)::value;
    const T *log_sums = log_sum + first, *means = mean + first;
    for (int64_t k = 0; k < keys; ++k) {
      T *p = scores + k * stride + first, *g = gradient + k * stride + first;
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < n; ++j) {
        const T e = exp_down(p[j] - log_sums[j]);
        p[j] = e;
        g[j] = e * (g[j] - means[j]);
      }
    }
  });
}

template <class T>
void finish(int64_t columns, const T* greatest, T* sum, T* factor) {
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < columns; ++j) {
    factor[j] = T(1) / sum[j];
    sum[j] = greatest[j] + math::fn::log(sum[j]);
  }
}

}  // namespace

#define ATTENTION_KERNELS(T, variable) \
  const AttentionKernels<T> variable = {&softmax<T>, &scale<T>, &add<T>, &block<T>, &backward<T>, &finish<T>};
ATTENTION_KERNELS(float, TORCHPP_SET_NAME(attention_float))
ATTENTION_KERNELS(double, TORCHPP_SET_NAME(attention_double))

}  // namespace torchpp::cpu
