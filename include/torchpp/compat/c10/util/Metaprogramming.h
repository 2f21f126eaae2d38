// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/util/TypeList.h>
#include <c10/util/TypeTraits.h>

#include <tuple>
#include <utility>

namespace c10::guts {

/// Result and arguments of a function type.
template <class F>
struct function_traits;
template <class R, class... A>
struct function_traits<R(A...)> {
  using func_type = R(A...);
  using return_type = R;
  using parameter_types = typelist::typelist<A...>;
  static constexpr auto number_of_parameters = sizeof...(A);
};
/// Also of pointers to functions and of classes with one operator().
template <class F>
struct infer_function_traits {
  using type = function_traits<detail::strip_class_t<decltype(&F::operator())>>;
};
template <class R, class... A>
struct infer_function_traits<R (*)(A...)> {
  using type = function_traits<R(A...)>;
};
template <class R, class... A>
struct infer_function_traits<R(A...)> {
  using type = function_traits<R(A...)>;
};
template <class F>
using infer_function_traits_t = typename infer_function_traits<F>::type;

namespace detail {
template <class Tuple, size_t... i>
constexpr auto elements_from(size_t, const Tuple& t, std::index_sequence<i...>) {
  return std::tuple<std::tuple_element_t<i, Tuple>...>(std::get<i>(t)...);
}
template <size_t start, size_t... i>
constexpr std::index_sequence<start + i...> shifted(std::index_sequence<i...>) {
  return {};
}
}  // namespace detail
/// `count` elements from index `start` on.
template <class Tuple, size_t start, size_t count>
constexpr auto tuple_slice(Tuple t) {
  static_assert(start + count <= std::tuple_size_v<Tuple>, "tuple_slice: the tuple has fewer elements");
  return detail::elements_from(0, t, detail::shifted<start>(std::make_index_sequence<count>()));
}
/// The first n elements, or for a negative number the last -n.
template <class Tuple, int n>
constexpr auto tuple_take(Tuple t) {
  constexpr size_t kSize = std::tuple_size_v<Tuple>;
  if constexpr (n >= 0) return tuple_slice<Tuple, 0, static_cast<size_t>(n)>(std::move(t));
  else return tuple_slice<Tuple, kSize - static_cast<size_t>(-n), static_cast<size_t>(-n)>(std::move(t));
}
template <class Mapper, class... T>
auto tuple_map(std::tuple<T...>&& t, const Mapper& mapper) {
  return std::apply(
      [&](T&... e) { return std::tuple<decltype(mapper(std::forward<T>(e)))...>(mapper(std::forward<T>(e))...); }, t);
}
template <class... Tuples>
auto tuple_concat(Tuples&&... tuples) {
  return std::tuple_cat(std::forward<Tuples>(tuples)...);
}

}  // namespace c10::guts
