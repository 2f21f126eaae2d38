// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The memory of tensors.

#include <torchpp/core/device.h>
#include <torchpp/core/intrusive_ptr.h>
#include <torchpp/core/memory.h>

#include <cstddef>

namespace torchpp {

class DataAllocator;
class DataPtr;

/// A counter that tells whether memory was written since a value was saved.
class VersionCounter : public intrusive_ptr_target {
 public:
  uint32_t value() const { return value_.load(detail::Order::kRelaxed); }
  // Two threads that write one tensor at once race in the program's own right; a lost increment still leaves the
  // value different from what was saved before, so a locked instruction would buy nothing.
  void bump() { value_.store(value() + 1, detail::Order::kRelaxed); }
  void set(uint32_t v) { value_.store(v, detail::Order::kRelaxed); }

 private:
  detail::Atomic<uint32_t> value_{0};
};

/// A block of memory on one device and its deleter, shared by all tensors that are views of it.
class TORCHPP_API StorageImpl final : public VersionCounter {
 public:
  /// Called with the context and the block when memory that came from elsewhere is no longer needed.
  using Deleter = void (*)(void* context, void* data);

  /// Bytes that fit into the object's own block, behind its counters: storages up to this size need no second
  /// allocation.
  static constexpr size_t kInlineBytes = 64;
  struct Inline {};

  /// `nbytes` from the allocator, which must outlive the storage; no memory at all for 0 bytes.
  StorageImpl(size_t nbytes, Device device, Allocator* allocator);
  /// At most kInlineBytes within the object; the allocator serves when they grow.
  StorageImpl(Inline, size_t nbytes, Device device, Allocator* allocator) noexcept
      : device_(device), data_(nbytes != 0 ? inline_ : nullptr), nbytes_(nbytes), allocator_(allocator) {}
  /// Memory that somebody else made; the deleter may be null.
  StorageImpl(void* data, size_t nbytes, Device device, Deleter deleter, void* context);
  /// Memory with what frees it; torchpp/core/data_ptr.h has the types. A resizable storage takes other memory from the
  /// allocator, or from the one of the CPU.
  struct use_byte_size_t {};
  StorageImpl(use_byte_size_t, size_t nbytes, DataPtr data, DataAllocator* allocator = nullptr, bool resizable = false);
  StorageImpl(use_byte_size_t, size_t nbytes, DataAllocator* allocator = nullptr, bool resizable = false);

  /// The owner of foreign memory that can be replaced.
  class Foreign {
   public:
    virtual ~Foreign() = default;
    /// Other memory, in which what both sizes hold is the same.
    virtual void* resize(size_t from, size_t to) = 0;
  };

  void* data() const { return data_; }
  size_t nbytes() const { return nbytes_; }
  Device device() const { return device_; }
  Allocator* allocator() const { return allocator_; }
  bool resizable() const { return allocator_ != nullptr || resizes_; }
  /// Where the memory lies, without what frees it.
  DataPtr data_ptr();
  /// Makes the block hold `nbytes`; what both sizes hold is kept. Throws Error for foreign memory.
  void resize(size_t nbytes);

  /// A number under which a kernel may keep what it makes of the memory: no other storage has it, and this one only
  /// until it is written. 0 when it may be written unseen: somebody else made the memory, or a pointer was handed out.
  uint64_t contents_number();
  /// Every operator that wrote to the memory ends in it. Cheap where nobody asked for a number.
  void written() {
    if (TORCHPP_UNLIKELY(allocator_ != nullptr && contents_.load(detail::Order::kRelaxed) + 1 > 1)) forget_contents();
  }
  /// A pointer to the memory leaves the library: who holds it may write at any time.
  void expose() {
    if (allocator_ == nullptr || contents_.load(detail::Order::kRelaxed) == kExposed) return;
    written();
    contents_.store(kExposed, detail::Order::kRelaxed);
  }
  /// f is called with each number that a storage had and has no more. For one cache, on its first use.
  static void on_contents_gone(void (*f)(uint64_t number) noexcept);

  static void* operator new(size_t size);
  static void operator delete(void* p);

 private:
  ~StorageImpl() override;
  void release_resources() override;
  void free_data() noexcept;

  void give_back(void* data, size_t nbytes) noexcept;
  void forget_contents() noexcept;

  static constexpr uint64_t kExposed = ~uint64_t{0};

  Device device_;         // in what the base leaves of a word
  bool resizes_ = false;  // foreign memory whose context is a Foreign that makes other memory
  void* data_;
  size_t nbytes_;
  Allocator* allocator_;  // null for memory that somebody else made
  union {
    Deleter deleter_;                       // of that
    detail::Atomic<uint64_t> contents_{0};  // of ours: 0, kExposed, or a number that was asked for
  };
  void* context_ = nullptr;
  alignas(kInlineBytes) char inline_[kInlineBytes];
};

/// A handle on a StorageImpl.
class Storage {
 public:
  Storage() = default;
  explicit Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}
  /// As the constructors of StorageImpl.
  using use_byte_size_t = StorageImpl::use_byte_size_t;
  TORCHPP_API Storage(use_byte_size_t, size_t nbytes, DataPtr data, DataAllocator* allocator = nullptr,
                      bool resizable = false);
  TORCHPP_API explicit Storage(use_byte_size_t, size_t nbytes, DataAllocator* allocator = nullptr,
                               bool resizable = false);

  explicit operator bool() const { return impl_.defined(); }
  void* data() const {
    impl_->expose();
    return impl_->data();
  }
  template <class T>
  T* data() const {
    return static_cast<T*>(data());
  }
  size_t nbytes() const { return impl_->nbytes(); }
  Device device() const { return impl_->device(); }
  DeviceType device_type() const { return device().type(); }
  bool resizable() const { return impl_->resizable(); }
  TORCHPP_API DataPtr data_ptr() const;
  size_t use_count() const { return impl_.use_count(); }
  bool unique() const { return use_count() == 1; }
  /// Whether both are the same block.
  bool is_alias_of(const Storage& o) const { return impl_ == o.impl_; }
  StorageImpl* get() const { return impl_.get(); }
  StorageImpl* unsafeGetStorageImpl() const { return impl_.get(); }
  StorageImpl* operator->() const { return impl_.get(); }
  const intrusive_ptr<StorageImpl>& ptr() const { return impl_; }

 private:
  intrusive_ptr<StorageImpl> impl_;
};

}  // namespace torchpp
