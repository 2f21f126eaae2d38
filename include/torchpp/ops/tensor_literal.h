// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tensors written down: torchpp::tensor({{1, 2}, {3, 4}}).

#include <torchpp/tensor.h>

#include <initializer_list>
#include <vector>

namespace torchpp {
namespace detail {

/// A number, a sequence of numbers, or a list of such, as the argument of tensor(). It refers to what it was made from.
class TORCHPP_API TensorLiteral {
 public:
  TensorLiteral() : TensorLiteral(std::initializer_list<TensorLiteral>()) {}
  TensorLiteral(std::initializer_list<TensorLiteral> list);  // NOLINT: implicit
  template <class T, class = decltype(ScalarTypeOf<T>::value)>
  TensorLiteral(T value)  // NOLINT: implicit
      : kind_(kNumber), dtype_(ScalarTypeOf<T>::value), number_(value) {}
  template <class T, class = decltype(ScalarTypeOf<T>::value)>
  TensorLiteral(ArrayRef<T> values)  // NOLINT: implicit
      : kind_(kArray), dtype_(ScalarTypeOf<T>::value), data_(values.data()), size_(values.size()) {}
  template <class T, class A, class = decltype(ScalarTypeOf<T>::value),
            class = std::enable_if_t<!std::is_same_v<T, bool>>>
  TensorLiteral(const std::vector<T, A>& values) : TensorLiteral(ArrayRef<T>(values)) {}  // NOLINT: implicit

  Tensor make(TensorOptions options) const;

 private:
  enum Kind : uint8_t { kNumber, kArray, kList };
  friend struct LiteralReader;
  Kind kind_;
  ScalarType dtype_;
  Scalar number_;
  const void* data_ = nullptr;  // elements, or the TensorLiterals of a list
  size_t size_ = 0;
};

}  // namespace detail

/// A tensor of the values: a number makes a 0-dim tensor, a vector or ArrayRef a row, nested lists a dimension per
/// level. Without a dtype in the options integers give int64, floating numbers the default dtype, others keep their
/// type. Throws Error when lists of one level differ in length or in the type of their elements.
inline Tensor tensor(const detail::TensorLiteral& values, TensorOptions options = {}) { return values.make(options); }

}  // namespace torchpp
