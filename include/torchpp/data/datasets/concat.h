// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/atomic.h>
#include <torchpp/core/error.h>
#include <torchpp/core/export.h>
#include <torchpp/data/datasets/stateful.h>
#include <torchpp/serialize/archive.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

namespace detail {
/// Which of the datasets that end at `ends` has the example, and where in it; a negative index counts from the end.
TORCHPP_API std::pair<size_t, size_t> locate(const std::vector<size_t>& ends, int64_t index);
}  // namespace detail

/// The examples of several datasets of known sizes one after the other. The datasets may differ in class, but not in
/// the class of their examples. Copies share them.   Source: Python's torch.utils.data.ConcatDataset.
template <class SingleExample = Example<>>
class ConcatDataset : public Dataset<ConcatDataset<SingleExample>, SingleExample> {
 public:
  /// Throws ValueError for a dataset whose size is not known.
  template <class... Sources>
  explicit ConcatDataset(Sources... datasets) {
    static_assert(sizeof...(Sources) > 0, "datasets should not be an empty iterable");
    (add(std::move(datasets)), ...);
  }
  /// Throws ValueError also if there is none.
  template <class Source>
  explicit ConcatDataset(std::vector<Source> datasets) {
    TORCHPP_CHECK_VALUE(!datasets.empty(), "ConcatDataset: datasets should not be an empty iterable");
    for (Source& dataset : datasets) add(std::move(dataset));
  }

  /// -1, as int64 or as size_t, is the last example. Throws IndexError for one that there is not.
  SingleExample get(size_t index) override {
    const auto [dataset, place] = detail::locate(cumulative_sizes_, static_cast<int64_t>(index));
    return parts_[dataset]->get(place);
  }
  optional<size_t> size() const override { return cumulative_sizes_.back(); }

  /// The number of examples up to and with each dataset.
  const std::vector<size_t>& cumulative_sizes() const { return cumulative_sizes_; }

 private:
  struct Part {
    virtual ~Part() = default;
    virtual SingleExample get(size_t index) = 0;
  };
  template <class Source>
  struct PartOf final : Part {
    explicit PartOf(Source&& s) : source(std::move(s)) {}
    SingleExample get(size_t index) override { return source.get(index); }
    Source source;
  };

  template <class Source>
  void add(Source dataset) {
    const optional<size_t> size = dataset.size();
    TORCHPP_CHECK_VALUE(size.has_value(), "ConcatDataset: the size of dataset ", parts_.size(), " is not known");
    cumulative_sizes_.push_back((cumulative_sizes_.empty() ? 0 : cumulative_sizes_.back()) + *size);
    parts_.push_back(std::make_shared<PartOf<Source>>(std::move(dataset)));
  }

  std::vector<std::shared_ptr<Part>> parts_;
  std::vector<size_t> cumulative_sizes_;
};

/// The batches of several stateful datasets of one class, one dataset after the other; a batch does not go over the end
/// of one. Copies share them.   Source: Python's torch.utils.data.ChainDataset.
template <class Source>
class ChainDataset : public StatefulDataset<ChainDataset<Source>, typename Source::BatchType::value_type,
                                            typename Source::BatchRequestType> {
 public:
  using BatchType = typename Source::BatchType;
  using BatchRequestType = typename Source::BatchRequestType;

  explicit ChainDataset(std::vector<Source> datasets) : shared_(std::make_shared<Shared>(std::move(datasets))) {}

  BatchType get_batch(BatchRequestType request) override {
    using torchpp::detail::Order;
    // Several workers may find the end of one dataset; the first of them moves on.
    for (size_t i = shared_->current.load(Order::kAcquire); i < shared_->datasets.size();) {
      if (BatchType batch = shared_->datasets[i].get_batch(request)) return batch;
      if (shared_->current.compare_exchange_strong(i, i + 1, Order::kAcquireRelease)) ++i;
    }
    return nullopt;
  }
  /// The sum of the datasets' sizes, if all are known.
  optional<size_t> size() const override {
    size_t sum = 0;
    for (const Source& dataset : shared_->datasets) {
      const optional<size_t> size = dataset.size();
      if (!size) return nullopt;
      sum += *size;
    }
    return sum;
  }
  void reset() override {
    for (Source& dataset : shared_->datasets) dataset.reset();
    shared_->current.store(0, torchpp::detail::Order::kRelease);
  }
  /// Each dataset writes into an archive of its own: "0", "1", ...
  void save(serialize::OutputArchive& archive) const override {
    for (size_t i = 0; i < shared_->datasets.size(); ++i) {
      serialize::OutputArchive nested;
      shared_->datasets[i].save(nested);
      archive.write(std::to_string(i), nested);
    }
  }
  /// Datasets that had ended end again at once.
  void load(serialize::InputArchive& archive) override {
    for (size_t i = 0; i < shared_->datasets.size(); ++i) {
      serialize::InputArchive nested = archive.nested(std::to_string(i));
      shared_->datasets[i].load(nested);
    }
    shared_->current.store(0, torchpp::detail::Order::kRelease);
  }

 private:
  struct Shared {
    explicit Shared(std::vector<Source>&& list) : datasets(std::move(list)) {}
    std::vector<Source> datasets;
    torchpp::detail::Atomic<size_t> current = 0;
  };

  std::shared_ptr<Shared> shared_;
};

}  // namespace torchpp::data::datasets
