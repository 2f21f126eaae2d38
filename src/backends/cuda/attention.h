// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Attention in blocks of queries and keys on tensor cores: the scores of all queries and keys exist nowhere.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

constexpr int kMostLeading = 6;     // leading dimensions that the kernels take
constexpr int kMostFeatures = 128;  // of a query, key or value

/// The matrices of all heads. Strides are in elements.
struct HeadMatrices {
  void* data = nullptr;
  int64_t row = 0, column = 1;
  int64_t leading[kMostLeading] = {};
};

/// Queries, keys and values are of float16 or bfloat16. Their columns and those of results and gradients are
/// neighbours; all begin at multiples of 16 bytes, and so do rows. Numbers of features are multiples of 8.
struct AttentionWork {
  ScalarType dtype;
  int64_t heads;
  int queries, keys, features, value_features;
  int dims;  ///< leading dimensions, of which the last one is the fastest in the number of a head
  uint32_t sizes[kMostLeading];
  float scale;
  bool causal;
  HeadMatrices query, key, value;
  HeadMatrices mask;              ///< without data where there is none
  ScalarType mask_dtype = kBool;  ///< bool, float, float16 or bfloat16
};

/// Whether the code that this device runs was compiled for tensor cores: a build for older devices only runs on it,
/// too, translated from PTX, but has none of these kernels.
bool has_attention_kernels(const OnDevice& on);

/// Results, and per query the logarithm of the sum of the exponentials of its scores (heads x queries).
void attention_forward(const AttentionWork& w, const HeadMatrices& output, float* log_sums, const OnDevice& on);

/// What attention_backward reads beside the inputs and writes. Gradients without data are not asked for.
struct AttentionSlopes {
  HeadMatrices grad, output;
  const float* log_sums;
  float* of_queries;  ///< memory for two numbers per query
  HeadMatrices query_grad, key_grad, value_grad;
};
/// Each gradient is summed in one order, whatever the device does at once.
void attention_backward(const AttentionWork& w, const AttentionSlopes& s, const OnDevice& on);

}  // namespace torchpp::cuda
