// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct CatPlan;
struct FlipPlan;
struct TrianglePlan;

}  // namespace torchpp

namespace torchpp::cuda {

void cat(const CatPlan& plan, TensorList tensors, int64_t dim);
void flip(const FlipPlan& plan, const Tensor& self, IntArrayRef dims);
void tril(const TrianglePlan& plan, const Tensor& self, int64_t diagonal);
void triu(const TrianglePlan& plan, const Tensor& self, int64_t diagonal);

}  // namespace torchpp::cuda

