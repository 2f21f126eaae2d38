// SPDX-License-Identifier: BSD-3-Clause
// Attention by operators for whole matrices, and the choice between these and attention in blocks.

#include <cmath>
#include <limits>

#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/sequence_rules.h"

namespace torchpp {
namespace {

void check_causal(const Tensor& attn_mask, bool is_causal) {
  TORCHPP_CHECK(!is_causal || !attn_mask.defined(),
                "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
}

// A tensor with these leading sizes, and its own last two.
Tensor with_batch(const Tensor& t, IntArrayRef batch) {
  if (t.sizes().slice(0, t.sizes().size() - 2) == batch) return t;
  DimVector sizes(batch);
  sizes.push_back(t.size(-2));
  sizes.push_back(t.size(-1));
  return t.expand(sizes);
}

// Whether CUDA computes in blocks: vectors of 16-bit floats, as automatic mixed precision leaves them.
bool in_blocks_on_cuda(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  constexpr int64_t kMostFeatures = 128;
  const auto dtype_of = [](const Tensor& t) {
    const ScalarType dtype = t.scalar_type();
    const bool lowered = isFloatingType(dtype) && dtype != kDouble &&
                         thread_state.autocast.devices.has(DispatchKey::CUDA) &&
                         !thread_state.excluded.has(DispatchKey::Autocast);
    return lowered ? thread_state.autocast.cuda : dtype;
  };
  const auto are_vectors = [](int64_t n) { return n > 0 && n <= kMostFeatures && n % 8 == 0; };
  const ScalarType dtype = dtype_of(query);
  return (dtype == kHalf || dtype == kBFloat16) && dtype_of(key) == dtype && dtype_of(value) == dtype &&
         are_vectors(query.size(-1)) && key.size(-1) == query.size(-1) && are_vectors(value.size(-1)) &&
         (!mask.defined() || mask.scalar_type() == kBool || isFloatingType(mask.scalar_type()));
}

}  // namespace

double attention_scale(int64_t features) { return 1 / std::sqrt(static_cast<double>(features)); }

TensorPair attention_of_matrices(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask,
                                 double dropout_p, bool is_causal) {
  check_causal(attn_mask, is_causal);
  const Tensor scaled = query / std::sqrt(static_cast<double>(query.size(-1)));  // floating, also of integers
  Tensor mask = attn_mask;
  if (is_causal) mask = op::ones({query.size(-2), key.size(-2)}, query.options().dtype(kBool)).tril();
  if (mask.defined() && mask.scalar_type() == kBool)
    mask = op::zeros(mask.sizes(), mask.options().dtype(scaled.scalar_type()))
               .masked_fill(mask.logical_not(), -std::numeric_limits<double>::infinity());
  Tensor scores = scaled.matmul(key.transpose(-2, -1));
  if (mask.defined()) scores.add_(mask);
  Tensor weights = scores.softmax(-1);
  if (dropout_p > 0) weights = op::dropout(weights, dropout_p, true);
  return {weights.matmul(value), weights};
}

namespace composite {

TensorPair _scaled_dot_product_attention_math(const Tensor& query, const Tensor& key, const Tensor& value,
                                              const Tensor& attn_mask, double dropout_p, bool, bool is_causal) {
  return attention_of_matrices(query, key, value, attn_mask, dropout_p, is_causal);
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& attn_mask, double dropout_p, bool is_causal) {
  TORCHPP_CHECK(query.dim() >= 2 && key.dim() >= 2 && value.dim() >= 2,
                "scaled_dot_product_attention: query, key and value have ", query.dim(), ", ", key.dim(), " and ",
                value.dim(), " dimensions, expected at least 2");
  // Dropout needs random numbers for all scores, in their order.
  if (dropout_p > 0 || (query.is_cuda() && !in_blocks_on_cuda(query, key, value, attn_mask)))
    return std::get<0>(attention_of_matrices(query, key, value, attn_mask, dropout_p, is_causal));
  check_causal(attn_mask, is_causal);
  const auto batch_of = [](const Tensor& t) { return t.sizes().slice(0, t.sizes().size() - 2); };
  DimVector batch(batch_of(query));
  for (const Tensor* t : {&key, &value})
    if (batch_of(*t) != IntArrayRef(batch)) batch = broadcast_sizes(batch, batch_of(*t));
  Tensor mask = attn_mask;
  if (mask.defined()) {
    DimVector sizes(batch);
    sizes.push_back(query.size(-2));
    sizes.push_back(key.size(-2));
    if (mask.sizes() != IntArrayRef(sizes)) mask = mask.expand(sizes);
  }
  return std::get<0>(op::attention_in_blocks(with_batch(query, batch), with_batch(key, batch), with_batch(value, batch),
                                             mask, is_causal));
}

}  // namespace composite
}  // namespace torchpp
