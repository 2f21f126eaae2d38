// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file StatelessModule: base of modules that have options and nothing else.

#include <torchpp/core/arg.h>
#include <torchpp/nn/cloneable.h>

namespace torchpp::nn {

/// A module whose forward depends on its options alone. It is made from its options or from what they are made of:
/// `Softmax(1)`.
template <class Derived, class Options>
class TORCHPP_API StatelessModule : public StockModule<Derived> {
 public:
  StatelessModule() = default;
  explicit StatelessModule(const Options& options_) : options(options_) {}
  // Two conditions, so that the copy constructor of every module fails the first and never looks at the second.
  template <class First, class... Rest, std::enable_if_t<!std::is_base_of_v<Module, std::decay_t<First>>, int> = 0,
            std::enable_if_t<std::is_constructible_v<Options, First, Rest...>, int> = 0>
  explicit StatelessModule(First&& first, Rest&&... rest)
      : options(std::forward<First>(first), std::forward<Rest>(rest)...) {}

  void reset() override {}

  Options options;
};

/// For modules without an option.
struct NoOptions {};

}  // namespace torchpp::nn

/// As TORCHPP_STOCK_MODULE, for a StatelessModule.
#define TORCHPP_STATELESS_MODULE(Impl, Options)        \
  class Impl;                                          \
  extern template class TORCHPP_API StockModule<Impl>; \
  extern template class TORCHPP_API StatelessModule<Impl, Options>
