// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/loss.h>

#include "src/ops/forward.h"
#include "src/ops/generated/loss.h"
#include "src/ops/loss_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace op {

inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::mse_loss) mse_loss(
    "mse_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    &Structured<&rule::mse_loss, &cpu::mse_loss>::call, &derivative::mse_loss, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_T_i {
TORCHPP_CONSTINIT decltype(op::mse_loss_backward) mse_loss_backward(
    "mse_loss_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor",
    &Structured<&rule::mse_loss_backward, &cpu::mse_loss_backward>::call, &derivative::mse_loss_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::l1_loss) l1_loss(decltype(op::l1_loss)::AllBackends(),
    "l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    &composite::l1_loss, &composite::l1_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_i_d {
TORCHPP_CONSTINIT decltype(op::smooth_l1_loss) smooth_l1_loss(
    "smooth_l1_loss(Tensor self, Tensor target, int reduction=Mean, float beta=1.0) -> Tensor",
    &Structured<&rule::smooth_l1_loss, &cpu::smooth_l1_loss>::call, &derivative::smooth_l1_loss, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_T_i_d {
TORCHPP_CONSTINIT decltype(op::smooth_l1_loss_backward) smooth_l1_loss_backward(
    "smooth_l1_loss_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) -> Tensor",
    &Structured<&rule::smooth_l1_loss_backward, &cpu::smooth_l1_loss_backward>::call, &derivative::smooth_l1_loss_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_i_d {
TORCHPP_CONSTINIT decltype(op::huber_loss) huber_loss(
    "huber_loss(Tensor self, Tensor target, int reduction=Mean, float delta=1.0) -> Tensor",
    &Structured<&rule::huber_loss, &cpu::huber_loss>::call, &derivative::huber_loss, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_T_i_d {
TORCHPP_CONSTINIT decltype(op::huber_loss_backward) huber_loss_backward(
    "huber_loss_backward|:grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> Tensor",
    &Structured<&rule::huber_loss_backward, &cpu::huber_loss_backward>::call, &derivative::huber_loss_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_T_i {
TORCHPP_CONSTINIT decltype(op::binary_cross_entropy) binary_cross_entropy(
    "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor",
    &Structured<&rule::binary_cross_entropy, &cpu::binary_cross_entropy>::call, &derivative::binary_cross_entropy, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kBanned});
}
inline namespace T_of_out_T_T_T_T_i {
TORCHPP_CONSTINIT decltype(op::binary_cross_entropy_backward) binary_cross_entropy_backward(
    "binary_cross_entropy_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor",
    &Structured<&rule::binary_cross_entropy_backward, &cpu::binary_cross_entropy_backward>::call, &derivative::binary_cross_entropy_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_T_T_i {
TORCHPP_CONSTINIT decltype(op::binary_cross_entropy_with_logits) binary_cross_entropy_with_logits(decltype(op::binary_cross_entropy_with_logits)::AllBackends(),
    "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=Mean) -> Tensor",
    &composite::binary_cross_entropy_with_logits, &composite::binary_cross_entropy_with_logits, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::nll_loss) nll_loss(decltype(op::nll_loss)::AllBackends(),
    "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100) -> Tensor",
    &composite::nll_loss, &composite::nll_loss, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::nll_loss2d) nll_loss2d(decltype(op::nll_loss2d)::AllBackends(),
    "nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100) -> Tensor",
    &composite::nll_loss2d, &composite::nll_loss2d, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::nll_loss_nd) nll_loss_nd(decltype(op::nll_loss_nd)::AllBackends(),
    "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100) -> Tensor",
    &composite::nll_loss_nd, &composite::nll_loss_nd, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::nll_loss_forward) nll_loss_forward(
    "nll_loss_forward|output(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index) -> (Tensor output, Tensor total_weight)",
    &cpu::nll_loss_forward_direct, &derivative::nll_loss_forward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_T_T_i_i_T {
TORCHPP_CONSTINIT decltype(op::nll_loss_backward) nll_loss_backward(
    "nll_loss_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index, Tensor total_weight) -> Tensor",
    &cpu::nll_loss_backward_direct, &derivative::nll_loss_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_T_T_i_i_d {
TORCHPP_CONSTINIT decltype(op::cross_entropy_loss) cross_entropy_loss(decltype(op::cross_entropy_loss)::AllBackends(),
    "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100, float label_smoothing=0.0) -> Tensor",
    &composite::cross_entropy_loss, &composite::cross_entropy_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_T_T_i_b {
TORCHPP_CONSTINIT decltype(op::kl_div) kl_div(decltype(op::kl_div)::AllBackends(),
    "kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor",
    &composite::kl_div, &composite::kl_div, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_b_b_d_i {
TORCHPP_CONSTINIT decltype(op::poisson_nll_loss) poisson_nll_loss(decltype(op::poisson_nll_loss)::AllBackends(),
    "poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor",
    &composite::poisson_nll_loss, &composite::poisson_nll_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_d_i {
TORCHPP_CONSTINIT decltype(op::hinge_embedding_loss) hinge_embedding_loss(decltype(op::hinge_embedding_loss)::AllBackends(),
    "hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=Mean) -> Tensor",
    &composite::hinge_embedding_loss, &composite::hinge_embedding_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_T_d_i {
TORCHPP_CONSTINIT decltype(op::cosine_embedding_loss) cosine_embedding_loss(decltype(op::cosine_embedding_loss)::AllBackends(),
    "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor",
    &composite::cosine_embedding_loss, &composite::cosine_embedding_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_T_d_i {
TORCHPP_CONSTINIT decltype(op::margin_ranking_loss) margin_ranking_loss(decltype(op::margin_ranking_loss)::AllBackends(),
    "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor",
    &composite::margin_ranking_loss, &composite::margin_ranking_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::soft_margin_loss) soft_margin_loss(decltype(op::soft_margin_loss)::AllBackends(),
    "soft_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    &composite::soft_margin_loss, &composite::soft_margin_loss, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_S_S_T_i {
TORCHPP_CONSTINIT decltype(op::multi_margin_loss) multi_margin_loss(decltype(op::multi_margin_loss)::AllBackends(),
    "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=Mean) -> Tensor",
    &composite::multi_margin_loss, &composite::multi_margin_loss, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::multilabel_margin_loss) multilabel_margin_loss(decltype(op::multilabel_margin_loss)::AllBackends(),
    "multilabel_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    &composite::multilabel_margin_loss, &composite::multilabel_margin_loss, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace TT_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::multilabel_margin_loss_forward) multilabel_margin_loss_forward(
    "multilabel_margin_loss_forward|output:output:is_target(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor is_target)",
    &Structured<&rule::multilabel_margin_loss_forward, &cpu::multilabel_margin_loss_forward>::call, &derivative::multilabel_margin_loss_forward, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_T_i_T {
TORCHPP_CONSTINIT decltype(op::multilabel_margin_loss_backward) multilabel_margin_loss_backward(
    "multilabel_margin_loss_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, Tensor is_target) -> Tensor",
    &Structured<&rule::multilabel_margin_loss_backward, &cpu::multilabel_margin_loss_backward>::call, &derivative::multilabel_margin_loss_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_T_T_d_d_d_b_i {
TORCHPP_CONSTINIT decltype(op::triplet_margin_loss) triplet_margin_loss(decltype(op::triplet_margin_loss)::AllBackends(),
    "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, bool swap=False, int reduction=Mean) -> Tensor",
    &composite::triplet_margin_loss, &composite::triplet_margin_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}

}  // namespace op

Tensor mse_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return op::mse_loss(Out(), self, target, reduction);
}
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction) {
  op::mse_loss(Out::to(out), self, target, reduction);
  return out;
}
Tensor mse_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction) {
  return op::mse_loss_backward(Out(), grad_output, self, target, reduction);
}
Tensor& mse_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                              int64_t reduction) {
  op::mse_loss_backward(Out::to(grad_input), grad_output, self, target, reduction);
  return grad_input;
}
Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return detail::modes_listen()
      ? op::l1_loss.call_cold(self, target, reduction)
      : composite::l1_loss(self, target, reduction);
}
Tensor smooth_l1_loss(const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  return op::smooth_l1_loss(Out(), self, target, reduction, beta);
}
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  op::smooth_l1_loss(Out::to(out), self, target, reduction, beta);
  return out;
}
Tensor smooth_l1_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction,
                               double beta) {
  return op::smooth_l1_loss_backward(Out(), grad_output, self, target, reduction, beta);
}
Tensor& smooth_l1_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                    const Tensor& target, int64_t reduction, double beta) {
  op::smooth_l1_loss_backward(Out::to(grad_input), grad_output, self, target, reduction, beta);
  return grad_input;
}
Tensor huber_loss(const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  return op::huber_loss(Out(), self, target, reduction, delta);
}
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  op::huber_loss(Out::to(out), self, target, reduction, delta);
  return out;
}
Tensor huber_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction,
                           double delta) {
  return op::huber_loss_backward(Out(), grad_output, self, target, reduction, delta);
}
Tensor& huber_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                int64_t reduction, double delta) {
  op::huber_loss_backward(Out::to(grad_input), grad_output, self, target, reduction, delta);
  return grad_input;
}
Tensor binary_cross_entropy(const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                            int64_t reduction) {
  return op::binary_cross_entropy(Out(), self, target, or_undefined(weight), reduction);
}
Tensor& binary_cross_entropy_out(Tensor& out, const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                                 int64_t reduction) {
  op::binary_cross_entropy(Out::to(out), self, target, or_undefined(weight), reduction);
  return out;
}
Tensor binary_cross_entropy_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                     const optional<Tensor>& weight, int64_t reduction) {
  return op::binary_cross_entropy_backward(Out(), grad_output, self, target, or_undefined(weight), reduction);
}
Tensor& binary_cross_entropy_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                          const Tensor& target, const optional<Tensor>& weight, int64_t reduction) {
  op::binary_cross_entropy_backward(Out::to(grad_input), grad_output, self, target, or_undefined(weight), reduction);
  return grad_input;
}
Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                                        const optional<Tensor>& pos_weight, int64_t reduction) {
  return detail::modes_listen()
      ? op::binary_cross_entropy_with_logits.call_cold(Out(), self, target, or_undefined(weight), or_undefined(pos_weight), reduction)
      : composite::binary_cross_entropy_with_logits(Out(), self, target, or_undefined(weight), or_undefined(pos_weight), reduction);
}
Tensor& binary_cross_entropy_with_logits_out(Tensor& out, const Tensor& self, const Tensor& target,
                                             const optional<Tensor>& weight, const optional<Tensor>& pos_weight,
                                             int64_t reduction) {
  detail::modes_listen()
      ? op::binary_cross_entropy_with_logits.call_cold(Out::to(out), self, target, or_undefined(weight), or_undefined(pos_weight), reduction)
      : composite::binary_cross_entropy_with_logits(Out::to(out), self, target, or_undefined(weight), or_undefined(pos_weight), reduction);
  return out;
}
Tensor nll_loss(const Tensor& self, const Tensor& target, const optional<Tensor>& weight, int64_t reduction,
                int64_t ignore_index) {
  return detail::modes_listen()
      ? op::nll_loss.call_cold(Out(), self, target, or_undefined(weight), reduction, ignore_index)
      : composite::nll_loss(Out(), self, target, or_undefined(weight), reduction, ignore_index);
}
Tensor& nll_loss_out(Tensor& out, const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                     int64_t reduction, int64_t ignore_index) {
  detail::modes_listen()
      ? op::nll_loss.call_cold(Out::to(out), self, target, or_undefined(weight), reduction, ignore_index)
      : composite::nll_loss(Out::to(out), self, target, or_undefined(weight), reduction, ignore_index);
  return out;
}
Tensor nll_loss2d(const Tensor& self, const Tensor& target, const optional<Tensor>& weight, int64_t reduction,
                  int64_t ignore_index) {
  return detail::modes_listen()
      ? op::nll_loss2d.call_cold(Out(), self, target, or_undefined(weight), reduction, ignore_index)
      : composite::nll_loss2d(Out(), self, target, or_undefined(weight), reduction, ignore_index);
}
Tensor& nll_loss2d_out(Tensor& out, const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                       int64_t reduction, int64_t ignore_index) {
  detail::modes_listen()
      ? op::nll_loss2d.call_cold(Out::to(out), self, target, or_undefined(weight), reduction, ignore_index)
      : composite::nll_loss2d(Out::to(out), self, target, or_undefined(weight), reduction, ignore_index);
  return out;
}
Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const optional<Tensor>& weight, int64_t reduction,
                   int64_t ignore_index) {
  return detail::modes_listen()
      ? op::nll_loss_nd.call_cold(self, target, or_undefined(weight), reduction, ignore_index)
      : composite::nll_loss_nd(self, target, or_undefined(weight), reduction, ignore_index);
}
std::tuple<Tensor, Tensor> nll_loss_forward(const Tensor& self, const Tensor& target, const optional<Tensor>& weight,
                                            int64_t reduction, int64_t ignore_index) {
  return op::nll_loss_forward(Out(), self, target, or_undefined(weight), reduction, ignore_index);
}
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const optional<Tensor>& weight,
                                                  int64_t reduction, int64_t ignore_index) {
  const Tensor* const outs[] = {&output, &total_weight};
  op::nll_loss_forward(Out::to(outs), self, target, or_undefined(weight), reduction, ignore_index);
  return {output, total_weight};
}
Tensor nll_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                         const optional<Tensor>& weight, int64_t reduction, int64_t ignore_index,
                         const Tensor& total_weight) {
  return op::nll_loss_backward(Out(), grad_output, self, target, or_undefined(weight), reduction, ignore_index, total_weight);
}
Tensor& nll_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Tensor& target,
                              const optional<Tensor>& weight, int64_t reduction, int64_t ignore_index,
                              const Tensor& total_weight) {
  op::nll_loss_backward(Out::to(grad_input), grad_output, self, target, or_undefined(weight), reduction, ignore_index, total_weight);
  return grad_input;
}
Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const optional<Tensor>& weight, int64_t reduction,
                          int64_t ignore_index, double label_smoothing) {
  return detail::modes_listen()
      ? op::cross_entropy_loss.call_cold(self, target, or_undefined(weight), reduction, ignore_index, label_smoothing)
      : composite::cross_entropy_loss(self, target, or_undefined(weight), reduction, ignore_index, label_smoothing);
}
Tensor kl_div(const Tensor& self, const Tensor& target, int64_t reduction, bool log_target) {
  return detail::modes_listen()
      ? op::kl_div.call_cold(self, target, reduction, log_target)
      : composite::kl_div(self, target, reduction, log_target);
}
Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps,
                        int64_t reduction) {
  return detail::modes_listen()
      ? op::poisson_nll_loss.call_cold(input, target, log_input, full, eps, reduction)
      : composite::poisson_nll_loss(input, target, log_input, full, eps, reduction);
}
Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin, int64_t reduction) {
  return detail::modes_listen()
      ? op::hinge_embedding_loss.call_cold(self, target, margin, reduction)
      : composite::hinge_embedding_loss(self, target, margin, reduction);
}
Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                             int64_t reduction) {
  return detail::modes_listen()
      ? op::cosine_embedding_loss.call_cold(input1, input2, target, margin, reduction)
      : composite::cosine_embedding_loss(input1, input2, target, margin, reduction);
}
Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                           int64_t reduction) {
  return detail::modes_listen()
      ? op::margin_ranking_loss.call_cold(input1, input2, target, margin, reduction)
      : composite::margin_ranking_loss(input1, input2, target, margin, reduction);
}
Tensor soft_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return detail::modes_listen()
      ? op::soft_margin_loss.call_cold(Out(), self, target, reduction)
      : composite::soft_margin_loss(Out(), self, target, reduction);
}
Tensor& soft_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction) {
  detail::modes_listen()
      ? op::soft_margin_loss.call_cold(Out::to(out), self, target, reduction)
      : composite::soft_margin_loss(Out::to(out), self, target, reduction);
  return out;
}
Tensor multi_margin_loss(const Tensor& self, const Tensor& target, const Scalar& p, const Scalar& margin,
                         const optional<Tensor>& weight, int64_t reduction) {
  return detail::modes_listen()
      ? op::multi_margin_loss.call_cold(Out(), self, target, p, margin, or_undefined(weight), reduction)
      : composite::multi_margin_loss(Out(), self, target, p, margin, or_undefined(weight), reduction);
}
Tensor& multi_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target, const Scalar& p,
                              const Scalar& margin, const optional<Tensor>& weight, int64_t reduction) {
  detail::modes_listen()
      ? op::multi_margin_loss.call_cold(Out::to(out), self, target, p, margin, or_undefined(weight), reduction)
      : composite::multi_margin_loss(Out::to(out), self, target, p, margin, or_undefined(weight), reduction);
  return out;
}
Tensor multilabel_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return detail::modes_listen()
      ? op::multilabel_margin_loss.call_cold(Out(), self, target, reduction)
      : composite::multilabel_margin_loss(Out(), self, target, reduction);
}
Tensor& multilabel_margin_loss_out(Tensor& out, const Tensor& self, const Tensor& target, int64_t reduction) {
  detail::modes_listen()
      ? op::multilabel_margin_loss.call_cold(Out::to(out), self, target, reduction)
      : composite::multilabel_margin_loss(Out::to(out), self, target, reduction);
  return out;
}
std::tuple<Tensor, Tensor> multilabel_margin_loss_forward(const Tensor& self, const Tensor& target, int64_t reduction) {
  return op::multilabel_margin_loss_forward(Out(), self, target, reduction);
}
std::tuple<Tensor&, Tensor&> multilabel_margin_loss_forward_out(Tensor& output, Tensor& is_target, const Tensor& self,
                                                                const Tensor& target, int64_t reduction) {
  const Tensor* const outs[] = {&output, &is_target};
  op::multilabel_margin_loss_forward(Out::to(outs), self, target, reduction);
  return {output, is_target};
}
Tensor multilabel_margin_loss_backward(const Tensor& grad_output, const Tensor& self, const Tensor& target,
                                       int64_t reduction, const Tensor& is_target) {
  return op::multilabel_margin_loss_backward(Out(), grad_output, self, target, reduction, is_target);
}
Tensor& multilabel_margin_loss_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                            const Tensor& target, int64_t reduction, const Tensor& is_target) {
  op::multilabel_margin_loss_backward(Out::to(grad_input), grad_output, self, target, reduction, is_target);
  return grad_input;
}
Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin,
                           double p, double eps, bool swap, int64_t reduction) {
  return detail::modes_listen()
      ? op::triplet_margin_loss.call_cold(anchor, positive, negative, margin, p, eps, swap, reduction)
      : composite::triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction);
}

namespace kernels {

TORCHPP_API void set_mse_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction)) { op::mse_loss.set_kernel(key, kernel); }
TORCHPP_API void set_mse_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction)) { op::mse_loss_backward.set_kernel(key, kernel); }
TORCHPP_API void set_smooth_l1_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta)) { op::smooth_l1_loss.set_kernel(key, kernel); }
TORCHPP_API void set_smooth_l1_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta)) { op::smooth_l1_loss_backward.set_kernel(key, kernel); }
TORCHPP_API void set_huber_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta)) { op::huber_loss.set_kernel(key, kernel); }
TORCHPP_API void set_huber_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta)) { op::huber_loss_backward.set_kernel(key, kernel); }
TORCHPP_API void set_binary_cross_entropy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction)) { op::binary_cross_entropy.set_kernel(key, kernel); }
TORCHPP_API void set_binary_cross_entropy_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction)) { op::binary_cross_entropy_backward.set_kernel(key, kernel); }
TORCHPP_API void set_nll_loss_forward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index)) { op::nll_loss_forward.set_kernel(key, kernel); }
TORCHPP_API void set_nll_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight)) { op::nll_loss_backward.set_kernel(key, kernel); }
TORCHPP_API void set_multilabel_margin_loss_forward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction)) { op::multilabel_margin_loss_forward.set_kernel(key, kernel); }
TORCHPP_API void set_multilabel_margin_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, const Tensor& is_target)) { op::multilabel_margin_loss_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
