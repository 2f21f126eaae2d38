// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/nbytes.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

namespace torchpp::data::detail {

int64_t bytes_of_value(const IValue& value) {
  if (value.isTensor()) return bytes_outside(value.toTensor());
  if (value.isString()) return bytes_in_memory(value.toStringRef());
  if (value.isTensorList()) return bytes_in_memory(value.toTensorVector());
  if (value.isIntList()) return bytes_in_memory(value.toIntVector());
  if (value.isDoubleList()) return bytes_in_memory(value.toDoubleVector());
  if (value.isTuple()) return bytes_in_memory<IValue::List>(value.toTupleRef());
  if (value.isGenericDict()) return bytes_in_memory(value.toGenericDictRef());
  if (value.tag() == IValue::Tag::kGenericList) return bytes_in_memory(value.toListRef());
  return 0;
}

}  // namespace torchpp::data::detail
