// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Cloneable: how a module class gets clone().

#include <torchpp/nn/module.h>

namespace torchpp::nn {

/// Base of modules that can be copied deeply: `class NetImpl : public Cloneable<NetImpl>`. Derived registers its
/// parameters, buffers and children in reset(), which its constructor calls; clone() copies the object, calls reset()
/// on the copy, which makes parts of its own, and then gives them the original's values. Source: libtorch 1.13.
template <class Derived>
class TORCHPP_API Cloneable : public virtual Module {
 public:
  using Module::Module;

  /// Makes parameters, buffers and children anew, with initial values.
  virtual void reset() = 0;

  /// Error if reset() does not register what the constructor did.
  std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const override {
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->forget_parts();
    copy->reset();
    copy->copy_parts(*this, device);
    return copy;
  }

 private:
  void clone_(Module& other, const std::optional<Device>& device) final {
    auto copy = std::dynamic_pointer_cast<Derived>(other.clone(device));
    TORCHPP_CHECK(copy != nullptr,
                  "Attempted to clone submodule, but it is of a different type than the submodule it was to be cloned "
                  "into: ",
                  other.name(), " into ", name());
    static_cast<Derived&>(*this) = std::move(*copy);
  }
};

}  // namespace torchpp::nn

/// Declares a stock module whose Cloneable is compiled once, in the library.
#define TORCHPP_STOCK_MODULE(Impl) \
  class Impl;                      \
  extern template class TORCHPP_API Cloneable<Impl>
