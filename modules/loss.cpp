// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/nn/modules/activation.h>
#include <torchpp/nn/modules/distance.h>
#include <torchpp/nn/modules/loss.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/loss.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/sequence.h>

#include <cmath>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

namespace {

using enumtype::reduction_get_enum;

Tensor reduced(const Tensor& loss, const nn::detail::reduction_t& reduction) {
  switch (reduction_get_enum(reduction)) {
    case Reduction::Mean: return loss.mean();
    case Reduction::Sum: return loss.sum();
    default: return loss;
  }
}

// Broadcasting is allowed, but more often than not a mistake.
void warn_if_sizes_differ(const char* loss, const Tensor& input, const Tensor& target) {
  if (TORCHPP_UNLIKELY(input.sizes() != target.sizes()))
    TORCHPP_WARN(loss, ": Using a target size (", target.sizes(), ") that is different to the input size (",
                 input.sizes(),
                 "). This will likely lead to incorrect results due to broadcasting. Please ensure they have the same "
                 "size.");
}

}  // namespace

Tensor l1_loss(const Tensor& input, const Tensor& target, const L1LossFuncOptions& o) {
  warn_if_sizes_differ("l1_loss", input, target);
  return torchpp::l1_loss(input, target, reduction_get_enum(o.reduction()));
}

Tensor mse_loss(const Tensor& input, const Tensor& target, const MSELossFuncOptions& o) {
  warn_if_sizes_differ("mse_loss", input, target);
  return torchpp::mse_loss(input, target, reduction_get_enum(o.reduction()));
}

Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const SmoothL1LossFuncOptions& o) {
  warn_if_sizes_differ("smooth_l1_loss", input, target);
  return torchpp::smooth_l1_loss(input, target, reduction_get_enum(o.reduction()), o.beta());
}

Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const SmoothL1LossFuncOptions& o, double beta) {
  return smooth_l1_loss(input, target, SmoothL1LossFuncOptions(o).beta(beta));
}

Tensor huber_loss(const Tensor& input, const Tensor& target, const HuberLossFuncOptions& o) {
  warn_if_sizes_differ("huber_loss", input, target);
  return torchpp::huber_loss(input, target, reduction_get_enum(o.reduction()), o.delta());
}

Tensor kl_div(const Tensor& input, const Tensor& target, const KLDivFuncOptions& o) {
  const bool batch_mean = enumtype::holds_alternative<enumtype::kBatchMean>(o.reduction());
  if (enumtype::holds_alternative<enumtype::kMean>(o.reduction()))
    TORCHPP_WARN_ONCE(
        "kl_div: reduction kMean divides the total loss by both the batch size and the support size. kBatchMean "
        "divides "
        "only by the batch size, and aligns with the KL math definition.");
  const Tensor loss =
      torchpp::kl_div(input, target, batch_mean ? Reduction::Sum : reduction_get_enum(o.reduction()), o.log_target());
  return batch_mean && input.dim() != 0 ? loss.div(input.size(0)) : loss;
}

namespace {

// The losses that have weights, which their modules hold apart from the options.
Tensor weighted(const Tensor& input, const Tensor& target, const BCELossOptions& o, const Tensor& weights) {
  TORCHPP_CHECK(input.sizes() == target.sizes(), "Using a target size (", target.sizes(),
                ") that is different to the input size (", input.sizes(),
                ") is deprecated. Please ensure they have the same size.");
  // Broadcast here: the operator takes weights of the target's shape.
  const Tensor weight = weights.defined() ? weights.expand(target.sizes()) : Tensor();
  return torchpp::binary_cross_entropy(input, target, weight, reduction_get_enum(o.reduction()));
}

Tensor weighted(const Tensor& input, const Tensor& target, const BCEWithLogitsLossOptions& o, const Tensor& weight,
                const Tensor& pos_weight) {
  TORCHPP_CHECK(target.sizes() == input.sizes(), "Target size (", target.sizes(), ") must be the same as input size (",
                input.sizes(), ")");
  return torchpp::binary_cross_entropy_with_logits(input, target, weight, pos_weight,
                                                   reduction_get_enum(o.reduction()));
}

Tensor weighted(const Tensor& input, const Tensor& target, const NLLLossOptions& o, const Tensor& weight) {
  return torchpp::nll_loss_nd(input, target, weight, reduction_get_enum(o.reduction()), o.ignore_index());
}

Tensor weighted(const Tensor& input, const Tensor& target, const CrossEntropyLossOptions& o, const Tensor& weight) {
  return torchpp::cross_entropy_loss(input, target, weight, reduction_get_enum(o.reduction()), o.ignore_index(),
                                     o.label_smoothing());
}

Tensor weighted(const Tensor& input, const Tensor& target, const MultiMarginLossOptions& o, const Tensor& weight) {
  TORCHPP_CHECK(o.p() == 1 || o.p() == 2, "only p == 1 and p == 2 supported, got ", o.p());
  return torchpp::multi_margin_loss(input, target, o.p(), o.margin(), weight, reduction_get_enum(o.reduction()));
}

Tensor weighted(const Tensor& input, const Tensor& target, const MultiLabelSoftMarginLossOptions& o,
                const Tensor& weight) {
  Tensor loss = target.mul(torchpp::log_sigmoid(input)).add(target.neg().add(1).mul(torchpp::log_sigmoid(input.neg())));
  loss = loss.neg();
  if (weight.defined()) loss = loss.mul(weight);
  return reduced(loss.mean(IntArrayRef(-1)), o.reduction());
}

}  // namespace

Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const BinaryCrossEntropyFuncOptions& o) {
  return weighted(input, target, o, o.weight());
}

Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& o) {
  return weighted(input, target, o, o.weight(), o.pos_weight());
}

Tensor nll_loss(const Tensor& input, const Tensor& target, const NLLLossFuncOptions& o) {
  return weighted(input, target, o, o.weight());
}

Tensor cross_entropy(const Tensor& input, const Tensor& target, const CrossEntropyFuncOptions& o) {
  return weighted(input, target, o, o.weight());
}

Tensor hinge_embedding_loss(const Tensor& input, const Tensor& target, const HingeEmbeddingLossFuncOptions& o) {
  return torchpp::hinge_embedding_loss(input, target, o.margin(), reduction_get_enum(o.reduction()));
}

Tensor multi_margin_loss(const Tensor& input, const Tensor& target, const MultiMarginLossFuncOptions& o) {
  return weighted(input, target, o, o.weight());
}

Tensor multilabel_margin_loss(const Tensor& input, const Tensor& target, const MultilabelMarginLossFuncOptions& o) {
  return torchpp::multilabel_margin_loss(input, target, reduction_get_enum(o.reduction()));
}

Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                const Tensor& target_lengths, const CTCLossFuncOptions& o) {
  return torchpp::ctc_loss(log_probs, targets, input_lengths, target_lengths, o.blank(),
                           reduction_get_enum(o.reduction()), o.zero_infinity());
}

Tensor soft_margin_loss(const Tensor& input, const Tensor& target, const SoftMarginLossFuncOptions& o) {
  return torchpp::soft_margin_loss(input, target, reduction_get_enum(o.reduction()));
}

Tensor multilabel_soft_margin_loss(const Tensor& input, const Tensor& target,
                                   const MultilabelSoftMarginLossFuncOptions& o) {
  return weighted(input, target, o, o.weight());
}

Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                             const CosineEmbeddingLossFuncOptions& o) {
  return torchpp::cosine_embedding_loss(input1, input2, target, o.margin(), reduction_get_enum(o.reduction()));
}

Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                           const MarginRankingLossFuncOptions& o) {
  TORCHPP_CHECK(input1.dim() == input2.dim() && input1.dim() == target.dim(),
                "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: ",
                input1.sizes(), ", input2: ", input2.sizes(), ", target: ", target.sizes());
  return torchpp::margin_ranking_loss(input1, input2, target, o.margin(), reduction_get_enum(o.reduction()));
}

Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                           const TripletMarginLossFuncOptions& o) {
  return torchpp::triplet_margin_loss(anchor, positive, negative, o.margin(), o.p(), o.eps(), o.swap(),
                                      reduction_get_enum(o.reduction()));
}

Tensor triplet_margin_with_distance_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                                         const TripletMarginWithDistanceLossFuncOptions& o) {
  const auto distance = [&](const Tensor& a, const Tensor& b) {
    return o.distance_function() ? (*o.distance_function())(a, b) : pairwise_distance(a, b);
  };
  const Tensor to_positive = distance(anchor, positive);
  Tensor to_negative = distance(anchor, negative);
  if (o.swap()) to_negative = to_negative.minimum(distance(positive, negative));
  return reduced(to_positive.sub(to_negative).add(o.margin()).clamp_min(0), o.reduction());
}

Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, const PoissonNLLLossFuncOptions& o) {
  return torchpp::poisson_nll_loss(input, target, o.log_input(), o.full(), o.eps(), reduction_get_enum(o.reduction()));
}

Tensor gaussian_nll_loss(const Tensor& input, const Tensor& target, const Tensor& var,
                         const GaussianNLLLossFuncOptions& o) {
  Tensor variance = var;
  if (var.sizes() != input.sizes()) {
    const bool per_sample = input.dim() >= 1 && input.sizes().slice(0, input.sizes().size() - 1) == var.sizes();
    if (per_sample) variance = var.unsqueeze(-1);
    else
      TORCHPP_CHECK(var.dim() == input.dim() && var.dim() >= 1 && var.size(-1) == 1, "var is of incorrect size: got ",
                    var.sizes(), ", expected that of the input, ", input.sizes(),
                    ", without or with one in the last "
                    "dimension");
  }
  TORCHPP_CHECK(!var.lt(0).any().item<bool>(), "var has negative entry/entries");
  // Held at eps in value; the gradient passes as if it were not.
  variance = variance.add(variance.detach().clamp_min(o.eps()).sub(variance.detach()));
  Tensor loss = variance.log().add(input.sub(target).square().div(variance)).mul(0.5);
  if (o.full()) loss = loss.add(0.5 * std::log(2 * M_PI));
  return reduced(loss, o.reduction());
}

}  // namespace functional

Tensor L1LossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::l1_loss(input, target, options);
}
Tensor MSELossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::mse_loss(input, target, options);
}
Tensor SmoothL1LossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::smooth_l1_loss(input, target, options);
}
Tensor HuberLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::huber_loss(input, target, options);
}
Tensor KLDivLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::kl_div(input, target, options);
}
Tensor BCELossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight);
}
Tensor BCEWithLogitsLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight, pos_weight);
}
Tensor NLLLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight);
}
Tensor CrossEntropyLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight);
}
Tensor HingeEmbeddingLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::hinge_embedding_loss(input, target, options);
}

// ---- weights: buffers, so that they move, convert and are saved with the module

namespace {

// The option as a buffer, which option and member become. In a copy, whose members are still the original's, it is a
// tensor of its own, so that what is done to it later leaves the original alone.
void own_weight(Module& module, const char* name, Tensor& option, Tensor& member) {
  if (!option.defined()) return;
  if (option.is_same(member)) option = option.detach();
  member = module.register_buffer(name, option);
}

}  // namespace

void BCELossImpl::reset() { own_weight(*this, "weight", options.weight(), weight); }
void BCEWithLogitsLossImpl::reset() {
  own_weight(*this, "weight", options.weight(), weight);
  own_weight(*this, "pos_weight", options.pos_weight(), pos_weight);
}
void NLLLossImpl::reset() { own_weight(*this, "weight", options.weight(), weight); }
void CrossEntropyLossImpl::reset() { own_weight(*this, "weight", options.weight(), weight); }
void MultiLabelSoftMarginLossImpl::reset() { own_weight(*this, "weight", options.weight(), weight); }
void MultiMarginLossImpl::reset() {
  TORCHPP_CHECK(options.p() == 1 || options.p() == 2, "MultiMarginLoss: only p == 1 and p == 2 supported, but got ",
                options.p());
  TORCHPP_CHECK(!options.weight().defined() || options.weight().dim() == 1,
                "MultiMarginLoss: weight must have 1 dimension, but got ",
                options.weight().defined() ? options.weight().dim() : 0);
  own_weight(*this, "weight", options.weight(), weight);
}

Tensor MultiMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight);
}
Tensor MultiLabelMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::multilabel_margin_loss(input, target, options);
}
Tensor CTCLossImpl::forward(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                            const Tensor& target_lengths) {
  return functional::ctc_loss(log_probs, targets, input_lengths, target_lengths, options);
}
Tensor SoftMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::soft_margin_loss(input, target, options);
}
Tensor MultiLabelSoftMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::weighted(input, target, options, weight);
}
Tensor CosineEmbeddingLossImpl::forward(const Tensor& input1, const Tensor& input2, const Tensor& target) {
  return functional::cosine_embedding_loss(input1, input2, target, options);
}
Tensor MarginRankingLossImpl::forward(const Tensor& input1, const Tensor& input2, const Tensor& target) {
  return functional::margin_ranking_loss(input1, input2, target, options);
}
Tensor TripletMarginLossImpl::forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative) {
  return functional::triplet_margin_loss(anchor, positive, negative, options);
}
Tensor TripletMarginWithDistanceLossImpl::forward(const Tensor& anchor, const Tensor& positive,
                                                  const Tensor& negative) {
  return functional::triplet_margin_with_distance_loss(anchor, positive, negative, options);
}
Tensor PoissonNLLLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::poisson_nll_loss(input, target, options);
}
Tensor GaussianNLLLossImpl::forward(const Tensor& input, const Tensor& target, const Tensor& var) {
  return functional::gaussian_nll_loss(input, target, var, options);
}

// ---- printing

void L1LossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::L1Loss()"); }
void MSELossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::MSELoss()"); }
void SmoothL1LossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::SmoothL1Loss"); }
void HuberLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::HuberLoss"); }
void KLDivLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::KLDivLoss()"); }
void BCELossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::BCELoss()"); }
void BCEWithLogitsLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::BCEWithLogitsLoss()");
}
void NLLLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::NLLLoss()"); }
void CrossEntropyLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::CrossEntropyLoss()"); }
void HingeEmbeddingLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::HingeEmbeddingLoss(margin=", options.margin(), ")");
}
void MultiMarginLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::MultiMarginLoss(p=", options.p(), ", margin=", options.margin(),
        ", weight=", options.weight(), ", reduction=", enumtype::get_enum_name(options.reduction()), ")");
}
void MultiLabelMarginLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::MultiLabelMarginLoss()");
}
void CTCLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::CTCLoss()"); }
void SoftMarginLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::SoftMarginLoss()"); }
void MultiLabelSoftMarginLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::MultiLabelSoftMarginLoss()");
}
void CosineEmbeddingLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::CosineEmbeddingLoss(margin=", options.margin(), ")");
}
void MarginRankingLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::MarginRankingLoss()");
}
void TripletMarginLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::TripletMarginLoss(margin=", options.margin(), ", p=", options.p(), ", eps=", options.eps(),
        ", swap=", options.swap(), ")");
}
void TripletMarginWithDistanceLossImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::TripletMarginWithDistanceLoss(margin=", options.margin(), ", swap=", options.swap(), ")");
}
void PoissonNLLLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::PoissonNLLLoss()"); }
void GaussianNLLLossImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::GaussianNLLLoss()"); }

#define TORCHPP_DEFINE_WEIGHTED_LOSS(Name)                                                           \
  Name##Impl::Name##Impl(const Name##Options& options_) : options(options_) { Name##Impl::reset(); } \
  TORCHPP_DEFINE_CLONE(Name##Impl)
TORCHPP_DEFINE_STATELESS(L1LossImpl, L1LossOptions)
TORCHPP_DEFINE_STATELESS(MSELossImpl, MSELossOptions)
TORCHPP_DEFINE_STATELESS(SmoothL1LossImpl, SmoothL1LossOptions)
TORCHPP_DEFINE_STATELESS(HuberLossImpl, HuberLossOptions)
TORCHPP_DEFINE_STATELESS(KLDivLossImpl, KLDivLossOptions)
TORCHPP_DEFINE_WEIGHTED_LOSS(BCELoss)
TORCHPP_DEFINE_WEIGHTED_LOSS(BCEWithLogitsLoss)
TORCHPP_DEFINE_WEIGHTED_LOSS(NLLLoss)
TORCHPP_DEFINE_WEIGHTED_LOSS(CrossEntropyLoss)
TORCHPP_DEFINE_STATELESS(HingeEmbeddingLossImpl, HingeEmbeddingLossOptions)
TORCHPP_DEFINE_WEIGHTED_LOSS(MultiMarginLoss)
TORCHPP_DEFINE_STATELESS(MultiLabelMarginLossImpl, MultiLabelMarginLossOptions)
TORCHPP_DEFINE_STATELESS(CTCLossImpl, CTCLossOptions)
TORCHPP_DEFINE_STATELESS(SoftMarginLossImpl, SoftMarginLossOptions)
TORCHPP_DEFINE_WEIGHTED_LOSS(MultiLabelSoftMarginLoss)
TORCHPP_DEFINE_STATELESS(CosineEmbeddingLossImpl, CosineEmbeddingLossOptions)
TORCHPP_DEFINE_STATELESS(MarginRankingLossImpl, MarginRankingLossOptions)
TORCHPP_DEFINE_STATELESS(TripletMarginLossImpl, TripletMarginLossOptions)
TORCHPP_DEFINE_STATELESS(TripletMarginWithDistanceLossImpl, TripletMarginWithDistanceLossOptions)
TORCHPP_DEFINE_STATELESS(PoissonNLLLossImpl, PoissonNLLLossOptions)
TORCHPP_DEFINE_STATELESS(GaussianNLLLossImpl, GaussianNLLLossOptions)

}  // namespace torchpp::nn
