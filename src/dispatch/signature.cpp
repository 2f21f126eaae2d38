// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/signature.h>

#include <algorithm>

#include "src/dispatch/conversions.h"

namespace torchpp::detail {

bool operator==(const Signature& a, const Signature& b) {
  return a.result_count == b.result_count && a.argument_count == b.argument_count && a.tuple == b.tuple &&
         std::equal(a.types, a.types + a.result_count + a.argument_count, b.types);
}

NaturalSignature::NaturalSignature(const Signature& whole, Out::Form form) {
  const PassedType tensor = {KindOf<Tensor>::value, PassedType::By::kReference};
  const PassedType* const arguments = whole.types + whole.result_count;
  const PassedType* const end = arguments + whole.argument_count;
  if (!whole.has_out() || form == Out::Form::kFunctional) {
    results_ = whole.result_count;
    types_.assign(whole.types, arguments);
    types_.insert(types_.end(), arguments + (whole.has_out() ? 1 : 0), end);
  } else if (form == Out::Form::kInPlace) {  // self, the first argument behind Out, is the destination
    results_ = 1;
    types_.assign(2, tensor);
    types_.insert(types_.end(), arguments + 2, end);
  } else {
    results_ = whole.result_count;
    types_.assign(results_, tensor);
    types_.insert(types_.end(), arguments + 1, end);
    types_.insert(types_.end(), results_, tensor);
  }
  signature_ = {nullptr,
                types_.data(),
                static_cast<uint8_t>(results_),
                static_cast<uint8_t>(types_.size() - results_),
                whole.value_count,
                whole.tuple && results_ == whole.result_count};
}

}  // namespace torchpp::detail
