// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution, pooling, normalisation, embedding, dropout, as functions of tensors; the modules of the same
/// names hold the parameters. Lists of one number stand for that number in every spatial dimension.
///
/// N batch, C channels, L, H, W lengths. Images (N, C, H, W) may lie channels last; results then do, too. The batch
/// dimension may be missing where that is said. Functions are differentiable in their floating arguments and throw
/// Error when shapes do not fit.

#include <torchpp/tensor.h>

namespace torchpp {

/// Names a padding: "same" (as many outputs as inputs; stride 1 only) or "valid" (none).
class PaddingName {
 public:
  template <size_t N>
  PaddingName(const char (&name)[N]) : name_(name) {}    // NOLINT: implicit
  PaddingName(const std::string& name) : name_(name) {}  // NOLINT: implicit
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

// ---- convolution

/// Cross-correlation. input (N, C, *) or (C, *), weight (out, C / groups, *kernel), bias (out).
TORCHPP_API Tensor conv1d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                          IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1,
                          int64_t groups = 1);
TORCHPP_API Tensor conv1d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                          IntArrayRef stride, const PaddingName& padding, IntArrayRef dilation = 1, int64_t groups = 1);
TORCHPP_API Tensor conv2d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                          IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1,
                          int64_t groups = 1);
TORCHPP_API Tensor conv2d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                          IntArrayRef stride, const PaddingName& padding, IntArrayRef dilation = 1, int64_t groups = 1);
TORCHPP_API Tensor conv3d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                          IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1,
                          int64_t groups = 1);
TORCHPP_API Tensor conv3d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                          IntArrayRef stride, const PaddingName& padding, IntArrayRef dilation = 1, int64_t groups = 1);
/// The gradient of a convolution as a function of its own. weight (C, out / groups, *kernel); output_padding is added
/// to one side of the result and must be less than stride or dilation.
TORCHPP_API Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                                    IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                                    int64_t groups = 1, IntArrayRef dilation = 1);
TORCHPP_API Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                                    IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                                    int64_t groups = 1, IntArrayRef dilation = 1);
TORCHPP_API Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {},
                                    IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                                    int64_t groups = 1, IntArrayRef dilation = 1);
/// All of the above; the number of spatial dimensions is that of weight. input must have a batch dimension.
TORCHPP_API Tensor convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                               IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                               IntArrayRef output_padding, int64_t groups);

// ---- pooling: (N, C, *) or (C, *); an empty stride means the kernel's size

/// The largest element of each window; padding counts as minus infinity, NaN as larger than all.
TORCHPP_API Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                              IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
TORCHPP_API Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                              IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
/// And where it was: h * W + w, int64.
TORCHPP_API std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size,
                                                               IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                               IntArrayRef dilation = 1, bool ceil_mode = false);
TORCHPP_API std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, IntArrayRef kernel_size,
                                                               IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                               IntArrayRef dilation = 1, bool ceil_mode = false);
/// The mean of each window, over its size or divisor_override; padding counts as zeros, or not at all.
TORCHPP_API Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                              IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true);
TORCHPP_API Tensor avg_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                              IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                              std::optional<int64_t> divisor_override = std::nullopt);
/// The means of as many windows as the result has elements: window i of n is [floor(i L / n), ceil((i + 1) L / n)).
TORCHPP_API Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size);
TORCHPP_API Tensor adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size);

// ---- normalisation: (x - mean) / sqrt(variance + eps) * weight + bias

/// Over all but dimension 1. In training with the batch's statistics, of which the running ones take the share
/// `momentum` (the unbiased variance); otherwise with the running ones, which must be there.
TORCHPP_API Tensor batch_norm(const Tensor& input, const std::optional<Tensor>& weight,
                              const std::optional<Tensor>& bias, const std::optional<Tensor>& running_mean,
                              const std::optional<Tensor>& running_var, bool training, double momentum, double eps,
                              bool cudnn_enabled = true);
/// The result, and the mean and 1 / sqrt(variance + eps) that were used; empty ones in evaluation.
TORCHPP_API std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input,
                                                                 const std::optional<Tensor>& weight,
                                                                 const std::optional<Tensor>& bias,
                                                                 const std::optional<Tensor>& running_mean,
                                                                 const std::optional<Tensor>& running_var,
                                                                 bool training, double momentum, double eps);
/// Over the last dimensions, those of normalized_shape.
TORCHPP_API Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                              const std::optional<Tensor>& weight = {}, const std::optional<Tensor>& bias = {},
                              double eps = 1e-5, bool cudnn_enable = true);
TORCHPP_API std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                                                                 const std::optional<Tensor>& weight,
                                                                 const std::optional<Tensor>& bias, double eps);
/// Over each group of channels of a sample; weight and bias (C).
TORCHPP_API Tensor group_norm(const Tensor& input, int64_t num_groups, const std::optional<Tensor>& weight = {},
                              const std::optional<Tensor>& bias = {}, double eps = 1e-5, bool cudnn_enabled = true);
/// Over each channel of a sample, or with the running statistics.
TORCHPP_API Tensor instance_norm(const Tensor& input, const std::optional<Tensor>& weight,
                                 const std::optional<Tensor>& bias, const std::optional<Tensor>& running_mean,
                                 const std::optional<Tensor>& running_var, bool use_input_stats, double momentum,
                                 double eps, bool cudnn_enabled = true);

// ---- embedding

/// Rows of weight (rows, width) by indices (int64 or int32, any shape). Row padding_idx gets no gradient (-1: none is
/// left out); scale_grad_by_freq divides a row's gradient by how often it occurs.
TORCHPP_API Tensor embedding(const Tensor& weight, const Tensor& indices, int64_t padding_idx = -1,
                             bool scale_grad_by_freq = false, bool sparse = false);
/// Scales the rows that occur in indices to a norm of at most max_norm.
TORCHPP_API Tensor& embedding_renorm_(Tensor& self, const Tensor& indices, double max_norm, double norm_type);

// ---- dropout: with probability p an element becomes zero, the others grow by 1 / (1 - p); without `train` nothing
// happens. Draws from the default generator what libtorch draws.

TORCHPP_API Tensor dropout(const Tensor& input, double p, bool train);
TORCHPP_API Tensor& dropout_(Tensor& self, double p, bool train);
/// Whole channels: one draw per (N, C).
TORCHPP_API Tensor feature_dropout(const Tensor& input, double p, bool train);
TORCHPP_API Tensor& feature_dropout_(Tensor& self, double p, bool train);
/// For SELU: keeps mean 0 and variance 1.
TORCHPP_API Tensor alpha_dropout(const Tensor& input, double p, bool train);
TORCHPP_API Tensor& alpha_dropout_(Tensor& self, double p, bool train);
TORCHPP_API Tensor feature_alpha_dropout(const Tensor& input, double p, bool train);
TORCHPP_API Tensor& feature_alpha_dropout_(Tensor& self, double p, bool train);
/// The result and the mask (bool); draws unless train is false.
TORCHPP_API std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, std::optional<bool> train);

}  // namespace torchpp
