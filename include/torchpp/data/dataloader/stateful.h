// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/dataloader/base.h>

#include <memory>
#include <utility>

namespace torchpp::data {

/// Loads the batches of a dataset that itself decides what comes next and when an epoch ends. All workers share the
/// dataset, so that its get_batch() must be safe to call from several threads.
/// make_data_loader() makes it.   Source: libtorch 1.13.
template <class Dataset>
class StatefulDataLoader
    : public DataLoaderBase<Dataset, typename Dataset::BatchType::value_type, typename Dataset::BatchRequestType> {
 public:
  using super = DataLoaderBase<Dataset, typename Dataset::BatchType::value_type, typename Dataset::BatchRequestType>;
  using typename super::BatchRequestType;

  StatefulDataLoader(Dataset dataset, DataLoaderOptions options)
      : super(std::move(options), std::make_unique<Dataset>(std::move(dataset))) {}

 private:
  void reset() override {
    this->main_thread_dataset_->reset();
    super::reset();
  }

  optional<BatchRequestType> get_batch_request() override { return BatchRequestType(this->options_.batch_size); }

  Callable<void()> worker(size_t id) override {
    return [this, id] { this->run_worker(id, *this->main_thread_dataset_); };
  }
};

}  // namespace torchpp::data
