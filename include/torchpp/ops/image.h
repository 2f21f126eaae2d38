// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Images and volumes: padding, resampling, sampling at points, windows as columns, shuffled pixels. N batch, C
/// \file channels, D, H, W lengths. Amounts of padding are given last dimension first: {left, right, top, bottom,
/// \file front, back}. f16 and bf16 are computed in f32. Functions are differentiable in their floating tensors and
/// \file throw Error when shapes do not fit. Source: libtorch 1.13.

#include <array>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// The tensor with elements of the value before and behind its last pad.size() / 2 dimensions; negative amounts crop.
/// Images may lie channels last; the result then does, too. out= may have any dtype.
Tensor constant_pad_nd(const Tensor& self, IntArrayRef pad, const Scalar& value = 0);
Tensor& constant_pad_nd_out(Tensor& out, const Tensor& self, IntArrayRef pad, const Scalar& value = 0);
/// Padding by the name of a mode: "constant" (any dimensions; the only one that takes a value), "reflect", "replicate"
/// or "circular" (the last one to three dimensions, of which one or two more lie before).
Tensor pad(const Tensor& self, IntArrayRef pad, std::string_view mode = "constant", optional<double> value = nullopt);
/// pad() by the number of a mode: 0 reflect, 1 replicate, 2 circular, 3 constant.
Tensor _pad_enum(const Tensor& self, IntArrayRef pad, int64_t mode, optional<double> value = nullopt);
/// What lies at the other end stands before and behind the last pad.size() / 2 dimensions, which are all but one or
/// two. At most once around.
Tensor _pad_circular(const Tensor& self, IntArrayRef pad);
/// The tensor mirrored at its ends, which are not repeated: less than the size of each dimension. Shapes: (N, C, W) or
/// (C, W).
Tensor reflection_pad1d(const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of reflection_pad1d by its input.
Tensor reflection_pad1d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad1d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding);
/// The tensor mirrored at its ends, which are not repeated: less than the size of each dimension. Shapes: (N, C, H, W)
/// or (C, H, W).
Tensor reflection_pad2d(const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of reflection_pad2d by its input.
Tensor reflection_pad2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding);
/// The tensor mirrored at its ends, which are not repeated: less than the size of each dimension. Shapes: (N, C, D, H,
/// W) or (C, D, H, W).
Tensor reflection_pad3d(const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of reflection_pad3d by its input.
Tensor reflection_pad3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& reflection_pad3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding);
/// The tensor with its outermost elements repeated. Shapes: (N, C, W) or (C, W).
Tensor replication_pad1d(const Tensor& self, IntArrayRef padding);
Tensor& replication_pad1d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of replication_pad1d by its input.
Tensor replication_pad1d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& replication_pad1d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding);
/// The tensor with its outermost elements repeated. Shapes: (N, C, H, W) or (C, H, W).
Tensor replication_pad2d(const Tensor& self, IntArrayRef padding);
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of replication_pad2d by its input.
Tensor replication_pad2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& replication_pad2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding);
/// The tensor with its outermost elements repeated. Shapes: (N, C, D, H, W) or (C, D, H, W).
Tensor replication_pad3d(const Tensor& self, IntArrayRef padding);
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, IntArrayRef padding);
/// Gradient of replication_pad3d by its input.
Tensor replication_pad3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor& replication_pad3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding);
/// The element at floor(i * in / out). uint8, too. Shapes: (N, C, W).
Tensor upsample_nearest1d(const Tensor& self, IntArrayRef output_size, optional<double> scales = nullopt);
Tensor& upsample_nearest1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                               optional<double> scales = nullopt);
/// upsample_nearest1d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_nearest1d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_nearest1d by its input.
Tensor upsample_nearest1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales = nullopt);
Tensor& upsample_nearest1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales = nullopt);
/// Gradient of upsample_nearest1d.vec by its input. out= may have any dtype.
Tensor upsample_nearest1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// The element at floor(i * in / out). uint8, too. Shapes: (N, C, H, W).
Tensor upsample_nearest2d(const Tensor& self, IntArrayRef output_size, optional<double> scales_h = nullopt,
                          optional<double> scales_w = nullopt);
Tensor& upsample_nearest2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                               optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// upsample_nearest2d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_nearest2d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_nearest2d by its input.
Tensor upsample_nearest2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& upsample_nearest2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales_h = nullopt,
                                        optional<double> scales_w = nullopt);
/// Gradient of upsample_nearest2d.vec by its input. out= may have any dtype.
Tensor upsample_nearest2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// The element at floor(i * in / out). uint8, too. Shapes: (N, C, D, H, W).
Tensor upsample_nearest3d(const Tensor& self, IntArrayRef output_size, optional<double> scales_d = nullopt,
                          optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& upsample_nearest3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                               optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                               optional<double> scales_w = nullopt);
/// upsample_nearest3d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_nearest3d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_nearest3d by its input.
Tensor upsample_nearest3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                                   optional<double> scales_w = nullopt);
Tensor& upsample_nearest3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales_d = nullopt,
                                        optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// Gradient of upsample_nearest3d.vec by its input. out= may have any dtype.
Tensor upsample_nearest3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors);
Tensor& upsample_nearest3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// The element whose middle is nearest: at floor((i + 0.5) * in / out). uint8, too. Shapes: (N, C, W).
Tensor _upsample_nearest_exact1d(const Tensor& self, IntArrayRef output_size, optional<double> scales = nullopt);
Tensor& _upsample_nearest_exact1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales = nullopt);
/// _upsample_nearest_exact1d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor _upsample_nearest_exact1d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors);
/// Gradient of _upsample_nearest_exact1d by its input.
Tensor _upsample_nearest_exact1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales = nullopt);
Tensor& _upsample_nearest_exact1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales = nullopt);
/// Gradient of _upsample_nearest_exact1d.vec by its input. out= may have any dtype.
Tensor _upsample_nearest_exact1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// The element whose middle is nearest: at floor((i + 0.5) * in / out). uint8, too. Shapes: (N, C, H, W).
Tensor _upsample_nearest_exact2d(const Tensor& self, IntArrayRef output_size, optional<double> scales_h = nullopt,
                                 optional<double> scales_w = nullopt);
Tensor& _upsample_nearest_exact2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// _upsample_nearest_exact2d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor _upsample_nearest_exact2d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors);
/// Gradient of _upsample_nearest_exact2d by its input.
Tensor _upsample_nearest_exact2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& _upsample_nearest_exact2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales_h = nullopt,
                                               optional<double> scales_w = nullopt);
/// Gradient of _upsample_nearest_exact2d.vec by its input. out= may have any dtype.
Tensor _upsample_nearest_exact2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// The element whose middle is nearest: at floor((i + 0.5) * in / out). uint8, too. Shapes: (N, C, D, H, W).
Tensor _upsample_nearest_exact3d(const Tensor& self, IntArrayRef output_size, optional<double> scales_d = nullopt,
                                 optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& _upsample_nearest_exact3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                                      optional<double> scales_w = nullopt);
/// _upsample_nearest_exact3d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor _upsample_nearest_exact3d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors);
/// Gradient of _upsample_nearest_exact3d by its input.
Tensor _upsample_nearest_exact3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                                          optional<double> scales_w = nullopt);
Tensor& _upsample_nearest_exact3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales_d = nullopt,
                                               optional<double> scales_h = nullopt,
                                               optional<double> scales_w = nullopt);
/// Gradient of _upsample_nearest_exact3d.vec by its input. out= may have any dtype.
Tensor _upsample_nearest_exact3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_nearest_exact3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
/// Linear interpolation between the two neighbours in each dimension. Shapes: (N, C, W).
Tensor upsample_linear1d(const Tensor& self, IntArrayRef output_size, bool align_corners,
                         optional<double> scales = nullopt);
Tensor& upsample_linear1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                              optional<double> scales = nullopt);
/// upsample_linear1d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_linear1d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                         optional<ArrayRef<double>> scale_factors);
Tensor& upsample_linear1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                              optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_linear1d by its input.
Tensor upsample_linear1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                  bool align_corners, optional<double> scales = nullopt);
Tensor& upsample_linear1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners, optional<double> scales = nullopt);
/// Gradient of upsample_linear1d.vec by its input. out= may have any dtype.
Tensor upsample_linear1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                  bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor& upsample_linear1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners,
                                       optional<ArrayRef<double>> scale_factors);
/// Linear interpolation between the two neighbours in each dimension. Shapes: (N, C, H, W).
Tensor upsample_bilinear2d(const Tensor& self, IntArrayRef output_size, bool align_corners,
                           optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& upsample_bilinear2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// upsample_bilinear2d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_bilinear2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                           optional<ArrayRef<double>> scale_factors);
Tensor& upsample_bilinear2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_bilinear2d by its input.
Tensor upsample_bilinear2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                    bool align_corners, optional<double> scales_h = nullopt,
                                    optional<double> scales_w = nullopt);
Tensor& upsample_bilinear2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners,
                                         optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// Gradient of upsample_bilinear2d.vec by its input. out= may have any dtype.
Tensor upsample_bilinear2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                    bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor& upsample_bilinear2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners,
                                         optional<ArrayRef<double>> scale_factors);
/// Linear interpolation between the two neighbours in each dimension. Shapes: (N, C, D, H, W).
Tensor upsample_trilinear3d(const Tensor& self, IntArrayRef output_size, bool align_corners,
                            optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                            optional<double> scales_w = nullopt);
Tensor& upsample_trilinear3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                 optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                                 optional<double> scales_w = nullopt);
/// upsample_trilinear3d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_trilinear3d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                            optional<ArrayRef<double>> scale_factors);
Tensor& upsample_trilinear3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                 optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_trilinear3d by its input.
Tensor upsample_trilinear3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                     bool align_corners, optional<double> scales_d = nullopt,
                                     optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& upsample_trilinear3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners,
                                          optional<double> scales_d = nullopt, optional<double> scales_h = nullopt,
                                          optional<double> scales_w = nullopt);
/// Gradient of upsample_trilinear3d.vec by its input. out= may have any dtype.
Tensor upsample_trilinear3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                     bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor& upsample_trilinear3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners,
                                          optional<ArrayRef<double>> scale_factors);
/// Cubic convolution (a = -0.75) of the four neighbours in each dimension, the outermost of which are repeated. The
/// result is never channels last. Shapes: (N, C, H, W).
Tensor upsample_bicubic2d(const Tensor& self, IntArrayRef output_size, bool align_corners,
                          optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& upsample_bicubic2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                               optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// upsample_bicubic2d to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor upsample_bicubic2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                          optional<ArrayRef<double>> scale_factors);
Tensor& upsample_bicubic2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                               optional<ArrayRef<double>> scale_factors);
/// Gradient of upsample_bicubic2d by its input.
Tensor upsample_bicubic2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   bool align_corners, optional<double> scales_h = nullopt,
                                   optional<double> scales_w = nullopt);
Tensor& upsample_bicubic2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners, optional<double> scales_h = nullopt,
                                        optional<double> scales_w = nullopt);
/// Gradient of upsample_bicubic2d.vec by its input. out= may have any dtype.
Tensor upsample_bicubic2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor& upsample_bicubic2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners,
                                        optional<ArrayRef<double>> scale_factors);
/// Linear interpolation by a triangle that is as wide as the elements of the result where these are fewer: no element
/// of the input is passed over. Shapes: (N, C, H, W).
Tensor _upsample_bilinear2d_aa(const Tensor& self, IntArrayRef output_size, bool align_corners,
                               optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& _upsample_bilinear2d_aa_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                    optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// _upsample_bilinear2d_aa to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor _upsample_bilinear2d_aa(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                               optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_bilinear2d_aa_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                    bool align_corners, optional<ArrayRef<double>> scale_factors);
/// Gradient of _upsample_bilinear2d_aa by its input.
Tensor _upsample_bilinear2d_aa_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                        bool align_corners, optional<double> scales_h = nullopt,
                                        optional<double> scales_w = nullopt);
Tensor& _upsample_bilinear2d_aa_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                             IntArrayRef input_size, bool align_corners,
                                             optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// Gradient of _upsample_bilinear2d_aa.vec by its input. out= may have any dtype.
Tensor _upsample_bilinear2d_aa_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners,
                                        optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_bilinear2d_aa_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                             IntArrayRef input_size, bool align_corners,
                                             optional<ArrayRef<double>> scale_factors);
/// Cubic convolution (a = -0.5) by a kernel that is as wide as the elements of the result where these are fewer: no
/// element of the input is passed over. The result is never channels last. Shapes: (N, C, H, W).
Tensor _upsample_bicubic2d_aa(const Tensor& self, IntArrayRef output_size, bool align_corners,
                              optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
Tensor& _upsample_bicubic2d_aa_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                   optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// _upsample_bicubic2d_aa to the sizes, or by the factors if no sizes are given. out= may have any dtype.
Tensor _upsample_bicubic2d_aa(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                              optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_bicubic2d_aa_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                   bool align_corners, optional<ArrayRef<double>> scale_factors);
/// Gradient of _upsample_bicubic2d_aa by its input.
Tensor _upsample_bicubic2d_aa_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                       bool align_corners, optional<double> scales_h = nullopt,
                                       optional<double> scales_w = nullopt);
Tensor& _upsample_bicubic2d_aa_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                            IntArrayRef input_size, bool align_corners,
                                            optional<double> scales_h = nullopt, optional<double> scales_w = nullopt);
/// Gradient of _upsample_bicubic2d_aa.vec by its input. out= may have any dtype.
Tensor _upsample_bicubic2d_aa_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners,
                                       optional<ArrayRef<double>> scale_factors);
Tensor& _upsample_bicubic2d_aa_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                            IntArrayRef input_size, bool align_corners,
                                            optional<ArrayRef<double>> scale_factors);
/// (*, C r^2, H, W) as (*, C, H r, W r): channel c r^2 + i r + j has the pixels (h r + i, w r + j). out= may have any
/// dtype.
Tensor pixel_shuffle(const Tensor& self, int64_t upscale_factor);
Tensor& pixel_shuffle_out(Tensor& out, const Tensor& self, int64_t upscale_factor);
/// (*, C, H r, W r) as (*, C r^2, H, W), the inverse of pixel_shuffle. out= may have any dtype.
Tensor pixel_unshuffle(const Tensor& self, int64_t downscale_factor);
Tensor& pixel_unshuffle_out(Tensor& out, const Tensor& self, int64_t downscale_factor);
/// Channels (N, g k, *) in the order of the columns of a table with g rows. At least three dimensions. out= may have
/// any dtype.
Tensor channel_shuffle(const Tensor& self, int64_t groups);
Tensor& channel_shuffle_out(Tensor& out, const Tensor& self, int64_t groups);
/// channel_shuffle of tensors with at least two dimensions.
Tensor native_channel_shuffle(const Tensor& self, int64_t groups);
/// The windows that a convolution would see: (N, C, H, W) or (C, H, W) as (N, C kh kw, windows) or (C kh kw, windows),
/// with `padding` zeros on both sides of each dimension.
Tensor im2col(const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
              IntArrayRef stride);
Tensor& im2col_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                   IntArrayRef stride);
/// Sums of what the windows of im2col hold of each pixel: (N, C kh kw, windows) or (C kh kw, windows) as (N, C, H, W)
/// or (C, H, W).
Tensor col2im(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride);
Tensor& col2im_out(Tensor& out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size,
                   IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
/// Where the pixels of an image (N, C, H, W) lie after the affine maps theta (N, 2, 3), as (N, H, W, 2); of a volume
/// (N, C, D, H, W) and theta (N, 3, 4), as (N, D, H, W, 3). Coordinates go from -1 to 1, the outermost of which are the
/// middles of the outermost pixels with align_corners, and else their outer ends. out= may have any dtype.
Tensor affine_grid_generator(const Tensor& theta, IntArrayRef size, bool align_corners);
Tensor& affine_grid_generator_out(Tensor& out, const Tensor& theta, IntArrayRef size, bool align_corners);
/// Gradient of affine_grid_generator by theta.
Tensor affine_grid_generator_backward(const Tensor& grad, IntArrayRef size, bool align_corners);
/// grid_sampler_2d or grid_sampler_3d, by the number of dimensions.
Tensor grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners);
/// Values of images (N, C, H, W) at the points (x, y) of grid (N, h, w, 2), as (N, C, h, w). -1 and 1 are the middles
/// of the outermost pixels with align_corners, and else their outer ends. interpolation_mode: 0 bilinear, 1 nearest, 2
/// bicubic. padding_mode says what lies outside: 0 zeros, 1 the nearest pixel of the border, 2 the image mirrored. out=
/// may have any dtype.
Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                       bool align_corners);
Tensor& grid_sampler_2d_out(Tensor& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners);
/// Gradients of grid_sampler_2d by input and grid; undefined tensors for those that output_mask leaves out. out= may
/// have any dtypes.
std::tuple<Tensor, Tensor> grid_sampler_2d_backward(const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                                    int64_t interpolation_mode, int64_t padding_mode,
                                                    bool align_corners, std::array<bool, 2> output_mask);
std::tuple<Tensor&, Tensor&> grid_sampler_2d_backward_out(Tensor& out0, Tensor& out1, const Tensor& grad_output,
                                                          const Tensor& input, const Tensor& grid,
                                                          int64_t interpolation_mode, int64_t padding_mode,
                                                          bool align_corners, std::array<bool, 2> output_mask);
/// grid_sampler_2d of volumes (N, C, D, H, W) at the points (x, y, z) of grid (N, d, h, w, 3), as (N, C, d, h, w). Not
/// bicubic.
Tensor grid_sampler_3d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                       bool align_corners);
Tensor& grid_sampler_3d_out(Tensor& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners);
/// Gradients of grid_sampler_3d by input and grid; undefined tensors for those that output_mask leaves out. out= may
/// have any dtypes.
std::tuple<Tensor, Tensor> grid_sampler_3d_backward(const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                                    int64_t interpolation_mode, int64_t padding_mode,
                                                    bool align_corners, std::array<bool, 2> output_mask);
std::tuple<Tensor&, Tensor&> grid_sampler_3d_backward_out(Tensor& out0, Tensor& out1, const Tensor& grad_output,
                                                          const Tensor& input, const Tensor& grid,
                                                          int64_t interpolation_mode, int64_t padding_mode,
                                                          bool align_corners, std::array<bool, 2> output_mask);

}  // namespace torchpp
TORCHPP_API_END
