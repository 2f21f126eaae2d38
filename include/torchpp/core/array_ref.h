// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file ArrayRef: a view of a sequence that somebody else owns.

#include <torchpp/core/error.h>
#include <torchpp/core/optional.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

namespace torchpp {

/// A constant view of `size()` consecutive elements. It owns nothing: what it was made from must outlive it.
template <class T>
class ArrayRef {
 public:
  using value_type = T;
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = size_t;

  constexpr ArrayRef() : data_(nullptr), size_(0) {}
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}  // NOLINT: implicit, as in libtorch
  constexpr ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  // A template, for which 0 is no pointer: else `x.index({0, 0})` is ambiguous for Clang 14.
  template <class P, std::enable_if_t<std::is_same_v<P, T>, int> = 0>
  constexpr ArrayRef(const P* begin, const P* end) : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <class A>
  ArrayRef(const std::vector<T, A>& v) : data_(v.data()), size_(v.size()) {  // NOLINT: implicit
    static_assert(!std::is_same_v<T, bool>, "a std::vector<bool> has no consecutive elements");
  }
  template <size_t N>
  constexpr ArrayRef(const std::array<T, N>& a) : data_(a.data()), size_(N) {}  // NOLINT: implicit
  template <size_t N>
  constexpr ArrayRef(const T (&a)[N]) : data_(a), size_(N) {}  // NOLINT: implicit
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  // As a function's parameter the list lives for the whole call, which is what this is for.
  constexpr ArrayRef(const std::initializer_list<T>& l)  // NOLINT: implicit
      : data_(l.begin() == l.end() ? nullptr : l.begin()), size_(l.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T* cbegin() const { return data_; }
  constexpr const T* cend() const { return data_ + size_; }
  constexpr std::reverse_iterator<const T*> rbegin() const { return std::reverse_iterator<const T*>(end()); }
  constexpr std::reverse_iterator<const T*> rend() const { return std::reverse_iterator<const T*>(begin()); }
  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }

  constexpr const T& operator[](size_t i) const { return data_[i]; }
  const T& at(size_t i) const {
    TORCHPP_CHECK_INDEX(i < size_, "ArrayRef: index got ", i, ", expected less than ", size_);
    return data_[i];
  }
  const T& front() const { return at(0); }
  const T& back() const { return at(size_ - 1); }

  /// The `length` elements from `start` on.
  ArrayRef slice(size_t start, size_t length) const {
    TORCHPP_CHECK_INDEX(start + length <= size_ && start + length >= start, "ArrayRef::slice: got [", start, ", ",
                        start + length, "), expected a range in [0, ", size_, ")");
    return ArrayRef(data_ + start, length);
  }
  ArrayRef slice(size_t start) const { return slice(start, size_ - start); }

  constexpr bool equals(ArrayRef other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i)
      if (!(data_[i] == other.data_[i])) return false;
    return true;
  }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  explicit operator std::vector<T>() const { return vec(); }

 private:
  const T* data_;
  size_t size_;
};

template <class T>
constexpr bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <class T>
constexpr bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <class T>
bool operator==(const std::vector<T>& a, ArrayRef<T> b) {
  return ArrayRef<T>(a).equals(b);
}
template <class T>
bool operator==(ArrayRef<T> a, const std::vector<T>& b) {
  return a.equals(ArrayRef<T>(b));
}
template <class T>
bool operator!=(const std::vector<T>& a, ArrayRef<T> b) {
  return !ArrayRef<T>(a).equals(b);
}
template <class T>
bool operator!=(ArrayRef<T> a, const std::vector<T>& b) {
  return !a.equals(ArrayRef<T>(b));
}

/// Sizes, strides, dimensions.
using IntArrayRef = ArrayRef<int64_t>;

/// "[2, 3]", as sizes are written in messages.
TORCHPP_API std::string to_string(IntArrayRef values);

/// An ArrayRef that may be absent; also made of one number, which stands for a list of one and is kept inside.
template <class T>
class OptionalArrayRef {
 public:
  constexpr OptionalArrayRef() : kind_(kNone) {}
  constexpr OptionalArrayRef(nullopt_t) : kind_(kNone) {}  // NOLINT: implicit
  template <class U,
            std::enable_if_t<std::is_convertible_v<U&&, ArrayRef<T>> && !std::is_convertible_v<U&&, T>, int> = 0>
  constexpr OptionalArrayRef(U&& value) : kind_(kRef), ref_(static_cast<U&&>(value)) {}  // NOLINT: implicit
  template <class U, std::enable_if_t<std::is_convertible_v<U&&, T>, long> = 0>
  constexpr OptionalArrayRef(U&& value) : kind_(kOne), one_(static_cast<T>(value)) {}      // NOLINT: implicit
  constexpr OptionalArrayRef(const std::initializer_list<T>& l) : kind_(kRef), ref_(l) {}  // NOLINT: implicit
  constexpr OptionalArrayRef(const optional<ArrayRef<T>>& o)                               // NOLINT: implicit
      : kind_(o ? kRef : kNone), ref_(o ? *o : ArrayRef<T>()) {}

  constexpr bool has_value() const { return kind_ != kNone; }
  constexpr explicit operator bool() const { return has_value(); }
  /// Valid while this object is.
  constexpr ArrayRef<T> operator*() const { return kind_ == kOne ? ArrayRef<T>(&one_, 1) : ref_; }
  struct Arrow {
    ArrayRef<T> ref;
    constexpr const ArrayRef<T>* operator->() const { return &ref; }
  };
  constexpr Arrow operator->() const { return {**this}; }
  ArrayRef<T> value() const {
    TORCHPP_CHECK(has_value(), "OptionalArrayRef: got no value, expected one");
    return **this;
  }

 private:
  enum Kind : unsigned char { kNone, kOne, kRef };
  Kind kind_;
  T one_{};
  ArrayRef<T> ref_;
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

/// Writes "[2, 3]".
TORCHPP_API std::ostream& operator<<(std::ostream& out, IntArrayRef values);

}  // namespace torchpp
