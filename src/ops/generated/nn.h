// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct BatchNormPlan;
struct ConvolutionBackwardPlan;
struct ConvolutionPlan;
struct DropoutBackwardPlan;
struct DropoutPlan;
struct EmbeddingPlan;
struct GroupNormPlan;
struct LayerNormPlan;
struct NativeLayerNormPlan;

namespace op {

inline namespace T_of_T_T_T_is_is_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t)> conv1d; }
inline namespace T_of_T_T_T_is_s_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, std::string_view, IntArrayRef, int64_t)> conv1d_padding; }
inline namespace T_of_T_T_T_is_is_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t)> conv2d; }
inline namespace T_of_T_T_T_is_s_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, std::string_view, IntArrayRef, int64_t)> conv2d_padding; }
inline namespace T_of_T_T_T_is_is_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t)> conv3d; }
inline namespace T_of_T_T_T_is_s_is_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, std::string_view, IntArrayRef, int64_t)> conv3d_padding; }
inline namespace T_of_T_T_T_is_is_is_i_is { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t, IntArrayRef)> conv_transpose1d; }
inline namespace T_of_T_T_T_is_is_is_i_is { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t, IntArrayRef)> conv_transpose2d_input; }
inline namespace T_of_T_T_T_is_is_is_i_is { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t, IntArrayRef)> conv_transpose3d_input; }
inline namespace T_of_out_T_T_T_is_is_is_b_is_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, IntArrayRef, int64_t)> convolution; }
inline namespace TTT_of_out_T_T_T_iso_is_is_is_b_is_i_b3 { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, OptionalIntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool, IntArrayRef, int64_t, std::array<bool, 3>)> convolution_backward; }
inline namespace T_of_out_T_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, int64_t)> conv_tbc; }
inline namespace T_of_T_T_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&)> bilinear; }
inline namespace T_of_T_T_T_T_T_b_d_d_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, double, double, bool)> batch_norm; }
inline namespace TTT_of_out_T_T_T_T_T_b_d_d { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, double, double)> native_batch_norm; }
inline namespace TTT_of_out_T_T_T_T_T_b_d_d { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, double, double)> native_batch_norm_with_empty; }
inline namespace TTT_of_out_T_T_T_T_T_T_T_b_d_b3 { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, double, std::array<bool, 3>)> native_batch_norm_backward; }
inline namespace T_of_T_is_T_T_d_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Tensor&, const Tensor&, double, bool)> layer_norm; }
inline namespace TTT_of_out_T_is_T_T_d { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, IntArrayRef, const Tensor&, const Tensor&, double)> native_layer_norm; }
inline namespace TTT_of_out_T_T_is_T_T_T_T_b3 { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, IntArrayRef, const Tensor&, const Tensor&, const Tensor&, const Tensor&, std::array<bool, 3>)> native_layer_norm_backward; }
inline namespace T_of_T_i_T_T_d_b { extern OwnOp<Tensor(const Tensor&, int64_t, const Tensor&, const Tensor&, double, bool)> group_norm; }
inline namespace TTT_of_out_T_T_T_i_i_i_i_d { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t, int64_t, double)> native_group_norm; }
inline namespace TTT_of_out_T_T_T_T_T_i_i_i_i_b3 { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t, int64_t, std::array<bool, 3>)> native_group_norm_backward; }
inline namespace T_of_T_T_T_T_T_b_d_d_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, double, double, bool)> instance_norm; }
inline namespace T_of_out_T_T_i_b_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, bool, bool)> embedding; }
inline namespace T_of_out_T_T_i_i_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, int64_t, bool)> embedding_dense_backward; }
inline namespace T_of_out_T_T_d_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, double, double)> embedding_renorm; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> dropout; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> dropout_; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> feature_dropout; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> feature_dropout_; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> alpha_dropout; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> alpha_dropout_; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> feature_alpha_dropout; }
inline namespace T_of_T_d_b { extern OwnOp<Tensor(const Tensor&, double, bool)> feature_alpha_dropout_; }
inline namespace TT_of_out_T_d_bo { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, double, optional<bool>)> native_dropout; }
inline namespace T_of_out_T_T_d { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, double)> native_dropout_backward; }

}  // namespace op

namespace cpu {

void convolution(const ConvolutionPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups);
void convolution_backward(const ConvolutionBackwardPlan& plan, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask);
void native_batch_norm(const BatchNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps);
void native_batch_norm_backward(const BatchNormPlan& plan, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask);
void layer_norm(const LayerNormPlan& plan, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable);
void native_layer_norm(const NativeLayerNormPlan& plan, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps);
void native_layer_norm_backward(const NativeLayerNormPlan& plan, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask);
void native_group_norm(const GroupNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps);
void native_group_norm_backward(const GroupNormPlan& plan, const Tensor& grad_out, const Tensor& input, const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW, int64_t group, std::array<bool, 3> output_mask);
void embedding(const EmbeddingPlan& plan, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse);
void embedding_dense_backward(const EmbeddingPlan& plan, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq);
void embedding_renorm(const EmbeddingPlan& plan, const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
void native_dropout(const DropoutPlan& plan, const Tensor& input, double p, optional<bool> train);
std::tuple<Tensor, Tensor> native_dropout_direct(Out out, const Tensor& input, double p, optional<bool> train);
void native_dropout_backward(const DropoutBackwardPlan& plan, const Tensor& grad_output, const Tensor& mask, double scale);

}  // namespace cpu

namespace rule {

TORCHPP_API ConvolutionPlan convolution(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups);
TORCHPP_API ConvolutionBackwardPlan convolution_backward(const Out& out, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask);
TORCHPP_API BatchNormPlan native_batch_norm(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps);
TORCHPP_API BatchNormPlan native_batch_norm_backward(const Out& out, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask);
TORCHPP_API LayerNormPlan layer_norm(const Out& out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable);
TORCHPP_API NativeLayerNormPlan native_layer_norm(const Out& out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps);
TORCHPP_API NativeLayerNormPlan native_layer_norm_backward(const Out& out, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask);
TORCHPP_API GroupNormPlan native_group_norm(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps);
TORCHPP_API GroupNormPlan native_group_norm_backward(const Out& out, const Tensor& grad_out, const Tensor& input, const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW, int64_t group, std::array<bool, 3> output_mask);
TORCHPP_API EmbeddingPlan embedding(const Out& out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse);
TORCHPP_API EmbeddingPlan embedding_dense_backward(const Out& out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq);
TORCHPP_API EmbeddingPlan embedding_renorm(const Out& out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
TORCHPP_API DropoutPlan native_dropout(const Out& out, const Tensor& input, double p, optional<bool> train);
TORCHPP_API DropoutBackwardPlan native_dropout_backward(const Out& out, const Tensor& grad_output, const Tensor& mask, double scale);

}  // namespace rule

namespace composite {

Tensor conv1d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups);
Tensor conv1d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, std::string_view padding, IntArrayRef dilation, int64_t groups);
Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups);
Tensor conv2d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, std::string_view padding, IntArrayRef dilation, int64_t groups);
Tensor conv3d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups);
Tensor conv3d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, std::string_view padding, IntArrayRef dilation, int64_t groups);
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation);
Tensor conv_transpose2d_input(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation);
Tensor conv_transpose3d_input(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation);
Tensor conv_tbc(Out out, const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad);
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias);
Tensor batch_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps, bool cudnn_enabled);
std::tuple<Tensor, Tensor, Tensor> native_batch_norm_with_empty(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps);
Tensor group_norm(const Tensor& input, int64_t num_groups, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enabled);
Tensor instance_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool use_input_stats, double momentum, double eps, bool cudnn_enabled);
Tensor dropout(const Tensor& input, double p, bool train);
Tensor dropout_(const Tensor& self, double p, bool train);
Tensor feature_dropout(const Tensor& input, double p, bool train);
Tensor feature_dropout_(const Tensor& self, double p, bool train);
Tensor alpha_dropout(const Tensor& input, double p, bool train);
Tensor alpha_dropout_(const Tensor& self, double p, bool train);
Tensor feature_alpha_dropout(const Tensor& input, double p, bool train);
Tensor feature_alpha_dropout_(const Tensor& self, double p, bool train);

}  // namespace composite

namespace derivative {

Tensor convolution(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups);
std::tuple<Tensor, Tensor, Tensor> convolution_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask);
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps);
std::tuple<Tensor, Tensor, Tensor> native_batch_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask);
Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable);
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps);
std::tuple<Tensor, Tensor, Tensor> native_layer_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask);
std::tuple<Tensor, Tensor, Tensor> native_group_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps);
std::tuple<Tensor, Tensor, Tensor> native_group_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW, int64_t group, std::array<bool, 3> output_mask);
Tensor embedding(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse);
Tensor embedding_dense_backward(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq);
Tensor embedding_renorm(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
std::tuple<Tensor, Tensor> native_dropout(Out out, const Tensor& input, double p, optional<bool> train);
Tensor native_dropout_backward(Out out, const Tensor& grad_output, const Tensor& mask, double scale);

}  // namespace derivative

}  // namespace torchpp
