// SPDX-License-Identifier: BSD-3-Clause

// Distances between the rows of matrices on the CPU, in the p-norms 0, 1, 2, infinity and any other.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/copy.h"
#include "src/backends/math/distance.h"
#include "src/core/view.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

using math::first_pair, math::with_norm;

template <class N, class T>
T distance(const T* a, const T* b, int64_t width, T p) {
  constexpr int64_t kLanes = 16;  // as many sums run together; part of the result's definition
  T sums[kLanes] = {};
  int64_t k = 0;
  for (; k + kLanes <= width; k += kLanes)
    for (int64_t l = 0; l < kLanes; ++l) sums[l] = N::add(sums[l], math::fn::abs(a[k + l] - b[k + l]), p);
  for (int64_t l = 0; k + l < width; ++l) sums[l] = N::add(sums[l], math::fn::abs(a[k + l] - b[k + l]), p);
  T sum = sums[0];
  for (int64_t l = 1; l < kLanes; ++l)
    sum = std::is_same_v<N, math::NormMax<T>> ? N::add(sum, sums[l], p) : sum + sums[l];
  return N::finish(sum, p);
}
template <class N, class T>
void add_slopes(T* to, const T* a, const T* b, int64_t width, T grad, T norm, T p) {
  for (int64_t k = 0; k < width; ++k) to[k] += grad * N::slope(a[k] - b[k], norm, p);
}

int64_t grain(int64_t work) { return std::max<int64_t>(1, 32768 / (work + 1)); }

// The result in the type of computation; 16-bit results are converted.
template <class T, class F>
void computed(const Tensor& result, const F& f) {
  const ScalarType compute = CppTypeToScalarType<T>::value;
  if (result.scalar_type() == compute) return f(static_cast<T*>(result.impl()->data()));
  const Tensor wide(make_tensor(result.sizes(), compute, Device(kCPU)));
  f(static_cast<T*>(wide.impl()->data()));
  copy_values(result, wide);
}

template <class F>
void with_compute_type(ScalarType dtype, const F& f) {
  if (dtype == kDouble) f(double());
  else f(float());
}

}  // namespace

void cdist_forward(const DistancesPlan& plan, const Tensor& x1, const Tensor& x2, double p, optional<int64_t>) {
  with_compute_type(x1.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const DenseOperand a(x1, CppTypeToScalarType<T>::value), b(x2, CppTypeToScalarType<T>::value);
    const int64_t n = plan.rows1, m = plan.rows2, width = plan.width;
    computed<T>(plan.result(), [&](T* to) {
      with_norm<T>(p, [&](auto norm) {
        parallel_for(0, plan.batch * n, grain(m * width), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i)
            for (int64_t j = 0; j < m; ++j)
              to[i * m + j] = distance<decltype(norm), T>(
                  a.data<T>() + i * width, b.data<T>() + (i / n * m + j) * width, width, static_cast<T>(p));
        });
      });
    });
  });
}

void cdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p,
                    const Tensor& cdist) {
  with_compute_type(x1.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const ScalarType compute = CppTypeToScalarType<T>::value;
    const DenseOperand g(grad, compute), a(x1, compute), b(x2, compute), d(cdist, compute);
    const int64_t n = plan.rows1, m = plan.rows2, width = plan.width;
    computed<T>(plan.result(), [&](T* to) {
      with_norm<T>(p, [&](auto norm) {
        parallel_for(0, plan.batch * n, grain(m * width), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            std::fill(to + i * width, to + (i + 1) * width, T(0));
            for (int64_t j = 0; j < m; ++j)
              add_slopes<decltype(norm), T>(to + i * width, a.data<T>() + i * width,
                                            b.data<T>() + (i / n * m + j) * width, width, g.data<T>()[i * m + j],
                                            d.data<T>()[i * m + j], static_cast<T>(p));
          }
        });
      });
    });
  });
}

void pdist_forward(const DistancesPlan& plan, const Tensor& self, double p) {
  with_compute_type(self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const DenseOperand x(self, CppTypeToScalarType<T>::value);
    const int64_t n = plan.rows1, width = plan.width;
    computed<T>(plan.result(), [&](T* to) {
      with_norm<T>(p, [&](auto norm) {
        parallel_for(0, n, grain(n / 2 * width), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i)
            for (int64_t j = i + 1; j < n; ++j)
              to[first_pair(i, n) + j - i - 1] = distance<decltype(norm), T>(
                  x.data<T>() + i * width, x.data<T>() + j * width, width, static_cast<T>(p));
        });
      });
    });
  });
}

void pdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  with_compute_type(self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const ScalarType compute = CppTypeToScalarType<T>::value;
    const DenseOperand g(grad, compute), x(self, compute), d(pdist, compute);
    const int64_t n = plan.rows1, width = plan.width;
    computed<T>(plan.result(), [&](T* to) {
      with_norm<T>(p, [&](auto norm) {
        parallel_for(0, n, grain(n * width), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            std::fill(to + i * width, to + (i + 1) * width, T(0));
            for (int64_t j = 0; j < n; ++j) {
              if (i == j) continue;
              const int64_t low = std::min(i, j), pair = first_pair(low, n) + std::max(i, j) - low - 1;
              add_slopes<decltype(norm), T>(to + i * width, x.data<T>() + i * width, x.data<T>() + j * width, width,
                                            g.data<T>()[pair], d.data<T>()[pair], static_cast<T>(p));
            }
          }
        });
      });
    });
  });
}

}  // namespace torchpp::cpu
