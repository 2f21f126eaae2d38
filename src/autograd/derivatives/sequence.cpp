// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/sequence.ops.
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "src/autograd/derivative.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/generated/shape.h"
#include "src/ops/sequence_rules.h"
#include "src/ops/sparse.h"

namespace torchpp::derivative {

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
    // The cell state of a single step does not depend on the projection.
    if (!each[k]->defined() || !g.grad(k).defined() || !each[k]->requires_grad()) continue;
    outputs.push_back(*each[k]);
    gradients.push_back(g.grad(k));
  }
  if (outputs.empty()) return;
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

// The elements of a table that were the greatest of each bag; 0 for bags without elements, whose index may be -1.
Tensor of_greatest(const Tensor& table, const Tensor& index, const Tensor& bag_size) {
  return table.gather(0, index.to(kLong).clamp_min(0)).masked_fill(bag_size.eq(0).unsqueeze(1), 0);
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
  const Saved w = r.save(weight), at = r.save(indices), starts = r.save(offsets), scale = r.save(per_sample_weights),
              bag_of = r.save_result(true, 1), sizes = r.save_result(true, 2), greatest = r.save_result(true, 3);
  return r.done(
      r.call(op::embedding_bag_forward, weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
             include_last_offset, padding_idx),
      [=, rows = weight.dim() == 2 ? weight.size(0) : 0](Backward& g) {
        const Tensor index = g(at);
        Tensor bags = g(bag_of);
        if (bags.numel() != index.numel()) bags = bags_of_indices(g(starts), index.numel());
        if (g.needs(0) && sparse && mode != static_cast<int64_t>(BagMode::kMax))
          g[0] = sparse_gradients("embedding_bag")
                     .embedding_bag(g.grad(), index, g(starts), bags, g(sizes), rows, scale_grad_by_freq, mode,
                                    g(scale), padding_idx);
        else if (g.needs(0))
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
          t[0] = of_greatest(t.tangent(0), t.result(3), t.result(2));
        } else if (t.has(0)) {
          t[0] = bag(t.tangent(0), t(scale));
        }
        if (t.has(1)) t[0] = sum_of(t[0], bag(t(w), t.tangent(1)));
      });
}

namespace {

// What the gradient of a table of rows is a sum of: row index[k] gets factor[k] times the gradient of bag bag[k]. There
// is a bag at least. Indices behind the end of the last bag are in none.
struct BagTerms {
  Tensor index, bag, factor;

  BagTerms(const Tensor& indices, const Tensor& bags, const Tensor& of_bags)
      : index(indices.to(kLong)), bag(bags.to(kLong)), factor(bag.lt(of_bags.size(0)).to(of_bags.scalar_type())) {
    bag = bag.clamp_max(of_bags.size(0) - 1);
  }
  void scale(const Tensor& by) { factor = factor * by; }
  Tensor scaled(const Tensor& lines) const { return lines * factor.unsqueeze(1); }
  // To each bag from its rows, and the other way round.
  Tensor to_bags(const Tensor& rows, IntArrayRef sizes) const {
    return rows.new_zeros(sizes).index_add(0, bag, scaled(rows.index_select(0, index)));
  }
  Tensor to_rows(const Tensor& bags, IntArrayRef sizes) const {
    return bags.new_zeros(sizes).index_add(0, index, scaled(bags.index_select(0, bag)));
  }
};

}  // namespace

// Linear in the gradient, and in the weights of the samples.
Tensor embedding_bag_dense_backward(const Tensor& grad, const Tensor& indices, const Tensor& offset2bag,
                                    const Tensor& bag_size, const Tensor& maximum_indices, int64_t num_weights,
                                    bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights,
                                    int64_t padding_idx) {
  Record r("_embedding_bag_dense_backward", grad, per_sample_weights);
  const Saved dy = r.save(grad), at = r.save(indices), bags = r.save(offset2bag), sizes = r.save(bag_size),
              greatest = r.save(maximum_indices), scale = r.save(per_sample_weights);
  const bool is_max = mode == static_cast<int64_t>(BagMode::kMax);
  // The terms without the samples' weights.
  const auto terms_of = [=](const auto& saved) {
    BagTerms terms(saved(at), saved(bags), saved(dy));
    const ScalarType dtype = saved(dy).scalar_type();
    if (mode == static_cast<int64_t>(BagMode::kMean))
      terms.scale(saved(sizes).clamp_min(1).to(dtype).reciprocal().index_select(0, terms.bag));
    if (scale_grad_by_freq)
      terms.scale(terms.index.bincount({}, num_weights).to(dtype).reciprocal().index_select(0, terms.index));
    if (padding_idx >= 0) terms.scale(terms.index.ne(padding_idx).to(dtype));
    return terms;
  };
  return r.done(
      r.call(op::embedding_bag_dense_backward, grad, indices, offset2bag, bag_size, maximum_indices, num_weights,
             scale_grad_by_freq, mode, per_sample_weights, padding_idx),
      [=](Backward& g) {
        if (g(dy).size(0) == 0) return;  // no bags
        if (is_max) {
          g[0] = of_greatest(g.grad(), g(greatest), g(sizes));
          return;
        }
        BagTerms terms = terms_of(g);
        if (g.needs(1)) {
          const Tensor rows = g.grad().index_select(0, terms.index), lines = g(dy).index_select(0, terms.bag);
          g[1] = (terms.scaled(rows) * lines).sum(IntArrayRef(1));
        }
        if (!g.needs(0)) return;
        if (g(scale).defined()) terms.scale(g(scale));
        g[0] = terms.to_bags(g.grad(), g(dy).sizes());
      },
      [=](Forward& t) {
        const auto gradient = [&](const Tensor& d, const Tensor& by) {
          return op::embedding_bag_dense_backward(d, t(at), t(bags), t(sizes), t(greatest), num_weights,
                                                  scale_grad_by_freq, mode, by, padding_idx);
        };
        t[0] = sum_of(t.has(0) ? gradient(t.tangent(0), t(scale)) : Tensor(),
                      t.has(1) ? gradient(t(dy), t.tangent(1)) : Tensor());
      });
}

// A product of rows of the gradient and of the table.
Tensor embedding_bag_per_sample_weights_backward(const Tensor& grad, const Tensor& weight, const Tensor& indices,
                                                 const Tensor& offsets, const Tensor& offset2bag, int64_t mode,
                                                 int64_t padding_idx) {
  Record r("_embedding_bag_per_sample_weights_backward", grad, weight);
  const Saved dy = r.save(grad), w = r.save(weight), at = r.save(indices), starts = r.save(offsets),
              bags = r.save(offset2bag);
  return r.done(
      r.call(op::embedding_bag_per_sample_weights_backward, grad, weight, indices, offsets, offset2bag, mode,
             padding_idx),
      [=](Backward& g) {
        const Tensor index = g(at), given = g(bags);
        if (g(dy).size(0) == 0) return;  // no bags
        BagTerms terms(index, given.numel() == index.numel() ? given : bags_of_indices(g(starts), index.numel()),
                       g(dy));
        terms.scale(padding_idx < 0 ? g.grad() : g.grad().masked_fill(terms.index.eq(padding_idx), 0));
        if (g.needs(0)) g[0] = terms.to_bags(g(w), g(dy).sizes());
        if (g.needs(1)) g[1] = terms.to_rows(g(dy), g(w).sizes());
      },
      [=](Forward& t) {
        const auto product = [&](const Tensor& d, const Tensor& table) {
          return op::embedding_bag_per_sample_weights_backward(d, table, t(at), t(starts), t(bags), mode, padding_idx);
        };
        t[0] = sum_of(t.has(0) ? product(t.tangent(0), t(w)) : Tensor(),
                      t.has(1) ? product(t(dy), t.tangent(1)) : Tensor());
      });
}

namespace {

struct CtcLengths {
  DimVector inputs, targets;
  int64_t blank;
  bool zero_infinity;
};

// The logarithm of 0, finite, so that the formulas of sums of powers have derivatives.
constexpr double kLogZero = -1e30;

// The negative log-likelihoods by operators, which can be differentiated as often as wished. A sequence without a way
// to spell its target gets -kLogZero. Graves et al. 2006, equations 6 to 8, in logarithms.
Tensor ctc_by_steps(const Tensor& log_probs, const Tensor& targets, const CtcLengths& lengths) {
  const int64_t steps = log_probs.size(0), batch = log_probs.size(1);
  int64_t longest = 0;
  for (int64_t n : lengths.targets) longest = std::max(longest, n);
  const int64_t symbols = 2 * longest + 1;
  // Blanks between, before and behind the labels; and which symbols may follow the one two places before.
  const Tensor labels = targets.to(Device(kCPU), kLong).contiguous();
  const int64_t* from = labels.data_ptr<int64_t>();
  std::vector<int64_t> spelled(static_cast<size_t>(batch * symbols), lengths.blank), last, last_label;
  std::vector<uint8_t> skips(spelled.size(), 0);
  int64_t joined = 0;
  for (int64_t b = 0; b < batch; ++b) {
    const int64_t n = lengths.targets[static_cast<size_t>(b)];
    const int64_t* target = from + (labels.dim() == 1 ? joined : b * labels.size(1));
    for (int64_t i = 0; i < n; ++i) {
      const size_t to = static_cast<size_t>(b * symbols + 2 * i + 1);
      spelled[to] = target[i];
      skips[to] = i > 0 && target[i] != target[i - 1];
    }
    joined += n;
    last.push_back(2 * n);
    last_label.push_back(n > 0 ? 2 * n - 1 : 2 * n);
  }
  const auto on_device = [&](const Tensor& t) { return t.to(log_probs.device()); };
  const auto table = [&](const std::vector<int64_t>& v, IntArrayRef sizes) {
    return on_device(torchpp::tensor(v, kLong).view(sizes));
  };
  const Tensor symbol = table(spelled, {batch, symbols});
  const Tensor no_skip =
      on_device(torchpp::tensor(std::vector<int64_t>(skips.begin(), skips.end()), kLong)).view({batch, symbols}).eq(0);
  const Tensor probs = log_probs.gather(2, symbol.unsqueeze(0).expand({steps, batch, symbols}));
  const Tensor input_length = table(std::vector<int64_t>(lengths.inputs.begin(), lengths.inputs.end()), {batch, 1});
  // Before the first step: the place before the first blank has probability 1.
  const Tensor never = log_probs.new_full({batch, symbols}, kLogZero);
  Tensor ways = never;
  const auto shifted = [&](const Tensor& t, int64_t by) {
    return by >= symbols ? never : op::cat(Out(), {never.narrow(1, 0, by), t.narrow(1, 0, symbols - by)}, 1);
  };
  for (int64_t step = 0; step < steps; ++step) {
    Tensor next;
    if (step == 0) {
      const Tensor starts = torchpp::arange(symbols, TensorOptions(kLong).device(log_probs.device())).lt(2);
      next = torchpp::where(starts, probs.select(0, 0), never);
    } else {
      const Tensor skipped = shifted(ways, 2).masked_fill(no_skip, kLogZero);
      next = ways.logaddexp(shifted(ways, 1)).logaddexp(skipped) + probs.select(0, step);
    }
    ways = torchpp::where(input_length.gt(step), next, ways);
  }
  const Tensor end = ways.gather(1, table(last, {batch, 1})), label = ways.gather(1, table(last_label, {batch, 1}));
  const Tensor both = torchpp::where(table(last, {batch, 1}).eq(0), end, end.logaddexp(label));
  return both.squeeze(1).neg();
}

// How the gradient grad * (p - posterior), by which libtorch's convention log_probs come from log_softmax, changes with
// log_probs.
Tensor ctc_gradient_change(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, const Tensor& loss,
                           const CtcLengths& lengths, const Tensor& change) {
  const bool differentiable = GradMode::is_enabled();
  Tensor product;
  if (log_probs.numel() != 0) {
    const AutoGradMode with_grad(true);
    const Tensor x = differentiable ? torchpp::alias(log_probs) : log_probs.detach();
    if (!x.requires_grad()) x.requires_grad_();
    const Tensor scale = differentiable ? grad : grad.detach(), by = differentiable ? change : change.detach();
    const Tensor slope = autograd::grad({ctc_by_steps(x, targets, lengths)}, {x}, {scale}, true, true)[0];
    if (slope.requires_grad()) product = autograd::grad({slope}, {x}, {by}, differentiable, differentiable, true)[0];
  }
  Tensor total = product.defined() ? product : zeros_like(log_probs);
  DimVector rows(3, 1);
  rows[0] = log_probs.size(0);
  const Tensor step = torchpp::arange(rows[0], TensorOptions(kLong).device(log_probs.device())).view(rows);
  const Tensor lengths_of = torchpp::tensor(std::vector<int64_t>(lengths.inputs.begin(), lengths.inputs.end()), kLong)
                                .to(log_probs.device())
                                .view({1, -1, 1});
  const Tensor own = grad.view({1, -1, 1}) * log_probs.exp() * change;
  total = total + own.masked_fill(step.ge(lengths_of), 0);
  const Tensor impossible = loss.isinf().view({1, -1, 1});
  return total.masked_fill(impossible, lengths.zero_infinity ? 0 : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

TensorPair ctc_loss_forward(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                            IntArrayRef target_lengths, int64_t blank, bool zero_infinity) {
  Record r("ctc_loss", log_probs);
  const Saved probs = r.save(log_probs), labels = r.save(targets), loss = r.save_result(true, 0),
              alpha = r.save_result(true, 1);
  r.not_differentiable(1);
  const auto gradient = [=, inputs = DimVector(input_lengths), lengths = DimVector(target_lengths)](
                            const auto& saved, const Tensor& grad, const Tensor& losses, const Tensor& alphas) {
    return op::ctc_loss_backward(grad, saved(probs), saved(labels), inputs, lengths, losses, alphas, blank,
                                 zero_infinity);
  };
  return r.done(
      r.call(op::ctc_loss_forward, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity),
      [=](Backward& g) { g[0] = gradient(g, g.grad(), g(loss), g(alpha)); },
      [=](Forward& t) {
        const Tensor ones = autograd::full_like(t.result(0), t.result(0).sizes(), 1);
        t[0] = (gradient(t, ones, t.result(0), t.result(1)) * t.tangent()).sum({0, 2});
      });
}
// The results of ctc_loss count as functions of log_probs.
Tensor ctc_loss_backward(const Tensor& grad, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                         IntArrayRef target_lengths, const Tensor& neg_log_likelihood, const Tensor& log_alpha,
                         int64_t blank, bool zero_infinity) {
  Record r("_ctc_loss_backward", grad, log_probs);
  const Saved dy = r.save(grad), probs = r.save(log_probs), labels = r.save(targets), loss = r.save(neg_log_likelihood),
              alpha = r.save(log_alpha);
  const CtcLengths lengths = {DimVector(input_lengths), DimVector(target_lengths), blank, zero_infinity};
  return r.done(
      r.call(op::ctc_loss_backward, grad, log_probs, targets, input_lengths, target_lengths, neg_log_likelihood,
             log_alpha, blank, zero_infinity),
      [=](Backward& g) {
        if (g.needs(0)) {
          const Tensor each =
              op::ctc_loss_backward(autograd::full_like(g(dy), g(dy).sizes(), 1), g(probs), g(labels), lengths.inputs,
                                    lengths.targets, g(loss), g(alpha), blank, zero_infinity);
          g[0] = (each * g.grad()).sum({0, 2});
        }
        if (g.needs(1)) g[1] = ctc_gradient_change(g(dy), g(probs), g(labels), g(loss), lengths, g.grad());
      },
      [=](Forward& t) {
        if (t.has(0))
          t[0] = op::ctc_loss_backward(t.tangent(0), t(probs), t(labels), lengths.inputs, lengths.targets, t(loss),
                                       t(alpha), blank, zero_infinity);
        // The gradient's own derivative is symmetric.
        if (t.has(1))
          t[0] = sum_of(t[0], ctc_gradient_change(t(dy), t(probs), t(labels), t(loss), lengths, t.tangent(1)));
      });
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
