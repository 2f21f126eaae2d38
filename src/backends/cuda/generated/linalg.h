// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor mm(Out out, const Tensor& self, const Tensor& mat2);
Tensor bmm(Out out, const Tensor& self, const Tensor& mat2);
Tensor mv(Out out, const Tensor& self, const Tensor& vec);
Tensor dot(Out out, const Tensor& self, const Tensor& tensor);
Tensor addmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor baddbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
Tensor linear(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);

}  // namespace torchpp::cuda

