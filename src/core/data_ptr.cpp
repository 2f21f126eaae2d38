// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/data_ptr.h>
#include <torchpp/core/error.h>
#include <torchpp/core/memory.h>
#include <torchpp/core/storage.h>

#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>

namespace torchpp {

void detail::deleteNothing(void*) {}

DataAllocator::~DataAllocator() = default;
DeleterFnPtr DataAllocator::raw_deleter() const { return nullptr; }

void* DataAllocator::raw_allocate(size_t nbytes) {
  TORCHPP_CHECK(raw_deleter() != nullptr, "raw_allocate: the allocator has no raw_deleter()");
  return allocate(nbytes).release_context();
}

void DataAllocator::raw_deallocate(void* p) {
  const DeleterFnPtr deleter = raw_deleter();
  TORCHPP_CHECK(deleter != nullptr, "raw_deallocate: the allocator has no raw_deleter()");
  deleter(p);
}

namespace {

// Gives tensors the memory of a DataAllocator. Never destroyed: blocks may outlive it.
class Installed final : public Allocator {
 public:
  Installed(DataAllocator* from, Allocator& before) : from_(from), before_(before) {}
  void* allocate(size_t nbytes) override {
    DataPtr block = from_->allocate(nbytes != 0 ? nbytes : 1);
    void* p = block.get();
    if (!aligned(p)) {  // kernels rely on it
      size_t room = nbytes + kAlignment;
      block = from_->allocate(room);
      p = block.get();
      std::align(kAlignment, nbytes, p, room);
    }
    const std::lock_guard lock(mutex_);
    blocks_.emplace(p, std::move(block));
    return p;
  }
  void deallocate(void* p, size_t) noexcept override {
    DataPtr block;
    const std::lock_guard lock(mutex_);
    const auto at = blocks_.find(p);
    if (at == blocks_.end()) return;
    block = std::move(at->second);
    blocks_.erase(at);
  }
  const char* name() const override { return "data_allocator"; }
  DataAllocator* from() const { return from_; }
  Allocator& before() const { return before_; }

 private:
  static constexpr size_t kAlignment = 64;
  static bool aligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % kAlignment == 0; }

  DataAllocator* const from_;
  Allocator& before_;  // the one that it took the place of
  std::mutex mutex_;
  std::unordered_map<void*, DataPtr> blocks_;
};

// The allocator in force below those of this file.
Allocator& plain_allocator() {
  Allocator& now = cpu_allocator();
  const auto* installed = dynamic_cast<const Installed*>(&now);
  return installed != nullptr ? installed->before() : now;
}

// Blocks of the plain allocator, each behind a header that says how to give it back.
class OwnMemory final : public DataAllocator {
 public:
  DataPtr allocate(size_t nbytes) const override {
    if (nbytes == 0) return {nullptr, nullptr, &free, kCPU};
    Allocator& from = plain_allocator();
    void* const whole = from.allocate(nbytes + kHeader);
    new (whole) Block{&from, nbytes + kHeader};
    void* const data = static_cast<char*>(whole) + kHeader;
    return {data, data, &free, kCPU};
  }
  DeleterFnPtr raw_deleter() const override { return &free; }

 private:
  struct Block {
    Allocator* from;
    size_t nbytes;
  };
  static constexpr size_t kHeader = 64;  // keeps the alignment
  static void free(void* p) {
    if (p == nullptr) return;
    void* const whole = static_cast<char*>(p) - kHeader;
    const Block block = *static_cast<const Block*>(whole);
    block.from->deallocate(whole, block.nbytes);
  }
};

std::mutex install_mutex;
uint8_t installed_priority = 0;

void check_cpu(const char* name, DeviceType type) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(type == kCPU, name, ": got device type ", type, ", expected cpu");
}

}  // namespace

DataAllocator* GetAllocator(DeviceType type) {
  check_cpu("GetAllocator", type);
  static OwnMemory own;
  const auto* installed = dynamic_cast<const Installed*>(&cpu_allocator());
  return installed != nullptr ? installed->from() : &own;
}

void SetAllocator(DeviceType type, DataAllocator* allocator, uint8_t priority) {
  check_cpu("SetAllocator", type);
  const std::lock_guard lock(install_mutex);
  if (priority < installed_priority || allocator == GetAllocator(type)) return;
  installed_priority = priority;
  Allocator& plain = plain_allocator();
  const bool own = allocator == nullptr || dynamic_cast<OwnMemory*>(allocator) != nullptr;
  set_cpu_allocator(own ? &plain : new Installed(allocator, plain));
}

// ---- storage of a DataPtr

namespace {

class HeldMemory final : public StorageImpl::Foreign {
 public:
  HeldMemory(DataPtr data, DataAllocator* allocator) : data_(std::move(data)), allocator_(allocator) {}
  void* data() const { return data_.get(); }
  void* resize(size_t from, size_t to) override {
    DataPtr fresh = (allocator_ != nullptr ? allocator_ : GetCPUAllocator())->allocate(to);
    if (from != 0 && to != 0) std::memcpy(fresh.get(), data_.get(), from < to ? from : to);
    data_ = std::move(fresh);
    return data_.get();
  }

 private:
  DataPtr data_;
  DataAllocator* allocator_;
};

}  // namespace

StorageImpl::StorageImpl(use_byte_size_t, size_t nbytes, DataPtr data, DataAllocator* allocator, bool resizable)
    : device_(data.device()), resizes_(resizable), data_(data.get()), nbytes_(nbytes), allocator_(nullptr) {
  TORCHPP_CHECK(!resizable || data.device().is_cpu(), "Storage: got memory on ", data.device(),
                " that is to be resizable, expected cpu");
  deleter_ = [](void* context, void*) { delete static_cast<Foreign*>(context); };
  context_ = new HeldMemory(std::move(data), allocator);
}

StorageImpl::StorageImpl(use_byte_size_t tag, size_t nbytes, DataAllocator* allocator, bool resizable)
    : StorageImpl(tag, nbytes, (allocator != nullptr ? allocator : GetCPUAllocator())->allocate(nbytes), allocator,
                  resizable) {}

DataPtr StorageImpl::data_ptr() {
  expose();
  return {data_, device_};
}

DataPtr Storage::data_ptr() const { return impl_->data_ptr(); }

Storage::Storage(use_byte_size_t tag, size_t nbytes, DataPtr data, DataAllocator* allocator, bool resizable)
    : impl_(make_intrusive<StorageImpl>(tag, nbytes, std::move(data), allocator, resizable)) {}
Storage::Storage(use_byte_size_t tag, size_t nbytes, DataAllocator* allocator, bool resizable)
    : impl_(make_intrusive<StorageImpl>(tag, nbytes, allocator, resizable)) {}

}  // namespace torchpp
