// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
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
void reflection_pad1d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad1d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void reflection_pad2d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad2d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void reflection_pad3d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad3d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad1d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad1d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad2d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad2d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad3d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad3d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);

}  // namespace torchpp::cuda

