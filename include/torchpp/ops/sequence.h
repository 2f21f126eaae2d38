// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Recurrent networks and what else works on sequences. T steps, B sequences, I input features, H hidden
/// \file features, P features of an LSTM's projected state (otherwise H), G = 4 H (LSTM: gates i, f, g, o), 3 H (GRU:
/// \file r, z, n) or H rows of a weight. A packed sequence is the rows of all sequences that have a step 0, then those
/// \file that have a step 1, and so on; batch_sizes (int64, on the CPU) says how many these are and does not grow. All
/// \file are differentiable. Source: libtorch 1.13.

#include <torchpp/core/reduction.h>
#include <torchpp/ops/sparse_gradient.h>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// One step of an LSTM: the new state (h, c). Shapes: input (B, I), hx a pair of (B, H), w_ih (4 H, I), w_hh (4 H, H),
/// biases (4 H).
std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh,
                                     const optional<Tensor>& b_ih = {}, const optional<Tensor>& b_hh = {});
/// One step of a GRU: the new state. Shapes: input (B, I), hx (B, H), w_ih (3 H, I), w_hh (3 H, H), biases (3 H).
Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                const optional<Tensor>& b_ih = {}, const optional<Tensor>& b_hh = {});
/// tanh(w_ih input + b_ih + w_hh hx + b_hh). Shapes: input (B, I), hx (B, H), w_ih (H, I), w_hh (H, H), biases (H).
Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const optional<Tensor>& b_ih = {}, const optional<Tensor>& b_hh = {});
/// relu(w_ih input + b_ih + w_hh hx + b_hh). Shapes: input (B, I), hx (B, H), w_ih (H, I), w_hh (H, H), biases (H).
Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const optional<Tensor>& b_ih = {}, const optional<Tensor>& b_hh = {});
/// An LSTM over sequences: the last layer's states of all steps, and h and c of every layer and direction after its
/// last step. Shapes: input (T, B, I), with batch_first (B, T, I); hx a pair (layers * directions, B, P), (layers *
/// directions, B, H); params per layer and direction w_ih, w_hh, with has_biases b_ih, b_hh, and w_hr (P, H) where the
/// state is projected. With `train`, dropout acts on what each layer but the last gives.
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                                        int64_t num_layers, double dropout, bool train, bool bidirectional,
                                        bool batch_first);
/// lstm of a packed sequence; the states of all steps are packed, too.
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                                        bool has_biases, int64_t num_layers, double dropout, bool train,
                                        bool bidirectional);
/// A GRU over sequences: the last layer's states of all steps, and the state of every layer and direction after its
/// last step. Shapes: input (T, B, I), with batch_first (B, T, I); hx (layers * directions, B, H); params per layer and
/// direction w_ih, w_hh, with has_biases b_ih, b_hh.
std::tuple<Tensor, Tensor> gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                               int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first);
/// gru of a packed sequence; the states of all steps are packed, too.
std::tuple<Tensor, Tensor> gru(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                               bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional);
/// A network of rnn_tanh_cells over sequences; arguments and results are those of gru.
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);
/// rnn_tanh of a packed sequence; the states of all steps are packed, too.
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional);
/// A network of rnn_relu_cells over sequences; arguments and results are those of gru.
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);
/// rnn_relu of a packed sequence; the states of all steps are packed, too.
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional);
/// The steps of sequences of given lengths as a packed sequence: its rows and batch_sizes. Shapes: input (T, B, ...),
/// with batch_first (B, T, ...); lengths (B), int64 on the CPU, positive and descending.
std::tuple<Tensor, Tensor> _pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first);
/// A packed sequence as (T, B, ...), with batch_first as (B, T, ...), where missing steps are padding_value; and the
/// lengths. A positive total_length is the T.
std::tuple<Tensor, Tensor> _pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first,
                                                const Scalar& padding_value, int64_t total_length);
/// Sequences (length, ...) as one tensor (T, B, ...), with batch_first (B, T, ...), where missing steps are
/// padding_value. The dtype is that of the first.
Tensor pad_sequence(TensorList sequences, bool batch_first = false, double padding_value = 0.0);
/// Sums (mode 0), means (1) or greatest elements (2) of bags of rows of weight (rows, width): bag i has the rows that
/// indices[offsets[i]] up to below indices[offsets[i + 1]] name, the last bag those up to the end; with
/// include_last_offset the last offset says where it ends. per_sample_weights, one per index, multiply the rows of a
/// sum. Further results, which the gradient needs: the bag of each index (empty for a sum in which no index is
/// padding), how many rows each mean is of, and where the greatest elements were. Indices and offsets are int64 or
/// int32. With `sparse` the gradient of weight is sparse, but for the greatest elements.
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq = false,
                                                         int64_t mode = 0, const SparseGradient& sparse = false,
                                                         const optional<Tensor>& per_sample_weights = {},
                                                         bool include_last_offset = false);
/// embedding_bag that leaves out row padding_idx (from the end if negative), which gets no gradient either.
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
                                                         const SparseGradient& sparse,
                                                         const optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset, optional<int64_t> padding_idx);
/// embedding_bag with a padding_idx that is not negative, or -1 for none.
std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag(const Tensor& weight, const Tensor& indices,
                                                          const Tensor& offsets, bool scale_grad_by_freq = false,
                                                          int64_t mode = 0, const SparseGradient& sparse = false,
                                                          const optional<Tensor>& per_sample_weights = {},
                                                          bool include_last_offset = false, int64_t padding_idx = -1);
/// Gradient of embedding_bag by its weight. offset2bag has a bag for each index.
Tensor _embedding_bag_dense_backward(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag,
                                     const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights,
                                     bool scale_grad_by_freq, int64_t mode, const optional<Tensor>& per_sample_weights,
                                     int64_t padding_idx = -1);
/// Gradient of embedding_bag by the weights of its samples. An empty offset2bag is found from the offsets.
Tensor _embedding_bag_per_sample_weights_backward(const Tensor& grad, const Tensor& weight, const Tensor& indices,
                                                  const Tensor& offsets, const Tensor& offset2bag, int64_t mode,
                                                  int64_t padding_idx = -1);
/// Connectionist temporal classification: -log of the probability that the steps spell the target, where equal labels
/// in a row count once and blanks between them count nothing. Shapes: log_probs (T, B, C) or (T, C); targets (B,
/// longest) or all of them one after the other, int64 or int32, without blanks. Mean divides each loss by its target's
/// length first. With zero_infinity targets that are too long for their input count 0, and so do their gradients.
Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths,
                int64_t blank = 0, int64_t reduction = Reduction::Mean, bool zero_infinity = false);
/// ctc_loss with lengths in tensors of integers.
Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                const Tensor& target_lengths, int64_t blank = 0, int64_t reduction = Reduction::Mean,
                bool zero_infinity = false);
/// The losses of ctc_loss (B), and the logarithms of the probabilities of all beginnings of the targets with blanks (B,
/// T, 2 longest + 1).
std::tuple<Tensor, Tensor> _ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                                     IntArrayRef target_lengths, int64_t blank = 0, bool zero_infinity = false);
/// Gradient of _ctc_loss by log_probs, for log_probs that come from log_softmax: as in libtorch what log_softmax does
/// to a gradient leaves it as it is. Its own derivative by log_probs, of which libtorch has none, counts the results of
/// _ctc_loss as functions of these.
Tensor _ctc_loss_backward(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                          IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha,
                          int64_t blank, bool zero_infinity = false);
/// softmax(query key^T / sqrt(E) + mask) value, without ever holding the scores of all queries and keys on the CPU, and
/// on CUDA of 16-bit floats with up to 128 features, a multiple of 8. Shapes: query (..., L, E), key (..., S, E), value
/// (..., S, V), result (..., L, V); leading dimensions broadcast, and attn_mask broadcasts to (..., L, S). A mask of
/// bool says which keys a query sees; one of numbers is added to the scores. With is_causal, which excludes a mask,
/// query i sees the keys up to i. A query that sees no key gives NaN, with S = 0 zeros. With dropout_p > 0, elements of
/// the softmax are dropped, always. The result's order in memory is that of query. Dtypes: floating; 16-bit floats are
/// accumulated in float where the scores are not held. Source: libtorch 2.0.
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const optional<Tensor>& attn_mask = {}, double dropout_p = 0.0,
                                    bool is_causal = false);
/// scaled_dot_product_attention and its softmax (..., L, S), after dropout, which is computed as a whole. As in
/// libtorch it is returned whether need_attn_weights asks for it or not. Masks of integers are added, too.
std::tuple<Tensor, Tensor> _scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                         const optional<Tensor>& attn_mask = {}, double dropout_p = 0.0,
                                                         bool need_attn_weights = false, bool is_causal = false);
/// _scaled_dot_product_attention.
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_forward(const Tensor& query, const Tensor& key,
                                                                 const Tensor& value,
                                                                 const optional<Tensor>& attn_mask = {},
                                                                 double dropout_p = 0.0, bool need_attn_weights = false,
                                                                 bool is_causal = false);
/// _scaled_dot_product_attention.
std::tuple<Tensor, Tensor> _scaled_dot_product_attention_math(const Tensor& query, const Tensor& key,
                                                              const Tensor& value,
                                                              const optional<Tensor>& attn_mask = {},
                                                              double dropout_p = 0.0, bool need_attn_weights = false,
                                                              bool is_causal = false);

}  // namespace torchpp
TORCHPP_API_END
