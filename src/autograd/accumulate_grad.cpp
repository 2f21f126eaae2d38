// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/accumulate_grad.h"

#include <torchpp/core/grad_mode.h>

#include "src/core/allocator.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/sparse.h"

namespace torchpp::autograd {

AccumulateGrad::AccumulateGrad(const TensorBase& leaf) : Node(NodeAccess::kRunFirst), leaf_(leaf.getIntrusivePtr()) {
  NodeAccess::add_output(*this, leaf);
}

Tensor AccumulateGrad::variable() const { return Tensor(leaf_.lock()); }

namespace {

bool is_laid_out_as(const Tensor& grad, const Tensor& leaf) {
  return leaf.is_non_overlapping_and_dense() ? grad.strides() == leaf.strides() || grad.numel() < 2
                                             : grad.is_contiguous();
}

// Whether the gradient can become the leaf's .grad without a copy: it has no other reference, and the strides of the
// leaf.
bool can_take(const Tensor& grad, const Tensor& leaf) {
  if (GradMode::is_enabled() || grad.use_count() > 1 || grad.is_view() || grad.is_conj() || grad.is_neg()) return false;
  if (grad.is_sparse()) return sparse_impl_of("AccumulateGrad", grad).owns_values();
  if (!grad.has_storage() || grad.storage().use_count() > 1) return grad.layout() != kStrided;
  return is_laid_out_as(grad, leaf);
}

// Whether the memory of a view of nothing else, as operators that end in a reshape return it, can become the leaf's
// .grad: it is no part of a larger one, which would be kept.
bool can_take_memory(const Tensor& grad, const Tensor& leaf) {
  return !GradMode::is_enabled() && grad.is_view() && is_sole(grad) && grad.storage().nbytes() == grad.nbytes() &&
         is_laid_out_as(grad, leaf);
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

// Below this size to fill the memory is as cheap.
constexpr size_t kLeastZeroBytes = size_t{16} << 10;

// Whether nothing but the gradient's leaf refers to the gradient or to its memory, which is the library's and holds the
// gradient's elements alone.
bool owns_memory(const Tensor& grad, const Allocator& allocator) {
  if (!grad.defined() || grad.use_count() != 1 || !grad.has_storage()) return false;
  const TensorImpl& impl = *grad.impl();
  const Storage& storage = impl.storage();
  return impl.keys() == DispatchKeySet(DispatchKey::CPU) && impl.autograd_meta() == nullptr && !grad.is_view() &&
         storage.use_count() == 1 && storage.get()->allocator() == &allocator &&
         storage.get()->contents_number() != 0 && !grad.is_inference() && !grad.is_conj() && !grad.is_neg() &&
         grad.storage_offset() == 0 && storage.nbytes() == grad.nbytes() && grad.is_non_overlapping_and_dense();
}

// Gives a tensor other memory and returns that which it had. The count of versions goes on.
Storage exchange_memory(const Tensor& t, Storage memory) {
  TensorImpl& impl = *t.impl();
  const uint32_t version = impl.version_counter().value();
  Storage before = impl.storage();
  impl.set_storage(std::move(memory));
  impl.version_counter().set(version);
  return before;
}

}  // namespace

bool AccumulateGrad::Zeros::are_in(const Tensor& gradient) const {
  return owns_memory(gradient, memory::zero_pages) && gradient.impl()->storage().get() == address &&
         gradient.impl()->storage().get()->contents_number() == contents;
}

bool AccumulateGrad::lend_zeros(const Tensor& leaf) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Tensor& grad = leaf.mutable_grad();
  if (zeros_ != nullptr && zeros_->lent) {
    if (zeros_->are_in(grad)) return grad.impl()->version_counter().bump(), true;
    zeros_->lent = false;
    zeros_->buffer = Storage();
  }
  // A gradient that was written while it had the pages keeps them, and is filled from now on: its program writes
  // gradients otherwise than by backward.
  if (!owns_memory(grad, memory::pool_allocator)) return false;
  if (zeros_ == nullptr) zeros_ = std::make_unique<Zeros>();
  const size_t nbytes = grad.storage().nbytes();
  if (!zeros_->pages || zeros_->pages.nbytes() != nbytes) {
    zeros_->pages = Storage(make_intrusive<StorageImpl>(nbytes, Device(kCPU), &memory::zero_pages));
    zeros_->address = zeros_->pages.get();
    zeros_->contents = zeros_->pages.get()->contents_number();
  }
  zeros_->buffer = exchange_memory(grad, std::move(zeros_->pages));
  zeros_->lent = true;
  grad.impl()->version_counter().bump();
  return true;
}

// Makes zeros that were lent to `sum` the incoming gradient, exactly as if it were added to them: -0 becomes 0. False
// where they were written meanwhile, or where the sum needs a conversion.
bool AccumulateGrad::replace_zeros(Tensor& sum, Tensor& grad) {
  zeros_->lent = false;
  Storage buffer = std::move(zeros_->buffer);
  if (!zeros_->are_in(sum) || grad.key_set() != sum.key_set() || grad.impl()->autograd_meta() != nullptr ||
      grad.dtype() != sum.dtype() || grad.sizes() != sum.sizes())
    return false;
  const bool take = grad.use_count() == 1 && !grad.is_view() && !grad.is_conj() && !grad.is_neg() &&
                    grad.storage().use_count() == 1 && grad.storage().nbytes() == buffer.nbytes() &&
                    grad.storage_offset() == 0 && grad.strides() == sum.strides();
  zeros_->pages = exchange_memory(sum, take ? grad.storage() : std::move(buffer));
  if (take) {
    grad.reset();
    op::add_Scalar(Out::in_place(sum), sum, 0, 1);
  } else {
    op::add_Scalar(Out::to(sum), grad, 0, 1);
  }
  return true;
}

bool zero_unwritten(const Tensor& leaf) {
  const AutogradMeta* const m = meta_of(leaf);
  if (m == nullptr || !m->requires_grad || m->grad_fn || !m->grad.defined() || m->grad.nbytes() < kLeastZeroBytes)
    return false;
  // Before the accumulator is asked, which would have to be made for a leaf that no graph holds.
  if (!owns_memory(m->grad, memory::pool_allocator) && !owns_memory(m->grad, memory::zero_pages)) return false;
  const intrusive_ptr<Node> node = grad_accumulator(leaf);
  return static_cast<AccumulateGrad&>(*node).lend_zeros(leaf);
}

void AccumulateGrad::evaluate(Tensor* grads, Tensor*) {
  Tensor grad = std::move(grads[0]);
  const Tensor leaf = variable();
  if (!grad.defined() || !leaf.defined() || !leaf.requires_grad()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  Tensor& sum = leaf.mutable_grad();
  if (!sum.defined()) {
    if (TORCHPP_UNLIKELY(zeros_ != nullptr)) zeros_.reset();  // a gradient that is set to none wants no zeros
    if (can_take(grad, leaf)) sum = std::move(grad);
    else if (can_take_memory(grad, leaf)) sum = Tensor(grad.impl()->shallow_copy());  // which is no view
    else sum = copy_for(GradMode::is_enabled() ? grad : grad.detach(), leaf);
  } else if (GradMode::is_enabled() || (sum.layout() != kStrided && grad.layout() == kStrided)) {
    // A sparse sum does not take a dense gradient in place.
    sum = sum.layout() != kStrided && grad.layout() == kStrided ? op::add(Out(), grad, sum, 1)
                                                                : op::add(Out(), sum, grad, 1);
  } else if (TORCHPP_LIKELY(zeros_ == nullptr || !zeros_->lent) || !replace_zeros(sum, grad)) {
    op::add(Out::in_place(sum), sum, grad, 1);
  }
}

variable_list AccumulateGrad::apply(variable_list&& grads) {
  TORCHPP_CHECK(grads.size() == 1, "AccumulateGrad: got ", grads.size(), " gradients, expected 1");
  evaluate(grads.data(), nullptr);
  return {};
}

}  // namespace torchpp::autograd
