// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Modules that have options and nothing else.

#include <torchpp/core/arg.h>
#include <torchpp/nn/cloneable.h>

namespace torchpp::nn {

/// For modules without an option.
struct NoOptions {};

namespace detail {
/// Asks a base class to leave reset() to the derived one.
struct Deferred {};
}  // namespace detail

}  // namespace torchpp::nn

/// In a class derived from StockModule, whose forward depends on its options alone: it is made from them, or from one
/// value that converts to them, `Softmax(1)`. The class declares a default constructor itself if its options have one.
/// TORCHPP_DEFINE_STATELESS(Impl, Options) defines the constructor and a reset that does nothing,
/// TORCHPP_DEFINE_CLONE(Impl) only what all stock modules have.
#define TORCHPP_STATELESS(Impl, Options)                  \
  TORCHPP_DECLARE_CLONE;                                  \
                                                          \
 public:                                                  \
  explicit Impl(const Options& options_);                 \
  void reset() override;                                  \
  void pretty_print(std::ostream& stream) const override; \
                                                          \
  Options options
#define TORCHPP_DEFINE_STATELESS(Impl, Options)              \
  Impl::Impl(const Options& options_) : options(options_) {} \
  void Impl::reset() {}                                      \
  TORCHPP_DEFINE_CLONE(Impl)

/// Declares a module class NameImpl that cannot be made without these options, with these members, and its handle Name.
#define TORCHPP_REQUIRED_OPTIONS_MODULE(Name, Options, ...) \
  class TORCHPP_API Name##Impl : public StockModule {       \
    TORCHPP_STATELESS(Name##Impl, Options);                 \
    __VA_ARGS__;                                            \
  };                                                        \
  using Name = ModuleHolder<Name##Impl>
/// One that can: its options have defaults.
#define TORCHPP_STATELESS_MODULE(Name, Options, ...) \
  TORCHPP_REQUIRED_OPTIONS_MODULE(Name, Options, Name##Impl() = default; __VA_ARGS__)
