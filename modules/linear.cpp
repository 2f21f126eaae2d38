// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "modules/print.h"
#include "src/ops/generated/linalg.h"

namespace torchpp::nn {

namespace functional {

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  return torchpp::linear(input, weight, bias);
}

Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias) {
  return torchpp::bilinear(input1, input2, weight, bias);
}

Tensor pixel_shuffle(const Tensor& input, const PixelShuffleFuncOptions& options) {
  return torchpp::pixel_shuffle(input, options.upscale_factor());
}
Tensor pixel_unshuffle(const Tensor& input, const PixelUnshuffleFuncOptions& options) {
  return torchpp::pixel_unshuffle(input, options.downscale_factor());
}
Tensor channel_shuffle(const Tensor& input, int64_t groups) { return torchpp::channel_shuffle(input, groups); }
Tensor native_channel_shuffle(const Tensor& input, int64_t groups) {
  return torchpp::native_channel_shuffle(input, groups);
}

}  // namespace functional

IdentityImpl::IdentityImpl() = default;
void IdentityImpl::reset() {}
void IdentityImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Identity()"); }
Tensor IdentityImpl::forward(const Tensor& input) { return input; }

LinearImpl::LinearImpl(int64_t in_features, int64_t out_features)
    : LinearImpl(LinearOptions(in_features, out_features)) {}
LinearImpl::LinearImpl(const LinearOptions& options_) : options(options_) { LinearImpl::reset(); }

void LinearImpl::reset() {
  weight = register_parameter("weight", empty({options.out_features(), options.in_features()}));
  bias = register_parameter("bias", options.bias() ? empty({options.out_features()}) : Tensor(), options.bias());
  reset_parameters();
}

void LinearImpl::reset_parameters() {
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  if (!bias.defined()) return;
  const double bound = 1 / std::sqrt(static_cast<double>(std::get<0>(init::_calculate_fan_in_and_fan_out(weight))));
  init::uniform_(bias, -bound, bound);
}

void LinearImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Linear(in_features=", options.in_features(), ", out_features=", options.out_features(),
        ", bias=", options.bias(), ")");
}

// The operator itself: the free function would copy the bias into an optional.
Tensor LinearImpl::forward(const Tensor& input) { return op::linear(Out(), input, weight, bias); }

BilinearImpl::BilinearImpl(int64_t in1_features, int64_t in2_features, int64_t out_features)
    : BilinearImpl(BilinearOptions(in1_features, in2_features, out_features)) {}
BilinearImpl::BilinearImpl(const BilinearOptions& options_) : options(options_) { BilinearImpl::reset(); }

void BilinearImpl::reset() {
  weight =
      register_parameter("weight", empty({options.out_features(), options.in1_features(), options.in2_features()}));
  bias = register_parameter("bias", options.bias() ? empty({options.out_features()}) : Tensor(), options.bias());
  reset_parameters();
}

void BilinearImpl::reset_parameters() {
  const double bound = 1 / std::sqrt(static_cast<double>(options.in1_features()));
  init::uniform_(weight, -bound, bound);
  if (bias.defined()) init::uniform_(bias, -bound, bound);
}

void BilinearImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Bilinear(in1_features=", options.in1_features(), ", in2_features=", options.in2_features(),
        ", out_features=", options.out_features(), ", bias=", options.bias(), ")");
}

Tensor BilinearImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::bilinear(input1, input2, weight, bias);
}

void FlattenImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Flatten(start_dim=", options.start_dim(), ", end_dim=", options.end_dim(), ")");
}
Tensor FlattenImpl::forward(const Tensor& input) { return input.flatten(options.start_dim(), options.end_dim()); }

void UnflattenImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Unflatten(dim=", options.dim(), ", unflattened_size={");
  for (size_t i = 0; i < options.sizes().size(); ++i) print(stream, i == 0 ? "" : ", ", options.sizes()[i]);
  print(stream, "})");
}
Tensor UnflattenImpl::forward(const Tensor& input) { return input.unflatten(options.dim(), options.sizes()); }

void PixelShuffleImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::PixelShuffle(upscale_factor=", options.upscale_factor(), ")");
}
Tensor PixelShuffleImpl::forward(const Tensor& input) { return functional::pixel_shuffle(input, options); }

void PixelUnshuffleImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::PixelUnshuffle(downscale_factor=", options.downscale_factor(), ")");
}
Tensor PixelUnshuffleImpl::forward(const Tensor& input) { return functional::pixel_unshuffle(input, options); }

void ChannelShuffleImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::ChannelShuffle(groups=", options.groups(), ")");
}
Tensor ChannelShuffleImpl::forward(const Tensor& input) { return functional::channel_shuffle(input, options.groups()); }

TORCHPP_DEFINE_CLONE(IdentityImpl)
TORCHPP_DEFINE_CLONE(LinearImpl)
TORCHPP_DEFINE_CLONE(BilinearImpl)
TORCHPP_DEFINE_STATELESS(FlattenImpl, FlattenOptions)
UnflattenImpl::UnflattenImpl(int64_t dim, std::vector<int64_t> sizes)
    : UnflattenImpl(UnflattenOptions(dim, std::move(sizes))) {}
TORCHPP_DEFINE_STATELESS(UnflattenImpl, UnflattenOptions)
TORCHPP_DEFINE_STATELESS(PixelShuffleImpl, PixelShuffleOptions)
TORCHPP_DEFINE_STATELESS(PixelUnshuffleImpl, PixelUnshuffleOptions)
TORCHPP_DEFINE_STATELESS(ChannelShuffleImpl, ChannelShuffleOptions)

}  // namespace torchpp::nn
