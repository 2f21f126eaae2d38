// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rules of recurrent layers, bags of embeddings and connectionist temporal classification: shapes, dtypes and
/// checks. No backend code.

#include "src/ops/generated/sequence.h"
#include "src/ops/structured.h"

namespace torchpp {

/// The cells of a recurrent layer.
enum class RecurrentMode : int64_t { kRelu, kTanh, kLstm, kGru };

/// Rows of w_hh per hidden feature.
inline int64_t gates_of(RecurrentMode mode) {
  return mode == RecurrentMode::kLstm ? 4 : mode == RecurrentMode::kGru ? 3 : 1;
}
/// What the gradient needs of each step before the state, per hidden feature. LSTM: i, f, g, o after their functions,
/// and c. GRU: r, z, n after their functions, and n's share of the hidden state before r multiplies it. Others:
/// nothing.
inline int64_t kept_of(RecurrentMode mode) {
  return mode == RecurrentMode::kLstm ? 5 : mode == RecurrentMode::kGru ? 4 : 0;
}

/// A layer in one direction.
struct RecurrentShape {
  RecurrentMode mode;
  int64_t rows;       ///< of all steps
  int64_t batch;      ///< sequences
  int64_t hidden;     ///< features of a cell
  int64_t projected;  ///< features of the state
  bool projects;      ///< whether a matrix gives the state from a cell's features
};
struct RecurrentPlan : Plan<4> {
  RecurrentShape shape;
};
struct RecurrentBackwardPlan : Plan<6> {
  RecurrentShape shape;
};

/// The layer by operators for each step, which every device has and which can be differentiated any number of times:
/// the states of all steps, h and c.
TORCHPP_API TensorTriple recurrent_layer_by_steps(const Tensor& gates, const Tensor& hx, const Tensor& cx,
                                                  const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr,
                                                  IntArrayRef batch_sizes, RecurrentMode mode, bool reverse);

/// How embedding_bag makes one row of a bag.
enum class BagMode : int64_t { kSum, kMean, kMax };

struct EmbeddingBagPlan : Plan<4> {};
struct EmbeddingBagBackwardPlan : Plan<1> {};
/// The bag of each index (int64), from the offsets. Where these include the end of the last bag, what lies behind it
/// has the number of a bag that there is not.
TORCHPP_API Tensor bags_of_indices(const Tensor& offsets, int64_t indices);

/// Where the targets of connectionist temporal classification lie.
struct CtcShape {
  int64_t steps, batch, classes;
  int64_t longest;  ///< of the targets
  bool joined;      ///< all targets one after the other in one list
};
struct CtcPlan : Plan<2> {
  CtcShape shape;
};
struct CtcBackwardPlan : Plan<1> {
  CtcShape shape;
};

/// Attention of several heads: scores of `queries` and `keys`, vectors of `features`, values of `value_features`.
struct AttentionShape {
  int64_t heads, queries, keys, features, value_features;
};
struct AttentionPlan : Plan<2> {
  AttentionShape shape;
};
struct AttentionBackwardPlan : Plan<3> {
  AttentionShape shape;
};
/// What scores are multiplied by.
TORCHPP_API double attention_scale(int64_t features);
/// Attention by operators for all scores, which every device has and which can be differentiated any number of times:
/// the result and the softmax.
TORCHPP_API TensorPair attention_of_matrices(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& attn_mask, double dropout_p, bool is_causal);

}  // namespace torchpp
