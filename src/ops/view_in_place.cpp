// SPDX-License-Identifier: BSD-3-Clause
// View operators that change the tensor itself: its sizes and strides become those of the view. The memory stays, so
// the history of a view's base is not touched.

#include "src/ops/history.h"
#include "src/ops/ops.h"

namespace torchpp {
namespace {

template <class View>
Tensor& become(const Tensor& self, const char* op, const char* node, const View& view) {
  check_writable(self);
  detail::check_change(self, op);
  detail::become_view(self, view(), node);
  return const_cast<Tensor&>(self);
}

}  // namespace

Tensor& Tensor::squeeze_() const {
  return become(*this, "squeeze_", "SqueezeBackward2", [&] { return op::squeeze(*this); });
}
Tensor& Tensor::squeeze_(int64_t dim) const {
  return become(*this, "squeeze_", "SqueezeBackward3", [&] { return op::squeeze_dim(*this, dim); });
}
Tensor& Tensor::unsqueeze_(int64_t dim) const {
  return become(*this, "unsqueeze_", "UnsqueezeBackward1", [&] { return op::unsqueeze(*this, dim); });
}
Tensor& Tensor::transpose_(int64_t dim0, int64_t dim1) const {
  return become(*this, "transpose_", "TransposeBackward1", [&] { return op::transpose(*this, dim0, dim1); });
}
Tensor& Tensor::t_() const {
  return become(*this, "t_", "TBackward1", [&] { return t(); });
}
Tensor& Tensor::as_strided_(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) const {
  return become(*this, "as_strided_", "AsStridedBackward1",
                [&] { return op::as_strided(*this, size, stride, storage_offset); });
}

}  // namespace torchpp
