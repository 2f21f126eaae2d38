// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Cloneable: how a module class gets clone().

#include <torchpp/nn/module.h>

namespace torchpp::nn {

namespace detail {

// What modules of any class do to clone themselves.
struct Cloning {
  template <class Derived>
  static std::shared_ptr<Module> clone(const Derived& original, const optional<Device>& device) {
    auto copy = std::make_shared<Derived>(original);
    copy->Module::forget_parts();
    copy->reset();
    copy->Module::copy_parts(original, device);
    return copy;
  }
  // `self` becomes a clone of `other`, which is to be of the same class.
  template <class Derived>
  static void assign(Derived& self, Module& other, const optional<Device>& device) {
    auto copy = std::dynamic_pointer_cast<Derived>(other.clone(device));
    TORCHPP_CHECK(copy != nullptr,
                  "Attempted to clone submodule, but it is of a different type than the submodule it was to be cloned "
                  "into: ",
                  other.name(), " into ", self.name());
    self = std::move(*copy);
    self.Module::family_.adopt();  // a Module is copied, not moved: they stand in `copy`
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
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override {
    return detail::Cloning::clone(static_cast<const Derived&>(*this), device);
  }

 private:
  void clone_(Module& other, const optional<Device>& device) final {
    detail::Cloning::assign(static_cast<Derived&>(*this), other, device);
  }
};

/// Base of the library's own modules. Their base Module is not a virtual one, and they declare clone() one by one with
/// TORCHPP_DECLARE_CLONE: with Cloneable's template for each of them, compiling the headers takes longer.
class TORCHPP_API StockModule : public Module {
 public:
  /// Makes parameters, buffers and children anew, with initial values.
  virtual void reset() = 0;
};

}  // namespace torchpp::nn

/// In a class derived from StockModule: what Cloneable gives to others. TORCHPP_DEFINE_CLONE(Impl) defines it;
/// TORCHPP_DEFINE_CLONE_INTO(Impl) is the part of it for classes with a clone() of their own.
#define TORCHPP_DECLARE_CLONE                                                             \
 public:                                                                                  \
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override; \
                                                                                          \
 private:                                                                                 \
  void clone_(Module& other, const optional<Device>& device) override
#define TORCHPP_DEFINE_CLONE_INTO(Impl)                              \
  void Impl::clone_(Module& other, const optional<Device>& device) { \
    ::torchpp::nn::detail::Cloning::assign(*this, other, device);    \
  }
#define TORCHPP_DEFINE_CLONE(Impl)                                            \
  std::shared_ptr<Module> Impl::clone(const optional<Device>& device) const { \
    return ::torchpp::nn::detail::Cloning::clone(*this, device);              \
  }                                                                           \
  TORCHPP_DEFINE_CLONE_INTO(Impl)
