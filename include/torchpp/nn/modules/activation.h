// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Activations: options, functions, modules. `inplace` writes into the input. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

// ---- options

/// max(0, x) + min(0, alpha * (e^x - 1))
struct TORCHPP_API ELUOptions {
  TORCHPP_ARG(double, alpha) = 1.0;
  TORCHPP_ARG(bool, inplace) = false;
};
/// 1.0507009873554805 * ELU with alpha 1.6732632423543772
struct TORCHPP_API SELUOptions {
  SELUOptions(bool inplace = false) : inplace_(inplace) {}  // NOLINT: implicit
  TORCHPP_ARG(bool, inplace);
};
/// max(0, x) + min(0, alpha * (e^(x / alpha) - 1))
struct TORCHPP_API CELUOptions {
  TORCHPP_ARG(double, alpha) = 1.0;
  TORCHPP_ARG(bool, inplace) = false;
};
/// x * Phi(x), Phi the normal distribution function: exact ("none") or by tanh ("tanh").
struct TORCHPP_API GELUOptions {
  TORCHPP_ARG(std::string, approximate) = "none";
};
/// a * sigmoid(b), a and b the halves of x along dim
struct TORCHPP_API GLUOptions {
  GLUOptions(int64_t dim = -1) : dim_(dim) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, dim);
};
/// x where |x| > lambda, else 0
struct TORCHPP_API HardshrinkOptions {
  HardshrinkOptions(double lambda = 0.5) : lambda_(lambda) {}  // NOLINT: implicit
  TORCHPP_ARG(double, lambda);
};
/// x held within [min_val, max_val]
struct TORCHPP_API HardtanhOptions {
  TORCHPP_ARG(double, min_val) = -1.0;
  TORCHPP_ARG(double, max_val) = 1.0;
  TORCHPP_ARG(bool, inplace) = false;
};
/// max(0, x) + negative_slope * min(0, x)
struct TORCHPP_API LeakyReLUOptions {
  TORCHPP_ARG(double, negative_slope) = 1e-2;
  TORCHPP_ARG(bool, inplace) = false;
};
/// e^x over its sum along dim
struct TORCHPP_API SoftmaxOptions {
  SoftmaxOptions(int64_t dim) : dim_(dim) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, dim);
};
/// softmax(-x)
using SoftminOptions = SoftmaxOptions;
/// log(softmax(x))
using LogSoftmaxOptions = SoftmaxOptions;
/// max(0, x) + weight * min(0, x), the weight learned: one, or one per channel
struct TORCHPP_API PReLUOptions {
  TORCHPP_ARG(int64_t, num_parameters) = 1;
  TORCHPP_ARG(double, init) = 0.25;
};
/// max(0, x)
struct TORCHPP_API ReLUOptions {
  ReLUOptions(bool inplace = false) : inplace_(inplace) {}  // NOLINT: implicit
  TORCHPP_ARG(bool, inplace);
};
/// min(max(0, x), 6)
using ReLU6Options = ReLUOptions;
/// LeakyReLU with a random slope from [lower, upper] per element in training, their mean in evaluation
struct TORCHPP_API RReLUOptions {
  TORCHPP_ARG(double, lower) = 1.0 / 8.0;
  TORCHPP_ARG(double, upper) = 1.0 / 3.0;
  TORCHPP_ARG(bool, inplace) = false;
};
/// log(1 + e^(beta * x)) / beta; x itself where beta * x > threshold
struct TORCHPP_API SoftplusOptions {
  TORCHPP_ARG(double, beta) = 1.0;
  TORCHPP_ARG(double, threshold) = 20.0;
};
/// x moved by lambda towards 0, which it does not cross
struct TORCHPP_API SoftshrinkOptions {
  SoftshrinkOptions(double lambda = 0.5) : lambda_(lambda) {}  // NOLINT: implicit
  TORCHPP_ARG(double, lambda);
};
/// x where x > threshold, else value
struct TORCHPP_API ThresholdOptions {
  ThresholdOptions(double threshold, double value) : threshold_(threshold), value_(value) {}
  TORCHPP_ARG(double, threshold);
  TORCHPP_ARG(double, value);
  TORCHPP_ARG(bool, inplace) = false;
};
/// x * min(max(0, x + 3), 6) / 6, and without the factor x
struct TORCHPP_API HardswishOptions {
  HardswishOptions(bool inplace = false) : inplace_(inplace) {}  // NOLINT: implicit
  TORCHPP_ARG(bool, inplace);
};
using HardsigmoidOptions = HardswishOptions;
/// x * sigmoid(x)
using SiLUOptions = HardswishOptions;
/// x * tanh(softplus(x))
using MishOptions = HardswishOptions;

// ---- functions

namespace functional {

using ELUFuncOptions = ELUOptions;
using SELUFuncOptions = SELUOptions;
using CELUFuncOptions = CELUOptions;
using GELUFuncOptions = GELUOptions;
using GLUFuncOptions = GLUOptions;
using HardshrinkFuncOptions = HardshrinkOptions;
using HardtanhFuncOptions = HardtanhOptions;
using LeakyReLUFuncOptions = LeakyReLUOptions;
using ReLUFuncOptions = ReLUOptions;
using ReLU6FuncOptions = ReLU6Options;
using SoftplusFuncOptions = SoftplusOptions;
using SoftshrinkFuncOptions = SoftshrinkOptions;
using ThresholdFuncOptions = ThresholdOptions;
using HardswishFuncOptions = HardswishOptions;
using HardsigmoidFuncOptions = HardsigmoidOptions;
/// With `dtype`, the input is converted first.
struct TORCHPP_API SoftmaxFuncOptions {
  SoftmaxFuncOptions(int64_t dim) : dim_(dim) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, dim);
  TORCHPP_ARG(optional<ScalarType>, dtype) = nullopt;
};
using SoftminFuncOptions = SoftmaxFuncOptions;
using LogSoftmaxFuncOptions = SoftmaxFuncOptions;
struct TORCHPP_API RReLUFuncOptions {
  TORCHPP_ARG(double, lower) = 1.0 / 8.0;
  TORCHPP_ARG(double, upper) = 1.0 / 3.0;
  TORCHPP_ARG(bool, training) = false;
  TORCHPP_ARG(bool, inplace) = false;
};
/// Samples from the Gumbel-softmax distribution at temperature tau; `hard` gives one-hot samples with the soft
/// gradient.
struct TORCHPP_API GumbelSoftmaxFuncOptions {
  TORCHPP_ARG(double, tau) = 1.0;
  TORCHPP_ARG(bool, hard) = false;
  TORCHPP_ARG(int, dim) = -1;
};

TORCHPP_API Tensor elu(const Tensor& input, const ELUFuncOptions& options = {});
TORCHPP_API Tensor selu(const Tensor& input, const SELUFuncOptions& options = {});
TORCHPP_API Tensor celu(const Tensor& input, const CELUFuncOptions& options = {});
TORCHPP_API Tensor gelu(const Tensor& input, const GELUFuncOptions& options = {});
TORCHPP_API Tensor glu(const Tensor& input, const GLUFuncOptions& options = {});
TORCHPP_API Tensor hardshrink(const Tensor& input, const HardshrinkFuncOptions& options = {});
TORCHPP_API Tensor hardtanh(const Tensor& input, const HardtanhFuncOptions& options = {});
TORCHPP_API Tensor leaky_relu(const Tensor& input, const LeakyReLUFuncOptions& options = {});
TORCHPP_API Tensor logsigmoid(const Tensor& input);
TORCHPP_API Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options = {});
TORCHPP_API Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options);
TORCHPP_API Tensor softmin(const Tensor& input, const SoftminFuncOptions& options);
TORCHPP_API Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options);
TORCHPP_API Tensor silu(const Tensor& input);
TORCHPP_API Tensor mish(const Tensor& input);
TORCHPP_API Tensor prelu(const Tensor& input, const Tensor& weight);
TORCHPP_API Tensor relu(const Tensor& input, const ReLUFuncOptions& options = {});
TORCHPP_API Tensor relu6(const Tensor& input, const ReLU6FuncOptions& options = {});
TORCHPP_API Tensor rrelu(const Tensor& input, const RReLUFuncOptions& options = {});
TORCHPP_API Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options = {});
TORCHPP_API Tensor softshrink(const Tensor& input, const SoftshrinkFuncOptions& options = {});
TORCHPP_API Tensor softsign(const Tensor& input);
TORCHPP_API Tensor tanhshrink(const Tensor& input);
TORCHPP_API Tensor threshold(const Tensor& input, const ThresholdFuncOptions& options);
TORCHPP_API Tensor hardswish(const Tensor& input, const HardswishFuncOptions& options = {});
TORCHPP_API Tensor hardsigmoid(const Tensor& input, const HardsigmoidFuncOptions& options = {});
/// As torchpp::sigmoid and torchpp::tanh, which are to be preferred.
TORCHPP_API Tensor sigmoid(const Tensor& input);
TORCHPP_API Tensor tanh(const Tensor& input);

/// Those above with `inplace`: they return the input. Source: PyTorch 1.13's Python front end.
TORCHPP_API Tensor elu_(const Tensor& input, ELUFuncOptions options = {});
TORCHPP_API Tensor selu_(const Tensor& input);
TORCHPP_API Tensor celu_(const Tensor& input, CELUFuncOptions options = {});
TORCHPP_API Tensor hardtanh_(const Tensor& input, HardtanhFuncOptions options = {});
TORCHPP_API Tensor leaky_relu_(const Tensor& input, LeakyReLUFuncOptions options = {});
TORCHPP_API Tensor relu_(const Tensor& input);
TORCHPP_API Tensor rrelu_(const Tensor& input, RReLUFuncOptions options = {});
TORCHPP_API Tensor threshold_(const Tensor& input, ThresholdFuncOptions options);

}  // namespace functional

// ---- modules

TORCHPP_STATELESS_MODULE(ELU, ELUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(SELU, SELUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(CELU, CELUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(GELU, GELUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(GLU, GLUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Hardshrink, HardshrinkOptions, Tensor forward(const Tensor& input));
/// Error unless max_val is greater than min_val.
TORCHPP_STATELESS_MODULE(Hardtanh, HardtanhOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(LeakyReLU, LeakyReLUOptions, Tensor forward(const Tensor& input));
/// log(1 / (1 + e^-x))
TORCHPP_STATELESS_MODULE(LogSigmoid, NoOptions, Tensor forward(const Tensor& input));
TORCHPP_REQUIRED_OPTIONS_MODULE(Softmax, SoftmaxOptions, Tensor forward(const Tensor& input));
TORCHPP_REQUIRED_OPTIONS_MODULE(Softmin, SoftminOptions, Tensor forward(const Tensor& input));
TORCHPP_REQUIRED_OPTIONS_MODULE(LogSoftmax, LogSoftmaxOptions, Tensor forward(const Tensor& input));
/// Softmax over channels at each pixel of (N, C, H, W) or (C, H, W).
TORCHPP_STATELESS_MODULE(Softmax2d, NoOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(ReLU, ReLUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(ReLU6, ReLU6Options, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(RReLU, RReLUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Softplus, SoftplusOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Softshrink, SoftshrinkOptions, Tensor forward(const Tensor& input));
/// x / (1 + |x|)
TORCHPP_STATELESS_MODULE(Softsign, NoOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Tanh, NoOptions, Tensor forward(const Tensor& input));
/// x - tanh(x)
TORCHPP_STATELESS_MODULE(Tanhshrink, NoOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Sigmoid, NoOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(SiLU, SiLUOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Mish, MishOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Hardswish, HardswishOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(Hardsigmoid, HardsigmoidOptions, Tensor forward(const Tensor& input));

class TORCHPP_API ThresholdImpl : public StockModule {
  TORCHPP_STATELESS(ThresholdImpl, ThresholdOptions);
  ThresholdImpl(double threshold, double value);
  Tensor forward(const Tensor& input);
};
using Threshold = ModuleHolder<ThresholdImpl>;

class TORCHPP_API PReLUImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  explicit PReLUImpl(const PReLUOptions& options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);

  PReLUOptions options;
  Tensor weight;  ///< (num_parameters)
};
using PReLU = ModuleHolder<PReLUImpl>;

}  // namespace nn
}  // namespace torchpp
