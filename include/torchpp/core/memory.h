// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file CPU memory: which allocator gives it, what it holds, and how to bound or return it.

#include <torchpp/core/export.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace torchpp {

/// A source of CPU memory for tensors. A program may install its own with set_cpu_allocator().
///
/// A block goes back to the allocator that made it: storage keeps the pointer to its Allocator, so
/// the allocator in force may change while blocks are alive, and an Allocator must outlive its blocks.
/// Both functions are called from any thread, and a block is often freed by another thread than the
/// one that asked for it.
class TORCHPP_API Allocator {
 public:
  /// At least nbytes bytes, aligned to 64; never null, also for 0. The contents are undefined.
  /// Throws OutOfMemoryError.
  virtual void* allocate(size_t nbytes) = 0;
  /// Takes back what allocate(nbytes) returned, with the same nbytes.
  virtual void deallocate(void* p, size_t nbytes) noexcept = 0;
  /// A short name for logs and errors.
  virtual const char* name() const = 0;

 protected:
  ~Allocator() = default;
};

/// The allocator that new CPU storage uses: the library's own unless a program installed another.
TORCHPP_API Allocator& cpu_allocator();
/// Installs `allocator` for storage made from now on; nullptr restores the library's own.
TORCHPP_API void set_cpu_allocator(Allocator* allocator);

/// The library's own allocator. Requests are rounded up to size classes, four per doubling.
///
/// Where freed memory waits for its next use:
/// - blocks of up to 256 KiB: in the cache of the thread that freed them, at most 1 MiB per thread
///   (or cache_limit(), if that is less); what exceeds it goes back to lists that all threads share,
///   and so does all of it when the thread ends;
/// - blocks of up to 32 KiB are cut from slabs of 256 KiB, and a slab is free when all its blocks are;
/// - free slabs and free blocks of up to 1 GiB: in a cache that all threads share, at most
///   cache_limit() bytes, least recently used first out; larger blocks return to the system at once.
///
/// Programs compiled with the address, thread or memory sanitizer get every block from the C
/// library instead, so that the sanitizer sees it; then nothing is cached.
///
/// Processes may fork() at any time, and parent and child may both go on to allocate.
/// Nothing here may be called from a signal handler.
namespace memory {

/// Statistics of the library's own CPU allocator. Sizes are in bytes of whole blocks. While other threads allocate, the
/// values are not of one and the same moment.
struct Stats {
  uint64_t allocated_bytes = 0;      ///< in blocks that the program holds
  uint64_t reserved_bytes = 0;       ///< held from the system
  uint64_t cached_bytes = 0;         ///< in free blocks: thread caches, slabs in use, shared cache
  uint64_t thread_cached_bytes = 0;  ///< the part of cached_bytes that lies in thread caches
  /// Highest allocated_bytes since the start or reset_peak(). Blocks in a thread's cache count as
  /// allocated here: never too low, too high by at most the bytes in thread caches, and without
  /// error for what blocks of more than 256 KiB contribute.
  uint64_t peak_allocated_bytes = 0;
  uint64_t num_allocations = 0;         ///< blocks handed to the program
  uint64_t num_system_allocations = 0;  ///< times that memory was asked of the system
  uint64_t num_system_releases = 0;     ///< times that memory was returned to it
};
TORCHPP_API Stats stats();
/// Makes the present level the peak.
TORCHPP_API void reset_peak();

/// Returns to the system what no block in use occupies, the caches of all threads and what kernels keep between calls
/// (workspaces, turned weights) included.
/// Returns the number of bytes that went back meanwhile. A thread that allocates waits while its
/// cache is emptied; where the system has no membarrier(), it empties its cache itself when it next
/// finds it empty or full, and only then does that memory become free.
TORCHPP_API size_t trim();

/// Bytes that the shared cache may keep, 256 MiB at first. Memory beyond a lowered limit is returned at once.
/// A training step runs without system calls when the limit is at least what it frees.
TORCHPP_API void set_cache_limit(size_t nbytes);
TORCHPP_API size_t cache_limit();

/// The blocks of one size class.
struct SizeClassUsage {
  size_t block_bytes = 0;      ///< size of a block; 0: blocks of more than 1 GiB, each with its own size
  uint64_t allocated = 0;      ///< blocks that the program holds
  uint64_t thread_cached = 0;  ///< free blocks in thread caches
  uint64_t cached = 0;         ///< free blocks in lists that all threads share
};
/// Blocks in one thread's cache. Where the system has no membarrier(), `cached` is filled for the calling thread alone.
struct ThreadUsage {
  struct Blocks {
    size_t block_bytes = 0;
    uint64_t count = 0;
  };
  uint64_t thread_id = 0;        ///< as the operating system numbers it
  uint64_t num_allocations = 0;  ///< blocks that this thread took through its cache
  uint64_t cached_bytes = 0;
  std::vector<Blocks> cached;  ///< by size class, without empty ones
};
/// All blocks by size class and by thread. Classes without blocks are left out; free slabs are not blocks yet and count
/// in stats.cached_bytes and free_slab_bytes alone.
struct Snapshot {
  Stats stats;
  uint64_t free_slab_bytes = 0;
  std::vector<SizeClassUsage> classes;
  std::vector<ThreadUsage> threads;
};
TORCHPP_API Snapshot snapshot();

}  // namespace memory
}  // namespace torchpp
