// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that put items into batches and take them out.

#include <torchpp/data/link.h>
#include <torchpp/data/map.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {
TORCHPP_API void check_batch_size(const char* stage, int64_t batch_size);
}

template <class T>
class BatchStage final : public Stage<std::vector<T>> {
 public:
  BatchStage(StagePtr<T> source, int64_t batch_size, bool drop_last)
      : source_(std::move(source), kMarkInterval), batch_size_(batch_size), drop_last_(drop_last) {
    detail::check_batch_size(name(), batch_size);
  }

  optional<std::vector<T>> next() override {
    if (batch_.empty()) {
      first_ = source_.taken();
      source_.release(first_);
      batch_.reserve(static_cast<size_t>(batch_size_));
    }
    // A batch that an exception has interrupted is filled further by the next call.
    while (static_cast<int64_t>(batch_.size()) < batch_size_) {
      optional<T> item = source_.next();
      if (!item) break;
      batch_.push_back(std::move(*item));
    }
    std::vector<T> batch = std::move(batch_);
    batch_.clear();
    if (batch.empty() || (drop_last_ && static_cast<int64_t>(batch.size()) < batch_size_)) return nullopt;
    return batch;
  }
  void reset(const Epoch& epoch) override {
    batch_.clear();
    source_.reset(epoch);
  }
  State state() const override {
    const int64_t from = batch_.empty() ? source_.taken() : first_;
    return state_of(*this, source_.state(from)).set("begun", source_.taken() - from);
  }
  void load_state(const State& state) override {
    batch_.clear();
    source_.load_state(source_of(*this, state));
    first_ = source_.taken();
    source_.take_again(state.at("begun").to_int(), [this](int64_t, T&& item) { batch_.push_back(std::move(item)); });
  }
  optional<int64_t> size() const override {
    const optional<int64_t> items = source_.source()->size();
    if (!items) return nullopt;
    return (*items + (drop_last_ ? 0 : batch_size_ - 1)) / batch_size_;
  }
  const char* name() const override { return "batch"; }

 private:
  // Going back is needed only where an exception has interrupted a batch.
  static constexpr int64_t kMarkInterval = 4096;

  Rewind<T> source_;
  const int64_t batch_size_;
  const bool drop_last_;
  std::vector<T> batch_;
  int64_t first_ = 0;  // index of its first item
};

/// Lists of `batch_size` items; the last one may be shorter, or is left out with `drop_last`.
///
///     for (std::vector<Sample>& samples : data::from(list).batch(32)) ...
///
/// Source: torch 1.13 IterDataPipe.batch.
template <class T>
auto Pipe<T>::batch(int64_t batch_size, bool drop_last) && {
  return std::move(*this).template then<BatchStage<T>>(batch_size, drop_last);
}

namespace detail {
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

struct Elements {
  template <class Range>
  Range&& operator()(Range&& range) const {
    return std::forward<Range>(range);
  }
};
}  // namespace detail

/// The elements of items that are containers: `levels` levels of lists in lists, -1 for all.
///
///     auto samples = std::move(batches).unbatch();
///
/// Source: torch 1.13 IterDataPipe.unbatch.
template <class T>
template <int levels>
auto Pipe<T>::unbatch() && {
  static_assert(levels == -1 || levels >= 1, "unbatch: levels must be -1 or at least 1");
  auto elements = std::move(*this).flatmap(detail::Elements());
  constexpr bool more = levels == -1 ? detail::kIsList<typename decltype(elements)::Item> : levels > 1;
  constexpr int left = levels == -1 ? -1 : levels - 1;
  if constexpr (more) return std::move(elements).template unbatch<left>();
  else return elements;
}

template <class T>
class InBatchShuffleStage final : public Link<T, T> {
 public:
  explicit InBatchShuffleStage(StagePtr<T> source) : Link<T, T>(std::move(source)) {}

  optional<T> next() override {
    optional<T> batch = this->take();
    if (!batch) return nullopt;
    Random random = this->epoch_.random(this->index());
    for (auto i = static_cast<int64_t>(batch->size()) - 1; i > 0; --i) {
      using std::swap;
      swap((*batch)[static_cast<size_t>(i)], (*batch)[static_cast<size_t>(random.below(i + 1))]);
    }
    return batch;
  }
  void reset(const Epoch& epoch) override {
    Link<T, T>::reset(epoch.below());
    this->epoch_ = epoch;
  }
  optional<int64_t> size() const override { return this->source_->size(); }
  const char* name() const override { return "in_batch_shuffle"; }
};

/// The items of each batch in a random order.
///
///     auto batches = data::from(list).batch(32).in_batch_shuffle();
///
/// Source: torchdata 0.4 in_batch_shuffle.
template <class T>
auto Pipe<T>::in_batch_shuffle() && {
  return std::move(*this).template then<InBatchShuffleStage<T>>();
}

}  // namespace torchpp::data
