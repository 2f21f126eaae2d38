// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct ConstantPadPlan;
struct EdgePadPlan;
struct SamplerBackwardPlan;
struct SamplerPlan;
struct UpsamplePlan;
struct WindowsPlan;

namespace op {

inline namespace T_of_out_T_is_S { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, const Scalar&)> constant_pad_nd; }
inline namespace T_of_T_is_s_do { extern OwnOp<Tensor(const Tensor&, IntArrayRef, std::string_view, optional<double>)> pad; }
inline namespace T_of_T_is_i_do { extern OwnOp<Tensor(const Tensor&, IntArrayRef, int64_t, optional<double>)> pad_enum; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> pad_circular; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> circular_pad; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> circular_pad_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> reflection_pad1d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> reflection_pad1d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> reflection_pad2d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> reflection_pad2d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> reflection_pad3d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> reflection_pad3d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> replication_pad1d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> replication_pad1d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> replication_pad2d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> replication_pad2d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> replication_pad3d; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> replication_pad3d_backward; }
inline namespace T_of_out_T_is_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>)> upsample_nearest1d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest1d_vec; }
inline namespace T_of_out_T_is_is_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>)> upsample_nearest1d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest1d_backward_vec; }
inline namespace T_of_out_T_is_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>, optional<double>)> upsample_nearest2d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest2d_vec; }
inline namespace T_of_out_T_is_is_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>, optional<double>)> upsample_nearest2d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest2d_backward_vec; }
inline namespace T_of_out_T_is_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>, optional<double>, optional<double>)> upsample_nearest3d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest3d_vec; }
inline namespace T_of_out_T_is_is_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>, optional<double>, optional<double>)> upsample_nearest3d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest3d_backward_vec; }
inline namespace T_of_out_T_is_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>)> upsample_nearest_exact1d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact1d_vec; }
inline namespace T_of_out_T_is_is_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>)> upsample_nearest_exact1d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact1d_backward_vec; }
inline namespace T_of_out_T_is_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>, optional<double>)> upsample_nearest_exact2d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact2d_vec; }
inline namespace T_of_out_T_is_is_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>, optional<double>)> upsample_nearest_exact2d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact2d_backward_vec; }
inline namespace T_of_out_T_is_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<double>, optional<double>, optional<double>)> upsample_nearest_exact3d; }
inline namespace T_of_out_T_iso_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact3d_vec; }
inline namespace T_of_out_T_is_is_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, optional<double>, optional<double>, optional<double>)> upsample_nearest_exact3d_backward; }
inline namespace T_of_out_T_iso_is_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, optional<ArrayRef<double>>)> upsample_nearest_exact3d_backward_vec; }
inline namespace T_of_out_T_is_b_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>)> upsample_linear1d; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_linear1d_vec; }
inline namespace T_of_out_T_is_is_b_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>)> upsample_linear1d_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_linear1d_backward_vec; }
inline namespace T_of_out_T_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bilinear2d; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bilinear2d_vec; }
inline namespace T_of_out_T_is_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bilinear2d_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bilinear2d_backward_vec; }
inline namespace T_of_out_T_is_b_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>, optional<double>, optional<double>)> upsample_trilinear3d; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_trilinear3d_vec; }
inline namespace T_of_out_T_is_is_b_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>, optional<double>, optional<double>)> upsample_trilinear3d_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_trilinear3d_backward_vec; }
inline namespace T_of_out_T_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bicubic2d; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bicubic2d_vec; }
inline namespace T_of_out_T_is_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bicubic2d_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bicubic2d_backward_vec; }
inline namespace T_of_out_T_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bilinear2d_aa; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bilinear2d_aa_vec; }
inline namespace T_of_out_T_is_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bilinear2d_aa_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bilinear2d_aa_backward_vec; }
inline namespace T_of_out_T_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bicubic2d_aa; }
inline namespace T_of_out_T_iso_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bicubic2d_aa_vec; }
inline namespace T_of_out_T_is_is_b_do_do { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, bool, optional<double>, optional<double>)> upsample_bicubic2d_aa_backward; }
inline namespace T_of_out_T_iso_is_b_dso { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, IntArrayRef, bool, optional<ArrayRef<double>>)> upsample_bicubic2d_aa_backward_vec; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> pixel_shuffle; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> pixel_unshuffle; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> channel_shuffle; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> native_channel_shuffle; }
inline namespace T_of_out_T_is_is_is_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef)> im2col; }
inline namespace T_of_out_T_is_is_is_is_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef)> col2im; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> affine_grid_generator; }
inline namespace T_of_T_is_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, bool)> affine_grid_generator_backward; }
inline namespace T_of_T_T_i_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t, int64_t, bool)> grid_sampler; }
inline namespace T_of_out_T_T_i_i_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, int64_t, bool)> grid_sampler_2d; }
inline namespace TT_of_out_T_T_T_i_i_b_b2 { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, bool, std::array<bool, 2>)> grid_sampler_2d_backward; }
inline namespace T_of_out_T_T_i_i_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, int64_t, bool)> grid_sampler_3d; }
inline namespace TT_of_out_T_T_T_i_i_b_b2 { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, bool, std::array<bool, 2>)> grid_sampler_3d_backward; }

}  // namespace op

namespace cpu {

void constant_pad_nd(const ConstantPadPlan& plan, const Tensor& self, IntArrayRef pad, const Scalar& value);
void pad_edges(const EdgePadPlan& plan, const Tensor& self);
void pad_edges_gradient(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self);
void upsample_nearest(const UpsamplePlan& plan, const Tensor& self);
void upsample_gradient(const UpsamplePlan& plan, const Tensor& grad_output);
void upsample(const UpsamplePlan& plan, const Tensor& self);
void im2col(const WindowsPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void col2im(const WindowsPlan& plan, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void grid_sampler(const SamplerPlan& plan, const Tensor& input, const Tensor& grid);
void grid_sampler_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input, const Tensor& grid);

}  // namespace cpu

namespace rule {

TORCHPP_API ConstantPadPlan constant_pad_nd(const Out& out, const Tensor& self, IntArrayRef pad, const Scalar& value);
TORCHPP_API EdgePadPlan circular_pad(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan circular_pad_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad1d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad1d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad2d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad3d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan reflection_pad3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad1d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad1d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad2d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad3d(const Out& out, const Tensor& self, IntArrayRef padding);
TORCHPP_API EdgePadPlan replication_pad3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
TORCHPP_API UpsamplePlan upsample_nearest1d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_nearest1d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_nearest2d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest2d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest3d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest3d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest_exact1d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_nearest_exact1d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_nearest_exact2d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest_exact2d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest_exact3d(const Out& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_nearest_exact3d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_linear1d(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_linear1d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales);
TORCHPP_API UpsamplePlan upsample_bilinear2d(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bilinear2d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_trilinear3d(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_trilinear3d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bicubic2d(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bicubic2d_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bilinear2d_aa(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bilinear2d_aa_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bicubic2d_aa(const Out& out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API UpsamplePlan upsample_bicubic2d_aa_backward(const Out& out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
TORCHPP_API WindowsPlan im2col(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
TORCHPP_API WindowsPlan col2im(const Out& out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
TORCHPP_API SamplerPlan grid_sampler_2d(const Out& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
TORCHPP_API SamplerBackwardPlan grid_sampler_2d_backward(const Out& out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);
TORCHPP_API SamplerPlan grid_sampler_3d(const Out& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
TORCHPP_API SamplerBackwardPlan grid_sampler_3d_backward(const Out& out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);

}  // namespace rule

namespace every_backend {

Tensor pixel_shuffle(Out out, const Tensor& self, int64_t upscale_factor);
Tensor pixel_unshuffle(Out out, const Tensor& self, int64_t downscale_factor);
Tensor affine_grid_generator(Out out, const Tensor& theta, IntArrayRef size, bool align_corners);

}  // namespace every_backend

namespace composite {

Tensor pad(const Tensor& self, IntArrayRef pad, std::string_view mode, optional<double> value);
Tensor pad_enum(const Tensor& self, IntArrayRef pad, int64_t mode, optional<double> value);
Tensor pad_circular(const Tensor& self, IntArrayRef pad);
Tensor upsample_nearest1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_nearest_exact3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, optional<ArrayRef<double>> scale_factors);
Tensor upsample_linear1d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_linear1d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bilinear2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bilinear2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_trilinear3d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_trilinear3d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bicubic2d_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bicubic2d_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bilinear2d_aa_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bilinear2d_aa_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bicubic2d_aa_vec(Out out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor upsample_bicubic2d_aa_backward_vec(Out out, const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<ArrayRef<double>> scale_factors);
Tensor channel_shuffle(Out out, const Tensor& self, int64_t groups);
Tensor native_channel_shuffle(const Tensor& self, int64_t groups);
Tensor affine_grid_generator_backward(const Tensor& grad, IntArrayRef size, bool align_corners);
Tensor grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);

}  // namespace composite

namespace derivative {

Tensor constant_pad_nd(Out out, const Tensor& self, IntArrayRef pad, const Scalar& value);
Tensor circular_pad(Out out, const Tensor& self, IntArrayRef padding);
Tensor circular_pad_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad1d(Out out, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad1d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad2d(Out out, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad3d(Out out, const Tensor& self, IntArrayRef padding);
Tensor reflection_pad3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor replication_pad1d(Out out, const Tensor& self, IntArrayRef padding);
Tensor replication_pad1d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor replication_pad2d(Out out, const Tensor& self, IntArrayRef padding);
Tensor replication_pad2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor replication_pad3d(Out out, const Tensor& self, IntArrayRef padding);
Tensor replication_pad3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
Tensor upsample_nearest1d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales);
Tensor upsample_nearest1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales);
Tensor upsample_nearest2d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest3d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest_exact1d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales);
Tensor upsample_nearest_exact1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales);
Tensor upsample_nearest_exact2d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest_exact2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest_exact3d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_nearest_exact3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_linear1d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales);
Tensor upsample_linear1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales);
Tensor upsample_bilinear2d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bilinear2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_trilinear3d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_trilinear3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bicubic2d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bicubic2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bilinear2d_aa(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bilinear2d_aa_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bicubic2d_aa(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor upsample_bicubic2d_aa_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w);
Tensor pixel_shuffle(Out out, const Tensor& self, int64_t upscale_factor);
Tensor pixel_unshuffle(Out out, const Tensor& self, int64_t downscale_factor);
Tensor im2col(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
Tensor col2im(Out out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
Tensor affine_grid_generator(Out out, const Tensor& theta, IntArrayRef size, bool align_corners);
Tensor grid_sampler_2d(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
std::tuple<Tensor, Tensor> grid_sampler_2d_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);
Tensor grid_sampler_3d(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
std::tuple<Tensor, Tensor> grid_sampler_3d_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);

}  // namespace derivative

}  // namespace torchpp
