// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
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

void max_pool2d(const PoolPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
void max_pool2d_with_indices(const PoolIndicesPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
void max_pool2d_with_indices_backward(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
void avg_pool2d(const PoolPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override);
void avg_pool2d_backward(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override);
void adaptive_avg_pool2d(const AdaptivePoolPlan& plan, const Tensor& self, IntArrayRef output_size);
void adaptive_avg_pool2d_backward(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor& self);

}  // namespace torchpp::cuda

