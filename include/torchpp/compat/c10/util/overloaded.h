// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

namespace c10 {

namespace detail {
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
}  // namespace detail

/// One function object of several, for visit().
template <class... F>
detail::Overloaded<F...> overloaded(F... functions) {
  return {std::move(functions)...};
}

}  // namespace c10
