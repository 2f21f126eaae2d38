// SPDX-License-Identifier: BSD-3-Clause
// The inference path of transformer layers: attention with one projection, and the layer around it. Scores of all
// queries and keys exist only where the weights are asked for. Nested tensors are computed on the rows that they have:
// only attention is of single constituents.
#include <torchpp/ops/sequence.h>

#include <algorithm>
#include <array>
#include <limits>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/nested.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/nested.h"
#include "src/ops/sequence_rules.h"

namespace torchpp {
namespace {

constexpr double kBlocked = -std::numeric_limits<double>::infinity();

// What a mask is of: the values of mask_type.
enum class MaskType : int64_t { kAttention = 0, kPadding = 1, kOfScores = 2 };

// The mask of bool as one that broadcasts to scores (B, H, L, S).
Tensor mask_of_scores(const char* op, const Tensor& mask, optional<int64_t> mask_type, IntArrayRef scores) {
  TORCHPP_CHECK(mask.scalar_type() == kBool, op, ": Mask should be a boolean tensor, got ", mask.scalar_type());
  TORCHPP_CHECK(mask_type, op, ": Mask Type should be defined");
  TORCHPP_CHECK(*mask_type >= 0 && *mask_type <= 2, op,
                ": Mask Type should be 0 (src_mask), 1 (src_key_padding_mask) "
                "or 2 (default_mask), got ",
                *mask_type);
  if (mask.sizes() == scores) return mask;
  const auto fits = [&](IntArrayRef sizes) {
    TORCHPP_CHECK(mask.sizes() == sizes, op, ": Mask shape should match input shape: got ", mask.sizes(), ", expected ",
                  sizes, " for scores of size ", scores);
  };
  switch (static_cast<MaskType>(*mask_type)) {
    case MaskType::kAttention: fits({scores[2], scores[3]}); return mask;
    case MaskType::kPadding: fits({scores[0], scores[3]}); return mask.unsqueeze(1).unsqueeze(1);
    default: fits(scores); return mask;
  }
}

// Queries, keys and values (N, H, L, E / H) of rows (N, L, 3 E), views.
std::array<Tensor, 3> split_projection(const Tensor& rows, int64_t heads) {
  const int64_t features = rows.size(2) / 3;
  const Tensor split =
      op::view(rows, {rows.size(0), rows.size(1), 3, heads, features / heads}).permute({2, 0, 3, 1, 4});
  return {op::select(split, 0, 0), op::select(split, 0, 1), op::select(split, 0, 2)};
}

// (N, H, L, E / H) as (N, L, E); no copy where the heads of a row lie one after the other.
Tensor join_heads(const Tensor& t) { return t.transpose(1, 2).reshape({t.size(0), t.size(2), t.size(1) * t.size(3)}); }

// Attention of rows (T, 3 E) that belong to constituents of several lengths.
Tensor attend_in_constituents(const Tensor& rows, const NestedShape& s, int64_t heads) {
  const int64_t features = rows.size(1) / 3;
  if (s.count == 0) return op::narrow(rows, 1, 0, features);
  std::vector<Tensor> parts;
  int64_t begin = 0;
  for (size_t i = 0; i < s.count;) {
    const int64_t length = s.sizes_of(i)[0];
    int64_t alike = 1;  // constituents of one length are one batch
    while (i + static_cast<size_t>(alike) < s.count && s.sizes_of(i + static_cast<size_t>(alike))[0] == length) ++alike;
    const Tensor part = op::view(op::narrow(rows, 0, begin, alike * length), {alike, length, 3 * features});
    const auto [q, k, v] = split_projection(part, heads);
    const Tensor attended = join_heads(torchpp::scaled_dot_product_attention(q, k, v, Tensor(), 0, false));
    parts.push_back(attended.reshape({alike * length, features}));
    begin += alike * length;
    i += static_cast<size_t>(alike);
  }
  return parts.size() == 1 ? parts[0] : op::cat(Out(), parts, 0);
}

void check_features(const char* op, const Tensor& t, int64_t embed_dim, int64_t heads) {
  TORCHPP_CHECK(t.is_floating_point(), op, ": expected a floating point tensor, got ", t.dtype());
  TORCHPP_CHECK(heads > 0 && embed_dim % heads == 0, op, ": embed_dim ", embed_dim, " must be divisible by num_heads ",
                heads);
  TORCHPP_CHECK(t.dim() == 3 && t.size(2) == embed_dim, op, ": expected (B, L, ", embed_dim, "), got ", t.dim(),
                " dimensions, the last of size ", t.dim() > 0 ? t.sizes().back() : 1);
}

void check_projection(const char* op, const Tensor& weight, const Tensor& bias, int64_t embed_dim) {
  TORCHPP_CHECK(weight.sizes() == IntArrayRef({3 * embed_dim, embed_dim}), op, ": qkv_weight has size ", weight.sizes(),
                ", expected ", IntArrayRef({3 * embed_dim, embed_dim}));
  TORCHPP_CHECK(!bias.defined() || bias.dim() == 1, op, ": expected 1-D `qkv_bias`, got ", bias.dim(), "-D tensor");
  TORCHPP_CHECK(!bias.defined() || bias.size(0) == 3 * embed_dim, op, ": qkv_bias has size ", bias.sizes(),
                ", expected [", 3 * embed_dim, "]");
}

// What a layer needs of its input: rows (T, E) of a nested tensor, or all of a dense one.
struct Rows {
  Tensor rows;
  NestedShapePtr shape;  // null for a dense tensor
  explicit Rows(const Tensor& t) {
    if (!t.is_nested()) {
      rows = t;
      return;
    }
    shape = nested_shape_of(t);
    rows = op::view(packed_values_of(t), {shape->numel / std::max<int64_t>(1, t.size(2)), t.size(2)});
  }
  Tensor finish(const Tensor& y) const {
    return shape == nullptr ? y : make_nested(y.reshape(-1), dense_nested_shape(shape->count, 2, shape->sizes));
  }
};

// Where (B, L) constituents of a first dimension up to L have no element.
Tensor padding_of(const NestedShape& s, int64_t length) {
  const Tensor none = op::full({static_cast<int64_t>(s.count), length}, true, kBool);
  for (size_t i = 0; i < s.count; ++i)
    op::narrow(op::select(none, 0, static_cast<int64_t>(i)), 0, 0, s.sizes_of(i)[0]).fill_(false);
  return none;
}

// Attention of projected rows, (B, L, 3 E), or (T, 3 E) with a shape, without weights: (B, L, E) or (T, E).
Tensor attend(const Tensor& projected, const NestedShape* shape, int64_t heads, const Tensor& mask,
              optional<int64_t> mask_type) {
  if (shape != nullptr) return attend_in_constituents(projected, *shape, heads);
  const auto [q, k, v] = split_projection(projected, heads);
  Tensor open;
  if (mask.defined())
    open = mask_of_scores("_native_multi_head_attention", mask, mask_type, {q.size(0), heads, q.size(2), k.size(2)})
               .logical_not();
  return join_heads(torchpp::scaled_dot_product_attention(q, k, v, open, 0, false));
}

}  // namespace

namespace composite {

Tensor masked_softmax(const Tensor& self, const Tensor& mask, optional<int64_t> dim, optional<int64_t> mask_type) {
  TORCHPP_CHECK(self.dim() == 4 || mask.sizes() == self.sizes() || mask_type.value_or(2) > 1,
                "_masked_softmax: masks of these types are for input (B, H, L, S), got ", self.sizes());
  const Tensor whole = mask_of_scores("_masked_softmax", mask, mask_type, self.sizes());
  return op::softmax(Out(), self.masked_fill(whole, kBlocked), dim.value_or(self.dim() - 1), false);
}

std::tuple<Tensor, Tensor, Tensor> transform_bias_rescale_qkv(const Tensor& qkv, const Tensor& qkv_bias,
                                                              int64_t num_heads) {
  const Tensor padded = qkv.is_nested() ? to_padded_tensor(qkv, 0, nullopt) : qkv;
  TORCHPP_CHECK(padded.dim() == 3 && qkv_bias.dim() == 1 && padded.size(2) == qkv_bias.size(0) && num_heads > 0 &&
                    padded.size(2) % (3 * num_heads) == 0,
                "_transform_bias_rescale_qkv: got qkv of size ", padded.sizes(), ", qkv_bias of ", qkv_bias.sizes(),
                " and ", num_heads, " heads");
  TORCHPP_CHECK(qkv.is_floating_point() && qkv.dtype() == qkv_bias.dtype(),
                "_transform_bias_rescale_qkv: expected floating point tensors of one dtype, got ", qkv.dtype(), " and ",
                qkv_bias.dtype());
  const auto [q, k, v] = split_projection(padded + qkv_bias, num_heads);
  // Copies, also of a single head, so that the results are no views.
  const auto dense = [](const Tensor& t) { return t.clone(MemoryFormat::Contiguous); };
  return {(q * attention_scale(q.size(3))).contiguous(), dense(k), dense(v)};
}

std::tuple<Tensor, Tensor> native_multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                       int64_t embed_dim, int64_t num_head, const Tensor& qkv_weight,
                                                       const Tensor& qkv_bias, const Tensor& proj_weight,
                                                       const Tensor& proj_bias, const Tensor& mask, bool need_weights,
                                                       bool average_attn_weights, optional<int64_t> mask_type) {
  constexpr const char* kName = "_native_multi_head_attention";
  const bool same = query.is_same(key) && key.is_same(value);
  if (query.is_nested() && query.size(0) == 0 && same)
    return {query, need_weights ? op::zeros({0, 0, 0}, query.options()) : Tensor()};
  for (const Tensor* t : {&query, &key, &value}) check_features(kName, *t, embed_dim, num_head);
  check_projection(kName, qkv_weight, qkv_bias, embed_dim);
  if (query.is_nested() || key.is_nested() || value.is_nested()) {
    TORCHPP_CHECK(same, kName, ": nested query, key and value must be one tensor");
    TORCHPP_CHECK(!mask.defined(), kName, ": NestedTensor with mask is not supported yet");
    if (need_weights) {  // which are padded: (B, L, L) of the longest constituent, zeros where there is none
      const Tensor padded = to_padded_tensor(query, 0, nullopt);
      const Tensor none = padding_of(*nested_shape_of(query), padded.size(1)).to(query.device());
      auto [y, weights] = native_multi_head_attention(padded, padded, padded, embed_dim, num_head, qkv_weight, qkv_bias,
                                                      proj_weight, proj_bias, none, true, average_attn_weights,
                                                      static_cast<int64_t>(MaskType::kPadding));
      const Tensor rows = average_attn_weights ? none.unsqueeze(2) : none.unsqueeze(2).unsqueeze(1);
      return {nested_from_padded(y, nested_size(query), false), weights.masked_fill(rows, 0)};
    }
  }
  const Rows in(query);
  Tensor attended, weights;
  if (same && !need_weights) {
    const Tensor projected = op::linear(Out(), in.rows, qkv_weight, qkv_bias);
    attended = attend(projected, in.shape.get(), num_head, mask, mask_type);
  } else {
    const auto projected = [&](const Tensor& t, int64_t part) {
      const Tensor y = op::linear(Out(), t, op::narrow(qkv_weight, 0, part * embed_dim, embed_dim),
                                  qkv_bias.defined() ? op::narrow(qkv_bias, 0, part * embed_dim, embed_dim) : qkv_bias);
      return op::view(y, {y.size(0), y.size(1), num_head, embed_dim / num_head}).transpose(1, 2);
    };
    const Tensor q = projected(query, 0), k = projected(key, 1), v = projected(value, 2);
    Tensor scores = (q * attention_scale(q.size(3))).matmul(k.transpose(2, 3));
    if (mask.defined()) scores = scores.masked_fill(mask_of_scores(kName, mask, mask_type, scores.sizes()), kBlocked);
    weights = op::softmax(Out(), scores, 3, false);
    attended = join_heads(weights.matmul(v));
    if (need_weights && average_attn_weights) weights = weights.mean(1);
    if (!need_weights) weights = Tensor();
  }
  return {in.finish(op::linear(Out(), attended, proj_weight, proj_bias)), weights};
}

Tensor transformer_encoder_layer_fwd(const Tensor& src, int64_t embed_dim, int64_t num_heads, const Tensor& qkv_weight,
                                     const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias,
                                     bool use_gelu, bool norm_first, double eps, const Tensor& norm_weight_1,
                                     const Tensor& norm_bias_1, const Tensor& norm_weight_2, const Tensor& norm_bias_2,
                                     const Tensor& ffn_weight_1, const Tensor& ffn_bias_1, const Tensor& ffn_weight_2,
                                     const Tensor& ffn_bias_2, const Tensor& mask, optional<int64_t> mask_type) {
  constexpr const char* kName = "_transformer_encoder_layer_fwd";
  if (src.is_nested() && src.size(0) == 0) return src;  // constituents that there are not have no sizes
  check_features(kName, src, embed_dim, num_heads);
  check_projection(kName, qkv_weight, qkv_bias, embed_dim);
  TORCHPP_CHECK(!(src.is_nested() && mask.defined()), kName, ": NestedTensor with mask is not supported yet");
  const auto normed = [&](const Tensor& t, const Tensor& weight, const Tensor& bias) {
    return op::layer_norm(t, embed_dim, weight, bias, eps, true);
  };
  const auto attention = [&](const Tensor& t, const NestedShape* shape) {
    const Tensor attended = attend(op::linear(Out(), t, qkv_weight, qkv_bias), shape, num_heads, mask, mask_type);
    return op::linear(Out(), attended, proj_weight, proj_bias);
  };
  const auto feed_forward = [&](const Tensor& t) {
    const Tensor hidden = op::linear(Out(), t, ffn_weight_1, ffn_bias_1);
    if (use_gelu) op::gelu(Out::in_place(hidden), hidden, "none");
    else op::relu(Out::in_place(hidden), hidden);
    return op::linear(Out(), hidden, ffn_weight_2, ffn_bias_2);
  };
  const Rows in(src);
  const NestedShape* const shape = in.shape.get();
  Tensor x = in.rows;
  if (norm_first) {
    x = attention(normed(x, norm_weight_1, norm_bias_1), shape).add_(x);
    x = feed_forward(normed(x, norm_weight_2, norm_bias_2)).add_(x);
  } else {
    x = normed(attention(x, shape).add_(x), norm_weight_1, norm_bias_1);
    x = normed(feed_forward(x).add_(x), norm_weight_2, norm_bias_2);
  }
  return in.finish(x);
}

}  // namespace composite
}  // namespace torchpp
