// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Memory together with what frees it, and allocators that give such memory, as libtorch has them.

#include <torchpp/core/device.h>
#include <torchpp/core/export.h>

#include <cstddef>
#include <memory>

namespace torchpp {

/// Called with the context when the memory is no longer needed.
using DeleterFnPtr = void (*)(void*);

namespace detail {

TORCHPP_API void deleteNothing(void*);

/// A pointer to data, and what is deleted with it: a context, often another object than the data.
class UniqueVoidPtr {
 public:
  UniqueVoidPtr() = default;
  explicit UniqueVoidPtr(void* data) : data_(data) {}
  UniqueVoidPtr(void* data, void* context, DeleterFnPtr deleter)
      : data_(data), context_(context, deleter != nullptr ? deleter : &deleteNothing) {}
  void* operator->() const { return data_; }
  void clear() {
    context_ = nullptr;
    data_ = nullptr;
  }
  void* get() const { return data_; }
  void* get_context() const { return context_.get(); }
  void* release_context() { return context_.release(); }
  std::unique_ptr<void, DeleterFnPtr>&& move_context() { return std::move(context_); }
  DeleterFnPtr get_deleter() const { return context_.get_deleter(); }
  /// False, without effect, when the deleter is another one.
  [[nodiscard]] bool compare_exchange_deleter(DeleterFnPtr expected, DeleterFnPtr wanted) {
    if (get_deleter() != expected) return false;
    context_ = std::unique_ptr<void, DeleterFnPtr>(context_.release(), wanted);
    return true;
  }
  /// Null when the deleter is another one.
  template <class T>
  T* cast_context(DeleterFnPtr expected) const {
    return get_deleter() == expected ? static_cast<T*>(get_context()) : nullptr;
  }
  operator bool() const { return data_ != nullptr || context_; }  // NOLINT: implicit
  friend bool operator==(const UniqueVoidPtr& p, std::nullptr_t) noexcept { return !p; }
  friend bool operator==(std::nullptr_t, const UniqueVoidPtr& p) noexcept { return !p; }
  friend bool operator!=(const UniqueVoidPtr& p, std::nullptr_t) noexcept { return p; }
  friend bool operator!=(std::nullptr_t, const UniqueVoidPtr& p) noexcept { return p; }

 private:
  void* data_ = nullptr;
  std::unique_ptr<void, DeleterFnPtr> context_{nullptr, &deleteNothing};
};

}  // namespace detail

/// Memory on a device; what frees it is called once, when the last owner is gone.
class DataPtr : public detail::UniqueVoidPtr {
 public:
  DataPtr() = default;
  /// Without a deleter: somebody else owns the memory.
  DataPtr(void* data, Device device) : UniqueVoidPtr(data), device_(device) {}
  DataPtr(void* data, void* context, DeleterFnPtr deleter, Device device)
      : UniqueVoidPtr(data, context, deleter), device_(device) {}
  Device device() const { return device_; }
  void unsafe_set_device(Device device) { device_ = device; }

 private:
  Device device_ = Device(kCPU);
};

/// An allocator with the interface of libtorch's c10::Allocator, which is its name in programs that are written for
/// libtorch. The library's own memory comes from an Allocator (torchpp/core/memory.h).
class TORCHPP_API DataAllocator {
 public:
  virtual ~DataAllocator();
  virtual DataPtr allocate(size_t nbytes) const = 0;
  /// The deleter of every block, if the context of each is the block itself; else null.
  virtual DeleterFnPtr raw_deleter() const;
  /// Throws Error if the allocator has no raw_deleter().
  void* raw_allocate(size_t nbytes);
  void raw_deallocate(void* p);
};

/// The source of new memory for CPU tensors: what SetAllocator() installed, else one that takes it from
/// cpu_allocator(). Throws NotImplementedError for other devices.
TORCHPP_API DataAllocator* GetAllocator(DeviceType type);
/// Installs an allocator for CPU tensors that are made from now on, unless one with a higher priority is installed. It
/// must outlive the memory that it gives.
TORCHPP_API void SetAllocator(DeviceType type, DataAllocator* allocator, uint8_t priority = 0);
inline DataAllocator* GetCPUAllocator() { return GetAllocator(kCPU); }
inline void SetCPUAllocator(DataAllocator* allocator, uint8_t priority = 0) { SetAllocator(kCPU, allocator, priority); }

}  // namespace torchpp
