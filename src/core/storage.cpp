// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/storage.h>

#include <cstring>

#include "src/core/allocator.h"

namespace torchpp {

StorageImpl::StorageImpl(size_t nbytes, Device device, Allocator* allocator)
    : device_(device),
      data_(nbytes != 0 ? allocator->allocate(nbytes) : nullptr),
      nbytes_(nbytes),
      allocator_(allocator) {}

StorageImpl::StorageImpl(void* data, size_t nbytes, Device device, Deleter deleter, void* context)
    : device_(device), data_(data), nbytes_(nbytes), allocator_(nullptr), deleter_(deleter), context_(context) {}

StorageImpl::~StorageImpl() {
  // What small results are: the allocator has nothing of them, and mostly nobody asked for a number.
  if (TORCHPP_LIKELY(data_ == inline_)) written();
  else free_data();
}

void StorageImpl::release_resources() {
  free_data();
  data_ = nullptr;
  nbytes_ = 0;
  if (allocator_ == nullptr) deleter_ = nullptr, resizes_ = false;
}

namespace {
detail::Atomic<uint64_t> last_contents_number{0};
detail::Atomic<void (*)(uint64_t) noexcept> contents_gone{nullptr};
}  // namespace

uint64_t StorageImpl::contents_number() {
  if (allocator_ == nullptr) return 0;
  uint64_t number = contents_.load(detail::Order::kAcquire);
  if (number == 0) {
    const uint64_t fresh = last_contents_number.fetch_add(1, detail::Order::kRelaxed) + 1;
    if (contents_.compare_exchange_strong(number, fresh, detail::Order::kAcquire)) return fresh;
  }
  return number == kExposed ? 0 : number;
}

void StorageImpl::forget_contents() noexcept {
  uint64_t number = contents_.load(detail::Order::kRelaxed);
  // Once set, the mark stays set, also when another thread sets it at this moment.
  if (number == 0 || number == kExposed || !contents_.compare_exchange_strong(number, 0, detail::Order::kRelease))
    return;
  if (void (*f)(uint64_t) noexcept = contents_gone.load(detail::Order::kAcquire)) f(number);
}

void StorageImpl::on_contents_gone(void (*f)(uint64_t) noexcept) { contents_gone.store(f, detail::Order::kRelease); }

void StorageImpl::give_back(void* data, size_t nbytes) noexcept {
  if (data != nullptr && data != inline_) allocator_->deallocate(data, nbytes);
}

void StorageImpl::free_data() noexcept {
  if (TORCHPP_LIKELY(allocator_ != nullptr)) written(), give_back(data_, nbytes_);
  else if (deleter_ != nullptr) deleter_(context_, data_);
}

void StorageImpl::resize(size_t nbytes) {
  TORCHPP_CHECK(resizable(), "Trying to resize storage that is not resizable: it holds ", nbytes_,
                " bytes of memory that was given to it, expected ", nbytes);
  if (nbytes == nbytes_) return;
  if (allocator_ == nullptr) {
    data_ = static_cast<Foreign*>(context_)->resize(nbytes_, nbytes);
    nbytes_ = nbytes;
    return;
  }
  written();
  void* fresh = nbytes != 0 ? allocator_->allocate(nbytes) : nullptr;
  if (data_ != nullptr) {
    // Only memory that the processor can address is copied here; other devices make a new storage instead.
    if (fresh != nullptr && device_.is_cpu()) std::memcpy(fresh, data_, nbytes < nbytes_ ? nbytes : nbytes_);
    give_back(data_, nbytes_);
  }
  data_ = fresh;
  nbytes_ = nbytes;
}

void* StorageImpl::operator new(size_t) { return memory::allocate_block(sizeof(StorageImpl)); }
void StorageImpl::operator delete(void* p) { memory::free_block(p, sizeof(StorageImpl)); }

}  // namespace torchpp
