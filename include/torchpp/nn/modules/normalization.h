// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Normalisation: options, functions, modules. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// Per channel over batch and positions (Ioffe and Szegedy 2015).
struct TORCHPP_API BatchNormOptions {
  BatchNormOptions(int64_t num_features) : num_features_(num_features) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, num_features);
  TORCHPP_ARG(double, eps) = 1e-5;
  TORCHPP_ARG(optional<double>,
              momentum) = 0.1;  ///< of the new batch in running statistics; nullopt: plain average
  TORCHPP_ARG(bool, affine) = true;
  TORCHPP_ARG(bool, track_running_stats) = true;
};
using BatchNorm1dOptions = BatchNormOptions;
using BatchNorm2dOptions = BatchNormOptions;
using BatchNorm3dOptions = BatchNormOptions;
/// Per sample and channel over positions.
struct TORCHPP_API InstanceNormOptions {
  InstanceNormOptions(int64_t num_features) : num_features_(num_features) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, num_features);
  TORCHPP_ARG(double, eps) = 1e-5;
  TORCHPP_ARG(double, momentum) = 0.1;
  TORCHPP_ARG(bool, affine) = false;
  TORCHPP_ARG(bool, track_running_stats) = false;
};
using InstanceNorm1dOptions = InstanceNormOptions;
using InstanceNorm2dOptions = InstanceNormOptions;
using InstanceNorm3dOptions = InstanceNormOptions;
/// Over the last dimensions, which have these sizes.
struct TORCHPP_API LayerNormOptions {
  LayerNormOptions(std::vector<int64_t> normalized_shape)  // NOLINT: implicit
      : normalized_shape_(std::move(normalized_shape)) {}
  TORCHPP_ARG(std::vector<int64_t>, normalized_shape);
  TORCHPP_ARG(double, eps) = 1e-5;
  TORCHPP_ARG(bool, elementwise_affine) = true;
};
/// Per sample over each of num_groups groups of channels.
struct TORCHPP_API GroupNormOptions {
  GroupNormOptions(int64_t num_groups, int64_t num_channels) : num_groups_(num_groups), num_channels_(num_channels) {}
  TORCHPP_ARG(int64_t, num_groups);
  TORCHPP_ARG(int64_t, num_channels);
  TORCHPP_ARG(double, eps) = 1e-5;
  TORCHPP_ARG(bool, affine) = true;
};
/// x / (k + alpha / size * sum of x^2 over `size` channels around)^beta
struct TORCHPP_API LocalResponseNormOptions {
  LocalResponseNormOptions(int64_t size) : size_(size) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, size);
  TORCHPP_ARG(double, alpha) = 1e-4;
  TORCHPP_ARG(double, beta) = 0.75;
  TORCHPP_ARG(double, k) = 1.;
};
/// As LocalResponseNorm, of images, where an even size counts as the odd one below it in all but the division by it.
using CrossMapLRN2dOptions = LocalResponseNormOptions;

namespace functional {

struct TORCHPP_API BatchNormFuncOptions {
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(bool, training) = false;
  TORCHPP_ARG(optional<double>, momentum) = 0.1;
  TORCHPP_ARG(double, eps) = 1e-5;
};
struct TORCHPP_API InstanceNormFuncOptions {
  TORCHPP_ARG(Tensor, running_mean);
  TORCHPP_ARG(Tensor, running_var);
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(bool, use_input_stats) = true;
  TORCHPP_ARG(double, momentum) = 0.1;
  TORCHPP_ARG(double, eps) = 1e-5;
};
struct TORCHPP_API LayerNormFuncOptions {
  LayerNormFuncOptions(std::vector<int64_t> normalized_shape)  // NOLINT: implicit
      : normalized_shape_(std::move(normalized_shape)) {}
  TORCHPP_ARG(std::vector<int64_t>, normalized_shape);
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(double, eps) = 1e-5;
};
struct TORCHPP_API GroupNormFuncOptions {
  GroupNormFuncOptions(int64_t num_groups) : num_groups_(num_groups) {}  // NOLINT: implicit
  TORCHPP_ARG(int64_t, num_groups);
  TORCHPP_ARG(Tensor, weight);
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(double, eps) = 1e-5;
};
using LocalResponseNormFuncOptions = LocalResponseNormOptions;
/// x / max(|x|_p, eps) along dim
struct TORCHPP_API NormalizeFuncOptions {
  TORCHPP_ARG(double, p) = 2.0;
  TORCHPP_ARG(int64_t, dim) = 1;
  TORCHPP_ARG(double, eps) = 1e-12;
  TORCHPP_ARG(optional<Tensor>, out) = nullopt;
};

/// In training, statistics of the batch, which the running ones take in; else the running ones. Error when training
/// with one value per channel.
TORCHPP_API Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                              const BatchNormFuncOptions& options = {});
TORCHPP_API Tensor instance_norm(const Tensor& input, const InstanceNormFuncOptions& options = {});
TORCHPP_API Tensor layer_norm(const Tensor& input, const LayerNormFuncOptions& options);
TORCHPP_API Tensor group_norm(const Tensor& input, const GroupNormFuncOptions& options);
TORCHPP_API Tensor local_response_norm(const Tensor& input, const LocalResponseNormFuncOptions& options);
TORCHPP_API Tensor normalize(const Tensor& input, const NormalizeFuncOptions& options = {});

}  // namespace functional

/// Parameters and running statistics of batch and instance norm, for inputs of D dimensions beside batch and channel.
template <size_t D, class Options>
class TORCHPP_API NormBase : public StockModule {
 public:
  explicit NormBase(const Options& options_);
  void reset() override;
  void reset_running_stats();
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  /// 2, as in PyTorch: dictionaries of version 1 lack num_batches_tracked.
  int64_t state_version() const override;

  Options options;
  Tensor weight;               ///< (num_features), or undefined
  Tensor bias;                 ///< (num_features), or undefined
  Tensor running_mean;         ///< (num_features), or undefined
  Tensor running_var;          ///< (num_features), or undefined
  Tensor num_batches_tracked;  ///< (), int64, or undefined

 protected:
  NormBase(detail::Deferred, const Options& options_) : options(options_) {}
  bool may_be_missing(const std::string& name) const override;
};

template <size_t D>
class TORCHPP_API BatchNormModule : public NormBase<D, BatchNormOptions> {
 public:
  explicit BatchNormModule(const BatchNormOptions& options_);
  Tensor forward(const Tensor& input);

 protected:
  using NormBase<D, BatchNormOptions>::NormBase;
  // forward without its check of the number of dimensions.
  Tensor normalize(const Tensor& input);
};

template <size_t D>
class TORCHPP_API InstanceNormModule : public NormBase<D, InstanceNormOptions> {
 public:
  explicit InstanceNormModule(const InstanceNormOptions& options_);
  Tensor forward(const Tensor& input);

 protected:
  using NormBase<D, InstanceNormOptions>::NormBase;
  // forward without its check of the number of dimensions.
  Tensor normalize(const Tensor& input);
};

#define TORCHPP_NORM_MODULE(Name, D, Kind)                      \
  extern template class TORCHPP_API NormBase<D, Kind##Options>; \
  extern template class TORCHPP_API Kind##Module<D>;            \
  class TORCHPP_API Name##Impl : public Kind##Module<D> {       \
    TORCHPP_DECLARE_CLONE;                                      \
                                                                \
   public:                                                      \
    using Kind##Module<D>::Kind##Module;                        \
  };                                                            \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_NORM_MODULE(BatchNorm1d, 1, BatchNorm);
TORCHPP_NORM_MODULE(BatchNorm2d, 2, BatchNorm);
TORCHPP_NORM_MODULE(BatchNorm3d, 3, BatchNorm);
TORCHPP_NORM_MODULE(InstanceNorm1d, 1, InstanceNorm);
TORCHPP_NORM_MODULE(InstanceNorm2d, 2, InstanceNorm);
TORCHPP_NORM_MODULE(InstanceNorm3d, 3, InstanceNorm);
#undef TORCHPP_NORM_MODULE

class TORCHPP_API LayerNormImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  LayerNormImpl(std::vector<int64_t> normalized_shape);
  explicit LayerNormImpl(const LayerNormOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);

  LayerNormOptions options;
  Tensor weight;  ///< (normalized_shape), or undefined
  Tensor bias;    ///< (normalized_shape), or undefined
};
using LayerNorm = ModuleHolder<LayerNormImpl>;

class TORCHPP_API GroupNormImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  GroupNormImpl(int64_t num_groups, int64_t num_channels);
  explicit GroupNormImpl(const GroupNormOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);

  GroupNormOptions options;
  Tensor weight;  ///< (num_channels), or undefined
  Tensor bias;    ///< (num_channels), or undefined
};
using GroupNorm = ModuleHolder<GroupNormImpl>;

/// Error unless the input is (N, C, H, W).
TORCHPP_REQUIRED_OPTIONS_MODULE(CrossMapLRN2d, CrossMapLRN2dOptions, Tensor forward(const Tensor& input));
TORCHPP_REQUIRED_OPTIONS_MODULE(LocalResponseNorm, LocalResponseNormOptions, Tensor forward(const Tensor& input));

}  // namespace nn
}  // namespace torchpp
