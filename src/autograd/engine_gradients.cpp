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

// Without elements there is nothing to gain.
bool is_sole(const Tensor& t) {
  if (t.use_count() != 1 || t.layout() != kStrided || !t.has_storage() || t.numel() == 0 || t.is_conj() || t.is_neg() ||
      t.is_inference() || !t.is_non_overlapping_and_dense())
    return false;
  const ViewInfo* const view = t.impl()->view_info();
  return view == nullptr ? t.storage().use_count() == 1
                         : view->base.use_count() == 1 && t.storage().use_count() == 2;  // the view's and the base's
}

namespace {

// Keys but for the one that views get.
DispatchKeySet keys_of_values(const Tensor& t) { return t.key_set() - DispatchKey::Autograd; }

// Smaller results are written into fresh memory as fast.
constexpr size_t kLeastOverwritten = size_t{16} << 10;

}  // namespace

bool can_add_in_place(const Tensor& sum, const Tensor& grad) {
  return thread_state.no_grad && is_sole(sum) && grad.layout() == kStrided && sum.dtype() == grad.dtype() &&
         keys_of_values(sum) == keys_of_values(grad);
}

bool can_overwrite(const Tensor& grad, const Tensor& other) {
  return thread_state.no_grad && grad.nbytes() >= kLeastOverwritten && is_sole(grad) &&
         keys_of_values(grad) == DispatchKeySet(backend_key(grad.device().type())) &&
         (other.dim() == 0 || keys_of_values(other) == keys_of_values(grad)) && expands_to(other.sizes(), grad.sizes());
}

void accumulate_gradient(Tensor& a, Tensor b) {
  if (!a.defined()) {
    a = std::move(b);
    return;
  }
  if (can_add_in_place(a, b)) op::add(Out::in_place(a), a, b, 1);
  else if (a.layout() != kStrided && b.layout() == kStrided) a = op::add(Out(), b, a, 1);
  else a = op::add(Out(), a, b, 1);
}

}  // namespace torchpp::autograd
