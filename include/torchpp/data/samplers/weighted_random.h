// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/array_ref.h>
#include <torchpp/core/generator.h>
#include <torchpp/data/samplers/drawn.h>
#include <torchpp/tensor.h>

namespace torchpp::data::samplers {

/// num_samples indices from 0 to weights.size() - 1, each drawn with the probability that its weight has among all.
/// Weights need not sum to one. Their number is fixed: reset() with another one throws Error.
/// Source: Python's torch.utils.data.WeightedRandomSampler, whose numbers it draws.
class TORCHPP_API WeightedRandomSampler : public DrawnSampler {
 public:
  /// Without replacement an index comes once. Draws from the generator; from the default one if it is undefined.
  /// Throws ValueError if num_samples is 0.
  WeightedRandomSampler(ArrayRef<double> weights, size_t num_samples, bool replacement = true,
                        Generator generator = Generator());

 private:
  std::vector<size_t> draw() override;
  void resize(size_t new_size) override;

  Tensor weights_;
  size_t num_samples_;
  bool replacement_;
  Generator generator_;
};

}  // namespace torchpp::data::samplers
