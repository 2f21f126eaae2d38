// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/tensor_impl.h>

#include "src/core/allocator.h"
#include "src/core/shape.h"

namespace torchpp {

TensorImpl::~TensorImpl() {
  if (autograd_meta_ != nullptr) detail::release_autograd_meta(autograd_meta_);
  if (TORCHPP_UNLIKELY(view_info_ != nullptr)) set_view_info(nullptr);
  if (TORCHPP_UNLIKELY(rank() > kInlineDims)) delete[] heap_;
}

void TensorImpl::release_resources() {
  if (autograd_meta_ != nullptr) {
    detail::release_autograd_meta(autograd_meta_);
    autograd_meta_ = nullptr;
  }
  if (view_info_ != nullptr) {
    delete view_info_;
    view_info_ = nullptr;
  }
  storage_ = Storage();
  own_version_.reset();
}

void* TensorImpl::operator new(size_t size) { return memory::allocate_block(size); }
void TensorImpl::operator delete(void* p, size_t size) { memory::free_block(p, size); }
void* ViewInfo::operator new(size_t size) { return memory::allocate_block(size); }
void ViewInfo::operator delete(void* p, size_t size) { memory::free_block(p, size); }

void TensorImpl::set_view_info(ViewInfo* info) {
  delete view_info_;
  view_info_ = info;
}

void TensorImpl::set_dim_slow(int64_t dim) {
  if (dim == rank()) return;
  if (dim > kInlineDims) {
    int64_t* p = new int64_t[static_cast<size_t>(2 * dim)];
    if (rank() > kInlineDims) delete[] heap_;
    heap_ = p;
  } else if (rank() > kInlineDims) {
    delete[] heap_;
  }
  set_rank(dim);
}

void TensorImpl::set_sizes_contiguous(IntArrayRef sizes) {
  if (TORCHPP_UNLIKELY(sizes.data() == sizes_ptr()))
    return set_sizes_contiguous(DimVector(sizes));  // our own, about to move
  const size_t rank = sizes.size();
  set_dim(static_cast<int64_t>(rank));
  int64_t* s = sizes_ptr();
  int64_t* t = strides_ptr();
  int64_t step = 1, numel = 1;
  bool overflow = false;
  for (size_t i = rank; i-- > 0;) {
    const int64_t size = sizes[i];
    s[i] = size;
    t[i] = step;
    overflow = __builtin_mul_overflow(numel, size, &numel) || overflow;
    step = multiply_stride(step, size > 1 ? size : 1);
  }
  // Sizes are multiplied from the front, where a size of 0 may come before those that overflow.
  if (TORCHPP_UNLIKELY(overflow)) numel = multiply_integers(sizes);
  numel_ = numel;
  set(kGaps, false);
  set(kOtherStrides, false);
}

void TensorImpl::set_sizes_and_strides(IntArrayRef sizes, IntArrayRef strides) {
  if (TORCHPP_UNLIKELY(sizes.data() == sizes_ptr() || strides.data() == strides_ptr()))
    return set_sizes_and_strides(DimVector(sizes), DimVector(strides));
  const size_t rank = sizes.size();
  set_dim(static_cast<int64_t>(rank));
  int64_t* s = sizes_ptr();
  int64_t* t = strides_ptr();
  int64_t numel = 1, step = 1;
  bool contiguous = true, usual = true, overflow = false;
  for (size_t i = rank; i-- > 0;) {
    const int64_t size = sizes[i], stride = strides[i];
    s[i] = size;
    t[i] = stride;
    overflow = __builtin_mul_overflow(numel, size, &numel) || overflow;
    const bool as_expected = stride == step;
    usual = usual && as_expected;
    contiguous = contiguous && (as_expected || size == 1);
    step = multiply_stride(step, size > 1 ? size : 1);
  }
  // Sizes are multiplied from the front, where a size of 0 may come before those that overflow.
  if (TORCHPP_UNLIKELY(overflow)) numel = multiply_integers(sizes);
  numel_ = numel;
  set(kGaps, !contiguous && numel != 0);
  set(kOtherStrides, !usual);
}

void TensorImpl::set_ragged_sizes(IntArrayRef sizes, int64_t numel, bool contiguous) {
  set_dim(static_cast<int64_t>(sizes.size()));
  for (size_t i = 0; i < sizes.size(); ++i) {
    sizes_ptr()[i] = sizes[i];
    strides_ptr()[i] = 0;
  }
  numel_ = numel;
  set(kGaps, !contiguous);
  set(kOtherStrides, true);
}

void TensorImpl::set_sizes(IntArrayRef sizes, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous || format == MemoryFormat::Preserve) return set_sizes_contiguous(sizes);
  set_sizes_and_strides(sizes, dense_strides(sizes, format));
}

bool TensorImpl::is_contiguous(MemoryFormat format) const {
  if (format == MemoryFormat::Contiguous || format == MemoryFormat::Preserve) return is_contiguous();
  const size_t rank = format == MemoryFormat::ChannelsLast ? 4 : 5;
  if (static_cast<size_t>(dim()) != rank) return false;
  const DimVector dense = dense_strides(sizes(), format);
  for (size_t i = 0; i < rank; ++i)
    if (sizes()[i] != 1 && dense[i] != strides()[i]) return false;
  return true;
}

bool TensorImpl::is_non_overlapping_and_dense() const {
  if (is_contiguous()) return true;
  // Dense in some order: sorted by stride, each dimension must step over exactly what lies within it.
  DimVector order;
  for (int32_t i = 0; i < rank(); ++i)
    if (sizes()[static_cast<size_t>(i)] != 1) order.push_back(i);
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i; j > 0 && strides()[static_cast<size_t>(order[j])] < strides()[static_cast<size_t>(order[j - 1])];
         --j)
      std::swap(order[j], order[j - 1]);
  int64_t expected = 1;
  for (int64_t d : order) {
    if (strides()[static_cast<size_t>(d)] != expected) return false;
    expected *= sizes()[static_cast<size_t>(d)];
  }
  return true;
}

MemoryFormat TensorImpl::suggest_memory_format() const {
  if (rank() == 4 && is_channels_last_strides(sizes(), strides())) return MemoryFormat::ChannelsLast;
  if (rank() == 5 && is_channels_last_3d_strides(sizes(), strides())) return MemoryFormat::ChannelsLast3d;
  return MemoryFormat::Contiguous;
}

void TensorImpl::detach_version_counter() { own_version_ = make_intrusive<VersionCounter>(); }

void TensorImpl::share_version_counter(const TensorImpl& other) {
  if (other.own_version_) own_version_ = other.own_version_;
  else if (storage_.is_alias_of(other.storage_)) own_version_.reset();
  else own_version_ = intrusive_ptr<VersionCounter>::share(other.storage_.get());
}

intrusive_ptr<TensorImpl> TensorImpl::shallow_copy() const {
  auto copy = make_intrusive<TensorImpl>(storage_, keys_ - DispatchKey::Autograd, dtype(), device());
  copy->set_sizes_and_strides(sizes(), strides(), storage_offset_);
  copy->kind_ = kind_;
  copy->bits_ = bits_;
  copy->inference_ = inference_;
  copy->own_version_ = own_version_;
  return copy;
}

void TensorImpl::shallow_copy_from(const TensorImpl& other) {
  // Our versions must go on counting from where they are, though the storage becomes another one.
  if (!own_version_ && storage_ && !inference_) {
    const uint32_t version = storage_->value();
    detach_version_counter();
    own_version_->set(version);
  }
  storage_ = other.storage_;
  keys_ = (other.keys_ - DispatchKey::Autograd) | (keys_ & DispatchKey::Autograd);
  kind_ = kind(other.dtype(), other.device(), other.layout(), static_cast<uint64_t>(rank()));
  set_conj(other.is_conj());
  set_neg(other.is_neg());
  set_sizes_and_strides(other.sizes(), other.strides(), other.storage_offset_);
}

}  // namespace torchpp
