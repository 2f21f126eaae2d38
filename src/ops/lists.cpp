// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/lists.h"

#include <torchpp/core/error.h>

#include <cmath>

#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/history.h"
#include "src/ops/loop_scalars.h"
#include "src/ops/result.h"

namespace torchpp {

void check_list(const char* name, TensorList self) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.empty(), name,
                                ": there were no tensor arguments to this function, expected a non-empty list");
}
void check_same_length(TensorList self, TensorList other) {
  TORCHPP_CHECK(self.size() == other.size(), "Tensor lists must have the same number of tensors, got ", self.size(),
                " and ", other.size());
}
void check_same_length(TensorList self, ArrayRef<Scalar> numbers) {
  TORCHPP_CHECK(self.size() == numbers.size(), "Tensor list must have same number of elements as scalar list, got ",
                self.size(), " and ", numbers.size());
}

bool is_like_first(TensorList self, size_t i) {
  const TensorImpl &first = self[0].body(), &t = self[i].body();
  return first.is_plain() && t.is_plain() && t.dtype() == first.dtype() && t.device() == first.device() &&
         !t.is_inference() && !detail::asks_autograd(self[i]);
}
bool is_like_first(TensorList self, TensorList other, size_t i) {
  const TensorImpl &t = self[i].body(), &o = other[i].body();
  return self[0].body().is_plain_alike(other[0].body()) && t.is_plain_alike(o) &&
         t.storage().get() != o.storage().get() && !detail::asks_autograd(other[i]);
}
bool is_like_first(TensorList, ArrayRef<Scalar> numbers, size_t i) {
  if (numbers[i].type() != numbers[0].type()) return false;
  constexpr double kMostHalf = 65504;  // the least of the greatest finite numbers of the floating dtypes
  return fits_every_dtype(numbers[i]) ||
         (numbers[i].isFloatingPoint() && std::fabs(numbers[i].toDouble()) <= kMostHalf);
}

void check_write(const char* name, TensorList self, size_t i) {
  check_writable(self[i]);
  detail::check_change(self[i], name, false);
}
void check_write(const char* name, TensorList self, TensorList other, size_t i) {
  detail::check_change(self[i], name, other[i].requires_grad());
  check_no_partial_overlap(self[i], other[i]);
  TORCHPP_CHECK(self[i].device() == other[i].device() || (other[i].is_cpu() && other[i].dim() == 0), name,
                ": Expected all tensors to be on the same device, but found at least two devices, ", self[i].device(),
                " and ", other[i].device());
}

Tensor rehearsed(const Tensor& t) {
  if (t.body().is_wrapped_number()) return t;  // its value may be read
  return Tensor(make_tensor_strided(t.sizes(), t.strides(), t.scalar_type(), Device(kMeta)));
}

namespace composite {

namespace {

// As libtorch's, converted to the dtype of the destination, whatever that is.
void copy_each(const char* name, TensorList self, TensorList results) {
  const auto write = [](TensorList to, TensorList from, size_t i) {
    op::copy(Out::in_place(to[i]), to[i], from[i], false);
  };
  write_each(name, write, self, results);
}

}  // namespace

void foreach_maximum_in_place(TensorList self, TensorList other) {
  check_lists("_foreach_maximum_", self, other);
  copy_each("_foreach_maximum_", self,
            list_of(self.size(), [&](size_t i) { return op::maximum(Out(), self[i], other[i]); }));
}
void foreach_minimum_in_place(TensorList self, TensorList other) {
  check_lists("_foreach_minimum_", self, other);
  copy_each("_foreach_minimum_", self,
            list_of(self.size(), [&](size_t i) { return op::minimum(Out(), self[i], other[i]); }));
}

}  // namespace composite

}  // namespace torchpp
