// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp {

struct ConstantPadPlan;
struct EdgePadPlan;
struct SamplerBackwardPlan;
struct SamplerPlan;
struct UpsamplePlan;
struct WindowsPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void constant_pad_nd(const ConstantPadPlan& plan, const Tensor& self, IntArrayRef pad, const Scalar& value);
void reflection_pad1d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad1d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void reflection_pad2d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad2d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void reflection_pad3d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void reflection_pad3d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad1d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad1d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad2d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad2d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void replication_pad3d(const EdgePadPlan& plan, const Tensor& self, IntArrayRef padding);
void replication_pad3d_backward(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor& self, IntArrayRef padding);
void upsample_nearest1d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales);
void upsample_nearest1d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales);
void upsample_nearest2d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest2d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest3d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest3d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest_exact1d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales);
void upsample_nearest_exact1d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales);
void upsample_nearest_exact2d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest_exact2d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest_exact3d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_nearest_exact3d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_linear1d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales);
void upsample_linear1d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales);
void upsample_bilinear2d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bilinear2d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_trilinear3d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_trilinear3d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales_d, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bicubic2d(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bicubic2d_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bilinear2d_aa(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bilinear2d_aa_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bicubic2d_aa(const UpsamplePlan& plan, const Tensor& self, IntArrayRef output_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void upsample_bicubic2d_aa_backward(const UpsamplePlan& plan, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w);
void im2col(const WindowsPlan& plan, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void col2im(const WindowsPlan& plan, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride);
void grid_sampler_2d(const SamplerPlan& plan, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
void grid_sampler_2d_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);
void grid_sampler_3d(const SamplerPlan& plan, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners);
void grid_sampler_3d_backward(const SamplerBackwardPlan& plan, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask);

}  // namespace torchpp::cuda

