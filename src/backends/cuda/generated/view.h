// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/view.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp::cuda {

Tensor conj_physical(Out out, const Tensor& self);

}  // namespace torchpp::cuda

