// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

namespace c10::ivalue {

struct Tuple {
  static IValue create(std::vector<IValue> elements) { return IValue(std::move(elements), IValue::Tag::kTuple); }
  /// Of anything that IValues hold.
  template <class... T>
  static IValue create(T&&... elements) {
    return create(std::vector<IValue>{IValue(std::forward<T>(elements))...});
  }
};

}  // namespace c10::ivalue
