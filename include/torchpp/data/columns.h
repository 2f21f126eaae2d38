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
TORCHPP_API void warn_repeated_columns(int64_t count);

template <class T, class = void>
inline constexpr bool kIsMap = false;
template <class T>
inline constexpr bool kIsMap<T, decltype(static_cast<void>(sizeof(typename T::mapped_type)))> = true;

template <class T>
inline constexpr bool kIsRow = false;
template <class... Ts>
inline constexpr bool kIsRow<std::tuple<Ts...>> = true;
template <class A, class B>
inline constexpr bool kIsRow<std::pair<A, B>> = true;

template <class Row, size_t... I>
constexpr bool has_columns() {
  static_assert(kIsRow<Row>,
                "columns by number are those of tuples and pairs; lists and maps take a position or a key");
  return ((I < std::tuple_size_v<Row>)&&...);
}

template <size_t J, size_t... I>
inline constexpr bool kIsOneOf = ((J == I) || ...);

// A tuple of the row's columns, each as the tuple that f(column's number) makes of it.
template <class Row, class F, size_t... J>
auto row_of(const F& f, std::index_sequence<J...>) {
  return std::tuple_cat(f(std::integral_constant<size_t, J>())...);
}
template <class Row, class F>
auto row_of(const F& f) {
  return row_of<Row>(f, std::make_index_sequence<std::tuple_size_v<Row>>());
}
// Column J of a row, moved into a tuple of its own.
template <size_t J, class Row>
auto column_in_tuple(Row& row) {
  return std::tuple<std::tuple_element_t<J, Row>>(std::move(std::get<J>(row)));
}

template <class F, size_t I, size_t... More>
struct MapColumn {
  template <class Row>
  auto operator()(Row row) {
    static_assert(has_columns<Row, I, More...>(), "map_column: the items have no such column");
    using Result = std::decay_t<decltype(f(std::move(std::get<I>(row)), std::move(std::get<More>(row))...))>;
    Result result = f(std::move(std::get<I>(row)), std::move(std::get<More>(row))...);
    return row_of<Row>([&](auto j) {
      constexpr size_t column = decltype(j)::value;
      if constexpr (column == I) return std::tuple<Result>(std::move(result));
      else if constexpr (kIsOneOf<column, More...>) return std::tuple<>();
      else return column_in_tuple<column>(row);
    });
  }
  F f;
};

template <class F, size_t... I>
struct AddColumn {
  template <class Row>
  auto operator()(Row row) {
    static_assert(has_columns<Row, I...>(), "add_column: the items have no such column");
    using Result = std::decay_t<decltype(f(std::get<I>(std::as_const(row))...))>;
    std::tuple<Result> result(f(std::get<I>(std::as_const(row))...));
    return std::tuple_cat(row_of<Row>([&](auto j) { return column_in_tuple<decltype(j)::value>(row); }),
                          std::move(result));
  }
  F f;
};

template <class F, size_t... I>
struct FilterColumn {
  template <class Row>
  bool operator()(const Row& row) {
    static_assert(has_columns<Row, I...>(), "filter_column: the items have no such column");
    return f(std::get<I>(row)...);
  }
  F f;
};

// The column of a list by its position, that of a map by its key.
template <class Row, class K>
auto& column_at(const char* stage, Row& row, const K& column) {
  if constexpr (kIsMap<std::remove_const_t<Row>>) {
    const auto found = row.find(typename Row::key_type(column));
    if (found == row.end()) fail_missing_column(stage, key_of(column));
    return found->second;
  } else {
    return row[column_of(stage, column, row.size())];
  }
}

template <class K, class F>
struct MapColumnAt {
  template <class Row>
  Row operator()(Row row) {
    auto& value = column_at("map_column", row, column);
    if constexpr (kIsMap<Row>) row[typename Row::key_type(output)] = f(std::as_const(value));
    else row[column_of("map_column", output, row.size())] = f(std::as_const(value));
    return row;
  }
  K column, output;
  F f;
};

template <class K, class F>
struct FilterColumnAt {
  template <class Row>
  bool operator()(const Row& row) {
    return f(column_at("filter_column", row, column));
  }
  K column;
  F f;
};

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
      const auto& value = column_at("slice", row, column);
      if constexpr (kIsMap<Row>) chosen.emplace(column, value);
      else chosen.push_back(value);
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

template <size_t... I>
struct DropColumns {
  template <class Row>
  auto operator()(Row row) const {
    static_assert(has_columns<Row, I...>(), "drop: the items have no such column");
    return row_of<Row>([&](auto j) {
      constexpr size_t column = decltype(j)::value;
      if constexpr (kIsOneOf<column, I...>) return std::tuple<>();
      else return column_in_tuple<column>(row);
    });
  }
};

template <size_t... I>
struct SelectColumns {
  template <class Row>
  auto operator()(const Row& row) const {
    static_assert(has_columns<Row, I...>(), "slice: the items have no such column");
    return std::tuple<std::tuple_element_t<I, Row>...>(std::get<I>(row)...);
  }
};

template <size_t... I>
struct Flatten {
  template <class T>
  std::vector<T> operator()(std::vector<std::vector<T>> row) const {
    static_assert(sizeof...(I) == 0, "flatten: all columns of a list are of one type, and so all are flattened");
    std::vector<T> all;
    for (std::vector<T>& column : row)
      for (T& value : column) all.push_back(std::move(value));
    return all;
  }
  template <class Row>
  std::enable_if_t<kIsMap<Row>, typename Row::mapped_type> operator()(Row row) const {
    static_assert(sizeof...(I) == 0, "flatten: all columns of a map are of one type, and so all are flattened");
    typename Row::mapped_type all;
    int64_t repeated = 0;
    for (auto& column : row)
      for (auto& entry : column.second) repeated += !all.emplace(entry.first, std::move(entry.second)).second;
    warn_repeated_columns(repeated);
    return all;
  }
  template <class... Ts>
  auto operator()(std::tuple<Ts...> row) const {
    return of_row(row);
  }
  template <class A, class B>
  auto operator()(std::pair<A, B> row) const {
    return of_row(row);
  }

 private:
  template <class Row>
  static auto of_row(Row& row) {
    static_assert(has_columns<Row, I...>(), "flatten: the items have no such column");
    return row_of<Row>([&](auto j) {
      constexpr size_t column = decltype(j)::value;
      using Column = std::tuple_element_t<column, Row>;
      static_assert(!kIsOneOf<column, I...> || kIsRow<Column>, "flatten: the column is no tuple and no pair");
      if constexpr (kIsRow<Column> && (sizeof...(I) == 0 || kIsOneOf<column, I...>))
        return row_of<Column>([&](auto k) { return column_in_tuple<decltype(k)::value>(std::get<column>(row)); });
      else return column_in_tuple<column>(row);
    });
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

/// f(column) in place of column I of items that are tuples or pairs; the other columns stay. Of several columns,
/// f(column I, more columns) comes in the place of column I, and the others that it took are left out.
///
///     auto decoded = std::move(named_bytes).map_column<1>(vision::decode_image);   // of pairs (name, bytes)
///     auto areas = std::move(sides).map_column<0, 1>([](double a, double b) { return a * b; });
///
/// Source: map(fn, input_col) of torch 1.13.
template <class T>
template <size_t I, size_t... More, class F>
auto Pipe<T>::map_column(F f) && {
  using Function = detail::MapColumn<F, I, More...>;
  return std::move(*this).template then<MapStage<T, Function>>(Function{std::move(f)}, "map_column");
}
/// f(column) in place of a column of items that are lists or maps: by position, a negative one from the end, or by key.
///
///     auto rows = std::move(table).map_column(std::string("age"), [](int64_t age) { return age / 10; });
///
/// Throws IndexError for a row without the column.
template <class T>
template <class K, class F>
auto Pipe<T>::map_column(K column, F f) && {
  K output = column;
  return std::move(*this).map_column(std::move(column), std::move(output), std::move(f));
}
/// f(column) in place of the column `output`, which a map gets if it has none.
///
///     auto rows = std::move(table).map_column<std::string>("age", "decade", [](int64_t age) { return age / 10; });
///
/// Source: map(fn, input_col, output_col) of torch 1.13.
template <class T>
template <class K, class F>
auto Pipe<T>::map_column(K column, K output, F f) && {
  using Function = detail::MapColumnAt<K, F>;
  return std::move(*this).template then<MapStage<T, Function>>(
      Function{std::move(column), std::move(output), std::move(f)}, "map_column");
}

/// Items that are tuples or pairs with a column more at the end: f(columns I).
///
///     auto rows = std::move(sides).add_column<0, 1>([](double a, double b) { return a * b; });   // (a, b, a * b)
///
/// Source: map(fn, input_col, output_col=-1) of torch 1.13.
template <class T>
template <size_t... I, class F>
auto Pipe<T>::add_column(F f) && {
  using Function = detail::AddColumn<F, I...>;
  return std::move(*this).template then<MapStage<T, Function>>(Function{std::move(f)}, "add_column");
}

/// The items, tuples or pairs, for which f(column I, more columns) is true.
///
///     auto images = std::move(files).filter_column<0>([](const std::string& path) { return path.back() == 'g'; });
///
/// Source: filter(fn, input_col) of torch 1.13.
template <class T>
template <size_t I, size_t... More, class F>
auto Pipe<T>::filter_column(F f) && {
  using Function = detail::FilterColumn<F, I, More...>;
  return std::move(*this).template then<FilterStage<T, Function>>(Function{std::move(f)}, "filter_column");
}
/// The items, lists or maps, for which f(column) is true: a column by position, a negative one from the end, or by key.
///
///     auto adults = std::move(table).filter_column(std::string("age"), [](int64_t age) { return age >= 18; });
///
/// Throws IndexError for a row without the column.
template <class T>
template <class K, class F>
auto Pipe<T>::filter_column(K column, F f) && {
  using Function = detail::FilterColumnAt<K, F>;
  return std::move(*this).template then<FilterStage<T, Function>>(Function{std::move(column), std::move(f)},
                                                                  "filter_column");
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

/// Tuples and pairs without columns I.
///
///     auto rows = std::move(triples).drop<1>();
///
template <class T>
template <size_t... I>
auto Pipe<T>::drop() && {
  using S = MapStage<T, detail::DropColumns<I...>>;
  return std::move(*this).template then<S>(detail::DropColumns<I...>(), "drop");
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
/// Tuples of columns I of items that are tuples or pairs.
///
///     auto swapped = std::move(pairs).slice<1, 0>();
///
template <class T>
template <size_t... I>
auto Pipe<T>::slice() && {
  using S = MapStage<T, detail::SelectColumns<I...>>;
  return std::move(*this).template then<S>(detail::SelectColumns<I...>(), "slice");
}
/// Columns start, start + step, ... before `stop` of items that are lists, as Python's slices.
template <class T>
auto Pipe<T>::slice(int64_t start, optional<int64_t> stop, int64_t step) && {
  detail::check_slice(step);
  using S = MapStage<T, detail::Slice>;
  return std::move(*this).template then<S>(detail::Slice{start, stop, step}, "slice");
}

/// The columns of columns side by side, one level: of tuples and pairs those of columns I, or of each that is a tuple
/// or a pair where none is named; of lists of lists and maps of maps those of all. Of keys that come more than once in
/// a map the first stays, with a warning.
///
///     auto rows = std::move(pairs).flatten();         // (a, (b, c)) -> (a, b, c)
///     auto some = std::move(triples).flatten<2>();    // ((a, b), c, (d, e)) -> ((a, b), c, d, e)
///
/// Source: torchdata 0.5 flatten.
template <class T>
template <size_t... I>
auto Pipe<T>::flatten() && {
  using S = MapStage<T, detail::Flatten<I...>>;
  return std::move(*this).template then<S>(detail::Flatten<I...>(), "flatten");
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
