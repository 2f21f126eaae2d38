// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/image.h>

#include "src/ops/forward.h"
#include "src/ops/generated/image.h"
#include "src/ops/image_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace op {

inline namespace T_of_out_T_is_S {
TORCHPP_CONSTINIT decltype(op::constant_pad_nd) constant_pad_nd(
    "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor",
    &Structured<&rule::constant_pad_nd, &cpu::constant_pad_nd>::call, &derivative::constant_pad_nd, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_is_s_do {
TORCHPP_CONSTINIT decltype(op::pad) pad(decltype(op::pad)::AllBackends(),
    "pad(Tensor self, int[] pad, str mode=\"constant\", float? value=None) -> Tensor",
    &composite::pad, &composite::pad, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_i_do {
TORCHPP_CONSTINIT decltype(op::pad_enum) pad_enum(decltype(op::pad_enum)::AllBackends(),
    "_pad_enum(Tensor self, int[] pad, int mode, float? value=None) -> Tensor",
    &composite::pad_enum, &composite::pad_enum, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::pad_circular) pad_circular(decltype(op::pad_circular)::AllBackends(),
    "_pad_circular(Tensor self, int[] pad) -> Tensor",
    &composite::pad_circular, &composite::pad_circular, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::circular_pad) circular_pad(
    "_circular_pad(Tensor self, int[] padding) -> Tensor",
    &Structured<&rule::circular_pad, &cpu::pad_edges>::call, &derivative::circular_pad, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::circular_pad_backward) circular_pad_backward(
    "_circular_pad_backward(Tensor grad_output, Tensor self, int[] padding) -> Tensor",
    &Structured<&rule::circular_pad_backward, &cpu::pad_edges_gradient>::call, &derivative::circular_pad_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad1d) reflection_pad1d(
    "reflection_pad1d(Tensor self, int[2] padding) -> Tensor",
    &Structured<&rule::reflection_pad1d, &cpu::pad_edges>::call, &derivative::reflection_pad1d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad1d_backward) reflection_pad1d_backward(
    "reflection_pad1d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[2] padding) -> Tensor",
    &Structured<&rule::reflection_pad1d_backward, &cpu::pad_edges_gradient>::call, &derivative::reflection_pad1d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad2d) reflection_pad2d(
    "reflection_pad2d(Tensor self, int[4] padding) -> Tensor",
    &Structured<&rule::reflection_pad2d, &cpu::pad_edges>::call, &derivative::reflection_pad2d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad2d_backward) reflection_pad2d_backward(
    "reflection_pad2d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[4] padding) -> Tensor",
    &Structured<&rule::reflection_pad2d_backward, &cpu::pad_edges_gradient>::call, &derivative::reflection_pad2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad3d) reflection_pad3d(
    "reflection_pad3d(Tensor self, int[6] padding) -> Tensor",
    &Structured<&rule::reflection_pad3d, &cpu::pad_edges>::call, &derivative::reflection_pad3d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::reflection_pad3d_backward) reflection_pad3d_backward(
    "reflection_pad3d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[6] padding) -> Tensor",
    &Structured<&rule::reflection_pad3d_backward, &cpu::pad_edges_gradient>::call, &derivative::reflection_pad3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad1d) replication_pad1d(
    "replication_pad1d(Tensor self, int[2] padding) -> Tensor",
    &Structured<&rule::replication_pad1d, &cpu::pad_edges>::call, &derivative::replication_pad1d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad1d_backward) replication_pad1d_backward(
    "replication_pad1d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[2] padding) -> Tensor",
    &Structured<&rule::replication_pad1d_backward, &cpu::pad_edges_gradient>::call, &derivative::replication_pad1d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad2d) replication_pad2d(
    "replication_pad2d(Tensor self, int[4] padding) -> Tensor",
    &Structured<&rule::replication_pad2d, &cpu::pad_edges>::call, &derivative::replication_pad2d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad2d_backward) replication_pad2d_backward(
    "replication_pad2d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[4] padding) -> Tensor",
    &Structured<&rule::replication_pad2d_backward, &cpu::pad_edges_gradient>::call, &derivative::replication_pad2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad3d) replication_pad3d(
    "replication_pad3d(Tensor self, int[6] padding) -> Tensor",
    &Structured<&rule::replication_pad3d, &cpu::pad_edges>::call, &derivative::replication_pad3d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::replication_pad3d_backward) replication_pad3d_backward(
    "replication_pad3d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[6] padding) -> Tensor",
    &Structured<&rule::replication_pad3d_backward, &cpu::pad_edges_gradient>::call, &derivative::replication_pad3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest1d) upsample_nearest1d(
    "upsample_nearest1d(Tensor self, int[1] output_size, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_nearest1d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest1d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest1d_vec) upsample_nearest1d_vec(decltype(op::upsample_nearest1d_vec)::AllBackends(),
    "upsample_nearest1d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest1d_vec, &composite::upsample_nearest1d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest1d_backward) upsample_nearest1d_backward(
    "upsample_nearest1d_backward|grad_input:grad_input(Tensor grad_output, int[1] output_size, int[3] input_size, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_nearest1d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest1d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest1d_backward_vec) upsample_nearest1d_backward_vec(decltype(op::upsample_nearest1d_backward_vec)::AllBackends(),
    "upsample_nearest1d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest1d_backward_vec, &composite::upsample_nearest1d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest2d) upsample_nearest2d(
    "upsample_nearest2d(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest2d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest2d_vec) upsample_nearest2d_vec(decltype(op::upsample_nearest2d_vec)::AllBackends(),
    "upsample_nearest2d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest2d_vec, &composite::upsample_nearest2d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest2d_backward) upsample_nearest2d_backward(
    "upsample_nearest2d_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest2d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest2d_backward_vec) upsample_nearest2d_backward_vec(decltype(op::upsample_nearest2d_backward_vec)::AllBackends(),
    "upsample_nearest2d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest2d_backward_vec, &composite::upsample_nearest2d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest3d) upsample_nearest3d(
    "upsample_nearest3d(Tensor self, int[3] output_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest3d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest3d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest3d_vec) upsample_nearest3d_vec(decltype(op::upsample_nearest3d_vec)::AllBackends(),
    "upsample_nearest3d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest3d_vec, &composite::upsample_nearest3d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest3d_backward) upsample_nearest3d_backward(
    "upsample_nearest3d_backward|grad_input:grad_input(Tensor grad_output, int[3] output_size, int[5] input_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest3d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest3d_backward_vec) upsample_nearest3d_backward_vec(decltype(op::upsample_nearest3d_backward_vec)::AllBackends(),
    "upsample_nearest3d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest3d_backward_vec, &composite::upsample_nearest3d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact1d) upsample_nearest_exact1d(
    "_upsample_nearest_exact1d(Tensor self, int[1] output_size, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact1d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest_exact1d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact1d_vec) upsample_nearest_exact1d_vec(decltype(op::upsample_nearest_exact1d_vec)::AllBackends(),
    "_upsample_nearest_exact1d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact1d_vec, &composite::upsample_nearest_exact1d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact1d_backward) upsample_nearest_exact1d_backward(
    "_upsample_nearest_exact1d_backward|grad_input:grad_input(Tensor grad_output, int[1] output_size, int[3] input_size, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact1d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest_exact1d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact1d_backward_vec) upsample_nearest_exact1d_backward_vec(decltype(op::upsample_nearest_exact1d_backward_vec)::AllBackends(),
    "_upsample_nearest_exact1d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact1d_backward_vec, &composite::upsample_nearest_exact1d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact2d) upsample_nearest_exact2d(
    "_upsample_nearest_exact2d(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact2d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest_exact2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact2d_vec) upsample_nearest_exact2d_vec(decltype(op::upsample_nearest_exact2d_vec)::AllBackends(),
    "_upsample_nearest_exact2d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact2d_vec, &composite::upsample_nearest_exact2d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact2d_backward) upsample_nearest_exact2d_backward(
    "_upsample_nearest_exact2d_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact2d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest_exact2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact2d_backward_vec) upsample_nearest_exact2d_backward_vec(decltype(op::upsample_nearest_exact2d_backward_vec)::AllBackends(),
    "_upsample_nearest_exact2d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact2d_backward_vec, &composite::upsample_nearest_exact2d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact3d) upsample_nearest_exact3d(
    "_upsample_nearest_exact3d(Tensor self, int[3] output_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact3d, &cpu::upsample_nearest>::call, &derivative::upsample_nearest_exact3d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact3d_vec) upsample_nearest_exact3d_vec(decltype(op::upsample_nearest_exact3d_vec)::AllBackends(),
    "_upsample_nearest_exact3d.vec|vec_out:out(Tensor input, int[]? output_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact3d_vec, &composite::upsample_nearest_exact3d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact3d_backward) upsample_nearest_exact3d_backward(
    "_upsample_nearest_exact3d_backward|grad_input:grad_input(Tensor grad_output, int[3] output_size, int[5] input_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_nearest_exact3d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_nearest_exact3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_dso {
TORCHPP_CONSTINIT decltype(op::upsample_nearest_exact3d_backward_vec) upsample_nearest_exact3d_backward_vec(decltype(op::upsample_nearest_exact3d_backward_vec)::AllBackends(),
    "_upsample_nearest_exact3d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, float[]? scale_factors) -> Tensor",
    &composite::upsample_nearest_exact3d_backward_vec, &composite::upsample_nearest_exact3d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do {
TORCHPP_CONSTINIT decltype(op::upsample_linear1d) upsample_linear1d(
    "upsample_linear1d(Tensor self, int[1] output_size, bool align_corners, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_linear1d, &cpu::upsample>::call, &derivative::upsample_linear1d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_linear1d_vec) upsample_linear1d_vec(decltype(op::upsample_linear1d_vec)::AllBackends(),
    "upsample_linear1d.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_linear1d_vec, &composite::upsample_linear1d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do {
TORCHPP_CONSTINIT decltype(op::upsample_linear1d_backward) upsample_linear1d_backward(
    "upsample_linear1d_backward|grad_input:grad_input(Tensor grad_output, int[1] output_size, int[3] input_size, bool align_corners, float? scales=None) -> Tensor",
    &Structured<&rule::upsample_linear1d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_linear1d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_linear1d_backward_vec) upsample_linear1d_backward_vec(decltype(op::upsample_linear1d_backward_vec)::AllBackends(),
    "upsample_linear1d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_linear1d_backward_vec, &composite::upsample_linear1d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d) upsample_bilinear2d(
    "upsample_bilinear2d(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bilinear2d, &cpu::upsample>::call, &derivative::upsample_bilinear2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_vec) upsample_bilinear2d_vec(decltype(op::upsample_bilinear2d_vec)::AllBackends(),
    "upsample_bilinear2d.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bilinear2d_vec, &composite::upsample_bilinear2d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_backward) upsample_bilinear2d_backward(
    "upsample_bilinear2d_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bilinear2d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_bilinear2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_backward_vec) upsample_bilinear2d_backward_vec(decltype(op::upsample_bilinear2d_backward_vec)::AllBackends(),
    "upsample_bilinear2d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bilinear2d_backward_vec, &composite::upsample_bilinear2d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_trilinear3d) upsample_trilinear3d(
    "upsample_trilinear3d(Tensor self, int[3] output_size, bool align_corners, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_trilinear3d, &cpu::upsample>::call, &derivative::upsample_trilinear3d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_trilinear3d_vec) upsample_trilinear3d_vec(decltype(op::upsample_trilinear3d_vec)::AllBackends(),
    "upsample_trilinear3d.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_trilinear3d_vec, &composite::upsample_trilinear3d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_trilinear3d_backward) upsample_trilinear3d_backward(
    "upsample_trilinear3d_backward|grad_input:grad_input(Tensor grad_output, int[3] output_size, int[5] input_size, bool align_corners, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_trilinear3d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_trilinear3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_trilinear3d_backward_vec) upsample_trilinear3d_backward_vec(decltype(op::upsample_trilinear3d_backward_vec)::AllBackends(),
    "upsample_trilinear3d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_trilinear3d_backward_vec, &composite::upsample_trilinear3d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d) upsample_bicubic2d(
    "upsample_bicubic2d(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bicubic2d, &cpu::upsample>::call, &derivative::upsample_bicubic2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_vec) upsample_bicubic2d_vec(decltype(op::upsample_bicubic2d_vec)::AllBackends(),
    "upsample_bicubic2d.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bicubic2d_vec, &composite::upsample_bicubic2d_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_backward) upsample_bicubic2d_backward(
    "upsample_bicubic2d_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bicubic2d_backward, &cpu::upsample_gradient>::call, &derivative::upsample_bicubic2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_backward_vec) upsample_bicubic2d_backward_vec(decltype(op::upsample_bicubic2d_backward_vec)::AllBackends(),
    "upsample_bicubic2d_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bicubic2d_backward_vec, &composite::upsample_bicubic2d_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_aa) upsample_bilinear2d_aa(
    "_upsample_bilinear2d_aa(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bilinear2d_aa, &cpu::upsample>::call, &derivative::upsample_bilinear2d_aa, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_aa_vec) upsample_bilinear2d_aa_vec(decltype(op::upsample_bilinear2d_aa_vec)::AllBackends(),
    "_upsample_bilinear2d_aa.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bilinear2d_aa_vec, &composite::upsample_bilinear2d_aa_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_aa_backward) upsample_bilinear2d_aa_backward(
    "_upsample_bilinear2d_aa_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bilinear2d_aa_backward, &cpu::upsample_gradient>::call, &derivative::upsample_bilinear2d_aa_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bilinear2d_aa_backward_vec) upsample_bilinear2d_aa_backward_vec(decltype(op::upsample_bilinear2d_aa_backward_vec)::AllBackends(),
    "_upsample_bilinear2d_aa_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bilinear2d_aa_backward_vec, &composite::upsample_bilinear2d_aa_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_aa) upsample_bicubic2d_aa(
    "_upsample_bicubic2d_aa(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bicubic2d_aa, &cpu::upsample>::call, &derivative::upsample_bicubic2d_aa, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_iso_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_aa_vec) upsample_bicubic2d_aa_vec(decltype(op::upsample_bicubic2d_aa_vec)::AllBackends(),
    "_upsample_bicubic2d_aa.vec|vec_out:out(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bicubic2d_aa_vec, &composite::upsample_bicubic2d_aa_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is_is_b_do_do {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_aa_backward) upsample_bicubic2d_aa_backward(
    "_upsample_bicubic2d_aa_backward|grad_input:grad_input(Tensor grad_output, int[2] output_size, int[4] input_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    &Structured<&rule::upsample_bicubic2d_aa_backward, &cpu::upsample_gradient>::call, &derivative::upsample_bicubic2d_aa_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_iso_is_b_dso {
TORCHPP_CONSTINIT decltype(op::upsample_bicubic2d_aa_backward_vec) upsample_bicubic2d_aa_backward_vec(decltype(op::upsample_bicubic2d_aa_backward_vec)::AllBackends(),
    "_upsample_bicubic2d_aa_backward.vec|vec_out:out(Tensor grad_output, int[]? output_size, int[] input_size, bool align_corners, float[]? scale_factors) -> Tensor",
    &composite::upsample_bicubic2d_aa_backward_vec, &composite::upsample_bicubic2d_aa_backward_vec, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::pixel_shuffle) pixel_shuffle(decltype(op::pixel_shuffle)::AllBackends(),
    "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
    &every_backend::pixel_shuffle, &derivative::pixel_shuffle, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::pixel_unshuffle) pixel_unshuffle(decltype(op::pixel_unshuffle)::AllBackends(),
    "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
    &every_backend::pixel_unshuffle, &derivative::pixel_unshuffle, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::channel_shuffle) channel_shuffle(decltype(op::channel_shuffle)::AllBackends(),
    "channel_shuffle(Tensor self, int groups) -> Tensor",
    &composite::channel_shuffle, &composite::channel_shuffle, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::native_channel_shuffle) native_channel_shuffle(decltype(op::native_channel_shuffle)::AllBackends(),
    "native_channel_shuffle(Tensor self, int groups) -> Tensor",
    &composite::native_channel_shuffle, &composite::native_channel_shuffle, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is_is_is_is {
TORCHPP_CONSTINIT decltype(op::im2col) im2col(
    "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    &Structured<&rule::im2col, &cpu::im2col>::call, &derivative::im2col, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_is_is_is_is_is {
TORCHPP_CONSTINIT decltype(op::col2im) col2im(
    "col2im(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    &Structured<&rule::col2im, &cpu::col2im>::call, &derivative::col2im, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::affine_grid_generator) affine_grid_generator(decltype(op::affine_grid_generator)::AllBackends(),
    "affine_grid_generator(Tensor theta, int[] size, bool align_corners) -> Tensor",
    &every_backend::affine_grid_generator, &derivative::affine_grid_generator, OpTraits{false, true, false, true, false});
}
inline namespace T_of_T_is_b {
TORCHPP_CONSTINIT decltype(op::affine_grid_generator_backward) affine_grid_generator_backward(decltype(op::affine_grid_generator_backward)::AllBackends(),
    "affine_grid_generator_backward(Tensor grad, int[] size, bool align_corners) -> Tensor",
    &composite::affine_grid_generator_backward, &composite::affine_grid_generator_backward, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::grid_sampler) grid_sampler(decltype(op::grid_sampler)::AllBackends(),
    "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor",
    &composite::grid_sampler, &composite::grid_sampler, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kPromote});
}
inline namespace T_of_out_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::grid_sampler_2d) grid_sampler_2d(
    "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor",
    &Structured<&rule::grid_sampler_2d, &cpu::grid_sampler>::call, &derivative::grid_sampler_2d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_out_T_T_T_i_i_b_b2 {
TORCHPP_CONSTINIT decltype(op::grid_sampler_2d_backward) grid_sampler_2d_backward(
    "grid_sampler_2d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)",
    &Structured<&rule::grid_sampler_2d_backward, &cpu::grid_sampler_backward>::call, &derivative::grid_sampler_2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::grid_sampler_3d) grid_sampler_3d(
    "grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor",
    &Structured<&rule::grid_sampler_3d, &cpu::grid_sampler>::call, &derivative::grid_sampler_3d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_out_T_T_T_i_i_b_b2 {
TORCHPP_CONSTINIT decltype(op::grid_sampler_3d_backward) grid_sampler_3d_backward(
    "grid_sampler_3d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)",
    &Structured<&rule::grid_sampler_3d_backward, &cpu::grid_sampler_backward>::call, &derivative::grid_sampler_3d_backward, OpTraits{false, true, true, false, false});
}

}  // namespace op

Tensor constant_pad_nd(const Tensor& self, IntArrayRef pad, const Scalar& value) {
  return op::constant_pad_nd(Out(), self, pad, value);
}
Tensor& constant_pad_nd_out(Tensor& out, const Tensor& self, IntArrayRef pad, const Scalar& value) {
  op::constant_pad_nd(Out::to(out), self, pad, value);
  return out;
}
Tensor pad(const Tensor& self, IntArrayRef pad, std::string_view mode, optional<double> value) {
  return detail::modes_listen() ? op::pad.call_cold(self, pad, mode, value) : composite::pad(self, pad, mode, value);
}
Tensor _pad_enum(const Tensor& self, IntArrayRef pad, int64_t mode, optional<double> value) {
  return detail::modes_listen()
      ? op::pad_enum.call_cold(self, pad, mode, value)
      : composite::pad_enum(self, pad, mode, value);
}
Tensor _pad_circular(const Tensor& self, IntArrayRef pad) {
  return detail::modes_listen() ? op::pad_circular.call_cold(self, pad) : composite::pad_circular(self, pad);
}
Tensor reflection_pad1d(const Tensor& self, IntArrayRef padding) { return op::reflection_pad1d(Out(), self, padding); }
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::reflection_pad1d(Out::to(out), self, padding);
  return out;
}
Tensor reflection_pad1d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::reflection_pad1d_backward(Out(), grad_output, self, padding);
}
Tensor& reflection_pad1d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding) {
  op::reflection_pad1d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor reflection_pad2d(const Tensor& self, IntArrayRef padding) { return op::reflection_pad2d(Out(), self, padding); }
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::reflection_pad2d(Out::to(out), self, padding);
  return out;
}
Tensor reflection_pad2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::reflection_pad2d_backward(Out(), grad_output, self, padding);
}
Tensor& reflection_pad2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding) {
  op::reflection_pad2d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor reflection_pad3d(const Tensor& self, IntArrayRef padding) { return op::reflection_pad3d(Out(), self, padding); }
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::reflection_pad3d(Out::to(out), self, padding);
  return out;
}
Tensor reflection_pad3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::reflection_pad3d_backward(Out(), grad_output, self, padding);
}
Tensor& reflection_pad3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      IntArrayRef padding) {
  op::reflection_pad3d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor replication_pad1d(const Tensor& self, IntArrayRef padding) {
  return op::replication_pad1d(Out(), self, padding);
}
Tensor& replication_pad1d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::replication_pad1d(Out::to(out), self, padding);
  return out;
}
Tensor replication_pad1d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::replication_pad1d_backward(Out(), grad_output, self, padding);
}
Tensor& replication_pad1d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding) {
  op::replication_pad1d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor replication_pad2d(const Tensor& self, IntArrayRef padding) {
  return op::replication_pad2d(Out(), self, padding);
}
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::replication_pad2d(Out::to(out), self, padding);
  return out;
}
Tensor replication_pad2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::replication_pad2d_backward(Out(), grad_output, self, padding);
}
Tensor& replication_pad2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding) {
  op::replication_pad2d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor replication_pad3d(const Tensor& self, IntArrayRef padding) {
  return op::replication_pad3d(Out(), self, padding);
}
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, IntArrayRef padding) {
  op::replication_pad3d(Out::to(out), self, padding);
  return out;
}
Tensor replication_pad3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef padding) {
  return op::replication_pad3d_backward(Out(), grad_output, self, padding);
}
Tensor& replication_pad3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                       IntArrayRef padding) {
  op::replication_pad3d_backward(Out::to(grad_input), grad_output, self, padding);
  return grad_input;
}
Tensor upsample_nearest1d(const Tensor& self, IntArrayRef output_size, optional<double> scales) {
  return op::upsample_nearest1d(Out(), self, output_size, scales);
}
Tensor& upsample_nearest1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, optional<double> scales) {
  op::upsample_nearest1d(Out::to(out), self, output_size, scales);
  return out;
}
Tensor upsample_nearest1d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest1d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest1d_vec(Out(), input, output_size, scale_factors);
}
Tensor& upsample_nearest1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest1d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest1d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor upsample_nearest1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales) {
  return op::upsample_nearest1d_backward(Out(), grad_output, output_size, input_size, scales);
}
Tensor& upsample_nearest1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales) {
  op::upsample_nearest1d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales);
  return grad_input;
}
Tensor upsample_nearest1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest1d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest1d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& upsample_nearest1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest1d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest1d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor upsample_nearest2d(const Tensor& self, IntArrayRef output_size, optional<double> scales_h,
                          optional<double> scales_w) {
  return op::upsample_nearest2d(Out(), self, output_size, scales_h, scales_w);
}
Tensor& upsample_nearest2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h,
                               optional<double> scales_w) {
  op::upsample_nearest2d(Out::to(out), self, output_size, scales_h, scales_w);
  return out;
}
Tensor upsample_nearest2d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest2d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest2d_vec(Out(), input, output_size, scale_factors);
}
Tensor& upsample_nearest2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest2d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest2d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor upsample_nearest2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_nearest2d_backward(Out(), grad_output, output_size, input_size, scales_h, scales_w);
}
Tensor& upsample_nearest2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w) {
  op::upsample_nearest2d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales_h, scales_w);
  return grad_input;
}
Tensor upsample_nearest2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest2d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest2d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& upsample_nearest2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest2d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest2d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor upsample_nearest3d(const Tensor& self, IntArrayRef output_size, optional<double> scales_d,
                          optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_nearest3d(Out(), self, output_size, scales_d, scales_h, scales_w);
}
Tensor& upsample_nearest3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d,
                               optional<double> scales_h, optional<double> scales_w) {
  op::upsample_nearest3d(Out::to(out), self, output_size, scales_d, scales_h, scales_w);
  return out;
}
Tensor upsample_nearest3d(const Tensor& input, OptionalIntArrayRef output_size,
                          optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest3d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest3d_vec(Out(), input, output_size, scale_factors);
}
Tensor& upsample_nearest3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                               optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest3d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest3d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor upsample_nearest3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> scales_d, optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_nearest3d_backward(Out(), grad_output, output_size, input_size, scales_d, scales_h, scales_w);
}
Tensor& upsample_nearest3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h,
                                        optional<double> scales_w) {
  op::upsample_nearest3d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales_d, scales_h, scales_w);
  return grad_input;
}
Tensor upsample_nearest3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest3d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest3d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& upsample_nearest3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest3d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest3d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact1d(const Tensor& self, IntArrayRef output_size, optional<double> scales) {
  return op::upsample_nearest_exact1d(Out(), self, output_size, scales);
}
Tensor& _upsample_nearest_exact1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales) {
  op::upsample_nearest_exact1d(Out::to(out), self, output_size, scales);
  return out;
}
Tensor _upsample_nearest_exact1d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact1d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest_exact1d_vec(Out(), input, output_size, scale_factors);
}
Tensor& _upsample_nearest_exact1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact1d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest_exact1d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales) {
  return op::upsample_nearest_exact1d_backward(Out(), grad_output, output_size, input_size, scales);
}
Tensor& _upsample_nearest_exact1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales) {
  op::upsample_nearest_exact1d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales);
  return grad_input;
}
Tensor _upsample_nearest_exact1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact1d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact1d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& _upsample_nearest_exact1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact1d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact1d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact2d(const Tensor& self, IntArrayRef output_size, optional<double> scales_h,
                                 optional<double> scales_w) {
  return op::upsample_nearest_exact2d(Out(), self, output_size, scales_h, scales_w);
}
Tensor& _upsample_nearest_exact2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales_h, optional<double> scales_w) {
  op::upsample_nearest_exact2d(Out::to(out), self, output_size, scales_h, scales_w);
  return out;
}
Tensor _upsample_nearest_exact2d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact2d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest_exact2d_vec(Out(), input, output_size, scale_factors);
}
Tensor& _upsample_nearest_exact2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact2d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest_exact2d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_nearest_exact2d_backward(Out(), grad_output, output_size, input_size, scales_h, scales_w);
}
Tensor& _upsample_nearest_exact2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales_h,
                                               optional<double> scales_w) {
  op::upsample_nearest_exact2d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales_h, scales_w);
  return grad_input;
}
Tensor _upsample_nearest_exact2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact2d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact2d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& _upsample_nearest_exact2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact2d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact2d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact3d(const Tensor& self, IntArrayRef output_size, optional<double> scales_d,
                                 optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_nearest_exact3d(Out(), self, output_size, scales_d, scales_h, scales_w);
}
Tensor& _upsample_nearest_exact3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size,
                                      optional<double> scales_d, optional<double> scales_h, optional<double> scales_w) {
  op::upsample_nearest_exact3d(Out::to(out), self, output_size, scales_d, scales_h, scales_w);
  return out;
}
Tensor _upsample_nearest_exact3d(const Tensor& input, OptionalIntArrayRef output_size,
                                 optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact3d_vec.call_cold(Out(), input, output_size, scale_factors)
      : composite::upsample_nearest_exact3d_vec(Out(), input, output_size, scale_factors);
}
Tensor& _upsample_nearest_exact3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                      optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact3d_vec.call_cold(Out::to(out), input, output_size, scale_factors)
      : composite::upsample_nearest_exact3d_vec(Out::to(out), input, output_size, scale_factors);
  return out;
}
Tensor _upsample_nearest_exact3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                          optional<double> scales_d, optional<double> scales_h,
                                          optional<double> scales_w) {
  return op::upsample_nearest_exact3d_backward(Out(), grad_output, output_size, input_size, scales_d, scales_h, scales_w);
}
Tensor& _upsample_nearest_exact3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                               IntArrayRef input_size, optional<double> scales_d,
                                               optional<double> scales_h, optional<double> scales_w) {
  op::upsample_nearest_exact3d_backward(Out::to(grad_input), grad_output, output_size, input_size, scales_d, scales_h, scales_w);
  return grad_input;
}
Tensor _upsample_nearest_exact3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_nearest_exact3d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact3d_backward_vec(Out(), grad_output, output_size, input_size, scale_factors);
}
Tensor& _upsample_nearest_exact3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                               IntArrayRef input_size, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_nearest_exact3d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, scale_factors)
      : composite::upsample_nearest_exact3d_backward_vec(Out::to(out), grad_output, output_size, input_size, scale_factors);
  return out;
}
Tensor upsample_linear1d(const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales) {
  return op::upsample_linear1d(Out(), self, output_size, align_corners, scales);
}
Tensor& upsample_linear1d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                              optional<double> scales) {
  op::upsample_linear1d(Out::to(out), self, output_size, align_corners, scales);
  return out;
}
Tensor upsample_linear1d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                         optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_linear1d_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_linear1d_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& upsample_linear1d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                              optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_linear1d_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_linear1d_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_linear1d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                  bool align_corners, optional<double> scales) {
  return op::upsample_linear1d_backward(Out(), grad_output, output_size, input_size, align_corners, scales);
}
Tensor& upsample_linear1d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners, optional<double> scales) {
  op::upsample_linear1d_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales);
  return grad_input;
}
Tensor upsample_linear1d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                  bool align_corners, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_linear1d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_linear1d_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& upsample_linear1d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners,
                                       optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_linear1d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_linear1d_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_bilinear2d(const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h,
                           optional<double> scales_w) {
  return op::upsample_bilinear2d(Out(), self, output_size, align_corners, scales_h, scales_w);
}
Tensor& upsample_bilinear2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                optional<double> scales_h, optional<double> scales_w) {
  op::upsample_bilinear2d(Out::to(out), self, output_size, align_corners, scales_h, scales_w);
  return out;
}
Tensor upsample_bilinear2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                           optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bilinear2d_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& upsample_bilinear2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bilinear2d_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_bilinear2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                    bool align_corners, optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bilinear2d_backward(Out(), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
}
Tensor& upsample_bilinear2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners, optional<double> scales_h,
                                         optional<double> scales_w) {
  op::upsample_bilinear2d_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
  return grad_input;
}
Tensor upsample_bilinear2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                    bool align_corners, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bilinear2d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& upsample_bilinear2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                         IntArrayRef input_size, bool align_corners,
                                         optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bilinear2d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_trilinear3d(const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_d,
                            optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_trilinear3d(Out(), self, output_size, align_corners, scales_d, scales_h, scales_w);
}
Tensor& upsample_trilinear3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                 optional<double> scales_d, optional<double> scales_h, optional<double> scales_w) {
  op::upsample_trilinear3d(Out::to(out), self, output_size, align_corners, scales_d, scales_h, scales_w);
  return out;
}
Tensor upsample_trilinear3d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                            optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_trilinear3d_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_trilinear3d_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& upsample_trilinear3d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                                 optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_trilinear3d_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_trilinear3d_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_trilinear3d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                     bool align_corners, optional<double> scales_d, optional<double> scales_h,
                                     optional<double> scales_w) {
  return op::upsample_trilinear3d_backward(Out(), grad_output, output_size, input_size, align_corners, scales_d, scales_h, scales_w);
}
Tensor& upsample_trilinear3d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners, optional<double> scales_d,
                                          optional<double> scales_h, optional<double> scales_w) {
  op::upsample_trilinear3d_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales_d, scales_h, scales_w);
  return grad_input;
}
Tensor upsample_trilinear3d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                     bool align_corners, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_trilinear3d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_trilinear3d_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& upsample_trilinear3d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                          IntArrayRef input_size, bool align_corners,
                                          optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_trilinear3d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_trilinear3d_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_bicubic2d(const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h,
                          optional<double> scales_w) {
  return op::upsample_bicubic2d(Out(), self, output_size, align_corners, scales_h, scales_w);
}
Tensor& upsample_bicubic2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                               optional<double> scales_h, optional<double> scales_w) {
  op::upsample_bicubic2d(Out::to(out), self, output_size, align_corners, scales_h, scales_w);
  return out;
}
Tensor upsample_bicubic2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                          optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bicubic2d_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& upsample_bicubic2d_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                               optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bicubic2d_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor upsample_bicubic2d_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   bool align_corners, optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bicubic2d_backward(Out(), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
}
Tensor& upsample_bicubic2d_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners, optional<double> scales_h,
                                        optional<double> scales_w) {
  op::upsample_bicubic2d_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
  return grad_input;
}
Tensor upsample_bicubic2d_backward(const Tensor& grad_output, OptionalIntArrayRef output_size, IntArrayRef input_size,
                                   bool align_corners, optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bicubic2d_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& upsample_bicubic2d_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners,
                                        optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bicubic2d_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor _upsample_bilinear2d_aa(const Tensor& self, IntArrayRef output_size, bool align_corners,
                               optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bilinear2d_aa(Out(), self, output_size, align_corners, scales_h, scales_w);
}
Tensor& _upsample_bilinear2d_aa_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                    optional<double> scales_h, optional<double> scales_w) {
  op::upsample_bilinear2d_aa(Out::to(out), self, output_size, align_corners, scales_h, scales_w);
  return out;
}
Tensor _upsample_bilinear2d_aa(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                               optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bilinear2d_aa_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_aa_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& _upsample_bilinear2d_aa_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                    bool align_corners, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bilinear2d_aa_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_aa_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor _upsample_bilinear2d_aa_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                        bool align_corners, optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bilinear2d_aa_backward(Out(), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
}
Tensor& _upsample_bilinear2d_aa_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                             IntArrayRef input_size, bool align_corners, optional<double> scales_h,
                                             optional<double> scales_w) {
  op::upsample_bilinear2d_aa_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
  return grad_input;
}
Tensor _upsample_bilinear2d_aa_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                        IntArrayRef input_size, bool align_corners,
                                        optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bilinear2d_aa_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_aa_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& _upsample_bilinear2d_aa_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                             IntArrayRef input_size, bool align_corners,
                                             optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bilinear2d_aa_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bilinear2d_aa_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor _upsample_bicubic2d_aa(const Tensor& self, IntArrayRef output_size, bool align_corners,
                              optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bicubic2d_aa(Out(), self, output_size, align_corners, scales_h, scales_w);
}
Tensor& _upsample_bicubic2d_aa_out(Tensor& out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                                   optional<double> scales_h, optional<double> scales_w) {
  op::upsample_bicubic2d_aa(Out::to(out), self, output_size, align_corners, scales_h, scales_w);
  return out;
}
Tensor _upsample_bicubic2d_aa(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                              optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bicubic2d_aa_vec.call_cold(Out(), input, output_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_aa_vec(Out(), input, output_size, align_corners, scale_factors);
}
Tensor& _upsample_bicubic2d_aa_out(Tensor& out, const Tensor& input, OptionalIntArrayRef output_size,
                                   bool align_corners, optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bicubic2d_aa_vec.call_cold(Out::to(out), input, output_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_aa_vec(Out::to(out), input, output_size, align_corners, scale_factors);
  return out;
}
Tensor _upsample_bicubic2d_aa_backward(const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                       bool align_corners, optional<double> scales_h, optional<double> scales_w) {
  return op::upsample_bicubic2d_aa_backward(Out(), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
}
Tensor& _upsample_bicubic2d_aa_backward_out(Tensor& grad_input, const Tensor& grad_output, IntArrayRef output_size,
                                            IntArrayRef input_size, bool align_corners, optional<double> scales_h,
                                            optional<double> scales_w) {
  op::upsample_bicubic2d_aa_backward(Out::to(grad_input), grad_output, output_size, input_size, align_corners, scales_h, scales_w);
  return grad_input;
}
Tensor _upsample_bicubic2d_aa_backward(const Tensor& grad_output, OptionalIntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners,
                                       optional<ArrayRef<double>> scale_factors) {
  return detail::modes_listen()
      ? op::upsample_bicubic2d_aa_backward_vec.call_cold(Out(), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_aa_backward_vec(Out(), grad_output, output_size, input_size, align_corners, scale_factors);
}
Tensor& _upsample_bicubic2d_aa_backward_out(Tensor& out, const Tensor& grad_output, OptionalIntArrayRef output_size,
                                            IntArrayRef input_size, bool align_corners,
                                            optional<ArrayRef<double>> scale_factors) {
  detail::modes_listen()
      ? op::upsample_bicubic2d_aa_backward_vec.call_cold(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors)
      : composite::upsample_bicubic2d_aa_backward_vec(Out::to(out), grad_output, output_size, input_size, align_corners, scale_factors);
  return out;
}
Tensor pixel_shuffle(const Tensor& self, int64_t upscale_factor) {
  return op::pixel_shuffle(Out(), self, upscale_factor);
}
Tensor& pixel_shuffle_out(Tensor& out, const Tensor& self, int64_t upscale_factor) {
  op::pixel_shuffle(Out::to(out), self, upscale_factor);
  return out;
}
Tensor pixel_unshuffle(const Tensor& self, int64_t downscale_factor) {
  return op::pixel_unshuffle(Out(), self, downscale_factor);
}
Tensor& pixel_unshuffle_out(Tensor& out, const Tensor& self, int64_t downscale_factor) {
  op::pixel_unshuffle(Out::to(out), self, downscale_factor);
  return out;
}
Tensor channel_shuffle(const Tensor& self, int64_t groups) {
  return detail::modes_listen()
      ? op::channel_shuffle.call_cold(Out(), self, groups)
      : composite::channel_shuffle(Out(), self, groups);
}
Tensor& channel_shuffle_out(Tensor& out, const Tensor& self, int64_t groups) {
  detail::modes_listen()
      ? op::channel_shuffle.call_cold(Out::to(out), self, groups)
      : composite::channel_shuffle(Out::to(out), self, groups);
  return out;
}
Tensor native_channel_shuffle(const Tensor& self, int64_t groups) {
  return detail::modes_listen()
      ? op::native_channel_shuffle.call_cold(self, groups)
      : composite::native_channel_shuffle(self, groups);
}
Tensor im2col(const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
              IntArrayRef stride) {
  return op::im2col(Out(), self, kernel_size, dilation, padding, stride);
}
Tensor& im2col_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                   IntArrayRef stride) {
  op::im2col(Out::to(out), self, kernel_size, dilation, padding, stride);
  return out;
}
Tensor col2im(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride) {
  return op::col2im(Out(), self, output_size, kernel_size, dilation, padding, stride);
}
Tensor& col2im_out(Tensor& out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size,
                   IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  op::col2im(Out::to(out), self, output_size, kernel_size, dilation, padding, stride);
  return out;
}
Tensor affine_grid_generator(const Tensor& theta, IntArrayRef size, bool align_corners) {
  return op::affine_grid_generator(Out(), theta, size, align_corners);
}
Tensor& affine_grid_generator_out(Tensor& out, const Tensor& theta, IntArrayRef size, bool align_corners) {
  op::affine_grid_generator(Out::to(out), theta, size, align_corners);
  return out;
}
Tensor affine_grid_generator_backward(const Tensor& grad, IntArrayRef size, bool align_corners) {
  return detail::modes_listen()
      ? op::affine_grid_generator_backward.call_cold(grad, size, align_corners)
      : composite::affine_grid_generator_backward(grad, size, align_corners);
}
Tensor grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners) {
  return detail::modes_listen()
      ? op::grid_sampler.call_cold(input, grid, interpolation_mode, padding_mode, align_corners)
      : composite::grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners);
}
Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                       bool align_corners) {
  return op::grid_sampler_2d(Out(), input, grid, interpolation_mode, padding_mode, align_corners);
}
Tensor& grid_sampler_2d_out(Tensor& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners) {
  op::grid_sampler_2d(Out::to(out), input, grid, interpolation_mode, padding_mode, align_corners);
  return out;
}
std::tuple<Tensor, Tensor> grid_sampler_2d_backward(const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                                    int64_t interpolation_mode, int64_t padding_mode,
                                                    bool align_corners, std::array<bool, 2> output_mask) {
  return op::grid_sampler_2d_backward(Out(), grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask);
}
std::tuple<Tensor&, Tensor&> grid_sampler_2d_backward_out(Tensor& out0, Tensor& out1, const Tensor& grad_output,
                                                          const Tensor& input, const Tensor& grid,
                                                          int64_t interpolation_mode, int64_t padding_mode,
                                                          bool align_corners, std::array<bool, 2> output_mask) {
  const Tensor* const outs[] = {&out0, &out1};
  op::grid_sampler_2d_backward(Out::to(outs), grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask);
  return {out0, out1};
}
Tensor grid_sampler_3d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode,
                       bool align_corners) {
  return op::grid_sampler_3d(Out(), input, grid, interpolation_mode, padding_mode, align_corners);
}
Tensor& grid_sampler_3d_out(Tensor& out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners) {
  op::grid_sampler_3d(Out::to(out), input, grid, interpolation_mode, padding_mode, align_corners);
  return out;
}
std::tuple<Tensor, Tensor> grid_sampler_3d_backward(const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                                    int64_t interpolation_mode, int64_t padding_mode,
                                                    bool align_corners, std::array<bool, 2> output_mask) {
  return op::grid_sampler_3d_backward(Out(), grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask);
}
std::tuple<Tensor&, Tensor&> grid_sampler_3d_backward_out(Tensor& out0, Tensor& out1, const Tensor& grad_output,
                                                          const Tensor& input, const Tensor& grid,
                                                          int64_t interpolation_mode, int64_t padding_mode,
                                                          bool align_corners, std::array<bool, 2> output_mask) {
  const Tensor* const outs[] = {&out0, &out1};
  op::grid_sampler_3d_backward(Out::to(outs), grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask);
  return {out0, out1};
}

namespace kernels {

TORCHPP_API void set_constant_pad_nd(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef pad, const Scalar& value)) { op::constant_pad_nd.set_kernel(key, kernel); }
TORCHPP_API void set_circular_pad(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::circular_pad.set_kernel(key, kernel); }
TORCHPP_API void set_circular_pad_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::circular_pad_backward.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad1d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::reflection_pad1d.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad1d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::reflection_pad1d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::reflection_pad2d.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::reflection_pad2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::reflection_pad3d.set_kernel(key, kernel); }
TORCHPP_API void set_reflection_pad3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::reflection_pad3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad1d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::replication_pad1d.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad1d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::replication_pad1d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::replication_pad2d.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::replication_pad2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef padding)) { op::replication_pad3d.set_kernel(key, kernel); }
TORCHPP_API void set_replication_pad3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding)) { op::replication_pad3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest1d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales)) { op::upsample_nearest1d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest1d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales)) { op::upsample_nearest1d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest2d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest3d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact1d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales)) { op::upsample_nearest_exact1d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact1d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales)) { op::upsample_nearest_exact1d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest_exact2d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest_exact2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest_exact3d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_nearest_exact3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_nearest_exact3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_linear1d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales)) { op::upsample_linear1d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_linear1d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales)) { op::upsample_linear1d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bilinear2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bilinear2d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bilinear2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bilinear2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_trilinear3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_trilinear3d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_trilinear3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_d, optional<double> scales_h, optional<double> scales_w)) { op::upsample_trilinear3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bicubic2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bicubic2d.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bicubic2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bicubic2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bilinear2d_aa(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bilinear2d_aa.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bilinear2d_aa_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bilinear2d_aa_backward.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bicubic2d_aa(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bicubic2d_aa.set_kernel(key, kernel); }
TORCHPP_API void set_upsample_bicubic2d_aa_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size, bool align_corners, optional<double> scales_h, optional<double> scales_w)) { op::upsample_bicubic2d_aa_backward.set_kernel(key, kernel); }
TORCHPP_API void set_im2col(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride)) { op::im2col.set_kernel(key, kernel); }
TORCHPP_API void set_col2im(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride)) { op::col2im.set_kernel(key, kernel); }
TORCHPP_API void set_grid_sampler_2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners)) { op::grid_sampler_2d.set_kernel(key, kernel); }
TORCHPP_API void set_grid_sampler_2d_backward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask)) { op::grid_sampler_2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_grid_sampler_3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners)) { op::grid_sampler_3d.set_kernel(key, kernel); }
TORCHPP_API void set_grid_sampler_3d_backward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, std::array<bool, 2> output_mask)) { op::grid_sampler_3d_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
