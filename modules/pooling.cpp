// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/pooling.h>
#include <torchpp/ops/pooling.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& o) {
  TORCHPP_CHECK(!o.divisor_override(), "avg_pool1d: divisor_override is not supported");
  return torchpp::avg_pool1d(input, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(), o.count_include_pad());
}

Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& o) {
  return torchpp::avg_pool2d(input, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(), o.count_include_pad(),
                             o.divisor_override());
}

Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& o) {
  return torchpp::max_pool1d(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& o) {
  return torchpp::max_pool2d(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& input, const MaxPool1dFuncOptions& o) {
  return torchpp::max_pool1d_with_indices(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& input, const MaxPool2dFuncOptions& o) {
  return torchpp::max_pool2d_with_indices(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& o) {
  return torchpp::adaptive_avg_pool1d(input, o.output_size());
}

Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& o) {
  int64_t sizes[2];
  for (int64_t d = 0; d < 2; ++d) {
    const auto& size = (*o.output_size())[static_cast<size_t>(d)];
    sizes[d] = size ? *size : input.size(d - 2);
  }
  return torchpp::adaptive_avg_pool2d(input, sizes);
}

namespace {

// From the windows' means of x^p: their sums, negative ones taken by sign, to the power 1 / p.
Tensor norm_from_means(const Tensor& means, double count, double p) {
  return means.sign().mul(means.abs().relu()).mul(count).pow(1.0 / p);
}

}  // namespace

Tensor lp_pool1d(const Tensor& input, const LPPool1dFuncOptions& o) {
  const Tensor means = torchpp::avg_pool1d(input.pow(o.norm_type()), o.kernel_size(), o.stride(), 0, o.ceil_mode());
  return norm_from_means(means, static_cast<double>((*o.kernel_size())[0]), o.norm_type());
}

Tensor lp_pool2d(const Tensor& input, const LPPool2dFuncOptions& o) {
  const Tensor means = torchpp::avg_pool2d(input.pow(o.norm_type()), o.kernel_size(), o.stride(), 0, o.ceil_mode());
  return norm_from_means(means, static_cast<double>((*o.kernel_size())[0] * (*o.kernel_size())[1]), o.norm_type());
}

}  // namespace functional

Tensor AvgPool1dImpl::forward(const Tensor& input) { return functional::avg_pool1d(input, options); }
Tensor AvgPool2dImpl::forward(const Tensor& input) { return functional::avg_pool2d(input, options); }
Tensor MaxPool1dImpl::forward(const Tensor& input) { return functional::max_pool1d(input, options); }
Tensor MaxPool2dImpl::forward(const Tensor& input) { return functional::max_pool2d(input, options); }
std::tuple<Tensor, Tensor> MaxPool1dImpl::forward_with_indices(const Tensor& input) {
  return functional::max_pool1d_with_indices(input, options);
}
std::tuple<Tensor, Tensor> MaxPool2dImpl::forward_with_indices(const Tensor& input) {
  return functional::max_pool2d_with_indices(input, options);
}
Tensor AdaptiveAvgPool1dImpl::forward(const Tensor& input) { return functional::adaptive_avg_pool1d(input, options); }
Tensor AdaptiveAvgPool2dImpl::forward(const Tensor& input) { return functional::adaptive_avg_pool2d(input, options); }
Tensor LPPool1dImpl::forward(const Tensor& input) { return functional::lp_pool1d(input, options); }
Tensor LPPool2dImpl::forward(const Tensor& input) { return functional::lp_pool2d(input, options); }

namespace {

template <size_t D>
void print_options(std::ostream& stream, const AvgPoolOptions<D>& o) {
  print(stream, "torch::nn::AvgPool", D, "d(kernel_size=", o.kernel_size(), ", stride=", o.stride(),
        ", padding=", o.padding(), ")");
}
template <size_t D>
void print_options(std::ostream& stream, const MaxPoolOptions<D>& o) {
  print(stream, "torch::nn::MaxPool", D, "d(kernel_size=", o.kernel_size(), ", stride=", o.stride(),
        ", padding=", o.padding(), ", dilation=", o.dilation(), ", ceil_mode=", o.ceil_mode(), ")");
}
template <size_t D>
void print_options(std::ostream& stream, const LPPoolOptions<D>& o) {
  print(stream, "torch::nn::LPPool", D, "d(norm_type=", o.norm_type(), ", kernel_size=", o.kernel_size(),
        ", stride=", o.stride(), ", ceil_mode=", o.ceil_mode(), ")");
}

}  // namespace

void AvgPool1dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void AvgPool2dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void MaxPool1dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void MaxPool2dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void LPPool1dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void LPPool2dImpl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
void AdaptiveAvgPool1dImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::AdaptiveAvgPool1d(output_size=", options.output_size(), ")");
}
void AdaptiveAvgPool2dImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::AdaptiveAvgPool2d(output_size=", options.output_size(), ")");
}

TORCHPP_DEFINE_STATELESS(AvgPool1dImpl, AvgPool1dOptions)
TORCHPP_DEFINE_STATELESS(AvgPool2dImpl, AvgPool2dOptions)
TORCHPP_DEFINE_STATELESS(MaxPool1dImpl, MaxPool1dOptions)
TORCHPP_DEFINE_STATELESS(MaxPool2dImpl, MaxPool2dOptions)
TORCHPP_DEFINE_STATELESS(AdaptiveAvgPool1dImpl, AdaptiveAvgPool1dOptions)
TORCHPP_DEFINE_STATELESS(AdaptiveAvgPool2dImpl, AdaptiveAvgPool2dOptions)
TORCHPP_DEFINE_STATELESS(LPPool1dImpl, LPPool1dOptions)
TORCHPP_DEFINE_STATELESS(LPPool2dImpl, LPPool2dOptions)

}  // namespace torchpp::nn
