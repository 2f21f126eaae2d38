// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct LossPlan;
struct MultilabelMarginBackwardPlan;
struct MultilabelMarginPlan;
struct NllBackwardPlan;
struct NllPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void mse_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction);
void mse_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction);
void smooth_l1_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
void smooth_l1_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
void huber_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
void huber_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
void binary_cross_entropy(const LossPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
void binary_cross_entropy_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
void nll_loss_forward(const NllPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
void nll_loss_backward(const NllBackwardPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight);
void multilabel_margin_loss_forward(const MultilabelMarginPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction);
void multilabel_margin_loss_backward(const MultilabelMarginBackwardPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, const Tensor& is_target);

}  // namespace torchpp::cuda

