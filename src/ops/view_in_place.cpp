// SPDX-License-Identifier: BSD-3-Clause
// View operators that change the tensor itself: its sizes and strides become those of the view.

#include "src/core/thread_state.h"
#include "src/ops/ops.h"

namespace torchpp {
namespace {

template <class View>
Tensor& become(const Tensor& self, const char* op, const View& view) {
  if (self.requires_grad() && !thread_state.no_grad) {
    TORCHPP_CHECK(!self.is_leaf(), "a leaf Variable that requires grad is being used in an in-place operation.");
    TORCHPP_FAIL_KIND(kNotImplemented, op, "_: got a tensor with history, expected one without; use ", op);
  }
  const ExcludeKeys below(DispatchKey::Autograd);
  const Tensor as = view();
  self.impl()->set_sizes_and_strides(as.sizes(), as.strides(), as.storage_offset());
  bump_version(self);
  return const_cast<Tensor&>(self);
}

}  // namespace

Tensor& Tensor::squeeze_() const {
  return become(*this, "squeeze", [&] { return op::squeeze(*this); });
}
Tensor& Tensor::squeeze_(int64_t dim) const {
  return become(*this, "squeeze", [&] { return op::squeeze_dim(*this, dim); });
}
Tensor& Tensor::unsqueeze_(int64_t dim) const {
  return become(*this, "unsqueeze", [&] { return op::unsqueeze(*this, dim); });
}
Tensor& Tensor::transpose_(int64_t dim0, int64_t dim1) const {
  return become(*this, "transpose", [&] { return op::transpose(*this, dim0, dim1); });
}
Tensor& Tensor::t_() const {
  return become(*this, "t", [&] { return t(); });
}
Tensor& Tensor::as_strided_(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) const {
  return become(*this, "as_strided", [&] { return op::as_strided(*this, size, stride, storage_offset); });
}

}  // namespace torchpp
