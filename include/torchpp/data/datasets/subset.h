// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/array_ref.h>
#include <torchpp/core/error.h>
#include <torchpp/core/export.h>
#include <torchpp/core/generator.h>
#include <torchpp/data/datasets/base.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

/// Some examples of another dataset, by their indices. Copies of a subset share the dataset, whose get() several
/// workers then call at the same time.   Source: Python's torch.utils.data.Subset.
template <class Source>
class Subset : public Dataset<Subset<Source>, typename Source::ExampleType> {
 public:
  Subset(Source dataset, std::vector<size_t> indices)
      : Subset(std::make_shared<Source>(std::move(dataset)), std::move(indices)) {}
  Subset(std::shared_ptr<Source> dataset, std::vector<size_t> indices)
      : dataset_(std::move(dataset)), indices_(std::move(indices)) {}

  typename Source::ExampleType get(size_t index) override {
    TORCHPP_CHECK_INDEX(index < indices_.size(), "Subset: index got ", index, ", expected less than ", indices_.size());
    return dataset_->get(indices_[index]);
  }
  optional<size_t> size() const override { return indices_.size(); }

  Source& dataset() const { return *dataset_; }
  const std::vector<size_t>& indices() const { return indices_; }

 private:
  std::shared_ptr<Source> dataset_;
  std::vector<size_t> indices_;
};

namespace detail {
/// The indices of each part, of a random permutation of all.
TORCHPP_API std::vector<std::vector<size_t>> split_indices(size_t size, ArrayRef<int64_t> lengths,
                                                           const Generator& generator);
TORCHPP_API std::vector<std::vector<size_t>> split_indices(size_t size, ArrayRef<double> fractions,
                                                           const Generator& generator);
}  // namespace detail

/// Parts of a dataset of known size, at random and without overlap: of the given lengths, which must sum to the size,
/// or of the given fractions, which must sum to one; what rounding down leaves is dealt out from the first part on.
/// Draws one permutation from the generator, from the default one if it is undefined, as Python does.
/// Throws ValueError for other lengths or fractions.   Source: torch.utils.data.random_split of torch 1.13.
template <class Source, class Number>
std::vector<Subset<Source>> random_split(Source dataset, const std::vector<Number>& lengths,
                                         const Generator& generator = Generator()) {
  const optional<size_t> size = dataset.size();
  TORCHPP_CHECK_VALUE(size.has_value(), "random_split: the dataset's size is not known");
  using Exact = std::conditional_t<std::is_floating_point_v<Number>, double, int64_t>;
  const std::vector<Exact> parts(lengths.begin(), lengths.end());
  std::vector<Subset<Source>> subsets;
  const auto shared = std::make_shared<Source>(std::move(dataset));
  for (std::vector<size_t>& indices : detail::split_indices(*size, ArrayRef<Exact>(parts), generator))
    subsets.emplace_back(shared, std::move(indices));
  return subsets;
}
template <class Source, class Number>
std::vector<Subset<Source>> random_split(Source dataset, std::initializer_list<Number> lengths,
                                         const Generator& generator = Generator()) {
  return random_split(std::move(dataset), std::vector<Number>(lengths), generator);
}

}  // namespace torchpp::data::datasets
