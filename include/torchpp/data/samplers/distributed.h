// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/data/samplers/base.h>
#include <torchpp/data/samplers/drawn.h>

#include <cstdint>

namespace torchpp::data::samplers {

/// Base of the samplers for one of several processes (`rank` of `num_replicas`) that share an epoch.
/// Source: libtorch 1.13.
template <class BatchRequest = std::vector<size_t>>
class DistributedSampler : public Sampler<BatchRequest> {
 public:
  /// allow_duplicates: where size is no multiple of num_replicas, whether examples from the start come again, so that
  /// each process has as many as the others, or the last ones are left out.
  explicit DistributedSampler(size_t size, size_t num_replicas = 1, size_t rank = 0, bool allow_duplicates = true)
      : size_(size), num_replicas_(num_replicas), rank_(rank), epoch_(0), allow_duplicates_(allow_duplicates) {}

  /// The number of the epoch that the next reset() begins, which decides its order: the same on all processes.
  void set_epoch(size_t epoch) { epoch_ = epoch; }
  size_t epoch() const { return epoch_; }

 protected:
  /// How many examples this process has.
  size_t local_sample_count() const {
    return allow_duplicates_ ? (size_ + num_replicas_ - 1) / num_replicas_ : size_ / num_replicas_;
  }

  size_t size_;
  size_t num_replicas_;
  size_t rank_;
  size_t epoch_;
  bool allow_duplicates_;
};

namespace detail {

/// What libtorch's two distributed samplers share: a process has a run of consecutive positions of the epoch's order.
class TORCHPP_API ContiguousShard : public DistributedSampler<> {
 public:
  /// Throws ValueError unless rank < num_replicas.
  ContiguousShard(size_t size, size_t num_replicas, size_t rank, bool allow_duplicates);

  void reset(optional<size_t> new_size = nullopt) override;
  optional<std::vector<size_t>> next(size_t batch_size) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
  /// How many indices of this epoch were given, counted from the start of the epoch's order.
  size_t index() const noexcept { return sample_index_; }

 protected:
  /// Changes the order of all_indices_, which holds the examples of all replicas, sorted but for duplicates.
  virtual void order() = 0;
  void populate();

  std::vector<size_t> all_indices_;

 private:
  size_t begin_index_ = 0;
  size_t end_index_ = 0;
  size_t sample_index_ = 0;
};

}  // namespace detail

/// This process's share of a random order of all examples. The order is the same on all processes: a function of the
/// epoch, by std::shuffle with std::mt19937.   Source: libtorch 1.13.
class TORCHPP_API DistributedRandomSampler : public detail::ContiguousShard {
 public:
  explicit DistributedRandomSampler(size_t size, size_t num_replicas = 1, size_t rank = 0,
                                    bool allow_duplicates = true);

 private:
  void order() override;
};

/// This process's share of all examples in their order.   Source: libtorch 1.13.
class TORCHPP_API DistributedSequentialSampler : public detail::ContiguousShard {
 public:
  explicit DistributedSequentialSampler(size_t size, size_t num_replicas = 1, size_t rank = 0,
                                        bool allow_duplicates = true);

 private:
  void order() override;
};

/// How a DistributedShardSampler shares an epoch.
struct DistributedShardSamplerOptions {
  TORCHPP_ARG(size_t, num_replicas) = 1;
  TORCHPP_ARG(size_t, rank) = 0;
  /// Whether the epoch's order is a random one, a function of seed + epoch.
  TORCHPP_ARG(bool, shuffle) = true;
  TORCHPP_ARG(uint64_t, seed) = 0;
  /// Where size is no multiple of num_replicas, whether the last examples are left out, or examples of the epoch's
  /// start come again.
  TORCHPP_ARG(bool, drop_last) = false;
};

/// Every num_replicas-th example of the epoch's order, from the rank-th on: the indices that Python's
/// torch.utils.data.DistributedSampler gives. (That name is libtorch's base class here.)
class TORCHPP_API DistributedShardSampler : public DrawnSampler {
 public:
  /// Throws ValueError unless rank < num_replicas.
  explicit DistributedShardSampler(size_t size, DistributedShardSamplerOptions options = {});

  /// The number of the epoch that the next reset() begins, which decides its order: the same on all processes.
  void set_epoch(size_t epoch) { epoch_ = epoch; }
  size_t epoch() const { return epoch_; }
  /// Indices in an epoch, the same number on all processes.
  size_t num_samples() const;

  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;

 private:
  std::vector<size_t> draw() override;
  void resize(size_t new_size) override { size_ = new_size; }

  size_t size_;
  size_t epoch_ = 0;
  DistributedShardSamplerOptions options_;
};

}  // namespace torchpp::data::samplers
