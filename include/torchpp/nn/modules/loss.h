// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Losses: options, functions, modules. `reduction` is kMean (by default), kSum, or kNone for a value per element
/// or sample. Source: libtorch 1.13; GaussianNLLLoss: PyTorch 1.13, Python.

#include <torchpp/nn/enum.h>
#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

namespace detail {
using reduction_t = EnumChoice<enumtype::kNone, enumtype::kMean, enumtype::kSum>;
}  // namespace detail

/// |x - y|
struct TORCHPP_API L1LossOptions {
  using reduction_t = detail::reduction_t;
  L1LossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  L1LossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(reduction_t, reduction);
};
/// (x - y)^2
struct TORCHPP_API MSELossOptions {
  using reduction_t = detail::reduction_t;
  MSELossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  MSELossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(reduction_t, reduction);
};
/// (x - y)^2 / (2 beta) below beta, |x - y| - beta / 2 above
struct TORCHPP_API SmoothL1LossOptions {
  using reduction_t = detail::reduction_t;
  SmoothL1LossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  SmoothL1LossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(double, beta) = 1.0;
  TORCHPP_ARG(reduction_t, reduction);
};
/// (x - y)^2 / 2 below delta, delta (|x - y| - delta / 2) above
struct TORCHPP_API HuberLossOptions {
  using reduction_t = detail::reduction_t;
  HuberLossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  HuberLossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(double, delta) = 1.0;
  TORCHPP_ARG(reduction_t, reduction);
};
/// target * (log(target) - x), x a logarithm; with log_target the target is one too. kBatchMean divides by the batch.
struct TORCHPP_API KLDivLossOptions {
  using reduction_t = EnumChoice<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;
  KLDivLossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  KLDivLossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(reduction_t, reduction);
  TORCHPP_ARG(bool, log_target) = false;
};
/// -(y log x + (1 - y) log(1 - x)), times weight; logarithms held above -100
struct TORCHPP_API BCELossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// BCELoss of sigmoid(x); pos_weight multiplies the first term
struct TORCHPP_API BCEWithLogitsLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(Tensor, pos_weight);
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// -weight[y] x[y] of log-probabilities (N, C, ...); the mean divides by the weights used. Targets ignore_index do not
/// count.
struct TORCHPP_API NLLLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(int64_t, ignore_index) = -100;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// NLLLoss of log_softmax(x); the target may be probabilities of the shape of x.
struct TORCHPP_API CrossEntropyLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(int64_t, ignore_index) = -100;
  TORCHPP_ARG(double, label_smoothing) = 0.0;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// x where y is 1, max(0, margin - x) where it is -1
struct TORCHPP_API HingeEmbeddingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(double, margin) = 1.0;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// sum over the other classes i of max(0, margin - x[y] + x[i])^p / C
struct TORCHPP_API MultiMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(int64_t, p) = 1;
  TORCHPP_ARG(double, margin) = 1.0;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// Hinge terms of each class of the target against all others; y lists a line's classes up to the first -1
struct TORCHPP_API MultiLabelMarginLossOptions {
  using reduction_t = detail::reduction_t;
  MultiLabelMarginLossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  MultiLabelMarginLossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(reduction_t, reduction);
};
/// Connectionist temporal classification; see torchpp::ctc_loss
struct TORCHPP_API CTCLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(int64_t, blank) = 0;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
  TORCHPP_ARG(bool, zero_infinity) = false;
};
/// log(1 + e^(-y x)), y 1 or -1
struct TORCHPP_API SoftMarginLossOptions {
  using reduction_t = detail::reduction_t;
  SoftMarginLossOptions(reduction_t reduction = kMean) : reduction_(reduction) {}  // NOLINT: implicit
  template <class E, std::enable_if_t<std::is_constructible_v<reduction_t, E>, int> = 0>
  SoftMarginLossOptions(E reduction) : reduction_(reduction) {}  // NOLINT: implicit
  TORCHPP_ARG(reduction_t, reduction);
};
/// BCE with logits of each class, mean over classes
struct TORCHPP_API MultiLabelSoftMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// 1 - cos where y is 1, max(0, cos - margin) where it is -1
struct TORCHPP_API CosineEmbeddingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(double, margin) = 0.0;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// max(0, -y (x1 - x2) + margin)
struct TORCHPP_API MarginRankingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(double, margin) = 0;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// max(0, d(anchor, positive) - d(anchor, negative) + margin), d the p-norm; with swap the nearer of anchor and
/// positive to the negative counts.
struct TORCHPP_API TripletMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(double, margin) = 1.0;
  TORCHPP_ARG(double, p) = 2.0;
  TORCHPP_ARG(double, eps) = 1e-6;
  TORCHPP_ARG(bool, swap) = false;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// max(0, margin + distance(anchor, positive) - distance(anchor, negative)) with a distance of the caller's;
/// pairwise_distance by default.
struct TORCHPP_API TripletMarginWithDistanceLossOptions {
  using reduction_t = detail::reduction_t;
  using distance_function_t = Callable<Tensor(const Tensor&, const Tensor&)>;
  TORCHPP_ARG(optional<distance_function_t>, distance_function) = nullopt;
  TORCHPP_ARG(double, margin) = 1.0;
  TORCHPP_ARG(bool, swap) = false;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// e^x - y x (x the logarithm of the rate), or x - y log(x + eps); `full` adds Stirling's term where y > 1.
struct TORCHPP_API PoissonNLLLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(bool, log_input) = true;
  TORCHPP_ARG(bool, full) = false;
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};
/// (log(max(var, eps)) + (x - y)^2 / max(var, eps)) / 2; `full` adds log(2 pi) / 2.
struct TORCHPP_API GaussianNLLLossOptions {
  using reduction_t = detail::reduction_t;
  TORCHPP_ARG(bool, full) = false;
  TORCHPP_ARG(double, eps) = 1e-6;
  TORCHPP_ARG(reduction_t, reduction) = kMean;
};

namespace functional {

using L1LossFuncOptions = L1LossOptions;
using MSELossFuncOptions = MSELossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using KLDivFuncOptions = KLDivLossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using HingeEmbeddingLossFuncOptions = HingeEmbeddingLossOptions;
using MultiMarginLossFuncOptions = MultiMarginLossOptions;
using MultilabelMarginLossFuncOptions = MultiLabelMarginLossOptions;
using CTCLossFuncOptions = CTCLossOptions;
using SoftMarginLossFuncOptions = SoftMarginLossOptions;
using MultilabelSoftMarginLossFuncOptions = MultiLabelSoftMarginLossOptions;
using CosineEmbeddingLossFuncOptions = CosineEmbeddingLossOptions;
using MarginRankingLossFuncOptions = MarginRankingLossOptions;
using TripletMarginLossFuncOptions = TripletMarginLossOptions;
using TripletMarginWithDistanceLossFuncOptions = TripletMarginWithDistanceLossOptions;
using PoissonNLLLossFuncOptions = PoissonNLLLossOptions;
using GaussianNLLLossFuncOptions = GaussianNLLLossOptions;

TORCHPP_API Tensor l1_loss(const Tensor& input, const Tensor& target, const L1LossFuncOptions& options = {});
TORCHPP_API Tensor mse_loss(const Tensor& input, const Tensor& target, const MSELossFuncOptions& options = {});
TORCHPP_API Tensor smooth_l1_loss(const Tensor& input, const Tensor& target,
                                  const SmoothL1LossFuncOptions& options = {});
/// With a beta in place of the options'.
TORCHPP_API Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const SmoothL1LossFuncOptions& options,
                                  double beta);
TORCHPP_API Tensor huber_loss(const Tensor& input, const Tensor& target, const HuberLossFuncOptions& options = {});
TORCHPP_API Tensor kl_div(const Tensor& input, const Tensor& target, const KLDivFuncOptions& options = {});
TORCHPP_API Tensor binary_cross_entropy(const Tensor& input, const Tensor& target,
                                        const BinaryCrossEntropyFuncOptions& options = {});
TORCHPP_API Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                                    const BinaryCrossEntropyWithLogitsFuncOptions& options = {});
TORCHPP_API Tensor nll_loss(const Tensor& input, const Tensor& target, const NLLLossFuncOptions& options = {});
TORCHPP_API Tensor cross_entropy(const Tensor& input, const Tensor& target,
                                 const CrossEntropyFuncOptions& options = {});
TORCHPP_API Tensor hinge_embedding_loss(const Tensor& input, const Tensor& target,
                                        const HingeEmbeddingLossFuncOptions& options = {});
TORCHPP_API Tensor multi_margin_loss(const Tensor& input, const Tensor& target,
                                     const MultiMarginLossFuncOptions& options = {});
TORCHPP_API Tensor multilabel_margin_loss(const Tensor& input, const Tensor& target,
                                          const MultilabelMarginLossFuncOptions& options = {});
TORCHPP_API Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                            const Tensor& target_lengths, const CTCLossFuncOptions& options = {});
TORCHPP_API Tensor soft_margin_loss(const Tensor& input, const Tensor& target,
                                    const SoftMarginLossFuncOptions& options = {});
TORCHPP_API Tensor multilabel_soft_margin_loss(const Tensor& input, const Tensor& target,
                                               const MultilabelSoftMarginLossFuncOptions& options = {});
TORCHPP_API Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                                         const CosineEmbeddingLossFuncOptions& options = {});
TORCHPP_API Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                                       const MarginRankingLossFuncOptions& options = {});
TORCHPP_API Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                                       const TripletMarginLossFuncOptions& options = {});
TORCHPP_API Tensor triplet_margin_with_distance_loss(const Tensor& anchor, const Tensor& positive,
                                                     const Tensor& negative,
                                                     const TripletMarginWithDistanceLossFuncOptions& options = {});
TORCHPP_API Tensor poisson_nll_loss(const Tensor& input, const Tensor& target,
                                    const PoissonNLLLossFuncOptions& options = {});
TORCHPP_API Tensor gaussian_nll_loss(const Tensor& input, const Tensor& target, const Tensor& var,
                                     const GaussianNLLLossFuncOptions& options = {});

}  // namespace functional

TORCHPP_STATELESS_MODULE(L1Loss, L1LossOptions, Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(MSELoss, MSELossOptions, Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(SmoothL1Loss, SmoothL1LossOptions, Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(HuberLoss, HuberLossOptions, Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(KLDivLoss, KLDivLossOptions, Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(BCELoss, BCELossOptions, Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight);  ///< here and below: a buffer, the options' weight
TORCHPP_STATELESS_MODULE(BCEWithLogitsLoss, BCEWithLogitsLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight; Tensor pos_weight);
TORCHPP_STATELESS_MODULE(NLLLoss, NLLLossOptions, Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight);
TORCHPP_STATELESS_MODULE(CrossEntropyLoss, CrossEntropyLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight);
TORCHPP_STATELESS_MODULE(HingeEmbeddingLoss, HingeEmbeddingLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target));

/// Error unless p is 1 or 2 and the weight, if given, has one dimension.
TORCHPP_STATELESS_MODULE(MultiMarginLoss, MultiMarginLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight);
TORCHPP_STATELESS_MODULE(MultiLabelMarginLoss, MultiLabelMarginLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(CTCLoss, CTCLossOptions,
                         Tensor forward(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                                        const Tensor& target_lengths));
TORCHPP_STATELESS_MODULE(SoftMarginLoss, SoftMarginLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(MultiLabelSoftMarginLoss, MultiLabelSoftMarginLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target);
                         Tensor weight);
TORCHPP_STATELESS_MODULE(CosineEmbeddingLoss, CosineEmbeddingLossOptions,
                         Tensor forward(const Tensor& input1, const Tensor& input2, const Tensor& target));
TORCHPP_STATELESS_MODULE(MarginRankingLoss, MarginRankingLossOptions,
                         Tensor forward(const Tensor& input1, const Tensor& input2, const Tensor& target));
TORCHPP_STATELESS_MODULE(TripletMarginLoss, TripletMarginLossOptions,
                         Tensor forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative));
TORCHPP_STATELESS_MODULE(TripletMarginWithDistanceLoss, TripletMarginWithDistanceLossOptions,
                         Tensor forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative));
TORCHPP_STATELESS_MODULE(PoissonNLLLoss, PoissonNLLLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target));
TORCHPP_STATELESS_MODULE(GaussianNLLLoss, GaussianNLLLossOptions,
                         Tensor forward(const Tensor& input, const Tensor& target, const Tensor& var));

}  // namespace nn
}  // namespace torchpp
