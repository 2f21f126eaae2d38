// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/workspace.h"

#include <torchpp/core/error.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "src/core/allocator.h"

// For the address sanitizer, blocks on the shelf are out of bounds, and so is what a block holds beyond the bytes asked
// for. Without that sanitizer the macros do nothing.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, nbytes) ((void)(begin), (void)(nbytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, nbytes) ((void)(begin), (void)(nbytes))
#endif

namespace torchpp {
namespace cpu {
namespace {

constexpr size_t kBound = size_t{64} << 20;
constexpr unsigned kSlots = 64;

// Stands in front of the bytes that the caller sees.
struct alignas(64) Header {
  size_t nbytes;
};

struct Shelf {
  std::atomic<Header*> slots[kSlots];
  std::atomic<size_t> nbytes;
};
Shelf shelf;  // constant-initialised

// Threads start their search at different slots. The address of a local tells threads apart without thread-local data.
unsigned first_slot() {
  const char here = 0;
  return static_cast<unsigned>(reinterpret_cast<uintptr_t>(&here) >> 20) * 0x9e3779b1u >> 26;
}

Header* take(size_t nbytes) {
  const unsigned first = first_slot();
  for (unsigned i = 0; i < kSlots; ++i) {
    std::atomic<Header*>& slot = shelf.slots[(first + i) % kSlots];
    if (!slot.load(std::memory_order_relaxed)) continue;
    Header* block = slot.exchange(nullptr, std::memory_order_acquire);
    if (!block) continue;
    shelf.nbytes.fetch_sub(block->nbytes, std::memory_order_relaxed);
    // A much larger block is left for requests that need its size.
    if (block->nbytes >= nbytes && block->nbytes / 8 <= nbytes + 65536) return block;
    Header* none = nullptr;
    shelf.nbytes.fetch_add(block->nbytes, std::memory_order_relaxed);
    if (slot.compare_exchange_strong(none, block, std::memory_order_release)) continue;
    shelf.nbytes.fetch_sub(block->nbytes, std::memory_order_relaxed);
    std::free(block);
  }
  return nullptr;
}

void give(Header* block) {
  if (shelf.nbytes.fetch_add(block->nbytes, std::memory_order_relaxed) + block->nbytes <= kBound) {
    const unsigned first = first_slot();
    for (unsigned i = 0; i < kSlots; ++i) {
      Header* none = nullptr;
      if (shelf.slots[(first + i) % kSlots].compare_exchange_strong(none, block, std::memory_order_release)) return;
    }
  }
  shelf.nbytes.fetch_sub(block->nbytes, std::memory_order_relaxed);
  std::free(block);
}

}  // namespace

Workspace::Workspace(size_t nbytes) {
  if (nbytes == 0) return;
  Header* block = take(nbytes);
  if (!block) {
    // Rounded up to eighths of a power of two, so that sizes that differ little can share blocks.
    size_t step = 4096;
    while (step * 16 < nbytes) step *= 2;
    const size_t rounded = (nbytes + step - 1) / step * step;
    block = static_cast<Header*>(std::aligned_alloc(64, rounded + sizeof(Header)));
    memory::on_trim(trim_workspaces);
    TORCHPP_CHECK(block, "workspace: got no memory from the system, expected ", rounded, " bytes");
    block->nbytes = rounded;
  }
  data_ = block + 1;
  ASAN_UNPOISON_MEMORY_REGION(data_, nbytes);
  ASAN_POISON_MEMORY_REGION(as<char>(nbytes), block->nbytes - nbytes);
}

Workspace::~Workspace() {
  if (!data_) return;
  Header* block = static_cast<Header*>(data_) - 1;
  ASAN_POISON_MEMORY_REGION(data_, block->nbytes);
  give(block);
}

size_t workspace_bytes_kept() noexcept { return shelf.nbytes.load(std::memory_order_relaxed); }

size_t trim_workspaces() noexcept {
  size_t released = 0;
  for (std::atomic<Header*>& slot : shelf.slots)
    if (Header* block = slot.exchange(nullptr, std::memory_order_acquire)) {
      shelf.nbytes.fetch_sub(block->nbytes, std::memory_order_relaxed);
      released += block->nbytes;
      std::free(block);
    }
  return released;
}

}  // namespace cpu
}  // namespace torchpp
