// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

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

}  // namespace torchpp

namespace torchpp::cuda {

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
void native_dropout_backward(const DropoutBackwardPlan& plan, const Tensor& grad_output, const Tensor& mask, double scale);

}  // namespace torchpp::cuda

