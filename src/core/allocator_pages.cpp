// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator_pages.h"

namespace torchpp::memory {

PageCache g_pages;

void* PageCache::take(unsigned k) {
  {
    Guard guard(mutex_);
    if (FreeRange* range = heads_[k]) {
      remove(range);
      ++taken_[k];
      return range;
    }
  }
  void* p = k == kSlabClass ? map_pages(kSlabBytes, kSlabBytes) : map_block(class_bytes(k));
  if (p != nullptr) {
    Guard guard(mutex_);
    ++taken_[k];
  }
  return p;
}

void PageCache::put(void* p, unsigned k) {
  // A range above the limit is unmapped at once: cached, it would evict every other range.
  const bool keep = page_class_bytes(k) <= limit();
  FreeRange* victims = nullptr;
  {
    Guard guard(mutex_);
    --taken_[k];
    if (keep) {
      insert(p, k);
      victims = evict(limit());
    }
  }
  if (!keep) unmap_pages(p, page_class_bytes(k));
  release(victims);
}

void PageCache::shrink(size_t limit) {
  FreeRange* victims = nullptr;
  {
    Guard guard(mutex_);
    victims = evict(limit);
  }
  release(victims);
}

PageCache::Usage PageCache::usage(unsigned k) {
  Guard guard(mutex_);
  return {taken_[k], free_[k]};
}

FreeRange* PageCache::evict(size_t limit) {
  FreeRange* victims = nullptr;
  while (oldest_ != nullptr && cached_bytes() > limit) {
    FreeRange* range = oldest_;
    remove(range);
    range->next = victims;
    victims = range;
  }
  return victims;
}

// Called without the mutex: unmapping 64 MiB takes a millisecond.
void PageCache::release(FreeRange* victims) {
  while (victims != nullptr) {
    FreeRange* next = victims->next;
    unmap_pages(victims, page_class_bytes(victims->page_class));
    victims = next;
  }
}

}  // namespace torchpp::memory
