// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nested.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/nested.h>

#include "src/ops/forward.h"
#include "src/ops/generated/nested.h"

namespace torchpp {

namespace op {

inline namespace T_of_Ts_p {
TORCHPP_CONSTINIT decltype(op::nested_from_list) nested_from_list(decltype(op::nested_from_list)::AllBackends(),
    "_nested_tensor_from_tensor_list(Tensor[] list, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::nested_from_list, &composite::nested_from_list, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_b {
TORCHPP_CONSTINIT decltype(op::nested_from_mask) nested_from_mask(decltype(op::nested_from_mask)::AllBackends(),
    "_nested_tensor_from_mask(Tensor t, Tensor mask, bool mask_check=True) -> Tensor",
    &composite::nested_from_mask, &composite::nested_from_mask, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T_T {
TORCHPP_CONSTINIT decltype(op::nested_mask_left_aligned) nested_mask_left_aligned(decltype(op::nested_mask_left_aligned)::AllBackends(),
    "_nested_tensor_from_mask_left_aligned(Tensor t, Tensor mask) -> bool",
    &composite::nested_mask_left_aligned, &composite::nested_mask_left_aligned, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_b {
TORCHPP_CONSTINIT decltype(op::nested_from_padded) nested_from_padded(decltype(op::nested_from_padded)::AllBackends(),
    "_nested_from_padded(Tensor padded, Tensor cpu_nested_shape_example, bool fuse_transform_0213=False) -> Tensor",
    &composite::nested_from_padded, &composite::nested_from_padded, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::nested_from_padded_like) nested_from_padded_like(decltype(op::nested_from_padded_like)::AllBackends(),
    "_nested_from_padded_and_nested_example(Tensor padded, Tensor nt_example) -> Tensor",
    &composite::nested_from_padded_like, &composite::nested_from_padded_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::nested_size) nested_size(decltype(op::nested_size)::AllBackends(),
    "_nested_tensor_size(Tensor self) -> Tensor",
    &composite::nested_size, &composite::nested_size, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::nested_strides) nested_strides(decltype(op::nested_strides)::AllBackends(),
    "_nested_tensor_strides(Tensor self) -> Tensor",
    &composite::nested_strides, &composite::nested_strides, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_T_is {
TORCHPP_CONSTINIT decltype(op::nested_view) nested_view(decltype(op::nested_view)::AllBackends(),
    "_nested_view_from_buffer(Tensor(a) self, Tensor nested_size, Tensor nested_strides, int[] offsets) -> Tensor(a)",
    &every_backend::nested_view, &derivative::nested_view, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::values) values(decltype(op::values)::AllBackends(),
    "values(Tensor(a) self) -> Tensor(a)",
    &every_backend::values, &derivative::values, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_d_iso {
TORCHPP_CONSTINIT decltype(op::to_padded_tensor) to_padded_tensor(decltype(op::to_padded_tensor)::AllBackends(),
    "to_padded_tensor(Tensor self, float padding, int[]? output_size=None) -> Tensor",
    &composite::to_padded_tensor, &composite::to_padded_tensor, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_iso {
TORCHPP_CONSTINIT decltype(op::nested_to_padded_tensor) nested_to_padded_tensor(decltype(op::nested_to_padded_tensor)::AllBackends(),
    "nested_to_padded_tensor(Tensor self, float padding, int[]? output_size=None) -> Tensor",
    &composite::nested_to_padded_tensor, &composite::nested_to_padded_tensor, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_io_io {
TORCHPP_CONSTINIT decltype(op::masked_softmax) masked_softmax(decltype(op::masked_softmax)::AllBackends(),
    "_masked_softmax(Tensor self, Tensor mask, int? dim=None, int? mask_type=None) -> Tensor",
    &composite::masked_softmax, &composite::masked_softmax, OpTraits{false, false, false, true, true});
}
inline namespace TTT_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::transform_bias_rescale_qkv) transform_bias_rescale_qkv(decltype(op::transform_bias_rescale_qkv)::AllBackends(),
    "_transform_bias_rescale_qkv(Tensor qkv, Tensor qkv_bias, int num_heads) -> (Tensor, Tensor, Tensor)",
    &composite::transform_bias_rescale_qkv, &composite::transform_bias_rescale_qkv, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_T_T_i_i_T_T_T_T_T_b_b_io {
TORCHPP_CONSTINIT decltype(op::native_multi_head_attention) native_multi_head_attention(decltype(op::native_multi_head_attention)::AllBackends(),
    "_native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool need_weights=True, bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor)",
    &composite::native_multi_head_attention, &composite::native_multi_head_attention, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i_T_T_T_T_b_b_d_T_T_T_T_T_T_T_T_T_io {
TORCHPP_CONSTINIT decltype(op::transformer_encoder_layer_fwd) transformer_encoder_layer_fwd(decltype(op::transformer_encoder_layer_fwd)::AllBackends(),
    "_transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first, float eps, Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1, Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor",
    &composite::transformer_encoder_layer_fwd, &composite::transformer_encoder_layer_fwd, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor _nested_tensor_from_tensor_list(TensorList list, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::nested_from_list.call_cold(list, options)
      : composite::nested_from_list(list, options), options);
}
Tensor _nested_tensor_from_mask(const Tensor& t, const Tensor& mask, bool mask_check) {
  return detail::modes_listen()
      ? op::nested_from_mask.call_cold(t, mask, mask_check)
      : composite::nested_from_mask(t, mask, mask_check);
}
bool _nested_tensor_from_mask_left_aligned(const Tensor& t, const Tensor& mask) {
  return detail::modes_listen()
      ? op::nested_mask_left_aligned.call_cold(t, mask)
      : composite::nested_mask_left_aligned(t, mask);
}
Tensor _nested_from_padded(const Tensor& padded, const Tensor& cpu_nested_shape_example, bool fuse_transform_0213) {
  return detail::modes_listen()
      ? op::nested_from_padded.call_cold(padded, cpu_nested_shape_example, fuse_transform_0213)
      : composite::nested_from_padded(padded, cpu_nested_shape_example, fuse_transform_0213);
}
Tensor _nested_from_padded_and_nested_example(const Tensor& padded, const Tensor& nt_example) {
  return detail::modes_listen()
      ? op::nested_from_padded_like.call_cold(padded, nt_example)
      : composite::nested_from_padded_like(padded, nt_example);
}
Tensor Tensor::_nested_tensor_size() const {
  return detail::modes_listen() ? op::nested_size.call_cold(*this) : composite::nested_size(*this);
}
Tensor _nested_tensor_size(const Tensor& self) {
  return detail::modes_listen() ? op::nested_size.call_cold(self) : composite::nested_size(self);
}
Tensor Tensor::_nested_tensor_strides() const {
  return detail::modes_listen() ? op::nested_strides.call_cold(*this) : composite::nested_strides(*this);
}
Tensor _nested_tensor_strides(const Tensor& self) {
  return detail::modes_listen() ? op::nested_strides.call_cold(self) : composite::nested_strides(self);
}
Tensor _nested_view_from_buffer(const Tensor& self, const Tensor& nested_size, const Tensor& nested_strides,
                                IntArrayRef offsets) {
  return op::nested_view(self, nested_size, nested_strides, offsets);
}
Tensor Tensor::values() const { return op::values(*this); }
Tensor Tensor::to_padded_tensor(double padding, OptionalIntArrayRef output_size) const {
  return detail::modes_listen()
      ? op::to_padded_tensor.call_cold(*this, padding, output_size)
      : composite::to_padded_tensor(*this, padding, output_size);
}
Tensor nested_to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size) {
  return detail::modes_listen()
      ? op::nested_to_padded_tensor.call_cold(self, padding, output_size)
      : composite::nested_to_padded_tensor(self, padding, output_size);
}
Tensor _masked_softmax(const Tensor& self, const Tensor& mask, optional<int64_t> dim, optional<int64_t> mask_type) {
  return detail::modes_listen()
      ? op::masked_softmax.call_cold(self, mask, dim, mask_type)
      : composite::masked_softmax(self, mask, dim, mask_type);
}
std::tuple<Tensor, Tensor, Tensor> _transform_bias_rescale_qkv(const Tensor& qkv, const Tensor& qkv_bias,
                                                               int64_t num_heads) {
  return detail::modes_listen()
      ? op::transform_bias_rescale_qkv.call_cold(qkv, qkv_bias, num_heads)
      : composite::transform_bias_rescale_qkv(qkv, qkv_bias, num_heads);
}
std::tuple<Tensor, Tensor> _native_multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                        int64_t embed_dim, int64_t num_head, const Tensor& qkv_weight,
                                                        const Tensor& qkv_bias, const Tensor& proj_weight,
                                                        const Tensor& proj_bias, const optional<Tensor>& mask,
                                                        bool need_weights, bool average_attn_weights,
                                                        optional<int64_t> mask_type) {
  return detail::modes_listen()
      ? op::native_multi_head_attention.call_cold(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, or_undefined(mask), need_weights, average_attn_weights, mask_type)
      : composite::native_multi_head_attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, or_undefined(mask), need_weights, average_attn_weights, mask_type);
}
Tensor _transformer_encoder_layer_fwd(const Tensor& src, int64_t embed_dim, int64_t num_heads, const Tensor& qkv_weight,
                                      const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias,
                                      bool use_gelu, bool norm_first, double eps, const Tensor& norm_weight_1,
                                      const Tensor& norm_bias_1, const Tensor& norm_weight_2, const Tensor& norm_bias_2,
                                      const Tensor& ffn_weight_1, const Tensor& ffn_bias_1, const Tensor& ffn_weight_2,
                                      const Tensor& ffn_bias_2, const optional<Tensor>& mask,
                                      optional<int64_t> mask_type) {
  return detail::modes_listen()
      ? op::transformer_encoder_layer_fwd.call_cold(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, or_undefined(mask), mask_type)
      : composite::transformer_encoder_layer_fwd(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, or_undefined(mask), mask_type);
}

}  // namespace torchpp
