// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/allocator.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace torchpp::cuda {
namespace {

constexpr size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

// 1.5 GiB as people read it; exact below one KiB.
std::string readable(size_t nbytes) {
  const char* const units[] = {"bytes", "KiB", "MiB", "GiB"};
  double value = static_cast<double>(nbytes);
  int unit = 0;
  while (value >= 1024 && unit < 3) {
    value /= 1024;
    ++unit;
  }
  if (unit == 0) return str(nbytes, " bytes");
  const auto hundredths = static_cast<uint64_t>(value * 100 + 0.5);
  return str(hundredths / 100, ".", hundredths % 100 / 10, hundredths % 10, " ", units[unit]);
}

// The node of a set that holds the value.
template <class Set>
typename Set::node_type node_of(const typename Set::value_type& value) {
  Set set;
  return set.extract(set.insert(value).first);
}

}  // namespace

bool CachingAllocator::Smaller::operator()(const Block* a, const Block* b) const {
  if (a->stream != b->stream) return a->stream < b->stream;
  if (a->size != b->size) return a->size < b->size;
  return a->data < b->data;
}

size_t CachingAllocator::round_block(size_t nbytes) { return nbytes == 0 ? kMinBlock : round_up(nbytes, kMinBlock); }
size_t CachingAllocator::segment_of(size_t block) {
  return block <= kSmall ? kSmallSegment : block <= kLarge ? kLargeSegment : round_up(block, kSmallSegment);
}

void* CachingAllocator::allocate(size_t nbytes) {
  TORCHPP_CHECK_KIND(kOutOfMemory, nbytes <= SIZE_MAX / 2, "CUDA out of memory: got a request of ", nbytes, " bytes");
  const OnDevice on(device_);
  const size_t size = keeps_ ? round_block(nbytes) : std::max<size_t>(nbytes, 1);
  const std::lock_guard<std::mutex> lock(mutex_);
  pass_events(false);
  Block* block = take_ready(size, on.stream());
  if (block == nullptr) block = find(nbytes, size, on.stream());
  ++stats_.num_allocations;
  stats_.allocated_bytes += block->size;
  stats_.peak_allocated_bytes = std::max(stats_.peak_allocated_bytes, stats_.allocated_bytes);
  return block->data;
}

CachingAllocator::Block* CachingAllocator::take_ready(size_t size, StreamHandle stream) {
  if (size > kSmall || !any_ready_) return nullptr;
  const auto at = ready_.find(stream);
  if (at == ready_.end()) return nullptr;
  Block*& first = at->second.of_size[size / kMinBlock];
  Block* block = first;
  if (block == nullptr) return nullptr;
  first = block->next;
  block->stands_ready = false;
  return block;
}

void CachingAllocator::make_ready(Block* block) noexcept {
  Block*& first = block->ready->of_size[block->size / kMinBlock];
  block->next = first;
  block->stands_ready = true;
  first = block;
  any_ready_ = true;
}

void CachingAllocator::join_ready() noexcept {
  if (!any_ready_) return;
  any_ready_ = false;
  for (auto& [stream, ready] : ready_)
    for (Block*& first : ready.of_size)
      while (first != nullptr) {
        Block* block = std::exchange(first, first->next);
        block->stands_ready = false;
        in_use_.erase(block->data);
        give_back(block);
      }
}

// Allocates a block where no ready one serves the request: a free one, or a new one of the driver.
CachingAllocator::Block* CachingAllocator::find(size_t nbytes, size_t size, StreamHandle stream) {
  Block* block = take(size, stream);
  if (block == nullptr && size <= kSmall && any_ready_) {
    join_ready();
    block = take(size, stream);
  }
  int status = kSuccess;
  if (block == nullptr) block = from_driver(size, stream, &status);
  if (block == nullptr && keeps_) {
    // First what this device has free in segments of its own, then what waits for other streams.
    ++stats_.num_retries;
    if (release_free_segments(segment_of(size)) != 0) block = from_driver(size, stream, &status);
    if (block == nullptr) {
      pass_events(true);
      release_free_segments(SIZE_MAX);
      block = take(size, stream);
      if (block == nullptr) block = from_driver(size, stream, &status);
    }
  }
  if (block == nullptr) fail(nbytes, segment_for(size), status);
  try {
    split(block, size);
    if (keeps_ && block->small) block->ready = &ready_[stream];
    in_use_.emplace(block->data, block);
  } catch (...) {
    keeps_ ? give_back(block) : return_to_driver(block);
    throw;
  }
  return block;
}

std::unique_ptr<CachingAllocator::Block> CachingAllocator::new_block(char* data, size_t size, StreamHandle stream,
                                                                     bool small) {
  std::unique_ptr<Block> block(new Block{data, size, stream, small});
  block->place = node_of<Free>(block.get());
  return block;
}

// The smallest free block of the stream that fits.
CachingAllocator::Block* CachingAllocator::take(size_t size, StreamHandle stream) {
  Free& list = free_[size <= kSmall ? 0 : 1];
  Block key{nullptr, size, stream, size <= kSmall};
  const auto at = list.lower_bound(&key);
  if (at == list.end() || (*at)->stream != stream) return nullptr;
  Block* block = *at;
  block->place = list.extract(at);
  return block;
}

CachingAllocator::Block* CachingAllocator::from_driver(size_t size, StreamHandle stream, int* status) {
  const size_t segment = segment_for(size);
  *status = kErrorMemoryAllocation;
  if (limit_ != 0 && stats_.reserved_bytes + segment > limit_) return nullptr;
  std::unique_ptr<Block> block = new_block(nullptr, segment, stream, size <= kSmall);
  void* data = nullptr;
  *status = driver().allocate(&data, segment);
  if (*status == kErrorMemoryAllocation) {
    driver().take_last_error();
    return nullptr;
  }
  check(*status, "cudaMalloc");
  block->data = static_cast<char*>(data);
  ++stats_.num_device_allocations;
  stats_.reserved_bytes += segment;
  stats_.peak_reserved_bytes = std::max(stats_.peak_reserved_bytes, stats_.reserved_bytes);
  return block.release();
}

// Splits the remainder off a block if it is worth keeping: any remainder in a small segment, one above 1 MiB in a large
// segment.
void CachingAllocator::split(Block* block, size_t size) {
  const size_t rest = block->size - size;
  if (block->small ? rest < kMinBlock : rest <= kSmall) return;
  Block* tail = new_block(block->data + size, rest, block->stream, block->small).release();
  tail->before = block;
  tail->behind = block->behind;
  if (tail->behind != nullptr) tail->behind->before = tail;
  block->behind = tail;
  block->size = size;
  free_of(*tail).insert(std::move(tail->place));
}

void CachingAllocator::deallocate(void* p, size_t) noexcept {
  if (p == nullptr) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto at = in_use_.find(p);
  // Freed twice: nothing that could be told to anybody here.
  if (at == in_use_.end() || at->second->stands_ready) return;
  Block* block = at->second;
  stats_.allocated_bytes -= block->size;
  if (block->ready != nullptr && block->users.empty()) return make_ready(block);
  in_use_.erase(at);
  if (!keeps_) return return_to_driver(block);
  if (block->users.empty()) return give_back(block);
  // Where no event can be recorded, the block stays out of use: a leak, but never memory that two streams write.
  int previous = 0;
  if (driver().get_device(&previous) != kSuccess) return;
  if (previous != device_ && driver().set_device(device_) != kSuccess) return;
  while (!block->users.empty()) {
    const auto use = block->users.begin();
    ++block->pending;
    const bool recorded = driver().record_event(use->event, use->stream) == kSuccess;
    Uses& to = recorded ? waiting_.find(use->stream)->second : spare_;
    to.splice(to.end(), block->users, use);
  }
  if (previous != device_) driver().set_device(previous);
}

// Blocks whose events have passed become free. `wait`: for all.
void CachingAllocator::pass_events(bool wait) {
  for (auto& [stream, queue] : waiting_) {
    while (!queue.empty()) {
      const Use& use = queue.front();
      if (wait) check(driver().synchronize_event(use.event), "cudaEventSynchronize");
      else if (!reached(driver().query_event(use.event), "cudaEventQuery")) break;
      if (--use.block->pending == 0) give_back(use.block);
      spare_.splice(spare_.end(), queue, queue.begin());
    }
  }
}

void CachingAllocator::give_back(Block* block) noexcept {
  if (block->before != nullptr && block->before->is_free()) {
    Block* into = block->before;
    into->place = free_of(*into).extract(into);
    join(into, block);
    block = into;
  }
  if (block->behind != nullptr && block->behind->is_free()) {
    free_of(*block->behind).erase(block->behind);
    join(block, block->behind);
  }
  free_of(*block).insert(std::move(block->place));
}

void CachingAllocator::join(Block* into, Block* gone) noexcept {
  into->size += gone->size;
  into->behind = gone->behind;
  if (into->behind != nullptr) into->behind->before = into;
  delete gone;
}

// A block that is a whole segment. Errors come from earlier asynchronous work, and the next call reports them.
void CachingAllocator::return_to_driver(Block* block) noexcept {
  int previous = device_;
  driver().get_device(&previous);
  if (previous != device_) driver().set_device(device_);
  driver().deallocate(block->data);
  if (previous != device_) driver().set_device(previous);
  stats_.reserved_bytes -= block->size;
  ++stats_.num_device_frees;
  delete block;
}

// Gives whole free segments back until that many bytes went; returns how many did. The largest first: few calls.
size_t CachingAllocator::release_free_segments(size_t at_least) {
  join_ready();
  std::vector<Block*> whole;
  for (Free& list : free_)
    for (Block* b : list)
      if (b->before == nullptr && b->behind == nullptr) whole.push_back(b);
  std::sort(whole.begin(), whole.end(), [](const Block* a, const Block* b) { return a->size > b->size; });
  size_t released = 0;
  for (Block* b : whole) {
    if (released >= at_least) break;
    // cudaFree waits for the device, so no work can still be using it.
    check(driver().deallocate(b->data), "cudaFree");
    released += b->size;
    stats_.reserved_bytes -= b->size;
    ++stats_.num_device_frees;
    free_of(*b).erase(b);
    delete b;
  }
  return released;
}

void CachingAllocator::fail(size_t nbytes, size_t segment, int status) {
  ++stats_.num_out_of_memory;
  size_t free = 0, total = 0;
  const bool known = driver().memory_info(&free, &total) == kSuccess;
  const bool bounded = limit_ != 0 && stats_.reserved_bytes + segment > limit_;
  if (status != kErrorMemoryAllocation) check(status, "cudaMalloc");
  TORCHPP_FAIL_KIND(kOutOfMemory, "CUDA out of memory. Tried to allocate ", readable(nbytes), " (GPU ",
                    static_cast<int>(device_), "; ",
                    known ? str(readable(total), " total capacity; ", readable(free), " free; ") : std::string(),
                    readable(stats_.allocated_bytes), " already allocated; ", readable(stats_.reserved_bytes),
                    " reserved in total by torchpp", bounded ? str("; limit ", readable(limit_)) : std::string(),
                    "). If reserved memory is much more than allocated memory, it is fragmented: free what is not "
                    "needed, or allocate "
                    "the largest tensors first");
}

void CachingAllocator::record_stream(void* data, StreamHandle stream) {
  if (!keeps_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto at = in_use_.find(data);
  // Another's, as of from_blob, who keeps it himself.
  if (at == in_use_.end() || at->second->stands_ready) return;
  Block& b = *at->second;
  const auto is_known = [&](const Use& use) { return use.stream == stream; };
  if (stream == b.stream || std::any_of(b.users.begin(), b.users.end(), is_known)) return;
  waiting_.try_emplace(stream);
  if (spare_.empty()) {
    const OnDevice on(device_);
    Uses made(1);
    check(driver().create_event(&made.front().event, false), "cudaEventCreate");
    spare_.splice(spare_.end(), made);
  }
  spare_.front().stream = stream;
  spare_.front().block = &b;
  b.users.splice(b.users.end(), spare_, spare_.begin());
}

MemoryStats CachingAllocator::stats() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return stats_;
}
void CachingAllocator::reset_peak() {
  const std::lock_guard<std::mutex> lock(mutex_);
  stats_.peak_allocated_bytes = stats_.allocated_bytes;
  stats_.peak_reserved_bytes = stats_.reserved_bytes;
}
void CachingAllocator::empty_cache() {
  const OnDevice on(device_);
  const std::lock_guard<std::mutex> lock(mutex_);
  pass_events(true);
  release_free_segments(SIZE_MAX);
  for (; !spare_.empty(); spare_.pop_front()) check(driver().destroy_event(spare_.front().event), "cudaEventDestroy");
}
void CachingAllocator::set_limit(size_t nbytes) {
  const OnDevice on(device_);
  const std::lock_guard<std::mutex> lock(mutex_);
  limit_ = nbytes;
  if (limit_ != 0 && stats_.reserved_bytes > limit_) {
    pass_events(false);
    release_free_segments(stats_.reserved_bytes - limit_);
  }
}
size_t CachingAllocator::limit() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return limit_;
}

CachingAllocator& allocator_of(DeviceIndex device) {
  // Never destroyed: tensors may outlive main.
  static CachingAllocator* const* all = [] {
    const char* no_cache = std::getenv("TORCHPP_CUDA_NO_CACHE");
    const bool keeps = no_cache == nullptr || std::atoi(no_cache) == 0;
    auto** list = new CachingAllocator*[kMaxDevices];
    for (int i = 0; i < kMaxDevices; ++i) list[i] = new CachingAllocator(static_cast<DeviceIndex>(i), keeps);
    return list;
  }();
  return *all[device];
}

// ---- pinned memory

void* PinnedAllocator::allocate(size_t nbytes) {
  size_t size = 512;
  while (size < nbytes && size < SIZE_MAX / 2) size *= 2;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto at = free_.lower_bound({size, nullptr}); at != free_.end() && at->first == size; ++at) {
    const auto block = blocks_.find(at->second);
    if (!idle(block->second)) continue;
    char* data = at->second;
    block->second.place = free_.extract(at);
    return data;
  }
  void* data = nullptr;
  const int status = driver().allocate_pinned(&data, size);
  if (status == kErrorMemoryAllocation) {
    driver().take_last_error();
    TORCHPP_FAIL_KIND(kOutOfMemory, "pinned memory: tried to allocate ", readable(nbytes),
                      " of page-locked host memory, the driver has no more");
  }
  check(status, "cudaHostAlloc");
  blocks_.emplace(static_cast<char*>(data), Block{size, node_of<Free>({size, static_cast<char*>(data)}), {}});
  return data;
}

void PinnedAllocator::deallocate(void* p, size_t) noexcept {
  if (p == nullptr) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto at = blocks_.find(static_cast<char*>(p));
  if (at != blocks_.end() && !at->second.place.empty()) free_.insert(std::move(at->second.place));
}

PinnedAllocator::Blocks::iterator PinnedAllocator::find(const void* p) {
  auto at = blocks_.upper_bound(static_cast<char*>(const_cast<void*>(p)));
  if (at == blocks_.begin()) return blocks_.end();
  --at;
  return static_cast<const char*>(p) < at->first + at->second.size ? at : blocks_.end();
}

void PinnedAllocator::record_use(const void* p, StreamHandle stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto at = find(p);
  if (at == blocks_.end()) return;
  idle(at->second);  // forgets events that have passed, or a block that is kept would gather them
  EventHandle event = nullptr;
  check(driver().create_event(&event, false), "cudaEventCreate");
  at->second.events.push_back(event);
  check(driver().record_event(event, stream), "cudaEventRecord");
}

bool PinnedAllocator::holds(const void* p) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return const_cast<PinnedAllocator*>(this)->find(p) != blocks_.end();
}

// Whether no copy needs the block any more; events that have passed are forgotten, the oldest first.
bool PinnedAllocator::idle(Block& b) {
  while (!b.events.empty()) {
    if (!reached(driver().query_event(b.events.front()), "cudaEventQuery")) return false;
    check(driver().destroy_event(b.events.front()), "cudaEventDestroy");
    b.events.erase(b.events.begin());
  }
  return true;
}

void PinnedAllocator::empty_cache() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto at = free_.begin(); at != free_.end();) {
    const auto block = blocks_.find(at->second);
    if (!idle(block->second)) {
      ++at;
      continue;
    }
    check(driver().deallocate_pinned(at->second), "cudaFreeHost");
    blocks_.erase(block);
    at = free_.erase(at);
  }
}

size_t PinnedAllocator::reserved_bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  size_t n = 0;
  for (const auto& [data, block] : blocks_) n += block.size;
  return n;
}

PinnedAllocator& pinned_allocator() {
  static PinnedAllocator& a = *new PinnedAllocator;
  return a;
}

}  // namespace torchpp::cuda
