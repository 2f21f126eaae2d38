// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/stage.h>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace torchpp::data {

/// Base of stages that have one source and hold none of its items between two calls of next(): their position is the
/// source's, and how many items they took.
template <class In, class Out>
class Link : public Stage<Out> {
 public:
  void reset(const Epoch& epoch) override {
    epoch_ = epoch;
    index_ = 0;
    source_->reset(epoch);
  }
  State state() const override { return state_of(*this, source_->state()).set("index", index_); }
  void load_state(const State& state) override {
    source_->load_state(source_of(*this, state));
    index_ = state.at("index").to_int();
  }

 protected:
  explicit Link(StagePtr<In> source) : source_(std::move(source)) {}

  /// The source's next item; index() is then its number.
  optional<In> take() {
    optional<In> item;
    try {
      item = source_->next();
    } catch (...) {
      ++index_;
      throw;
    }
    if (item) ++index_;
    return item;
  }
  /// Of the item that was taken last.
  int64_t index() const noexcept { return index_ - 1; }

  StagePtr<In> source_;
  Epoch epoch_;
  int64_t index_ = 0;  // items taken of the source in this epoch
};

namespace detail {

/// Whether a function of an item also takes the item's random numbers.
template <class F, class T>
inline constexpr bool kTakesRandom = std::is_invocable_v<F&, T, Random&>;

/// f(item), or f(item, random) with the numbers of item `index`. What it throws names stage, index and key.
template <class F, class T>
decltype(auto) call_on(const char* stage, F& f, T&& item, const Epoch& epoch, int64_t index) {
  const std::string key = key_of(item);
  return in_stage(stage, index, key, [&]() -> decltype(auto) {
    if constexpr (kTakesRandom<F, T>) {
      Random random = epoch.random(index);
      return f(std::forward<T>(item), random);
    } else {
      return f(std::forward<T>(item));
    }
  });
}
/// The epoch of the source of a stage that calls f on its items.
template <class F, class T>
Epoch epoch_below(const Epoch& epoch) noexcept {
  return kTakesRandom<F, T> ? epoch.below() : epoch;
}
template <class F, class T>
using ResultOf = std::decay_t<decltype(call_on("", std::declval<F&>(), std::declval<T>(), Epoch(), 0))>;

}  // namespace detail
}  // namespace torchpp::data
