// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operands as kernels read them.

#include <torchpp/tensor.h>

namespace torchpp {

/// The tensor without conj and neg bits, which are carried out; itself where it has none.
TORCHPP_API Tensor resolved(const Tensor& t);
/// The tensor without conj and neg bits: `t` itself, or the copy that `keep` then holds. For small calls, in which
/// copying a handle counts.
inline const Tensor& resolved(const Tensor& t, Tensor& keep) {
  if (TORCHPP_LIKELY(!t.is_conj() && !t.is_neg())) return t;
  return keep = resolved(t);
}
/// The tensor in the dtype, without conj and neg bits; itself where it is that already.
TORCHPP_API Tensor converted(const Tensor& t, ScalarType dtype);
/// A copy without conj and neg bits that is dense in the memory format.
TORCHPP_API Tensor dense_copy(const Tensor& t, MemoryFormat format);
/// The tensor without conj and neg bits, dense in the memory format; itself where it is that already.
inline Tensor dense(const Tensor& t, MemoryFormat format = MemoryFormat::Contiguous) {
  if (TORCHPP_LIKELY(t.is_contiguous(format) && !t.is_conj() && !t.is_neg())) return t;
  return dense_copy(t, format);
}

/// dense() without another reference: for operands that outlive this object. An undefined tensor stays undefined.
class DenseOperand {
 public:
  explicit DenseOperand(const Tensor& t, MemoryFormat format = MemoryFormat::Contiguous) : tensor_(&t) {
    if (TORCHPP_LIKELY(!t.defined() || (t.is_contiguous(format) && !t.is_conj() && !t.is_neg()))) return;
    copy_ = dense_copy(t, format);
    tensor_ = &copy_;
  }
  /// Converted to the dtype where it has another one.
  DenseOperand(const Tensor& t, ScalarType dtype, MemoryFormat format = MemoryFormat::Contiguous) : tensor_(&t) {
    if (!t.defined()) return;
    if (TORCHPP_LIKELY(t.scalar_type() == dtype && t.is_contiguous(format) && !t.is_conj() && !t.is_neg())) return;
    copy_ = dense(converted(t, dtype), format);
    tensor_ = &copy_;
  }
  DenseOperand(const DenseOperand&) = delete;
  DenseOperand& operator=(const DenseOperand&) = delete;

  const Tensor& tensor() const { return *tensor_; }
  /// Null for an undefined tensor.
  template <class T = void>
  T* data() const {
    return tensor_->defined() ? static_cast<T*>(tensor_->impl()->data()) : nullptr;
  }

 private:
  const Tensor* tensor_;
  Tensor copy_;
};

}  // namespace torchpp
