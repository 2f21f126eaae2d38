// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Collating: a list of samples becomes one sample of tensors with a batch dimension.

#include <torchpp/data/batch.h>
#include <torchpp/data/example.h>
#include <torchpp/data/pipe.h>
#include <torchpp/tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {

/// The tensors side by side in a new first dimension. All must have one size and dtype: Error names the first that
/// differs.
TORCHPP_API Tensor collate_tensors(std::vector<Tensor>& tensors);
TORCHPP_API Tensor collate_numbers(const std::vector<int64_t>& numbers);
TORCHPP_API Tensor collate_numbers(const std::vector<double>& numbers);
TORCHPP_API void check_collate(size_t count);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_collate_length(size_t got, size_t expected);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_collate_key(const std::string& key);

template <class T, class = void>
struct Collate {
  static_assert(sizeof(T*) == 0, "collate() has no rule for this type: give collate() a function");
};

template <class T>
auto collate(std::vector<T> items) {
  check_collate(items.size());
  return Collate<T>::make(std::move(items));
}
// Member number i of each item.
template <class T, class Get>
auto collate_member(std::vector<T>& items, const Get& get) {
  std::vector<std::decay_t<decltype(get(items[0]))>> members;
  members.reserve(items.size());
  for (T& item : items) members.push_back(std::move(get(item)));
  return collate(std::move(members));
}

template <>
struct Collate<Tensor> {
  static Tensor make(std::vector<Tensor> items) { return collate_tensors(items); }
};
template <class T>
struct Collate<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static Tensor make(const std::vector<T>& items) {
    using Wide = std::conditional_t<std::is_floating_point_v<T>, double, int64_t>;
    Tensor numbers = collate_numbers(std::vector<Wide>(items.begin(), items.end()));
    if constexpr (std::is_same_v<T, bool>) return numbers.to(kBool);
    else return numbers;
  }
};
template <>
struct Collate<std::string> {
  static std::vector<std::string> make(std::vector<std::string> items) { return items; }
};
template <class A, class B>
struct Collate<std::pair<A, B>> {
  static auto make(std::vector<std::pair<A, B>> items) {
    auto first = collate_member(
        items, [](auto& item) -> auto& { return item.first; });
    auto second = collate_member(
        items, [](auto& item) -> auto& { return item.second; });
    return std::make_pair(std::move(first), std::move(second));
  }
};
template <class... Ts>
struct Collate<std::tuple<Ts...>> {
  template <size_t... I>
  static auto members(std::vector<std::tuple<Ts...>>& items, std::index_sequence<I...>) {
    return std::make_tuple(collate_member(
        items, [](auto& item) -> auto& { return std::get<I>(item); })...);
  }
  static auto make(std::vector<std::tuple<Ts...>> items) { return members(items, std::index_sequence_for<Ts...>()); }
};
template <class D, class T>
struct Collate<Example<D, T>> {
  static auto make(std::vector<Example<D, T>> items) {
    auto data = collate_member(
        items, [](auto& item) -> auto& { return item.data; });
    auto target = collate_member(
        items, [](auto& item) -> auto& { return item.target; });
    return Example<decltype(data), decltype(target)>(std::move(data), std::move(target));
  }
};
// Position by position, as Python's.
template <class T>
struct Collate<std::vector<T>> {
  static auto make(std::vector<std::vector<T>> items) {
    const size_t length = items[0].size();
    for (const std::vector<T>& item : items)
      if (item.size() != length) fail_collate_length(item.size(), length);
    std::vector<decltype(collate(std::declval<std::vector<T>>()))> columns;
    for (size_t i = 0; i < length; ++i)
      columns.push_back(collate_member(
          items, [i](auto& item) -> auto& { return item[i]; }));
    return columns;
  }
};
template <class K, class T>
struct Collate<std::map<K, T>> {
  static auto make(std::vector<std::map<K, T>> items) {
    std::map<K, decltype(collate(std::declval<std::vector<T>>()))> columns;
    for (const auto& entry : items[0]) {
      const K& key = entry.first;
      for (const std::map<K, T>& item : items)
        if (item.count(key) == 0) fail_collate_key(key_of(key));
    }
    std::vector<K> keys;
    for (const auto& entry : items[0]) keys.push_back(entry.first);
    for (const K& key : keys)
      columns.emplace(key, collate_member(
                               items, [&key](auto& item) -> auto& { return item.find(key)->second; }));
    return columns;
  }
};

}  // namespace detail

/// A batch of samples as one sample of batches. Tensors are stacked; numbers become a tensor (integers int64, others
/// float64, as in Python; bools bool); texts stay a list; members of pairs, tuples, Examples and maps, and positions of
/// lists, are collated each. Throws Error for an empty list, tensors of different sizes or dtypes, lists of different
/// lengths, maps without a key that the first has.
///
///     auto batch = data::default_collate(std::vector<std::pair<Tensor, int64_t>>{...});   // (N, ...) and (N)
///
/// Source: torch 1.13 default_collate.
template <class T>
auto default_collate(std::vector<T> samples) {
  return detail::collate(std::move(samples));
}

namespace detail {
struct DefaultCollate {
  template <class T>
  auto operator()(std::vector<T> samples) const {
    return collate(std::move(samples));
  }
};
}  // namespace detail

/// default_collate() of each batch; or f(batch) for samples of other kinds.
///
///     auto batches = data::range(60000).map(read).batch(32).collate();
///
/// Source: torch 1.13 IterDataPipe.collate.
template <class T>
auto Pipe<T>::collate() && {
  using S = MapStage<T, detail::DefaultCollate>;
  return std::move(*this).template then<S>(detail::DefaultCollate(), "collate");
}
template <class T>
template <class F>
auto Pipe<T>::collate(F f) && {
  using S = MapStage<T, F>;
  return std::move(*this).template then<S>(std::move(f), "collate");
}

}  // namespace torchpp::data
