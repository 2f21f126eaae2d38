// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file ExpandingArray: an option with one value per dimension, given as one for all or as a list.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/error.h>
#include <torchpp/core/optional.h>

#include <array>
#include <initializer_list>
#include <iosfwd>
#include <type_traits>
#include <vector>

namespace torchpp {

namespace detail {
// "3" for one value, else "[3, 3]"; an absent one is "None".
TORCHPP_API void print_values(std::ostream& out, const int64_t* values, size_t count);
TORCHPP_API void print_values(std::ostream& out, const double* values, size_t count);
TORCHPP_API void print_values(std::ostream& out, const optional<int64_t>* values, size_t count);
}  // namespace detail

/// D values; from a single one, which is repeated, or from exactly D (Error otherwise).
template <size_t D, class T = int64_t>
class ExpandingArray {
 public:
  ExpandingArray(std::initializer_list<T> list) : ExpandingArray(ArrayRef<T>(list)) {}  // NOLINT: implicit
  ExpandingArray(const std::vector<T>& list) : ExpandingArray(ArrayRef<T>(list)) {}     // NOLINT: implicit
  ExpandingArray(ArrayRef<T> list) { assign(list.data(), list.size()); }                // NOLINT: implicit
  ExpandingArray(T single) { values_.fill(single); }                                    // NOLINT: implicit
  ExpandingArray(const std::array<T, D>& values) : values_(values) {}                   // NOLINT: implicit

  std::array<T, D>& operator*() { return values_; }
  const std::array<T, D>& operator*() const { return values_; }
  std::array<T, D>* operator->() { return &values_; }
  const std::array<T, D>* operator->() const { return &values_; }
  operator ArrayRef<T>() const { return ArrayRef<T>(values_.data(), D); }  // NOLINT: implicit
  size_t size() const noexcept { return D; }

 protected:
  ExpandingArray() = default;
  template <class U>
  void assign(const U* values, size_t count) {
    TORCHPP_CHECK(count == D, "Expected ", D, " values, but instead got ", count);
    for (size_t i = 0; i < D; ++i) values_[i] = values[i];
  }

  std::array<T, D> values_{};
};

/// An ExpandingArray whose values may be left open: nullopt.
template <size_t D, class T = int64_t>
class ExpandingArrayWithOptionalElem : public ExpandingArray<D, optional<T>> {
  using Base = ExpandingArray<D, optional<T>>;

 public:
  using Base::Base;
  ExpandingArrayWithOptionalElem(std::initializer_list<T> list) {  // NOLINT: implicit
    this->assign(list.begin(), list.size());
  }
  ExpandingArrayWithOptionalElem(const std::vector<T>& list) { this->assign(list.data(), list.size()); }  // NOLINT
  ExpandingArrayWithOptionalElem(ArrayRef<T> list) { this->assign(list.data(), list.size()); }            // NOLINT
  ExpandingArrayWithOptionalElem(T single) { this->values_.fill(single); }                                // NOLINT
  ExpandingArrayWithOptionalElem(const std::array<T, D>& values) { this->assign(values.data(), D); }      // NOLINT
};

template <size_t D, class T>
std::ostream& operator<<(std::ostream& out, const ExpandingArray<D, T>& values) {
  detail::print_values(out, values->data(), D);
  return out;
}

}  // namespace torchpp
