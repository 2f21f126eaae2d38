// SPDX-License-Identifier: BSD-3-Clause
// Distances of a point from others, and their derivatives, for float and double.

#include "src/backends/cpu/isa/distance_abi.h"

#include <type_traits>

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/registers.h"
#include "src/backends/math/distance.h"

namespace torchpp::cpu {
namespace {

using math::fn::abs;

constexpr int64_t kSums = 16;  // of coordinates k with the same k % kSums; part of the result's definition

template <class N, class T>
TORCHPP_OUT_OF_LINE void distances_of(T* to, const T* a, const T* points, int64_t width, T p) {
  alignas(64) T sums[kSums][kPointsTogether];
  const int64_t used = width < kSums ? width : kSums;
  for (int64_t k = 0; k < used; ++k, points += kPointsTogether) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < kPointsTogether; ++j) sums[k][j] = N::add(T(0), abs(a[k] - points[j]), p);
  }
  for (int64_t k = used; k < width; ++k, points += kPointsTogether) {
    T* const sum = sums[k % kSums];
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < kPointsTogether; ++j) sum[j] = N::add(sum[j], abs(a[k] - points[j]), p);
  }
  if (used == 0)
    for (int64_t j = 0; j < kPointsTogether; ++j) sums[0][j] = T(0);
  for (int64_t k = 1; k < used; ++k) {
    TORCHPP_NO_ALIAS
    for (int64_t j = 0; j < kPointsTogether; ++j) sums[0][j] = N::join(sums[0][j], sums[k][j]);
  }
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < kPointsTogether; ++j) to[j] = N::finish(sums[0][j], p);
}

// A term of slopes: grad[j] times the derivative by a coordinate. `prepare` looks at the factors of a few rows and
// gives whether `of` takes them; where it does not, the norm's own slope is taken, one coordinate after the other.
template <class N, class T>
struct Terms {
  bool prepare(const T*, const T*, int64_t) { return false; }
  Vector<T> of(Vector<T> d, int64_t) const { return d; }
};
template <class T>
struct Terms<math::NormOne<T>, T> {
  const T* grad;
  bool prepare(const T* g, const T*, int64_t) {
    grad = g;
    return true;
  }
  Vector<T> of(Vector<T> d, int64_t j) const {
    const Vector<T> zero{}, g = splat(grad[j]);
    return d > zero ? g : d < zero ? -g : zero;
  }
};
template <class T>
struct Terms<math::NormMax<T>, T> {
  const T *grad, *norm;
  bool prepare(const T* g, const T* n, int64_t) {
    grad = g;
    norm = n;
    return true;
  }
  Vector<T> of(Vector<T> d, int64_t j) const {
    const Vector<T> zero{}, g = splat(grad[j]), n = splat(norm[j]);
    const Vector<T> up = d == n ? g : zero, down = d == -n ? -g : zero;
    return d > zero ? up : d < zero ? down : zero;
  }
};
constexpr int64_t kRowsTogether = 64;
template <class T>
struct Terms<math::NormTwo<T>, T> {
  T factor[kRowsTogether];
  // One division for each row, where the quotient neither overflows nor loses digits.
  bool prepare(const T* g, const T* n, int64_t rows) {
    constexpr T kLeast = sizeof(T) == 4 ? T(0x1p-126) : T(0x1p-1022), kMost = T(1) / kLeast;
    std::conditional_t<sizeof(T) == 4, int32_t, int64_t> unusual = 0;
    for (int64_t j = 0; j < rows; ++j) {
      const T quotient = g[j] / n[j], size = abs(quotient);
      factor[j] = n[j] == T(0) ? T(0) : quotient;
      unusual |= (((size >= kLeast) & (size <= kMost)) | (g[j] == T(0)) | (n[j] == T(0))) ? 0 : 1;
    }
    return !unusual;
  }
  Vector<T> of(Vector<T> d, int64_t j) const { return d * factor[j]; }
};

// The sum of the terms of a few rows, by the coordinates that at(row) gives; several sums at a time, because an
// addition waits for the one before it.
template <class N, class T, class At>
inline Vector<T> sum_of_terms(const Terms<N, T>& terms, Vector<T> x, int64_t rows, const At& at) {
  constexpr int kTogether = 4;
  Vector<T> sums[kTogether] = {};
  int64_t j = 0;
  for (; j + kTogether <= rows; j += kTogether) {
#pragma GCC unroll 4
    for (int i = 0; i < kTogether; ++i) sums[i] += terms.of(x - at(j + i), j + i);
  }
  for (; j < rows; ++j) sums[0] += terms.of(x - at(j), j);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class N, class T>
TORCHPP_OUT_OF_LINE void slopes_of(T* to, const T* a, const T* b, int64_t rows, int64_t width, const T* grad,
                                   const T* norm, T p) {
  Terms<N, T> terms;
  for (int64_t count; rows > 0; rows -= count, b += count * width, grad += count, norm += count) {
    count = rows < kRowsTogether ? rows : kRowsTogether;
    if (!terms.prepare(grad, norm, count)) {
      for (int64_t j = 0; j < count; ++j)
        for (int64_t k = 0; k < width; ++k) to[k] += grad[j] * N::slope(a[k] - b[j * width + k], norm[j], p);
      continue;
    }
    int64_t k = 0;
    for (; k + kLanes<T> <= width; k += kLanes<T>)
      store(to + k,
            load(to + k) + sum_of_terms(terms, load(a + k), count, [&](int64_t j) { return load(b + j * width + k); }));
    if (const int64_t left = width - k; left > 0)
      store_part(to + k,
                 load_part(to + k, left) + sum_of_terms(terms, load_part(a + k, left), count,
                                                        [&](int64_t j) { return load_part(b + j * width + k, left); }),
                 left);
  }
}

template <class T>
void distances(T* to, const T* a, const T* points, int64_t width, double p) {
  math::with_norm<T>(p, [&](auto norm) { distances_of<decltype(norm), T>(to, a, points, width, static_cast<T>(p)); });
}
template <class T>
void slopes(T* to, const T* a, const T* b, int64_t rows, int64_t width, const T* grad, const T* norm, double p) {
  math::with_norm<T>(p,
                     [&](auto n) { slopes_of<decltype(n), T>(to, a, b, rows, width, grad, norm, static_cast<T>(p)); });
}

}  // namespace

const DistanceKernels<float> TORCHPP_SET_NAME(distance_float) = {&distances<float>, &slopes<float>};
const DistanceKernels<double> TORCHPP_SET_NAME(distance_double) = {&distances<double>, &slopes<double>};

}  // namespace torchpp::cpu
