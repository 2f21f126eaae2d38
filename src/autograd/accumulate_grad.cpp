// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/accumulate_grad.h"

#include <torchpp/core/grad_mode.h>

#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"

namespace torchpp::autograd {

AccumulateGrad::AccumulateGrad(const TensorBase& leaf) : Node(NodeAccess::kRunFirst), leaf_(leaf.getIntrusivePtr()) {
  NodeAccess::add_output(*this, leaf);
}

Tensor AccumulateGrad::variable() const { return Tensor(leaf_.lock()); }

namespace {

// Whether the gradient can become the leaf's .grad without a copy: it has no other reference, and the strides of the
// leaf.
bool can_take(const Tensor& grad, const Tensor& leaf) {
  if (GradMode::is_enabled() || grad.use_count() > 1 || grad.is_view() || grad.is_conj() || grad.is_neg()) return false;
  if (!grad.has_storage() || grad.storage().use_count() > 1) return grad.layout() != kStrided;
  return leaf.is_non_overlapping_and_dense() ? grad.strides() == leaf.strides() || grad.numel() < 2
                                             : grad.is_contiguous();
}

// A copy laid out as the leaf.
Tensor copy_for(const Tensor& grad, const Tensor& leaf) {
  if (grad.layout() != kStrided || !leaf.is_non_overlapping_and_dense() || grad.strides() == leaf.strides())
    return op::clone(grad, leaf.is_non_overlapping_and_dense() ? optional<MemoryFormat>(MemoryFormat::Preserve)
                                                               : MemoryFormat::Contiguous);
  if (GradMode::is_enabled()) return op::clone(grad, MemoryFormat::Preserve);  // keeps its history
  Tensor copy = op::empty_strided(leaf.sizes(), leaf.strides(), grad.options());
  op::copy(Out::in_place(copy), copy, grad, false);
  return copy;
}

}  // namespace

void AccumulateGrad::evaluate(Tensor* grads, Tensor*) {
  Tensor grad = std::move(grads[0]);
  const Tensor leaf = variable();
  if (!grad.defined() || !leaf.defined() || !leaf.requires_grad()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  Tensor& sum = leaf.mutable_grad();
  if (!sum.defined()) {
    if (can_take(grad, leaf)) sum = std::move(grad);
    else sum = copy_for(GradMode::is_enabled() ? grad : grad.detach(), leaf);
  } else if (GradMode::is_enabled() || sum.layout() != kStrided) {
    sum = sum.layout() != kStrided && grad.layout() == kStrided ? op::add(Out(), grad, sum, 1)
                                                                : op::add(Out(), sum, grad, 1);
  } else {
    op::add(Out::in_place(sum), sum, grad, 1);
  }
}

variable_list AccumulateGrad::apply(variable_list&& grads) {
  TORCHPP_CHECK(grads.size() == 1, "AccumulateGrad: got ", grads.size(), " gradients, expected 1");
  evaluate(grads.data(), nullptr);
  return {};
}

}  // namespace torchpp::autograd
