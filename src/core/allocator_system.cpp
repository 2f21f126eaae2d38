// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator_system.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#endif

namespace torchpp::memory {

Counters g_counters;

namespace {

void* raw_map(size_t nbytes) {
  void* p = mmap(nullptr, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

}  // namespace

void* map_pages(size_t nbytes, size_t alignment) {
  void* p = raw_map(nbytes);
  if (p == nullptr) return nullptr;
  const auto misaligned = [alignment](const void* q) { return reinterpret_cast<uintptr_t>(q) & (alignment - 1); };
  // The system places mappings next to each other, so most of those that follow an aligned one are aligned.
  if (misaligned(p) != 0) {
    munmap(p, nbytes);
    char* wide = static_cast<char*>(raw_map(nbytes + alignment));
    if (wide == nullptr) return nullptr;
    const size_t before = alignment - misaligned(wide);
    if (before != alignment) munmap(wide, before);
    char* aligned = before != alignment ? wide + before : wide;
    const size_t after = alignment - static_cast<size_t>(aligned - wide);
    if (after != 0) munmap(aligned + nbytes, after);
    p = aligned;
  }
#if defined(MADV_HUGEPAGE)
  // First touch of 64 MiB: 22 ms with small pages, 5 ms with huge ones.
  if (alignment == kHugePageBytes) madvise(p, nbytes, MADV_HUGEPAGE);
#endif
  g_counters.count_map(nbytes);
  return p;
}

void unmap_pages(void* p, size_t nbytes) {
  // munmap() of a part of a mapping splits it, which fails at the system's limit of mappings: then at least the pages
  // are returned.
  if (munmap(p, nbytes) != 0) madvise(p, nbytes, MADV_DONTNEED);
  g_counters.count_unmap(nbytes);
}

bool barrier_on_all_threads() {
#if defined(__linux__)
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return true;
  // EPERM: this process has not registered its intent yet.
  return errno == EPERM && syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
         syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
#else
  return false;
#endif
}

uint64_t current_thread_id() {
#if defined(__linux__)
  return static_cast<uint64_t>(syscall(SYS_gettid));
#else
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pthread_self()));
#endif
}

}  // namespace torchpp::memory
