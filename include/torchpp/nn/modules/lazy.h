// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Lazy modules: linear, convolution and normalisation modules that take the number of input features from their
/// first input. Source: PyTorch 1.13's Python front end.
///
/// Before the first call, and after reset(), their parameters have no elements. The same tensors get sizes and initial
/// values then, so dtype, device and optimizers that were chosen before hold. A state dictionary or an archive that is
/// loaded before the first call gives them sizes and values, too.

#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/nn/modules/normalization.h>

namespace torchpp {
namespace nn {

/// What lazy modules have in common. Each has a method `void initialize_parameters(const Tensor& input)`.
class TORCHPP_API LazyModule {
 public:
  virtual ~LazyModule();
  /// Whether the parameters have no sizes yet.
  virtual bool has_uninitialized_params() const = 0;
  /// Makes the options agree with the parameters, which were loaded.
  virtual void adopt_sizes() = 0;

 protected:
  LazyModule() = default;
  LazyModule(const LazyModule&) = default;
  LazyModule(LazyModule&&) = default;
  LazyModule& operator=(const LazyModule&) = default;
  LazyModule& operator=(LazyModule&&) = default;
};

/// Linear whose in_features are the size of the first input's last dimension.
class TORCHPP_API LazyLinearImpl : public LinearImpl, public LazyModule {
  TORCHPP_DECLARE_CLONE;

 public:
  explicit LazyLinearImpl(int64_t out_features);
  /// The options' in_features are not used.
  explicit LazyLinearImpl(const LinearOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  bool has_uninitialized_params() const override;
  void initialize_parameters(const Tensor& input);
  void adopt_sizes() override;
  Tensor forward(const Tensor& input);
};
using LazyLinear = ModuleHolder<LazyLinearImpl>;

/// A convolution whose in_channels are those of the first input.
template <class Base, size_t D, class Options>
class TORCHPP_API LazyConvBase : public Base, public LazyModule {
 public:
  explicit LazyConvBase(Options options_);
  LazyConvBase(int64_t out_channels, ExpandingArray<D> kernel_size)
      : LazyConvBase(Options(0, out_channels, kernel_size)) {}
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  bool has_uninitialized_params() const override;
  /// Error if the input has not as many dimensions as a batch or one sample of it.
  void initialize_parameters(const Tensor& input);
  void adopt_sizes() override;
};

template <class Base, size_t D>
class TORCHPP_API LazyConvModule : public LazyConvBase<Base, D, ConvOptions<D>> {
  TORCHPP_DECLARE_CLONE;

 public:
  using LazyConvBase<Base, D, ConvOptions<D>>::LazyConvBase;
  Tensor forward(const Tensor& input);
};

template <class Base, size_t D>
class TORCHPP_API LazyConvTransposeModule : public LazyConvBase<Base, D, ConvTransposeOptions<D>> {
  TORCHPP_DECLARE_CLONE;

 public:
  using LazyConvBase<Base, D, ConvTransposeOptions<D>>::LazyConvBase;
  Tensor forward(const Tensor& input, const optional<IntArrayRef>& output_size = nullopt);
};

/// A normalisation whose num_features are the channels of the first input.
template <class Base, size_t D, class Options>
class TORCHPP_API LazyNormModule : public Base, public LazyModule {
  TORCHPP_DECLARE_CLONE;

 public:
  /// The options' num_features are not used.
  explicit LazyNormModule(const Options& options_ = 0);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  bool has_uninitialized_params() const override;
  void initialize_parameters(const Tensor& input);
  void adopt_sizes() override;
  Tensor forward(const Tensor& input);
};

#define TORCHPP_LAZY_CONV(D)                                                                           \
  extern template class TORCHPP_API LazyConvBase<Conv##D##dImpl, D, ConvOptions<D>>;                   \
  extern template class TORCHPP_API LazyConvModule<Conv##D##dImpl, D>;                                 \
  extern template class TORCHPP_API LazyConvBase<ConvTranspose##D##dImpl, D, ConvTransposeOptions<D>>; \
  extern template class TORCHPP_API LazyConvTransposeModule<ConvTranspose##D##dImpl, D>;               \
  extern template class TORCHPP_API LazyNormModule<BatchNorm##D##dImpl, D, BatchNormOptions>;          \
  extern template class TORCHPP_API LazyNormModule<InstanceNorm##D##dImpl, D, InstanceNormOptions>;    \
  using LazyConv##D##dImpl = LazyConvModule<Conv##D##dImpl, D>;                                        \
  using LazyConvTranspose##D##dImpl = LazyConvTransposeModule<ConvTranspose##D##dImpl, D>;             \
  using LazyBatchNorm##D##dImpl = LazyNormModule<BatchNorm##D##dImpl, D, BatchNormOptions>;            \
  using LazyInstanceNorm##D##dImpl = LazyNormModule<InstanceNorm##D##dImpl, D, InstanceNormOptions>;   \
  using LazyConv##D##d = ModuleHolder<LazyConv##D##dImpl>;                                             \
  using LazyConvTranspose##D##d = ModuleHolder<LazyConvTranspose##D##dImpl>;                           \
  using LazyBatchNorm##D##d = ModuleHolder<LazyBatchNorm##D##dImpl>;                                   \
  using LazyInstanceNorm##D##d = ModuleHolder<LazyInstanceNorm##D##dImpl>
TORCHPP_LAZY_CONV(1);
TORCHPP_LAZY_CONV(2);
TORCHPP_LAZY_CONV(3);
#undef TORCHPP_LAZY_CONV

}  // namespace nn
}  // namespace torchpp
