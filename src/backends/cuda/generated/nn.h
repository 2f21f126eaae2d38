// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor convolution(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups);
std::tuple<Tensor, Tensor, Tensor> convolution_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask);
Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
Tensor max_pool2d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
Tensor avg_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override);
Tensor avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override);
Tensor adaptive_avg_pool2d(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self);
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps);
std::tuple<Tensor, Tensor, Tensor> native_batch_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask);
Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable);
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps);
std::tuple<Tensor, Tensor, Tensor> native_layer_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask);
Tensor embedding(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse);
Tensor embedding_dense_backward(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq);
Tensor embedding_renorm(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
std::tuple<Tensor, Tensor> native_dropout(Out out, const Tensor& input, double p, std::optional<bool> train);

}  // namespace torchpp::cuda

