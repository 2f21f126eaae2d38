// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/dropout.h>
#include <torchpp/ops/nn.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace {

using Function = Tensor (*)(const Tensor&, double, bool);
using InPlace = Tensor& (*)(Tensor&, double, bool);

void check_probability(double p) {
  TORCHPP_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
}

functional::DropoutFuncOptions with_training(const DropoutOptions& o, bool training) {
  return functional::DropoutFuncOptions().p(o.p()).training(training).inplace(o.inplace());
}

Tensor drop(Function function, InPlace in_place, const Tensor& input, double p, bool training, bool inplace) {
  check_probability(p);
  if (!inplace) return function(input, p, training);
  Tensor self = input;
  return in_place(self, p, training);
}

// Whole channels. An input that is not of `batched_rank` dimensions counts as one sample, whose channels come first.
Tensor drop_channels(const Tensor& input, int64_t batched_rank, double p, bool training, bool inplace) {
  if (input.dim() == batched_rank) return drop(&feature_dropout, &feature_dropout_, input, p, training, inplace);
  const Tensor dropped = drop(&feature_dropout, &feature_dropout_, input.unsqueeze(0), p, training, inplace);
  return inplace ? input : dropped.squeeze(0);
}

}  // namespace

namespace functional {

Tensor dropout(const Tensor& input, const DropoutFuncOptions& o) {
  return drop(&torchpp::dropout, &torchpp::dropout_, input, o.p(), o.training(), o.inplace());
}
Tensor dropout1d(const Tensor& input, const Dropout1dFuncOptions& o) {
  TORCHPP_CHECK(input.dim() == 2 || input.dim() == 3, "dropout1d: Expected 2D or 3D input, but received a ",
                input.dim(), "D input");
  return drop_channels(input, 3, o.p(), o.training(), o.inplace());
}
Tensor dropout2d(const Tensor& input, const Dropout2dFuncOptions& o) {
  return drop_channels(input, 4, o.p(), o.training(), o.inplace());
}
Tensor dropout3d(const Tensor& input, const Dropout3dFuncOptions& o) {
  return drop_channels(input, 5, o.p(), o.training(), o.inplace());
}
Tensor alpha_dropout(const Tensor& input, const AlphaDropoutFuncOptions& o) {
  return drop(&torchpp::alpha_dropout, &torchpp::alpha_dropout_, input, o.p(), o.training(), o.inplace());
}
Tensor feature_alpha_dropout(const Tensor& input, const FeatureAlphaDropoutFuncOptions& o) {
  return drop(&torchpp::feature_alpha_dropout, &torchpp::feature_alpha_dropout_, input, o.p(), o.training(),
              o.inplace());
}

}  // namespace functional

#define TORCHPP_DROPOUT_MODULE(Name)                                                                  \
  TORCHPP_DEFINE_CLONE(Name##Impl)                                                                    \
  Name##Impl::Name##Impl(const DropoutOptions& options_) : options(options_) { Name##Impl::reset(); } \
  void Name##Impl::reset() { check_probability(options.p()); }                                        \
  void Name##Impl::pretty_print(std::ostream& stream) const {                                         \
    print(stream, "torch::nn::" #Name "(p=", options.p(), ", inplace=", options.inplace(), ")");      \
  }
TORCHPP_DROPOUT_MODULE(Dropout)
TORCHPP_DROPOUT_MODULE(Dropout1d)
TORCHPP_DROPOUT_MODULE(Dropout2d)
TORCHPP_DROPOUT_MODULE(Dropout3d)
TORCHPP_DROPOUT_MODULE(AlphaDropout)
TORCHPP_DROPOUT_MODULE(FeatureAlphaDropout)
#undef TORCHPP_DROPOUT_MODULE

Tensor DropoutImpl::forward(const Tensor& input) {
  return functional::dropout(input, with_training(options, is_training()));
}
Tensor Dropout1dImpl::forward(const Tensor& input) {
  return functional::dropout1d(input, with_training(options, is_training()));
}
Tensor Dropout2dImpl::forward(const Tensor& input) {
  return functional::dropout2d(input, with_training(options, is_training()));
}
Tensor Dropout3dImpl::forward(const Tensor& input) {
  return functional::dropout3d(input, with_training(options, is_training()));
}
// As in libtorch 1.13 these two modules never work in place.
Tensor AlphaDropoutImpl::forward(const Tensor& input) {
  return drop(&torchpp::alpha_dropout, nullptr, input, options.p(), is_training(), false);
}
Tensor FeatureAlphaDropoutImpl::forward(const Tensor& input) {
  return drop(&torchpp::feature_alpha_dropout, nullptr, input, options.p(), is_training(), false);
}

}  // namespace torchpp::nn
