// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Computing with lists of types.

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace c10::guts {

template <class... T>
struct false_t : std::false_type {};

namespace typelist {

template <class... T>
struct typelist {
  typelist() = delete;
};

template <class List>
struct size;
template <class... T>
struct size<typelist<T...>> {
  static constexpr size_t value = sizeof...(T);
};
template <class List>
struct to_tuple;
template <class... T>
struct to_tuple<typelist<T...>> {
  using type = std::tuple<T...>;
};
template <class List>
using to_tuple_t = typename to_tuple<List>::type;
template <class Tuple>
struct from_tuple;
template <class... T>
struct from_tuple<std::tuple<T...>> {
  using type = typelist<T...>;
};
template <class Tuple>
using from_tuple_t = typename from_tuple<Tuple>::type;

template <class... Lists>
struct concat;
template <>
struct concat<> {
  using type = typelist<>;
};
template <class... T>
struct concat<typelist<T...>> {
  using type = typelist<T...>;
};
template <class... A, class... B, class... Rest>
struct concat<typelist<A...>, typelist<B...>, Rest...> : concat<typelist<A..., B...>, Rest...> {};
template <class... Lists>
using concat_t = typename concat<Lists...>::type;

/// The types for which Condition<T>::value holds.
template <template <class> class Condition, class List>
struct filter;
template <template <class> class Condition, class... T>
struct filter<Condition, typelist<T...>> : concat<std::conditional_t<Condition<T>::value, typelist<T>, typelist<>>...> {
};
template <template <class> class Condition, class List>
using filter_t = typename filter<Condition, List>::type;
template <template <class> class Condition, class List>
struct count_if {
  static constexpr size_t value = size<filter_t<Condition, List>>::value;
};

template <class List, class T>
struct contains;
template <class... L, class T>
struct contains<typelist<L...>, T> : std::bool_constant<(std::is_same_v<L, T> || ...)> {};
template <template <class> class Condition, class List>
struct all;
template <template <class> class Condition, class... T>
struct all<Condition, typelist<T...>> : std::bool_constant<(Condition<T>::value && ...)> {};
template <template <class> class Condition, class List>
struct true_for_any_type;
template <template <class> class Condition, class... T>
struct true_for_any_type<Condition, typelist<T...>> : std::bool_constant<(Condition<T>::value || ...)> {};

template <template <class> class Mapper, class List>
struct map;
template <template <class> class Mapper, class... T>
struct map<Mapper, typelist<T...>> {
  using type = typelist<Mapper<T>...>;
};
template <template <class> class Mapper, class List>
using map_t = typename map<Mapper, List>::type;

template <size_t index, class List>
struct element;
template <size_t index, class... T>
struct element<index, typelist<T...>> {
  using type = std::tuple_element_t<index, std::tuple<T...>>;
};
template <size_t index, class List>
using element_t = typename element<index, List>::type;
template <class List>
using head_t = element_t<0, List>;
template <class List>
using last_t = element_t<size<List>::value - 1, List>;

}  // namespace typelist
}  // namespace c10::guts
