// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/weight_id.h"

#include <torchpp/core/parallel.h>
#include <torchpp/core/tensor_base.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "src/core/allocator.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace {

// To compare takes less than to pack: 3x3 convolutions, one thread, stride 2 128>256@28 with 1.2 MB of weights 54 and
// 180 us, 256>512@14 with 4.7 MB 350 and 640, but 512>512@7 with 9.4 MB 670 and 460.
constexpr size_t kMostBytes = size_t{6} << 20;

bool are_equal(const void* a, const void* b, size_t nbytes) {
  constexpr size_t kSlice = size_t{256} << 10;
  std::atomic<bool> equal{true};
  detail::run_slices(static_cast<int64_t>((nbytes + kSlice - 1) / kSlice), [&](int64_t i) {
    const size_t begin = static_cast<size_t>(i) * kSlice, count = std::min(kSlice, nbytes - begin);
    if (!equal.load(std::memory_order_relaxed)) return;
    if (std::memcmp(static_cast<const char*>(a) + begin, static_cast<const char*>(b) + begin, count) != 0)
      equal.store(false, std::memory_order_relaxed);
  });
  return equal.load(std::memory_order_relaxed);
}

// Copies of weights, by address. A copy is a storage that nobody writes, so that its number is that of its contents and
// ends with it. Bounded in bytes and entries; the least recently used go first.
class WeightCopies {
 public:
  static WeightCopies& instance() {
    static WeightCopies& copies = *new WeightCopies;
    return copies;
  }

  uint64_t number(StorageImpl& source, const void* data, size_t nbytes) {
    Storage copy;
    if (!find(source, data, nbytes, copy)) return 0;
    if (!copy) {
      copy = Storage(make_intrusive<StorageImpl>(nbytes, Device(kCPU), &memory::pool_allocator));
      std::memcpy(copy.get()->data(), data, nbytes);
      keep(data, copy);
    } else if (!are_equal(copy.get()->data(), data, nbytes)) {
      forget(data, copy);
      return 0;
    }
    return copy.get()->contents_number();
  }

 private:
  struct Entry {
    weak_intrusive_ptr<StorageImpl> source;
    size_t nbytes = 0;
    Storage copy;        // none until `wait` calls have passed
    uint32_t calls = 0;  // since the entry was made or its copy forgotten
    uint32_t wait = 1;   // doubled by each change that a comparison finds
    uint64_t used = 0;
  };
  using Entries = std::unordered_map<const void*, Entry>;
  static constexpr size_t kMostEntries = 4096, kMostCopied = size_t{64} << 20;
  static constexpr uint32_t kMostWait = 256;

  WeightCopies() {
    memory::on_trim([]() -> size_t {
      WeightCopies& copies = instance();
      const std::lock_guard<std::mutex> lock(copies.mutex_);
      return copies.shrink(0, 0);
    });
  }

  // Counts the call. False where the weights have no number now; else `copy` is that of them, or none is made yet.
  bool find(StorageImpl& source, const void* data, size_t nbytes, Storage& copy) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Entry& e = entries_[data];
    if (e.source.unsafe_get() != &source || e.nbytes != nbytes) {
      copied_ -= e.copy ? e.nbytes : 0;
      e = Entry();
      e.source = weak_intrusive_ptr<StorageImpl>(intrusive_ptr<StorageImpl>::share(&source));
      e.nbytes = nbytes;
    }
    e.used = ++clock_;
    copy = e.copy;
    const bool ready = copy || ++e.calls > e.wait;
    if (entries_.size() > kMostEntries) shrink(kMostCopied, kMostEntries);
    return ready;
  }

  void keep(const void* data, const Storage& copy) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end();)
      it = it->second.source.expired() ? erase(it) : std::next(it);
    const auto it = entries_.find(data);
    if (it == entries_.end() || it->second.copy || it->second.nbytes != copy.nbytes()) return;  // another thread's call
    it->second.copy = copy;
    copied_ += copy.nbytes();
    shrink(kMostCopied, kMostEntries);
  }

  void forget(const void* data, const Storage& copy) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto it = entries_.find(data);
    if (it == entries_.end() || !it->second.copy.is_alias_of(copy)) return;
    Entry& e = it->second;
    copied_ -= e.nbytes;
    e.copy = Storage();
    e.calls = 0;
    e.wait = std::min(2 * e.wait, kMostWait);
  }

  Entries::iterator erase(Entries::iterator it) {
    copied_ -= it->second.copy ? it->second.nbytes : 0;
    return entries_.erase(it);
  }

  size_t shrink(size_t bytes, size_t entries) {
    const size_t before = copied_;
    while (copied_ > bytes || entries_.size() > entries) {
      auto oldest = entries_.begin();
      for (auto it = entries_.begin(); it != entries_.end(); ++it)
        if (it->second.used < oldest->second.used) oldest = it;
      erase(oldest);
    }
    return before - copied_;
  }

  std::mutex mutex_;
  Entries entries_;
  size_t copied_ = 0;  // bytes
  uint64_t clock_ = 0;
};

}  // namespace

WeightId::WeightId(const TensorBase& weights) {
  StorageImpl& storage = *weights.impl()->storage().get();
  number_ = storage.contents_number();
  if (number_ != 0 || weights.nbytes() > kMostBytes) return;
  unwatched_ = &storage;
  data_ = weights.impl()->data();
  nbytes_ = weights.nbytes();
}

uint64_t WeightId::number_of_copy() const { return WeightCopies::instance().number(*unwatched_, data_, nbytes_); }

}  // namespace cpu
}  // namespace torchpp
