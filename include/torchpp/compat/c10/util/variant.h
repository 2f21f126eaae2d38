// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
}  // namespace c10
