// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/nn/enum.h>

#include <variant>

namespace c10 {
using std::get;
using std::get_if;
using std::holds_alternative;
using std::in_place;
using std::monostate;
using std::variant;
using std::variant_size;
using std::visit;
// An option's EnumChoice is asked as libtorch's variant of the same kinds.
using torchpp::enumtype::get_if;
using torchpp::enumtype::holds_alternative;
using torchpp::enumtype::visit;
}  // namespace c10
