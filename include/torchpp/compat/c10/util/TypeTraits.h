// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

namespace c10::guts {

template <class T, class = void>
struct is_equality_comparable : std::false_type {};
template <class T>
struct is_equality_comparable<T, std::void_t<decltype(std::declval<T&>() == std::declval<T&>())>> : std::true_type {};
template <class T, class = void>
struct is_hashable : std::false_type {};
template <class T>
struct is_hashable<T, std::void_t<decltype(std::hash<T>()(std::declval<T&>()))>> : std::true_type {};
template <class T>
using is_function_type = std::is_function<T>;
template <template <class...> class Template, class T>
struct is_instantiation_of : std::false_type {};
template <template <class...> class Template, class... A>
struct is_instantiation_of<Template, Template<A...>> : std::true_type {};

namespace detail {
template <class Member>
struct strip_class;
template <class C, class R, class... A>
struct strip_class<R (C::*)(A...)> {
  using type = R(A...);
};
template <class C, class R, class... A>
struct strip_class<R (C::*)(A...) const> {
  using type = R(A...);
};
template <class Member>
using strip_class_t = typename strip_class<Member>::type;
}  // namespace detail

/// A class with one operator().
template <class F, class = void>
struct is_functor : std::false_type {};
template <class F>
struct is_functor<F, std::void_t<detail::strip_class_t<decltype(&F::operator())>>> : std::true_type {};
/// A lambda without captures.
template <class F, class = void>
struct is_stateless_lambda : std::false_type {};
template <class F>
struct is_stateless_lambda<F, std::enable_if_t<is_functor<std::decay_t<F>>::value>>
    : std::is_convertible<std::decay_t<F>, detail::strip_class_t<decltype(&std::decay_t<F>::operator())>*> {};

}  // namespace c10::guts
