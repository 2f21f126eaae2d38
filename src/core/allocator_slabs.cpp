// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator_slabs.h"

#include <atomic>
#include <new>

namespace torchpp::memory {

CentralList g_central[kNumSlabClasses];

namespace {

constexpr size_t blocks_per_slab(size_t block_bytes) { return (kSlabBytes - sizeof(Slab)) / block_bytes; }

Slab* slab_of(void* block) {
  return reinterpret_cast<Slab*>(reinterpret_cast<uintptr_t>(block) & ~uintptr_t{kSlabBytes - 1});
}

}  // namespace

uint32_t CentralList::take(unsigned k, uint32_t want, void** list) {
  const uint32_t nbytes = static_cast<uint32_t>(class_bytes(k));
  const uint32_t capacity = static_cast<uint32_t>(blocks_per_slab(nbytes));
  Guard guard(mutex_);
  if (open_ == nullptr) {
    void* pages = g_pages.take(kSlabClass);
    if (pages == nullptr) return 0;
    link(new (pages) Slab{nullptr, nullptr, nullptr, 0, 0});
    bump(slabs_, 1);
  }
  uint32_t got = 0;
  while (got < want && open_ != nullptr) {
    Slab* slab = open_;
    for (; got < want && slab->used < capacity; ++got) {
      void* block = slab->free;
      if (block != nullptr) {
        slab->free = *static_cast<void**>(block);
      } else {
        block = reinterpret_cast<char*>(slab + 1) + size_t{slab->carved++} * nbytes;
      }
      ++slab->used;
      *static_cast<void**>(block) = *list;
      *list = block;
    }
    if (slab->used == capacity) unlink(slab);
  }
  bump(used_, got);
  return got;
}

void CentralList::put(unsigned k, void* list, uint32_t count) {
  const uint32_t capacity = static_cast<uint32_t>(blocks_per_slab(class_bytes(k)));
  Slab* emptied = nullptr;
  {
    Guard guard(mutex_);
    bump(used_, -int64_t{count});
    while (list != nullptr) {
      void* block = list;
      list = *static_cast<void**>(block);
      Slab* slab = slab_of(block);
      *static_cast<void**>(block) = slab->free;
      slab->free = block;
      if (slab->used-- == capacity) link(slab);
      if (slab->used == 0) {
        unlink(slab);
        bump(slabs_, -1);
        slab->next = emptied;
        emptied = slab;
      }
    }
  }
  while (emptied != nullptr) {
    Slab* next = emptied->next;
    g_pages.put(emptied, kSlabClass);
    emptied = next;
  }
}

uint64_t CentralList::free_blocks(unsigned k) const {
  const uint64_t all = slabs_.load(std::memory_order_relaxed) * blocks_per_slab(class_bytes(k));
  const uint64_t used = this->used();
  return all > used ? all - used : 0;
}

}  // namespace torchpp::memory
