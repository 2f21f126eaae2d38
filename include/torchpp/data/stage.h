// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a stage of a data pipeline is, and what helps to write one.

#include <torchpp/core/error.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/data/random.h>
#include <torchpp/data/state.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace torchpp::data {

/// What decides the order of an epoch: the seed, the number of the epoch and, where the pipeline is divided among
/// processes (shard()), the process's rank among `world` of them. Timing and the number of workers do not.
struct TORCHPP_API Epoch {
  uint64_t seed = 0;
  int64_t epoch = 0;
  int64_t rank = 0, world = 1;
  /// Threads of the stages that do not say how many they have (parallel_map()); 0: they work on the calling thread.
  int64_t workers = 0;

  /// For the source of a stage that draws random numbers itself: another seed, so that two such stages of one chain
  /// draw different numbers.
  Epoch below() const noexcept { return {detail::mix(seed, 0x9e3779b97f4a7c15u), epoch, rank, world, workers}; }
  /// For source number `index` of a stage that has several.
  Epoch branch(int64_t index) const noexcept {
    return {index == 0 ? seed : detail::mix(seed, static_cast<uint64_t>(index)), epoch, rank, world, workers};
  }
  /// For the `round`-th time that a stage reads the same source in one epoch.
  Epoch round(int64_t round) const noexcept {
    return {round == 0 ? seed : detail::mix(static_cast<uint64_t>(round), seed), epoch, rank, world, workers};
  }
  /// The numbers of item `index` of this process; other processes' items have others.
  Random random(int64_t index) const noexcept { return Random(seed, epoch, index * world + rank); }
};

/// A stage of a pipeline of items: an iterator that owns the stage from which it takes its own items.
///
/// reset() begins an epoch, the first one too. When next() has thrown, the stage can be asked again: the item that
/// failed is left out. Used by one thread at a time.
template <class T>
class Stage {
 public:
  using Item = T;

  virtual ~Stage() = default;
  /// The next item; nullopt at the end, and from then on until reset() or load_state().
  virtual optional<T> next() = 0;
  virtual void reset(const Epoch& epoch) = 0;
  /// Where it stands, its sources included: an object with the member "stage". Small; it holds no items.
  virtual State state() const = 0;
  /// Goes on where the state was taken, after a reset() for the same epoch. Throws Error for the state of another
  /// chain of stages.
  virtual void load_state(const State& state) = 0;
  /// The number of items of an epoch, if it is known without reading.
  virtual optional<int64_t> size() const { return nullopt; }
  /// The name of the method that appends it: "shuffle".
  virtual const char* name() const = 0;
};

template <class T>
using StagePtr = torchpp::detail::Owned<Stage<T>>;

namespace detail {
TORCHPP_API State state_of(const char* stage);
TORCHPP_API void check_state(const char* stage, const State& state);
[[noreturn]] TORCHPP_API TORCHPP_COLD void rethrow_in_stage(const char* stage, int64_t index, const std::string& key);

template <class T, class = void>
inline constexpr bool kHasKey = false;
template <class T>
inline constexpr bool kHasKey<T, decltype(static_cast<void>(std::string(std::declval<const T&>().key)))> = true;
template <class T, class = void>
inline constexpr bool kHasPath = false;
template <class T>
inline constexpr bool kHasPath<T, decltype(static_cast<void>(std::string(std::declval<const T&>().path)))> = true;
template <class T, class = void>
inline constexpr bool kHasFirst = false;
template <class T>
inline constexpr bool kHasFirst<T, decltype(static_cast<void>(std::declval<const T&>().first))> = true;
}  // namespace detail

/// Of a text that is an item: each stage copies the name of the item that it works on.
inline constexpr size_t kMostKeyBytes = 100;

/// What names an item in errors: a text itself (its beginning), a pair's first text, the member `key` or `path`; else
/// "".
template <class T>
std::string key_of(const T& item) {
  if constexpr (std::is_same_v<T, std::string>)
    return item.size() <= kMostKeyBytes ? item : item.substr(0, kMostKeyBytes);
  else if constexpr (std::is_convertible_v<const T&, std::string>) return item;
  else if constexpr (detail::kHasKey<T>) return std::string(item.key);
  else if constexpr (detail::kHasPath<T>) return std::string(item.path);
  else if constexpr (detail::kHasFirst<T>) return key_of(item.first);
  else return {};
}

/// Returns f(). What it throws gets the name of the stage, the item's index and its key: `Error`s a further line of
/// text, which keeps their type; other exceptions become Errors with theirs.
template <class F>
decltype(auto) in_stage(const char* stage, int64_t index, const std::string& key, F&& f) {
  try {
    return f();
  } catch (...) {
    detail::rethrow_in_stage(stage, index, key);
  }
}

/// The state of a stage, to which it adds its own members by set().
template <class T>
State state_of(const Stage<T>& stage) {
  return detail::state_of(stage.name());
}
template <class T>
State state_of(const Stage<T>& stage, State source) {
  return detail::state_of(stage.name()).set("source", std::move(source));
}
/// Throws Error unless the state is one of this stage; returns that of its source.
template <class T>
const State& source_of(const Stage<T>& stage, const State& state) {
  detail::check_state(stage.name(), state);
  return state.at("source");
}

}  // namespace torchpp::data
