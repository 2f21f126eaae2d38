// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/arg.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/export.h>
#include <torchpp/core/generator.h>
#include <torchpp/data/samplers/base.h>
#include <torchpp/tensor.h>

namespace torchpp::data::samplers {

/// How a RandomSampler draws. Source: Python's torch.utils.data.RandomSampler.
struct RandomSamplerOptions {
  /// Whether an index may come several times.
  TORCHPP_ARG(bool, replacement) = false;
  /// Indices in an epoch; the number of examples by default. Without replacement, more than there are examples are
  /// several permutations one after the other.
  TORCHPP_ARG(optional<size_t>, num_samples);
  /// What the epoch's indices are drawn from. If undefined, from a generator whose seed the default one gives.
  TORCHPP_ARG(Generator, generator);
};

/// Indices in random order. Made of a size alone, each epoch is randperm() drawn from the default generator, one when
/// the sampler is made and one by each reset(), as in libtorch; made with options, an epoch is drawn when its first
/// batch is asked for, with the numbers of Python's RandomSampler.
/// Source: libtorch 1.13.
class TORCHPP_API RandomSampler : public Sampler<> {
 public:
  /// index_dtype is the dtype of the indices in memory and in archives.
  explicit RandomSampler(int64_t size, Dtype index_dtype = kInt64);
  /// Throws ValueError if options.num_samples() is 0.
  RandomSampler(int64_t size, RandomSamplerOptions options);
  ~RandomSampler() override;

  void reset(optional<size_t> new_size = nullopt) override;
  optional<std::vector<size_t>> next(size_t batch_size) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
  /// How many indices of this epoch were given.
  size_t index() const noexcept { return static_cast<size_t>(index_); }

 private:
  void draw();

  Tensor indices_;  // undefined: not drawn yet
  int64_t index_ = 0;
  int64_t size_;
  Dtype index_dtype_ = kInt64;
  bool as_python_ = false;
  RandomSamplerOptions options_;
};

}  // namespace torchpp::data::samplers
