// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/backend.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/tensor_base.h>

#include <atomic>
#include <new>

#include "src/core/allocator.h"
#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/core/view.h"

namespace torchpp {

int64_t TensorBase::size(int64_t d) const {
  const int64_t wrapped = wrap_existing_dim(d, dim()), size = sizes()[static_cast<size_t>(wrapped)];
  TORCHPP_CHECK(size >= 0, "Given dimension ", wrapped, " is irregular and does not have a size.");
  return size;
}
int64_t TensorBase::stride(int64_t d) const {
  TORCHPP_CHECK(!is_nested(), "stride: the constituents of a nested tensor have strides of their own");
  TORCHPP_CHECK_NOT_IMPLEMENTED(layout() == kStrided, "stride: a tensor of layout ", layout(),
                                " does not have strides");
  return checked()->strides()[static_cast<size_t>(wrap_existing_dim(d, dim()))];
}

int64_t TensorBase::_version() const {
  if (!defined()) return 0;
  TORCHPP_CHECK(!impl_->is_inference(), "Inference tensors do not track version counter.");
  return impl_->version_counter().value();
}

void detail::check_inference_mode() {
  TORCHPP_CHECK(thread_state.inference,
                "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get "
                "a normal tensor before doing inplace update.");
}

const TensorImpl* TensorBase::undefined_impl() {
  static const TensorImpl& undefined =
      *make_intrusive<TensorImpl>(Storage(), DispatchKeySet(), ScalarType::Undefined, Device(kCPU)).release();
  return &undefined;
}
void* TensorBase::data_of_none() const {
  TORCHPP_CHECK(layout() == kStrided, "Cannot access data pointer of Tensor that doesn't have storage: its layout is ",
                layout(), "; its values() have one");
  return nullptr;
}
void TensorBase::fail_undefined() {
  TORCHPP_FAIL_KIND(kError, "Expected a defined tensor, got an undefined one (default-made or moved from)");
}
void TensorBase::fail_dtype(ScalarType expected) const {
  TORCHPP_FAIL_KIND(kError, "expected scalar type ", expected, " but found ", dtype());
}
void TensorBase::fail_rank(int64_t expected) const {
  TORCHPP_FAIL_KIND(kError, "TensorAccessor expected ", expected, " dims but tensor has ", dim());
}
void TensorBase::fail_packed32() {
  TORCHPP_FAIL_KIND(kError, "numel needs to be smaller than int32_t max; otherwise, please use packed_accessor64");
}
void TensorBase::fail_host_access() const {
  TORCHPP_FAIL_KIND(kError, "accessor: the tensor lies on ", device(), ", expected the CPU; copy it there by cpu()");
}

namespace {

class MetaAllocator final : public Allocator {
 public:
  constexpr MetaAllocator() = default;
  void* allocate(size_t) override { return nullptr; }
  void deallocate(void*, size_t) noexcept override {}
  const char* name() const override { return "meta"; }
};

}  // namespace

Device exact_device(Device device) {
  const DeviceInterface& interface = device_interface(device.type());
  const int count = interface.count != nullptr ? interface.count() : 1;
  if (!device.has_index()) device.set_index(interface.current != nullptr ? interface.current() : DeviceIndex{0});
  TORCHPP_CHECK(device.index() < count, "got device ", device, ", expected an index below ", count,
                ", the number of such devices (invalid device ordinal)");
  return device;
}

Allocator& device_allocator(Device device) {
  if (TORCHPP_LIKELY(device.is_cpu())) return cpu_allocator();
  static MetaAllocator meta;
  if (device.is_meta()) return meta;
  return *device_interface(device.type()).allocator(device.index());
}

namespace {

// Memory for a T straight from the allocator, where the size is a constant, and not by operator new.
template <class T>
class Block {
 public:
  TORCHPP_INLINE Block() : p_(memory::allocate_block(sizeof(T))) {}
  TORCHPP_INLINE ~Block() {
    if (p_ != nullptr) memory::free_block(p_, sizeof(T));
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// The object, of which the caller gets the first reference.
  template <class... Args>
  TORCHPP_INLINE intrusive_ptr<T> make(Args&&... args) {
    T* p = ::new (p_) T(std::forward<Args>(args)...);
    p_ = nullptr;
    p->retain_first();
    return intrusive_ptr<T>::reclaim(p);
  }

 private:
  void* p_;
};

TORCHPP_INLINE Storage make_storage(size_t nbytes, Device device) {
  // Small results need no block of their own; a program's own allocator is asked for every byte.
  if (TORCHPP_LIKELY(nbytes <= StorageImpl::kInlineBytes && device.is_cpu()) &&
      memory::installed_allocator.load(std::memory_order_acquire) == nullptr)
    return Storage(Block<StorageImpl>().make(StorageImpl::Inline(), nbytes, device, &memory::pool_allocator));
  return Storage(make_intrusive<StorageImpl>(nbytes, device, &device_allocator(device)));
}

TORCHPP_INLINE intrusive_ptr<TensorImpl> make_impl(size_t nbytes, ScalarType dtype, Device device) {
  if (TORCHPP_UNLIKELY(!device.is_cpu() && !device.is_meta())) device = exact_device(device);
  // First what may throw, so that the storage need not be kept in memory for the case that it does.
  Block<TensorImpl> block;
  auto impl = block.make(make_storage(nbytes, device), backend_key(device.type()), dtype, device);
  if (TORCHPP_UNLIKELY(thread_state.inference)) impl->set_inference(true);
  return impl;
}

}  // namespace

TensorBase make_tensor(IntArrayRef sizes, ScalarType dtype, Device device, MemoryFormat format) {
  auto impl = make_impl(dense_bytes(sizes, dtype), dtype, device);
  if (TORCHPP_LIKELY(format == MemoryFormat::Contiguous)) impl->set_sizes_contiguous(sizes);
  else impl->set_sizes(sizes, format);
  return TensorBase(std::move(impl));
}

TensorBase make_pinned_tensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  const DeviceInterface& interface = device_interface(kCUDA);
  TORCHPP_CHECK_NOT_IMPLEMENTED(interface.pinned_allocator != nullptr, "pinned memory: the device has none");
  Storage storage(
      make_intrusive<StorageImpl>(storage_bytes(sizes, strides, dtype, 0), Device(kCPU), interface.pinned_allocator()));
  auto impl = make_intrusive<TensorImpl>(std::move(storage), DispatchKey::CPU, dtype, Device(kCPU));
  if (thread_state.inference) impl->set_inference(true);
  impl->set_sizes_and_strides(sizes, strides);
  return TensorBase(std::move(impl));
}

bool is_pinned(const TensorBase& t) {
  // The answer for plain memory must not open the backend.
  if (!t.is_cpu() || !t.storage()->resizable() || t.storage()->allocator() == &cpu_allocator()) return false;
  if (!cuda::is_available()) return false;
  const DeviceInterface& interface = device_interface(kCUDA);
  return interface.pinned_allocator != nullptr && t.storage()->allocator() == interface.pinned_allocator();
}

TensorBase make_tensor_like(const TensorImpl& like, ScalarType dtype) {
  int64_t product = 0;
  if (TORCHPP_UNLIKELY(__builtin_mul_overflow(like.numel(), static_cast<int64_t>(elementSize(dtype)), &product)))
    fail_dense_bytes(like.sizes(), dtype);
  const size_t nbytes = static_cast<size_t>(product);
  // The CPU's as a constant, which saves the questions behind it.
  auto impl = TORCHPP_LIKELY(like.device().is_cpu()) ? make_impl(nbytes, dtype, Device(kCPU))
                                                     : make_impl(nbytes, dtype, like.device());
  if (TORCHPP_LIKELY(like.numel() != 0)) impl->copy_geometry(like);
  else impl->set_sizes_contiguous(like.sizes());  // an empty tensor counts as dense whatever its strides
  return TensorBase(std::move(impl));
}

TensorBase make_tensor_strided(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device) {
  auto impl = make_impl(storage_bytes(sizes, strides, dtype, 0), dtype, device);
  impl->set_sizes_and_strides(sizes, strides);
  return TensorBase(std::move(impl));
}

TensorBase make_view(const TensorBase& of, IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset) {
  TensorImpl& source = *of.impl();
  auto view = make_intrusive<TensorImpl>(source.storage(), source.keys(), source.dtype(), source.device());
  view->set_sizes_and_strides(sizes, strides, storage_offset);
  view->set_conj(source.is_conj());
  view->set_neg(source.is_neg());
  view->share_version_counter(source);
  if (source.is_inference()) {
    view->set_inference(true);
    return TensorBase(std::move(view));
  }
  const ViewInfo* parent = source.view_info();
  auto* info = new ViewInfo;
  info->base = parent != nullptr ? parent->base : of.getIntrusivePtr();
  info->creation = thread_state.inference                                            ? CreationMeta::kInference
                   : parent != nullptr && parent->creation != CreationMeta::kDefault ? parent->creation
                   : thread_state.no_grad                                            ? CreationMeta::kNoGrad
                                                                                     : CreationMeta::kDefault;
  info->version = view->version_counter().value();
  info->replay = parent != nullptr ? parent->replay : nullptr;
  view->set_view_info(info);
  // The base may come to require grad later, by an in-place operator; so calls on views always ask autograd.
  view->set_keys(source.keys() | DispatchKey::Autograd);
  return TensorBase(std::move(view));
}

}  // namespace torchpp
