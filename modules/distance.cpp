// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/distance.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

// Each vector is scaled by its own length, as in libtorch 1.13: products of lengths could overflow.
Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, const CosineSimilarityFuncOptions& options) {
  TORCHPP_CHECK(x1.is_floating_point() && x2.is_floating_point(),
                "cosine_similarity: expected floating point inputs, got ", toString(x1.scalar_type()), " and ",
                toString(x2.scalar_type()));
  const int64_t dim = options.dim();
  const auto unit = [&](const Tensor& x) {
    return x.div(x.norm(Scalar(2), {dim}, /*keepdim=*/true).clamp_min(options.eps()));
  };
  return unit(x1).mul(unit(x2)).sum(IntArrayRef(dim));
}

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, const PairwiseDistanceFuncOptions& options) {
  return x1.sub(x2).add(options.eps()).norm(Scalar(options.p()), {-1}, options.keepdim());
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

template class StockModule<CosineSimilarityImpl>;
template class StatelessModule<CosineSimilarityImpl, CosineSimilarityOptions>;
template class StockModule<PairwiseDistanceImpl>;
template class StatelessModule<PairwiseDistanceImpl, PairwiseDistanceOptions>;

}  // namespace torchpp::nn
