// SPDX-License-Identifier: BSD-3-Clause

// Distances between the rows of matrices on the CPU, in the p-norms 0, 1, 2, infinity and any other.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/isa/distance_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/math/distance.h"
#include "src/core/view.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

using math::first_pair;

template <class T>
const DistanceKernels<T>& kernels() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(distance_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(distance_double));
}

// Rows of a matrix, kPointsTogether at a time, as distances of many points take them.
template <class T>
class Points {
 public:
  explicit Points(int64_t width)
      : width_(width), turned_(static_cast<size_t>(width * kPointsTogether)), turn_(transposed_copy(sizeof(T))) {}
  const T* turn(const T* rows, int64_t count) {
    const int64_t size = sizeof(T), bytes = width_ * size;
    turn_(reinterpret_cast<char*>(turned_.data()), kPointsTogether * size, reinterpret_cast<const char*>(rows), bytes,
          width_, count);
    return turned_.data();
  }

 private:
  int64_t width_;
  std::vector<T> turned_;  // zeros or other points behind the last one
  TransposedFn turn_;
};

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
    const auto distances = kernels<T>().distances;
    computed<T>(plan.result(), [&](T* to) {
      parallel_for(0, plan.batch * n, grain(m * width), [&](int64_t begin, int64_t end) {
        Points<T> points(width);
        T some[kPointsTogether];
        for (int64_t stop; begin < end; begin = stop) {  // rows of one batch
          stop = std::min(end, (begin / n + 1) * n);
          for (int64_t j = 0; j < m; j += kPointsTogether) {
            const int64_t count = std::min(m - j, kPointsTogether);
            const T* const turned = points.turn(b.data<T>() + (begin / n * m + j) * width, count);
            for (int64_t i = begin; i < stop; ++i) {
              T* const row = to + i * m + j;
              distances(count == kPointsTogether ? row : some, a.data<T>() + i * width, turned, width, p);
              if (count != kPointsTogether) std::copy(some, some + count, row);
            }
          }
        }
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
    const auto slopes = kernels<T>().slopes;
    computed<T>(plan.result(), [&](T* to) {
      parallel_for(0, plan.batch * n, grain(m * width), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          std::fill(to + i * width, to + (i + 1) * width, T(0));
          slopes(to + i * width, a.data<T>() + i * width, b.data<T>() + i / n * m * width, m, width,
                 g.data<T>() + i * m, d.data<T>() + i * m, p);
        }
      });
    });
  });
}

void pdist_forward(const DistancesPlan& plan, const Tensor& self, double p) {
  with_compute_type(self.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const DenseOperand x(self, CppTypeToScalarType<T>::value);
    const int64_t n = plan.rows1, width = plan.width;
    const auto distances = kernels<T>().distances;
    computed<T>(plan.result(), [&](T* to) {
      parallel_for(0, n, grain(n / 2 * width), [&](int64_t begin, int64_t end) {
        Points<T> points(width);
        T some[kPointsTogether];
        for (int64_t j = begin + 1; j < n; j += kPointsTogether) {
          const int64_t stop = std::min(n, j + kPointsTogether);
          const T* const turned = points.turn(x.data<T>() + j * width, stop - j);
          for (int64_t i = begin; i < std::min(end, stop - 1); ++i) {
            const int64_t first = std::max(j, i + 1);
            T* const pairs = to + first_pair(i, n) + first - i - 1;
            const bool all = stop - first == kPointsTogether;
            distances(all ? pairs : some, x.data<T>() + i * width, turned, width, p);
            if (!all) std::copy(some + first - j, some + stop - j, pairs);
          }
        }
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
    const auto slopes = kernels<T>().slopes;
    // Rows of one block read the same lines of the pairs with earlier rows.
    constexpr int64_t kBlock = 64 / sizeof(T), kEarlier = 64;
    computed<T>(plan.result(), [&](T* to) {
      std::fill_n(to, n * width, T(0));
      parallel_for(0, (n + kBlock - 1) / kBlock, grain(kBlock * n * width), [&](int64_t begin, int64_t end) {
        T grads[kBlock][kEarlier], norms[kBlock][kEarlier];
        for (int64_t block = begin; block < end; ++block) {
          const int64_t first = block * kBlock, stop = std::min(n, first + kBlock);
          for (int64_t j = 0; j < stop; j += kEarlier) {
            const int64_t last = std::min(stop, j + kEarlier);
            for (int64_t e = j; e < last; ++e)
              for (int64_t i = std::max(first, e + 1), pair = first_pair(e, n) + i - e - 1; i < stop; ++i, ++pair) {
                grads[i - first][e - j] = g.data<T>()[pair];
                norms[i - first][e - j] = d.data<T>()[pair];
              }
            for (int64_t i = std::max(first, j + 1); i < stop; ++i)
              slopes(to + i * width, x.data<T>() + i * width, x.data<T>() + j * width, std::min(last, i) - j, width,
                     grads[i - first], norms[i - first], p);
          }
          for (int64_t i = first; i < stop; ++i)
            slopes(to + i * width, x.data<T>() + i * width, x.data<T>() + (i + 1) * width, n - i - 1, width,
                   g.data<T>() + first_pair(i, n), d.data<T>() + first_pair(i, n), p);
        }
      });
    });
  });
}

}  // namespace torchpp::cpu
