// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/adaptive.h>
#include <torchpp/ops/shape.h>

#include <cmath>
#include <ostream>

namespace torchpp::nn {

AdaptiveLogSoftmaxWithLossImpl::AdaptiveLogSoftmaxWithLossImpl(int64_t in_features, int64_t n_classes,
                                                               std::vector<int64_t> cutoffs)
    : AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions(in_features, n_classes, std::move(cutoffs))) {}
AdaptiveLogSoftmaxWithLossImpl::AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions options_)
    : options(std::move(options_)) {
  AdaptiveLogSoftmaxWithLossImpl::reset();
}

void AdaptiveLogSoftmaxWithLossImpl::reset() {
  cutoffs = options.cutoffs();
  bool increasing = !cutoffs.empty();
  for (size_t i = 0; i < cutoffs.size(); ++i)
    increasing = increasing && cutoffs[i] > (i == 0 ? 0 : cutoffs[i - 1]) && cutoffs[i] < options.n_classes();
  TORCHPP_CHECK_VALUE(increasing,
                      "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where "
                      "each value is between 1 and n_classes-1");
  n_clusters = static_cast<int64_t>(cutoffs.size());
  shortlist_size = cutoffs.front();
  head_size = shortlist_size + n_clusters;
  cutoffs.push_back(options.n_classes());

  head = register_module("head", Linear(LinearOptions(options.in_features(), head_size).bias(options.head_bias())));
  tail = register_module("tail", ModuleList());
  for (size_t i = 0; i + 1 < cutoffs.size(); ++i) {
    const double divisor = std::pow(options.div_value(), static_cast<double>(i + 1));
    const auto features = static_cast<int64_t>(static_cast<double>(options.in_features()) / divisor);
    tail->push_back(Sequential(Linear(LinearOptions(options.in_features(), features).bias(false)),
                               Linear(LinearOptions(features, cutoffs[i + 1] - cutoffs[i]).bias(false))));
  }
}

void AdaptiveLogSoftmaxWithLossImpl::reset_parameters() {
  head->reset_parameters();
  for (const auto& cluster : *tail)
    for (const auto& layer : cluster->children()) layer->as<Linear>()->reset_parameters();
}

void AdaptiveLogSoftmaxWithLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AdaptiveLogSoftmaxWithLoss";
}

Tensor AdaptiveLogSoftmaxWithLossImpl::in_cluster(int64_t cluster, const Tensor& input) const {
  Sequential layers(tail->ptr<SequentialImpl>(static_cast<size_t>(cluster)));
  return layers(input).log_softmax(1);
}

ASMoutput AdaptiveLogSoftmaxWithLossImpl::forward(const Tensor& input_, const Tensor& target_) {
  const bool batched = target_.dim() == 1;
  TORCHPP_CHECK(batched || target_.dim() == 0, "0D or 1D target tensor expected, multi-target not supported");
  TORCHPP_CHECK(input_.dim() == (batched ? 2 : 1),
                batched ? "1D target tensor expects 2D input tensors, but found inputs with sizes "
                        : "0D target tensor expects 1D input tensors, but found inputs with sizes ",
                input_.sizes());
  TORCHPP_CHECK(!batched || input_.size(0) == target_.size(0),
                "Input and target should have the same size in the batch dimension.");
  const Tensor input = batched ? input_ : input_.unsqueeze(0), target = batched ? target_ : target_.unsqueeze(0);

  Tensor output = input.new_zeros({input.size(0)});
  // Where the head answers: the class itself, or its cluster.
  Tensor in_head = target.clone();
  int64_t found = 0;
  for (int64_t i = -1; i < n_clusters; ++i) {
    const int64_t low = i < 0 ? 0 : cutoffs[static_cast<size_t>(i)], high = cutoffs[static_cast<size_t>(i + 1)];
    const Tensor rows = target.ge(low).logical_and(target.lt(high)).nonzero().flatten();
    found += rows.numel();
    if (i < 0 || rows.numel() == 0) continue;
    in_head.index_fill_(0, rows, shortlist_size + i);
    const Tensor within = target.index_select(0, rows).sub(low).unsqueeze(1);
    output = output.index_copy(0, rows, in_cluster(i, input.index_select(0, rows)).gather(1, within).squeeze(1));
  }
  TORCHPP_CHECK(found == target.size(0), "Target values should be in [0, ", options.n_classes() - 1,
                "], but values in range [", target.min().item<int64_t>(), ", ", target.max().item<int64_t>(),
                "] were found. ");
  output = output + head(input).log_softmax(1).gather(1, in_head.unsqueeze(1)).squeeze(1);
  const double loss = output.neg().mean().item<double>();
  return ASMoutput(batched ? output : output.squeeze(0), loss);
}

Tensor AdaptiveLogSoftmaxWithLossImpl::_get_full_log_prob(const Tensor& input, const Tensor& head_output) {
  const Tensor in_head = head_output.log_softmax(1);
  std::vector<Tensor> parts = {in_head.narrow(1, 0, shortlist_size)};
  for (int64_t i = 0; i < n_clusters; ++i)
    parts.push_back(in_cluster(i, input) + in_head.narrow(1, shortlist_size + i, 1));
  return cat(parts, 1);
}

Tensor AdaptiveLogSoftmaxWithLossImpl::log_prob(const Tensor& input) { return _get_full_log_prob(input, head(input)); }

// Where the head chooses one of its own classes, that is the answer; the clusters are asked for the other rows.
Tensor AdaptiveLogSoftmaxWithLossImpl::predict(const Tensor& input) {
  const Tensor head_output = head(input);
  Tensor output = head_output.argmax(1);
  const Tensor rows = output.ge(shortlist_size).nonzero().flatten();
  if (rows.numel() == 0) return output;
  const Tensor all = _get_full_log_prob(input.index_select(0, rows), head_output.index_select(0, rows));
  return output.index_copy_(0, rows, all.argmax(1));
}

TORCHPP_DEFINE_CLONE(AdaptiveLogSoftmaxWithLossImpl)

}  // namespace torchpp::nn
