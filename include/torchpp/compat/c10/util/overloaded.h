// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace c10 {
/// One callable of several: what c10::visit calls for each kind.
template <class... F>
struct overloaded : F... {
  explicit overloaded(F... functions) : F(functions)... {}
  using F::operator()...;
};
}  // namespace c10
