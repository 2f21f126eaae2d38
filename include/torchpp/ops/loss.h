// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Losses. `reduction` is Reduction::None (a value per element), Mean or Sum. Input and target broadcast unless
/// \file it is said otherwise. f16 and bf16 are computed in f32. Differentiable in the input, and in the target where
/// \file it is floating. Source: libtorch 1.13.

#include <torchpp/core/reduction.h>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// (input - target)^2
Tensor mse_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean);
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean);
/// Gradient of mse_loss by the input.
Tensor mse_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction);
Tensor& mse_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                              int64_t reduction);
/// |input - target|
Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean);
/// Half the square over beta where the distance is below beta, else the distance less beta / 2.
Tensor smooth_l1_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean, double beta = 1.0);
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean,
                           double beta = 1.0);
/// Gradient of smooth_l1_loss by the input.
Tensor smooth_l1_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction,
                               double beta);
Tensor& smooth_l1_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                    const Tensor& target, int64_t reduction, double beta);
/// Half the square where the distance is at most delta, else delta (distance - delta / 2).
Tensor huber_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean, double delta = 1.0);
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean,
                       double delta = 1.0);
/// Gradient of huber_loss by the input.
Tensor huber_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction,
                           double delta);
Tensor& huber_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                int64_t reduction, double delta);
/// -(target log(input) + (1 - target) log(1 - input)) for probabilities, times `weight`. Logarithms stop at -100.
/// Throws when an input is not between 0 and 1.
Tensor binary_cross_entropy(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                            int64_t reduction = Reduction::Mean);
Tensor& binary_cross_entropy_out(Tensor& out, const Tensor& self, const Tensor& target,
                                 const optional<Tensor>& weight = {}, int64_t reduction = Reduction::Mean);
/// Gradient of binary_cross_entropy by the input.
Tensor binary_cross_entropy_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                     const optional<Tensor>& weight = {}, int64_t reduction = Reduction::Mean);
Tensor& binary_cross_entropy_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                          const Tensor& target, const optional<Tensor>& weight = {},
                                          int64_t reduction = Reduction::Mean);
/// binary_cross_entropy of sigmoid(input), without overflow; `pos_weight` multiplies the part of the positive examples.
/// out= may have any dtype.
Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                                        const optional<Tensor>& pos_weight = {}, int64_t reduction = Reduction::Mean);
Tensor& binary_cross_entropy_with_logits_out(Tensor& out, const Tensor& self, const Tensor& target,
                                             const optional<Tensor>& weight = {},
                                             const optional<Tensor>& pos_weight = {},
                                             int64_t reduction = Reduction::Mean);
/// -weight[target] input[target] for log-probabilities: input (C) or (N, C), target () or (N) of int64 or uint8.
/// Targets equal to ignore_index count nothing; Mean divides by the weights that were used.
Tensor nll_loss(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
Tensor& nll_loss_out(Tensor& out, const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                     int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
/// nll_loss of images: input (N, C, H, W), target (N, H, W).
Tensor nll_loss2d(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                  int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
Tensor& nll_loss2d_out(Tensor& out, const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                       int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
/// nll_loss of input (C) or (N, C, ...) and target () or (N, ...).
Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                   int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
/// The loss of nll_loss, nll_loss2d or nll_loss_nd, and the sum of the weights that were used (0 without reduction).
std::tuple<Tensor, Tensor> nll_loss_forward(const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                                            int64_t reduction, int64_t ignore_index);
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const optional<Tensor>& weight,
                                                  int64_t reduction, int64_t ignore_index);
/// Gradient of nll_loss_forward's loss by the input; total_weight is its second result.
Tensor nll_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                         const optional<Tensor>& weight, int64_t reduction, int64_t ignore_index,
                         const Tensor& total_weight);
Tensor& nll_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                              const optional<Tensor>& weight, int64_t reduction, int64_t ignore_index,
                              const Tensor& total_weight);
/// nll_loss_nd of log_softmax(input). The target may also hold a probability per class, in the shape of the input.
/// `label_smoothing` spreads this share of each target evenly over the classes.
Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const optional<Tensor>& weight = {},
                          int64_t reduction = Reduction::Mean, int64_t ignore_index = -100,
                          double label_smoothing = 0.0);
/// Kullback-Leibler divergence: target (log(target) - input), where 0 log 0 = 0; with log_target e^target (target -
/// input).
Tensor kl_div(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean, bool log_target = false);
/// e^input - target input (input - target log(input + eps) without log_input); `full` adds Stirling's approximation of
/// log(target!) where the target is above 1.
Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps,
                        int64_t reduction);
/// input where the target is 1, max(0, margin - input) where it is -1.
Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin = 1.0,
                            int64_t reduction = Reduction::Mean);
/// 1 - cos(input1, input2) where the target is 1, max(0, cos - margin) where it is -1. Inputs (D) or (N, D), target ()
/// or (N).
Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0,
                             int64_t reduction = Reduction::Mean);
/// max(0, -target (input1 - input2) + margin)
Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0,
                           int64_t reduction = Reduction::Mean);
/// log(1 + e^(-target input))
Tensor soft_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean);
Tensor& soft_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target,
                             int64_t reduction = Reduction::Mean);
/// Sum over the other classes of weight[target] max(0, margin - input[target] + input[class])^p, divided by the number
/// of classes. Input (C) or (N, C), target () or (N); p is 1 or 2.
Tensor multi_margin_loss(const Tensor& self, const Tensor& target, const Scalar& p = 1, const Scalar& margin = 1,
                         const optional<Tensor>& weight = {}, int64_t reduction = Reduction::Mean);
Tensor& multi_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target, const Scalar& p = 1,
                              const Scalar& margin = 1, const optional<Tensor>& weight = {},
                              int64_t reduction = Reduction::Mean);
/// Sum over the classes of the target and all others of max(0, 1 - (input[class] - input[other])), divided by the
/// number of classes. Input (C) or (N, C); target of the same shape, int64, a line of which lists its classes up to the
/// first -1.
Tensor multilabel_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction = Reduction::Mean);
Tensor& multilabel_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target,
                                   int64_t reduction = Reduction::Mean);
/// multilabel_margin_loss, and 1 for each class of a target, otherwise 0, in the dtype of the input.
std::tuple<Tensor, Tensor> multilabel_margin_loss_forward(const Tensor& self, const Tensor& target, int64_t reduction);
std::tuple<Tensor&, Tensor&> multilabel_margin_loss_forward_out(Tensor& output, Tensor& is_target, const Tensor& self,
                                                                const Tensor& target, int64_t reduction);
/// Gradient of multilabel_margin_loss by the input; is_target is the second result of multilabel_margin_loss_forward.
Tensor multilabel_margin_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                       int64_t reduction, const Tensor& is_target);
Tensor& multilabel_margin_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                            const Tensor& target, int64_t reduction, const Tensor& is_target);
/// max(0, margin + |anchor - positive| - |anchor - negative|) in the p-norm of the last dimension; with `swap` the
/// nearer of anchor and positive counts as the distance of the negative.
Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin = 1.0,
                           double p = 2, double eps = 1e-06, bool swap = false, int64_t reduction = Reduction::Mean);

}  // namespace torchpp
TORCHPP_API_END
