// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Callable: holds any function, as std::function does, without the cost of including <functional>.

#include <torchpp/core/export.h>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace torchpp {

template <class Signature>
class Callable;

namespace detail {

/// T, named so that it depends on a template's parameter. A template that names std::vector<T> has the compiler
/// instantiate that class where the template is declared; std::vector<Known<T, Parameter>> where it is used.
template <class T, class Parameter>
using Known = std::enable_if_t<sizeof(Parameter*) != 0, T>;

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_empty_callable();

// The target of a Callable: in place if it is small and trivially copyable, as a lambda that captures a pointer or two
// is; else on the heap.
class CallableTarget {
 public:
  union Memory {
    void* heap;
    unsigned char local[2 * sizeof(void*)];
  };
  // Copies *from into `to`, or destroys `to` if `from` is null. A null function stands for targets in place.
  using Manage = void (*)(Memory& to, const Memory* from);

  template <class F>
  static constexpr bool is_local = sizeof(F) <= sizeof(Memory) &&
                                   alignof(F) <= alignof(Memory) && std::is_trivially_copyable_v<F>;

  CallableTarget() noexcept = default;
  template <class T, class F = std::decay_t<T>>
  CallableTarget(std::in_place_t, T&& target) {
    if constexpr (is_local<F>) {
      new (memory_.local) F(std::forward<T>(target));
    } else {
      memory_.heap = new F(std::forward<T>(target));
      manage_ = [](Memory& to, const Memory* from) {
        if (from == nullptr) delete static_cast<F*>(to.heap);
        else to.heap = new F(*static_cast<const F*>(from->heap));
      };
    }
  }
  CallableTarget(const CallableTarget& o) : memory_(o.memory_) {
    if (o.manage_ == nullptr) return;
    o.manage_(memory_, &o.memory_);
    manage_ = o.manage_;
  }
  CallableTarget(CallableTarget&& o) noexcept : memory_(o.memory_), manage_(o.manage_) { o.manage_ = nullptr; }
  CallableTarget& operator=(CallableTarget o) noexcept {
    // Not by std::swap, which costs the compiler a dozen classes for each type.
    const Memory memory = memory_;
    const Manage manage = manage_;
    memory_ = o.memory_;
    manage_ = o.manage_;
    o.memory_ = memory;
    o.manage_ = manage;
    return *this;
  }
  ~CallableTarget() {
    if (manage_ != nullptr) manage_(memory_, nullptr);
  }

  // The target is changed by calls of a const Callable if its own call operator is not const.
  template <class F>
  F& get() const {
    if constexpr (is_local<F>) return *std::launder(reinterpret_cast<F*>(memory_.local));
    else return *static_cast<F*>(memory_.heap);
  }

 private:
  mutable Memory memory_{};
  Manage manage_ = nullptr;
};

template <class F, class... Args>
decltype(auto) call(F& f, Args&&... args) {
  return f(std::forward<Args>(args)...);
}
// A member function, called on an object, a pointer or a smart pointer.
template <class Member, class Class, class Object, class... Args>
decltype(auto) call(Member Class::*member, Object&& object, Args&&... args) {
  if constexpr (std::is_base_of_v<Class, std::decay_t<Object>>)
    return (std::forward<Object>(object).*member)(std::forward<Args>(args)...);
  else return ((*std::forward<Object>(object)).*member)(std::forward<Args>(args)...);
}

template <class F, class Self, class R, class... Args>
inline constexpr bool is_target = !std::is_member_object_pointer_v<F> && std::is_invocable_r_v<R, F&, Args...>;
template <class Self, class R, class... Args>
inline constexpr bool is_target<Self, Self, R, Args...> = false;

}  // namespace detail

/// A function of this signature: holds a copy of any callable object that can be called so and be copied, or nothing.
/// Copies have a copy of the object each. An empty std::function and a null pointer give an empty Callable.
template <class R, class... Args>
class Callable<R(Args...)> {
 public:
  Callable() noexcept = default;
  Callable(std::nullptr_t) noexcept {}  // NOLINT: implicit
  template <class T, class F = std::decay_t<T>, std::enable_if_t<detail::is_target<F, Callable, R, Args...>, int> = 0>
  Callable(T&& target) {  // NOLINT: implicit
    if constexpr (std::is_constructible_v<F, std::nullptr_t>)
      if (target == nullptr) return;
    target_ = detail::CallableTarget(std::in_place, std::forward<T>(target));
    call_ = [](const detail::CallableTarget& held, Args&&... args) -> R {
      return static_cast<R>(detail::call(held.get<F>(), std::forward<Args>(args)...));
    };
  }
  Callable(const Callable&) = default;
  Callable(Callable&& o) noexcept : target_(std::move(o.target_)), call_(o.call_) { o.call_ = nullptr; }
  Callable& operator=(Callable o) noexcept {
    target_ = std::move(o.target_);
    call_ = o.call_;
    return *this;
  }

  explicit operator bool() const noexcept { return call_ != nullptr; }
  friend bool operator==(const Callable& f, std::nullptr_t) noexcept { return !f; }
  friend bool operator!=(const Callable& f, std::nullptr_t) noexcept { return static_cast<bool>(f); }
  friend bool operator==(std::nullptr_t, const Callable& f) noexcept { return !f; }
  friend bool operator!=(std::nullptr_t, const Callable& f) noexcept { return static_cast<bool>(f); }

  /// Error if nothing is held.
  R operator()(Args... args) const {
    if (TORCHPP_UNLIKELY(call_ == nullptr)) detail::fail_empty_callable();
    return call_(target_, std::forward<Args>(args)...);
  }

 private:
  using Call = R (*)(const detail::CallableTarget& held, Args&&... args);

  detail::CallableTarget target_;
  Call call_ = nullptr;
};

}  // namespace torchpp
