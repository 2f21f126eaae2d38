// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/datasets/base.h>

#include <memory>
#include <utility>

namespace torchpp::data::datasets {

/// A handle of a dataset: copies share it. For datasets that cannot be copied, or should not be for each worker; then
/// several threads call get_batch() at the same time.   Source: libtorch 1.13.
template <class UnderlyingDataset>
class SharedBatchDataset
    : public BatchDataset<SharedBatchDataset<UnderlyingDataset>, typename UnderlyingDataset::BatchType,
                          typename UnderlyingDataset::BatchRequestType> {
 public:
  using BatchType = typename UnderlyingDataset::BatchType;
  using BatchRequestType = typename UnderlyingDataset::BatchRequestType;

  SharedBatchDataset(std::shared_ptr<UnderlyingDataset> shared_dataset)  // NOLINT: implicit, as in libtorch
      : dataset_(std::move(shared_dataset)) {}

  BatchType get_batch(BatchRequestType request) override { return dataset_->get_batch(std::move(request)); }
  optional<size_t> size() const override { return dataset_->size(); }
  /// Of stateful datasets.
  void reset() { dataset_->reset(); }

  UnderlyingDataset& operator*() { return *dataset_; }
  const UnderlyingDataset& operator*() const { return *dataset_; }
  UnderlyingDataset* operator->() { return dataset_.get(); }
  const UnderlyingDataset* operator->() const { return dataset_.get(); }

 private:
  std::shared_ptr<UnderlyingDataset> dataset_;
};

/// A shared dataset, constructed from the arguments.   Source: libtorch 1.13.
template <class UnderlyingDataset, class... Args>
SharedBatchDataset<UnderlyingDataset> make_shared_dataset(Args&&... args) {
  return std::make_shared<UnderlyingDataset>(std::forward<Args>(args)...);
}

}  // namespace torchpp::data::datasets
