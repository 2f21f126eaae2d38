// SPDX-License-Identifier: BSD-3-Clause
// View operators that change the tensor itself: its sizes and strides become those of the view. The memory stays, so
// the history of a view's base is not touched.

#include "src/ops/generated/view.h"
#include "src/ops/history.h"

namespace torchpp::composite {
namespace {

template <class View>
Tensor become(const Tensor& self, const char* op, const char* node, const View& view) {
  check_writable(self);
  detail::check_change(self, op);
  detail::become_view(self, view(), node);
  return self;
}

}  // namespace

Tensor squeeze_(const Tensor& self) {
  return become(self, "squeeze_", "SqueezeBackward2", [&] { return op::squeeze(self); });
}
Tensor squeeze_dim_(const Tensor& self, int64_t dim) {
  return become(self, "squeeze_", "SqueezeBackward3", [&] { return op::squeeze_dim(self, dim); });
}
Tensor unsqueeze_(const Tensor& self, int64_t dim) {
  return become(self, "unsqueeze_", "UnsqueezeBackward1", [&] { return op::unsqueeze(self, dim); });
}
Tensor transpose_(const Tensor& self, int64_t dim0, int64_t dim1) {
  return become(self, "transpose_", "TransposeBackward1", [&] { return op::transpose(self, dim0, dim1); });
}
Tensor t_(const Tensor& self) {
  return become(self, "t_", "TBackward1", [&] { return self.t(); });
}
Tensor as_strided_(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) {
  return become(self, "as_strided_", "AsStridedBackward1",
                [&] { return op::as_strided(self, size, stride, storage_offset); });
}

}  // namespace torchpp::composite
