// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor cat(Out out, TensorList tensors, int64_t dim);
Tensor flip(Out out, const Tensor& self, IntArrayRef dims);
Tensor tril(Out out, const Tensor& self, int64_t diagonal);
Tensor triu(Out out, const Tensor& self, int64_t diagonal);

}  // namespace torchpp::cuda

