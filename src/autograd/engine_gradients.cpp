// SPDX-License-Identifier: BSD-3-Clause
// Gradients between nodes: checks and conversions to what the receiving node expects, and sums.

#include "src/autograd/meta.h"
#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/view.h"

namespace torchpp::autograd {

Tensor sum_to(const Tensor& t, IntArrayRef sizes) {
  const size_t lead = static_cast<size_t>(t.dim()) - sizes.size();
  DimVector dims;
  for (size_t i = 0; i < static_cast<size_t>(t.dim()); ++i)
    if (i < lead || (sizes[i - lead] == 1 && t.sizes()[i] != 1)) dims.push_back(static_cast<int64_t>(i));
  Tensor sum = dims.empty() ? t : op::sum(Out(), t, OptionalIntArrayRef(IntArrayRef(dims)), true, nullopt);
  return lead == 0 ? sum : op::view(sum, sizes);
}

namespace {

bool expands_to(IntArrayRef small, IntArrayRef large) {
  if (small.size() > large.size()) return false;
  const size_t lead = large.size() - small.size();
  for (size_t i = 0; i < small.size(); ++i)
    if (small[i] != large[i + lead] && small[i] != 1) return false;
  return true;
}

}  // namespace

void validate_gradient(const InputMetadata& expected, Tensor& grad, const Node& from, size_t index) {
  if (!expected.defined()) {
    grad = Tensor();
    return;
  }
  if (TORCHPP_UNLIKELY(grad.sizes() != expected.shape())) {
    TORCHPP_CHECK(expands_to(expected.shape(), grad.sizes()), "Function ", from.name(),
                  " returned an invalid gradient at index ", index, " - got ", grad.sizes(),
                  " but expected shape compatible with ", expected.shape());
    grad = sum_to(grad, expected.shape());
  }
  if (TORCHPP_UNLIKELY(grad.device() != expected.device())) {
    TORCHPP_CHECK(grad.dim() == 0, "Function ", from.name(), " returned an invalid gradient at index ", index,
                  " - expected device ", expected.device(), " but got ", grad.device());
    grad = op::to_copy(grad, TensorOptions(expected.device()), false, nullopt);
  }
  if (TORCHPP_UNLIKELY(grad.dtype() != expected.dtype())) {
    TORCHPP_CHECK(isDifferentiableType(grad.dtype()), "Function ", from.name(),
                  " returned an invalid gradient at index ", index, " - expected type ", expected.dtype(), " but got ",
                  grad.dtype());
    // The gradient of a real input of a complex function is the real part of the complex gradient.
    if (grad.is_complex() && !isComplexType(expected.dtype()))
      grad = op::select(op::view_as_real(grad.is_conj() ? grad.resolve_conj() : grad), -1, 0);
    if (grad.dtype() != expected.dtype()) grad = op::to_copy(grad, TensorOptions(expected.dtype()), false, nullopt);
  }
}

void accumulate_gradient(Tensor& a, Tensor b) {
  if (!a.defined()) {
    a = std::move(b);
    return;
  }
  const bool alone = thread_state.no_grad && a.use_count() == 1 && !a.is_view() && a.layout() == kStrided &&
                     b.layout() == kStrided && a.has_storage() && a.storage().use_count() == 1 && !a.is_conj() &&
                     !a.is_neg() && a.dtype() == b.dtype() && a.is_non_overlapping_and_dense();
  if (alone) op::add(Out::in_place(a), a, b, 1);
  else if (a.layout() != kStrided && b.layout() == kStrided) a = op::add(Out(), b, a, 1);
  else a = op::add(Out(), a, b, 1);
}

}  // namespace torchpp::autograd
