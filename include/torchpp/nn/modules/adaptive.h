// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adaptive softmax: options, module. Source: libtorch 1.13; E. Grave et al., Efficient softmax approximation for
/// GPUs (2017).

#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/modules/linear.h>

namespace torchpp {
namespace nn {

/// What the module gives for a batch: the log probability of each target, and the mean of their negatives.
struct TORCHPP_API ASMoutput {
  ASMoutput(Tensor output_, double loss_) : output(std::move(output_)), loss(loss_) {}
  Tensor output;
  double loss;
};

struct TORCHPP_API AdaptiveLogSoftmaxWithLossOptions {
  AdaptiveLogSoftmaxWithLossOptions(int64_t in_features, int64_t n_classes, std::vector<int64_t> cutoffs)
      : in_features_(in_features), n_classes_(n_classes), cutoffs_(std::move(cutoffs)) {}
  TORCHPP_ARG(int64_t, in_features);
  /// Classes are numbered from the most to the least frequent.
  TORCHPP_ARG(int64_t, n_classes);
  /// The first class of each cluster of less frequent ones; increasing.
  TORCHPP_ARG(std::vector<int64_t>, cutoffs);
  /// Cluster i has in_features / div_value^(i + 1) features.
  TORCHPP_ARG(double, div_value) = 4.;
  TORCHPP_ARG(bool, head_bias) = false;
};

/// The log probabilities of many classes: `head` decides among the most frequent ones and the clusters of the others,
/// `tail` within each cluster, and only where it is the target's.
class TORCHPP_API AdaptiveLogSoftmaxWithLossImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  AdaptiveLogSoftmaxWithLossImpl(int64_t in_features, int64_t n_classes, std::vector<int64_t> cutoffs);
  /// ValueError unless the cutoffs are increasing numbers in [1, n_classes - 1].
  explicit AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  /// input (N, in_features) and target (N), or (in_features) and (). Error if a target is no class.
  ASMoutput forward(const Tensor& input, const Tensor& target);
  /// (N, n_classes) from (N, in_features).
  Tensor log_prob(const Tensor& input);
  /// The most probable class of each row.
  Tensor predict(const Tensor& input);
  Tensor _get_full_log_prob(const Tensor& input, const Tensor& head_output);

  AdaptiveLogSoftmaxWithLossOptions options;
  std::vector<int64_t> cutoffs;  ///< those of the options, and n_classes
  int64_t shortlist_size = 0;    ///< classes that the head knows
  int64_t n_clusters = 0;
  int64_t head_size = 0;
  Linear head = nullptr;
  ModuleList tail;

 private:
  Tensor in_cluster(int64_t cluster, const Tensor& input) const;
};
using AdaptiveLogSoftmaxWithLoss = ModuleHolder<AdaptiveLogSoftmaxWithLossImpl>;

}  // namespace nn
}  // namespace torchpp
