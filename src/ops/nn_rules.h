// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes of pooling and normalisation. Each rule throws as libtorch does.

#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include <optional>

#include "src/core/shape.h"

namespace torchpp {

/// A window that moves over images (N, C, H, W), and what it gives.
struct PoolShape {
  int64_t kernel[2], stride[2], padding[2], dilation[2];
  int64_t in[2], out[2];
  int64_t batch, channels;
  DimVector output;  ///< with as many dimensions as the input
};
PoolShape pool_rule(const char* op, const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride,
                    IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
/// Checks a gradient against the shape.
void check_pool_gradient(const char* op, const PoolShape& shape, const TensorBase& grad, const TensorBase& self);
TORCHPP_API PoolShape max_pool_rule(const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride,
                                    IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
TORCHPP_API PoolShape max_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode, const TensorBase& indices);
TORCHPP_API PoolShape avg_pool_rule(const TensorBase& self, IntArrayRef kernel_size, IntArrayRef stride,
                                    IntArrayRef padding, bool ceil_mode, std::optional<int64_t> divisor_override);
TORCHPP_API PoolShape avg_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             bool ceil_mode, std::optional<int64_t> divisor_override);
TORCHPP_API DimVector adaptive_pool_rule(const TensorBase& self, IntArrayRef output_size);
TORCHPP_API void adaptive_pool_backward_rule(const TensorBase& grad_output, const TensorBase& self);

TORCHPP_API void batch_norm_rule(const TensorBase& input, const TensorBase& weight, const TensorBase& bias,
                                 const TensorBase& running_mean, const TensorBase& running_var, bool training);
/// Checks the dtypes of native_batch_norm's destinations, before it changes the running statistics.
TORCHPP_API void check_batch_norm_out(const Out& out, const TensorBase& input, ScalarType statistics);
/// Empty tensors for the statistics that native_batch_norm did not take.
TORCHPP_API void complete_statistics(TensorTriple& results, const TensorBase& input, ScalarType statistics);
/// What native_batch_norm's kernel returns; see finish_kernel.
TORCHPP_API TensorTriple finish_batch_norm(const Out& out, TensorTriple results, const TensorBase& input,
                                           ScalarType statistics);
/// `mean` and `deviation` are the statistics that the gradient takes: those of the batch, or the running ones.
TORCHPP_API void batch_norm_backward_rule(const TensorBase& grad_out, const TensorBase& input, const TensorBase& weight,
                                          const TensorBase& running_mean, const TensorBase& running_var,
                                          const TensorBase& mean, const TensorBase& deviation, bool train);
/// The dtype that the given parameters and statistics of a normalisation have in common; the input's if there are none.
TORCHPP_API ScalarType parameter_dtype(const TensorBase& input, std::initializer_list<TensorBase> parameters);
/// Parameters and statistics are of the input's dtype, or, for 16-bit inputs, all of float.
void check_parameter_dtype(const TensorBase& input, const TensorBase& parameter);
/// The rows of a layer norm, and the shape of their mean and deviation.
struct LayerNormShape {
  int64_t rows, width;
  DimVector statistics;
};
TORCHPP_API LayerNormShape layer_norm_rule(const TensorBase& input, IntArrayRef normalized_shape,
                                           const TensorBase& weight, const TensorBase& bias);
/// The same for its gradient, whose operands it checks.
TORCHPP_API LayerNormShape layer_norm_backward_rule(const TensorBase& grad_out, const TensorBase& input,
                                                    IntArrayRef normalized_shape, const TensorBase& mean,
                                                    const TensorBase& rstd, const TensorBase& weight,
                                                    const TensorBase& bias);
/// Throws unless dropout takes the input and the probability; returns how likely an element is kept.
TORCHPP_API double dropout_rule(const TensorBase& input, double p);
/// 1 / (1 - p) as libtorch's dropout rounds it for tensors of the dtype; 0 for p = 1. libtorch's native_dropout rounds
/// once, which in float and BFloat16 gives the neighbouring number for some p; for Half, which its dropout does not
/// take on the CPU, this is native_dropout's.
TORCHPP_API double dropout_scale(double p, ScalarType dtype);
void check_indices(const char* op, int position, const TensorBase& indices);
/// Indices as int64, dense.
TORCHPP_API Tensor long_indices(const Tensor& indices);
TORCHPP_API void embedding_rule(const TensorBase& weight, const TensorBase& indices);
TORCHPP_API void embedding_backward_rule(const TensorBase& grad_output, const TensorBase& indices);
TORCHPP_API void embedding_renorm_rule(const TensorBase& self, const TensorBase& indices);

}  // namespace torchpp
