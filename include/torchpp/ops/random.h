// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Random tensors from parameters. rand, randn, randint and randperm stand in ops/creation.h, fills in place are
/// methods.

#include <torchpp/tensor.h>

namespace torchpp {

// Without a generator the default one is drawn from; seeds give the numbers of libtorch 1.13 on the CPU.

/// Ones with the probability that the element of `self` is, zeros otherwise; of self's dtype.
inline Tensor bernoulli(const Tensor& self, const std::optional<Generator>& generator = std::nullopt) {
  return self.bernoulli(generator);
}
/// Ones with probability p, of self's shape and dtype.
inline Tensor bernoulli(const Tensor& self, double p, const std::optional<Generator>& generator = std::nullopt) {
  return self.bernoulli(p, generator);
}
TORCHPP_API Tensor& bernoulli_out(Tensor& out, const Tensor& self,
                                  const std::optional<Generator>& generator = std::nullopt);
/// Normal numbers with these means and standard deviations, which broadcast.
TORCHPP_API Tensor normal(const Tensor& mean, double std = 1, const std::optional<Generator>& generator = std::nullopt);
TORCHPP_API Tensor normal(double mean, const Tensor& std, const std::optional<Generator>& generator = std::nullopt);
TORCHPP_API Tensor normal(const Tensor& mean, const Tensor& std,
                          const std::optional<Generator>& generator = std::nullopt);
TORCHPP_API Tensor normal(double mean, double std, IntArrayRef size,
                          const std::optional<Generator>& generator = std::nullopt, TensorOptions options = {});

}  // namespace torchpp
