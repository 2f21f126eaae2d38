// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file StatelessModule: base of modules that have options and nothing else.

#include <torchpp/core/arg.h>
#include <torchpp/nn/cloneable.h>

namespace torchpp::nn {

/// A module whose forward depends on its options alone. It is made from its options or from what they are made of:
/// `Softmax(1)`.
template <class Derived, class Options>
class TORCHPP_API StatelessModule : public Cloneable<Derived> {
 public:
  StatelessModule() = default;
  explicit StatelessModule(const Options& options_) : options(options_) {}
  template <class... Args, std::enable_if_t<(sizeof...(Args) > 0) && std::is_constructible_v<Options, Args...> &&
                                                !(std::is_base_of_v<Module, std::decay_t<Args>> || ...),
                                            int> = 0>
  explicit StatelessModule(Args&&... args) : options(std::forward<Args>(args)...) {}

  void reset() override {}

  Options options;
};

/// For modules without an option.
struct NoOptions {};

}  // namespace torchpp::nn

/// As TORCHPP_STOCK_MODULE, for a StatelessModule.
#define TORCHPP_STATELESS_MODULE(Impl, Options)      \
  class Impl;                                        \
  extern template class TORCHPP_API Cloneable<Impl>; \
  extern template class TORCHPP_API StatelessModule<Impl, Options>
