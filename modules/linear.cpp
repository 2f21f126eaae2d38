// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "modules/print.h"
#include "src/core/shape.h"
#include "src/ops/generated/linalg.h"

namespace torchpp::nn {

namespace {

// The sizes with the last `replaced` ones exchanged for `tail`.
std::vector<int64_t> with_tail(IntArrayRef sizes, size_t replaced, std::initializer_list<int64_t> tail) {
  std::vector<int64_t> result(sizes.begin(), sizes.end() - static_cast<std::ptrdiff_t>(replaced));
  result.insert(result.end(), tail.begin(), tail.end());
  return result;
}

// A copy whose last dimensions, as many as `replaced`, are split into `split`, put in `order` and joined to `joined`.
Tensor rearranged(const Tensor& input, size_t replaced, std::initializer_list<int64_t> split,
                  std::initializer_list<int64_t> order, std::initializer_list<int64_t> joined) {
  const Tensor parts = input.reshape(with_tail(input.sizes(), replaced, split));
  const int64_t leading = input.dim() - static_cast<int64_t>(replaced);
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < leading; ++d) dims.push_back(d);
  for (int64_t d : order) dims.push_back(leading + d);
  return _unsafe_view(parts.permute(dims).clone(MemoryFormat::Contiguous), with_tail(input.sizes(), replaced, joined));
}

}  // namespace

namespace functional {

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  return torchpp::linear(input, weight, bias);
}

Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias) {
  return torchpp::bilinear(input1, input2, weight, bias);
}

Tensor pixel_shuffle(const Tensor& input, const PixelShuffleFuncOptions& options) {
  const int64_t r = options.upscale_factor();
  TORCHPP_CHECK(input.dim() >= 3, "pixel_shuffle expects input to have at least 3 dimensions, but got input with ",
                input.dim(), " dimension(s)");
  const int64_t square = multiply_sizes("pixel_shuffle", r, r);
  TORCHPP_CHECK(
      r > 0 && input.size(-3) % square == 0,
      "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
      "but got ",
      input.size(-3), " channels and upscale_factor ", r);
  const int64_t c = input.size(-3) / square, h = input.size(-2), w = input.size(-1);
  return rearranged(input, 3, {c, r, r, h, w}, {0, 3, 1, 4, 2}, {c, h * r, w * r});
}

Tensor pixel_unshuffle(const Tensor& input, const PixelUnshuffleFuncOptions& options) {
  const int64_t r = options.downscale_factor();
  TORCHPP_CHECK(input.dim() >= 3, "pixel_unshuffle expects input to have at least 3 dimensions, but got input with ",
                input.dim(), " dimension(s)");
  TORCHPP_CHECK(r > 0 && input.size(-2) % r == 0 && input.size(-1) % r == 0,
                "pixel_unshuffle expects height and width to be divisible by downscale_factor, but got ",
                input.size(-2), " x ", input.size(-1), " and ", r);
  const int64_t c = input.size(-3), h = input.size(-2) / r, w = input.size(-1) / r;
  return rearranged(input, 3, {c, h, r, w, r}, {0, 2, 4, 1, 3}, {c * r * r, h, w});
}

Tensor channel_shuffle(const Tensor& input, int64_t groups) {
  TORCHPP_CHECK(input.dim() >= 3, "channel_shuffle expects input with > 2 dims, but got input with sizes ",
                input.sizes());
  TORCHPP_CHECK(groups > 0, "Number of groups to divide channels in must be positive. Value of groups:", groups);
  TORCHPP_CHECK(input.size(1) % groups == 0, "Number of channels must be divisible by groups. Got ", input.size(1),
                " channels and ", groups, " groups.");
  const int64_t batch = input.size(0), channels = input.size(1) / groups;
  int64_t positions = 1;
  for (int64_t d = 2; d < input.dim(); ++d) positions *= input.size(d);
  const Tensor parts = input.reshape({batch, groups, channels, positions}).transpose(1, 2);
  return _unsafe_view(parts.clone(MemoryFormat::Contiguous), input.sizes());
}

}  // namespace functional

IdentityImpl::IdentityImpl() = default;
void IdentityImpl::reset() {}
void IdentityImpl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::Identity()"); }
Tensor IdentityImpl::forward(const Tensor& input) { return input; }

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

template class StockModule<IdentityImpl>;
template class StockModule<LinearImpl>;
template class StockModule<BilinearImpl>;
template class StockModule<FlattenImpl>;
template class StatelessModule<FlattenImpl, FlattenOptions>;
template class StockModule<UnflattenImpl>;
template class StatelessModule<UnflattenImpl, UnflattenOptions>;
template class StockModule<PixelShuffleImpl>;
template class StatelessModule<PixelShuffleImpl, PixelShuffleOptions>;
template class StockModule<PixelUnshuffleImpl>;
template class StatelessModule<PixelUnshuffleImpl, PixelUnshuffleOptions>;
template class StockModule<ChannelShuffleImpl>;
template class StatelessModule<ChannelShuffleImpl, ChannelShuffleOptions>;

}  // namespace torchpp::nn
