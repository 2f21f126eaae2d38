// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file ImplPointer: what a ModuleHolder keeps its module by.

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace torchpp::nn::detail {

/// What does not depend on the class of the module.
class ImplPointerBase {
 public:
  void reset() noexcept { pointer_.reset(); }
  explicit operator bool() const noexcept { return pointer_ != nullptr; }

 protected:
  ImplPointerBase(std::nullptr_t) noexcept {}                                                // NOLINT: implicit
  ImplPointerBase(std::shared_ptr<void> pointer) noexcept : pointer_(std::move(pointer)) {}  // NOLINT: implicit

  std::shared_ptr<void> pointer_;
};
inline bool operator==(const ImplPointerBase& pointer, std::nullptr_t) noexcept { return !pointer; }
inline bool operator!=(const ImplPointerBase& pointer, std::nullptr_t) noexcept { return static_cast<bool>(pointer); }

/// Used as a std::shared_ptr<T>, which it is made of and converts to. It is a class of its own because the front end
/// declares a holder per module, of which a program uses a few: with a std::shared_ptr in each of them, or with members
/// of ImplPointer that name it in their bodies, compiling the headers takes an eighth longer.
template <class T>
class ImplPointer : public ImplPointerBase {
 public:
  ImplPointer(std::nullptr_t = nullptr) noexcept : ImplPointerBase(nullptr) {}               // NOLINT: implicit
  ImplPointer(std::shared_ptr<T> pointer) noexcept : ImplPointerBase(std::move(pointer)) {}  // NOLINT: implicit

  template <class Base, std::enable_if_t<std::is_convertible_v<T*, Base*>, int> = 0>
  operator std::shared_ptr<Base>() const noexcept {  // NOLINT: implicit
    return std::static_pointer_cast<T>(pointer_);
  }
  T* get() const noexcept { return static_cast<T*>(pointer_.get()); }
  T* operator->() const noexcept { return get(); }
  T& operator*() const noexcept { return *get(); }
};

}  // namespace torchpp::nn::detail
