// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operands as kernels read them.

#include <torchpp/tensor.h>

namespace torchpp {

/// The tensor without conj and neg bits, which are carried out; itself where it has none.
TORCHPP_API Tensor resolved(const Tensor& t);
/// The same for small calls, of which copying the handle is a part: refers to `t`, or to the copy in `keep`.
inline const Tensor& resolved(const Tensor& t, Tensor& keep) {
  if (TORCHPP_LIKELY(!t.is_conj() && !t.is_neg())) return t;
  return keep = resolved(t);
}
/// The same in another dtype; itself where it has that one.
TORCHPP_API Tensor converted(const Tensor& t, ScalarType dtype);
/// The same as a copy that is dense in the memory format.
TORCHPP_API Tensor dense_copy(const Tensor& t, MemoryFormat format);
/// The same, dense in the memory format; itself where it is that.
inline Tensor dense(const Tensor& t, MemoryFormat format = MemoryFormat::Contiguous) {
  if (TORCHPP_LIKELY(t.is_contiguous(format) && !t.is_conj() && !t.is_neg())) return t;
  return dense_copy(t, format);
}

}  // namespace torchpp
