// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file ImplPointer: what a ModuleHolder keeps its module by.

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace torchpp::nn::detail {

/// Memory of a std::shared_ptr that is not null, or nothing. Copies and destroys it through a function for its class.
class ImplPointerBase {
 public:
  ImplPointerBase() = default;
  ImplPointerBase(const ImplPointerBase& o) noexcept : manage_(o.manage_) {
    if (manage_ != nullptr) manage_(Task::kCopy, memory_, o.memory_);
  }
  ImplPointerBase(ImplPointerBase&& o) noexcept { take(o); }
  ImplPointerBase& operator=(ImplPointerBase o) noexcept {
    const ImplPointerBase old(std::move(*this));  // destroyed last: its module may hold this pointer
    take(o);
    return *this;
  }
  ~ImplPointerBase() { reset(); }

  void reset() noexcept {
    const Manage manage = manage_;
    manage_ = nullptr;
    if (manage != nullptr) manage(Task::kDestroy, memory_, nullptr);
  }
  explicit operator bool() const noexcept { return manage_ != nullptr; }

 protected:
  enum class Task { kCopy, kMove, kDestroy };
  using Manage = void (*)(Task task, void* to, void* from);

  // This one must be empty.
  void take(ImplPointerBase& o) noexcept {
    if (o.manage_ != nullptr) o.manage_(Task::kMove, memory_, o.memory_);
    manage_ = o.manage_;
    o.reset();
  }

  alignas(std::shared_ptr<void>) mutable unsigned char memory_[sizeof(std::shared_ptr<void>)];
  Manage manage_ = nullptr;
};
inline bool operator==(const ImplPointerBase& pointer, std::nullptr_t) noexcept { return !pointer; }
inline bool operator!=(const ImplPointerBase& pointer, std::nullptr_t) noexcept { return static_cast<bool>(pointer); }

/// Used as a std::shared_ptr<T>, which it is made of and converts to. It is a class of its own because the front end
/// declares a holder per module, of which a program uses a few: with a std::shared_ptr in each of them, or with members
/// of ImplPointer that copy and destroy one, compiling the headers takes an eighth longer.
template <class T>
class ImplPointer : public ImplPointerBase {
 public:
  ImplPointer(std::nullptr_t = nullptr) noexcept {}   // NOLINT: implicit
  ImplPointer(std::shared_ptr<T> pointer) noexcept {  // NOLINT: implicit
    static_assert(sizeof(std::shared_ptr<T>) == sizeof(memory_) && alignof(std::shared_ptr<T>) == alignof(void*));
    if (pointer == nullptr) return;
    new (memory_) std::shared_ptr<T>(std::move(pointer));
    manage_ = [](Task task, void* to, void* from) {
      auto* held = std::launder(static_cast<std::shared_ptr<T>*>(task == Task::kDestroy ? to : from));
      if (task == Task::kCopy) new (to) std::shared_ptr<T>(*held);
      else if (task == Task::kMove) new (to) std::shared_ptr<T>(std::move(*held));
      else std::destroy_at(held);
    };
  }

  /// Only if there is a module.
  const std::shared_ptr<T>& shared() const noexcept {
    return *std::launder(reinterpret_cast<const std::shared_ptr<T>*>(memory_));
  }
  template <class Base, std::enable_if_t<std::is_convertible_v<T*, Base*>, int> = 0>
  operator std::shared_ptr<Base>() const noexcept {  // NOLINT: implicit
    if (manage_ == nullptr) return nullptr;
    return shared();
  }
  T* get() const noexcept { return manage_ == nullptr ? nullptr : shared().get(); }
  T* operator->() const noexcept { return shared().get(); }
  T& operator*() const noexcept { return *shared(); }
};

}  // namespace torchpp::nn::detail
