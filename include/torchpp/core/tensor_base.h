// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The handle on a tensor, without operators.

#include <torchpp/core/accessor.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/core/tensor_options.h>

namespace torchpp {

/// A counted reference to a TensorImpl: geometry, type, memory, and nothing that computes. Core and kernels take this
/// class, so that they need not be compiled again when an operator is added. A default-made handle is undefined: it
/// refers to nothing. Like libtorch's it then has one dimension of size 0 and ScalarType::Undefined, and throws when
/// asked for its strides, device, memory or history.
class TORCHPP_API TensorBase {
 public:
  TensorBase() = default;
  explicit TensorBase(intrusive_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return impl_.defined(); }
  /// The tensor's body. Throws Error where there is none.
  TensorImpl& body() const { return *checked(); }
  void reset() { impl_.reset(); }
  TensorImpl* unsafeGetTensorImpl() const { return impl_.get(); }
  TensorImpl* impl() const { return impl_.get(); }
  const intrusive_ptr<TensorImpl>& getIntrusivePtr() const { return impl_; }
  size_t use_count() const { return impl_.use_count(); }
  /// Whether both handles refer to one tensor.
  bool is_same(const TensorBase& o) const { return impl_ == o.impl_; }

  int64_t dim() const { return shown()->dim(); }
  int64_t ndimension() const { return dim(); }
  IntArrayRef sizes() const { return shown()->sizes(); }
  IntArrayRef strides() const { return checked()->strides(); }
  /// Size of one dimension; a negative one counts from the end.
  int64_t size(int64_t d) const;
  int64_t stride(int64_t d) const;
  int64_t numel() const { return shown()->numel(); }
  int64_t storage_offset() const { return shown()->storage_offset(); }
  size_t itemsize() const { return checked()->itemsize(); }
  int64_t element_size() const { return static_cast<int64_t>(itemsize()); }
  size_t nbytes() const { return static_cast<size_t>(numel()) * itemsize(); }
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const {
    return format == MemoryFormat::Contiguous ? shown()->is_contiguous() : shown()->is_contiguous(format);
  }
  bool is_non_overlapping_and_dense() const { return shown()->is_non_overlapping_and_dense(); }
  MemoryFormat suggest_memory_format() const { return shown()->suggest_memory_format(); }

  ScalarType scalar_type() const { return shown()->dtype(); }
  TypeMeta dtype() const { return TypeMeta::fromScalarType(scalar_type()); }
  Device device() const { return checked()->device(); }
  int64_t get_device() const { return device().index(); }
  Layout layout() const { return shown()->layout(); }
  TensorOptions options() const { return TensorOptions(scalar_type()).device(device()).layout(layout()); }
  DispatchKeySet key_set() const { return shown()->keys(); }
  DeprecatedTypeProperties type() const { return {scalar_type(), device().type()}; }

  bool is_cpu() const { return is_on(kCPU); }
  bool is_cuda() const { return is_on(kCUDA); }
  bool is_meta() const { return is_on(kMeta); }
  bool is_sparse() const { return layout() == kSparse; }
  bool is_mps() const { return is_on(kMPS); }
  bool is_xpu() const { return is_on(kXPU); }
  bool is_xla() const { return is_on(kXLA); }
  bool is_vulkan() const { return is_on(kVulkan); }
  bool has_names() const { return false; }
  bool is_sparse_csr() const { return layout() == kSparseCsr; }
  bool is_mkldnn() const { return layout() == Layout::Mkldnn; }
  bool is_nested() const { return key_set().has(DispatchKey::Nested); }
  bool is_quantized() const { return isQIntType(scalar_type()); }
  bool is_floating_point() const { return isFloatingType(scalar_type()); }
  bool is_complex() const { return isComplexType(scalar_type()); }
  bool is_signed() const { return isSignedType(checked()->dtype()); }
  bool is_conj() const { return shown()->is_conj(); }
  bool is_neg() const { return shown()->is_neg(); }
  bool is_inference() const { return shown()->is_inference(); }

  bool has_storage() const { return shown()->has_storage(); }
  const Storage& storage() const { return checked()->storage(); }
  bool is_alias_of(const TensorBase& o) const { return storage().is_alias_of(o.storage()); }

  /// Address of the first element, for elements of the tensor's own type only. Whatever is written through a pointer,
  /// however late, is seen by the next operator; from then on no kernel keeps anything of this memory between calls
  /// (const_data_ptr leaves that alone; a clone() is memory that nobody points to).
  /// A pointer is good as long as the tensor has this memory. A gradient's from const_data_ptr() ends with
  /// zero_grad(), which may give the gradient other memory; one from data_ptr() stays good.
  void* data_ptr() const {
    if (!checked()->has_storage() || impl_->storage().get()->data() == nullptr) return data_of_none();
    impl_->storage().get()->expose();
    return impl_->data();
  }
  template <class T>
  T* data_ptr() const {
    if (TORCHPP_UNLIKELY(scalar_type() != CppTypeToScalarType<T>::value)) fail_dtype(CppTypeToScalarType<T>::value);
    return static_cast<T*>(data_ptr());
  }
  template <class T>
  const T* const_data_ptr() const {
    if (TORCHPP_UNLIKELY(scalar_type() != CppTypeToScalarType<T>::value)) fail_dtype(CppTypeToScalarType<T>::value);
    return has_storage() && impl_->storage().get()->data() ? static_cast<const T*>(impl_->data())
                                                           : static_cast<const T*>(data_of_none());
  }
  template <class T>
  T* mutable_data_ptr() const {
    return data_ptr<T>();
  }

  /// Indexed access to a CPU tensor of N dimensions. Throws Error for tensors of other devices.
  template <class T, size_t N>
  TensorAccessor<T, N> accessor() const& {
    static_assert(N > 0, "accessor: a 0-dim tensor is read by item() or data_ptr()");
    if (TORCHPP_UNLIKELY(dim() != static_cast<int64_t>(N))) fail_rank(static_cast<int64_t>(N));
    if (TORCHPP_UNLIKELY(!is_cpu())) fail_host_access();
    return TensorAccessor<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }
  template <class T, size_t N>
  TensorAccessor<T, N> accessor() && = delete;
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t>
  GenericPackedTensorAccessor<T, N, PtrTraits, index_t> generic_packed_accessor() const& {
    static_assert(N > 0, "packed_accessor: a 0-dim tensor is read by item() or data_ptr()");
    if (TORCHPP_UNLIKELY(dim() != static_cast<int64_t>(N))) fail_rank(static_cast<int64_t>(N));
    return GenericPackedTensorAccessor<T, N, PtrTraits, index_t>(data_ptr<T>(), sizes().data(), strides().data());
  }
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t>
  GenericPackedTensorAccessor<T, N, PtrTraits, index_t> packed_accessor() const& {
    return generic_packed_accessor<T, N, PtrTraits, index_t>();
  }
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, PtrTraits> packed_accessor64() const& {
    return generic_packed_accessor<T, N, PtrTraits, int64_t>();
  }
  /// With indices of 32 bits, which GPUs multiply faster. Throws Error for a tensor of more elements.
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, PtrTraits> packed_accessor32() const& {
    if (TORCHPP_UNLIKELY(numel() > INT32_MAX)) fail_packed32();
    return generic_packed_accessor<T, N, PtrTraits, int32_t>();
  }

  // -- autograd; the bodies are autograd's
  /// Whether gradients flow to or through this tensor.
  bool requires_grad() const { return shown()->keys().has(DispatchKey::Autograd) && requires_grad_slow(); }
  bool is_leaf() const { return !checked()->keys().has(DispatchKey::Autograd) || is_leaf_slow(); }
  /// How often the memory was written; an error for inference tensors.
  int64_t _version() const;
  bool is_view() const { return checked()->view_info() != nullptr; }

  // -- libtorch's names for what sizes of this library are: numbers
  int64_t sym_size(int64_t d) const { return size(d); }
  int64_t sym_numel() const { return numel(); }
  IntArrayRef sym_sizes() const { return sizes(); }
  IntArrayRef sym_strides() const { return strides(); }

 protected:
  TensorImpl* checked() const {
    if (TORCHPP_UNLIKELY(!impl_)) fail_undefined();
    return impl_.get();
  }
  /// The tensor, or for an undefined handle one without elements, dtype and device, so that the getters can read it.
  const TensorImpl* shown() const { return TORCHPP_LIKELY(impl_.defined()) ? impl_.get() : undefined_impl(); }
  bool is_on(DeviceType type) const { return impl_.defined() && impl_->device().type() == type; }
  TORCHPP_COLD static const TensorImpl* undefined_impl();
  bool requires_grad_slow() const;
  bool is_leaf_slow() const;
  /// Null for a tensor without elements; throws for one of another layout, whose elements lie in several tensors.
  TORCHPP_COLD void* data_of_none() const;
  [[noreturn]] TORCHPP_COLD static void fail_undefined();
  [[noreturn]] TORCHPP_COLD void fail_dtype(ScalarType expected) const;
  [[noreturn]] TORCHPP_COLD void fail_rank(int64_t expected) const;
  [[noreturn]] TORCHPP_COLD void fail_host_access() const;
  [[noreturn]] static void fail_packed32();

  intrusive_ptr<TensorImpl> impl_;
};

namespace detail {
TORCHPP_API TORCHPP_COLD void check_inference_mode();
}  // namespace detail

/// Throws when an operator must not write to the tensor: it was made in inference mode, so that nobody counts its
/// versions, and the thread has left that mode. Every in-place and out= operator begins with it.
inline void check_writable(const TensorBase& self) {
  const TensorImpl* impl = self.impl();
  if (TORCHPP_UNLIKELY(impl != nullptr && impl->is_inference())) detail::check_inference_mode();
}
/// Counts one write to the tensor's memory; every in-place and out= operator ends in it.
inline void bump_version(const TensorBase& self) { self.impl()->bump_version(); }

}  // namespace torchpp
