// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Autocast for operators that a program registers by name.

#include <torchpp/dispatch/library.h>

namespace torchpp::amp {

namespace detail {
/// Converts the tensors on the stack and calls the operator below the autocast layer.
TORCHPP_API void call_boxed_with_casts(Autocast rule, DeviceType device, const OperatorHandle& op, DispatchKeySet keys,
                                       Stack& stack);
}  // namespace detail

/// What autocast does with the tensors of an operator on one type of device:
///
///     TORCHPP_LIBRARY_IMPL(mine, AutocastCPU, m) { m.impl("scale", amp::cast_rule<Autocast::kLower, kCPU>()); }
///
/// Operators with an Op object of their own name the rule in their OpTraits instead.
template <Autocast rule, DeviceType device>
CppFunction cast_rule() {
  static_assert(rule == Autocast::kLower || rule == Autocast::kFp32 || rule == Autocast::kPromote,
                "the other rules are for operators of the library");
  return CppFunction([](const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
    detail::call_boxed_with_casts(rule, device, op, keys, stack);
  });
}

}  // namespace torchpp::amp
