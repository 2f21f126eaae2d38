// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/distance.h>
#include <torchpp/ops/linalg.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, const CosineSimilarityFuncOptions& options) {
  return torchpp::cosine_similarity(x1, x2, options.dim(), options.eps());
}

Tensor pdist(const Tensor& input, double p) { return torchpp::pdist(input, p); }

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, const PairwiseDistanceFuncOptions& options) {
  return torchpp::pairwise_distance(x1, x2, options.p(), options.eps(), options.keepdim());
}

}  // namespace functional

void CosineSimilarityImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::CosineSimilarity(dim=", options.dim(), ", eps=", options.eps(), ")");
}
Tensor CosineSimilarityImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::cosine_similarity(input1, input2, options);
}

void PairwiseDistanceImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::PairwiseDistance(p=", options.p(), ", eps=", options.eps(), ", keepdim=", options.keepdim(),
        ")");
}
Tensor PairwiseDistanceImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::pairwise_distance(input1, input2, options);
}

TORCHPP_DEFINE_STATELESS(CosineSimilarityImpl, CosineSimilarityOptions)
TORCHPP_DEFINE_STATELESS(PairwiseDistanceImpl, PairwiseDistanceOptions)

}  // namespace torchpp::nn
