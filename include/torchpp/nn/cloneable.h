// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Cloneable: how a module class gets clone().

#include <torchpp/nn/module.h>

namespace torchpp::nn {

namespace detail {

// What modules of any class do to clone themselves.
struct Cloning {
  template <class Derived>
  static std::shared_ptr<Module> clone(const Derived& original, const std::optional<Device>& device) {
    auto copy = std::make_shared<Derived>(original);
    copy->Module::forget_parts();
    copy->reset();
    copy->Module::copy_parts(original, device);
    return copy;
  }
  // `self` becomes a clone of `other`, which is to be of the same class.
  template <class Derived>
  static void assign(Derived& self, Module& other, const std::optional<Device>& device) {
    auto copy = std::dynamic_pointer_cast<Derived>(other.clone(device));
    TORCHPP_CHECK(copy != nullptr,
                  "Attempted to clone submodule, but it is of a different type than the submodule it was to be cloned "
                  "into: ",
                  other.name(), " into ", self.name());
    self = std::move(*copy);
  }
};

}  // namespace detail

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
    return detail::Cloning::clone(static_cast<const Derived&>(*this), device);
  }

 private:
  void clone_(Module& other, const std::optional<Device>& device) final {
    detail::Cloning::assign(static_cast<Derived&>(*this), other, device);
  }
};

/// Cloneable for the library's own modules. Their base Module is not a virtual one: with a virtual base, compiling the
/// headers takes 5 % longer.
template <class Derived>
class TORCHPP_API StockModule : public Module {
 public:
  /// Makes parameters, buffers and children anew, with initial values.
  virtual void reset() = 0;

  std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const override {
    return detail::Cloning::clone(static_cast<const Derived&>(*this), device);
  }

 private:
  void clone_(Module& other, const std::optional<Device>& device) final {
    detail::Cloning::assign(static_cast<Derived&>(*this), other, device);
  }
};

}  // namespace torchpp::nn

/// Declares a module of the library, whose StockModule is compiled once.
#define TORCHPP_STOCK_MODULE(Impl) \
  class Impl;                      \
  extern template class TORCHPP_API StockModule<Impl>
