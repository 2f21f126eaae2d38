// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file optional: a value that may be absent.
///
/// The interface is that of std::optional, from any of which it is made. It is a class of its own because the headers
/// name it with many types, and each std::optional<T> costs the compiler some 14 million instructions.

#include <torchpp/core/export.h>

#include <exception>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

namespace torchpp {

template <class T>
class optional;

/// `nullopt` is no value, for every optional.
struct nullopt_t {
  explicit constexpr nullopt_t(int) noexcept {}
};
inline constexpr nullopt_t nullopt{0};

/// What value() throws if there is none.
class TORCHPP_API bad_optional_access : public std::exception {
 public:
  const char* what() const noexcept override;
};

namespace detail {

[[noreturn]] TORCHPP_API void throw_bad_optional_access();

/// The value, and whether there is one. This one is copied and destroyed by calls of T's members.
template <class T, bool = __is_trivially_copyable(T)>
struct OptionalStorage {
  constexpr OptionalStorage() noexcept : none_() {}
  template <class... Args>
  constexpr explicit OptionalStorage(std::in_place_t, Args&&... args)
      : value_(static_cast<Args&&>(args)...), has_(true) {}
  OptionalStorage(const OptionalStorage& o) : none_() {
    if (o.has_) make(o.value_);
  }
  OptionalStorage(OptionalStorage&& o) noexcept(std::is_nothrow_move_constructible_v<T>) : none_() {
    if (o.has_) make(static_cast<T&&>(o.value_));
  }
  OptionalStorage& operator=(const OptionalStorage& o) {
    if (!o.has_) clear();
    else if (has_) value_ = o.value_;
    else make(o.value_);
    return *this;
  }
  OptionalStorage& operator=(OptionalStorage&& o) noexcept(
      std::is_nothrow_move_constructible_v<T>&& std::is_nothrow_move_assignable_v<T>) {
    if (!o.has_) clear();
    else if (has_) value_ = static_cast<T&&>(o.value_);
    else make(static_cast<T&&>(o.value_));
    return *this;
  }
  ~OptionalStorage() { clear(); }

  /// There must be no value yet.
  template <class... Args>
  void make(Args&&... args) {
    ::new (const_cast<void*>(static_cast<const volatile void*>(&value_))) T(static_cast<Args&&>(args)...);
    has_ = true;
  }
  void clear() noexcept {
    if (!has_) return;
    has_ = false;
    value_.~T();
  }

  union {
    char none_;
    T value_;
  };
  bool has_ = false;
};

/// This one is copied as bytes, so that an optional number is an argument in a register.
template <class T>
struct OptionalStorage<T, true> {
  constexpr OptionalStorage() noexcept : none_() {}
  template <class... Args>
  constexpr explicit OptionalStorage(std::in_place_t, Args&&... args)
      : value_(static_cast<Args&&>(args)...), has_(true) {}

  template <class... Args>
  void make(Args&&... args) {
    ::new (const_cast<void*>(static_cast<const volatile void*>(&value_))) T(static_cast<Args&&>(args)...);
    has_ = true;
  }
  void clear() noexcept { has_ = false; }

  union {
    char none_;
    T value_;
  };
  bool has_ = false;
};

/// Whether U is an optional of another class, such as std::optional.
template <class U, class = void>
inline constexpr bool kIsOptional = false;
template <class U>
inline constexpr bool
    kIsOptional<U, decltype(static_cast<void>(std::declval<U>().has_value()), static_cast<void>(*std::declval<U>()))> =
        true;

/// How an optional<T> is made of a U.
enum class OptionalFrom { kNothing, kValue, kExplicitValue, kOptional, kExplicitOptional };
template <class T, class U>
constexpr OptionalFrom optional_from() {
  using Bare = std::remove_cv_t<std::remove_reference_t<U>>;
  if constexpr (std::is_same_v<Bare, optional<T>> || std::is_same_v<Bare, nullopt_t> ||
                std::is_same_v<Bare, std::in_place_t>) {
    return OptionalFrom::kNothing;
  } else if constexpr (std::is_convertible_v<U, T>) {
    return OptionalFrom::kValue;
  } else if constexpr (kIsOptional<U>) {
    using Value = decltype(*std::declval<U>());
    if constexpr (std::is_convertible_v<Value, T>) return OptionalFrom::kOptional;
    else return std::is_constructible_v<T, Value> ? OptionalFrom::kExplicitOptional : OptionalFrom::kNothing;
  } else {
    return std::is_constructible_v<T, U> ? OptionalFrom::kExplicitValue : OptionalFrom::kNothing;
  }
}
template <class T, class U, OptionalFrom from>
using EnableOptional = std::enable_if_t<optional_from<T, U>() == from, int>;

}  // namespace detail

/// A T or nothing.
template <class T>
class optional : private detail::OptionalStorage<T> {
  using Storage = detail::OptionalStorage<T>;
  using From = detail::OptionalFrom;
  using Storage::has_;
  using Storage::value_;

 public:
  using value_type = T;

  constexpr optional() noexcept = default;
  constexpr optional(nullopt_t) noexcept {}  // NOLINT: implicit
  template <class U = T, detail::EnableOptional<T, U&&, From::kValue> = 0>
  constexpr optional(U&& value)  // NOLINT: implicit
      : Storage(std::in_place, static_cast<U&&>(value)) {}
  template <class U = T, detail::EnableOptional<T, U&&, From::kExplicitValue> = 1>
  constexpr explicit optional(U&& value) : Storage(std::in_place, static_cast<U&&>(value)) {}
  template <class U, detail::EnableOptional<T, U&&, From::kOptional> = 2>
  optional(U&& o) {  // NOLINT: implicit
    if (o.has_value()) Storage::make(*static_cast<U&&>(o));
  }
  template <class U, detail::EnableOptional<T, U&&, From::kExplicitOptional> = 3>
  explicit optional(U&& o) {
    if (o.has_value()) Storage::make(*static_cast<U&&>(o));
  }
  template <class... Args>
  constexpr explicit optional(std::in_place_t tag, Args&&... args) : Storage(tag, static_cast<Args&&>(args)...) {}
  template <class U, class... Args>
  constexpr explicit optional(std::in_place_t tag, std::initializer_list<U> list, Args&&... args)
      : Storage(tag, list, static_cast<Args&&>(args)...) {}

  optional& operator=(nullopt_t) noexcept {
    Storage::clear();
    return *this;
  }
  template <class... Args>
  T& emplace(Args&&... args) {
    Storage::clear();
    Storage::make(static_cast<Args&&>(args)...);
    return value_;
  }
  template <class U, class... Args>
  T& emplace(std::initializer_list<U> list, Args&&... args) {
    Storage::clear();
    Storage::make(list, static_cast<Args&&>(args)...);
    return value_;
  }
  void reset() noexcept { Storage::clear(); }
  void swap(optional& o) {
    optional mine = static_cast<optional&&>(*this);
    *this = static_cast<optional&&>(o);
    o = static_cast<optional&&>(mine);
  }

  constexpr bool has_value() const noexcept { return has_; }
  constexpr explicit operator bool() const noexcept { return has_; }
  constexpr T& operator*() & noexcept { return value_; }
  constexpr const T& operator*() const& noexcept { return value_; }
  constexpr T&& operator*() && noexcept { return static_cast<T&&>(value_); }
  constexpr T* operator->() noexcept { return __builtin_addressof(value_); }
  constexpr const T* operator->() const noexcept { return __builtin_addressof(value_); }
  constexpr T& value() & {
    if (!has_) detail::throw_bad_optional_access();
    return value_;
  }
  constexpr const T& value() const& {
    if (!has_) detail::throw_bad_optional_access();
    return value_;
  }
  constexpr T&& value() && {
    if (!has_) detail::throw_bad_optional_access();
    return static_cast<T&&>(value_);
  }
  template <class U>
  constexpr T value_or(U&& other) const& {
    return has_ ? value_ : static_cast<T>(static_cast<U&&>(other));
  }
  template <class U>
  constexpr T value_or(U&& other) && {
    return has_ ? static_cast<T&&>(value_) : static_cast<T>(static_cast<U&&>(other));
  }
};

template <class T>
optional(T) -> optional<T>;

template <class T>
constexpr optional<std::decay_t<T>> make_optional(T&& value) {
  return optional<std::decay_t<T>>(std::in_place, static_cast<T&&>(value));
}
template <class T, class... Args>
constexpr optional<T> make_optional(Args&&... args) {
  return optional<T>(std::in_place, static_cast<Args&&>(args)...);
}
template <class T>
void swap(optional<T>& a, optional<T>& b) {
  a.swap(b);
}

/// No value is less than every value, and equal to no value.
template <class T, class U>
constexpr bool operator==(const optional<T>& a, const optional<U>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
}
template <class T, class U>
constexpr bool operator==(const optional<T>& a, const U& b) {
  return a.has_value() && *a == b;
}
template <class T, class U>
constexpr bool operator==(const U& a, const optional<T>& b) {
  return b.has_value() && a == *b;
}
template <class T>
constexpr bool operator==(const optional<T>& a, nullopt_t) {
  return !a.has_value();
}
template <class T>
constexpr bool operator==(nullopt_t, const optional<T>& b) {
  return !b.has_value();
}
template <class T, class U>
constexpr bool operator!=(const optional<T>& a, const optional<U>& b) {
  return a.has_value() != b.has_value() || (a.has_value() && *a != *b);
}
template <class T, class U>
constexpr bool operator!=(const optional<T>& a, const U& b) {
  return !a.has_value() || *a != b;
}
template <class T, class U>
constexpr bool operator!=(const U& a, const optional<T>& b) {
  return !b.has_value() || a != *b;
}
template <class T>
constexpr bool operator!=(const optional<T>& a, nullopt_t) {
  return a.has_value();
}
template <class T>
constexpr bool operator!=(nullopt_t, const optional<T>& b) {
  return b.has_value();
}
template <class T, class U>
constexpr bool operator<(const optional<T>& a, const optional<U>& b) {
  return b.has_value() && (!a.has_value() || *a < *b);
}
template <class T, class U>
constexpr bool operator<(const optional<T>& a, const U& b) {
  return !a.has_value() || *a < b;
}
template <class T, class U>
constexpr bool operator<(const U& a, const optional<T>& b) {
  return b.has_value() && a < *b;
}
template <class T, class U>
constexpr bool operator<=(const optional<T>& a, const optional<U>& b) {
  return !a.has_value() || (b.has_value() && *a <= *b);
}
template <class T, class U>
constexpr bool operator<=(const optional<T>& a, const U& b) {
  return !a.has_value() || *a <= b;
}
template <class T, class U>
constexpr bool operator<=(const U& a, const optional<T>& b) {
  return b.has_value() && a <= *b;
}
template <class T, class U>
constexpr bool operator>(const optional<T>& a, const optional<U>& b) {
  return a.has_value() && (!b.has_value() || *a > *b);
}
template <class T, class U>
constexpr bool operator>(const optional<T>& a, const U& b) {
  return a.has_value() && *a > b;
}
template <class T, class U>
constexpr bool operator>(const U& a, const optional<T>& b) {
  return !b.has_value() || a > *b;
}
template <class T, class U>
constexpr bool operator>=(const optional<T>& a, const optional<U>& b) {
  return !b.has_value() || (a.has_value() && *a >= *b);
}
template <class T, class U>
constexpr bool operator>=(const optional<T>& a, const U& b) {
  return a.has_value() && *a >= b;
}
template <class T, class U>
constexpr bool operator>=(const U& a, const optional<T>& b) {
  return !b.has_value() || a >= *b;
}

}  // namespace torchpp
