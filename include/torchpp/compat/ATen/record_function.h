// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace torchpp::detail {
// The inputs argument of the macros, which may be `{}`.
inline ArrayRef<IValue> range_inputs(ArrayRef<IValue> inputs) { return inputs; }
}  // namespace torchpp::detail

#define RECORD_FUNCTION_WITH_SCOPE(scope, fn, inputs, ...) \
  TORCHPP_RECORD_SCOPE(scope, fn, ::torchpp::detail::range_inputs(inputs), ##__VA_ARGS__)
#define RECORD_FUNCTION(fn, inputs, ...) \
  RECORD_FUNCTION_WITH_SCOPE(::torchpp::RecordScope::FUNCTION, fn, inputs, ##__VA_ARGS__)
#define RECORD_TORCHSCRIPT_FUNCTION(fn, inputs) \
  RECORD_FUNCTION_WITH_SCOPE(::torchpp::RecordScope::TORCHSCRIPT_FUNCTION, fn, inputs)
#define RECORD_USER_SCOPE(fn) TORCHPP_RECORD_USER_SCOPE(fn)
#define RECORD_USER_SCOPE_WITH_INPUTS(fn, inputs) \
  RECORD_FUNCTION_WITH_SCOPE(::torchpp::RecordScope::USER_SCOPE, fn, inputs)
