// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <torchpp/ops/dict.h>

namespace c10::impl {

using GenericDict = Dict<IValue, IValue>;
/// The same dictionary with entries of a type.
template <class Key, class Value>
Dict<Key, Value> toTypedDict(const GenericDict& dict) {
  return Dict<Key, Value>(IValue(dict));
}
template <class Key, class Value>
GenericDict toGenericDict(const Dict<Key, Value>& dict) {
  return GenericDict(IValue(dict));
}

}  // namespace c10::impl
