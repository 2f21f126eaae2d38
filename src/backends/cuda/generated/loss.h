// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor mse_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor mse_loss_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor smooth_l1_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
Tensor smooth_l1_loss_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
Tensor huber_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
Tensor huber_loss_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
Tensor binary_cross_entropy(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
Tensor binary_cross_entropy_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
std::tuple<Tensor, Tensor> nll_loss_forward(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
Tensor nll_loss_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight);

}  // namespace torchpp::cuda

