// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/creation.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp::cuda {

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options);
Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options);
Tensor randperm(int64_t n, const Generator& generator, TensorOptions options);
Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking);
Tensor fill(Out out, const Tensor& self, const Scalar& value);
Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value);
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format);
Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format);
Scalar item(const Tensor& self);

}  // namespace torchpp::cuda

