// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Max and average pooling over 1 to 3 dimensions. oneDNN's workspace does not hold libtorch's indices, so these
/// are our own, vectorised along the width.

#include <torchpp/core/dtype.h>

#include <cstdint>

namespace torchpp {
namespace cpu {

/// `planes` (N * C) images, dense and plain. Channels-last tensors are turned by the caller. Arrays hold depth, height
/// and width, of which those that an image lacks are 1; `out` is given because ceil_mode decides it.
struct PoolProblem {
  int64_t planes = 1;
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, kernel[3] = {1, 1, 1}, stride[3] = {1, 1, 1};
  int64_t padding[3] = {0, 0, 0}, dilation[3] = {1, 1, 1};  // average pooling has no dilation
  bool count_include_pad = true;
  int64_t divisor_override = 0;  // 0: the number of elements in the window
  ScalarType dtype = kFloat;     // float, double, bfloat16 or half
};

/// The sum of the numbers of a window: four running sums, since each addition waits for the one before it.
template <class T>
class WindowSum {
 public:
  /// n numbers side by side.
  template <class M>
  void add(const M* x, int64_t n) {
    T a = a_, b = b_, c = c_, d = d_;
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
      a += static_cast<T>(x[i]);
      b += static_cast<T>(x[i + 1]);
      c += static_cast<T>(x[i + 2]);
      d += static_cast<T>(x[i + 3]);
    }
    if (i < n) a += static_cast<T>(x[i]);
    if (i + 1 < n) b += static_cast<T>(x[i + 1]);
    if (i + 2 < n) c += static_cast<T>(x[i + 2]);
    a_ = a, b_ = b, c_ = c, d_ = d;
  }
  T total() const { return (a_ + b_) + (c_ + d_); }

 private:
  T a_ = 0, b_ = 0, c_ = 0, d_ = 0;
};

/// y: the maxima; index, unless null: the index of each in its plane. The first of equals wins; a NaN beats all, the
/// last of several wins; padding never wins (a window of -inf has the index of its first element). As libtorch 1.13.
void max_pool(const PoolProblem& problem, const void* x, void* y, int64_t* index);

/// dx, all of it: each dy goes to the element that index names.
void max_pool_backward(const PoolProblem& problem, const void* dy, const int64_t* index, void* dx);

void avg_pool(const PoolProblem& problem, const void* x, void* y);
void avg_pool_backward(const PoolProblem& problem, const void* dy, void* dx);

}  // namespace cpu
}  // namespace torchpp
