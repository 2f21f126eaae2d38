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

/// A view's reference to its base tensor. Kept whether or not gradients were recorded, because the base may come to
/// require them later.
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

/// Sizes, strides, dtype and device of a tensor, its storage, and its autograd metadata. Reached through handles; the
/// getters are inline because every operator reads them.
class TORCHPP_API TensorImpl : public intrusive_ptr_target {
 public:
  /// A contiguous tensor of size (0,); sizes are set afterwards.
  TensorImpl(Storage storage, DispatchKeySet keys, ScalarType dtype, Device device)
      : keys_(keys), kind_(kind(dtype, device, Layout::Strided, 1)), storage_(std::move(storage)) {
    inline_[0] = 0;
    inline_[kInlineDims] = 1;
  }

  static constexpr bool kOftenShared = true;

  // -- geometry
  int64_t dim() const { return rank(); }
  IntArrayRef sizes() const { return IntArrayRef(sizes_ptr(), static_cast<size_t>(rank())); }
  IntArrayRef strides() const { return IntArrayRef(strides_ptr(), static_cast<size_t>(rank())); }
  int64_t numel() const { return numel_; }
  int64_t storage_offset() const { return storage_offset_; }
  /// Whether the elements are in row-major order without gaps.
  bool is_contiguous() const { return !has(kGaps); }
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
    if (TORCHPP_UNLIKELY(other.rank() > kInlineDims)) return set_sizes_and_strides(other.sizes(), other.strides(), 0);
    set_dim(other.rank());
    __builtin_memcpy(inline_, other.inline_, sizeof inline_);
    numel_ = other.numel_;
    constexpr unsigned kOfStrides = kGaps | kOtherStrides;
    bits_ = static_cast<uint8_t>((bits_ & ~kOfStrides) | (other.bits_ & kOfStrides));
    storage_offset_ = 0;
  }
  void set_storage_offset(int64_t offset) { storage_offset_ = offset; }

  // -- elements
  ScalarType dtype() const { return static_cast<ScalarType>(kind_ & 0xff); }
  size_t itemsize() const { return elementSize(dtype()); }
  Device device() const {
    return Device(static_cast<DeviceType>(kind_ >> 8 & 0xff), static_cast<DeviceIndex>(kind_ >> 16 & 0xff));
  }
  Layout layout() const { return static_cast<Layout>(kind_ >> 24 & 0xff); }
  const Storage& storage() const { return storage_; }
  void set_storage(Storage storage) { storage_ = std::move(storage); }
  bool has_storage() const { return static_cast<bool>(storage_); }
  /// Address of the first element.
  void* data() const {
    // In integers, because a tensor without elements can have an offset but no memory, and C++ does not define the sum
    // of a null pointer and a number.
    return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(storage_.get()->data()) +
                                   static_cast<uintptr_t>(storage_offset_) * itemsize());
  }
  void set_dtype(ScalarType t) { kind_ = (kind_ & ~uint64_t{0xff}) | static_cast<uint8_t>(t); }

  // -- keys and bits
  DispatchKeySet keys() const { return keys_; }
  void set_keys(DispatchKeySet keys) { keys_ = keys; }
  /// The values are the conjugates (negatives) of the stored elements.
  bool is_conj() const { return has(kConj); }
  void set_conj(bool value) { set(kConj, value); }
  bool is_neg() const { return has(kNeg); }
  void set_neg(bool value) { set(kNeg, value); }
  /// Made in inference mode: no version is counted, no gradient recorded.
  bool is_inference() const { return inference_; }
  void set_inference(bool value) { inference_ = value; }
  /// Whether the 0-dim tensor represents a C++ number; in type promotion it counts as a number.
  bool is_wrapped_number() const { return has(kWrappedNumber); }
  void set_wrapped_number(bool value) { set(kWrappedNumber, value); }
  /// Fast path, one byte: whether the values are the stored elements (no conjugate or negative bit), the strides are
  /// those of a new contiguous tensor, and the tensor does not represent a C++ number.
  bool is_plain() const { return bits_ == 0; }
  /// Whether both are plain and of one type, device, layout and shape.
  bool is_plain_alike(const TensorImpl& o) const {
    if (kind_ != o.kind_ || (bits_ | o.bits_) != 0) return false;
    const int64_t *a = sizes_ptr(), *b = o.sizes_ptr();
    for (int32_t i = 0; i < rank(); ++i)
      if (a[i] != b[i]) return false;
    return true;
  }

  // -- versions
  const VersionCounter& version_counter() const { return own_version_ ? *own_version_ : *storage_.get(); }
  VersionCounter& version_counter() { return own_version_ ? *own_version_ : *storage_.get(); }
  /// Counts versions apart from other tensors of the same storage from now on.
  void detach_version_counter();
  /// Takes part in another tensor's counter.
  void share_version_counter(const TensorImpl& other);
  void bump_version() {
    if (!inference_ && (own_version_ || storage_)) version_counter().bump();
    if (storage_) storage_.get()->written();
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
  /// For a body whose elements do not lie as sizes and strides say: the sizes, -1 where there is none; strides of 0;
  /// the number of elements. Such a tensor is never plain.
  void set_ragged_sizes(IntArrayRef sizes, int64_t numel, bool contiguous);
  void set_layout(Layout layout) {
    kind_ = (kind_ & ~uint64_t{0xff000000}) | static_cast<uint64_t>(static_cast<uint8_t>(layout)) << 24;
  }

 private:
  static constexpr int kInlineDims = 5;
  // kOtherStrides: other strides than those of a new tensor of the sizes. Without kGaps it is dimensions of size 1, or
  // of an empty tensor, that have them.
  enum Bit : uint8_t { kGaps = 1, kConj = 2, kNeg = 4, kWrappedNumber = 8, kOtherStrides = 16 };
  // What tensors must have in common before their elements can be walked together, in one word that is compared at
  // once: from the lowest byte dtype, type and index of the device, layout, and 32 bits of rank. Only ever written
  // whole, because a wide load behind narrow stores waits for them.
  static constexpr uint64_t kind(ScalarType dtype, Device device, Layout layout, uint64_t rank) {
    return static_cast<uint8_t>(dtype) | static_cast<uint64_t>(static_cast<uint8_t>(device.type())) << 8 |
           static_cast<uint64_t>(static_cast<uint8_t>(device.index())) << 16 |
           static_cast<uint64_t>(static_cast<uint8_t>(layout)) << 24 | rank << 32;
  }
  int32_t rank() const { return static_cast<int32_t>(kind_ >> 32); }

  const int64_t* sizes_ptr() const { return rank() <= kInlineDims ? inline_ : heap_; }
  const int64_t* strides_ptr() const { return rank() <= kInlineDims ? inline_ + kInlineDims : heap_ + rank(); }
  int64_t* sizes_ptr() { return rank() <= kInlineDims ? inline_ : heap_; }
  int64_t* strides_ptr() { return rank() <= kInlineDims ? inline_ + kInlineDims : heap_ + rank(); }
  void set_dim(int64_t dim) {
    if (TORCHPP_LIKELY(dim <= kInlineDims && rank() <= kInlineDims)) set_rank(dim);
    else set_dim_slow(dim);
  }
  void set_dim_slow(int64_t dim);
  void set_rank(int64_t dim) { kind_ = (kind_ & 0xffffffff) | static_cast<uint64_t>(dim) << 32; }
  bool has(Bit bit) const { return (bits_ & bit) != 0; }
  void set(Bit bit, bool value) { bits_ = static_cast<uint8_t>(value ? bits_ | bit : bits_ & ~bit); }

  DispatchKeySet keys_;
  uint8_t bits_ = 0;
  bool inference_ = false;
  uint64_t kind_;
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
