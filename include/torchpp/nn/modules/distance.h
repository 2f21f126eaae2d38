// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Distances: options, functions, modules. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// x1 . x2 / max(|x1| |x2|, eps) along dim
struct TORCHPP_API CosineSimilarityOptions {
  TORCHPP_ARG(int64_t, dim) = 1;
  TORCHPP_ARG(double, eps) = 1e-8;
};
/// |x1 - x2 + eps|_p over the last dimension
struct TORCHPP_API PairwiseDistanceOptions {
  TORCHPP_ARG(double, p) = 2.0;
  TORCHPP_ARG(double, eps) = 1e-6;
  TORCHPP_ARG(bool, keepdim) = false;
};

namespace functional {

using CosineSimilarityFuncOptions = CosineSimilarityOptions;
using PairwiseDistanceFuncOptions = PairwiseDistanceOptions;
TORCHPP_API Tensor cosine_similarity(const Tensor& x1, const Tensor& x2,
                                     const CosineSimilarityFuncOptions& options = {});
/// Distances of all pairs of rows of a matrix, as a vector.
TORCHPP_API Tensor pdist(const Tensor& input, double p = 2.0);
TORCHPP_API Tensor pairwise_distance(const Tensor& x1, const Tensor& x2,
                                     const PairwiseDistanceFuncOptions& options = {});

}  // namespace functional

TORCHPP_STATELESS_MODULE(CosineSimilarity, CosineSimilarityOptions,
                         Tensor forward(const Tensor& input1, const Tensor& input2));

TORCHPP_STATELESS_MODULE(PairwiseDistance, PairwiseDistanceOptions,
                         Tensor forward(const Tensor& input1, const Tensor& input2));

}  // namespace nn
}  // namespace torchpp
