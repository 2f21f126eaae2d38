// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/datasets/base.h>
#include <torchpp/data/transforms/base.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

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
// Whether a dataset's get_batch() is Dataset's own, that is, gets one example after the other.
template <class D, class = void>
inline constexpr bool kGetsSingly = false;
template <class D>
inline constexpr bool kGetsSingly<
    D,
    std::enable_if_t<std::is_same_v<
        decltype(&D::get_batch), std::vector<typename D::ExampleType> (
                                     Dataset<typename D::SelfType, typename D::ExampleType>::*)(ArrayRef<size_t>)>>> =
    true;
// Whether a transform's apply_batch() is Transform's own.
template <class T, class = void>
inline constexpr bool kAppliesSingly = false;
template <class T>
inline constexpr bool kAppliesSingly<
    T, std::enable_if_t<std::is_same_v<decltype(&T::apply_batch),
                                       std::vector<typename T::OutputType> (
                                           transforms::Transform<typename T::InputType, typename T::OutputType>::*)(
                                           std::vector<typename T::InputType>)>>> = true;

// What a dataset's examples are taken through one by one: only a MapDataset has some.
template <class D>
struct Mapped {
  static constexpr bool singly = false;
};
template <class Source, class Transform>
struct Mapped<MapDataset<Source, Transform>> {
  static constexpr bool singly = !Source::is_stateful && kAppliesSingly<Transform>;
};

// Calls f with each example of dataset.get_batch(request).
template <class D, class Request, class F>
void for_each_example(D& dataset, Request request, const F& f) {
  if constexpr (kGetsSingly<D>) {
    Dataset<typename D::SelfType, typename D::ExampleType>& source = dataset;
    for (const size_t index : request) f(source.get(index));
  } else if constexpr (Mapped<D>::singly) {
    dataset.for_each_example(std::move(request), f);
  } else {
    for (auto&& example : dataset.get_batch(std::move(request))) f(std::move(example));
  }
}

// Whether the transform and the last one of the dataset before it are computed at once.
template <class Source, class Transform>
struct EndsIn {
  static constexpr bool fused = false;
};
template <class Source, class Last, class Transform>
struct EndsIn<MapDataset<Source, Last>, Transform> {
  static constexpr bool fused = !Source::is_stateful && transforms::kFused<Last, Transform> &&
                                std::is_same_v<typename Source::BatchRequestType, ArrayRef<size_t>>;
};
}  // namespace detail

/// A dataset with a transform behind it; `dataset.map(transform)` makes it.
///
/// Transforms of single examples, one behind the other, are applied to an example while it is in the cache, before the
/// next one is read.   Source: libtorch 1.13, where each transform sees the whole batch before the next one does.
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
      auto fused = fuse(dataset_.transform_, transform_, request.size());
      detail::for_each_example(dataset_.dataset_, std::move(request),
                               [&](auto example) { fused.add(std::move(example)); });
      return fused.finish();
    } else if constexpr (SourceDataset::is_stateful) {
      auto batch = dataset_.get_batch(std::move(request));
      if (!batch) return nullopt;
      return transform_.apply_batch(std::move(*batch));
    } else if constexpr (detail::kAppliesSingly<AppliedTransform>) {
      OutputBatchType batch;
      for_each_example(std::move(request), [&](auto example) { batch.push_back(std::move(example)); });
      return batch;
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
  template <class D, class Request, class F>
  friend void detail::for_each_example(D& dataset, Request request, const F& f);

  template <class F>
  void for_each_example(BatchRequestType request, const F& f) {
    using Input = typename AppliedTransform::InputType;
    transforms::Transform<Input, typename AppliedTransform::OutputType>& transform = transform_;
    detail::for_each_example(dataset_, std::move(request),
                             [&](Input example) { f(transform.apply(std::move(example))); });
  }

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
