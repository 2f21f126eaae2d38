// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Joins: items of two sources that have the same key.

#include <torchpp/core/arg.h>
#include <torchpp/data/map.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

struct JoinOptions {
  /// Items of the other pipe that wait for their partner; when there are more, Error.
  TORCHPP_ARG(int64_t, buffer_size) = 10000;
};

namespace detail {
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_join_key(const char* stage, const std::string& key);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_join_buffer(int64_t buffer_size, const std::string& key);
TORCHPP_API void check_join(int64_t buffer_size);
TORCHPP_API void warn_left_over(int64_t count);
/// A key as a text for messages.
template <class K>
std::string shown_key(const K& key) {
  if constexpr (std::is_arithmetic_v<K>) return str(key);
  else return key_of(key);
}
}  // namespace detail

template <class T, class U, class F, class G>
class JoinStage final : public Stage<std::pair<T, U>> {
 public:
  using Key = std::decay_t<std::invoke_result_t<F&, const T&>>;
  JoinStage(StagePtr<T> source, StagePtr<U> other, F key, G other_key, const JoinOptions& options)
      : source_(std::move(source)),
        other_(std::move(other)),
        key_(std::move(key)),
        other_key_(std::move(other_key)),
        options_(options) {
    detail::check_join(options.buffer_size());
  }

  optional<std::pair<T, U>> next() override {
    const int64_t index = source_taken_;
    optional<T> item;
    try {
      item = source_->next();
    } catch (...) {
      ++source_taken_;
      throw;
    }
    if (!item) {
      if (!warned_ && !waiting_.empty()) detail::warn_left_over(static_cast<int64_t>(waiting_.size()));
      warned_ = true;
      return nullopt;
    }
    ++source_taken_;
    const Key key = in_stage(name(), index, key_of(*item), [&]() -> Key { return key_(std::as_const(*item)); });
    auto partner = waiting_.find(key);
    while (partner == waiting_.end()) {
      if (static_cast<int64_t>(waiting_.size()) > options_.buffer_size())
        detail::fail_join_buffer(options_.buffer_size(), detail::shown_key(key));
      const int64_t other_index = other_.taken();
      optional<U> other = other_.next();
      if (!other) detail::fail_join_key(name(), detail::shown_key(key));
      const auto held = insert(other_index, std::move(*other));
      if (held->first == key) partner = held;
    }
    std::pair<T, U> pair(std::move(*item), std::move(partner->second.item));
    waiting_.erase(partner);
    if (other_.taken() % kReleaseInterval == 0) other_.release(oldest());
    return pair;
  }
  void reset(const Epoch& epoch) override {
    source_->reset(epoch);
    other_.reset(epoch.branch(1));
    clear();
  }
  State state() const override {
    return state_of(*this, source_->state())
        .set("other", other_.state(oldest()))
        .set("taken", other_.taken())
        .set("held", detail::state_of_indices(held()))
        .set("index", source_taken_);
  }
  void load_state(const State& state) override {
    clear();
    source_->load_state(source_of(*this, state));
    source_taken_ = state.at("index").to_int();
    other_.load_state(state.at("other"));
    const std::vector<int64_t> held = detail::indices_of(state.at("held"));
    const int64_t taken = state.at("taken").to_int();
    other_.take_again(taken - other_.taken(), [&](int64_t index, U&& item) {
      if (std::binary_search(held.begin(), held.end(), index)) insert(index, std::move(item));
    });
  }
  optional<int64_t> size() const override { return source_->size(); }
  const char* name() const override { return "zip_with_iter"; }

 private:
  static constexpr int64_t kReleaseInterval = 256;

  struct Held {
    int64_t index;
    U item;
  };

  auto insert(int64_t index, U item) {
    Key key = in_stage(name(), index, key_of(item), [&]() -> Key { return other_key_(std::as_const(item)); });
    const auto [held, is_new] = waiting_.emplace(std::move(key), Held{index, std::move(item)});
    TORCHPP_CHECK_VALUE(is_new, name(), ": Duplicate key is found in reference: '", detail::shown_key(held->first),
                        "'");
    return held;
  }
  std::vector<int64_t> held() const {
    std::vector<int64_t> indices;
    for (const auto& entry : waiting_) indices.push_back(entry.second.index);
    std::sort(indices.begin(), indices.end());
    return indices;
  }
  int64_t oldest() const {
    int64_t oldest = other_.taken();
    for (const auto& entry : waiting_) oldest = std::min(oldest, entry.second.index);
    return oldest;
  }
  void clear() {
    waiting_.clear();
    source_taken_ = 0;
    warned_ = false;
  }

  StagePtr<T> source_;
  Rewind<U> other_;
  F key_;
  G other_key_;
  const JoinOptions options_;
  std::map<Key, Held> waiting_;
  int64_t source_taken_ = 0;
  bool warned_ = false;
};

/// Pairs of an item and the one of `other` with the same key, f(item) and g(item of other); items of `other` that come
/// earlier wait. Throws Error where `other` ends without the key. What waits at the end is told by a warning.
///
///     auto pairs = std::move(images).zip_with_iter(std::move(captions), image_key, caption_key);
///
/// Source: torchdata 0.3 zip_with_iter; merge_fn is a map() behind it.
template <class T>
template <class U, class F, class G>
auto Pipe<T>::zip_with_iter(Pipe<U> other, F f, G g, const JoinOptions& options) && {
  using S = JoinStage<T, U, F, G>;
  return std::move(*this).template then<S>(std::move(other).take(), std::move(f), std::move(g), options);
}

namespace detail {
template <class Map, class F>
struct LookUp {
  template <class T>
  auto operator()(T item) const {
    const auto& key = f(std::as_const(item));
    const auto found = map.find(key);
    if (found == map.end()) fail_join_key("zip_with_map", shown_key(key));
    return std::pair<T, typename Map::mapped_type>(std::move(item), found->second);
  }
  Map map;
  F f;
};
}  // namespace detail

/// Pairs of an item and what a map, such as std::map, has for f(item). Throws Error for a key that it has not.
///
///     auto labelled = data::list_files("images").zip_with_map(label_of_name, name_of);
///
/// Source: torchdata 0.3 zip_with_map.
template <class T>
template <class Map, class F>
auto Pipe<T>::zip_with_map(Map map, F f) && {
  using Call = detail::LookUp<Map, F>;
  using S = MapStage<T, Call>;
  return std::move(*this).template then<S>(Call{std::move(map), std::move(f)}, "zip_with_map");
}

}  // namespace torchpp::data
