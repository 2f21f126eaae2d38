// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct AdaptivePoolIndicesPlan;
struct AdaptivePoolPlan;
struct FractionalPoolPlan;
struct IndexedPoolPlan;
struct PoolIndicesPlan;
struct PoolPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void pool_maxima(const PoolPlan& plan, const Tensor& self);
void pool_maxima_with_indices(const PoolIndicesPlan& plan, const Tensor& self);
void pool_maxima_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
void pool_averages(const PoolPlan& plan, const Tensor& self);
void pool_averages_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self);
void adaptive_averages(const AdaptivePoolPlan& plan, const Tensor& self);
void adaptive_averages_gradient(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor& self);
void adaptive_maxima(const AdaptivePoolIndicesPlan& plan, const Tensor& self);
void indexed_gradient(const IndexedPoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
void fractional_maxima(const FractionalPoolPlan& plan, const Tensor& self, const Tensor& random_samples);
void unpool(const IndexedPoolPlan& plan, const Tensor& self, const Tensor& indices);

}  // namespace torchpp::cuda

