// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Bases of families of modules, for programs' own classes: `class MaskedConvImpl : public ConvNdImpl<2,
/// MaskedConvImpl>`. A derived class has the options, parameters, printing and clone() of the family, and gives
/// forward. <torchpp/torchpp.h> leaves this header out, and the library's own modules are not derived from these
/// classes: a template instantiated per module costs every program compile time. Source: libtorch 1.13.

#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/dropout.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/nn/modules/padding.h>
#include <torchpp/nn/modules/pooling.h>

#include <tuple>

namespace torchpp {
namespace nn {

namespace detail {

/// A library module's base to which clone() is added, as Cloneable has it.
template <class Base, class Derived>
class CloneableFrom : public Base {
 public:
  using Base::Base;
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override {
    return Cloning::clone(static_cast<const Derived&>(*this), device);
  }

 private:
  void clone_(Module& other, const optional<Device>& device) override {
    Cloning::assign(static_cast<Derived&>(*this), other, device);
  }
};

/// A module with options alone, which prints itself as the library's module Stock does.
template <class Stock, class Options, class Derived>
class OptionsImpl : public Cloneable<Derived> {
 public:
  explicit OptionsImpl(const Options& options_) : options(options_) {}
  void reset() override {}
  void pretty_print(std::ostream& stream) const override { Stock(options).pretty_print(stream); }

  Options options;
};

template <size_t D, class... Modules>
using OfDims = std::tuple_element_t<D - 1, std::tuple<Modules...>>;

template <size_t D>
Tensor pad(const Tensor& input, const ExpandingArray<2 * D>& amounts, const functional::PadFuncOptions::mode_t& mode,
           double value = 0) {
  const std::vector<int64_t> pad(amounts->begin(), amounts->end());
  return functional::pad(input, functional::PadFuncOptions(pad).mode(mode).value(value));
}

/// What the dropout modules have in common. Error unless 0 <= p <= 1.
template <class Derived>
class _DropoutNd : public Cloneable<Derived> {
 public:
  _DropoutNd(double p) : _DropoutNd(DropoutOptions(p)) {}  // NOLINT: implicit
  explicit _DropoutNd(const DropoutOptions& options_ = {}) : options(options_) { _DropoutNd::reset(); }
  void reset() override {
    TORCHPP_CHECK(options.p() >= 0 && options.p() <= 1, "dropout probability has to be between 0 and 1, but got ",
                  options.p());
  }

  DropoutOptions options;
};

}  // namespace detail

/// Parameters of a convolution of D dimensions.
template <size_t D, class Derived>
class ConvNdImpl : public detail::CloneableFrom<ConvNdBase<D>, Derived> {
 public:
  explicit ConvNdImpl(detail::ConvNdOptions<D> options_)
      : detail::CloneableFrom<ConvNdBase<D>, Derived>(std::move(options_)) {}
};
/// Those of a transposed one. Error if the padding is kSame or kValid.
template <size_t D, class Derived>
class ConvTransposeNdImpl : public ConvNdImpl<D, Derived> {
 public:
  explicit ConvTransposeNdImpl(detail::ConvNdOptions<D> options_) : ConvNdImpl<D, Derived>(std::move(options_)) {
    TORCHPP_CHECK(this->options.padding().template get_if<ExpandingArray<D>>() != nullptr,
                  "ConvTranspose padding cannot be a string");
  }

 protected:
  const ExpandingArray<D>& padding() const { return *this->options.padding().template get_if<ExpandingArray<D>>(); }
};

/// Parameters and running statistics of a normalisation. DerivedOptions: BatchNormOptions or InstanceNormOptions.
template <size_t D, class Derived, class DerivedOptions>
class NormImplBase : public detail::CloneableFrom<NormBase<D, DerivedOptions>, Derived> {
 public:
  explicit NormImplBase(const DerivedOptions& options_)
      : detail::CloneableFrom<NormBase<D, DerivedOptions>, Derived>(options_) {}
  void pretty_print(std::ostream& stream) const override { Module::pretty_print(stream); }

 protected:
  /// Throws for an input of another number of dimensions than the class takes.
  virtual void _check_input_dim(const Tensor& input) = 0;
};
/// These have a forward, which calls _check_input_dim.
template <size_t D, class Derived>
class BatchNormImplBase : public detail::CloneableFrom<BatchNormModule<D>, Derived> {
 public:
  explicit BatchNormImplBase(const BatchNormOptions& options_)
      : detail::CloneableFrom<BatchNormModule<D>, Derived>(options_) {}
  Tensor forward(const Tensor& input) {
    _check_input_dim(input);
    return this->normalize(input);
  }

 protected:
  virtual void _check_input_dim(const Tensor& input) = 0;
};
template <size_t D, class Derived>
class InstanceNormImpl : public detail::CloneableFrom<InstanceNormModule<D>, Derived> {
 public:
  explicit InstanceNormImpl(const InstanceNormOptions& options_)
      : detail::CloneableFrom<InstanceNormModule<D>, Derived>(options_) {}
  Tensor forward(const Tensor& input) {
    _check_input_dim(input);
    return this->normalize(input);
  }

 protected:
  virtual void _check_input_dim(const Tensor& input) = 0;
};

template <size_t D, class Derived>
class AvgPoolImpl : public detail::OptionsImpl<detail::OfDims<D, AvgPool1dImpl, AvgPool2dImpl, AvgPool3dImpl>,
                                               AvgPoolOptions<D>, Derived> {
 public:
  AvgPoolImpl(ExpandingArray<D> kernel_size) : AvgPoolImpl(AvgPoolOptions<D>(kernel_size)) {}  // NOLINT: implicit
  explicit AvgPoolImpl(const AvgPoolOptions<D>& options_) : AvgPoolImpl::OptionsImpl(options_) {}
};
template <size_t D, class Derived>
class MaxPoolImpl : public detail::OptionsImpl<detail::OfDims<D, MaxPool1dImpl, MaxPool2dImpl, MaxPool3dImpl>,
                                               MaxPoolOptions<D>, Derived> {
 public:
  MaxPoolImpl(ExpandingArray<D> kernel_size) : MaxPoolImpl(MaxPoolOptions<D>(kernel_size)) {}  // NOLINT: implicit
  explicit MaxPoolImpl(const MaxPoolOptions<D>& options_) : MaxPoolImpl::OptionsImpl(options_) {}
};
template <size_t D, class Derived>
class MaxUnpoolImpl : public detail::OptionsImpl<detail::OfDims<D, MaxUnpool1dImpl, MaxUnpool2dImpl, MaxUnpool3dImpl>,
                                                 MaxUnpoolOptions<D>, Derived> {
 public:
  MaxUnpoolImpl(ExpandingArray<D> kernel_size) : MaxUnpoolImpl(MaxUnpoolOptions<D>(kernel_size)) {}  // NOLINT
  explicit MaxUnpoolImpl(const MaxUnpoolOptions<D>& options_) : MaxUnpoolImpl::OptionsImpl(options_) {}
};
template <size_t D, class Derived>
class LPPoolImpl
    : public detail::OptionsImpl<detail::OfDims<D, LPPool1dImpl, LPPool2dImpl>, LPPoolOptions<D>, Derived> {
 public:
  LPPoolImpl(double norm_type, ExpandingArray<D> kernel_size) : LPPoolImpl(LPPoolOptions<D>(norm_type, kernel_size)) {}
  explicit LPPoolImpl(const LPPoolOptions<D>& options_) : LPPoolImpl::OptionsImpl(options_) {}
};
template <size_t D, class output_size_t, class Derived>
class AdaptiveMaxPoolImpl
    : public detail::OptionsImpl<detail::OfDims<D, AdaptiveMaxPool1dImpl, AdaptiveMaxPool2dImpl, AdaptiveMaxPool3dImpl>,
                                 AdaptiveMaxPoolOptions<output_size_t>, Derived> {
 public:
  AdaptiveMaxPoolImpl(output_size_t output_size)  // NOLINT: implicit
      : AdaptiveMaxPoolImpl(AdaptiveMaxPoolOptions<output_size_t>(output_size)) {}
  explicit AdaptiveMaxPoolImpl(const AdaptiveMaxPoolOptions<output_size_t>& options_)
      : AdaptiveMaxPoolImpl::OptionsImpl(options_) {}
};
template <size_t D, class output_size_t, class Derived>
class AdaptiveAvgPoolImpl
    : public detail::OptionsImpl<detail::OfDims<D, AdaptiveAvgPool1dImpl, AdaptiveAvgPool2dImpl, AdaptiveAvgPool3dImpl>,
                                 AdaptiveAvgPoolOptions<output_size_t>, Derived> {
 public:
  AdaptiveAvgPoolImpl(output_size_t output_size)  // NOLINT: implicit
      : AdaptiveAvgPoolImpl(AdaptiveAvgPoolOptions<output_size_t>(output_size)) {}
  explicit AdaptiveAvgPoolImpl(const AdaptiveAvgPoolOptions<output_size_t>& options_)
      : AdaptiveAvgPoolImpl::OptionsImpl(options_) {}
};

/// These have a forward.
template <size_t D, class Derived>
class ReflectionPadImpl
    : public detail::OptionsImpl<detail::OfDims<D, ReflectionPad1dImpl, ReflectionPad2dImpl, ReflectionPad3dImpl>,
                                 ReflectionPadOptions<D>, Derived> {
 public:
  ReflectionPadImpl(ExpandingArray<D * 2> padding) : ReflectionPadImpl(ReflectionPadOptions<D>(padding)) {}  // NOLINT
  explicit ReflectionPadImpl(const ReflectionPadOptions<D>& options_) : ReflectionPadImpl::OptionsImpl(options_) {}
  Tensor forward(const Tensor& input) { return detail::pad<D>(input, this->options.padding(), kReflect); }
};
template <size_t D, class Derived>
class ReplicationPadImpl
    : public detail::OptionsImpl<detail::OfDims<D, ReplicationPad1dImpl, ReplicationPad2dImpl, ReplicationPad3dImpl>,
                                 ReplicationPadOptions<D>, Derived> {
 public:
  ReplicationPadImpl(ExpandingArray<D * 2> padding)
      : ReplicationPadImpl(ReplicationPadOptions<D>(padding)) {}  // NOLINT
  explicit ReplicationPadImpl(const ReplicationPadOptions<D>& options_) : ReplicationPadImpl::OptionsImpl(options_) {}
  Tensor forward(const Tensor& input) { return detail::pad<D>(input, this->options.padding(), kReplicate); }
};
template <size_t D, class Derived>
class ConstantPadImpl
    : public detail::OptionsImpl<detail::OfDims<D, ConstantPad1dImpl, ConstantPad2dImpl, ConstantPad3dImpl>,
                                 ConstantPadOptions<D>, Derived> {
 public:
  ConstantPadImpl(ExpandingArray<D * 2> padding, double value)
      : ConstantPadImpl(ConstantPadOptions<D>(padding, value)) {}
  explicit ConstantPadImpl(const ConstantPadOptions<D>& options_) : ConstantPadImpl::OptionsImpl(options_) {}
  Tensor forward(const Tensor& input) {
    return detail::pad<D>(input, this->options.padding(), kConstant, this->options.value());
  }
};

}  // namespace nn
}  // namespace torchpp
