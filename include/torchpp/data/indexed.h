// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file IndexedPipe: data that can be asked for any of its items, as Python's MapDataPipes.
///
///     auto samples = data::indexed(images).zip(data::indexed(labels)).map(decode).shuffle(1);
///     for (auto& sample : std::move(samples).to_pipe().batch(32)) ...

#include <torchpp/data/batch.h>
#include <torchpp/data/detail/monitor.h>
#include <torchpp/data/map.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/sources.h>
#include <torchpp/data/split.h>

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {
TORCHPP_API void check_indexed(const char* what, int64_t index, int64_t size);
/// 0 to size - 1 in a random order.
TORCHPP_API std::vector<int64_t> permutation(int64_t size, uint64_t seed);
TORCHPP_API void warn_repeated_keys(int64_t count);
}  // namespace detail

namespace detail {

/// Items by their index, made when they are first asked for, by several threads at once if these ask at once.
template <class Item>
class KeptItems {
 public:
  /// What make(index) returned for it. Threads that ask at the same time may each call make(); the first result stays.
  template <class Make>
  const Item& get(int64_t index, const Make& make) {
    if (const Item* kept = find(index)) return *kept;
    Item made = make(index);
    Monitor::Lock lock(monitor_);
    return items_.emplace(index, std::move(made)).first->second;
  }

 private:
  // Entries of the map stay where they are and are not changed, so that they can be copied without the lock.
  const Item* find(int64_t index) {
    Monitor::Lock lock(monitor_);
    const auto found = items_.find(index);
    return found != items_.end() ? &found->second : nullptr;
  }

  Monitor monitor_;
  std::map<int64_t, Item> items_;
};

}  // namespace detail

/// `size` items, of which get(index) makes one; get is called by whoever asks, from several threads at once if these
/// ask at once. Copies share nothing but what get shares.
template <class Get>
class IndexedPipe {
 public:
  using Item = std::decay_t<std::invoke_result_t<const Get&, int64_t>>;

  IndexedPipe(int64_t size, Get get) : size_(size), get_(std::move(get)) {
    TORCHPP_CHECK_VALUE(size >= 0, "indexed: got size ", size, ", expected at least 0");
  }

  int64_t size() const noexcept { return size_; }
  /// Throws IndexError unless 0 <= index < size().
  Item operator[](int64_t index) const {
    detail::check_indexed("indexed", index, size_);
    return get_(index);
  }

  /// f(item) of each.
  template <class F>
  auto map(F f) && {
    return make(size_, [get = std::move(get_), f = std::move(f)](int64_t i) { return f(get(i)); });
  }
  /// These items, then those of the other, which are of the same type.
  template <class G>
  auto concat(IndexedPipe<G> other) && {
    const int64_t mine = size_;
    return make(size_ + other.size(), [get = std::move(get_), other = std::move(other), mine](int64_t i) -> Item {
      return i < mine ? get(i) : other[i - mine];
    });
  }
  /// Tuples of an item of each; as many as the shortest has.
  template <class... G>
  auto zip(IndexedPipe<G>... others) && {
    int64_t size = size_;
    ((size = others.size() < size ? others.size() : size), ...);
    return make(size, [get = std::move(get_), others = std::make_tuple(std::move(others)...)](int64_t i) {
      return std::apply(
          [&](const auto&... other) { return std::tuple<Item, typename IndexedPipe<G>::Item...>(get(i), other[i]...); },
          others);
    });
  }
  /// Lists of `batch_size` items; the last one may be shorter, or is left out.
  auto batch(int64_t batch_size, bool drop_last = false) && {
    detail::check_batch_size("batch", batch_size);
    const int64_t size = size_;
    return make((size + (drop_last ? 0 : batch_size - 1)) / batch_size,
                [get = std::move(get_), size, batch_size](int64_t b) {
                  std::vector<Item> items;
                  for (int64_t i = b * batch_size; i < size && i < (b + 1) * batch_size; ++i) items.push_back(get(i));
                  return items;
                });
  }
  /// The items in a random order, which depends on the seed alone.
  auto shuffle(uint64_t seed = 0) && {
    return make(size_, [get = std::move(get_), order = detail::permutation(size_, seed)](int64_t i) {
      return get(order[static_cast<size_t>(i)]);
    });
  }
  /// The items at these positions.
  auto select(std::vector<int64_t> indices) && {
    for (int64_t index : indices) detail::check_indexed("select", index, size_);
    const auto count = static_cast<int64_t>(indices.size());
    return make(count, [get = std::move(get_), indices = std::move(indices)](int64_t i) {
      return get(indices[static_cast<size_t>(i)]);
    });
  }
  /// Keeps each item that was asked for, for this pipe and its copies; for several threads at once if get is.
  auto in_memory_cache() && {
    return make(size_, [get = std::move(get_), kept = std::make_shared<detail::KeptItems<Item>>()](int64_t i) -> Item {
      return kept->get(i, get);
    });
  }
  /// A std::tuple of pipes, one for each element of items that are tuples, pairs or arrays, but those whose numbers are
  /// given. Each makes the items anew; in_memory_cache() before it makes them once.
  ///
  ///     auto [images, labels] = data::indexed(samples).unzip();
  ///
  /// Source: torchdata's map-style unzip.
  template <size_t... columns_to_skip>
  auto unzip() && {
    constexpr size_t columns = std::tuple_size_v<Item>;
    static_assert(((columns_to_skip < columns) && ...), "unzip: the items have no such column");
    return unzipped<columns_to_skip...>(
        std::make_index_sequence<detail::kColumnsBut<columns, columns_to_skip...>.count>());
  }
  /// A pipe of all items in their order. Source: torchdata 0.4 to_iter_datapipe.
  Pipe<Item> to_pipe() && {
    return range(size_).map([get = std::move(get_)](int64_t i) { return get(i); });
  }

 private:
  template <size_t... skipped, size_t... I>
  auto unzipped(std::index_sequence<I...>) const {
    constexpr auto& kept = detail::kColumnsBut<std::tuple_size_v<Item>, skipped...>;
    return std::make_tuple(
        make(size_, [get = get_](int64_t i) { return detail::Column<kept.places[I]>()(get(i)); })...);
  }
  template <class G>
  static IndexedPipe<G> make(int64_t size, G get) {
    return IndexedPipe<G>(size, std::move(get));
  }

  int64_t size_;
  Get get_;
};

/// `size` items, of which get(index) makes one.
template <class Get>
IndexedPipe<Get> indexed(int64_t size, Get get) {
  return IndexedPipe<Get>(size, std::move(get));
}
/// The elements of a list, which all copies share.   Source: torch 1.13 SequenceWrapper.
template <class T>
auto indexed(std::vector<T> items) {
  const auto size = static_cast<int64_t>(items.size());
  return indexed(size, [shared = std::make_shared<const std::vector<T>>(std::move(items))](int64_t i) {
    return T((*shared)[static_cast<size_t>(i)]);
  });
}

/// All items of a pipe by key: f(item) is a pair of key and value, or the items are such pairs. Of values with the same
/// key the last stays, with a warning.   Source: torchdata to_map_datapipe.
template <class T, class F>
auto to_map(Pipe<T> pipe, F f) {
  using Entry = std::decay_t<std::invoke_result_t<F&, T>>;
  std::map<typename Entry::first_type, typename Entry::second_type> map;
  int64_t repeated = 0;
  while (optional<T> item = pipe.next()) {
    Entry entry = f(std::move(*item));
    repeated += !map.insert_or_assign(std::move(entry.first), std::move(entry.second)).second;
  }
  detail::warn_repeated_keys(repeated);
  return map;
}
template <class K, class V>
auto to_map(Pipe<std::pair<K, V>> pipe) {
  return to_map(std::move(pipe), detail::Identity());
}

}  // namespace torchpp::data
