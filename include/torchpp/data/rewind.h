// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/stage.h>

#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {

/// Rising indices as a list of first and last ones of runs, and back.
TORCHPP_API State state_of_indices(const std::vector<int64_t>& indices);
TORCHPP_API std::vector<int64_t> indices_of(const State& state);

/// States of a source and how many items it had given, in order.
class TORCHPP_API Marks {
 public:
  void clear() noexcept { marks_.clear(); }
  void add(int64_t index, State state);
  /// Whether a mark is due before item `index` is taken.
  bool due(int64_t index, int64_t interval) const noexcept {
    return marks_.empty() || index - marks_.back().index >= interval;
  }
  /// Forgets what is not needed to go back to item `index` or a later one.
  void release(int64_t index);
  /// How to go back to item `index`: the last mark before it, and how many items are to be taken again.
  State back_to(int64_t index) const;

 private:
  struct Mark {
    int64_t index;
    State state;
  };
  std::vector<Mark> marks_;
};

}  // namespace detail

/// A source for stages that take items before they give them on (buffers, threads): it can tell how to go back to an
/// item that was taken earlier, without holding items. Every `interval` items it records the source's state; going back
/// loads the last one before the item and takes the items between the two again.
template <class T>
class Rewind {
 public:
  explicit Rewind(StagePtr<T> source, int64_t interval = 64)
      : source_(std::move(source)), interval_(interval < 1 ? 1 : interval) {}

  optional<T> next() {
    if (marks_.due(taken_, interval_)) marks_.add(taken_, source_->state());
    optional<T> item;
    try {
      item = source_->next();
    } catch (...) {
      ++taken_;  // an item that failed has an index, too
      throw;
    }
    if (item) ++taken_;
    return item;
  }
  void reset(const Epoch& epoch) {
    source_->reset(epoch);
    start(0);
  }
  /// The index of the next item: how many were taken in this epoch.
  int64_t taken() const noexcept { return taken_; }
  /// Items before `index` will not be gone back to.
  void release(int64_t index) { marks_.release(index); }

  /// For load_state(): afterwards next() gives item `index`, which was taken before or is the next one.
  State state(int64_t index) const {
    if (index == taken_) return State().set("index", index).set("again", 0).set("state", source_->state());
    return marks_.back_to(index);
  }
  void load_state(const State& state) {
    const int64_t index = state.at("index").to_int(), again = state.at("again").to_int();
    source_->load_state(state.at("state"));
    start(index - again);
    take_again(again, [](int64_t, T&&) {});
  }
  /// Takes `count` items that were taken before the state was, calling f(index, item) for each but those that failed
  /// then and fail again.
  template <class F>
  void take_again(int64_t count, const F& f) {
    for (const int64_t end = taken_ + count; taken_ < end;) {
      const int64_t index = taken_;
      try {
        optional<T> item = next();
        if (!item) return;
        f(index, std::move(*item));
      } catch (const std::exception&) {
        if (taken_ == index) throw;  // not an item's error
      }
    }
  }
  const StagePtr<T>& source() const noexcept { return source_; }

 private:
  void start(int64_t index) {
    taken_ = index;
    marks_.clear();
  }

  StagePtr<T> source_;
  int64_t interval_;
  int64_t taken_ = 0;
  detail::Marks marks_;
};

}  // namespace torchpp::data
