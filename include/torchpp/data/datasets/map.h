// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/datasets/base.h>
#include <torchpp/data/transforms/base.h>

#include <type_traits>
#include <utility>

namespace torchpp::data::datasets {

namespace detail {
template <bool is_stateful, class T>
using optional_if_t = std::conditional_t<is_stateful, optional<T>, T>;
template <class Batch>
struct BatchOf {
  using type = Batch;
};
template <class Batch>
struct BatchOf<optional<Batch>> {
  using type = Batch;
};
// Whether the transform and the last one of the dataset before it are computed at once.
template <class Source, class Transform>
struct EndsIn {
  static constexpr bool fused = false;
};
template <class Source, class Last, class Transform>
struct EndsIn<MapDataset<Source, Last>, Transform> {
  static constexpr bool fused = !Source::is_stateful && transforms::kFused<Last, Transform>;
};
}  // namespace detail

/// A dataset with a transform behind it; `dataset.map(transform)` makes it.   Source: libtorch 1.13.
template <class SourceDataset, class AppliedTransform>
class MapDataset
    : public BatchDataset<MapDataset<SourceDataset, AppliedTransform>,
                          detail::optional_if_t<SourceDataset::is_stateful, typename AppliedTransform::OutputBatchType>,
                          typename SourceDataset::BatchRequestType> {
 public:
  using DatasetType = SourceDataset;
  using TransformType = AppliedTransform;
  using BatchRequestType = typename SourceDataset::BatchRequestType;
  using OutputBatchType = detail::optional_if_t<SourceDataset::is_stateful, typename AppliedTransform::OutputBatchType>;

  MapDataset(DatasetType dataset, TransformType transform)
      : dataset_(std::move(dataset)), transform_(std::move(transform)) {}

  OutputBatchType get_batch(BatchRequestType request) override {
    if constexpr (detail::EndsIn<SourceDataset, AppliedTransform>::fused) {
      return apply_fused(dataset_.transform_, transform_, dataset_.dataset_.get_batch(std::move(request)));
    } else if constexpr (SourceDataset::is_stateful) {
      auto batch = dataset_.get_batch(std::move(request));
      if (!batch) return nullopt;
      return transform_.apply_batch(std::move(*batch));
    } else {
      return transform_.apply_batch(dataset_.get_batch(std::move(request)));
    }
  }
  optional<size_t> size() const noexcept override { return dataset_.size(); }

  /// Of stateful datasets.
  void reset() { dataset_.reset(); }

  const SourceDataset& dataset() const noexcept { return dataset_; }
  const AppliedTransform& transform() const noexcept { return transform_; }

 private:
  template <class, class>
  friend class MapDataset;

  SourceDataset dataset_;
  AppliedTransform transform_;
};

/// What `dataset.map(transform)` calls.   Source: libtorch 1.13.
template <class DatasetType, class TransformType>
MapDataset<DatasetType, TransformType> map(DatasetType dataset, TransformType transform) {
  static_assert(std::is_same_v<typename detail::BatchOf<typename DatasetType::BatchType>::type,
                               typename TransformType::InputBatchType>,
                "BatchType type of dataset does not match input type of transform");
  return {std::move(dataset), std::move(transform)};
}

}  // namespace torchpp::data::datasets
