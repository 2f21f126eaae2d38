// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct AttentionBackwardPlan;
struct AttentionPlan;
struct CtcBackwardPlan;
struct CtcPlan;
struct EmbeddingBagBackwardPlan;
struct EmbeddingBagPlan;
struct RecurrentBackwardPlan;
struct RecurrentPlan;

namespace op {

inline namespace TT_of_T_Ts_T_T_T_T { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, TensorList, const Tensor&, const Tensor&, const Tensor&, const Tensor&)> lstm_cell; }
inline namespace T_of_T_T_T_T_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&)> gru_cell; }
inline namespace T_of_T_T_T_T_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&)> rnn_tanh_cell; }
inline namespace T_of_T_T_T_T_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&)> rnn_relu_cell; }
inline namespace TTT_of_T_Ts_Ts_b_i_d_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(const Tensor&, TensorList, TensorList, bool, int64_t, double, bool, bool, bool)> lstm; }
inline namespace TTT_of_T_T_Ts_Ts_b_i_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, TensorList, TensorList, bool, int64_t, double, bool, bool)> lstm_packed; }
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool, bool)> gru; }
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool)> gru_packed; }
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool, bool)> rnn_tanh; }
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool)> rnn_tanh_packed; }
inline namespace TT_of_T_T_Ts_b_i_d_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool, bool)> rnn_relu; }
inline namespace TT_of_T_T_T_Ts_b_i_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool)> rnn_relu_packed; }
inline namespace TTTT_of_T_T_T_T_T_T_is_i_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, IntArrayRef, int64_t, bool, bool)> recurrent_layer; }
inline namespace TTTTTT_of_T_T_T_T_T_T_T_T_is_i_b_i { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, IntArrayRef, int64_t, bool, int64_t)> recurrent_layer_backward; }
inline namespace TT_of_T_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, bool)> pack_padded_sequence; }
inline namespace TT_of_T_T_b_S_i { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, bool, const Scalar&, int64_t)> pad_packed_sequence; }
inline namespace T_of_Ts_b_d { extern OwnOp<Tensor(TensorList, bool, double)> pad_sequence; }
inline namespace TTTT_of_T_T_T_b_i_b_T_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, bool, int64_t, bool, const Tensor&, bool)> embedding_bag; }
inline namespace TTTT_of_T_T_T_b_i_b_T_b_io { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, bool, int64_t, bool, const Tensor&, bool, optional<int64_t>)> embedding_bag_padded; }
inline namespace TTTT_of_T_T_T_b_i_b_T_b_i { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, bool, int64_t, bool, const Tensor&, bool, int64_t)> embedding_bag_forward; }
inline namespace T_of_T_T_T_T_T_i_b_i_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, bool, int64_t, const Tensor&, int64_t)> embedding_bag_dense_backward; }
inline namespace T_of_T_T_T_T_T_i_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t)> embedding_bag_per_sample_weights_backward; }
inline namespace T_of_T_T_is_is_i_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, int64_t, int64_t, bool)> ctc_loss; }
inline namespace T_of_T_T_T_T_i_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, bool)> ctc_loss_tensor; }
inline namespace TT_of_T_T_is_is_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, int64_t, bool)> ctc_loss_forward; }
inline namespace T_of_T_T_T_is_is_T_T_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, const Tensor&, const Tensor&, int64_t, bool)> ctc_loss_backward; }
inline namespace TT_of_T_T_T_T_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, double, bool, bool)> _scaled_dot_product_attention; }
inline namespace TT_of_T_T_T_T_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, double, bool, bool)> _scaled_dot_product_attention_forward; }
inline namespace TT_of_T_T_T_T_d_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, double, bool, bool)> _scaled_dot_product_attention_math; }
inline namespace TT_of_T_T_T_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool)> attention_in_blocks; }
inline namespace TTT_of_T_T_T_T_T_T_T_b_b3 { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, bool, std::array<bool, 3>)> attention_in_blocks_backward; }

}  // namespace op

namespace cpu {

void recurrent_layer(const RecurrentPlan& plan, const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool reverse, bool keep);
void recurrent_layer_backward(const RecurrentBackwardPlan& plan, const Tensor& saved, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output, const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t mode, bool reverse, int64_t wanted);
void embedding_bag_forward(const EmbeddingBagPlan& plan, const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, int64_t padding_idx);
void embedding_bag_dense_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& indices, const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx);
void embedding_bag_per_sample_weights_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& weight, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, int64_t mode, int64_t padding_idx);
void ctc_loss_forward(const CtcPlan& plan, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, bool zero_infinity);
void ctc_loss_backward(const CtcBackwardPlan& plan, const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool zero_infinity);
void attention_in_blocks(const AttentionPlan& plan, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal);
void attention_in_blocks_backward(const AttentionBackwardPlan& plan, const Tensor& grad, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output, const Tensor& log_sums, bool is_causal, std::array<bool, 3> output_mask);

}  // namespace cpu

namespace rule {

TORCHPP_API RecurrentPlan recurrent_layer(const Out& out, const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool reverse, bool keep);
TORCHPP_API RecurrentBackwardPlan recurrent_layer_backward(const Out& out, const Tensor& saved, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output, const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t mode, bool reverse, int64_t wanted);
TORCHPP_API EmbeddingBagPlan embedding_bag_forward(const Out& out, const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, int64_t padding_idx);
TORCHPP_API EmbeddingBagBackwardPlan embedding_bag_dense_backward(const Out& out, const Tensor& grad, const Tensor& indices, const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx);
TORCHPP_API EmbeddingBagBackwardPlan embedding_bag_per_sample_weights_backward(const Out& out, const Tensor& grad, const Tensor& weight, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, int64_t mode, int64_t padding_idx);
TORCHPP_API CtcPlan ctc_loss_forward(const Out& out, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, bool zero_infinity);
TORCHPP_API CtcBackwardPlan ctc_loss_backward(const Out& out, const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool zero_infinity);
TORCHPP_API AttentionPlan attention_in_blocks(const Out& out, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal);
TORCHPP_API AttentionBackwardPlan attention_in_blocks_backward(const Out& out, const Tensor& grad, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output, const Tensor& log_sums, bool is_causal, std::array<bool, 3> output_mask);

}  // namespace rule

namespace composite {

std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih, const Tensor& b_hh);
Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih, const Tensor& b_hh);
Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih, const Tensor& b_hh);
Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih, const Tensor& b_hh);
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first);
std::tuple<Tensor, Tensor, Tensor> lstm_packed(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional);
std::tuple<Tensor, Tensor> gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first);
std::tuple<Tensor, Tensor> gru_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional);
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first);
std::tuple<Tensor, Tensor> rnn_tanh_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional);
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first);
std::tuple<Tensor, Tensor> rnn_relu_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional);
std::tuple<Tensor, Tensor> pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first);
std::tuple<Tensor, Tensor> pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first, const Scalar& padding_value, int64_t total_length);
Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value);
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset);
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag_padded(const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, optional<int64_t> padding_idx);
Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, int64_t reduction, bool zero_infinity);
Tensor ctc_loss_tensor(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths, const Tensor& target_lengths, int64_t blank, int64_t reduction, bool zero_infinity);
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, double dropout_p, bool is_causal);
std::tuple<Tensor, Tensor> _scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, double dropout_p, bool need_attn_weights, bool is_causal);
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, double dropout_p, bool need_attn_weights, bool is_causal);
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_math(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, double dropout_p, bool need_attn_weights, bool is_causal);

}  // namespace composite

namespace derivative {

std::tuple<Tensor, Tensor, Tensor, Tensor> recurrent_layer(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool reverse, bool keep);
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag_forward(const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, int64_t padding_idx);
Tensor embedding_bag_dense_backward(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx);
Tensor embedding_bag_per_sample_weights_backward(const Tensor& grad, const Tensor& weight, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, int64_t mode, int64_t padding_idx);
std::tuple<Tensor, Tensor> ctc_loss_forward(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, bool zero_infinity);
Tensor ctc_loss_backward(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool zero_infinity);
std::tuple<Tensor, Tensor> attention_in_blocks(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal);

}  // namespace derivative

}  // namespace torchpp
