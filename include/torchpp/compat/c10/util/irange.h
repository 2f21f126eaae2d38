// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <iterator>
#include <type_traits>

namespace c10 {

/// The integers in [begin, end), none when end is not above begin: for (const auto i : c10::irange(n)).
template <class T>
class integer_range {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = T;
    explicit constexpr iterator(T value) : value_(value) {}
    constexpr T operator*() const { return value_; }
    constexpr iterator& operator++() { return ++value_, *this; }
    constexpr iterator operator++(int) { return iterator(value_++); }
    constexpr bool operator==(const iterator& o) const { return value_ == o.value_; }
    constexpr bool operator!=(const iterator& o) const { return value_ != o.value_; }

   private:
    T value_;
  };
  constexpr integer_range(T begin, T end) : begin_(begin), end_(end < begin ? begin : end) {}
  constexpr iterator begin() const { return begin_; }
  constexpr iterator end() const { return end_; }

 private:
  iterator begin_, end_;
};

template <class First, class Last, class = std::enable_if_t<std::is_integral_v<First> && std::is_integral_v<Last>>>
constexpr integer_range<Last> irange(First begin, Last end) {
  return {static_cast<Last>(begin), end};
}
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
constexpr integer_range<T> irange(T end) {
  return {T(), end};
}

}  // namespace c10
