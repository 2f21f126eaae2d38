// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>
#include <torchpp/data/samplers/base.h>

#include <utility>

namespace torchpp::data {
namespace samplers {

/// Batches of another sampler's indices, of a size of its own: what a loader asks for does not matter, so its
/// batch_size and drop_last must have their defaults.   Source: Python's torch.utils.data.BatchSampler.
template <class Source>
class BatchSampler : public Sampler<typename Source::BatchRequestType> {
 public:
  using typename Sampler<typename Source::BatchRequestType>::BatchRequestType;

  /// Throws ValueError if batch_size is 0.
  BatchSampler(Source source, size_t batch_size, bool drop_last)
      : source_(std::move(source)), batch_size_(batch_size), drop_last_(drop_last) {
    TORCHPP_CHECK_VALUE(batch_size > 0, "batch_size should be a positive integer value, but got batch_size=0");
  }

  void reset(optional<size_t> new_size = nullopt) override { source_.reset(new_size); }
  optional<BatchRequestType> next(size_t = 0) override {
    optional<BatchRequestType> batch = source_.next(batch_size_);
    if (batch && drop_last_ && batch->size() < batch_size_) return nullopt;
    return batch;
  }
  void save(serialize::OutputArchive& archive) const override { source_.save(archive); }
  void load(serialize::InputArchive& archive) override { source_.load(archive); }

  const Source& source() const { return source_; }

 private:
  Source source_;
  size_t batch_size_;
  bool drop_last_;
};

}  // namespace samplers

namespace detail {
template <class Source>
inline constexpr bool kMakesBatches<samplers::BatchSampler<Source>> = true;
}  // namespace detail
}  // namespace torchpp::data
