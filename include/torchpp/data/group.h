// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that hold items until others come that belong to them: groupby, max_token_bucketize, zip_with_iter; and
/// those that gather items in other ways: bucketbatch, zip_with_map, rows2columnar, window.

#include <torchpp/core/arg.h>
#include <torchpp/data/batch.h>
#include <torchpp/data/order.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {
TORCHPP_API void check_columns(size_t got, size_t expected);
TORCHPP_API void check_window(int64_t size, int64_t step);
}  // namespace detail

/// Base of stages that hold items of their source. What comes next must depend on the items that are held, in the order
/// of their indices, and on whether the source has ended: a state then consists of these indices, and the items are
/// taken again from the oldest one on.
template <class In, class Out>
class Gather : public Stage<Out> {
 public:
  optional<Out> next() final {
    while (true) {
      if (optional<Out> out = emit(ended_)) return out;
      if (ended_) return nullopt;
      if (source_.taken() % kReleaseInterval == 0) source_.release(oldest());
      const int64_t index = source_.taken();
      optional<In> item = source_.next();
      if (item) insert(index, std::move(*item));
      else ended_ = true;
    }
  }
  void reset(const Epoch& epoch) override {
    source_.reset(epoch);
    clear();
    ended_ = false;
  }
  State state() const override {
    return state_of(*this, source_.state(oldest()))
        .set("held", detail::state_of_indices(held()))
        .set("taken", source_.taken())
        .set("ended", ended_);
  }
  void load_state(const State& state) override {
    clear();
    source_.load_state(source_of(*this, state));
    const std::vector<int64_t> held = detail::indices_of(state.at("held"));
    const int64_t taken = state.at("taken").to_int();
    source_.take_again(taken - source_.taken(), [&](int64_t index, In&& item) {
      if (std::binary_search(held.begin(), held.end(), index)) insert(index, std::move(item));
    });
    ended_ = state.at("ended").to_bool();
  }

 protected:
  explicit Gather(StagePtr<In> source) : source_(std::move(source)) {}

  virtual void insert(int64_t index, In item) = 0;
  /// The next result of what is held; nullopt if more items are needed, or at the end.
  virtual optional<Out> emit(bool ended) = 0;
  /// The indices of all items that are held, rising.
  virtual std::vector<int64_t> held() const = 0;
  virtual void clear() = 0;

 private:
  static constexpr int64_t kReleaseInterval = 1024;

  int64_t oldest() const {
    const std::vector<int64_t> indices = held();
    return indices.empty() ? source_.taken() : indices.front();
  }

  Rewind<In> source_;
  bool ended_ = false;
};

struct GroupOptions {
  /// Items in all groups; when there are so many, the greatest group is given, though it is not complete.
  TORCHPP_ARG(int64_t, buffer_size) = 10000;
  /// A group of so many items is given at once.
  TORCHPP_ARG(optional<int64_t>, group_size);
  /// Groups that are given because the buffer is full, or at the end, must have so many items: smaller ones are an
  /// Error, or dropped.
  TORCHPP_ARG(optional<int64_t>, guaranteed_group_size);
  TORCHPP_ARG(bool, drop_remaining) = false;
};

namespace detail {
TORCHPP_API void check_group(const GroupOptions& options);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_small_group(const std::string& key, size_t size, int64_t guaranteed);
}  // namespace detail

template <class T, class F>
class GroupStage final : public Gather<T, std::vector<T>> {
 public:
  using Key = std::decay_t<std::invoke_result_t<F&, const T&>>;
  GroupStage(StagePtr<T> source, F key, const GroupOptions& options)
      : Gather<T, std::vector<T>>(std::move(source)), key_(std::move(key)), options_(options) {
    detail::check_group(options);
  }
  const char* name() const override { return "groupby"; }

 private:
  struct Group {
    std::vector<T> items;
    std::vector<int64_t> indices;
  };

  void insert(int64_t index, T item) override {
    const Key key = in_stage(name(), index, key_of(item), [&]() -> Key { return key_(std::as_const(item)); });
    Group& group = groups_[key];
    group.items.push_back(std::move(item));
    group.indices.push_back(index);
    ++count_;
  }
  optional<std::vector<T>> emit(bool ended) override {
    if (options_.group_size())
      for (auto it = groups_.begin(); it != groups_.end(); ++it)
        if (static_cast<int64_t>(it->second.items.size()) >= *options_.group_size()) return give(it);
    while (!groups_.empty() && (ended || count_ >= options_.buffer_size())) {
      auto chosen = groups_.begin();  // the greatest group, the oldest of several
      for (auto it = groups_.begin(); it != groups_.end(); ++it) {
        const Group &group = it->second, &best = chosen->second;
        if (group.items.size() > best.items.size() ||
            (group.items.size() == best.items.size() && group.indices.front() < best.indices.front()))
          chosen = it;
      }
      const auto least = static_cast<size_t>(options_.guaranteed_group_size().value_or(0));
      if (chosen->second.items.size() >= least) return give(chosen);
      if (!options_.drop_remaining())
        detail::fail_small_group(key_of(chosen->first), chosen->second.items.size(), *options_.guaranteed_group_size());
      give(chosen);
    }
    return nullopt;
  }
  std::vector<int64_t> held() const override {
    std::vector<int64_t> indices;
    for (const auto& entry : groups_)
      indices.insert(indices.end(), entry.second.indices.begin(), entry.second.indices.end());
    std::sort(indices.begin(), indices.end());
    return indices;
  }
  void clear() override {
    groups_.clear();
    count_ = 0;
  }

  std::vector<T> give(typename std::map<Key, Group>::iterator it) {
    std::vector<T> items = std::move(it->second.items);
    count_ -= static_cast<int64_t>(items.size());
    groups_.erase(it);
    return items;
  }

  F key_;
  const GroupOptions options_;
  std::map<Key, Group> groups_;
  int64_t count_ = 0;
};

/// Lists of items for which f(item) is the same.
///
///     auto groups = data::list_files("shots").groupby([](const std::string& path) { return stem_of(path); });
///
/// Source: torch 1.13 IterDataPipe.groupby.
template <class T>
template <class F>
auto Pipe<T>::groupby(F f, const GroupOptions& options) && {
  return std::move(*this).template then<GroupStage<T, F>>(std::move(f), options);
}

template <class T>
class WindowStage final : public Gather<T, std::vector<T>> {
 public:
  WindowStage(StagePtr<T> source, int64_t size, int64_t step)
      : Gather<T, std::vector<T>>(std::move(source)), size_(size), step_(step) {
    detail::check_window(size, step);
  }
  const char* name() const override { return "window"; }

 private:
  void insert(int64_t index, T item) override {
    // Windows begin at multiples of the step; items between two of them belong to none.
    if (index % step_ < size_) items_.emplace_back(index, std::move(item));
  }
  optional<std::vector<T>> emit(bool) override {
    if (static_cast<int64_t>(items_.size()) < size_) return nullopt;
    std::vector<T> window;
    for (int64_t i = 0; i < size_; ++i) window.push_back(items_[static_cast<size_t>(i)].second);
    for (int64_t i = 0; i < step_ && !items_.empty(); ++i) items_.pop_front();
    return window;
  }
  std::vector<int64_t> held() const override {
    std::vector<int64_t> indices;
    for (const auto& item : items_) indices.push_back(item.first);
    return indices;
  }
  void clear() override { items_.clear(); }

  const int64_t size_, step_;
  std::deque<std::pair<int64_t, T>> items_;
};

struct MaxTokenOptions {
  /// Lengths of samples; shorter and longer ones are left out. max_len: max_token_count by default.
  TORCHPP_ARG(int64_t, min_len) = 0;
  TORCHPP_ARG(optional<int64_t>, max_len);
  /// Samples among which those of the least lengths are chosen.
  TORCHPP_ARG(int64_t, buffer_size) = 1000;
  /// A batch counts its longest sample's length for each of its samples.
  TORCHPP_ARG(bool, include_padding) = false;
};

namespace detail {
TORCHPP_API void check_max_token(int64_t max_token_count, const MaxTokenOptions& options);
}

template <class T, class F>
class MaxTokenStage final : public Gather<T, std::vector<T>> {
 public:
  MaxTokenStage(StagePtr<T> source, int64_t max_token_count, F length, const MaxTokenOptions& options)
      : Gather<T, std::vector<T>>(std::move(source)),
        most_(max_token_count),
        length_(std::move(length)),
        options_(options) {
    detail::check_max_token(max_token_count, options);
  }
  State state() const override {
    return Gather<T, std::vector<T>>::state().set("batch",
                                                  std::vector<State>(batch_indices_.begin(), batch_indices_.end()));
  }
  void load_state(const State& state) override {
    Gather<T, std::vector<T>>::load_state(state);
    for (const State& index : state.at("batch").to_list()) {
      const int64_t wanted = index.to_int();
      const auto it = std::find_if(heap_.begin(), heap_.end(),
                                   [wanted](const auto& entry) { return entry.first.second == wanted; });
      if (it != heap_.end()) move_to_batch(it);
    }
  }
  const char* name() const override { return "max_token_bucketize"; }

 private:
  using Order = std::pair<int64_t, int64_t>;  // length, index

  void insert(int64_t index, T item) override {
    const int64_t length =
        in_stage(name(), index, key_of(item), [&] { return static_cast<int64_t>(length_(std::as_const(item))); });
    if (length >= options_.min_len() && length <= options_.max_len().value_or(most_))
      heap_.emplace(Order(length, index), std::move(item));
  }
  optional<std::vector<T>> emit(bool ended) override {
    while (!heap_.empty() && (ended || static_cast<int64_t>(heap_.size()) >= options_.buffer_size())) {
      const int64_t length = heap_.begin()->first.first;
      const int64_t tokens =
          options_.include_padding() ? length * (static_cast<int64_t>(batch_.size()) + 1) : tokens_ + length;
      if (tokens > most_) return give();
      move_to_batch(heap_.begin());
    }
    if (ended && !batch_.empty()) return give();
    return nullopt;
  }
  std::vector<int64_t> held() const override {
    std::vector<int64_t> indices = batch_indices_;
    for (const auto& entry : heap_) indices.push_back(entry.first.second);
    std::sort(indices.begin(), indices.end());
    return indices;
  }
  void clear() override {
    heap_.clear();
    give();
  }

  void move_to_batch(typename std::map<Order, T>::iterator it) {
    tokens_ += it->first.first;
    batch_indices_.push_back(it->first.second);
    batch_.push_back(std::move(it->second));
    heap_.erase(it);
  }
  std::vector<T> give() {
    std::vector<T> batch = std::move(batch_);
    batch_.clear();
    batch_indices_.clear();
    tokens_ = 0;
    return batch;
  }

  const int64_t most_;
  F length_;
  const MaxTokenOptions options_;
  std::map<Order, T> heap_;
  std::vector<T> batch_;
  std::vector<int64_t> batch_indices_;
  int64_t tokens_ = 0;
};

/// Batches of samples of like length: each holds at most `max_token_count` tokens, f(sample) being a sample's number of
/// them. The shortest sample of a buffer comes next.
///
///     auto batches = data::from(texts).max_token_bucketize(4096, [](const Text& text) { return text.size(); });
///
/// Source: torchdata 0.4 max_token_bucketize.
template <class T>
template <class F>
auto Pipe<T>::max_token_bucketize(int64_t max_token_count, F f, const MaxTokenOptions& options) && {
  return std::move(*this).template then<MaxTokenStage<T, F>>(max_token_count, std::move(f), options);
}

/// Batches of samples of like length, or whatever f(sample), a number, orders: of each `bucket_num` * `batch_num`
/// batches' samples, those of each bucket are shuffled, sorted by f and cut into batches, which come in a random order.
/// Without use_in_batch_shuffle, samples and batches are shuffled by shuffle() with a buffer of so many, and so move
/// further.
///
///     auto batches = data::from(texts).bucketbatch(32, [](const Text& text) { return text.size(); });
///
/// Source: torchdata 0.3 bucketbatch; its random numbers are others.
template <class T>
template <class F>
auto Pipe<T>::bucketbatch(int64_t batch_size, F f, bool drop_last, int64_t batch_num, int64_t bucket_num,
                          bool use_in_batch_shuffle) && {
  detail::check_batch_size("bucketbatch", batch_size);
  detail::check_batch_size("bucketbatch", batch_num);
  detail::check_batch_size("bucketbatch", bucket_num);
  // A bucket: its samples, sorted, in batches.
  const auto batches_of = [f = std::move(f), batch_size, drop_last](std::vector<T> bucket) mutable {
    std::stable_sort(bucket.begin(), bucket.end(), [&f](const T& a, const T& b) { return f(a) < f(b); });
    std::vector<std::vector<T>> batches;
    const auto size = static_cast<size_t>(batch_size);
    for (size_t begin = 0; begin < bucket.size(); begin += size) {
      if (drop_last && bucket.size() - begin < size) break;
      const auto first = bucket.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = bucket.begin() + static_cast<std::ptrdiff_t>(std::min(bucket.size(), begin + size));
      batches.emplace_back(std::make_move_iterator(first), std::make_move_iterator(last));
    }
    return batches;
  };
  const int64_t batches_held = batch_num * bucket_num, held = batch_size * batches_held;
  auto samples =
      use_in_batch_shuffle ? std::move(*this).batch(held).in_batch_shuffle().unbatch() : std::move(*this).shuffle(held);
  auto buckets = std::move(samples).batch(batch_size * batch_num).map(batches_of);
  return use_in_batch_shuffle ? std::move(buckets).in_batch_shuffle().unbatch()
                              : std::move(buckets).unbatch().shuffle(batches_held);
}

/// Overlapping lists of `size` items, each `step` items after the one before; a last one that would be shorter is left
/// out. With step = size they are batches.
///
///     auto windows = data::from(samples).window(400, 160);
///
template <class T>
auto Pipe<T>::window(int64_t size, int64_t step) && {
  return std::move(*this).template then<WindowStage<T>>(size, step);
}

namespace detail {
template <class K, class T>
using Columns = std::map<K, std::vector<T>>;

struct RowsToColumns {
  template <class K, class T>
  Columns<K, T> operator()(std::vector<std::map<K, T>> rows) const {
    Columns<K, T> columns;
    for (std::map<K, T>& row : rows)
      for (auto& entry : row) columns[entry.first].push_back(std::move(entry.second));
    return columns;
  }
};
struct NamedRowsToColumns {
  template <class T>
  Columns<std::string, T> operator()(std::vector<std::vector<T>> rows) const {
    Columns<std::string, T> columns;
    for (const std::string& name : names) columns[name];
    for (std::vector<T>& row : rows) {
      check_columns(row.size(), names.size());
      for (size_t i = 0; i < row.size(); ++i) columns[names[i]].push_back(std::move(row[i]));
    }
    return columns;
  }
  std::vector<std::string> names;
};
}  // namespace detail

/// A list of rows becomes columns: of maps a map of lists; of lists, whose positions `column_names` names, too.
///
///     auto columns = std::move(rows).batch(100).rows2columnar({"height", "weight"});
///
/// Source: torchdata 0.3 rows2columnar.
template <class T>
auto Pipe<T>::rows2columnar(std::vector<std::string> column_names) && {
  if constexpr (detail::kIsList<typename T::value_type>) {
    using S = MapStage<T, detail::NamedRowsToColumns>;
    return std::move(*this).template then<S>(detail::NamedRowsToColumns{std::move(column_names)}, "rows2columnar");
  } else {
    using S = MapStage<T, detail::RowsToColumns>;
    return std::move(*this).template then<S>(detail::RowsToColumns(), "rows2columnar");
  }
}

}  // namespace torchpp::data
