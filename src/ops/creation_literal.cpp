// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/ops/tensor_copy.h>
#include <torchpp/ops/tensor_literal.h>

#include <cstring>

#include "src/core/shape.h"
#include "src/core/view.h"

namespace torchpp::detail {

namespace {

// Without a wish, numbers of C++'s default types become torchpp's default types.
ScalarType default_for(ScalarType t) {
  if (isIntegralType(t) && (t == kInt || t == kLong)) return kLong;
  return t == kFloat || t == kDouble ? get_default_dtype() : t;
}

}  // namespace

// Reads shape, element type and elements of a literal, level by level.
struct LiteralReader {
  static const TensorLiteral* items(const TensorLiteral& l) { return static_cast<const TensorLiteral*>(l.data_); }

  static void shape(const TensorLiteral& l, DimVector& sizes) {
    if (l.kind_ == TensorLiteral::kNumber) return;
    sizes.push_back(static_cast<int64_t>(l.size_));
    if (l.kind_ == TensorLiteral::kList && l.size_ != 0) shape(items(l)[0], sizes);
  }

  static void check(const TensorLiteral& l, const DimVector& sizes, size_t level, ScalarType dtype) {
    const bool row = l.kind_ == TensorLiteral::kArray;
    const bool fits = l.kind_ == TensorLiteral::kNumber
                          ? level == sizes.size()
                          : level < sizes.size() && static_cast<int64_t>(l.size_) == sizes[level] &&
                                (!row || level + 1 == sizes.size());
    if (!fits) {
      DimVector got;
      shape(l, got);
      const IntArrayRef expected(sizes.data() + level, sizes.size() - level);
      TORCHPP_FAIL_KIND(kError, "Expected all sub-lists to have sizes: ", expected,
                        ", but got sub-list with sizes: ", IntArrayRef(got));
    }
    if (l.kind_ == TensorLiteral::kList) {
      for (size_t i = 0; i < l.size_; ++i) check(items(l)[i], sizes, level + 1, dtype);
      return;
    }
    TORCHPP_CHECK(l.dtype_ == dtype, "Expected all elements of the tensor to have the same scalar type: ", dtype,
                  ", but got element of scalar type: ", l.dtype_);
  }

  // The type of the first element; Undefined when there is none.
  static ScalarType type(const TensorLiteral& l) {
    if (l.kind_ != TensorLiteral::kList) return l.dtype_;
    return l.size_ == 0 ? ScalarType::Undefined : type(items(l)[0]);
  }

  // Complex numbers become real ones without a loss only. As libtorch, which takes numbers one by one and arrays whole,
  // and asks whether a number is zero for bool.
  static void check_real(const TensorLiteral& l, ScalarType dtype) {
    if (l.kind_ == TensorLiteral::kList) {
      for (size_t i = 0; i < l.size_; ++i) check_real(items(l)[i], dtype);
      return;
    }
    TORCHPP_CHECK(
        l.kind_ == TensorLiteral::kNumber,
        "can not do torch::tensor(complex, dtype=non-complex) because complex can not be casted to real number "
        "without loss of information: got elements of type ",
        l.dtype_, " and dtype ", dtype);
    TORCHPP_CHECK(dtype == kBool || l.number_.toComplexDouble().imag() == 0,
                  "tensor: value cannot be converted to type ", dtype,
                  " without overflow: got a number with an imaginary part, ", l.number_.toComplexDouble().imag());
  }

  static char* write(const TensorLiteral& l, char* to) {
    if (l.kind_ == TensorLiteral::kList) {
      for (size_t i = 0; i < l.size_; ++i) to = write(items(l)[i], to);
      return to;
    }
    const size_t itemsize = elementSize(l.dtype_);
    if (l.kind_ == TensorLiteral::kArray) {
      if (l.size_ != 0) std::memcpy(to, l.data_, l.size_ * itemsize);
      return to + l.size_ * itemsize;
    }
    switch (l.dtype_) {
#define TORCHPP_WRITE(type, name)            \
  case ScalarType::name: {                   \
    const type value = l.number_.to<type>(); \
    std::memcpy(to, &value, sizeof value);   \
    break;                                   \
  }
      TORCHPP_WRITE(uint8_t, Byte)
      TORCHPP_WRITE(int8_t, Char)
      TORCHPP_WRITE(int16_t, Short)
      TORCHPP_WRITE(int, Int)
      TORCHPP_WRITE(int64_t, Long)
      TORCHPP_WRITE(Half, Half)
      TORCHPP_WRITE(float, Float)
      TORCHPP_WRITE(double, Double)
      TORCHPP_WRITE(ComplexHalf, ComplexHalf)
      TORCHPP_WRITE(ComplexFloat, ComplexFloat)
      TORCHPP_WRITE(ComplexDouble, ComplexDouble)
      TORCHPP_WRITE(bool, Bool)
      TORCHPP_WRITE(BFloat16, BFloat16)
#undef TORCHPP_WRITE
      default: TORCHPP_FAIL_KIND(kType, "tensor: got elements of type ", l.dtype_, ", expected numbers");
    }
    return to + itemsize;
  }
};

TensorLiteral::TensorLiteral(std::initializer_list<TensorLiteral> list)
    : kind_(kList), dtype_(ScalarType::Undefined), data_(list.begin()), size_(list.size()) {}

Tensor TensorLiteral::make(TensorOptions options) const {
  DimVector sizes;
  LiteralReader::shape(*this, sizes);
  const ScalarType first = LiteralReader::type(*this);
  const ScalarType written = first == ScalarType::Undefined ? get_default_dtype() : first;
  LiteralReader::check(*this, sizes, 0, written);
  const ScalarType dtype = options.has_dtype() ? options.dtype() : default_for(written);
  if (isComplexType(written) && !isComplexType(dtype)) LiteralReader::check_real(*this, dtype);
  Tensor t(make_tensor(sizes, written, Device(kCPU)));
  if (t.numel() != 0) LiteralReader::write(*this, static_cast<char*>(t.impl()->data()));
  if (dtype != written || !options.device().is_cpu()) t = t.to(options.device(), dtype);
  if (options.requires_grad()) t.requires_grad_(true);
  return t;
}

Tensor copy_without_history(const Tensor& values, TensorOptions options) {
  TORCHPP_WARN("tensor(): a tensor is copied best by clone().detach(), or clone().detach().requires_grad_()");
  const bool requires_grad = options.requires_grad();
  const Tensor copy = values.detach().to(options.requires_grad(nullopt), false, /*copy=*/true);
  return requires_grad ? copy.requires_grad_() : copy;
}

}  // namespace torchpp::detail
