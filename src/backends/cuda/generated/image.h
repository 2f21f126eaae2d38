// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct ConstantPadPlan;
struct EdgePadPlan;
struct SamplerBackwardPlan;
struct SamplerPlan;
struct UpsamplePlan;
struct WindowsPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void constant_pad_nd(const ConstantPadPlan& plan, const Tensor& self, IntArrayRef pad, const Scalar& value);
void pad_edges(const EdgePadPlan& plan, const Tensor& self);
void pad_edges_gradient(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self);
void upsample_nearest(const UpsamplePlan& plan, const Tensor& self);
void upsample_gradient(const UpsamplePlan& plan, const Tensor& grad_output);
void upsample(const UpsamplePlan& plan, const Tensor& self);
void im2col(const WindowsPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void col2im(const WindowsPlan& plan, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void grid_sampler(const SamplerPlan& plan, const Tensor& input, const Tensor& grid);
void grid_sampler_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input, const Tensor& grid);

}  // namespace torchpp::cuda

