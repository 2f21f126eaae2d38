// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <torchpp/ops/list.h>

namespace c10::impl {

using GenericList = List<IValue>;
/// The same list with elements of a type. Throws TypeError if the list is of another type.
template <class T>
List<T> toTypedList(const GenericList& list) {
  return List<T>(IValue(list));
}
template <class T>
GenericList toList(const List<T>& list) {
  return GenericList(IValue(list));
}

}  // namespace c10::impl
