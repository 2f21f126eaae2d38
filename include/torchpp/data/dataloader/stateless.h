// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/dataloader/base.h>
#include <torchpp/data/samplers/base.h>

#include <memory>
#include <utility>

namespace torchpp::data {

/// Loads batches that a sampler chooses from a dataset without state. Each worker has a copy of the dataset.
/// make_data_loader() makes it.   Source: libtorch 1.13.
template <class Dataset, class Sampler>
class StatelessDataLoader
    : public DataLoaderBase<Dataset, typename Dataset::BatchType, typename Sampler::BatchRequestType> {
 public:
  using super = DataLoaderBase<Dataset, typename Dataset::BatchType, typename Sampler::BatchRequestType>;
  using typename super::BatchRequestType;

  StatelessDataLoader(Dataset dataset, Sampler sampler, DataLoaderOptions options)
      : super(std::move(options), std::make_unique<Dataset>(std::move(dataset))), sampler_(std::move(sampler)) {
    if constexpr (detail::kMakesBatches<Sampler>)
      TORCHPP_CHECK_VALUE(this->options_.batch_size == 1 && !this->options_.drop_last,
                          "batch_sampler option is mutually exclusive with batch_size and drop_last: got batch_size ",
                          this->options_.batch_size, ", drop_last ", this->options_.drop_last,
                          " beside a BatchSampler");
  }

 private:
  void reset() override {
    sampler_.reset(nullopt);
    super::reset();
  }

  optional<BatchRequestType> get_batch_request() override {
    const size_t size = this->options_.batch_size;
    optional<BatchRequestType> request = sampler_.next(size);
    if (request && this->options_.drop_last && request->size() < size) return nullopt;
    return request;
  }

  Callable<void()> worker(size_t id) override {
    return [this, id, dataset = *this->main_thread_dataset_]() mutable { this->run_worker(id, dataset); };
  }

  Sampler sampler_;
};

}  // namespace torchpp::data
