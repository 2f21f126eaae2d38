// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <torchpp/dispatch/symbol.h>

#include <functional>

namespace std {
template <>
struct hash<::torchpp::Symbol> {
  size_t operator()(::torchpp::Symbol s) const { return hash<uint32_t>()(s); }
};
}  // namespace std
