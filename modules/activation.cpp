// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/activation.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/random.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

Tensor elu(const Tensor& input, const ELUFuncOptions& options) {
  if (!options.inplace()) return torchpp::elu(input, options.alpha());
  Tensor self = input;
  return torchpp::elu_(self, options.alpha());
}

Tensor selu(const Tensor& input, const SELUFuncOptions& options) {
  if (!options.inplace()) return torchpp::selu(input);
  Tensor self = input;
  return torchpp::selu_(self);
}

Tensor celu(const Tensor& input, const CELUFuncOptions& options) {
  if (!options.inplace()) return torchpp::celu(input, options.alpha());
  Tensor self = input;
  return torchpp::celu_(self, options.alpha());
}

Tensor gelu(const Tensor& input, const GELUFuncOptions& options) { return torchpp::gelu(input, options.approximate()); }

Tensor glu(const Tensor& input, const GLUFuncOptions& options) {
  TORCHPP_CHECK(input.dim() != 0, "glu does not support scalars because halving size must be even");
  return torchpp::glu(input, options.dim());
}

Tensor hardshrink(const Tensor& input, const HardshrinkFuncOptions& options) {
  return input.hardshrink(options.lambda());
}

Tensor hardtanh(const Tensor& input, const HardtanhFuncOptions& options) {
  if (!options.inplace()) return torchpp::hardtanh(input, options.min_val(), options.max_val());
  Tensor self = input;
  return torchpp::hardtanh_(self, options.min_val(), options.max_val());
}

Tensor leaky_relu(const Tensor& input, const LeakyReLUFuncOptions& options) {
  if (!options.inplace()) return torchpp::leaky_relu(input, options.negative_slope());
  Tensor self = input;
  return torchpp::leaky_relu_(self, options.negative_slope());
}

Tensor logsigmoid(const Tensor& input) { return torchpp::log_sigmoid(input); }

Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options) {
  const Tensor gumbels = empty_like(logits).exponential_().log().neg();
  const Tensor soft = logits.add(gumbels).div(options.tau()).softmax(options.dim());
  if (!options.hard()) return soft;
  const Tensor index = std::get<1>(soft.max(options.dim(), /*keepdim=*/true));
  // One-hot in value; the gradient is the soft sample's.
  return zeros_like(logits).scatter_(options.dim(), index, 1.0) - soft.detach() + soft;
}

Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options) {
  return input.softmax(options.dim(), options.dtype());
}

Tensor softmin(const Tensor& input, const SoftminFuncOptions& options) {
  return input.neg().softmax(options.dim(), options.dtype());
}

Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options) {
  return input.log_softmax(options.dim(), options.dtype());
}

Tensor silu(const Tensor& input) { return input.silu(); }
Tensor mish(const Tensor& input) { return torchpp::mish(input); }
Tensor prelu(const Tensor& input, const Tensor& weight) { return input.prelu(weight); }
Tensor relu(const Tensor& input, const ReLUFuncOptions& options) {
  return options.inplace() ? input.relu_() : input.relu();
}

Tensor relu6(const Tensor& input, const ReLU6FuncOptions& options) {
  if (!options.inplace()) return torchpp::relu6(input);
  Tensor self = input;
  return torchpp::relu6_(self);
}

Tensor rrelu(const Tensor& input, const RReLUFuncOptions& options) {
  TORCHPP_CHECK(options.lower() <= options.upper(),
                "rrelu: Lower bound should be less than or equal to the upper bound, but got ", options.lower(),
                " and ", options.upper());
  if (!options.inplace()) return torchpp::rrelu(input, options.lower(), options.upper(), options.training());
  Tensor self = input;
  return torchpp::rrelu_(self, options.lower(), options.upper(), options.training());
}

Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options) {
  return torchpp::softplus(input, options.beta(), options.threshold());
}

Tensor softshrink(const Tensor& input, const SoftshrinkFuncOptions& options) {
  return torchpp::softshrink(input, options.lambda());
}

Tensor softsign(const Tensor& input) { return input.div(input.abs().add(1)); }
Tensor tanhshrink(const Tensor& input) { return input.sub(input.tanh()); }

Tensor threshold(const Tensor& input, const ThresholdFuncOptions& options) {
  if (!options.inplace()) return torchpp::threshold(input, options.threshold(), options.value());
  Tensor self = input;
  return torchpp::threshold_(self, options.threshold(), options.value());
}

Tensor sigmoid(const Tensor& input) { return input.sigmoid(); }
Tensor tanh(const Tensor& input) { return input.tanh(); }

Tensor elu_(const Tensor& input, ELUFuncOptions options) { return elu(input, options.inplace(true)); }
Tensor selu_(const Tensor& input) { return selu(input, SELUFuncOptions().inplace(true)); }
Tensor celu_(const Tensor& input, CELUFuncOptions options) { return celu(input, options.inplace(true)); }
Tensor hardtanh_(const Tensor& input, HardtanhFuncOptions options) { return hardtanh(input, options.inplace(true)); }
Tensor leaky_relu_(const Tensor& input, LeakyReLUFuncOptions options) {
  return leaky_relu(input, options.inplace(true));
}
Tensor relu_(const Tensor& input) { return relu(input, ReLUFuncOptions().inplace(true)); }
Tensor rrelu_(const Tensor& input, RReLUFuncOptions options) { return rrelu(input, options.inplace(true)); }
Tensor threshold_(const Tensor& input, ThresholdFuncOptions options) { return threshold(input, options.inplace(true)); }

Tensor hardswish(const Tensor& input, const HardswishFuncOptions& options) {
  if (!options.inplace()) return torchpp::hardswish(input);
  Tensor self = input;
  return torchpp::hardswish_(self);
}

Tensor hardsigmoid(const Tensor& input, const HardsigmoidFuncOptions& options) {
  if (!options.inplace()) return torchpp::hardsigmoid(input);
  Tensor self = input;
  return torchpp::hardsigmoid_(self);
}

}  // namespace functional

Tensor ELUImpl::forward(const Tensor& input) { return functional::elu(input, options); }
Tensor SELUImpl::forward(const Tensor& input) { return functional::selu(input, options); }
Tensor CELUImpl::forward(const Tensor& input) { return functional::celu(input, options); }
Tensor GELUImpl::forward(const Tensor& input) { return functional::gelu(input, options); }
Tensor GLUImpl::forward(const Tensor& input) { return functional::glu(input, options); }
Tensor HardshrinkImpl::forward(const Tensor& input) { return functional::hardshrink(input, options); }
HardtanhImpl::HardtanhImpl(const HardtanhOptions& options_) : options(options_) { HardtanhImpl::reset(); }
void HardtanhImpl::reset() {
  TORCHPP_CHECK(options.max_val() > options.min_val(), "Hardtanh: max_val must be greater than min_val, but got ",
                options.max_val(), " and ", options.min_val());
}
Tensor HardtanhImpl::forward(const Tensor& input) { return functional::hardtanh(input, options); }
Tensor LeakyReLUImpl::forward(const Tensor& input) { return functional::leaky_relu(input, options); }
Tensor LogSigmoidImpl::forward(const Tensor& input) { return functional::logsigmoid(input); }
Tensor SoftmaxImpl::forward(const Tensor& input) { return input.softmax(options.dim()); }
Tensor SoftminImpl::forward(const Tensor& input) { return input.neg().softmax(options.dim()); }
Tensor LogSoftmaxImpl::forward(const Tensor& input) { return input.log_softmax(options.dim()); }
Tensor Softmax2dImpl::forward(const Tensor& input) {
  TORCHPP_CHECK(input.dim() == 4 || input.dim() == 3, "Softmax2d requires a 3D or 4D tensor as input, got ",
                input.dim(), "D");
  return input.softmax(-3);
}
Tensor ReLUImpl::forward(const Tensor& input) { return options.inplace() ? input.relu_() : input.relu(); }
Tensor ReLU6Impl::forward(const Tensor& input) { return functional::relu6(input, options); }
Tensor RReLUImpl::forward(const Tensor& input) {
  return functional::rrelu(input, functional::RReLUFuncOptions()
                                      .lower(options.lower())
                                      .upper(options.upper())
                                      .training(is_training())
                                      .inplace(options.inplace()));
}
Tensor SoftplusImpl::forward(const Tensor& input) { return functional::softplus(input, options); }
Tensor SoftshrinkImpl::forward(const Tensor& input) { return functional::softshrink(input, options); }
Tensor SoftsignImpl::forward(const Tensor& input) { return functional::softsign(input); }
Tensor TanhImpl::forward(const Tensor& input) { return input.tanh(); }
Tensor TanhshrinkImpl::forward(const Tensor& input) { return functional::tanhshrink(input); }
Tensor SigmoidImpl::forward(const Tensor& input) { return input.sigmoid(); }
Tensor SiLUImpl::forward(const Tensor& input) {
  if (!options.inplace()) return functional::silu(input);
  Tensor self = input;
  return torchpp::silu_(self);
}
Tensor MishImpl::forward(const Tensor& input) {
  if (!options.inplace()) return functional::mish(input);
  Tensor self = input;
  return torchpp::mish_(self);
}
Tensor ThresholdImpl::forward(const Tensor& input) { return functional::threshold(input, options); }
Tensor HardswishImpl::forward(const Tensor& input) { return functional::hardswish(input, options); }
Tensor HardsigmoidImpl::forward(const Tensor& input) { return functional::hardsigmoid(input, options); }

PReLUImpl::PReLUImpl(const PReLUOptions& options_) : options(options_) { PReLUImpl::reset(); }

void PReLUImpl::reset() { weight = register_parameter("weight", full({options.num_parameters()}, options.init())); }

Tensor PReLUImpl::forward(const Tensor& input) { return input.prelu(weight); }

// ---- printing

namespace {

// "(alpha=1)" or "(alpha=1, inplace=true)"
const char* inplace_suffix(bool inplace) { return inplace ? ", inplace=true)" : ")"; }
const char* inplace_only(bool inplace) { return inplace ? "(inplace=true)" : "()"; }

}  // namespace

void ELUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::ELU(alpha=", options.alpha(), inplace_suffix(options.inplace()));
}
void SELUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::SELU", inplace_only(options.inplace()));
}
void CELUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::CELU(alpha=", options.alpha(), inplace_suffix(options.inplace()));
}
void GELUImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::GELU()"); }
void GLUImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::GLU(dim=", options.dim(), ")"); }
void HardshrinkImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Hardshrink(", options.lambda(), ")");
}
void HardtanhImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Hardtanh(min_val=", options.min_val(), ", max_val=", options.max_val(),
        inplace_suffix(options.inplace()));
}
void LeakyReLUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::LeakyReLU(negative_slope=", options.negative_slope(), inplace_suffix(options.inplace()));
}
void LogSigmoidImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::LogSigmoid()"); }
void SoftmaxImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Softmax(dim=", options.dim(), ")");
}
void SoftminImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Softmin(dim=", options.dim(), ")");
}
void LogSoftmaxImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::LogSoftmax(dim=", options.dim(), ")");
}
void Softmax2dImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Softmax2d()"); }
void PReLUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::PReLU(num_parameters=", options.num_parameters(), ")");
}
void ReLUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::ReLU", inplace_only(options.inplace()));
}
void ReLU6Impl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::ReLU6", inplace_only(options.inplace()));
}
void RReLUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::RReLU(lower=", options.lower(), ", upper=", options.upper(),
        inplace_suffix(options.inplace()));
}
void SoftplusImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Softplus(beta=", options.beta(), ", threshold=", options.threshold(), ")");
}
void SoftshrinkImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Softshrink(", options.lambda(), ")");
}
void SoftsignImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Softsign()"); }
void TanhImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Tanh()"); }
void TanhshrinkImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Tanhshrink()"); }
void SigmoidImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Sigmoid()"); }
void SiLUImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::SiLU", inplace_only(options.inplace()));
}
void MishImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Mish", inplace_only(options.inplace()));
}
void ThresholdImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Threshold(threshold=", options.threshold(), ", value=", options.value(),
        inplace_suffix(options.inplace()));
}
void HardswishImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Hardswish", inplace_only(options.inplace()));
}
void HardsigmoidImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Hardsigmoid", inplace_only(options.inplace()));
}

TORCHPP_DEFINE_STATELESS(ELUImpl, ELUOptions)
TORCHPP_DEFINE_STATELESS(SELUImpl, SELUOptions)
TORCHPP_DEFINE_STATELESS(CELUImpl, CELUOptions)
TORCHPP_DEFINE_STATELESS(GELUImpl, GELUOptions)
TORCHPP_DEFINE_STATELESS(GLUImpl, GLUOptions)
TORCHPP_DEFINE_STATELESS(HardshrinkImpl, HardshrinkOptions)
TORCHPP_DEFINE_CLONE(HardtanhImpl)
TORCHPP_DEFINE_STATELESS(LeakyReLUImpl, LeakyReLUOptions)
TORCHPP_DEFINE_STATELESS(LogSigmoidImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(SoftmaxImpl, SoftmaxOptions)
TORCHPP_DEFINE_STATELESS(SoftminImpl, SoftminOptions)
TORCHPP_DEFINE_STATELESS(LogSoftmaxImpl, LogSoftmaxOptions)
TORCHPP_DEFINE_STATELESS(Softmax2dImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(ReLUImpl, ReLUOptions)
TORCHPP_DEFINE_STATELESS(ReLU6Impl, ReLU6Options)
TORCHPP_DEFINE_STATELESS(RReLUImpl, RReLUOptions)
TORCHPP_DEFINE_STATELESS(SoftplusImpl, SoftplusOptions)
TORCHPP_DEFINE_STATELESS(SoftshrinkImpl, SoftshrinkOptions)
TORCHPP_DEFINE_STATELESS(SoftsignImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(TanhImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(TanhshrinkImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(SigmoidImpl, NoOptions)
TORCHPP_DEFINE_STATELESS(SiLUImpl, SiLUOptions)
TORCHPP_DEFINE_STATELESS(MishImpl, MishOptions)
ThresholdImpl::ThresholdImpl(double threshold, double value) : ThresholdImpl(ThresholdOptions(threshold, value)) {}
TORCHPP_DEFINE_STATELESS(ThresholdImpl, ThresholdOptions)
TORCHPP_DEFINE_STATELESS(HardswishImpl, HardswishOptions)
TORCHPP_DEFINE_STATELESS(HardsigmoidImpl, HardsigmoidOptions)
TORCHPP_DEFINE_CLONE(PReLUImpl)

}  // namespace torchpp::nn
