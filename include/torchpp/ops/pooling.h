// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Pooling, as functions of tensors: each result is the greatest element or the mean of a window. N batch, C
/// \file channels, L, D, H, W lengths; the batch dimension may be missing. Lists of one number stand for that number in
/// \file every spatial dimension, an empty stride for the kernel's size. Images (N, C, H, W) may lie channels last;
/// \file results of max_pool2d, avg_pool2d, adaptive pooling and max_unpool2d then do, too. NaN counts as greater than
/// \file all numbers. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Greatest element of each window of (N, C, L) or (C, L). Padding counts as minus infinity.
Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  IntArrayRef dilation = {1}, bool ceil_mode = false);
/// max_pool1d, and where along L the greatest elements were (int64).
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                                                   IntArrayRef padding = {0}, IntArrayRef dilation = {1},
                                                   bool ceil_mode = false);
/// Greatest element of each window of (N, C, H, W) or (C, H, W). Padding counts as minus infinity.
Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  IntArrayRef dilation = {1}, bool ceil_mode = false);
/// max_pool2d, and where the greatest elements were: h * W + w (int64).
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                                                   IntArrayRef padding = {0}, IntArrayRef dilation = {1},
                                                   bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         IntArrayRef kernel_size, IntArrayRef stride = {},
                                                         IntArrayRef padding = {0}, IntArrayRef dilation = {1},
                                                         bool ceil_mode = false);
/// Gradient of max_pool2d by its input.
Tensor max_pool2d_with_indices_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices);
Tensor& max_pool2d_with_indices_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
/// Greatest element of each window of (N, C, D, H, W) or (C, D, H, W). Padding counts as minus infinity.
Tensor max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  IntArrayRef dilation = {1}, bool ceil_mode = false);
/// max_pool3d, and where the greatest elements were: (d * H + h) * W + w (int64).
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                                                   IntArrayRef padding = {0}, IntArrayRef dilation = {1},
                                                   bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         IntArrayRef kernel_size, IntArrayRef stride = {},
                                                         IntArrayRef padding = {0}, IntArrayRef dilation = {1},
                                                         bool ceil_mode = false);
/// Gradient of max_pool3d by its input.
Tensor max_pool3d_with_indices_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices);
Tensor& max_pool3d_with_indices_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
/// Mean of each window of (N, C, L) or (C, L). Padding counts as zeros, or not at all.
Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  bool ceil_mode = false, bool count_include_pad = true);
/// Mean of each window of (N, C, H, W) or (C, H, W), or its sum over divisor_override. Padding counts as zeros, or not
/// at all.
Tensor avg_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  bool ceil_mode = false, bool count_include_pad = true, optional<int64_t> divisor_override = nullopt);
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                       IntArrayRef padding = {0}, bool ceil_mode = false, bool count_include_pad = true,
                       optional<int64_t> divisor_override = nullopt);
/// Gradient of avg_pool2d by its input.
Tensor avg_pool2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                           IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override);
Tensor& avg_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                                bool count_include_pad, optional<int64_t> divisor_override);
/// Mean of each window of (N, C, D, H, W) or (C, D, H, W), or its sum over divisor_override. Padding counts as zeros,
/// or not at all.
Tensor avg_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = {0},
                  bool ceil_mode = false, bool count_include_pad = true, optional<int64_t> divisor_override = nullopt);
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride = {},
                       IntArrayRef padding = {0}, bool ceil_mode = false, bool count_include_pad = true,
                       optional<int64_t> divisor_override = nullopt);
/// Gradient of avg_pool3d by its input.
Tensor avg_pool3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                           IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override);
Tensor& avg_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                                bool count_include_pad, optional<int64_t> divisor_override);
/// Means of as many windows of (N, C, L) or (C, L) as the result has elements: window i of n is [floor(i L / n),
/// ceil((i + 1) L / n)).
Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size);
/// Means of as many windows of (N, C, H, W) or (C, H, W) as the result has elements: window i of n rows is [floor(i H /
/// n), ceil((i + 1) H / n)), and so for columns. The one mean of a plane without elements is NaN.
Tensor adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size);
Tensor& adaptive_avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size);
/// adaptive_avg_pool2d of planes with elements, to two given sizes. out= may have any dtype.
Tensor _adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size);
Tensor& _adaptive_avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size);
/// Gradient of adaptive_avg_pool2d by its input. out= may have any dtype.
Tensor _adaptive_avg_pool2d_backward(const Tensor& grad_output, const Tensor& self);
Tensor& _adaptive_avg_pool2d_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self);
/// Means of as many windows of (N, C, D, H, W) or (C, D, H, W) as the result has elements, with the windows of
/// adaptive_avg_pool2d in each dimension. The one mean of a volume without elements is NaN.
Tensor adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size);
Tensor& adaptive_avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size);
/// adaptive_avg_pool3d of volumes with elements, to three given sizes. out= may have any dtype.
Tensor _adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size);
Tensor& _adaptive_avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size);
/// Gradient of adaptive_avg_pool3d by its input. out= may have any dtype.
Tensor _adaptive_avg_pool3d_backward(const Tensor& grad_output, const Tensor& self);
Tensor& _adaptive_avg_pool3d_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self);
/// Greatest elements of as many windows of (N, C, L) or (C, L) as the result has elements, with the windows of
/// adaptive_avg_pool1d, and where along L they were (int64).
std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor& self, IntArrayRef output_size);
/// Greatest elements of as many windows of (N, C, H, W) or (C, H, W) as the result has elements, with the windows of
/// adaptive_avg_pool2d, and where they were: h * W + w (int64).
std::tuple<Tensor, Tensor> adaptive_max_pool2d(const Tensor& self, IntArrayRef output_size);
std::tuple<Tensor&, Tensor&> adaptive_max_pool2d_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                     IntArrayRef output_size);
/// Gradient of adaptive_max_pool2d by its input.
Tensor adaptive_max_pool2d_backward(const Tensor& grad_output, const Tensor& self, const Tensor& indices);
Tensor& adaptive_max_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                         const Tensor& indices);
/// Greatest elements of as many windows of (N, C, D, H, W) or (C, D, H, W) as the result has elements, with the windows
/// of adaptive_avg_pool2d in each dimension, and where they were: (d * H + h) * W + w (int64).
std::tuple<Tensor, Tensor> adaptive_max_pool3d(const Tensor& self, IntArrayRef output_size);
std::tuple<Tensor&, Tensor&> adaptive_max_pool3d_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                     IntArrayRef output_size);
/// Gradient of adaptive_max_pool3d by its input.
Tensor adaptive_max_pool3d_backward(const Tensor& grad_output, const Tensor& self, const Tensor& indices);
Tensor& adaptive_max_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                         const Tensor& indices);
/// Greatest element of each of output_size windows of (N, C, H, W) or (C, H, W), whose distances are random, and where
/// they were: h * W + w (int64). random_samples (N, C, 2), of self's dtype, in [0, 1): where the windows of each plane
/// begin along W and H. Source: B. Graham, Fractional max-pooling (2014).
std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                                 const Tensor& random_samples);
std::tuple<Tensor&, Tensor&> fractional_max_pool2d_out(Tensor& output, Tensor& indices, const Tensor& self,
                                                       IntArrayRef kernel_size, IntArrayRef output_size,
                                                       const Tensor& random_samples);
/// Gradient of fractional_max_pool2d by its input.
Tensor fractional_max_pool2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices);
Tensor& fractional_max_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                           IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
/// Greatest element of each of output_size windows of (N, C, D, H, W) or (C, D, H, W), whose distances are random, and
/// where they were: (d * H + h) * W + w (int64). random_samples (N, C, 3), of self's dtype, in [0, 1): where the
/// windows of each volume begin along D, H and W.
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                                 const Tensor& random_samples);
std::tuple<Tensor&, Tensor&> fractional_max_pool3d_out(Tensor& output, Tensor& indices, const Tensor& self,
                                                       IntArrayRef kernel_size, IntArrayRef output_size,
                                                       const Tensor& random_samples);
/// Gradient of fractional_max_pool3d by its input.
Tensor fractional_max_pool3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices);
Tensor& fractional_max_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                           IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
/// Planes of output_size (H, W) that hold the elements of self (N, C, h, w) or (C, h, w) where indices says (int64 h *
/// W + w, of self's shape), and zeros elsewhere. Of several elements for one place the last one stays.
Tensor max_unpool2d(const Tensor& self, const Tensor& indices, IntArrayRef output_size);
Tensor& max_unpool2d_out(Tensor& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size);
/// Volumes of output_size (D, H, W) that hold the elements of self (N, C, d, h, w) or (C, d, h, w) where indices says
/// (int64 (d * H + h) * W + w, of self's shape), and zeros elsewhere. stride and padding are checked, and not used.
Tensor max_unpool3d(const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride,
                    IntArrayRef padding);
Tensor& max_unpool3d_out(Tensor& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                         IntArrayRef stride, IntArrayRef padding);

}  // namespace torchpp
TORCHPP_API_END
