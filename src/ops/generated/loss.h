// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct LossPlan;
struct MultilabelMarginBackwardPlan;
struct MultilabelMarginPlan;
struct NllBackwardPlan;
struct NllPlan;

namespace op {

inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> mse_loss; }
inline namespace T_of_out_T_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t)> mse_loss_backward; }
inline namespace T_of_T_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t)> l1_loss; }
inline namespace T_of_out_T_T_i_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, double)> smooth_l1_loss; }
inline namespace T_of_out_T_T_T_i_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, double)> smooth_l1_loss_backward; }
inline namespace T_of_out_T_T_i_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, double)> huber_loss; }
inline namespace T_of_out_T_T_T_i_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, double)> huber_loss_backward; }
inline namespace T_of_out_T_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t)> binary_cross_entropy; }
inline namespace T_of_out_T_T_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t)> binary_cross_entropy_backward; }
inline namespace T_of_out_T_T_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t)> binary_cross_entropy_with_logits; }
inline namespace T_of_out_T_T_T_i_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t)> nll_loss; }
inline namespace T_of_out_T_T_T_i_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t)> nll_loss2d; }
inline namespace T_of_T_T_T_i_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t)> nll_loss_nd; }
inline namespace TT_of_out_T_T_T_i_i { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t)> nll_loss_forward; }
inline namespace T_of_out_T_T_T_T_i_i_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, const Tensor&)> nll_loss_backward; }
inline namespace T_of_T_T_T_i_i_d { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, double)> cross_entropy_loss; }
inline namespace T_of_T_T_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t, bool)> kl_div; }
inline namespace T_of_T_T_b_b_d_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, bool, bool, double, int64_t)> poisson_nll_loss; }
inline namespace T_of_T_T_d_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, int64_t)> hinge_embedding_loss; }
inline namespace T_of_T_T_T_d_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, double, int64_t)> cosine_embedding_loss; }
inline namespace T_of_T_T_T_d_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, double, int64_t)> margin_ranking_loss; }
inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> soft_margin_loss; }
inline namespace T_of_out_T_T_S_S_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&, const Scalar&, const Tensor&, int64_t)> multi_margin_loss; }
inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> multilabel_margin_loss; }
inline namespace TT_of_out_T_T_i { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, int64_t)> multilabel_margin_loss_forward; }
inline namespace T_of_out_T_T_T_i_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, const Tensor&)> multilabel_margin_loss_backward; }
inline namespace T_of_T_T_T_d_d_d_b_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, double, double, double, bool, int64_t)> triplet_margin_loss; }

}  // namespace op

namespace cpu {

void mse_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction);
void mse_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction);
void smooth_l1_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
void smooth_l1_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
void huber_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
void huber_loss_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
void binary_cross_entropy(const LossPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
void binary_cross_entropy_backward(const LossPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
void nll_loss_forward(const NllPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
std::tuple<Tensor, Tensor> nll_loss_forward_direct(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
void nll_loss_backward(const NllBackwardPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight);
Tensor nll_loss_backward_direct(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight);
void multilabel_margin_loss_forward(const MultilabelMarginPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction);
void multilabel_margin_loss_backward(const MultilabelMarginBackwardPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, const Tensor& is_target);

}  // namespace cpu

namespace rule {

TORCHPP_API LossPlan mse_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction);
TORCHPP_API LossPlan mse_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction);
TORCHPP_API LossPlan smooth_l1_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
TORCHPP_API LossPlan smooth_l1_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta);
TORCHPP_API LossPlan huber_loss(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
TORCHPP_API LossPlan huber_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta);
TORCHPP_API LossPlan binary_cross_entropy(const Out& out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
TORCHPP_API LossPlan binary_cross_entropy_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction);
TORCHPP_API NllPlan nll_loss_forward(const Out& out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
TORCHPP_API NllBackwardPlan nll_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight);
TORCHPP_API MultilabelMarginPlan multilabel_margin_loss_forward(const Out& out, const Tensor& self, const Tensor& target, int64_t reduction);
TORCHPP_API MultilabelMarginBackwardPlan multilabel_margin_loss_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, const Tensor& is_target);

}  // namespace rule

namespace composite {

Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction);
Tensor binary_cross_entropy_with_logits(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, const Tensor& pos_weight, int64_t reduction);
Tensor nll_loss(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
Tensor nll_loss2d(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index);
Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, double label_smoothing);
Tensor kl_div(const Tensor& self, const Tensor& target, int64_t reduction, bool log_target);
Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps, int64_t reduction);
Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin, int64_t reduction);
Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin, int64_t reduction);
Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin, int64_t reduction);
Tensor soft_margin_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor multi_margin_loss(Out out, const Tensor& self, const Tensor& target, const Scalar& p, const Scalar& margin, const Tensor& weight, int64_t reduction);
Tensor multilabel_margin_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin, double p, double eps, bool swap, int64_t reduction);

}  // namespace composite

namespace derivative {

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
std::tuple<Tensor, Tensor> multilabel_margin_loss_forward(Out out, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor multilabel_margin_loss_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, const Tensor& is_target);

}  // namespace derivative

}  // namespace torchpp
