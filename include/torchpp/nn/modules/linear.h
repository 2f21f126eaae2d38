// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Linear maps and changes of shape: options, functions, modules. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

struct TORCHPP_API LinearOptions {
  LinearOptions(int64_t in_features, int64_t out_features) : in_features_(in_features), out_features_(out_features) {}
  TORCHPP_ARG(int64_t, in_features);
  TORCHPP_ARG(int64_t, out_features);
  TORCHPP_ARG(bool, bias) = true;
};
struct TORCHPP_API BilinearOptions {
  BilinearOptions(int64_t in1_features, int64_t in2_features, int64_t out_features)
      : in1_features_(in1_features), in2_features_(in2_features), out_features_(out_features) {}
  TORCHPP_ARG(int64_t, in1_features);
  TORCHPP_ARG(int64_t, in2_features);
  TORCHPP_ARG(int64_t, out_features);
  TORCHPP_ARG(bool, bias) = true;
};
/// The dimensions [start_dim, end_dim] become one.
struct TORCHPP_API FlattenOptions {
  TORCHPP_ARG(int64_t, start_dim) = 1;
  TORCHPP_ARG(int64_t, end_dim) = -1;
};
/// The dimension becomes several, of these sizes. libtorch's form with names has no counterpart: dimensions have none.
struct TORCHPP_API UnflattenOptions {
  UnflattenOptions(int64_t dim, std::vector<int64_t> sizes) : dim_(dim), sizes_(std::move(sizes)) {}
  TORCHPP_ARG(int64_t, dim);
  TORCHPP_ARG(std::vector<int64_t>, sizes);
};
/// (*, C * r^2, H, W) to (*, C, H * r, W * r)
struct TORCHPP_API PixelShuffleOptions {
  PixelShuffleOptions(int64_t upscale_factor) : upscale_factor_(upscale_factor) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, upscale_factor);
};
/// (*, C, H * r, W * r) to (*, C * r^2, H, W)
struct TORCHPP_API PixelUnshuffleOptions {
  PixelUnshuffleOptions(int64_t downscale_factor) : downscale_factor_(downscale_factor) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, downscale_factor);
};
/// Channels (N, g * k, *) taken in the order of a (g, k) table's columns.
struct TORCHPP_API ChannelShuffleOptions {
  ChannelShuffleOptions(int64_t groups) : groups_(groups) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, groups);
};

namespace functional {

using PixelShuffleFuncOptions = PixelShuffleOptions;
using PixelUnshuffleFuncOptions = PixelUnshuffleOptions;

/// input @ weight^T + bias. Shapes: input (*, in), weight (out, in) or (in), bias (out) or ().
TORCHPP_API Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = {});
/// input1^T weight[k] input2 + bias[k] for each k. Shapes: (*, in1), (*, in2), weight (out, in1, in2), bias (out).
TORCHPP_API Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias = {});
TORCHPP_API Tensor pixel_shuffle(const Tensor& input, const PixelShuffleFuncOptions& options);
TORCHPP_API Tensor pixel_unshuffle(const Tensor& input, const PixelUnshuffleFuncOptions& options);
TORCHPP_API Tensor channel_shuffle(const Tensor& input, int64_t groups);
TORCHPP_API Tensor native_channel_shuffle(const Tensor& input, int64_t groups);

}  // namespace functional

/// Returns its input. Takes any arguments when made, and ignores them.
class TORCHPP_API IdentityImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  IdentityImpl();
  template <class Head, class... Tail, std::enable_if_t<!detail::is_module<Head>, int> = 0>
  explicit IdentityImpl(Head&&, Tail&&...) : IdentityImpl() {}
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
};
using Identity = ModuleHolder<IdentityImpl>;

/// x @ weight^T + bias. Initial values: kaiming_uniform with a = sqrt(5), bias within 1 / sqrt(in_features).
class TORCHPP_API LinearImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  LinearImpl(int64_t in_features, int64_t out_features);
  explicit LinearImpl(const LinearOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);

  LinearOptions options;
  Tensor weight;  ///< (out_features, in_features)
  Tensor bias;    ///< (out_features), or undefined

 protected:
  LinearImpl(detail::Deferred, const LinearOptions& options_) : options(options_) {}
};
using Linear = ModuleHolder<LinearImpl>;

/// x1^T weight[k] x2 + bias[k]. Initial values within 1 / sqrt(in1_features).
class TORCHPP_API BilinearImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  BilinearImpl(int64_t in1_features, int64_t in2_features, int64_t out_features);
  explicit BilinearImpl(const BilinearOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input1, const Tensor& input2);

  BilinearOptions options;
  Tensor weight;  ///< (out_features, in1_features, in2_features)
  Tensor bias;    ///< (out_features), or undefined
};
using Bilinear = ModuleHolder<BilinearImpl>;

TORCHPP_STATELESS_MODULE(Flatten, FlattenOptions, Tensor forward(const Tensor& input));

class TORCHPP_API UnflattenImpl : public StockModule {
  TORCHPP_STATELESS(UnflattenImpl, UnflattenOptions);
  UnflattenImpl(int64_t dim, std::vector<int64_t> sizes);
  Tensor forward(const Tensor& input);
};
using Unflatten = ModuleHolder<UnflattenImpl>;

TORCHPP_REQUIRED_OPTIONS_MODULE(PixelShuffle, PixelShuffleOptions, Tensor forward(const Tensor& input));

TORCHPP_REQUIRED_OPTIONS_MODULE(PixelUnshuffle, PixelUnshuffleOptions, Tensor forward(const Tensor& input));

TORCHPP_REQUIRED_OPTIONS_MODULE(ChannelShuffle, ChannelShuffleOptions, Tensor forward(const Tensor& input));

}  // namespace nn
}  // namespace torchpp
