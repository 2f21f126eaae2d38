// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/array_ref.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/example.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

template <class Source, class AppliedTransform>
class MapDataset;
template <class Source, class AppliedTransform>
MapDataset<Source, AppliedTransform> map(Source dataset, AppliedTransform transform);

namespace detail {
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<optional<T>> = true;
}  // namespace detail

/// What data loaders read: gives a batch for a request.
///
/// `Self` is the derived class. A batch that is an optional makes the dataset a stateful one, which decides itself when
/// an epoch ends.   Source: libtorch 1.13.
template <class Self, class Batch = std::vector<Example<>>, class BatchRequest = ArrayRef<size_t>>
class BatchDataset {
 public:
  using SelfType = Self;
  using BatchType = Batch;
  using BatchRequestType = BatchRequest;
  static constexpr bool is_stateful = detail::is_optional<BatchType>;

  virtual ~BatchDataset() = default;

  virtual Batch get_batch(BatchRequest request) = 0;
  /// How many examples there are; nullopt if that is not known.
  virtual optional<size_t> size() const = 0;

  /// This dataset with a transform behind it: a copy, or this one itself if it is a temporary.
  template <class TransformType>
  MapDataset<Self, TransformType> map(TransformType transform) & {
    return datasets::map(static_cast<Self&>(*this), std::move(transform));
  }
  template <class TransformType>
  MapDataset<Self, TransformType> map(TransformType transform) && {
    return datasets::map(std::move(static_cast<Self&>(*this)), std::move(transform));
  }
};

/// A dataset of examples with indices.   Source: libtorch 1.13.
template <class Self, class SingleExample = Example<>>
class Dataset : public BatchDataset<Self, std::vector<SingleExample>> {
 public:
  using ExampleType = SingleExample;

  virtual ExampleType get(size_t index) = 0;

  std::vector<ExampleType> get_batch(ArrayRef<size_t> indices) override {
    std::vector<ExampleType> batch;
    batch.reserve(indices.size());
    for (const size_t index : indices) batch.push_back(get(index));
    return batch;
  }
};

/// A dataset that is asked for a number of examples, whichever come next.   Source: libtorch 1.13.
template <class Self, class Batch = std::vector<Example<>>>
using StreamDataset = BatchDataset<Self, Batch, /*BatchRequest=*/size_t>;

}  // namespace torchpp::data::datasets
