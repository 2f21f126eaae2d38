// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/attention.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/nested.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/sequence.h>
#include <torchpp/ops/shape.h>

#include <cmath>
#include <limits>
#include <ostream>

#include <torchpp/core/log.h>

#include "modules/inference_path.h"
#include "modules/module_private.h"
#include "src/core/thread_state.h"

namespace torchpp::nn {

namespace functional {
namespace {

using Options = MultiheadAttentionForwardFuncOptions;

constexpr double kBlocked = -std::numeric_limits<double>::infinity();

struct Projected {
  Tensor query, key, value;  // (L, N, E), (S, N, E), (S, N, E)
};

// The part of the features [begin, end) of a projection; of an undefined bias there is none.
Tensor rows(const Tensor& t, int64_t begin, int64_t end) { return t.defined() ? t.slice(0, begin, end) : Tensor(); }

Projected project(const Tensor& query, const Tensor& key, const Tensor& value, const Options& o) {
  const int64_t features = o.embed_dim_to_check();
  const Tensor &weight = o.in_proj_weight(), &bias = o.in_proj_bias();
  const auto bias_of = [&](int64_t part) { return rows(bias, part * features, (part + 1) * features); };
  if (o.use_separate_proj_weight())
    return {torchpp::linear(query, o.q_proj_weight(), bias_of(0)), torchpp::linear(key, o.k_proj_weight(), bias_of(1)),
            torchpp::linear(value, o.v_proj_weight(), bias_of(2))};
  if (query.is_same(key) && key.is_same(value)) {
    const std::vector<Tensor> parts = torchpp::linear(query, weight, bias).chunk(3, -1);
    return {parts[0], parts[1], parts[2]};
  }
  const Tensor q = torchpp::linear(query, rows(weight, 0, features), bias_of(0));
  if (key.is_same(value)) {
    const Tensor both = torchpp::linear(key, rows(weight, features, 3 * features), rows(bias, features, 3 * features));
    const std::vector<Tensor> parts = both.chunk(2, -1);
    return {q, parts[0], parts[1]};
  }
  return {q, torchpp::linear(key, rows(weight, features, 2 * features), bias_of(1)),
          torchpp::linear(value, rows(weight, 2 * features, 3 * features), bias_of(2))};
}

// (length, N, E) as (N, H, length, E / H), a view.
Tensor split_heads(const Tensor& t, int64_t heads) {
  return t.unflatten(2, {heads, t.size(2) / heads}).permute({1, 2, 0, 3});
}

// A mask as bool or floats. uint8 counts as bool, as in libtorch, which warns.
Tensor usable_mask(const char* name, const Tensor& mask) {
  if (!mask.defined() || mask.scalar_type() != kByte) return mask;
  TORCHPP_WARN("Byte tensor for ", name, " in nn.MultiheadAttention is deprecated. Use bool tensor instead.");
  return mask.to(kBool);
}
// The mask with `count` further keys, to which every query may attend.
Tensor with_open_keys(const Tensor& mask, int64_t count) {
  if (!mask.defined() || count == 0) return mask;
  std::vector<int64_t> sizes = mask.sizes().vec();
  sizes.back() = count;
  return cat({mask, zeros(sizes, mask.options())}, -1);
}

// Scores with minus infinity where a mask of bool says so, or with a mask of floats added.
Tensor masked(const Tensor& scores, const Tensor& mask) {
  if (!mask.defined()) return scores;
  return mask.scalar_type() == kBool ? scores.masked_fill(mask, kBlocked) : scores + mask;
}

// Both masks as scaled_dot_product_attention takes one, in which true opens a key.
Tensor joined_mask(const Tensor& attn_mask, const Tensor& padding, const Tensor& query) {
  const auto is_bool = [](const Tensor& t) { return t.scalar_type() == kBool; };
  if (!attn_mask.defined() || !padding.defined()) {
    const Tensor& mask = attn_mask.defined() ? attn_mask : padding;
    return mask.defined() && is_bool(mask) ? mask.logical_not() : mask;
  }
  if (is_bool(attn_mask) && is_bool(padding)) return attn_mask.logical_or(padding).logical_not();
  return masked(masked(zeros({1}, query.options()), attn_mask), padding);
}

void check_shapes(const Tensor& query, const Tensor& key, const Tensor& value, const Options& o) {
  const int64_t features = o.embed_dim_to_check();
  TORCHPP_CHECK((query.dim() == 3 || query.dim() == 2) && key.dim() == query.dim() && value.dim() == query.dim(),
                "multi_head_attention_forward: query, key and value have ", query.dim(), ", ", key.dim(), " and ",
                value.dim(), " dimensions, expected 3, or 2 without a batch");
  TORCHPP_CHECK(query.size(-1) == features, "multi_head_attention_forward: query has ", query.size(-1),
                " features, expected embed_dim = ", features);
  TORCHPP_CHECK(key.sizes().slice(0, key.sizes().size() - 1) == value.sizes().slice(0, value.sizes().size() - 1),
                "multi_head_attention_forward: key has size ", key.sizes(), ", value ", value.sizes(),
                ", which may differ in the features only");
  TORCHPP_CHECK(query.dim() == 2 || query.size(1) == key.size(1), "multi_head_attention_forward: query has a batch of ",
                query.size(1), ", key of ", key.size(1));
  TORCHPP_CHECK(o.num_heads() > 0 && features % o.num_heads() == 0, "embed_dim must be divisible by num_heads");
}

void check_masks(const Tensor& attn_mask, const Tensor& key_padding_mask, int64_t length, int64_t keys, int64_t batch,
                 int64_t heads) {
  if (attn_mask.defined()) {
    TORCHPP_CHECK(isFloatingType(attn_mask.scalar_type()) || attn_mask.scalar_type() == kBool,
                  "Only float, byte, and bool types are supported for attn_mask, not ", attn_mask.scalar_type());
    if (attn_mask.dim() == 2)
      TORCHPP_CHECK(attn_mask.size(0) == length && attn_mask.size(1) == keys,
                    "The size of the 2D attn_mask is not correct: got ", attn_mask.sizes(), ", expected [", length,
                    ", ", keys, "]");
    else if (attn_mask.dim() == 3)
      TORCHPP_CHECK(attn_mask.size(0) == batch * heads && attn_mask.size(1) == length && attn_mask.size(2) == keys,
                    "The size of the 3D attn_mask is not correct: got ", attn_mask.sizes(), ", expected [",
                    batch * heads, ", ", length, ", ", keys, "]");
    else TORCHPP_FAIL_KIND(kError, "attn_mask's dimension ", attn_mask.dim(), " is not supported.");
  }
  if (key_padding_mask.defined()) {
    TORCHPP_CHECK(key_padding_mask.dim() == 2 && key_padding_mask.size(0) == batch && key_padding_mask.size(1) == keys,
                  "multi_head_attention_forward: key_padding_mask has size ", key_padding_mask.sizes(), ", expected [",
                  batch, ", ", keys, "]");
    TORCHPP_CHECK(isFloatingType(key_padding_mask.scalar_type()) || key_padding_mask.scalar_type() == kBool,
                  "only bool and floating types of key_padding_mask are supported, not ",
                  key_padding_mask.scalar_type());
  }
}

}  // namespace

std::tuple<Tensor, Tensor> multi_head_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                        const MultiheadAttentionForwardFuncOptions& o) {
  check_shapes(query, key, value, o);
  Tensor attn_mask = usable_mask("attn_mask", o.attn_mask());
  Tensor padding = usable_mask("key_padding_mask", o.key_padding_mask());
  if (query.dim() == 2) {
    Options batched = o;
    if (padding.defined()) batched.key_padding_mask(padding.unsqueeze(0));
    const Tensor q = query.unsqueeze(1), k = key.is_same(query) ? q : key.unsqueeze(1),
                 v = value.is_same(key) ? k : value.unsqueeze(1);
    const auto [y, weights] = multi_head_attention_forward(q, k, v, batched);
    return {y.squeeze(1), weights.defined() ? weights.squeeze(0) : weights};
  }
  const int64_t length = query.size(0), batch = query.size(1), heads = o.num_heads();
  const int64_t features = o.embed_dim_to_check(), head_features = features / heads;
  check_masks(attn_mask, padding, length, o.static_k().defined() ? o.static_k().size(1) : key.size(0), batch, heads);

  Projected p = project(query, key, value, o);
  int64_t further = 0;
  TORCHPP_CHECK(o.bias_k().defined() == o.bias_v().defined(),
                "multi_head_attention_forward: bias_k and bias_v are given together or not at all");
  if (o.bias_k().defined()) {
    TORCHPP_CHECK(!o.static_k().defined(), "bias cannot be added to static key.");
    TORCHPP_CHECK(!o.static_v().defined(), "bias cannot be added to static value.");
    p.key = cat({p.key, o.bias_k().expand({1, batch, features})});
    p.value = cat({p.value, o.bias_v().expand({1, batch, features})});
    ++further;
  }
  const auto heads_of = [&](const Tensor& given, const char* name, const Tensor& projected) {
    if (!given.defined()) return split_heads(projected, heads);
    TORCHPP_CHECK(given.dim() == 3 && given.size(0) == batch * heads && given.size(2) == head_features,
                  "multi_head_attention_forward: ", name, " has size ", given.sizes(), ", expected [", batch * heads,
                  ", length, ", head_features, "]");
    return given.unflatten(0, {batch, heads});
  };
  const Tensor q = split_heads(p.query, heads);  // (N, H, L, E / H)
  Tensor k = heads_of(o.static_k(), "static_k", p.key), v = heads_of(o.static_v(), "static_v", p.value);
  if (o.add_zero_attn()) {
    k = cat({k, zeros({batch, heads, 1, head_features}, k.options())}, 2);
    v = cat({v, zeros({batch, heads, 1, head_features}, v.options())}, 2);
    ++further;
  }
  attn_mask = with_open_keys(attn_mask, further);
  padding = with_open_keys(padding, further);
  if (attn_mask.defined() && attn_mask.dim() == 3) attn_mask = attn_mask.unflatten(0, {batch, heads});
  if (padding.defined()) padding = padding.view({batch, 1, 1, padding.size(1)});

  Tensor weights, attended;  // (N, H, L, S), (N, H, L, E / H)
  if (o.need_weights()) {
    const Tensor scores = (q * (1 / std::sqrt(static_cast<double>(head_features)))).matmul(k.transpose(2, 3));
    weights = torchpp::dropout(masked(masked(scores, attn_mask), padding).softmax(-1), o.dropout_p(), o.training());
    attended = weights.matmul(v);
  } else {
    attended = torchpp::scaled_dot_product_attention(q, k, v, joined_mask(attn_mask, padding, q),
                                                     o.training() ? o.dropout_p() : 0);
  }
  const Tensor joined = attended.permute({2, 0, 1, 3}).reshape({length, batch, features});
  const Tensor y = torchpp::linear(joined, o.out_proj_weight(), o.out_proj_bias());
  if (!o.need_weights()) return {y, Tensor()};
  return {y, o.average_attn_weights() ? weights.mean(1) : weights};
}

}  // namespace functional

const char* to_string(NotFast reason) {
  switch (reason) {
    case NotFast::kNothing: return "the fast path is taken";
    case NotFast::kNotBatched: return "the input is not batched: it has not 3 dimensions";
    case NotFast::kNotSelfAttention:
      return "non-self attention was used (query, key, and value are not the same Tensor)";
    case NotFast::kOtherDtype: return "the input is of another dtype than the projection";
    case NotFast::kTraining: return "the module is in training mode; call eval()";
    case NotFast::kNotBatchFirst: return "batch_first was not true";
    case NotFast::kBiasKv: return "add_bias_kv was enabled";
    case NotFast::kDropout: return "dropout of the attention was not zero";
    case NotFast::kZeroAttention: return "add_zero_attn was enabled";
    case NotFast::kSeparateProjections: return "kdim or vdim is not embed_dim";
    case NotFast::kActivation: return "the activation is neither kReLU nor kGELU";
    case NotFast::kNormEps: return "norm1 and norm2 have not the same eps";
    case NotFast::kMask: return "an attention mask was given";
    case NotFast::kMaskDtype: return "the padding mask is not of bool";
    case NotFast::kNestedWithPadding: return "a padding mask was given with a nested tensor";
    case NotFast::kOddHeads: return "the number of heads is odd";
    case NotFast::kAutocast: return "autocast is enabled";
    case NotFast::kHooks: return "a submodule has hooks or computed parameters";
    case NotFast::kDevice: return "a tensor is neither on the CPU nor on CUDA";
    case NotFast::kGradients:
      return "grad is enabled and the input or a parameter requires grad; use NoGradGuard or InferenceMode";
    case NotFast::kNoLayers: return "there are no layers";
    case NotFast::kOtherLayer: return "a layer is no TransformerEncoderLayer";
    case NotFast::kNormFirst: return "norm_first of a layer was true";
    case NotFast::kNestedDisabled: return "enable_nested_tensor was not true";
    case NotFast::kNoPadding: return "no src_key_padding_mask was given";
    case NotFast::kNotLeftAligned: return "src_key_padding_mask has padding before other elements";
    case NotFast::kNestedInput: return "the input is nested already";
  }
  return "unknown";
}
std::ostream& operator<<(std::ostream& stream, NotFast reason) { return stream << to_string(reason); }

namespace detail {

NotFast why_not_fast(std::initializer_list<const Tensor*> tensors) {
  if (!thread_state.autocast.devices.empty()) return NotFast::kAutocast;
  const bool records = GradMode::is_enabled();
  for (const Tensor* t : tensors) {
    if (!t->defined()) continue;
    if (!t->is_cpu() && !t->is_cuda()) return NotFast::kDevice;
    if (records && t->requires_grad()) return NotFast::kGradients;
  }
  return NotFast::kNothing;
}

}  // namespace detail

TORCHPP_DEFINE_CLONE(MultiheadAttentionImpl)

MultiheadAttentionImpl::MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads)
    : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
MultiheadAttentionImpl::MultiheadAttentionImpl(const MultiheadAttentionOptions& options_)
    : options(options_), out_proj(nullptr) {
  TORCHPP_CHECK(options.num_heads() > 0 && options.embed_dim() % options.num_heads() == 0,
                "embed_dim must be divisible by num_heads: got ", options.embed_dim(), " and ", options.num_heads());
  MultiheadAttentionImpl::reset();
}

void MultiheadAttentionImpl::reset() {
  const int64_t features = options.embed_dim();
  _qkv_same_embed_dim = options.kdim() == features && options.vdim() == features;
  head_dim = features / options.num_heads();
  const auto parameter = [&](const char* name, bool wanted, IntArrayRef sizes) {
    return register_parameter(name, wanted ? empty(sizes) : Tensor(), wanted);
  };
  q_proj_weight = parameter("q_proj_weight", !_qkv_same_embed_dim, {features, features});
  k_proj_weight = parameter("k_proj_weight", !_qkv_same_embed_dim, {features, options.kdim()});
  v_proj_weight = parameter("v_proj_weight", !_qkv_same_embed_dim, {features, options.vdim()});
  in_proj_weight = parameter("in_proj_weight", _qkv_same_embed_dim, {3 * features, features});
  in_proj_bias = parameter("in_proj_bias", options.bias(), {3 * features});
  out_proj = register_module("out_proj", Linear(LinearOptions(features, features).bias(options.bias())));
  bias_k = parameter("bias_k", options.add_bias_kv(), {1, 1, features});
  bias_v = parameter("bias_v", options.add_bias_kv(), {1, 1, features});
  _reset_parameters();
}

std::vector<std::pair<unsigned, AnyValue>> MultiheadAttentionImpl::_forward_default_args() const {
  return {{3, AnyValue(Tensor())}, {4, AnyValue(true)}, {5, AnyValue(Tensor())}, {6, AnyValue(true)}};
}

void MultiheadAttentionImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::MultiheadAttention"; }

void MultiheadAttentionImpl::_reset_parameters() {
  for (const Tensor& weight : {in_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight})
    if (weight.defined()) init::xavier_uniform_(weight);
  if (in_proj_bias.defined()) {
    init::constant_(in_proj_bias, 0);
    init::constant_(out_proj->bias, 0);
  }
  for (const Tensor& bias : {bias_k, bias_v})
    if (bias.defined()) init::xavier_normal_(bias);
}

NotFast MultiheadAttentionImpl::why_not_fast(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& key_padding_mask, const Tensor& attn_mask) const {
  const auto other_dtype = [&](const Tensor& parameter) {
    return parameter.defined() && parameter.scalar_type() != query.scalar_type();
  };
  if (query.dim() != 3) return NotFast::kNotBatched;
  if (!query.is_same(key) || !key.is_same(value)) return NotFast::kNotSelfAttention;
  if (other_dtype(in_proj_bias) || other_dtype(in_proj_weight)) return NotFast::kOtherDtype;
  if (is_training()) return NotFast::kTraining;
  if (!options.batch_first()) return NotFast::kNotBatchFirst;
  if (bias_k.defined() || bias_v.defined()) return NotFast::kBiasKv;
  if (options.dropout() != 0) return NotFast::kDropout;
  if (options.add_zero_attn()) return NotFast::kZeroAttention;
  if (!_qkv_same_embed_dim) return NotFast::kSeparateProjections;
  if (attn_mask.defined()) return NotFast::kMask;
  if (key_padding_mask.defined() && query.is_nested()) return NotFast::kNestedWithPadding;
  if (key_padding_mask.defined() && key_padding_mask.scalar_type() != kBool) return NotFast::kMaskDtype;
  if (options.num_heads() % 2 != 0) return NotFast::kOddHeads;
  if (out_proj->has_hooks()) return NotFast::kHooks;
  return detail::why_not_fast({&query, &in_proj_weight, &in_proj_bias, &out_proj->weight, &out_proj->bias});
}

std::tuple<Tensor, Tensor> MultiheadAttentionImpl::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                           const Tensor& key_padding_mask, bool need_weights,
                                                           const Tensor& attn_mask, bool average_attn_weights) {
  const NotFast reason = why_not_fast(query, key, value, key_padding_mask, attn_mask);
  if (reason == NotFast::kNothing)
    return _native_multi_head_attention(query, key, value, options.embed_dim(), options.num_heads(), in_proj_weight,
                                        in_proj_bias, out_proj->weight, out_proj->bias, key_padding_mask, need_weights,
                                        average_attn_weights, detail::padding_mask_type(key_padding_mask));
  TORCHPP_CHECK(!query.is_nested() && !key.is_nested() && !value.is_nested(),
                "MultiheadAttention does not support NestedTensor outside of its fast path. The fast path was not hit "
                "because ",
                to_string(reason));
  // The projection is not called, but its parameters may be computed ones.
  if (TORCHPP_UNLIKELY(out_proj->has_hooks())) detail::update_if_computed(*out_proj);
  auto o = functional::MultiheadAttentionForwardFuncOptions(options.embed_dim(), options.num_heads(), in_proj_weight,
                                                            in_proj_bias, bias_k, bias_v, options.add_zero_attn(),
                                                            options.dropout(), out_proj->weight, out_proj->bias)
               .training(is_training())
               .key_padding_mask(key_padding_mask)
               .need_weights(need_weights)
               .attn_mask(attn_mask)
               .use_separate_proj_weight(!_qkv_same_embed_dim)
               .q_proj_weight(q_proj_weight)
               .k_proj_weight(k_proj_weight)
               .v_proj_weight(v_proj_weight)
               .average_attn_weights(average_attn_weights);
  if (!options.batch_first() || query.dim() != 3) return functional::multi_head_attention_forward(query, key, value, o);
  const auto turned = [](const Tensor& t) { return t.dim() == 3 ? t.transpose(0, 1) : t; };
  const Tensor q = turned(query), k = key.is_same(query) ? q : turned(key), v = value.is_same(key) ? k : turned(value);
  auto [y, weights] = functional::multi_head_attention_forward(q, k, v, o);
  return {y.transpose(0, 1), weights};
}

}  // namespace torchpp::nn
