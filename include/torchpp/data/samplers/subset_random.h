// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/generator.h>
#include <torchpp/data/samplers/drawn.h>

namespace torchpp::data::samplers {

/// The given indices in random order. Their number is fixed: reset() with another one throws Error.
/// Source: Python's torch.utils.data.SubsetRandomSampler, whose order it has.
class TORCHPP_API SubsetRandomSampler : public DrawnSampler {
 public:
  /// Draws from the generator; from the default one if it is undefined.
  explicit SubsetRandomSampler(std::vector<size_t> indices, Generator generator = Generator());

 private:
  std::vector<size_t> draw() override;
  void resize(size_t new_size) override;

  std::vector<size_t> choice_;
  Generator generator_;
};

}  // namespace torchpp::data::samplers
