// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/sequence_rules.h"

#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/search.h>

#include <algorithm>

#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp {
namespace {

Output tensor_of(DimVector sizes, ScalarType dtype) {
  Output o;
  o.sizes = std::move(sizes);
  o.dtype = dtype;
  o.dense = true;
  return o;
}
Output unwanted() {
  Output o;
  o.wanted = false;
  return o;
}

void check_sizes(const char* name, const Tensor& t, IntArrayRef sizes, ScalarType dtype) {
  if (!t.defined()) return;
  TORCHPP_CHECK(t.sizes() == sizes, "recurrent layer: ", name, " has sizes ", t.sizes(), ", expected ", sizes);
  TORCHPP_CHECK(t.scalar_type() == dtype, "recurrent layer: ", name, " is of ", t.scalar_type(), ", expected ", dtype);
}

// After the sizes, so that devices with different dtypes refuse wrong sizes alike.
void check_dtype(const Tensor& hx) {
  const ScalarType dtype = hx.scalar_type();
  const bool narrow = dtype == kHalf || dtype == kBFloat16;
  if (dtype != kFloat && dtype != kDouble && !(narrow && hx.is_cuda())) fail_dtype("recurrent_layer", dtype);
}

RecurrentShape recurrent_shape(ScalarType dtype, const Tensor& hx, const Tensor& cx, const Tensor& w_hh,
                               const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode) {
  TORCHPP_CHECK(mode >= 0 && mode <= static_cast<int64_t>(RecurrentMode::kGru), "recurrent layer: got mode ", mode,
                ", expected 0 to 3");
  TORCHPP_CHECK(hx.dim() == 2 && w_hh.dim() == 2 && !batch_sizes.empty(),
                "recurrent layer: expected matrices hx and w_hh and at least one step");
  RecurrentShape s{static_cast<RecurrentMode>(mode), 0, batch_sizes[0], 0, hx.size(1), w_hr.defined()};
  for (size_t i = 0; i < batch_sizes.size(); ++i) {
    TORCHPP_CHECK(batch_sizes[i] >= 0 && batch_sizes[i] <= (i == 0 ? s.batch : batch_sizes[i - 1]),
                  "recurrent layer: batch sizes must not grow, got ", batch_sizes);
    s.rows += batch_sizes[i];
  }
  s.hidden = w_hh.size(0) / gates_of(s.mode);
  const bool lstm = s.mode == RecurrentMode::kLstm;
  TORCHPP_CHECK(cx.defined() == lstm && (lstm || !w_hr.defined()),
                "recurrent layer: an LSTM has a cell state and may be projected, others not");
  check_sizes("hx", hx, {s.batch, s.projects ? s.projected : s.hidden}, dtype);
  check_sizes("cx", cx, {s.batch, s.hidden}, dtype);
  check_sizes("w_hh", w_hh, {gates_of(s.mode) * s.hidden, s.projected}, dtype);
  check_sizes("w_hr", w_hr, {s.projected, s.hidden}, dtype);
  return s;
}

}  // namespace

namespace rule {

RecurrentPlan recurrent_layer(const Out&, const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh,
                              const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t mode, bool,
                              bool keep) {
  const ScalarType dtype = gates.scalar_type();
  RecurrentPlan p;
  p.shape = recurrent_shape(dtype, hx, cx, w_hh, w_hr, batch_sizes, mode);
  const RecurrentShape& s = p.shape;
  check_sizes("gates", gates, {s.rows, gates_of(s.mode) * s.hidden}, dtype);
  check_sizes("b_hh", b_hh, {gates_of(s.mode) * s.hidden}, dtype);
  check_dtype(hx);
  p.outputs[0] = tensor_of({s.rows, s.projected}, dtype);
  p.outputs[1] = tensor_of({s.batch, s.projected}, dtype);
  p.outputs[2] = cx.defined() ? tensor_of({s.batch, s.hidden}, dtype) : unwanted();
  p.outputs[3] = keep ? tensor_of({s.rows, kept_of(s.mode) * s.hidden + s.projected}, dtype) : unwanted();
  return p;
}

RecurrentBackwardPlan recurrent_layer_backward(const Out&, const Tensor& saved, const Tensor& hx, const Tensor& cx,
                                               const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output,
                                               const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes,
                                               int64_t mode, bool, int64_t wanted) {
  const ScalarType dtype = saved.scalar_type();
  RecurrentBackwardPlan p;
  p.shape = recurrent_shape(dtype, hx, cx, w_hh, w_hr, batch_sizes, mode);
  const RecurrentShape& s = p.shape;
  const int64_t width = gates_of(s.mode) * s.hidden;
  check_sizes("saved", saved, {s.rows, kept_of(s.mode) * s.hidden + s.projected}, dtype);
  check_sizes("grad_output", grad_output, {s.rows, s.projected}, dtype);
  check_sizes("grad_hy", grad_hy, {s.batch, s.projected}, dtype);
  check_sizes("grad_cy", grad_cy, {s.batch, s.hidden}, dtype);
  check_dtype(hx);
  const auto asked = [&](size_t i, DimVector sizes) {
    p.outputs[i] = (wanted >> i & 1) != 0 ? tensor_of(std::move(sizes), dtype) : unwanted();
  };
  p.outputs[0] = tensor_of({s.rows, width}, dtype);  // the first three are computed anyway
  p.outputs[1] = tensor_of({s.batch, s.projected}, dtype);
  p.outputs[2] = cx.defined() ? tensor_of({s.batch, s.hidden}, dtype) : unwanted();
  asked(3, {width, s.projected});
  asked(4, {width});
  asked(5, {s.projected, s.hidden});
  if (!s.projects) p.outputs[5] = unwanted();
  return p;
}

}  // namespace rule

namespace {

// A result whose dimensions but the last lie in memory in the order of those of `like`: heads that are a dimension of
// `like` between its rows and its features are one in the result.
Output ordered_as(const Tensor& like, DimVector sizes) {
  Output o = tensor_of(std::move(sizes), like.scalar_type());
  const size_t n = o.sizes.size();
  if (like.is_contiguous()) return o;
  DimVector order(n - 1);
  for (size_t i = 0; i + 1 < n; ++i) {
    const int64_t stride = like.stride(static_cast<int64_t>(i));
    if (stride == 0 && o.sizes[i] > 1) return o;
    size_t at = i;
    for (; at > 0 && like.stride(order[at - 1]) < stride; --at) order[at] = order[at - 1];
    order[at] = static_cast<int64_t>(i);
  }
  o.strides = DimVector(n);
  int64_t stride = o.strides[n - 1] = 1;
  stride *= std::max<int64_t>(o.sizes[n - 1], 1);
  for (size_t i = n - 1; i-- > 0;) {
    const size_t d = static_cast<size_t>(order[i]);
    o.strides[d] = stride;
    stride *= std::max<int64_t>(o.sizes[d], 1);
  }
  return o;
}

AttentionShape attention_shape(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  const ScalarType dtype = query.scalar_type();
  if (!isFloatingType(dtype)) fail_dtype("scaled_dot_product_attention", dtype);
  TORCHPP_CHECK(key.scalar_type() == dtype && value.scalar_type() == dtype,
                "scaled_dot_product_attention: query, key and value are of ", dtype, ", ", key.scalar_type(), " and ",
                value.scalar_type(), ", expected one dtype");
  const int64_t dims = query.dim();
  TORCHPP_CHECK(dims >= 2 && key.dim() == dims && value.dim() == dims,
                "scaled_dot_product_attention: query, key and value have sizes ", query.sizes(), ", ", key.sizes(),
                " and ", value.sizes(), ", expected as many dimensions of each, at least 2");
  AttentionShape s{1, query.size(-2), key.size(-2), query.size(-1), value.size(-1)};
  for (int64_t d = 0; d < dims - 2; ++d) s.heads *= query.size(d);
  DimVector expected(query.sizes());
  const auto check = [&](const char* name, const Tensor& t, int64_t rows, int64_t columns) {
    expected[static_cast<size_t>(dims - 2)] = rows, expected[static_cast<size_t>(dims - 1)] = columns;
    TORCHPP_CHECK(t.sizes() == IntArrayRef(expected), "scaled_dot_product_attention: ", name, " has sizes ", t.sizes(),
                  ", expected ", expected);
  };
  check("key", key, s.keys, s.features);
  check("value", value, s.keys, s.value_features);
  if (mask.defined()) {
    check("attn_mask", mask, s.queries, s.keys);
    TORCHPP_CHECK(mask.scalar_type() == kBool || isFloatingType(mask.scalar_type()),
                  "scaled_dot_product_attention: attn_mask is of ", mask.scalar_type(), ", expected bool or floating");
  }
  return s;
}

}  // namespace

namespace rule {

AttentionPlan attention_in_blocks(const Out&, const Tensor& query, const Tensor& key, const Tensor& value,
                                  const Tensor& attn_mask, bool) {
  AttentionPlan p;
  p.shape = attention_shape(query, key, value, attn_mask);
  const IntArrayRef rows = query.sizes().slice(0, query.sizes().size() - 1);
  DimVector sizes(rows);
  sizes.push_back(p.shape.value_features);
  p.outputs[0] = ordered_as(query, std::move(sizes));
  p.outputs[1] = tensor_of(rows, query.scalar_type() == kDouble ? kDouble : kFloat);
  return p;
}

AttentionBackwardPlan attention_in_blocks_backward(const Out&, const Tensor& grad, const Tensor& query,
                                                   const Tensor& key, const Tensor& value, const Tensor& attn_mask,
                                                   const Tensor& output, const Tensor& log_sums, bool,
                                                   std::array<bool, 3> output_mask) {
  AttentionBackwardPlan p;
  p.shape = attention_shape(query, key, value, attn_mask);
  TORCHPP_CHECK(grad.sizes() == output.sizes() && grad.scalar_type() == query.scalar_type() &&
                    output.scalar_type() == query.scalar_type() &&
                    log_sums.sizes() == query.sizes().slice(0, query.sizes().size() - 1),
                "scaled_dot_product_attention: the gradient has sizes ", grad.sizes(), ", the result ", output.sizes());
  const Tensor* like[] = {&query, &key, &value};
  for (size_t i = 0; i < 3; ++i) p.outputs[i] = output_mask[i] ? ordered_as(*like[i], like[i]->sizes()) : unwanted();
  return p;
}

}  // namespace rule

Tensor bags_of_indices(const Tensor& offsets, int64_t indices) {
  // Without bags the indices are behind the last one, as 0 is.
  if (offsets.numel() == 0) {
    const NoGradGuard no_grad;
    return zeros({indices}, TensorOptions(kLong).device(offsets.device()));
  }
  if (!offsets.is_cpu()) {
    const NoGradGuard no_grad;
    const Tensor places = arange(indices, TensorOptions(kLong).device(offsets.device()));
    return searchsorted(converted(offsets, kLong), places, false, /*right=*/true).sub_(1);
  }
  const DenseOperand starts(offsets, kLong);
  Tensor bags(make_tensor({indices}, kLong, Device(kCPU)));
  const int64_t *start = starts.data<int64_t>(), count = offsets.numel();
  int64_t* to = static_cast<int64_t*>(bags.impl()->data());
  for (int64_t b = 0; b < count; ++b) std::fill(to + start[b], to + (b + 1 < count ? start[b + 1] : indices), b);
  return bags;
}

namespace rule {
namespace {

void check_one_of(const char* name, const Tensor& t, std::initializer_list<ScalarType> dtypes, const char* names,
                  const char* op) {
  const ScalarType dtype = t.scalar_type();
  TORCHPP_CHECK(std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end(), "Expected tensor for argument #1 '",
                name, "' to have one of the following scalar types: ", names, "; but got ", dtype,
                " instead (while checking arguments for ", op, ")");
}

void check_offsets(const Tensor& indices, const Tensor& offsets) {
  if (!indices.is_cpu() || !offsets.is_cpu() || offsets.numel() == 0) return;
  const DenseOperand dense_offsets(offsets, kLong);
  const int64_t *start = dense_offsets.data<int64_t>(), count = offsets.numel();
  TORCHPP_CHECK(start[0] == 0,
                "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. "
                "However, got ",
                start[0]);
  TORCHPP_CHECK(start[count - 1] <= indices.numel(), "offsets[-1] can not be greater than input's length ",
                indices.numel(), " but got offsets[-1] of ", start[count - 1]);
  TORCHPP_CHECK(std::is_sorted(start, start + count), "embedding_bag: offsets must not descend");
}
[[noreturn]] TORCHPP_COLD void fail_row(int64_t index, size_t, int64_t) {
  TORCHPP_FAIL_KIND(kError, "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be ", index);
}

void check_defined(std::initializer_list<const Tensor*> tensors) {
  for (const Tensor* t : tensors)
    TORCHPP_CHECK(t->defined(), "embedding_bag_backward: Expected a proper Tensor but got None");
}

void check_mode(int64_t mode) {
  TORCHPP_CHECK(mode >= 0 && mode <= 2, "embedding_bag: got mode ", mode, ", expected 0 (sum), 1 (mean) or 2 (max)");
}

}  // namespace

EmbeddingBagPlan embedding_bag_forward(const Out&, const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                                       bool, int64_t mode, bool, const Tensor& per_sample_weights,
                                       bool include_last_offset, int64_t padding_idx) {
  check_one_of("indices", indices, {kLong, kInt}, "Long, Int", "embedding_bag");
  check_one_of("offsets", offsets, {kLong, kInt}, "Long, Int", "embedding_bag");
  check_one_of("weight", weight, {kHalf, kBFloat16, kFloat, kDouble}, "Half, Float, Double", "embedding_bag");
  check_mode(mode);
  TORCHPP_CHECK(weight.dim() == 2, "embedding_bag: weight has ", weight.dim(), " dimensions, expected 2");
  TORCHPP_CHECK(offsets.dim() == 1, "embedding_bag: offsets have ", offsets.dim(), " dimensions, expected 1");
  if (per_sample_weights.defined()) {
    TORCHPP_CHECK(mode == static_cast<int64_t>(BagMode::kSum),
                  "embedding_bag: per_sample_weights only supported with mode='sum'");
    TORCHPP_CHECK(per_sample_weights.scalar_type() == weight.scalar_type(),
                  "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
                  "'per_sample_weights'; but type ",
                  weight.scalar_type(), " does not equal ", per_sample_weights.scalar_type(),
                  " (while checking arguments for embedding_bag)");
    TORCHPP_CHECK(per_sample_weights.dim() == 1 && per_sample_weights.numel() == indices.numel(), "embedding_bag: got ",
                  per_sample_weights.numel(), " per_sample_weights for ", indices.numel(), " indices");
  }
  TORCHPP_CHECK(!include_last_offset || offsets.numel() >= 1,
                "include_last_offset: number of offset should be at least 1");
  check_offsets(indices, offsets);
  check_positions(indices, 0, 0, weight.size(0), fail_row);
  const int64_t bags = offsets.numel() - (include_last_offset ? 1 : 0);
  const ScalarType index = indices.scalar_type() == kInt && offsets.scalar_type() == kInt ? kInt : kLong;
  // libtorch returns the bags of a sum's indices of doubles, too, and where a row's elements lie apart; the gradient
  // finds them again.
  const bool found_again = mode == static_cast<int64_t>(BagMode::kSum) && padding_idx < 0;
  EmbeddingBagPlan p;
  p.outputs[0] = tensor_of({bags, weight.size(1)}, weight.scalar_type());
  p.outputs[1] = tensor_of({found_again ? 0 : indices.numel()}, index);
  p.outputs[2] = tensor_of({bags}, index);
  p.outputs[3] =
      mode == static_cast<int64_t>(BagMode::kMax) ? tensor_of({bags, weight.size(1)}, index) : tensor_of({bags}, index);
  return p;
}

EmbeddingBagBackwardPlan embedding_bag_dense_backward(const Out&, const Tensor& grad, const Tensor& indices,
                                                      const Tensor& offset2bag, const Tensor& bag_size,
                                                      const Tensor& maximum_indices, int64_t num_weights, bool,
                                                      int64_t mode, const Tensor& per_sample_weights, int64_t) {
  check_defined({&grad, &indices, &offset2bag, &bag_size, &maximum_indices});
  check_one_of("grad", grad, {kHalf, kBFloat16, kFloat, kDouble}, "Half, Float, Double", "embedding_bag_backward");
  check_mode(mode);
  TORCHPP_CHECK(grad.dim() == 2, "embedding_bag_backward: grad has ", grad.dim(), " dimensions, expected 2");
  if (mode == static_cast<int64_t>(BagMode::kMax)) {
    TORCHPP_CHECK(maximum_indices.sizes() == grad.sizes(),
                  "embedding_bag_backward: the greatest elements' indices "
                  "have sizes ",
                  maximum_indices.sizes(), ", expected ", grad.sizes());
  } else {
    TORCHPP_CHECK(offset2bag.numel() == indices.numel(), "embedding_bag_backward: got ", offset2bag.numel(),
                  " bags for ", indices.numel(), " indices");
    check_positions(indices, 0, 0, num_weights, fail_row);
  }
  TORCHPP_CHECK(bag_size.numel() == grad.size(0), "embedding_bag_backward: got sizes of ", bag_size.numel(),
                " bags, expected ", grad.size(0));
  TORCHPP_CHECK(!per_sample_weights.defined() || per_sample_weights.numel() == indices.numel(),
                "embedding_bag_backward: expected a weight for each index");
  EmbeddingBagBackwardPlan p;
  p.outputs[0] = tensor_of({num_weights, grad.size(1)}, grad.scalar_type());
  return p;
}

EmbeddingBagBackwardPlan embedding_bag_per_sample_weights_backward(const Out&, const Tensor& grad, const Tensor& weight,
                                                                   const Tensor& indices, const Tensor& offsets,
                                                                   const Tensor& offset2bag, int64_t mode, int64_t) {
  check_defined({&grad, &weight, &indices, &offsets, &offset2bag});
  TORCHPP_CHECK(mode == static_cast<int64_t>(BagMode::kSum),
                "embedding_bag_backward: per_sample_weights only supported for mode='sum'");
  check_one_of("grad", grad, {kHalf, kBFloat16, kFloat, kDouble}, "Half, Float, Double", "embedding_bag_backward");
  TORCHPP_CHECK(grad.dim() == 2 && weight.dim() == 2 && grad.size(1) == weight.size(1) &&
                    grad.scalar_type() == weight.scalar_type(),
                "embedding_bag_backward: grad and weight must be matrices of one width and dtype");
  TORCHPP_CHECK(offset2bag.numel() == 0 || offset2bag.numel() == indices.numel(), "embedding_bag_backward: got ",
                offset2bag.numel(), " bags for ", indices.numel(), " indices");
  check_offsets(indices, offsets);
  check_positions(indices, 0, 0, weight.size(0), fail_row);
  EmbeddingBagBackwardPlan p;
  p.outputs[0] = tensor_of({indices.numel()}, grad.scalar_type());
  return p;
}

namespace {

CtcShape ctc_shape(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                   IntArrayRef target_lengths, int64_t blank) {
  TORCHPP_CHECK(log_probs.dim() == 3, "Expected 3-dimensional tensor, but got ", log_probs.dim(),
                "-dimensional tensor for argument #1 'log_probs' (while checking arguments for ctc_loss_cpu)");
  if (!isFloatingType(log_probs.scalar_type())) fail_dtype("ctc_loss_cpu", log_probs.scalar_type());
  TORCHPP_CHECK(targets.scalar_type() == kLong || targets.scalar_type() == kInt,
                "Expected tensor for argument #2 'targets' to have scalar type Int; but got ", targets.scalar_type(),
                " instead (while checking arguments for ctc_loss_cpu)");
  CtcShape s{log_probs.size(0), log_probs.size(1), log_probs.size(2), 0, targets.dim() == 1};
  TORCHPP_CHECK(blank >= 0 && blank < s.classes, "blank must be in label range");
  TORCHPP_CHECK(static_cast<int64_t>(input_lengths.size()) == s.batch, "input_lengths must be of size batch_size");
  TORCHPP_CHECK(static_cast<int64_t>(target_lengths.size()) == s.batch, "target_lengths must be of size batch_size");
  TORCHPP_CHECK(targets.dim() == 1 || targets.dim() == 2, "Expected 1 to 2-dimensional targets, got ", targets.dim());
  int64_t sum = 0;
  for (int64_t n : target_lengths) {
    TORCHPP_CHECK(n >= 0, "Expected target_lengths to have value at least 0, but got value ", n,
                  " (while checking arguments for ctc_loss_cpu)");
    s.longest = std::max(s.longest, n);
    sum += n;
  }
  for (int64_t n : input_lengths)
    TORCHPP_CHECK(n >= 0 && n <= s.steps, "Expected input_lengths to have value at most ", s.steps, ", but got value ",
                  n, " (while checking arguments for ctc_loss_cpu)");
  if (s.joined)
    TORCHPP_CHECK(targets.size(0) == sum, "Expected tensor to have size ", sum, " at dimension 0, but got size ",
                  targets.size(0), " for argument #2 'targets' (while checking arguments for ctc_loss_cpu)");
  else
    TORCHPP_CHECK(targets.size(0) == s.batch && targets.size(1) >= s.longest, "Expected tensor to have size at least ",
                  s.longest, " at dimension 1, but got size ", targets.size(1),
                  " for argument #2 'targets' (while checking arguments for ctc_loss_cpu)");
  return s;
}

}  // namespace

CtcPlan ctc_loss_forward(const Out&, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                         IntArrayRef target_lengths, int64_t blank, bool) {
  CtcPlan p;
  p.shape = ctc_shape(log_probs, targets, input_lengths, target_lengths, blank);
  p.outputs[0] = tensor_of({p.shape.batch}, log_probs.scalar_type());
  p.outputs[1] = tensor_of({p.shape.batch, p.shape.steps, 2 * p.shape.longest + 1}, log_probs.scalar_type());
  return p;
}
CtcBackwardPlan ctc_loss_backward(const Out&, const Tensor& grad, const Tensor& log_probs, const Tensor& targets,
                                  IntArrayRef input_lengths, IntArrayRef target_lengths,
                                  const Tensor& neg_log_likelihood, const Tensor& log_alpha, int64_t blank, bool) {
  CtcBackwardPlan p;
  p.shape = ctc_shape(log_probs, targets, input_lengths, target_lengths, blank);
  const CtcShape& s = p.shape;
  TORCHPP_CHECK(grad.numel() == s.batch && neg_log_likelihood.numel() == s.batch &&
                    log_alpha.sizes() == IntArrayRef({s.batch, s.steps, 2 * s.longest + 1}),
                "ctc_loss_backward: the results of ctc_loss do not fit the arguments");
  p.outputs[0] = tensor_of({s.steps, s.batch, s.classes}, log_probs.scalar_type());
  return p;
}

}  // namespace rule
}  // namespace torchpp
