// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parts of the standard library of C++17 under the names that libtorch had for them before.

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace c10 {

template <class F, class... A>
using invoke_result = std::invoke_result<F, A...>;
template <class F, class... A>
using invoke_result_t = std::invoke_result_t<F, A...>;

namespace guts {

template <class Base, class Child, class... A>
std::unique_ptr<Base> make_unique_base(A&&... args) {
  return std::unique_ptr<Base>(new Child(std::forward<A>(args)...));
}
using std::apply;
using std::bool_constant;
using std::conjunction;
using std::disjunction;
using std::invoke;
using std::negation;
using std::void_t;

namespace detail {
struct Identity {
  template <class T>
  using type_identity = T;
  template <class T>
  decltype(auto) operator()(T&& value) const {
    return std::forward<T>(value);
  }
};
template <class F>
decltype(auto) call_branch(F&& f) {
  if constexpr (std::is_invocable_v<F, Identity>) return std::forward<F>(f)(Identity());
  else return std::forward<F>(f)();
}
}  // namespace detail
/// Calls one of two function objects, of which the other need not compile where it takes `auto _` and uses it.
template <bool condition, class Then, class Else>
decltype(auto) if_constexpr(Then&& then, Else&& otherwise) {
  if constexpr (condition) return detail::call_branch(std::forward<Then>(then));
  else return detail::call_branch(std::forward<Else>(otherwise));
}
template <bool condition, class Then>
decltype(auto) if_constexpr(Then&& then) {
  if constexpr (condition) return detail::call_branch(std::forward<Then>(then));
}
/// In the same format as a stream has.
template <class T>
std::string to_string(T value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace guts
using guts::to_string;
}  // namespace c10
