// SPDX-License-Identifier: BSD-3-Clause
// Arguments of nested tensors and of the inference path of transformers.
#include <algorithm>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

// Sizes of constituents (length, ..., features), of which only those before the last differ.
std::vector<Sizes> ragged(Plan& p, int64_t rank, int64_t features) {
  std::vector<Sizes> all(static_cast<size_t>(p.random.between(p.random.chance(0.05) ? 0 : 1, 4)));
  for (Sizes& s : all) {
    for (int64_t d = 0; d + 1 < rank; ++d) s.push_back(p.random.between(p.random.chance(0.05) ? 0 : 1, 4));
    s.push_back(features);
  }
  return all;
}

// The sizes as a matrix, one row for each constituent.
void set_matrix(Plan& p, const char* name, const std::vector<Sizes>& rows) {
  p.set_sizes(name, {static_cast<int64_t>(rows.size()), rows.empty() ? 0 : static_cast<int64_t>(rows[0].size())});
  p.set_dtype(name, DType::kLong);
  for (const Sizes& row : rows)
    for (int64_t n : row) p[name].values.push_back(static_cast<double>(n));
}

void from_list(Plan& p) {
  const std::vector<Sizes> sizes = ragged(p, p.random.between(1, 3), p.size());
  p["list"].list.emplace();
  for (const Sizes& s : sizes) {
    Wish w;
    w.sizes = s;
    if (p.random.chance(0.05)) w.sizes->push_back(2);
    p["list"].list->push_back(w);
  }
  for (const char* name : {"dtype", "layout", "device", "pin_memory"}) p.absent(name);
  if (p.random.chance(0.15)) p["dtype"].value = Argument::of_int(p.random.one_of({6, 7, 5, 15}));
}

// Rows of ones and then zeros, which a few elements break.
void from_mask(Plan& p) {
  const int64_t batch = p.size(), length = p.random.between(1, 4), features = p.random.between(1, 4);
  p.set_sizes("t", {batch, length, features});
  p.set_sizes("mask", {batch, length});
  p.set_dtype("mask", DType::kBool);
  const bool broken = p.random.chance(0.2);
  for (int64_t b = 0; b < batch; ++b) {
    const int64_t count = p.random.between(1, length);
    for (int64_t l = 0; l < length; ++l)
      p["mask"].values.push_back(broken && p.random.chance(0.3) ? p.random.between(0, 1) : l < count ? 1 : 0);
  }
}

void from_padded(Plan& p) {
  const int64_t heads = p.random.between(1, 3), width = p.random.between(1, 3);
  const bool fused = p.schema.name == "_nested_from_padded" && p.random.chance(0.3);
  const int64_t rank = fused ? 2 : p.random.between(1, 3);
  const std::vector<Sizes> sizes = ragged(p, rank, fused ? heads * width : p.random.between(1, 4));
  Sizes padded(static_cast<size_t>(rank), p.random.chance(0.3) ? 5 : 0);
  for (const Sizes& s : sizes)
    for (size_t d = 0; d < s.size(); ++d) padded[d] = std::max(padded[d], s[d]);
  if (fused) padded = {heads, padded[0], width};
  padded.insert(padded.begin(), static_cast<int64_t>(sizes.size()));
  p.set_sizes("padded", padded);
  p.set("fuse_transform_0213", fused);
  set_matrix(p, "cpu_nested_shape_example", sizes);
  p["nt_example"].constituents = sizes;
}

void of_nested(Plan& p) {
  const std::vector<Sizes> sizes = ragged(p, p.random.between(1, 3), p.random.between(1, 4));
  p["self"].constituents = sizes;
  p.set("padding", p.random.one_of({0.0, 1.5, -2.0}));
  p.absent("output_size");
  if (sizes.empty() || p.random.chance(0.6)) return;
  std::vector<int64_t> padded(sizes[0].size(), 1);
  for (const Sizes& s : sizes)
    for (size_t d = 0; d < s.size(); ++d) padded[d] = std::max(padded[d], s[d] + p.random.between(0, 2));
  padded.insert(padded.begin(), static_cast<int64_t>(sizes.size()));
  p.set("output_size", padded);
}

// Constituents one after the other in the buffer, or with some of their dimensions exchanged.
void view_of_buffer(Plan& p) {
  const std::vector<Sizes> sizes = ragged(p, p.random.between(1, 3), p.random.between(1, 4));
  const bool transposed = p.random.chance(0.3);
  std::vector<Sizes> strides;
  Sizes offsets;
  int64_t end = 0;
  for (const Sizes& s : sizes) {
    Sizes own(s.size());
    int64_t step = 1;
    for (size_t k = 0; k < s.size(); ++k) {
      const size_t d = transposed ? k : s.size() - 1 - k;
      own[d] = step;
      step *= std::max<int64_t>(s[d], 1);
    }
    strides.push_back(own);
    offsets.push_back(end);
    end += count_of(s);
  }
  p.set_sizes("self", {end});
  set_matrix(p, "nested_size", sizes);
  set_matrix(p, "nested_strides", strides);
  p.set("offsets", offsets);
}

// ---------------------------------------------------------------- transformers

// A mask of bool: type 0 of (L, L), 1 of (B, L), 2 of the size of the scores.
void set_mask(Plan& p, int64_t batch, int64_t heads, int64_t length) {
  const int64_t type = p.random.one_of<int64_t>({0, 1, 1, 2});
  const Sizes sizes[] = {{length, length}, {batch, length}, {batch, heads, length, length}};
  p.set("mask_type", type);
  if (p.random.chance(0.1)) p.absent("mask_type");
  p.set_sizes("mask", type < 2 && p.random.chance(0.2) ? sizes[2] : sizes[type]);
  p.set_dtype("mask", DType::kBool);
}

void masked_softmax(Plan& p) {
  const int64_t batch = p.size(), heads = p.random.between(1, 3), length = p.size();
  set_mask(p, batch, heads, length);
  p.set_sizes("self", {batch, heads, length, length});
  if (p.random.chance(0.3)) {
    p.limit_rank(0, 4);
    p.set_all_sizes({"self", "mask"}, p.shape);
    p.set("mask_type", int64_t{2});
  }
  p.set("dim", p.dim(static_cast<int64_t>(p["self"].sizes->size())));
  if (p.random.chance(0.3)) p.absent("dim");
}

// A nested or dense tensor (B, L, features) by several names.
void set_sequences(Plan& p, std::initializer_list<const char*> names, int64_t batch, int64_t length, int64_t features,
                   bool nested) {
  const std::vector<Sizes> sizes = nested ? ragged(p, 2, features) : std::vector<Sizes>();
  for (const char* name : names) {
    if (nested) p[name].constituents = sizes;
    else p.set_sizes(name, {batch, length, features});
  }
}

void attention(Plan& p) {
  const int64_t heads = p.random.between(1, 3), width = p.random.between(1, 3), features = heads * width;
  const int64_t batch = p.size(), length = p.random.between(1, 4), hidden = p.random.between(1, 5);
  const bool nested = p.random.chance(0.35);
  set_sequences(p, {"query", "key", "value", "src"}, batch, length, features, nested);
  set_sequences(p, {"qkv"}, batch, length, 3 * features, nested);
  if (nested || p.random.chance(0.5)) p["key"].same_as = p["value"].same_as = "query";
  p.set("embed_dim", features);
  for (const char* name : {"num_heads", "num_head"}) p.set(name, heads);
  p.set_sizes("qkv_weight", {3 * features, features});
  p.set_sizes("qkv_bias", {3 * features});
  p.set_sizes("proj_weight", {features, features});
  p.set_all_sizes({"proj_bias", "norm_weight_1", "norm_bias_1", "norm_weight_2", "norm_bias_2", "ffn_bias_2"},
                  {features});
  p.set_sizes("ffn_weight_1", {hidden, features});
  p.set_sizes("ffn_bias_1", {hidden});
  p.set_sizes("ffn_weight_2", {features, hidden});
  p.set("eps", p.random.one_of({1e-5, 1e-2}));
  set_mask(p, batch, heads, length);
  if (p.random.chance(0.6)) {
    p.absent("mask");
    p.absent("mask_type");
  }
}

}  // namespace

PlanRows nested_rows() {
  return {
      {"_nested_tensor_from_tensor_list", Domain::kAny, 0, from_list},
      {"_nested_tensor_from_mask _nested_tensor_from_mask_left_aligned", Domain::kAny, 0, from_mask},
      {"_nested_from_padded _nested_from_padded_and_nested_example", Domain::kFloating, 0, from_padded},
      {"_nested_tensor_size _nested_tensor_strides values to_padded_tensor nested_to_padded_tensor", Domain::kFloating,
       0, of_nested},
      {"_nested_view_from_buffer", Domain::kFloating, 0, view_of_buffer},
      {"_masked_softmax", Domain::kFloating, kCancels, masked_softmax},
      {"_transform_bias_rescale_qkv _native_multi_head_attention _transformer_encoder_layer_fwd", Domain::kFloating,
       kSums | kCancels, attention},
  };
}

}  // namespace differential
