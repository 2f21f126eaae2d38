// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/sequence.ops.
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "src/autograd/derivative.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::fail_formula;
using autograd::Forward;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

namespace {

// The tensors on which a recurrent layer depends, in the order of its arguments.
constexpr size_t kLayerInputs = 6;

// Gradients of a layer that can be differentiated again: those of the layer by steps. The inputs are replaced by views,
// because one of them may have been computed from another.
void differentiate_steps(Backward& g, const Tensor (&inputs)[kLayerInputs], IntArrayRef batch_sizes, RecurrentMode mode,
                         bool reverse) {
  Tensor views[kLayerInputs];
  autograd::variable_list wanted, outputs, gradients;
  for (size_t i = 0; i < kLayerInputs; ++i) {
    if (!inputs[i].defined()) continue;
    views[i] = torchpp::alias(inputs[i]);
    if (g.needs(i)) wanted.push_back(views[i]);
  }
  const TensorTriple results =
      recurrent_layer_by_steps(views[0], views[1], views[2], views[3], views[4], views[5], batch_sizes, mode, reverse);
  const Tensor* each[] = {&std::get<0>(results), &std::get<1>(results), &std::get<2>(results)};
  for (size_t k = 0; k < 3; ++k) {
    if (!each[k]->defined() || !g.grad(k).defined()) continue;
    outputs.push_back(*each[k]);
    gradients.push_back(g.grad(k));
  }
  const autograd::variable_list found = autograd::grad(outputs, wanted, gradients, true, true, true);
  size_t next = 0;
  for (size_t i = 0; i < kLayerInputs; ++i)
    if (inputs[i].defined() && g.needs(i)) g[i] = found[next++];
}

// Gradients of attention in blocks that can be differentiated again, or of its mask: those of attention by operators
// for all scores. The inputs are replaced by views, because one of them may have been computed from another.
void differentiate_matrices(Backward& g, const std::array<Tensor, 4>& inputs, bool is_causal) {
  const bool again = GradMode::is_enabled();
  const AutoGradMode enabled(true);
  Tensor views[4];
  autograd::variable_list wanted;
  for (size_t i = 0; i < 4; ++i) {
    if (!inputs[i].defined()) continue;
    views[i] = again ? torchpp::alias(inputs[i]) : inputs[i].detach().requires_grad_(g.needs(i));
    if (g.needs(i)) wanted.push_back(views[i]);
  }
  const Tensor y = std::get<0>(attention_of_matrices(views[0], views[1], views[2], views[3], 0, is_causal));
  const autograd::variable_list found = autograd::grad({y}, wanted, {g.grad()}, again, again, true);
  size_t next = 0;
  for (size_t i = 0; i < 4; ++i)
    if (g.needs(i)) g[i] = found[next++];
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor, Tensor> recurrent_layer(const Tensor& gates, const Tensor& hx, const Tensor& cx,
                                                           const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr,
                                                           IntArrayRef batch_sizes, int64_t mode, bool reverse,
                                                           bool keep) {
  Record r("_recurrent_layer", gates, hx, cx, w_hh, b_hh, w_hr);
  const Saved x = r.save(gates), h = r.save(hx), c = r.save(cx), w = r.save(w_hh), b = r.save(b_hh), p = r.save(w_hr),
              kept = r.save_result(true, 3);
  r.not_differentiable(3);
  return r.done(
      r.call(op::recurrent_layer, gates, hx, cx, w_hh, b_hh, w_hr, batch_sizes, mode, reverse, keep || r.active()),
      [=, batch_sizes = DimVector(batch_sizes)](Backward& g) {
        if (GradMode::is_enabled()) {
          const Tensor inputs[] = {g(x), g(h), g(c), g(w), g(b), g(p)};
          return differentiate_steps(g, inputs, batch_sizes, static_cast<RecurrentMode>(mode), reverse);
        }
        int64_t wanted = 0;
        for (size_t i = 0; i < kLayerInputs; ++i) wanted |= static_cast<int64_t>(g.needs(i)) << i;
        auto [dx, dh, dc, dw, db, dp] = op::recurrent_layer_backward(
            g(kept), g(h), g(c), g(w), g(p), g.grad(0), g.grad(1), g.grad(2), batch_sizes, mode, reverse, wanted);
        g[0] = dx, g[1] = dh, g[2] = dc, g[3] = dw, g[4] = db, g[5] = dp;
      });
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag_forward(const Tensor& weight, const Tensor& indices,
                                                                 const Tensor& offsets, bool scale_grad_by_freq,
                                                                 int64_t mode, bool sparse,
                                                                 const Tensor& per_sample_weights,
                                                                 bool include_last_offset, int64_t padding_idx) {
  Record r("_embedding_bag", weight, per_sample_weights);
  TORCHPP_CHECK_NOT_IMPLEMENTED(!sparse || !r.active(),
                                "embedding_bag: sparse gradients are not supported, expected sparse = false");
  const Saved w = r.save(weight), at = r.save(indices), starts = r.save(offsets), scale = r.save(per_sample_weights),
              bag_of = r.save_result(true, 1), sizes = r.save_result(true, 2), greatest = r.save_result(true, 3);
  return r.done(
      r.call(op::embedding_bag_forward, weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
             include_last_offset, padding_idx),
      [=, rows = weight.dim() == 2 ? weight.size(0) : 0](Backward& g) {
        const Tensor index = g(at);
        Tensor bags = g(bag_of);
        if (bags.numel() != index.numel()) bags = bags_of_indices(g(starts), index.numel());
        if (g.needs(0))
          g[0] = op::embedding_bag_dense_backward(g.grad(), index, bags, g(sizes), g(greatest), rows,
                                                  scale_grad_by_freq, mode, g(scale), padding_idx);
        if (g.needs(1))
          g[1] =
              op::embedding_bag_per_sample_weights_backward(g.grad(), g(w), index, g(starts), bags, mode, padding_idx);
      },
      [=](Forward& t) {
        const auto bag = [&](const Tensor& table, const Tensor& by) {
          return std::get<0>(op::embedding_bag_forward(table, t(at), t(starts), false, mode, false, by,
                                                       include_last_offset, padding_idx));
        };
        if (t.has(0) && mode == static_cast<int64_t>(BagMode::kMax)) {
          const Tensor empty = t.result(2).eq(0).unsqueeze(1);
          t[0] = t.tangent(0).gather(0, t.result(3).to(kLong)).masked_fill(empty, 0);
        } else if (t.has(0)) {
          t[0] = bag(t.tangent(0), t(scale));
        }
        if (t.has(1)) t[0] = sum_of(t[0], bag(t(w), t.tangent(1)));
      });
}

Tensor embedding_bag_dense_backward(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag,
                                    const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights,
                                    bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights,
                                    int64_t padding_idx) {
  Record r("_embedding_bag_dense_backward", grad, per_sample_weights);
  return r.done(r.call(op::embedding_bag_dense_backward, grad, indices, offset2bag, bag_size, maximum_indices,
                       num_weights, scale_grad_by_freq, mode, per_sample_weights, padding_idx),
                [](Backward&) { fail_formula("_embedding_bag_dense_backward"); });
}
Tensor embedding_bag_per_sample_weights_backward(const Tensor& grad, const Tensor& weight, const Tensor& indices,
                                                 const Tensor& offsets, const Tensor& offset2bag, int64_t mode,
                                                 int64_t padding_idx) {
  Record r("_embedding_bag_per_sample_weights_backward", grad, weight);
  return r.done(r.call(op::embedding_bag_per_sample_weights_backward, grad, weight, indices, offsets, offset2bag, mode,
                       padding_idx),
                [](Backward&) { fail_formula("_embedding_bag_per_sample_weights_backward"); });
}

TensorPair ctc_loss_forward(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                            IntArrayRef target_lengths, int64_t blank, bool zero_infinity) {
  Record r("ctc_loss", log_probs);
  const Saved probs = r.save(log_probs), labels = r.save(targets), loss = r.save_result(true, 0),
              alpha = r.save_result(true, 1);
  r.not_differentiable(1);
  return r.done(r.call(op::ctc_loss_forward, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity),
                [=, inputs = DimVector(input_lengths), lengths = DimVector(target_lengths)](Backward& g) {
                  g[0] = op::ctc_loss_backward(g.grad(), g(probs), g(labels), inputs, lengths, g(loss), g(alpha), blank,
                                               zero_infinity);
                });
}
Tensor ctc_loss_backward(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                         IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha,
                         int64_t blank, bool zero_infinity) {
  Record r("_ctc_loss_backward", grad, log_probs, neg_log_likelihood, log_alpha);
  return r.done(r.call(op::ctc_loss_backward, grad, log_probs, targets, input_lengths, target_lengths,
                       neg_log_likelihood, log_alpha, blank, zero_infinity),
                [](Backward&) { fail_formula("_ctc_loss_backward"); });
}

TensorPair attention_in_blocks(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask,
                               bool is_causal) {
  Record r("scaled_dot_product_attention", query, key, value, attn_mask);
  const Saved q = r.save(query), k = r.save(key), v = r.save(value), m = r.save(attn_mask), y = r.save_result(true, 0),
              log_sums = r.save_result(true, 1);
  r.not_differentiable(1);
  return r.done(
      r.call(op::attention_in_blocks, query, key, value, attn_mask, is_causal),
      [=](Backward& g) {
        if (GradMode::is_enabled() || g.needs(3)) {
          differentiate_matrices(g, {g(q), g(k), g(v), g(m)}, is_causal);
          return;
        }
        auto [dq, dk, dv] = op::attention_in_blocks_backward(g.grad(), g(q), g(k), g(v), g(m), g(y), g(log_sums),
                                                             is_causal, g.mask<3>());
        g[0] = dq, g[1] = dk, g[2] = dv;
      },
      [=](Forward& t) {
        const Tensor keys = t(k), queries = t(q);
        const Tensor weights = std::get<1>(attention_of_matrices(queries, keys, t(v), t(m), 0, is_causal));
        Tensor scores;
        if (t.has(0)) scores = t.tangent(0).matmul(keys.transpose(-2, -1));
        if (t.has(1)) scores = sum_of(scores, queries.matmul(t.tangent(1).transpose(-2, -1)));
        if (scores.defined()) scores = scores / std::sqrt(static_cast<double>(queries.size(-1)));
        if (t.has(3)) scores = sum_of(scores, t.tangent(3));
        if (scores.defined()) {
          const Tensor by_weights = weights * scores;
          t[0] = (by_weights - weights * by_weights.sum(-1, true)).matmul(t(v));
        }
        if (t.has(2)) t[0] = sum_of(t[0], weights.matmul(t.tangent(2)));
      });
}

}  // namespace torchpp::derivative
