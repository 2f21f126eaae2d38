// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Convolution, normalisation, embedding, dropout, as functions of tensors; the modules of the same names hold
/// \file the parameters. Lists of one number stand for that number in every spatial dimension. N batch, C channels, L,
/// \file H, W lengths. Images (N, C, H, W) may lie channels last; results then do, too. The batch dimension may be
/// \file missing where that is said. Functions are differentiable in their floating arguments and throw Error when
/// \file shapes do not fit. Source: libtorch 1.13.

#include <array>
#include <torchpp/ops/padding_name.h>
#include <torchpp/ops/sparse_gradient.h>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Cross-correlation. Shapes: input (N, C, L) or (C, L), weight (out, C / groups, kernel), bias (out). `padding` zeros
/// are added to both ends.
Tensor conv1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {}, IntArrayRef stride = {1},
              IntArrayRef padding = {0}, IntArrayRef dilation = {1}, int64_t groups = 1);
/// conv1d with the padding "valid" (none) or "same" (as many outputs as inputs; stride 1 only).
Tensor conv1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation = {1}, int64_t groups = 1);
/// Cross-correlation. Shapes: input (N, C, H, W) or (C, H, W), weight (out, C / groups, height, width), bias (out).
/// `padding` zeros are added on both sides of a dimension.
Tensor conv2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {}, IntArrayRef stride = {1},
              IntArrayRef padding = {0}, IntArrayRef dilation = {1}, int64_t groups = 1);
/// conv2d with the padding "valid" (none) or "same" (as many outputs as inputs; stride 1 only).
Tensor conv2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation = {1}, int64_t groups = 1);
/// Cross-correlation. Shapes: input (N, C, D, H, W) or (C, D, H, W), weight (out, C / groups, depth, height, width),
/// bias (out). `padding` zeros are added on both sides of a dimension.
Tensor conv3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {}, IntArrayRef stride = {1},
              IntArrayRef padding = {0}, IntArrayRef dilation = {1}, int64_t groups = 1);
/// conv3d with the padding "valid" (none) or "same" (as many outputs as inputs; stride 1 only).
Tensor conv3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
              const PaddingName& padding, IntArrayRef dilation = {1}, int64_t groups = 1);
/// The gradient of conv1d by its input, as a function of its own. weight (C, out / groups, kernel); output_padding is
/// added to one end of the result and must be less than stride or dilation.
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {},
                        IntArrayRef stride = {1}, IntArrayRef padding = {0}, IntArrayRef output_padding = {0},
                        int64_t groups = 1, IntArrayRef dilation = {1});
/// The gradient of conv2d by its input, as a function of its own. weight (C, out / groups, height, width);
/// output_padding is added to one side of the result and must be less than stride or dilation.
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {},
                        IntArrayRef stride = {1}, IntArrayRef padding = {0}, IntArrayRef output_padding = {0},
                        int64_t groups = 1, IntArrayRef dilation = {1});
/// The gradient of conv3d by its input, as a function of its own. weight (C, out / groups, depth, height, width);
/// output_padding is added to one side of the result and must be less than stride or dilation.
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {},
                        IntArrayRef stride = {1}, IntArrayRef padding = {0}, IntArrayRef output_padding = {0},
                        int64_t groups = 1, IntArrayRef dilation = {1});
/// Convolution of one to three spatial dimensions, as many as weight has, or with `transposed` the function that is its
/// gradient. input must have a batch dimension. out= may have any dtype.
Tensor convolution(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                   int64_t groups);
Tensor& convolution_out(Tensor& out, const Tensor& input, const Tensor& weight, const optional<Tensor>& bias,
                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                        IntArrayRef output_padding, int64_t groups);
/// Gradients of convolution by input, weight and bias; undefined tensors for those that output_mask leaves out.
/// bias_sizes is not read. out= may have any dtypes, and needs all three.
std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& grad_output, const Tensor& input,
                                                        const Tensor& weight, OptionalIntArrayRef bias_sizes,
                                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                                        bool transposed, IntArrayRef output_padding, int64_t groups,
                                                        std::array<bool, 3> output_mask);
std::tuple<Tensor&, Tensor&, Tensor&> convolution_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                               const Tensor& grad_output, const Tensor& input,
                                                               const Tensor& weight, OptionalIntArrayRef bias_sizes,
                                                               IntArrayRef stride, IntArrayRef padding,
                                                               IntArrayRef dilation, bool transposed,
                                                               IntArrayRef output_padding, int64_t groups,
                                                               std::array<bool, 3> output_mask);
/// conv1d of sequences whose time comes first: input (T, B, C), weight (kernel, C, out), bias (out), result (T + 2 pad
/// - kernel + 1, B, out).
Tensor conv_tbc(const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad = 0);
Tensor& conv_tbc_out(Tensor& out, const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad = 0);
/// input1 weight[k] input2 + bias[k] for each k: inputs (.., n), (.., m), weight (out, n, m), bias (out), result (..,
/// out).
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const optional<Tensor>& bias = {});
/// (x - mean) / sqrt(variance + eps) * weight + bias per channel, the second dimension. In training with the batch's
/// statistics, of which the running ones take the share `momentum` (the unbiased variance); otherwise with the running
/// ones, which must be there.
Tensor batch_norm(const Tensor& input, const optional<Tensor>& weight, const optional<Tensor>& bias,
                  const optional<Tensor>& running_mean, const optional<Tensor>& running_var, bool training,
                  double momentum, double eps, bool cudnn_enabled = true);
/// batch_norm, and the mean and 1 / sqrt(variance + eps) that it took from the batch; empty tensors in evaluation.
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const optional<Tensor>& weight,
                                                     const optional<Tensor>& bias, const optional<Tensor>& running_mean,
                                                     const optional<Tensor>& running_var, bool training,
                                                     double momentum, double eps);
std::tuple<Tensor&, Tensor&, Tensor&> native_batch_norm_out(Tensor& out, Tensor& save_mean, Tensor& save_invstd,
                                                            const Tensor& input, const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias,
                                                            const optional<Tensor>& running_mean,
                                                            const optional<Tensor>& running_var, bool training,
                                                            double momentum, double eps);
/// Gradients of native_batch_norm by input, weight and bias; undefined tensors for those that output_mask leaves out.
/// In training the saved statistics are read, otherwise the running ones. out= may have any dtypes, and needs all
/// three.
std::tuple<Tensor, Tensor, Tensor> native_batch_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              const optional<Tensor>& weight,
                                                              const optional<Tensor>& running_mean,
                                                              const optional<Tensor>& running_var,
                                                              const optional<Tensor>& save_mean,
                                                              const optional<Tensor>& save_invstd, bool train,
                                                              double eps, std::array<bool, 3> output_mask);
std::tuple<Tensor&, Tensor&, Tensor&> native_batch_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     const optional<Tensor>& weight,
                                                                     const optional<Tensor>& running_mean,
                                                                     const optional<Tensor>& running_var,
                                                                     const optional<Tensor>& save_mean,
                                                                     const optional<Tensor>& save_invstd, bool train,
                                                                     double eps, std::array<bool, 3> output_mask);
/// (x - mean) / sqrt(variance + eps) * weight + bias over the last dimensions, those of normalized_shape. weight and
/// bias are of that shape.
Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const optional<Tensor>& weight = {},
                  const optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enable = true);
/// layer_norm, and the mean and 1 / sqrt(variance + eps) of each row. out= may have any dtypes.
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                                                     const optional<Tensor>& weight, const optional<Tensor>& bias,
                                                     double eps);
std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                            const Tensor& input, IntArrayRef normalized_shape,
                                                            const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias, double eps);
/// Gradients of native_layer_norm by input, weight and bias; undefined tensors for those that output_mask leaves out.
/// mean and rstd are its second and third result. out= may have any dtypes, and needs all three.
std::tuple<Tensor, Tensor, Tensor> native_layer_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              IntArrayRef normalized_shape, const Tensor& mean,
                                                              const Tensor& rstd, const optional<Tensor>& weight,
                                                              const optional<Tensor>& bias,
                                                              std::array<bool, 3> output_mask);
std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     IntArrayRef normalized_shape, const Tensor& mean,
                                                                     const Tensor& rstd, const optional<Tensor>& weight,
                                                                     const optional<Tensor>& bias,
                                                                     std::array<bool, 3> output_mask);
/// (x - mean) / sqrt(variance + eps) * weight + bias with the statistics of each group of channels of each sample;
/// weight and bias (C).
Tensor group_norm(const Tensor& input, int64_t num_groups, const optional<Tensor>& weight = {},
                  const optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enabled = true);
/// group_norm of N samples of C channels with HxW elements each, and the mean and 1 / sqrt(variance + eps) of each
/// group (N, group).
std::tuple<Tensor, Tensor, Tensor> native_group_norm(const Tensor& input, const optional<Tensor>& weight,
                                                     const optional<Tensor>& bias, int64_t N, int64_t C, int64_t HxW,
                                                     int64_t group, double eps);
std::tuple<Tensor&, Tensor&, Tensor&> native_group_norm_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                            const Tensor& input, const optional<Tensor>& weight,
                                                            const optional<Tensor>& bias, int64_t N, int64_t C,
                                                            int64_t HxW, int64_t group, double eps);
/// Gradients of native_group_norm by input, weight and bias; undefined tensors for those that output_mask leaves out.
/// mean and rstd are its second and third result. out= may have any dtypes, and needs all three.
std::tuple<Tensor, Tensor, Tensor> native_group_norm_backward(const Tensor& grad_out, const Tensor& input,
                                                              const Tensor& mean, const Tensor& rstd,
                                                              const optional<Tensor>& weight, int64_t N, int64_t C,
                                                              int64_t HxW, int64_t group,
                                                              std::array<bool, 3> output_mask);
std::tuple<Tensor&, Tensor&, Tensor&> native_group_norm_backward_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                     const Tensor& grad_out, const Tensor& input,
                                                                     const Tensor& mean, const Tensor& rstd,
                                                                     const optional<Tensor>& weight, int64_t N,
                                                                     int64_t C, int64_t HxW, int64_t group,
                                                                     std::array<bool, 3> output_mask);
/// (x - mean) / sqrt(variance + eps) * weight + bias with the statistics of each channel of each sample, of which the
/// running ones take the share `momentum` of their mean, or with the running statistics.
Tensor instance_norm(const Tensor& input, const optional<Tensor>& weight, const optional<Tensor>& bias,
                     const optional<Tensor>& running_mean, const optional<Tensor>& running_var, bool use_input_stats,
                     double momentum, double eps, bool cudnn_enabled = true);
/// Rows of weight (rows, width) by indices (int64 or int32, any shape). Row padding_idx gets no gradient (-1: none is
/// left out); scale_grad_by_freq divides a row's gradient by how often it occurs. With `sparse` the gradient of weight
/// is sparse. out= may have any dtype.
Tensor embedding(const Tensor& weight, const Tensor& indices, int64_t padding_idx = -1, bool scale_grad_by_freq = false,
                 const SparseGradient& sparse = false);
Tensor& embedding_out(Tensor& out, const Tensor& weight, const Tensor& indices, int64_t padding_idx = -1,
                      bool scale_grad_by_freq = false, const SparseGradient& sparse = false);
/// Gradient of embedding by its weight, of num_weights rows. out= may have any dtype.
Tensor embedding_dense_backward(const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                int64_t padding_idx, bool scale_grad_by_freq);
Tensor& embedding_dense_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                     int64_t padding_idx, bool scale_grad_by_freq);
/// Scales the rows that occur in indices to a norm of at most max_norm. Has no derivative. out= may have any dtype.
Tensor embedding_renorm(const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
Tensor& embedding_renorm_(Tensor& self, const Tensor& indices, double max_norm, double norm_type);
Tensor& embedding_renorm_out(Tensor& out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type);
/// With probability p an element becomes zero, the others grow by 1 / (1 - p). Without `train` the input itself.
Tensor dropout(const Tensor& input, double p, bool train);
/// dropout in place.
Tensor& dropout_(Tensor& self, double p, bool train);
/// dropout of whole channels of (N, C, ...): one draw per (N, C).
Tensor feature_dropout(const Tensor& input, double p, bool train);
/// feature_dropout in place.
Tensor& feature_dropout_(Tensor& self, double p, bool train);
/// dropout behind SELU: dropped elements become SELU's limit for -infinity, then all are scaled and shifted so that
/// mean 0 and variance 1 stay. Without `train` the input itself.
Tensor alpha_dropout(const Tensor& input, double p, bool train);
/// alpha_dropout in place.
Tensor& alpha_dropout_(Tensor& self, double p, bool train);
/// alpha_dropout of whole channels of (N, C, ...): one draw per (N, C).
Tensor feature_alpha_dropout(const Tensor& input, double p, bool train);
/// feature_alpha_dropout in place.
Tensor& feature_alpha_dropout_(Tensor& self, double p, bool train);
/// dropout of the input and its mask (bool), drawn in the order of memory; draws unless train is false. out= may have
/// any dtypes.
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, optional<bool> train);
std::tuple<Tensor&, Tensor&> native_dropout_out(Tensor& out0, Tensor& out1, const Tensor& input, double p,
                                                optional<bool> train);
/// Gradient of native_dropout by its input: grad_output * mask * scale, where scale is 1 / (1 - p). Integers are
/// multiplied as the default dtype; out= may have any dtype.
Tensor native_dropout_backward(const Tensor& grad_output, const Tensor& mask, double scale);
Tensor& native_dropout_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& mask, double scale);

}  // namespace torchpp
TORCHPP_API_END
