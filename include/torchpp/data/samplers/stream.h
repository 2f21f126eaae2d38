// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/samplers/base.h>
#include <torchpp/data/samplers/custom_batch_request.h>

namespace torchpp::data::samplers {

/// The request for that many examples, whichever they are.   Source: libtorch 1.13.
struct TORCHPP_API BatchSize : CustomBatchRequest {
  explicit BatchSize(size_t size) : size_(size) {}
  ~BatchSize() override;
  size_t size() const noexcept override;
  operator size_t() const noexcept { return size_; }  // NOLINT: implicit, as in libtorch

  size_t size_;
};

/// Asks a stream for batches until it gave epoch_size examples.   Source: libtorch 1.13.
class TORCHPP_API StreamSampler : public Sampler<BatchSize> {
 public:
  explicit StreamSampler(size_t epoch_size) : epoch_size_(epoch_size) {}

  void reset(optional<size_t> new_size = nullopt) override;
  optional<BatchSize> next(size_t batch_size) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;

 private:
  size_t examples_retrieved_so_far_ = 0;
  size_t epoch_size_;
};

}  // namespace torchpp::data::samplers
