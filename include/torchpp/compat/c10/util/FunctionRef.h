// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace c10 {

template <class Function>
class function_ref;
/// A function object that somebody else owns and that must outlive it; false without one.
template <class R, class... A>
class function_ref<R(A...)> {
 public:
  function_ref() = default;
  function_ref(std::nullptr_t) {}  // NOLINT: implicit
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, function_ref> &&
                                              std::is_invocable_r_v<R, F&, A...>>>
  function_ref(F&& f)  // NOLINT: implicit
      : call_([](void* object, A... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<A>(args)...);
        }),
        object_(const_cast<void*>(static_cast<const void*>(&f))) {}
  R operator()(A... args) const { return call_(object_, std::forward<A>(args)...); }
  operator bool() const { return call_ != nullptr; }  // NOLINT: implicit

 private:
  R (*call_)(void* object, A... args) = nullptr;
  void* object_ = nullptr;
};

}  // namespace c10
