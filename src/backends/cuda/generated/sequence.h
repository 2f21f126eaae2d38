// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct AttentionBackwardPlan;
struct AttentionPlan;
struct CtcBackwardPlan;
struct CtcPlan;
struct EmbeddingBagBackwardPlan;
struct EmbeddingBagPlan;
struct RecurrentBackwardPlan;
struct RecurrentPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void recurrent_layer(const RecurrentPlan& plan, const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool reverse, bool keep);
void recurrent_layer_backward(const RecurrentBackwardPlan& plan, const Tensor& saved, const Tensor& hx, const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output, const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t mode, bool reverse, int64_t wanted);
void embedding_bag_forward(const EmbeddingBagPlan& plan, const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset, int64_t padding_idx);
void embedding_bag_dense_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& indices, const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx);
void embedding_bag_per_sample_weights_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& weight, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, int64_t mode, int64_t padding_idx);
void ctc_loss_forward(const CtcPlan& plan, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, int64_t blank, bool zero_infinity);
void ctc_loss_backward(const CtcBackwardPlan& plan, const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool zero_infinity);
void attention_in_blocks(const AttentionPlan& plan, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal);
void attention_in_blocks_backward(const AttentionBackwardPlan& plan, const Tensor& grad, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output, const Tensor& log_sums, bool is_causal, std::array<bool, 3> output_mask);

}  // namespace torchpp::cuda

