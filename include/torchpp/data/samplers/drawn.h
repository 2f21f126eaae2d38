// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/data/samplers/base.h>

namespace torchpp::data::samplers {

/// A sampler whose epoch is a list of indices that is drawn as a whole, when the first batch is asked for.
class TORCHPP_API DrawnSampler : public Sampler<> {
 public:
  void reset(optional<size_t> new_size = nullopt) override;
  optional<std::vector<size_t>> next(size_t batch_size) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
  /// How many indices of this epoch were given.
  size_t index() const noexcept { return index_; }

 protected:
  /// The indices of an epoch.
  virtual std::vector<size_t> draw() = 0;
  /// Takes the number of examples that reset() was given. Throws Error if it does not suit the sampler.
  virtual void resize(size_t new_size) = 0;

 private:
  std::vector<size_t> indices_;
  bool is_drawn_ = false;
  size_t index_ = 0;
};

}  // namespace torchpp::data::samplers
