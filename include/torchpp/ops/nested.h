// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nested.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Nested tensors: tensors of one dtype, device and number of dimensions whose sizes may differ (ragged
/// \file dimensions), as one tensor with one memory. B constituents, d of their dimensions. They have 1 + d dimensions;
/// \file size(i) of a ragged dimension throws, and sizes() has -1 there. Element-wise functions take nested tensors of
/// \file equal sizes, and one nested tensor with a number or with a tensor of one element; linear, matmul, bmm,
/// \file softmax, layer_norm, sum, embedding, dropout, transpose, reshape, view, select, unbind, clone and detach work
/// \file on constituents. Other operators throw NotImplementedError. All are differentiable. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// A nested tensor with copies of the tensors, which have one number of dimensions. Gradients flow to them. Without
/// dtype and device those of the first.
Tensor _nested_tensor_from_tensor_list(TensorList list, TensorOptions options = {});
/// The rows t[b][l] (B, L, E) at which mask (B, L), of bool, is true, as a nested tensor of constituents (length, E).
/// Throws Error if mask_check is set and a false element stands before a true one; without mask_check constituent b is
/// as long as mask[b] has true elements, wherever they stand.
Tensor _nested_tensor_from_mask(const Tensor& t, const Tensor& mask, bool mask_check = true);
/// Whether in each row of mask (B, L), of bool, all true elements stand before the false ones. t (B, L, E).
bool _nested_tensor_from_mask_left_aligned(const Tensor& t, const Tensor& mask);
/// The beginnings of the constituents of padded (B, ...), of the sizes that the rows of cpu_nested_shape_example (B, d;
/// int64 on the CPU) say. With fuse_transform_0213 padded is (B, H, L, E) and constituents are (length, H * E).
Tensor _nested_from_padded(const Tensor& padded, const Tensor& cpu_nested_shape_example,
                           bool fuse_transform_0213 = false);
/// _nested_from_padded with the sizes of a nested tensor.
Tensor _nested_from_padded_and_nested_example(const Tensor& padded, const Tensor& nt_example);
/// Sizes of the constituents (B, d), int64 on the CPU.
Tensor _nested_tensor_size(const Tensor& self);
/// Strides of the constituents (B, d), int64 on the CPU.
Tensor _nested_tensor_strides(const Tensor& self);
/// A nested tensor in the memory of self, a contiguous tensor of one dimension: its constituents have the sizes and
/// strides (B, d) and begin at the offsets. Sizes and strides are int64 on the CPU.
Tensor _nested_view_from_buffer(const Tensor& self, const Tensor& nested_size, const Tensor& nested_strides,
                                IntArrayRef offsets);
/// to_padded_tensor.
Tensor nested_to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size = nullopt);
/// softmax of self over dim, by default the last, in which elements count as minus infinity where mask, of bool, is
/// true; a row of which all are true gives NaN on the CPU. mask_type 0: mask (L, L) for self (B, H, L, L); 1: (B, L);
/// 2: of the size of self; absent: of the size of self.
Tensor _masked_softmax(const Tensor& self, const Tensor& mask, optional<int64_t> dim = nullopt,
                       optional<int64_t> mask_type = nullopt);
/// Queries, keys and values (B, H, L, E / H) of qkv (B, L, 3 E) plus qkv_bias (3 E); the queries divided by sqrt(E /
/// H). qkv may be nested; the results are those of qkv padded with zeros.
std::tuple<Tensor, Tensor, Tensor> _transform_bias_rescale_qkv(const Tensor& qkv, const Tensor& qkv_bias,
                                                               int64_t num_heads);
/// Multi-head attention for inference: projection of query, key and value (B, L, E) by qkv_weight (3 E, E) and qkv_bias
/// (3 E), attention, projection by proj_weight (E, E) and proj_bias (E). Returns the result (B, L, E) and with
/// need_weights the weights (B, L, L), their mean over the heads, or without average_attn_weights (B, H, L, L). Where
/// mask, of bool, is true, keys are not attended to; mask_type 0: (L, L), of all heads; 1: (B, L), of padding. Nested
/// query, key and value are one tensor, without mask; their weights are those of padded tensors, zeros where there is
/// padding.
std::tuple<Tensor, Tensor> _native_multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                        int64_t embed_dim, int64_t num_head, const Tensor& qkv_weight,
                                                        const Tensor& qkv_bias, const Tensor& proj_weight,
                                                        const Tensor& proj_bias, const optional<Tensor>& mask = {},
                                                        bool need_weights = true, bool average_attn_weights = true,
                                                        optional<int64_t> mask_type = nullopt);
/// A transformer encoder layer for inference, of src (B, L, E), which may be nested: _native_multi_head_attention and
/// two linear maps with relu or gelu between them, each added to its input and normalised, or with norm_first its input
/// normalised.
Tensor _transformer_encoder_layer_fwd(const Tensor& src, int64_t embed_dim, int64_t num_heads, const Tensor& qkv_weight,
                                      const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias,
                                      bool use_gelu, bool norm_first, double eps, const Tensor& norm_weight_1,
                                      const Tensor& norm_bias_1, const Tensor& norm_weight_2, const Tensor& norm_bias_2,
                                      const Tensor& ffn_weight_1, const Tensor& ffn_bias_1, const Tensor& ffn_weight_2,
                                      const Tensor& ffn_bias_2, const optional<Tensor>& mask = {},
                                      optional<int64_t> mask_type = nullopt);

}  // namespace torchpp
TORCHPP_API_END
