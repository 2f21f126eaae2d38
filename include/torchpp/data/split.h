// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that divide a pipe into several: fork, demux, random_split, unzip.
///
/// The pipes that they return share the source: a reset() of each of them begins one epoch of it, with the Epoch of the
/// one that is reset first. Items that one of them has not taken yet wait in a buffer of `buffer_size` items for each;
/// when it is full, taking another item for the others throws Error. All are to be used on one thread.

#include <torchpp/data/map.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {

inline constexpr int64_t kToAll = -1, kToNone = -2;

TORCHPP_API void check_split(const char* stage, int64_t instances, int64_t buffer_size);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_buffer(const char* stage, int64_t child, int64_t buffer_size);
TORCHPP_API void check_class(const char* stage, int64_t got, int64_t instances);

/// What the pipes of one split share.
template <class T, class Route>
class Split {
 public:
  Split(const char* name, StagePtr<T> source, int64_t instances, Route route, int64_t buffer_size)
      : name_(name),
        source_(std::move(source)),
        route_(std::move(route)),
        buffer_size_(buffer_size),
        children_(static_cast<size_t>(instances)) {
    check_split(name, instances, buffer_size);
  }

  optional<T> next(size_t child) {
    Child& c = children_[child];
    while (c.items.empty()) {
      if (!ended_ && !take()) ended_ = true;
      if (ended_ && c.items.empty()) return nullopt;
    }
    Held held = std::move(c.items.front());
    c.items.pop_front();
    c.next = held.index + 1;
    return std::move(held.item);
  }
  void reset(size_t child, const Epoch& epoch) {
    if (joins(child)) return;
    source_.reset(epoch);
    clear();
    for (Child& c : children_) c.next = 0;
    epoch_ = epoch;
  }
  State state(size_t child) const {
    return detail::state_of(name_)
        .set("source", source_.state(oldest_held()))
        .set("taken", source_.taken())
        .set("next", children_[child].next)
        .set("child", static_cast<int64_t>(child));
  }
  void load_state(size_t child, const State& state) {
    check_state(name_, state);
    TORCHPP_CHECK(state.at("child").to_int() == static_cast<int64_t>(child), name_, ": got the state of pipe ",
                  state.at("child").to_int(), ", expected that of pipe ", child);
    if (!joins(child)) {
      clear();
      for (Child& c : children_) c.next = 0;
      source_.load_state(state.at("source"));
    }
    // The states of the pipes may have been taken at different times: the source goes to the latest.
    source_.take_again(state.at("taken").to_int() - source_.taken(),
                       [this](int64_t index, T&& item) { give(index, std::move(item), false); });
    // Items that it had got before are not given again.
    Child& c = children_[child];
    c.next = state.at("next").to_int();
    while (!c.items.empty() && c.items.front().index < c.next) c.items.pop_front();
  }
  optional<int64_t> source_size() const { return source_.source()->size(); }
  const char* name() const noexcept { return name_; }

 private:
  struct Held {
    int64_t index;
    T item;
  };
  struct Child {
    std::deque<Held> items;
    int64_t next = 0;  // it has got what was its of the items before
    uint64_t round = 0;
  };

  // The first pipe that is reset or loaded does it for the source; the others follow it.
  bool joins(size_t child) {
    Child& c = children_[child];
    const bool follows = c.round < round_;
    if (!follows) ++round_;
    c.round = round_;
    return follows;
  }
  void clear() {
    for (Child& c : children_) c.items.clear();
    ended_ = false;
  }
  bool take() {
    source_.release(oldest_held());
    const int64_t index = source_.taken();
    optional<T> item = source_.next();
    if (!item) return false;
    give(index, std::move(*item), true);
    return true;
  }
  // To the pipes that are to get it; `limited`: unless the buffer of one is full.
  void give(int64_t index, T&& item, bool limited) {
    const int64_t to = in_stage(name_, index, key_of(item), [&] { return route_(item, epoch_, index); });
    if (to == kToNone) return;
    const auto first = static_cast<size_t>(to == kToAll ? 0 : to);
    const size_t last = to == kToAll ? children_.size() - 1 : first;
    for (size_t i = first; limited && i <= last; ++i)
      if (buffer_size_ >= 0 && static_cast<int64_t>(children_[i].items.size()) >= buffer_size_)
        fail_buffer(name_, static_cast<int64_t>(i), buffer_size_);
    for (size_t i = first; i <= last; ++i) {
      if (index < children_[i].next) continue;  // it got the item before the state was taken that was loaded
      if (i < last) children_[i].items.push_back({index, T(item)});
      else children_[i].items.push_back({index, std::move(item)});
    }
  }
  int64_t oldest_held() const {
    int64_t oldest = source_.taken();
    for (const Child& c : children_)
      if (!c.items.empty() && c.items.front().index < oldest) oldest = c.items.front().index;
    return oldest;
  }

  const char* name_;
  Rewind<T> source_;
  Route route_;
  const int64_t buffer_size_;
  Epoch epoch_;
  std::vector<Child> children_;
  uint64_t round_ = 0;
  bool ended_ = false;
};

}  // namespace detail

template <class T, class Route>
class SplitStage final : public Stage<T> {
 public:
  SplitStage(std::shared_ptr<detail::Split<T, Route>> split, size_t child) : split_(std::move(split)), child_(child) {}

  optional<T> next() override { return split_->next(child_); }
  void reset(const Epoch& epoch) override { split_->reset(child_, epoch); }
  State state() const override { return split_->state(child_); }
  void load_state(const State& state) override { split_->load_state(child_, state); }
  optional<int64_t> size() const override {
    if constexpr (Route::kKeepsAll) return split_->source_size();
    else return nullopt;
  }
  const char* name() const override { return split_->name(); }

 private:
  std::shared_ptr<detail::Split<T, Route>> split_;
  size_t child_;
};

namespace detail {

template <class T, class Route>
std::vector<Pipe<T>> split(const char* name, StagePtr<T> source, int64_t instances, Route route, int64_t buffer_size) {
  const auto shared =
      std::make_shared<Split<T, Route>>(name, std::move(source), instances, std::move(route), buffer_size);
  std::vector<Pipe<T>> pipes;
  for (int64_t i = 0; i < instances; ++i)
    pipes.emplace_back(StagePtr<T>(new SplitStage<T, Route>(shared, static_cast<size_t>(i))));
  return pipes;
}

struct RouteToAll {
  static constexpr bool kKeepsAll = true;
  template <class T>
  int64_t operator()(const T&, const Epoch&, int64_t) const {
    return kToAll;
  }
};

template <class F>
struct RouteByClass {
  static constexpr bool kKeepsAll = false;
  template <class T>
  int64_t operator()(const T& item, const Epoch&, int64_t) {
    const optional<int64_t> to = classify(item);
    if (!to && drop_none) return kToNone;
    check_class("demux", to.value_or(-1), instances);
    return *to;
  }
  F classify;
  int64_t instances;
  bool drop_none;
};

}  // namespace detail

/// `num_instances` pipes, each of all items.
///
///     std::vector<data::Pipe<Image>> two = data::from(images).fork(2);
///     auto pairs = std::move(two[0]).map(weak).zip(std::move(two[1]).map(strong));
///
/// buffer_size -1: without a limit.   Source: torch 1.13 IterDataPipe.fork.
template <class T>
auto Pipe<T>::fork(int64_t num_instances, int64_t buffer_size) && {
  return detail::split("fork", std::move(stage_), num_instances, detail::RouteToAll(), buffer_size);
}

/// `num_instances` pipes, of which number f(item) gets the item. f returns a number or an optional one: nullopt leaves
/// the item out with drop_none, and is an Error without, as a number out of range always is.
///
///     auto halves = data::range(100).demux(2, [](int64_t i) { return i % 2; });
///
/// buffer_size -1: without a limit.   Source: torch 1.13 IterDataPipe.demux.
template <class T>
template <class F>
auto Pipe<T>::demux(int64_t num_instances, F f, bool drop_none, int64_t buffer_size) && {
  return detail::split("demux", std::move(stage_), num_instances,
                       detail::RouteByClass<F>{std::move(f), num_instances, drop_none}, buffer_size);
}

namespace detail {

/// Gives each of `total` items to one of the pipes, so that each gets exactly its share of them.
class TORCHPP_API RouteByShare {
 public:
  static constexpr bool kKeepsAll = false;
  RouteByShare(std::vector<double> weights, uint64_t seed, int64_t total);
  template <class T>
  int64_t operator()(const T&, const Epoch&, int64_t index) {
    return route(index);
  }

 private:
  int64_t route(int64_t index);

  std::vector<int64_t> shares_;
  uint64_t seed_;
  std::vector<int64_t> left_;  // of the shares, before item next_
  int64_t next_ = 0;
};

}  // namespace detail

/// Divides the items at random: pipe i gets weights[i] / (sum of the weights) of the `total_length` items (by default
/// size(), which must then be known), rounded so that all are given. The division depends on the seed alone, so it is
/// the same in each epoch.
///
///     auto parts = data::list_files("images").set_length(1000).random_split({.8, .2}, 1);
///
/// Source: torchdata 0.5 random_split; its random numbers are others, and its pipes are read one after the other.
template <class T>
auto Pipe<T>::random_split(std::vector<double> weights, uint64_t seed, optional<int64_t> total_length) && {
  if (!total_length) total_length = size();
  TORCHPP_CHECK_VALUE(total_length.has_value(),
                      "random_split: got a pipe whose size is not known, expected total_length to be given");
  const auto instances = static_cast<int64_t>(weights.size());
  return detail::split("random_split", std::move(stage_), instances,
                       detail::RouteByShare(std::move(weights), seed, *total_length), -1);
}

namespace detail {
template <size_t I>
struct Column {
  template <class Tuple>
  auto operator()(Tuple&& tuple) const {
    return std::get<I>(std::forward<Tuple>(tuple));
  }
};
// The columns of a row of `columns` that are not to be skipped.
template <size_t columns, size_t... skipped>
constexpr auto columns_but() {
  constexpr auto is_skipped = [](size_t column) { return ((column == skipped) || ...); };
  struct Columns {
    size_t count = 0, places[columns] = {};
  } kept;
  for (size_t i = 0; i < columns; ++i)
    if (!is_skipped(i)) kept.places[kept.count++] = i;
  return kept;
}
template <size_t columns, size_t... skipped>
inline constexpr auto kColumnsBut = columns_but<columns, skipped...>();

template <size_t... skipped, class T, size_t... I>
auto unzip(std::vector<Pipe<T>> copies, std::index_sequence<I...>) {
  constexpr auto& kept = kColumnsBut<std::tuple_size_v<T>, skipped...>;
  return std::make_tuple(std::move(copies[I]).map(Column<kept.places[I]>())...);
}
}  // namespace detail

/// A std::tuple of pipes, one for each element of items that are tuples, pairs or arrays, but those whose numbers are
/// given.
///
///     auto [images, labels] = data::from(samples).unzip();
///     auto [names, sizes] = data::from(triples).unzip<1>();   // without the middle column
///
/// buffer_size -1: without a limit.   Source: torchdata 0.3 unzip.
template <class T>
template <size_t... columns_to_skip>
auto Pipe<T>::unzip(int64_t buffer_size) && {
  constexpr size_t columns = std::tuple_size_v<T>;
  static_assert(((columns_to_skip < columns) && ...), "unzip: the items have no such column");
  constexpr size_t kept = detail::kColumnsBut<columns, columns_to_skip...>.count;
  static_assert(kept > 0, "unzip: all columns are skipped");
  return detail::unzip<columns_to_skip...>(std::move(*this).fork(static_cast<int64_t>(kept), buffer_size),
                                           std::make_index_sequence<kept>());
}

}  // namespace torchpp::data
