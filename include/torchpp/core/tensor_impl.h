// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The body behind a Tensor handle.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/dispatch_key.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/layout.h>
#include <torchpp/core/storage.h>

namespace torchpp {

class TensorImpl;
struct AutogradMeta;

/// How a view came to be, which decides what an in-place operation on it may do.
enum class CreationMeta : uint8_t {
  kDefault,           ///< by an ordinary view operator
  kInCustomFunction,  ///< returned by a user's autograd function
  kMultiOutput,       ///< one of several views made at once (split, unbind)
  kNoGrad,            ///< made while gradients were not recorded
  kInference          ///< made in inference mode, of an ordinary tensor
};

/// What a view remembers of the tensor whose memory it shows. Kept whether or not gradients were recorded, because
/// the base may come to require them later.
struct ViewInfo {
  intrusive_ptr<TensorImpl> base;  ///< never a view itself
  CreationMeta creation = CreationMeta::kDefault;
  uint32_t version = 0;  ///< version at which the view's grad_fn was right
  /// Makes the same view of another base, for views that sizes and strides do not tell (a change of dtype);
  /// null where as_strided does.
  intrusive_ptr<TensorImpl> (*replay)(const TensorImpl& view, TensorImpl& base) = nullptr;

  static void* operator new(size_t size);
  static void operator delete(void* p, size_t size);
};

namespace detail {
// Defined by autograd, which alone knows the type.
TORCHPP_API void release_autograd_meta(AutogradMeta* meta) noexcept;
}  // namespace detail

/// Sizes, strides, element type and place of a tensor, the storage it looks at, and what autograd knows of it.
/// Reached through handles; the getters are inline because every operator reads them.
class TORCHPP_API TensorImpl : public intrusive_ptr_target {
 public:
  /// A contiguous tensor of size (0,); sizes are set afterwards.
  TensorImpl(Storage storage, DispatchKeySet keys, ScalarType dtype, Device device);

  // -- geometry
  int64_t dim() const { return dim_; }
  IntArrayRef sizes() const { return IntArrayRef(sizes_ptr(), static_cast<size_t>(dim_)); }
  IntArrayRef strides() const { return IntArrayRef(strides_ptr(), static_cast<size_t>(dim_)); }
  int64_t numel() const { return numel_; }
  int64_t storage_offset() const { return storage_offset_; }
  /// Whether the elements stand in row-major order without gaps.
  bool is_contiguous() const { return contiguous_; }
  bool is_contiguous(MemoryFormat format) const;
  /// Whether each element has a place of its own and the places leave no gap.
  bool is_non_overlapping_and_dense() const;
  /// ChannelsLast or ChannelsLast3d when the strides say so (also where they are ambiguous), else Contiguous.
  MemoryFormat suggest_memory_format() const;

  void set_sizes_contiguous(IntArrayRef sizes);
  void set_sizes_and_strides(IntArrayRef sizes, IntArrayRef strides);
  void set_sizes_and_strides(IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset) {
    storage_offset_ = storage_offset;
    set_sizes_and_strides(sizes, strides);
  }
  /// Dense strides in the order of the memory format.
  void set_sizes(IntArrayRef sizes, MemoryFormat format);
  /// Sizes and strides of another tensor, offset 0.
  void copy_geometry(const TensorImpl& other) {
    if (TORCHPP_UNLIKELY(other.dim_ > kInlineDims)) return set_sizes_and_strides(other.sizes(), other.strides(), 0);
    set_dim(other.dim_);
    for (int i = 0; i < dim_; ++i) {
      inline_[i] = other.inline_[i];
      inline_[kInlineDims + i] = other.inline_[kInlineDims + i];
    }
    numel_ = other.numel_;
    contiguous_ = other.contiguous_;
    storage_offset_ = 0;
  }
  void set_storage_offset(int64_t offset) { storage_offset_ = offset; }

  // -- elements
  ScalarType dtype() const { return dtype_; }
  size_t itemsize() const { return elementSize(dtype_); }
  Device device() const { return device_; }
  Layout layout() const { return layout_; }
  const Storage& storage() const { return storage_; }
  void set_storage(Storage storage) { storage_ = std::move(storage); }
  bool has_storage() const { return static_cast<bool>(storage_); }
  /// Address of the first element.
  void* data() const {
    return static_cast<char*>(storage_.get()->data()) + storage_offset_ * static_cast<int64_t>(itemsize());
  }
  void set_dtype(ScalarType t) { dtype_ = t; }

  // -- keys and bits
  DispatchKeySet keys() const { return keys_; }
  void set_keys(DispatchKeySet keys) { keys_ = keys; }
  /// The elements stand for the conjugates (negatives) of what is stored.
  bool is_conj() const { return conj_; }
  void set_conj(bool value) { conj_ = value; }
  bool is_neg() const { return neg_; }
  void set_neg(bool value) { neg_ = value; }
  /// Made in inference mode: no version is counted, no gradient recorded.
  bool is_inference() const { return inference_; }
  void set_inference(bool value) { inference_ = value; }
  /// Stands in for a number, and so takes part in promotion as one.
  bool is_wrapped_number() const { return wrapped_number_; }
  void set_wrapped_number(bool value) { wrapped_number_ = value; }

  // -- versions
  const VersionCounter& version_counter() const { return own_version_ ? *own_version_ : *storage_.get(); }
  VersionCounter& version_counter() { return own_version_ ? *own_version_ : *storage_.get(); }
  /// Counts versions apart from other tensors of the same storage from now on.
  void detach_version_counter();
  /// Takes part in another tensor's counter.
  void share_version_counter(const TensorImpl& other);
  void bump_version() {
    if (!inference_ && (own_version_ || storage_)) version_counter().bump();
  }

  // -- autograd
  AutogradMeta* autograd_meta() const { return autograd_meta_; }
  void set_autograd_meta(AutogradMeta* meta) { autograd_meta_ = meta; }
  ViewInfo* view_info() const { return view_info_; }
  void set_view_info(ViewInfo* info);

  /// A new body with the same geometry, storage, bits and version counter, without autograd and view information.
  virtual intrusive_ptr<TensorImpl> shallow_copy() const;
  /// Takes over geometry, storage and bits of the other; keeps identity, autograd information and version counter.
  virtual void shallow_copy_from(const TensorImpl& other);

  static void* operator new(size_t size);
  static void operator delete(void* p, size_t size);

 protected:
  ~TensorImpl() override;
  void release_resources() override;

 private:
  static constexpr int kInlineDims = 5;
  const int64_t* sizes_ptr() const { return dim_ <= kInlineDims ? inline_ : heap_; }
  const int64_t* strides_ptr() const { return dim_ <= kInlineDims ? inline_ + kInlineDims : heap_ + dim_; }
  int64_t* sizes_ptr() { return dim_ <= kInlineDims ? inline_ : heap_; }
  int64_t* strides_ptr() { return dim_ <= kInlineDims ? inline_ + kInlineDims : heap_ + dim_; }
  void set_dim(int64_t dim) {
    if (TORCHPP_LIKELY(dim <= kInlineDims && dim_ <= kInlineDims)) dim_ = static_cast<int32_t>(dim);
    else set_dim_slow(dim);
  }
  void set_dim_slow(int64_t dim);

  DispatchKeySet keys_;
  ScalarType dtype_;
  Device device_;
  Layout layout_ = Layout::Strided;
  bool contiguous_ = true;
  bool conj_ = false;
  bool neg_ = false;
  bool inference_ = false;
  bool wrapped_number_ = false;
  int32_t dim_ = 1;
  int64_t numel_ = 0;
  int64_t storage_offset_ = 0;
  Storage storage_;
  intrusive_ptr<VersionCounter> own_version_;
  AutogradMeta* autograd_meta_ = nullptr;
  ViewInfo* view_info_ = nullptr;
  union {
    int64_t inline_[2 * kInlineDims];
    int64_t* heap_;
  };
};

}  // namespace torchpp
