// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/nn.h>

#include "src/ops/forward.h"
#include "src/ops/generated/nn.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/nn_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace op {

inline namespace T_of_T_T_T_is_is_is_i {
TORCHPP_CONSTINIT decltype(op::conv1d) conv1d(decltype(op::conv1d)::AllBackends(),
    "conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] dilation=1, int groups=1) -> Tensor",
    &composite::conv1d, &composite::conv1d, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T_T_is_s_is_i {
TORCHPP_CONSTINIT decltype(op::conv1d_padding) conv1d_padding(decltype(op::conv1d_padding)::AllBackends(),
    "conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str padding=\"valid\", int[1] dilation=1, int groups=1) -> Tensor",
    &composite::conv1d_padding, &composite::conv1d_padding, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kNone});
}
inline namespace T_of_T_T_T_is_is_is_i {
TORCHPP_CONSTINIT decltype(op::conv2d) conv2d(decltype(op::conv2d)::AllBackends(),
    "conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] dilation=1, int groups=1) -> Tensor",
    &composite::conv2d, &composite::conv2d, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T_T_is_s_is_i {
TORCHPP_CONSTINIT decltype(op::conv2d_padding) conv2d_padding(decltype(op::conv2d_padding)::AllBackends(),
    "conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding=\"valid\", int[2] dilation=1, int groups=1) -> Tensor",
    &composite::conv2d_padding, &composite::conv2d_padding, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kNone});
}
inline namespace T_of_T_T_T_is_is_is_i {
TORCHPP_CONSTINIT decltype(op::conv3d) conv3d(decltype(op::conv3d)::AllBackends(),
    "conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] dilation=1, int groups=1) -> Tensor",
    &composite::conv3d, &composite::conv3d, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T_T_is_s_is_i {
TORCHPP_CONSTINIT decltype(op::conv3d_padding) conv3d_padding(decltype(op::conv3d_padding)::AllBackends(),
    "conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding=\"valid\", int[3] dilation=1, int groups=1) -> Tensor",
    &composite::conv3d_padding, &composite::conv3d_padding, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kNone});
}
inline namespace T_of_T_T_T_is_is_is_i_is {
TORCHPP_CONSTINIT decltype(op::conv_transpose1d) conv_transpose1d(decltype(op::conv_transpose1d)::AllBackends(),
    "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] output_padding=0, int groups=1, int[1] dilation=1) -> Tensor",
    &composite::conv_transpose1d, &composite::conv_transpose1d, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kLower});
}
inline namespace T_of_T_T_T_is_is_is_i_is {
TORCHPP_CONSTINIT decltype(op::conv_transpose2d_input) conv_transpose2d_input(decltype(op::conv_transpose2d_input)::AllBackends(),
    "conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor",
    &composite::conv_transpose2d_input, &composite::conv_transpose2d_input, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kLower});
}
inline namespace T_of_T_T_T_is_is_is_i_is {
TORCHPP_CONSTINIT decltype(op::conv_transpose3d_input) conv_transpose3d_input(decltype(op::conv_transpose3d_input)::AllBackends(),
    "conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor",
    &composite::conv_transpose3d_input, &composite::conv_transpose3d_input, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kLower});
}
inline namespace T_of_out_T_T_T_is_is_is_b_is_i {
TORCHPP_CONSTINIT decltype(op::convolution) convolution(
    "convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups) -> Tensor",
    &Structured<&rule::convolution, &cpu::convolution>::call, &derivative::convolution, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kNone, Autocast::kLower});
}
inline namespace TTT_of_out_T_T_T_iso_is_is_is_b_is_i_b3 {
TORCHPP_CONSTINIT decltype(op::convolution_backward) convolution_backward(
    "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, int[]? bias_sizes, int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::convolution_backward, &cpu::convolution_backward>::call, &derivative::convolution_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_T_i {
TORCHPP_CONSTINIT decltype(op::conv_tbc) conv_tbc(decltype(op::conv_tbc)::AllBackends(),
    "conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor",
    &composite::conv_tbc, &composite::conv_tbc, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T_T_T {
TORCHPP_CONSTINIT decltype(op::bilinear) bilinear(decltype(op::bilinear)::AllBackends(),
    "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor",
    &composite::bilinear, &composite::bilinear, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_T_T_T_T_T_b_d_d_b {
TORCHPP_CONSTINIT decltype(op::batch_norm) batch_norm(decltype(op::batch_norm)::AllBackends(),
    "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor",
    &composite::batch_norm, &composite::batch_norm, OpTraits{false, false, false, true, true});
}
inline namespace TTT_of_out_T_T_T_T_T_b_d_d {
TORCHPP_CONSTINIT decltype(op::native_batch_norm) native_batch_norm(
    "native_batch_norm.given_statistics(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_batch_norm, &cpu::native_batch_norm>::call, &derivative::native_batch_norm, OpTraits{false, true, true, false, false});
}
inline namespace TTT_of_out_T_T_T_T_T_b_d_d {
TORCHPP_CONSTINIT decltype(op::native_batch_norm_with_empty) native_batch_norm_with_empty(decltype(op::native_batch_norm_with_empty)::AllBackends(),
    "native_batch_norm|:out:save_mean:save_invstd(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    &composite::native_batch_norm_with_empty, &composite::native_batch_norm_with_empty, OpTraits{false, true, false, true, true});
}
inline namespace TTT_of_out_T_T_T_T_T_T_T_b_d_b3 {
TORCHPP_CONSTINIT decltype(op::native_batch_norm_backward) native_batch_norm_backward(
    "native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_batch_norm_backward, &cpu::native_batch_norm_backward>::call, &derivative::native_batch_norm_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_is_T_T_d_b {
TORCHPP_CONSTINIT decltype(op::layer_norm) layer_norm(
    "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enable=True) -> Tensor",
    &Structured<&rule::layer_norm, &cpu::layer_norm>::functional, &derivative::layer_norm, OpTraits{false, false, true, false, false, Batching::kLeading, Autocast::kNone, Autocast::kFp32});
}
inline namespace TTT_of_out_T_is_T_T_d {
TORCHPP_CONSTINIT decltype(op::native_layer_norm) native_layer_norm(
    "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_layer_norm, &cpu::native_layer_norm>::call, &derivative::native_layer_norm, OpTraits{false, true, true, false, false, Batching::kLeading, Autocast::kNone, Autocast::kFp32});
}
inline namespace TTT_of_out_T_T_is_T_T_T_T_b3 {
TORCHPP_CONSTINIT decltype(op::native_layer_norm_backward) native_layer_norm_backward(
    "native_layer_norm_backward(Tensor grad_out, Tensor input, int[] normalized_shape, Tensor mean, Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_layer_norm_backward, &cpu::native_layer_norm_backward>::call, &derivative::native_layer_norm_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_i_T_T_d_b {
TORCHPP_CONSTINIT decltype(op::group_norm) group_norm(decltype(op::group_norm)::AllBackends(),
    "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor",
    &composite::group_norm, &composite::group_norm, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace TTT_of_out_T_T_T_i_i_i_i_d {
TORCHPP_CONSTINIT decltype(op::native_group_norm) native_group_norm(
    "native_group_norm|:out0:out1:out2(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float eps) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_group_norm, &cpu::native_group_norm>::call, &derivative::native_group_norm, OpTraits{false, true, true, false, false});
}
inline namespace TTT_of_out_T_T_T_T_T_i_i_i_i_b3 {
TORCHPP_CONSTINIT decltype(op::native_group_norm_backward) native_group_norm_backward(
    "native_group_norm_backward|:out0:out1:out2(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, int N, int C, int HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::native_group_norm_backward, &cpu::native_group_norm_backward>::call, &derivative::native_group_norm_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_T_T_T_T_b_d_d_b {
TORCHPP_CONSTINIT decltype(op::instance_norm) instance_norm(decltype(op::instance_norm)::AllBackends(),
    "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor",
    &composite::instance_norm, &composite::instance_norm, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_i_b_b {
TORCHPP_CONSTINIT decltype(op::embedding) embedding(
    "embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor",
    &Structured<&rule::embedding, &cpu::embedding>::call, &derivative::embedding, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::embedding_dense_backward) embedding_dense_backward(
    "embedding_dense_backward(Tensor grad_output, Tensor indices, int num_weights, int padding_idx, bool scale_grad_by_freq) -> Tensor",
    &Structured<&rule::embedding_dense_backward, &cpu::embedding_dense_backward>::call, &derivative::embedding_dense_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_d_d {
TORCHPP_CONSTINIT decltype(op::embedding_renorm) embedding_renorm(
    "embedding_renorm(Tensor self, Tensor indices, float max_norm, float norm_type) -> Tensor",
    &Structured<&rule::embedding_renorm, &cpu::embedding_renorm>::call, &derivative::embedding_renorm, OpTraits{true, true, true, false, false});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::dropout) dropout(decltype(op::dropout)::AllBackends(),
    "dropout(Tensor input, float p, bool train) -> Tensor",
    &composite::dropout, &composite::dropout, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::dropout_) dropout_(decltype(op::dropout_)::AllBackends(),
    "dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
    &composite::dropout_, &composite::dropout_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::feature_dropout) feature_dropout(decltype(op::feature_dropout)::AllBackends(),
    "feature_dropout(Tensor input, float p, bool train) -> Tensor",
    &composite::feature_dropout, &composite::feature_dropout, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::feature_dropout_) feature_dropout_(decltype(op::feature_dropout_)::AllBackends(),
    "feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
    &composite::feature_dropout_, &composite::feature_dropout_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::alpha_dropout) alpha_dropout(decltype(op::alpha_dropout)::AllBackends(),
    "alpha_dropout(Tensor input, float p, bool train) -> Tensor",
    &composite::alpha_dropout, &composite::alpha_dropout, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::alpha_dropout_) alpha_dropout_(decltype(op::alpha_dropout_)::AllBackends(),
    "alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
    &composite::alpha_dropout_, &composite::alpha_dropout_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::feature_alpha_dropout) feature_alpha_dropout(decltype(op::feature_alpha_dropout)::AllBackends(),
    "feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor",
    &composite::feature_alpha_dropout, &composite::feature_alpha_dropout, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_b {
TORCHPP_CONSTINIT decltype(op::feature_alpha_dropout_) feature_alpha_dropout_(decltype(op::feature_alpha_dropout_)::AllBackends(),
    "feature_alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
    &composite::feature_alpha_dropout_, &composite::feature_alpha_dropout_, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T_d_bo {
TORCHPP_CONSTINIT decltype(op::native_dropout) native_dropout(
    "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)",
    &cpu::native_dropout_direct, &derivative::native_dropout, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_d {
TORCHPP_CONSTINIT decltype(op::native_dropout_backward) native_dropout_backward(
    "native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor",
    &Structured<&rule::native_dropout_backward, &cpu::native_dropout_backward>::call, &derivative::native_dropout_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}

}  // namespace op

Tensor conv1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv1d.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv1d(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv1d_padding.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv1d_padding(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv2d.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv2d(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv2d_padding.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv2d_padding(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv3d.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv3d(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation, int64_t groups) {
  return detail::modes_listen()
      ? op::conv3d_padding.call_cold(input, weight, or_undefined(bias), stride, padding, dilation, groups)
      : composite::conv3d_padding(input, weight, or_undefined(bias), stride, padding, dilation, groups);
}
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
                        IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return detail::modes_listen()
      ? op::conv_transpose1d.call_cold(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation)
      : composite::conv_transpose1d(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation);
}
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
                        IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return detail::modes_listen()
      ? op::conv_transpose2d_input.call_cold(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation)
      : composite::conv_transpose2d_input(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation);
}
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
                        IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return detail::modes_listen()
      ? op::conv_transpose3d_input.call_cold(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation)
      : composite::conv_transpose3d_input(input, weight, or_undefined(bias), stride, padding, output_padding, groups, dilation);
}
Tensor convolution(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                   int64_t groups) {
  return op::convolution(Out(), input, weight, or_undefined(bias), stride, padding, dilation, transposed, output_padding, groups);
}
Tensor& convolution_out(Tensor& out, const Tensor& input, const Tensor& weight, const optional<Tensor>& bias,
                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                        IntArrayRef output_padding, int64_t groups) {
  op::convolution(Out::to(out), input, weight, or_undefined(bias), stride, padding, dilation, transposed, output_padding, groups);
  return out;
}
std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& grad_output, const Tensor& input,
                                                        const Tensor& weight, OptionalIntArrayRef bias_sizes,
                                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                                        bool transposed, IntArrayRef output_padding, int64_t groups,
                                                        std::array<bool, 3> output_mask) {
  return op::convolution_backward(Out(), grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask);
}
std::tuple<Tensor&, Tensor&, Tensor&> convolution_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                               const Tensor& grad_output, const Tensor& input,
                                                               const Tensor& weight, OptionalIntArrayRef bias_sizes,
                                                               IntArrayRef stride, IntArrayRef padding,
                                                               IntArrayRef dilation, bool transposed,
                                                               IntArrayRef output_padding, int64_t groups,
                                                               std::array<bool, 3> output_mask) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::convolution_backward(Out::to(outs), grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask);
  return {out0, out1, out2};
}
Tensor conv_tbc(const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad) {
  return detail::modes_listen()
      ? op::conv_tbc.call_cold(Out(), self, weight, bias, pad)
      : composite::conv_tbc(Out(), self, weight, bias, pad);
}
Tensor& conv_tbc_out(Tensor& out, const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad) {
  detail::modes_listen()
      ? op::conv_tbc.call_cold(Out::to(out), self, weight, bias, pad)
      : composite::conv_tbc(Out::to(out), self, weight, bias, pad);
  return out;
}
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const optional<Tensor>& bias) {
  return detail::modes_listen()
      ? op::bilinear.call_cold(input1, input2, weight, or_undefined(bias))
      : composite::bilinear(input1, input2, weight, or_undefined(bias));
}
Tensor batch_norm(const Tensor& input, const optional<Tensor>& weight, const optional<Tensor>& bias,
                  const optional<Tensor>& running_mean, const optional<Tensor>& running_var, bool training,
                  double momentum, double eps, bool cudnn_enabled) {
  return detail::modes_listen()
      ? op::batch_norm.call_cold(input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps, cudnn_enabled)
      : composite::batch_norm(input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps, cudnn_enabled);
}
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const optional<Tensor>& weight,
                                                     const optional<Tensor>& bias, const optional<Tensor>& running_mean,
                                                     const optional<Tensor>& running_var, bool training,
                                                     double momentum, double eps) {
  return detail::modes_listen()
      ? op::native_batch_norm_with_empty.call_cold(Out(), input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps)
      : composite::native_batch_norm_with_empty(Out(), input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_batch_norm_out(Tensor& out, Tensor& save_mean, Tensor& save_invstd,
                                                            const Tensor& input, const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias,
                                                            const optional<Tensor>& running_mean,
                                                            const optional<Tensor>& running_var, bool training,
                                                            double momentum, double eps) {
  const Tensor* const outs[] = {&out, &save_mean, &save_invstd};
  detail::modes_listen()
      ? op::native_batch_norm_with_empty.call_cold(Out::to(outs), input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps)
      : composite::native_batch_norm_with_empty(Out::to(outs), input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), training, momentum, eps);
  return {out, save_mean, save_invstd};
}
std::tuple<Tensor, Tensor, Tensor> native_batch_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              const optional<Tensor>& weight,
                                                              const optional<Tensor>& running_mean,
                                                              const optional<Tensor>& running_var,
                                                              const optional<Tensor>& save_mean,
                                                              const optional<Tensor>& save_invstd, bool train,
                                                              double eps, std::array<bool, 3> output_mask) {
  return op::native_batch_norm_backward(Out(), grad_out, input, or_undefined(weight), or_undefined(running_mean), or_undefined(running_var), or_undefined(save_mean), or_undefined(save_invstd), train, eps, output_mask);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_batch_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     const optional<Tensor>& weight,
                                                                     const optional<Tensor>& running_mean,
                                                                     const optional<Tensor>& running_var,
                                                                     const optional<Tensor>& save_mean,
                                                                     const optional<Tensor>& save_invstd, bool train,
                                                                     double eps, std::array<bool, 3> output_mask) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::native_batch_norm_backward(Out::to(outs), grad_out, input, or_undefined(weight), or_undefined(running_mean), or_undefined(running_var), or_undefined(save_mean), or_undefined(save_invstd), train, eps, output_mask);
  return {out0, out1, out2};
}
Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const optional<Tensor>& weight,
                  const optional<Tensor>& bias, double eps, bool cudnn_enable) {
  return op::layer_norm(input, normalized_shape, or_undefined(weight), or_undefined(bias), eps, cudnn_enable);
}
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                                                     const optional<Tensor>& weight, const optional<Tensor>& bias,
                                                     double eps) {
  return op::native_layer_norm(Out(), input, normalized_shape, or_undefined(weight), or_undefined(bias), eps);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                            const Tensor& input, IntArrayRef normalized_shape,
                                                            const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias, double eps) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::native_layer_norm(Out::to(outs), input, normalized_shape, or_undefined(weight), or_undefined(bias), eps);
  return {out0, out1, out2};
}
std::tuple<Tensor, Tensor, Tensor> native_layer_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              IntArrayRef normalized_shape, const Tensor& mean,
                                                              const Tensor& rstd, const optional<Tensor>& weight,
                                                              const optional<Tensor>& bias,
                                                              std::array<bool, 3> output_mask) {
  return op::native_layer_norm_backward(Out(), grad_out, input, normalized_shape, mean, rstd, or_undefined(weight), or_undefined(bias), output_mask);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     IntArrayRef normalized_shape, const Tensor& mean,
                                                                     const Tensor& rstd, const optional<Tensor>& weight,
                                                                     const optional<Tensor>& bias,
                                                                     std::array<bool, 3> output_mask) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::native_layer_norm_backward(Out::to(outs), grad_out, input, normalized_shape, mean, rstd, or_undefined(weight), or_undefined(bias), output_mask);
  return {out0, out1, out2};
}
Tensor group_norm(const Tensor& input, int64_t num_groups, const optional<Tensor>& weight, const optional<Tensor>& bias,
                  double eps, bool cudnn_enabled) {
  return detail::modes_listen()
      ? op::group_norm.call_cold(input, num_groups, or_undefined(weight), or_undefined(bias), eps, cudnn_enabled)
      : composite::group_norm(input, num_groups, or_undefined(weight), or_undefined(bias), eps, cudnn_enabled);
}
std::tuple<Tensor, Tensor, Tensor> native_group_norm(const Tensor& input, const optional<Tensor>& weight,
                                                     const optional<Tensor>& bias, int64_t N, int64_t C, int64_t HxW,
                                                     int64_t group, double eps) {
  return op::native_group_norm(Out(), input, or_undefined(weight), or_undefined(bias), N, C, HxW, group, eps);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_group_norm_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                            const Tensor& input, const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias, int64_t N, int64_t C,
                                                            int64_t HxW, int64_t group, double eps) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::native_group_norm(Out::to(outs), input, or_undefined(weight), or_undefined(bias), N, C, HxW, group, eps);
  return {out0, out1, out2};
}
std::tuple<Tensor, Tensor, Tensor> native_group_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              const Tensor& mean, const Tensor& rstd,
                                                              const optional<Tensor>& weight, int64_t N, int64_t C,
                                                              int64_t HxW, int64_t group,
                                                              std::array<bool, 3> output_mask) {
  return op::native_group_norm_backward(Out(), grad_out, input, mean, rstd, or_undefined(weight), N, C, HxW, group, output_mask);
}
std::tuple<Tensor&, Tensor&, Tensor&> native_group_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     const Tensor& mean, const Tensor& rstd,
                                                                     const optional<Tensor>& weight, int64_t N,
                                                                     int64_t C, int64_t HxW, int64_t group,
                                                                     std::array<bool, 3> output_mask) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::native_group_norm_backward(Out::to(outs), grad_out, input, mean, rstd, or_undefined(weight), N, C, HxW, group, output_mask);
  return {out0, out1, out2};
}
Tensor instance_norm(const Tensor& input, const optional<Tensor>& weight, const optional<Tensor>& bias,
                     const optional<Tensor>& running_mean, const optional<Tensor>& running_var, bool use_input_stats,
                     double momentum, double eps, bool cudnn_enabled) {
  return detail::modes_listen()
      ? op::instance_norm.call_cold(input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), use_input_stats, momentum, eps, cudnn_enabled)
      : composite::instance_norm(input, or_undefined(weight), or_undefined(bias), or_undefined(running_mean), or_undefined(running_var), use_input_stats, momentum, eps, cudnn_enabled);
}
Tensor embedding(const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq,
                 const SparseGradient& sparse) {
  return op::embedding(Out(), weight, indices, padding_idx, scale_grad_by_freq, sparse);
}
Tensor& embedding_out(Tensor& out, const Tensor& weight, const Tensor& indices, int64_t padding_idx,
                      bool scale_grad_by_freq, const SparseGradient& sparse) {
  op::embedding(Out::to(out), weight, indices, padding_idx, scale_grad_by_freq, sparse);
  return out;
}
Tensor embedding_dense_backward(const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                int64_t padding_idx, bool scale_grad_by_freq) {
  return op::embedding_dense_backward(Out(), grad_output, indices, num_weights, padding_idx, scale_grad_by_freq);
}
Tensor& embedding_dense_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                     int64_t padding_idx, bool scale_grad_by_freq) {
  op::embedding_dense_backward(Out::to(out), grad_output, indices, num_weights, padding_idx, scale_grad_by_freq);
  return out;
}
Tensor embedding_renorm(const Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  return op::embedding_renorm(Out(), self, indices, max_norm, norm_type);
}
Tensor& embedding_renorm_(Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  op::embedding_renorm(Out::in_place(self), self, indices, max_norm, norm_type);
  return self;
}
Tensor& embedding_renorm_out(Tensor& out, const Tensor& self, const Tensor& indices, double max_norm,
                             double norm_type) {
  op::embedding_renorm(Out::to(out), self, indices, max_norm, norm_type);
  return out;
}
Tensor dropout(const Tensor& input, double p, bool train) {
  return detail::modes_listen() ? op::dropout.call_cold(input, p, train) : composite::dropout(input, p, train);
}
Tensor& dropout_(Tensor& self, double p, bool train) {
  detail::modes_listen() ? op::dropout_.call_cold(self, p, train) : composite::dropout_(self, p, train);
  return self;
}
Tensor feature_dropout(const Tensor& input, double p, bool train) {
  return detail::modes_listen()
      ? op::feature_dropout.call_cold(input, p, train)
      : composite::feature_dropout(input, p, train);
}
Tensor& feature_dropout_(Tensor& self, double p, bool train) {
  detail::modes_listen()
      ? op::feature_dropout_.call_cold(self, p, train)
      : composite::feature_dropout_(self, p, train);
  return self;
}
Tensor alpha_dropout(const Tensor& input, double p, bool train) {
  return detail::modes_listen()
      ? op::alpha_dropout.call_cold(input, p, train)
      : composite::alpha_dropout(input, p, train);
}
Tensor& alpha_dropout_(Tensor& self, double p, bool train) {
  detail::modes_listen()
      ? op::alpha_dropout_.call_cold(self, p, train)
      : composite::alpha_dropout_(self, p, train);
  return self;
}
Tensor feature_alpha_dropout(const Tensor& input, double p, bool train) {
  return detail::modes_listen()
      ? op::feature_alpha_dropout.call_cold(input, p, train)
      : composite::feature_alpha_dropout(input, p, train);
}
Tensor& feature_alpha_dropout_(Tensor& self, double p, bool train) {
  detail::modes_listen()
      ? op::feature_alpha_dropout_.call_cold(self, p, train)
      : composite::feature_alpha_dropout_(self, p, train);
  return self;
}
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, optional<bool> train) {
  return op::native_dropout(Out(), input, p, train);
}
std::tuple<Tensor&, Tensor&> native_dropout_out(Tensor& out0, Tensor& out1, const Tensor& input, double p,
                                                optional<bool> train) {
  const Tensor* const outs[] = {&out0, &out1};
  op::native_dropout(Out::to(outs), input, p, train);
  return {out0, out1};
}
Tensor native_dropout_backward(const Tensor& grad_output, const Tensor& mask, double scale) {
  return op::native_dropout_backward(Out(), grad_output, mask, scale);
}
Tensor& native_dropout_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& mask, double scale) {
  op::native_dropout_backward(Out::to(out), grad_output, mask, scale);
  return out;
}

namespace kernels {

TORCHPP_API void set_convolution(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups)) { op::convolution.set_kernel(key, kernel); }
TORCHPP_API void set_convolution_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask)) { op::convolution_backward.set_kernel(key, kernel); }
TORCHPP_API void set_native_batch_norm(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps)) { op::native_batch_norm.set_kernel(key, kernel); }
TORCHPP_API void set_native_batch_norm_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask)) { op::native_batch_norm_backward.set_kernel(key, kernel); }
TORCHPP_API void set_layer_norm(DispatchKey key, Tensor (*kernel)(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable)) { op::layer_norm.set_kernel(key, kernel); }
TORCHPP_API void set_native_layer_norm(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps)) { op::native_layer_norm.set_kernel(key, kernel); }
TORCHPP_API void set_native_layer_norm_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask)) { op::native_layer_norm_backward.set_kernel(key, kernel); }
TORCHPP_API void set_native_group_norm(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps)) { op::native_group_norm.set_kernel(key, kernel); }
TORCHPP_API void set_native_group_norm_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW, int64_t group, std::array<bool, 3> output_mask)) { op::native_group_norm_backward.set_kernel(key, kernel); }
TORCHPP_API void set_embedding(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse)) { op::embedding.set_kernel(key, kernel); }
TORCHPP_API void set_embedding_dense_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq)) { op::embedding_dense_backward.set_kernel(key, kernel); }
TORCHPP_API void set_embedding_renorm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type)) { op::embedding_renorm.set_kernel(key, kernel); }
TORCHPP_API void set_native_dropout(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& input, double p, optional<bool> train)) { op::native_dropout.set_kernel(key, kernel); }
TORCHPP_API void set_native_dropout_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& mask, double scale)) { op::native_dropout_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
