// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/image.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/image.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::constant_pad_nd),
    detail::entry_of(op::pad),
    detail::entry_of(op::pad_enum),
    detail::entry_of(op::pad_circular),
    detail::entry_of(op::circular_pad),
    detail::entry_of(op::circular_pad_backward),
    detail::entry_of(op::reflection_pad1d),
    detail::entry_of(op::reflection_pad1d_backward),
    detail::entry_of(op::reflection_pad2d),
    detail::entry_of(op::reflection_pad2d_backward),
    detail::entry_of(op::reflection_pad3d),
    detail::entry_of(op::reflection_pad3d_backward),
    detail::entry_of(op::replication_pad1d),
    detail::entry_of(op::replication_pad1d_backward),
    detail::entry_of(op::replication_pad2d),
    detail::entry_of(op::replication_pad2d_backward),
    detail::entry_of(op::replication_pad3d),
    detail::entry_of(op::replication_pad3d_backward),
    detail::entry_of(op::upsample_nearest1d),
    detail::entry_of(op::upsample_nearest1d_vec),
    detail::entry_of(op::upsample_nearest1d_backward),
    detail::entry_of(op::upsample_nearest1d_backward_vec),
    detail::entry_of(op::upsample_nearest2d),
    detail::entry_of(op::upsample_nearest2d_vec),
    detail::entry_of(op::upsample_nearest2d_backward),
    detail::entry_of(op::upsample_nearest2d_backward_vec),
    detail::entry_of(op::upsample_nearest3d),
    detail::entry_of(op::upsample_nearest3d_vec),
    detail::entry_of(op::upsample_nearest3d_backward),
    detail::entry_of(op::upsample_nearest3d_backward_vec),
    detail::entry_of(op::upsample_nearest_exact1d),
    detail::entry_of(op::upsample_nearest_exact1d_vec),
    detail::entry_of(op::upsample_nearest_exact1d_backward),
    detail::entry_of(op::upsample_nearest_exact1d_backward_vec),
    detail::entry_of(op::upsample_nearest_exact2d),
    detail::entry_of(op::upsample_nearest_exact2d_vec),
    detail::entry_of(op::upsample_nearest_exact2d_backward),
    detail::entry_of(op::upsample_nearest_exact2d_backward_vec),
    detail::entry_of(op::upsample_nearest_exact3d),
    detail::entry_of(op::upsample_nearest_exact3d_vec),
    detail::entry_of(op::upsample_nearest_exact3d_backward),
    detail::entry_of(op::upsample_nearest_exact3d_backward_vec),
    detail::entry_of(op::upsample_linear1d),
    detail::entry_of(op::upsample_linear1d_vec),
    detail::entry_of(op::upsample_linear1d_backward),
    detail::entry_of(op::upsample_linear1d_backward_vec),
    detail::entry_of(op::upsample_bilinear2d),
    detail::entry_of(op::upsample_bilinear2d_vec),
    detail::entry_of(op::upsample_bilinear2d_backward),
    detail::entry_of(op::upsample_bilinear2d_backward_vec),
    detail::entry_of(op::upsample_trilinear3d),
    detail::entry_of(op::upsample_trilinear3d_vec),
    detail::entry_of(op::upsample_trilinear3d_backward),
    detail::entry_of(op::upsample_trilinear3d_backward_vec),
    detail::entry_of(op::upsample_bicubic2d),
    detail::entry_of(op::upsample_bicubic2d_vec),
    detail::entry_of(op::upsample_bicubic2d_backward),
    detail::entry_of(op::upsample_bicubic2d_backward_vec),
    detail::entry_of(op::upsample_bilinear2d_aa),
    detail::entry_of(op::upsample_bilinear2d_aa_vec),
    detail::entry_of(op::upsample_bilinear2d_aa_backward),
    detail::entry_of(op::upsample_bilinear2d_aa_backward_vec),
    detail::entry_of(op::upsample_bicubic2d_aa),
    detail::entry_of(op::upsample_bicubic2d_aa_vec),
    detail::entry_of(op::upsample_bicubic2d_aa_backward),
    detail::entry_of(op::upsample_bicubic2d_aa_backward_vec),
    detail::entry_of(op::pixel_shuffle),
    detail::entry_of(op::pixel_unshuffle),
    detail::entry_of(op::channel_shuffle),
    detail::entry_of(op::native_channel_shuffle),
    detail::entry_of(op::im2col),
    detail::entry_of(op::col2im),
    detail::entry_of(op::affine_grid_generator),
    detail::entry_of(op::affine_grid_generator_backward),
    detail::entry_of(op::grid_sampler),
    detail::entry_of(op::grid_sampler_2d),
    detail::entry_of(op::grid_sampler_2d_backward),
    detail::entry_of(op::grid_sampler_3d),
    detail::entry_of(op::grid_sampler_3d_backward),
};

}  // namespace

OperatorTable image() {
  return {"image", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
