// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The memory of a device: asking the driver costs up to a millisecond and waits for the device, so what is freed
/// is kept.

#include <torchpp/core/memory.h>

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Blocks are cut from segments that the driver gave. A block belongs to the stream that was current when it was
/// allocated: that stream's later work may use it as soon as it is freed, because work of one stream runs in order.
/// Where another stream used it too (record_stream), it becomes free when that stream has passed an event.
///
/// Sizes: a multiple of 512 bytes. Up to 1 MiB: from segments of 2 MiB; up to 10 MiB: from segments of 20 MiB; larger
/// ones have a segment of their own, a multiple of 2 MiB. The smallest free block that fits is taken, the rest split
/// off; a freed block is joined with free neighbours. To split and join costs more than all else, so a freed block of
/// up to 1 MiB first stands ready, as it is, for the next request of its size, until no free block fits some request.
///
/// An allocator that keeps nothing gives each block a segment of its own, of exactly the bytes that were asked for, and
/// returns it when it is freed. That waits for all work of the device, so recorded streams need no events.
///
/// Freeing takes no host memory, of which there may be none: a block keeps the node of the set that it will stand in,
/// and a recorded stream the event that it will be given.
class CachingAllocator final : public Allocator {
 public:
  CachingAllocator(DeviceIndex device, bool keeps) : device_(device), keeps_(keeps) {}

  void* allocate(size_t nbytes) override;
  void deallocate(void* p, size_t nbytes) noexcept override;
  const char* name() const override { return "cuda"; }

  /// The block at `data` was given to work of the stream. Does nothing for other memory.
  void record_stream(void* data, StreamHandle stream);
  MemoryStats stats() const;
  void reset_peak();
  /// Gives free segments back to the driver.
  void empty_cache();
  void set_limit(size_t nbytes);
  size_t limit() const;

  static constexpr size_t kMinBlock = 512, kSmall = size_t{1} << 20, kSmallSegment = size_t{2} << 20,
                          kLarge = size_t{10} << 20, kLargeSegment = size_t{20} << 20;
  /// The block size of a request.
  static size_t round_block(size_t nbytes);
  /// The segment size requested from the driver for a block of that size.
  static size_t segment_of(size_t block);

 private:
  struct Block;
  struct Smaller {
    bool operator()(const Block* a, const Block* b) const;
  };
  using Free = std::set<Block*, Smaller>;
  // Freed blocks of a stream that were not joined, newest first, by size.
  struct Ready {
    Block* of_size[kSmall / kMinBlock + 1] = {};  // in units of kMinBlock
  };
  // A stream that uses a block beside the block's own.
  struct Use {
    EventHandle event;
    StreamHandle stream;
    Block* block;
  };
  using Uses = std::list<Use>;
  struct Block {
    char* data;
    size_t size;
    StreamHandle stream;
    bool small;
    Block *before = nullptr, *behind = nullptr;  // neighbours in the segment
    Free::node_type place = {};                  // its node of the set; empty while the block is free, and so in there
    Uses users = {};
    int pending = 0;         // events to pass before it is free
    Ready* ready = nullptr;  // where it may stand ready
    Block* next = nullptr;   // behind it there
    bool stands_ready = false;

    bool is_free() const { return place.empty(); }
  };

  static std::unique_ptr<Block> new_block(char* data, size_t size, StreamHandle stream, bool small);
  Block* take_ready(size_t size, StreamHandle stream);
  void make_ready(Block* block) noexcept;
  void join_ready() noexcept;
  Block* find(size_t nbytes, size_t size, StreamHandle stream);
  Block* take(size_t size, StreamHandle stream);
  Block* from_driver(size_t size, StreamHandle stream, int* status);
  void split(Block* block, size_t size);
  void give_back(Block* block) noexcept;
  void return_to_driver(Block* block) noexcept;
  void join(Block* into, Block* gone) noexcept;
  void pass_events(bool wait);
  size_t release_free_segments(size_t at_least);
  [[noreturn]] void fail(size_t nbytes, size_t segment, int status);
  size_t segment_for(size_t block) const { return keeps_ ? segment_of(block) : block; }
  Free& free_of(const Block& b) { return free_[b.small ? 0 : 1]; }

  mutable std::mutex mutex_;
  const DeviceIndex device_;
  const bool keeps_;
  Free free_[2];  // small and large
  std::map<StreamHandle, Ready> ready_;
  bool any_ready_ = false;
  std::unordered_map<void*, Block*> in_use_;  // by address; also those that stand ready
  std::map<StreamHandle, Uses> waiting_;      // of freed blocks, in the order of the stream
  Uses spare_;                                // events for other uses
  size_t limit_ = 0;
  MemoryStats stats_;
};

/// The allocator of a device. Keeps freed memory unless TORCHPP_CUDA_NO_CACHE is a number other than 0.
CachingAllocator& allocator_of(DeviceIndex device);

/// Page-locked host memory, in powers of two; freed blocks are kept. A block that a stream copies from or to is not
/// handed out again before the copy is done.
class PinnedAllocator final : public Allocator {
 public:
  void* allocate(size_t nbytes) override;
  void deallocate(void* p, size_t nbytes) noexcept override;
  const char* name() const override { return "cuda_pinned"; }

  /// Work of the stream, of the current device, reads or writes the block that `p` lies in. Does nothing for other
  /// memory.
  void record_use(const void* p, StreamHandle stream);
  /// Whether the address lies in memory of this allocator.
  bool holds(const void* p) const;
  void empty_cache();
  size_t reserved_bytes() const;

 private:
  using Free = std::set<std::pair<size_t, char*>>;
  struct Block {
    size_t size;
    Free::node_type place;  // as that of the other allocator's blocks
    std::vector<EventHandle> events;
  };
  using Blocks = std::map<char*, Block>;
  Blocks::iterator find(const void* p);
  bool idle(Block& b);

  mutable std::mutex mutex_;
  Blocks blocks_;
  Free free_;
};
PinnedAllocator& pinned_allocator();

}  // namespace torchpp::cuda
