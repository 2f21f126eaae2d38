// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/sequence.h>

#include "src/ops/forward.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/sequence_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

std::tuple<Tensor, Tensor> _scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                         const Tensor& attn_mask, double dropout_p,
                                                         bool need_attn_weights, bool is_causal) {
  return detail::modes_listen()
      ? op::_scaled_dot_product_attention_math.call_cold(query, key, value, attn_mask, dropout_p, need_attn_weights, is_causal)
      : composite::_scaled_dot_product_attention_math(query, key, value, attn_mask, dropout_p, need_attn_weights, is_causal);
}
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_forward(const Tensor& query, const Tensor& key,
                                                                 const Tensor& value, const Tensor& attn_mask,
                                                                 double dropout_p, bool need_attn_weights,
                                                                 bool is_causal) {
  return detail::modes_listen()
      ? op::_scaled_dot_product_attention_math.call_cold(query, key, value, attn_mask, dropout_p, need_attn_weights, is_causal)
      : composite::_scaled_dot_product_attention_math(query, key, value, attn_mask, dropout_p, need_attn_weights, is_causal);
}

}  // namespace composite

namespace op {

inline namespace TT_of_T_Ts_T_T_T_T {
TORCHPP_CONSTINIT decltype(op::lstm_cell) lstm_cell(decltype(op::lstm_cell)::AllBackends(),
    "lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor, Tensor)",
    &composite::lstm_cell, &composite::lstm_cell, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_T_T_T_T_T_T {
TORCHPP_CONSTINIT decltype(op::gru_cell) gru_cell(decltype(op::gru_cell)::AllBackends(),
    "gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor",
    &composite::gru_cell, &composite::gru_cell, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_T_T_T_T_T_T {
TORCHPP_CONSTINIT decltype(op::rnn_tanh_cell) rnn_tanh_cell(decltype(op::rnn_tanh_cell)::AllBackends(),
    "rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor",
    &composite::rnn_tanh_cell, &composite::rnn_tanh_cell, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_T_T_T_T_T_T {
TORCHPP_CONSTINIT decltype(op::rnn_relu_cell) rnn_relu_cell(decltype(op::rnn_relu_cell)::AllBackends(),
    "rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor",
    &composite::rnn_relu_cell, &composite::rnn_relu_cell, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TTT_of_T_Ts_Ts_b_i_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::lstm) lstm(decltype(op::lstm)::AllBackends(),
    "lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)",
    &composite::lstm, &composite::lstm, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TTT_of_T_T_Ts_Ts_b_i_d_b_b {
TORCHPP_CONSTINIT decltype(op::lstm_packed) lstm_packed(decltype(op::lstm_packed)::AllBackends(),
    "lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor, Tensor)",
    &composite::lstm_packed, &composite::lstm_packed, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::gru) gru(decltype(op::gru)::AllBackends(),
    "gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
    &composite::gru, &composite::gru, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b {
TORCHPP_CONSTINIT decltype(op::gru_packed) gru_packed(decltype(op::gru_packed)::AllBackends(),
    "gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
    &composite::gru_packed, &composite::gru_packed, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::rnn_tanh) rnn_tanh(decltype(op::rnn_tanh)::AllBackends(),
    "rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
    &composite::rnn_tanh, &composite::rnn_tanh, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b {
TORCHPP_CONSTINIT decltype(op::rnn_tanh_packed) rnn_tanh_packed(decltype(op::rnn_tanh_packed)::AllBackends(),
    "rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
    &composite::rnn_tanh_packed, &composite::rnn_tanh_packed, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::rnn_relu) rnn_relu(decltype(op::rnn_relu)::AllBackends(),
    "rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
    &composite::rnn_relu, &composite::rnn_relu, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b {
TORCHPP_CONSTINIT decltype(op::rnn_relu_packed) rnn_relu_packed(decltype(op::rnn_relu_packed)::AllBackends(),
    "rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
    &composite::rnn_relu_packed, &composite::rnn_relu_packed, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace TTTT_of_T_T_T_T_T_T_is_i_b_b {
TORCHPP_CONSTINIT decltype(op::recurrent_layer) recurrent_layer(
    "_recurrent_layer(Tensor gates, Tensor hx, Tensor? cx, Tensor w_hh, Tensor? b_hh, Tensor? w_hr, int[] batch_sizes, int mode, bool reverse, bool keep) -> (Tensor, Tensor, Tensor, Tensor)",
    &Structured<&rule::recurrent_layer, &cpu::recurrent_layer>::functional, &derivative::recurrent_layer, OpTraits{false, false, true, false, false});
}
inline namespace TTTTTT_of_T_T_T_T_T_T_T_T_is_i_b_i {
TORCHPP_CONSTINIT decltype(op::recurrent_layer_backward) recurrent_layer_backward(
    "_recurrent_layer_backward(Tensor saved, Tensor hx, Tensor? cx, Tensor w_hh, Tensor? w_hr, Tensor? grad_output, Tensor? grad_hy, Tensor? grad_cy, int[] batch_sizes, int mode, bool reverse, int wanted) -> (Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)",
    &Structured<&rule::recurrent_layer_backward, &cpu::recurrent_layer_backward>::functional, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace TT_of_T_T_b {
TORCHPP_CONSTINIT decltype(op::pack_padded_sequence) pack_padded_sequence(decltype(op::pack_padded_sequence)::AllBackends(),
    "_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)",
    &composite::pack_padded_sequence, &composite::pack_padded_sequence, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_T_b_S_i {
TORCHPP_CONSTINIT decltype(op::pad_packed_sequence) pad_packed_sequence(decltype(op::pad_packed_sequence)::AllBackends(),
    "_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value, int total_length) -> (Tensor, Tensor)",
    &composite::pad_packed_sequence, &composite::pad_packed_sequence, OpTraits{false, false, false, true, true});
}
inline namespace T_of_Ts_b_d {
TORCHPP_CONSTINIT decltype(op::pad_sequence) pad_sequence(decltype(op::pad_sequence)::AllBackends(),
    "pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0.0) -> Tensor",
    &composite::pad_sequence, &composite::pad_sequence, OpTraits{false, false, false, true, true});
}
inline namespace TTTT_of_T_T_T_b_i_b_T_b {
TORCHPP_CONSTINIT decltype(op::embedding_bag) embedding_bag(decltype(op::embedding_bag)::AllBackends(),
    "embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, Tensor, Tensor, Tensor)",
    &composite::embedding_bag, &composite::embedding_bag, OpTraits{false, false, false, true, true});
}
inline namespace TTTT_of_T_T_T_b_i_b_T_b_io {
TORCHPP_CONSTINIT decltype(op::embedding_bag_padded) embedding_bag_padded(decltype(op::embedding_bag_padded)::AllBackends(),
    "embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> (Tensor, Tensor, Tensor, Tensor)",
    &composite::embedding_bag_padded, &composite::embedding_bag_padded, OpTraits{false, false, false, true, true});
}
inline namespace TTTT_of_T_T_T_b_i_b_T_b_i {
TORCHPP_CONSTINIT decltype(op::embedding_bag_forward) embedding_bag_forward(
    "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)",
    &Structured<&rule::embedding_bag_forward, &cpu::embedding_bag_forward>::functional, &derivative::embedding_bag_forward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_T_T_T_i_b_i_T_i {
TORCHPP_CONSTINIT decltype(op::embedding_bag_dense_backward) embedding_bag_dense_backward(
    "_embedding_bag_dense_backward(Tensor grad, Tensor indices, Tensor offset2bag, Tensor bag_size, Tensor maximum_indices, int num_weights, bool scale_grad_by_freq, int mode, Tensor? per_sample_weights, int padding_idx=-1) -> Tensor",
    &Structured<&rule::embedding_bag_dense_backward, &cpu::embedding_bag_dense_backward>::functional, &derivative::embedding_bag_dense_backward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_T_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::embedding_bag_per_sample_weights_backward) embedding_bag_per_sample_weights_backward(
    "_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight, Tensor indices, Tensor offsets, Tensor offset2bag, int mode, int padding_idx=-1) -> Tensor",
    &Structured<&rule::embedding_bag_per_sample_weights_backward, &cpu::embedding_bag_per_sample_weights_backward>::functional, &derivative::embedding_bag_per_sample_weights_backward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_is_is_i_i_b {
TORCHPP_CONSTINIT decltype(op::ctc_loss) ctc_loss(decltype(op::ctc_loss)::AllBackends(),
    "ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, int reduction=Mean, bool zero_infinity=False) -> Tensor",
    &composite::ctc_loss, &composite::ctc_loss, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_T_T_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::ctc_loss_tensor) ctc_loss_tensor(decltype(op::ctc_loss_tensor)::AllBackends(),
    "ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, int reduction=Mean, bool zero_infinity=False) -> Tensor",
    &composite::ctc_loss_tensor, &composite::ctc_loss_tensor, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_T_T_is_is_i_b {
TORCHPP_CONSTINIT decltype(op::ctc_loss_forward) ctc_loss_forward(
    "_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, bool zero_infinity=False) -> (Tensor, Tensor)",
    &Structured<&rule::ctc_loss_forward, &cpu::ctc_loss_forward>::functional, &derivative::ctc_loss_forward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_T_is_is_T_T_i_b {
TORCHPP_CONSTINIT decltype(op::ctc_loss_backward) ctc_loss_backward(
    "_ctc_loss_backward(Tensor grad, Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) -> Tensor",
    &Structured<&rule::ctc_loss_backward, &cpu::ctc_loss_backward>::functional, &derivative::ctc_loss_backward, OpTraits{false, false, true, false, false});
}
inline namespace TT_of_T_T_T_T_d_b_b {
TORCHPP_CONSTINIT decltype(op::_scaled_dot_product_attention) _scaled_dot_product_attention(decltype(op::_scaled_dot_product_attention)::AllBackends(),
    "_scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool need_attn_weights=False, bool is_causal=False) -> (Tensor, Tensor)",
    &composite::_scaled_dot_product_attention, &composite::_scaled_dot_product_attention, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_T_T_T_d_b_b {
TORCHPP_CONSTINIT decltype(op::_scaled_dot_product_attention_forward) _scaled_dot_product_attention_forward(decltype(op::_scaled_dot_product_attention_forward)::AllBackends(),
    "_scaled_dot_product_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool need_attn_weights=False, bool is_causal=False) -> (Tensor, Tensor)",
    &composite::_scaled_dot_product_attention_forward, &composite::_scaled_dot_product_attention_forward, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_T_T_T_d_b_b {
TORCHPP_CONSTINIT decltype(op::_scaled_dot_product_attention_math) _scaled_dot_product_attention_math(decltype(op::_scaled_dot_product_attention_math)::AllBackends(),
    "_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool need_attn_weights=False, bool is_causal=False) -> (Tensor, Tensor)",
    &composite::_scaled_dot_product_attention_math, &composite::_scaled_dot_product_attention_math, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_T_T_T_b {
TORCHPP_CONSTINIT decltype(op::attention_in_blocks) attention_in_blocks(
    "_attention_in_blocks(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal) -> (Tensor, Tensor)",
    &Structured<&rule::attention_in_blocks, &cpu::attention_in_blocks>::functional, &derivative::attention_in_blocks, OpTraits{false, false, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace TTT_of_T_T_T_T_T_T_T_b_b3 {
TORCHPP_CONSTINIT decltype(op::attention_in_blocks_backward) attention_in_blocks_backward(
    "_attention_in_blocks_backward(Tensor grad, Tensor query, Tensor key, Tensor value, Tensor? attn_mask, Tensor output, Tensor log_sums, bool is_causal, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    &Structured<&rule::attention_in_blocks_backward, &cpu::attention_in_blocks_backward>::functional, nullptr, OpTraits{false, false, true, false, false});
}

}  // namespace op

std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh,
                                     const optional<Tensor>& b_ih, const optional<Tensor>& b_hh) {
  return detail::modes_listen()
      ? op::lstm_cell.call_cold(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh))
      : composite::lstm_cell(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh));
}
Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                const optional<Tensor>& b_ih, const optional<Tensor>& b_hh) {
  return detail::modes_listen()
      ? op::gru_cell.call_cold(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh))
      : composite::gru_cell(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh));
}
Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const optional<Tensor>& b_ih, const optional<Tensor>& b_hh) {
  return detail::modes_listen()
      ? op::rnn_tanh_cell.call_cold(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh))
      : composite::rnn_tanh_cell(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh));
}
Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const optional<Tensor>& b_ih, const optional<Tensor>& b_hh) {
  return detail::modes_listen()
      ? op::rnn_relu_cell.call_cold(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh))
      : composite::rnn_relu_cell(input, hx, w_ih, w_hh, or_undefined(b_ih), or_undefined(b_hh));
}
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                                        int64_t num_layers, double dropout, bool train, bool bidirectional,
                                        bool batch_first) {
  return detail::modes_listen()
      ? op::lstm.call_cold(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
      : composite::lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first);
}
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                                        bool has_biases, int64_t num_layers, double dropout, bool train,
                                        bool bidirectional) {
  return detail::modes_listen()
      ? op::lstm_packed.call_cold(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)
      : composite::lstm_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional);
}
std::tuple<Tensor, Tensor> gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                               int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first) {
  return detail::modes_listen()
      ? op::gru.call_cold(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
      : composite::gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first);
}
std::tuple<Tensor, Tensor> gru(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                               bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional) {
  return detail::modes_listen()
      ? op::gru_packed.call_cold(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)
      : composite::gru_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional);
}
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first) {
  return detail::modes_listen()
      ? op::rnn_tanh.call_cold(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
      : composite::rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first);
}
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional) {
  return detail::modes_listen()
      ? op::rnn_tanh_packed.call_cold(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)
      : composite::rnn_tanh_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional);
}
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first) {
  return detail::modes_listen()
      ? op::rnn_relu.call_cold(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
      : composite::rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first);
}
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional) {
  return detail::modes_listen()
      ? op::rnn_relu_packed.call_cold(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)
      : composite::rnn_relu_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional);
}
std::tuple<Tensor, Tensor> _pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first) {
  return detail::modes_listen()
      ? op::pack_padded_sequence.call_cold(input, lengths, batch_first)
      : composite::pack_padded_sequence(input, lengths, batch_first);
}
std::tuple<Tensor, Tensor> _pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first,
                                                const Scalar& padding_value, int64_t total_length) {
  return detail::modes_listen()
      ? op::pad_packed_sequence.call_cold(data, batch_sizes, batch_first, padding_value, total_length)
      : composite::pad_packed_sequence(data, batch_sizes, batch_first, padding_value, total_length);
}
Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value) {
  return detail::modes_listen()
      ? op::pad_sequence.call_cold(sequences, batch_first, padding_value)
      : composite::pad_sequence(sequences, batch_first, padding_value);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
                                                         const SparseGradient& sparse,
                                                         const optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset) {
  return detail::modes_listen()
      ? op::embedding_bag.call_cold(weight, indices, offsets, scale_grad_by_freq, mode, sparse, or_undefined(per_sample_weights), include_last_offset)
      : composite::embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, or_undefined(per_sample_weights), include_last_offset);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
                                                         const SparseGradient& sparse,
                                                         const optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset, optional<int64_t> padding_idx) {
  return detail::modes_listen()
      ? op::embedding_bag_padded.call_cold(weight, indices, offsets, scale_grad_by_freq, mode, sparse, or_undefined(per_sample_weights), include_last_offset, padding_idx)
      : composite::embedding_bag_padded(weight, indices, offsets, scale_grad_by_freq, mode, sparse, or_undefined(per_sample_weights), include_last_offset, padding_idx);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag(const Tensor& weight, const Tensor& indices,
                                                          const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
                                                          const SparseGradient& sparse,
                                                          const optional<Tensor>& per_sample_weights,
                                                          bool include_last_offset, int64_t padding_idx) {
  return op::embedding_bag_forward(weight, indices, offsets, scale_grad_by_freq, mode, sparse, or_undefined(per_sample_weights), include_last_offset, padding_idx);
}
Tensor _embedding_bag_dense_backward(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag,
                                     const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights,
                                     bool scale_grad_by_freq, int64_t mode, const optional<Tensor>& per_sample_weights,
                                     int64_t padding_idx) {
  return op::embedding_bag_dense_backward(grad, indices, offset2bag, bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode, or_undefined(per_sample_weights), padding_idx);
}
Tensor _embedding_bag_per_sample_weights_backward(const Tensor& grad, const Tensor& weight, const Tensor& indices,
                                                  const Tensor& offsets, const Tensor& offset2bag, int64_t mode,
                                                  int64_t padding_idx) {
  return op::embedding_bag_per_sample_weights_backward(grad, weight, indices, offsets, offset2bag, mode, padding_idx);
}
Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths,
                int64_t blank, int64_t reduction, bool zero_infinity) {
  return detail::modes_listen()
      ? op::ctc_loss.call_cold(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
      : composite::ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity);
}
Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                const Tensor& target_lengths, int64_t blank, int64_t reduction, bool zero_infinity) {
  return detail::modes_listen()
      ? op::ctc_loss_tensor.call_cold(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
      : composite::ctc_loss_tensor(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity);
}
std::tuple<Tensor, Tensor> _ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                                     IntArrayRef target_lengths, int64_t blank, bool zero_infinity) {
  return op::ctc_loss_forward(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity);
}
Tensor _ctc_loss_backward(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                          IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha,
                          int64_t blank, bool zero_infinity) {
  return op::ctc_loss_backward(grad, log_probs, targets, input_lengths, target_lengths, neg_log_likelihood, log_alpha, blank, zero_infinity);
}
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const optional<Tensor>& attn_mask, double dropout_p, bool is_causal) {
  return composite::scaled_dot_product_attention(query, key, value, or_undefined(attn_mask), dropout_p, is_causal);
}
std::tuple<Tensor, Tensor> _scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                         const optional<Tensor>& attn_mask, double dropout_p,
                                                         bool need_attn_weights, bool is_causal) {
  return detail::modes_listen()
      ? op::_scaled_dot_product_attention.call_cold(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal)
      : composite::_scaled_dot_product_attention(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal);
}
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_forward(const Tensor& query, const Tensor& key,
                                                                 const Tensor& value, const optional<Tensor>& attn_mask,
                                                                 double dropout_p, bool need_attn_weights,
                                                                 bool is_causal) {
  return detail::modes_listen()
      ? op::_scaled_dot_product_attention_forward.call_cold(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal)
      : composite::_scaled_dot_product_attention_forward(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal);
}
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_math(const Tensor& query, const Tensor& key,
                                                              const Tensor& value, const optional<Tensor>& attn_mask,
                                                              double dropout_p, bool need_attn_weights,
                                                              bool is_causal) {
  return detail::modes_listen()
      ? op::_scaled_dot_product_attention_math.call_cold(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal)
      : composite::_scaled_dot_product_attention_math(query, key, value, or_undefined(attn_mask), dropout_p, need_attn_weights, is_causal);
}

namespace kernels {

TORCHPP_API void set_recurrent_layer(DispatchKey key, std::tuple<Tensor, Tensor, Tensor, Tensor> (*kernel)(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool reverse, bool keep)) { op::recurrent_layer.set_kernel(key, kernel); }
TORCHPP_API void set_recurrent_layer_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor, Tensor> (*kernel)(const Tensor& saved, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output, const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t mode, bool reverse, int64_t wanted)) { op::recurrent_layer_backward.set_kernel(key, kernel); }
TORCHPP_API void set_embedding_bag_forward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor, Tensor> (*kernel)(const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, int64_t padding_idx)) { op::embedding_bag_forward.set_kernel(key, kernel); }
TORCHPP_API void set_embedding_bag_dense_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx)) { op::embedding_bag_dense_backward.set_kernel(key, kernel); }
TORCHPP_API void set_embedding_bag_per_sample_weights_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad, const Tensor& weight, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, int64_t mode, int64_t padding_idx)) { op::embedding_bag_per_sample_weights_backward.set_kernel(key, kernel); }
TORCHPP_API void set_ctc_loss_forward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, bool zero_infinity)) { op::ctc_loss_forward.set_kernel(key, kernel); }
TORCHPP_API void set_ctc_loss_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool zero_infinity)) { op::ctc_loss_backward.set_kernel(key, kernel); }
TORCHPP_API void set_attention_in_blocks(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal)) { op::attention_in_blocks.set_kernel(key, kernel); }
TORCHPP_API void set_attention_in_blocks_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(const Tensor& grad, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output, const Tensor& log_sums, bool is_causal, std::array<bool, 3> output_mask)) { op::attention_in_blocks_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
