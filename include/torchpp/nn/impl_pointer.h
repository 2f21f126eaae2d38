// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file ImplPointer: what a ModuleHolder keeps its module by.

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace torchpp::nn::detail {

/// A std::shared_ptr<T> whose class is instantiated when a member is first used, and not when it is declared as a
/// member of a class. The front end declares a holder per module, of which a program uses a few: instantiating
/// std::shared_ptr for each of them took an eighth of the time to compile the headers.
template <class T>
class ImplPointer {
 public:
  ImplPointer(std::nullptr_t = nullptr) noexcept { new (memory_) std::shared_ptr<T>(); }  // NOLINT: implicit
  ImplPointer(std::shared_ptr<T> pointer) noexcept {                                      // NOLINT: implicit
    new (memory_) std::shared_ptr<T>(std::move(pointer));
  }
  ImplPointer(const ImplPointer& o) noexcept : ImplPointer(o.shared()) {}
  ImplPointer(ImplPointer&& o) noexcept : ImplPointer(std::move(o.shared())) {}
  ImplPointer& operator=(ImplPointer o) noexcept {
    shared() = std::move(o.shared());
    return *this;
  }
  ~ImplPointer() { std::destroy_at(&shared()); }

  std::shared_ptr<T>& shared() noexcept { return *std::launder(reinterpret_cast<std::shared_ptr<T>*>(memory_)); }
  const std::shared_ptr<T>& shared() const noexcept {
    static_assert(sizeof(std::shared_ptr<T>) == sizeof(memory_) && alignof(std::shared_ptr<T>) == alignof(ImplPointer));
    return *std::launder(reinterpret_cast<const std::shared_ptr<T>*>(memory_));
  }
  operator std::shared_ptr<T>&() noexcept { return shared(); }              // NOLINT: implicit
  operator const std::shared_ptr<T>&() const noexcept { return shared(); }  // NOLINT: implicit
  template <class Base, std::enable_if_t<!std::is_same_v<Base, T> && std::is_convertible_v<T*, Base*>, int> = 0>
  operator std::shared_ptr<Base>() const noexcept {  // NOLINT: implicit
    return shared();
  }

  void reset() noexcept { shared().reset(); }
  T* get() const noexcept { return shared().get(); }
  T* operator->() const noexcept { return get(); }
  T& operator*() const noexcept { return *get(); }
  explicit operator bool() const noexcept { return get() != nullptr; }

 private:
  alignas(std::shared_ptr<void>) unsigned char memory_[sizeof(std::shared_ptr<void>)];
};

// Outside the class, so that they are not declared anew for every module.
template <class T>
bool operator==(const ImplPointer<T>& pointer, std::nullptr_t) noexcept {
  return !pointer;
}
template <class T>
bool operator!=(const ImplPointer<T>& pointer, std::nullptr_t) noexcept {
  return static_cast<bool>(pointer);
}

}  // namespace torchpp::nn::detail
