// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages about the columns of items that are rows: tuples, lists, maps.

#include <torchpp/data/map.h>
#include <torchpp/data/order.h>
#include <torchpp/data/pipe.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {

/// A column's place in a list of `size`; negative ones count from the end. Throws IndexError.
TORCHPP_API size_t column_of(const char* stage, int64_t column, size_t size);
/// The columns from start to stop, as Python's slices.
TORCHPP_API std::vector<size_t> slice_columns(int64_t start, optional<int64_t> stop, int64_t step, size_t size);
TORCHPP_API void check_slice(int64_t step);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_missing_column(const char* stage, const std::string& key);

template <size_t I, class F, class Tuple, size_t... J>
auto with_column(Tuple&& row, F& f, std::index_sequence<J...>) {
  const auto column = [&](auto j) -> decltype(auto) {
    constexpr size_t k = decltype(j)::value;
    if constexpr (k == I) return f(std::get<k>(std::move(row)));
    else return std::get<k>(std::move(row));
  };
  return std::tuple<std::decay_t<decltype(column(std::integral_constant<size_t, J>()))>...>(
      column(std::integral_constant<size_t, J>())...);
}

template <size_t I, class F>
struct OnColumn {
  template <class Row>
  auto operator()(Row row) {
    constexpr size_t columns = std::tuple_size_v<Row>;
    static_assert(I < columns, "map_column: the items have no such column");
    return with_column<I>(std::move(row), f, std::make_index_sequence<columns>());
  }
  F f;
};

template <class T, class = void>
inline constexpr bool kIsMap = false;
template <class T>
inline constexpr bool kIsMap<T, decltype(static_cast<void>(sizeof(typename T::mapped_type)))> = true;

template <class K>
struct Drop {
  template <class Row>
  Row operator()(Row row) const {
    if constexpr (kIsMap<Row>) {
      for (const K& key : columns)
        if (row.erase(typename Row::key_type(key)) == 0) fail_missing_column("drop", key_of(key));
    } else {
      std::vector<size_t> places;
      for (const K& column : columns) places.push_back(column_of("drop", column, row.size()));
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
      for (size_t i = places.size(); i > 0; --i) row.erase(row.begin() + static_cast<std::ptrdiff_t>(places[i - 1]));
    }
    return row;
  }
  std::vector<K> columns;
};

template <class K>
struct Select {
  template <class Row>
  Row operator()(Row row) const {
    Row chosen;
    for (const K& column : columns) {
      if constexpr (kIsMap<Row>) {
        auto found = row.find(typename Row::key_type(column));
        if (found == row.end()) fail_missing_column("slice", key_of(column));
        chosen.emplace(found->first, found->second);
      } else {
        chosen.push_back(row[column_of("slice", column, row.size())]);
      }
    }
    return chosen;
  }
  std::vector<K> columns;
};

struct Slice {
  template <class Row>
  Row operator()(Row row) const {
    Row chosen;
    for (size_t i : slice_columns(start, stop, step, row.size())) chosen.push_back(std::move(row[i]));
    return chosen;
  }
  int64_t start;
  optional<int64_t> stop;
  int64_t step;
};

// The columns of a row side by side; anything else is a column itself.
template <class T>
struct Flat {
  static std::tuple<T> make(T&& value) { return std::tuple<T>(std::move(value)); }
};
template <class... Ts>
struct Flat<std::tuple<Ts...>> {
  static auto make(std::tuple<Ts...>&& row) {
    return std::apply([](Ts&... column) { return std::tuple_cat(Flat<Ts>::make(std::move(column))...); }, row);
  }
};
template <class A, class B>
struct Flat<std::pair<A, B>> {
  static auto make(std::pair<A, B>&& row) {
    return std::tuple_cat(Flat<A>::make(std::move(row.first)), Flat<B>::make(std::move(row.second)));
  }
};

struct Flatten {
  template <class T>
  std::vector<T> operator()(std::vector<std::vector<T>> row) const {
    std::vector<T> all;
    for (std::vector<T>& column : row)
      for (T& value : column) all.push_back(std::move(value));
    return all;
  }
  template <class... Ts>
  auto operator()(std::tuple<Ts...> row) const {
    return Flat<std::tuple<Ts...>>::make(std::move(row));
  }
  template <class A, class B>
  auto operator()(std::pair<A, B> row) const {
    return Flat<std::pair<A, B>>::make(std::move(row));
  }
};

template <class K>
struct AddIndex {
  template <class Numbered>
  auto operator()(Numbered numbered) const {
    numbered.second[name] = numbered.first;
    return std::move(numbered.second);
  }
  K name;
};

}  // namespace detail

/// f(column) in place of column I of items that are tuples or pairs; the other columns stay.
///
///     auto decoded = std::move(named_bytes).map_column<1>(vision::decode_image);   // of pairs (name, bytes)
///
/// Source: map(fn, input_col=I) of torch 1.13.
template <class T>
template <size_t I, class F>
auto Pipe<T>::map_column(F f) && {
  return std::move(*this).map(detail::OnColumn<I, F>{std::move(f)});
}

/// The items without these columns: positions of lists, negative ones from the end, or keys of maps, which they must
/// have.
///
///     auto rows = std::move(table).drop(std::vector<int64_t>{0, -1});
///
/// Source: torchdata 0.5 drop.
template <class T>
template <class K>
auto Pipe<T>::drop(std::vector<K> columns) && {
  using S = MapStage<T, detail::Drop<K>>;
  return std::move(*this).template then<S>(detail::Drop<K>{std::move(columns)}, "drop");
}

/// The items with these columns alone, in this order: positions of lists or keys of maps.
///
///     auto rows = std::move(table).slice(std::vector<std::string>{"height", "weight"});
///
/// Source: torchdata 0.5 slice.
template <class T>
template <class K>
auto Pipe<T>::slice(std::vector<K> columns) && {
  using S = MapStage<T, detail::Select<K>>;
  return std::move(*this).template then<S>(detail::Select<K>{std::move(columns)}, "slice");
}
/// Columns start, start + step, ... before `stop` of items that are lists, as Python's slices.
template <class T>
auto Pipe<T>::slice(int64_t start, optional<int64_t> stop, int64_t step) && {
  detail::check_slice(step);
  using S = MapStage<T, detail::Slice>;
  return std::move(*this).template then<S>(detail::Slice{start, stop, step}, "slice");
}

/// The columns of items' columns side by side: of lists of lists one level, of tuples and pairs all levels.
///
///     auto rows = std::move(pairs).flatten();   // (a, (b, c)) -> (a, b, c)
///
/// Source: torchdata 0.5 flatten.
template <class T>
auto Pipe<T>::flatten() && {
  using S = MapStage<T, detail::Flatten>;
  return std::move(*this).template then<S>(detail::Flatten(), "flatten");
}

/// Adds the item's number to items that are maps, under `name`.
///
///     auto rows = std::move(named_rows).add_index("index");
///
/// Source: torchdata 0.3 add_index.
template <class T>
template <class K>
auto Pipe<T>::add_index(K name) && {
  using Key = typename T::key_type;
  return std::move(*this).enumerate().map(detail::AddIndex<Key>{Key(std::move(name))});
}

}  // namespace torchpp::data
