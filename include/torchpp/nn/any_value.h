// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file AnyValue: an argument or result of a module whose type is known at run time only.

#include <torchpp/core/error.h>

#include <any>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace torchpp::nn {

/// A value of any copyable type. Tensors are held without an allocation.
class AnyValue {
 public:
  /// Holds nothing; its type is void.
  AnyValue() = default;
  template <class T, std::enable_if_t<!std::is_same_v<std::decay_t<T>, AnyValue>, int> = 0>
  explicit AnyValue(T&& value) : value_(std::in_place_type<std::decay_t<T>>, std::forward<T>(value)) {}

  /// The value if it is of exactly this type, else null.
  template <class T>
  T* try_get() {
    static_assert(!std::is_reference_v<T> && !std::is_array_v<T>, "AnyValue holds decayed types");
    return std::any_cast<T>(&value_);
  }
  /// A copy of the value; TypeError if it is of another type.
  template <class T>
  T get() {
    return value<T>();
  }
  /// The value in place; TypeError if it is of another type.
  template <class T>
  T& value() {
    if (T* value = try_get<T>()) return *value;
    TORCHPP_FAIL_KIND(kType, "Attempted to cast AnyValue to ", detail::type_name(typeid(T)),
                      ", but its actual type is ", detail::type_name(type_info()));
  }
  const std::type_info& type_info() const noexcept { return value_.type(); }
  bool is_empty() const noexcept { return !value_.has_value(); }

 private:
  std::any value_;
};

}  // namespace torchpp::nn
