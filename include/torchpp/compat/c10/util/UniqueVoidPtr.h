// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <torchpp/core/data_ptr.h>

namespace c10::detail {
using ::torchpp::detail::deleteNothing;
using ::torchpp::detail::UniqueVoidPtr;
}  // namespace c10::detail
