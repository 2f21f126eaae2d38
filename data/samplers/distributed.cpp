// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/generator.h>
#include <torchpp/data/samplers/distributed.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>

#include "data/samplers/archive.h"

namespace torchpp::data::samplers {
namespace {

void check_rank(size_t rank, size_t num_replicas) {
  TORCHPP_CHECK_VALUE(rank < num_replicas, "Invalid rank ", rank, ", rank should be in the interval [0, ", num_replicas,
                      "), as there are ", num_replicas, " replicas");
}

}  // namespace

namespace detail {

ContiguousShard::ContiguousShard(size_t size, size_t num_replicas, size_t rank, bool allow_duplicates)
    : DistributedSampler<>(size, num_replicas, rank, allow_duplicates) {
  check_rank(rank, num_replicas);
}

void ContiguousShard::reset(optional<size_t> new_size) {
  if (new_size) size_ = *new_size;
  populate();
}

void ContiguousShard::populate() {
  const size_t count = local_sample_count();
  begin_index_ = count * rank_;
  end_index_ = begin_index_ + count;
  sample_index_ = begin_index_;
  // Examples that come twice, to give all replicas as many, are part of the order.
  all_indices_.resize(count * num_replicas_);
  for (size_t i = 0; i < all_indices_.size(); ++i) all_indices_[i] = i % size_;
  order();
}

optional<std::vector<size_t>> ContiguousShard::next(size_t batch_size) {
  if (sample_index_ == end_index_) return nullopt;
  const auto begin = all_indices_.begin() + static_cast<std::ptrdiff_t>(sample_index_);
  const size_t count = std::min(batch_size, end_index_ - sample_index_);
  sample_index_ += count;
  return std::vector<size_t>(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void ContiguousShard::save(serialize::OutputArchive& archive) const {
  write_number(archive, "sample_index_", sample_index_);
  write_number(archive, "epoch_", epoch_);
}
void ContiguousShard::load(serialize::InputArchive& archive) {
  // libtorch's sequential sampler writes no epoch, on which its order does not depend.
  Tensor written;
  const size_t epoch =
      archive.try_read("epoch_", written, /*is_buffer=*/true) ? read_number(archive, "epoch_", INT64_MAX) : epoch_;
  const size_t index = read_number(archive, "sample_index_", end_index_);
  TORCHPP_CHECK(index >= begin_index_, "sampler: the archive's sample_index_ is ", index, ", expected at least ",
                begin_index_, ", the first of rank ", rank_);
  epoch_ = epoch;
  populate();
  sample_index_ = index;
}

}  // namespace detail

DistributedRandomSampler::DistributedRandomSampler(size_t size, size_t num_replicas, size_t rank, bool allow_duplicates)
    : ContiguousShard(size, num_replicas, rank, allow_duplicates) {
  populate();
}
void DistributedRandomSampler::order() {
  std::mt19937 random(static_cast<std::mt19937::result_type>(epoch_));
  std::shuffle(all_indices_.begin(), all_indices_.end(), random);
}

DistributedSequentialSampler::DistributedSequentialSampler(size_t size, size_t num_replicas, size_t rank,
                                                           bool allow_duplicates)
    : ContiguousShard(size, num_replicas, rank, allow_duplicates) {
  populate();
}
void DistributedSequentialSampler::order() {}

DistributedShardSampler::DistributedShardSampler(size_t size, DistributedShardSamplerOptions options)
    : size_(size), options_(options) {
  check_rank(options_.rank(), options_.num_replicas());
}

size_t DistributedShardSampler::num_samples() const {
  const size_t replicas = options_.num_replicas();
  return options_.drop_last() ? size_ / replicas : (size_ + replicas - 1) / replicas;
}

std::vector<size_t> DistributedShardSampler::draw() {
  std::vector<size_t> order(size_);
  std::iota(order.begin(), order.end(), size_t{0});
  if (options_.shuffle())
    order = to_indices(randperm(checked_size(size_), make_generator(options_.seed() + epoch_), kInt64),
                       "DistributedShardSampler: an index");
  std::vector<size_t> share;
  share.reserve(num_samples());
  for (size_t i = 0; i < num_samples(); ++i)
    share.push_back(order[(options_.rank() + i * options_.num_replicas()) % size_]);
  return share;
}

void DistributedShardSampler::save(serialize::OutputArchive& archive) const {
  DrawnSampler::save(archive);
  write_number(archive, "epoch", epoch_);
}
void DistributedShardSampler::load(serialize::InputArchive& archive) {
  const size_t epoch = read_number(archive, "epoch", INT64_MAX);
  DrawnSampler::load(archive);
  epoch_ = epoch;
}

}  // namespace torchpp::data::samplers
