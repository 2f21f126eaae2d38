// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10::ivalue {

struct Tuple {
  static IValue create(std::vector<IValue> elements) { return IValue(std::move(elements), IValue::Tag::kTuple); }
};

}  // namespace c10::ivalue
