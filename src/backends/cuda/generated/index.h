// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor index(Out out, const Tensor& self, TensorList indices);
Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate);
Tensor index_select(Out out, const Tensor& self, int64_t dim, const Tensor& index);
Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha);
Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor gather(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad);
Tensor scatter(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor scatter_value(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor scatter_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value);
Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value);
Tensor masked_select(Out out, const Tensor& self, const Tensor& mask);
Tensor nonzero(Out out, const Tensor& self);

}  // namespace torchpp::cuda

