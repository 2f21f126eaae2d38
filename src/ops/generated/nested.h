// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nested.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace T_of_Ts_p { extern OwnOp<Tensor(TensorList, TensorOptions)> nested_from_list; }
inline namespace T_of_T_T_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, bool)> nested_from_mask; }
inline namespace b_of_T_T { extern OwnOp<bool(const Tensor&, const Tensor&)> nested_mask_left_aligned; }
inline namespace T_of_T_T_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, bool)> nested_from_padded; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> nested_from_padded_like; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> nested_size; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> nested_strides; }
inline namespace T_of_T_T_T_is { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef)> nested_view; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> values; }
inline namespace T_of_T_d_iso { extern OwnOp<Tensor(const Tensor&, double, OptionalIntArrayRef)> to_padded_tensor; }
inline namespace T_of_T_d_iso { extern OwnOp<Tensor(const Tensor&, double, OptionalIntArrayRef)> nested_to_padded_tensor; }
inline namespace T_of_T_T_io_io { extern OwnOp<Tensor(const Tensor&, const Tensor&, optional<int64_t>, optional<int64_t>)> masked_softmax; }
inline namespace TTT_of_T_T_i { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, int64_t)> transform_bias_rescale_qkv; }
inline namespace TT_of_T_T_T_i_i_T_T_T_T_T_b_b_io { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, bool, optional<int64_t>)> native_multi_head_attention; }
inline namespace T_of_T_i_i_T_T_T_T_b_b_d_T_T_T_T_T_T_T_T_T_io { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, bool, double, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, optional<int64_t>)> transformer_encoder_layer_fwd; }

}  // namespace op

namespace every_backend {

Tensor nested_view(const Tensor& self, const Tensor& nested_size, const Tensor& nested_strides, IntArrayRef offsets);
Tensor values(const Tensor& self);

}  // namespace every_backend

namespace composite {

Tensor nested_from_list(TensorList list, TensorOptions options);
Tensor nested_from_mask(const Tensor& t, const Tensor& mask, bool mask_check);
bool nested_mask_left_aligned(const Tensor& t, const Tensor& mask);
Tensor nested_from_padded(const Tensor& padded, const Tensor& cpu_nested_shape_example, bool fuse_transform_0213);
Tensor nested_from_padded_like(const Tensor& padded, const Tensor& nt_example);
Tensor nested_size(const Tensor& self);
Tensor nested_strides(const Tensor& self);
Tensor to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size);
Tensor nested_to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size);
Tensor masked_softmax(const Tensor& self, const Tensor& mask, optional<int64_t> dim, optional<int64_t> mask_type);
std::tuple<Tensor, Tensor, Tensor> transform_bias_rescale_qkv(const Tensor& qkv, const Tensor& qkv_bias, int64_t num_heads);
std::tuple<Tensor, Tensor> native_multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value, int64_t embed_dim, int64_t num_head, const Tensor& qkv_weight, const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias, const Tensor& mask, bool need_weights, bool average_attn_weights, optional<int64_t> mask_type);
Tensor transformer_encoder_layer_fwd(const Tensor& src, int64_t embed_dim, int64_t num_heads, const Tensor& qkv_weight, const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias, bool use_gelu, bool norm_first, double eps, const Tensor& norm_weight_1, const Tensor& norm_bias_1, const Tensor& norm_weight_2, const Tensor& norm_bias_2, const Tensor& ffn_weight_1, const Tensor& ffn_bias_1, const Tensor& ffn_weight_2, const Tensor& ffn_bias_2, const Tensor& mask, optional<int64_t> mask_type);

}  // namespace composite

namespace derivative {

Tensor nested_view(const Tensor& self, const Tensor& nested_size, const Tensor& nested_strides, IntArrayRef offsets);
Tensor values(const Tensor& self);

}  // namespace derivative

}  // namespace torchpp
