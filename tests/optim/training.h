// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parameters with gradients that follow from their values and the step, for comparisons of whole trainings.

#include <torchpp/ops/creation.h>
#include <torchpp/tensor.h>

#include <vector>

namespace torchpp::test {

inline Tensor parameter(const std::vector<double>& values) {
  const Tensor p = empty({static_cast<int64_t>(values.size())}, kDouble);
  for (size_t i = 0; i < values.size(); ++i) p.data_ptr<double>()[i] = values[i];
  return p.set_requires_grad(true);
}

/// The gradient of a parabola with a disturbance that is exact in binary.
inline void set_gradient(const Tensor& p, int64_t step, int64_t salt) {
  const Tensor g = empty(p.sizes(), kDouble);
  for (int64_t i = 0; i < p.numel(); ++i)
    g.data_ptr<double>()[i] = 0.3 * p.data_ptr<double>()[i] + static_cast<double>((step * (i + salt)) % 17 - 8) / 8;
  p.mutable_grad() = g;
}

/// The sum of (i + 1) p[i].
inline double weighted_sum(const Tensor& p) {
  double sum = 0;
  for (int64_t i = 0; i < p.numel(); ++i) sum += static_cast<double>(i + 1) * p.data_ptr<double>()[i];
  return sum;
}

}  // namespace torchpp::test
