// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/weight_cache.h"

#include <torchpp/core/error.h>
#include <torchpp/core/storage.h>

#include <cstdlib>
#include <utility>

#include "src/backends/cpu/workspace.h"
#include "src/core/allocator.h"

namespace torchpp {
namespace cpu {

std::shared_ptr<void> WeightCache::allocate(size_t nbytes) {
  void* data = std::aligned_alloc(64, aligned_size(nbytes));
  TORCHPP_CHECK(data, "packed weights: got no memory from the system, expected ", nbytes, " bytes");
  return std::shared_ptr<void>(data, [](void* p) { std::free(p); });
}

WeightCache& WeightCache::instance() {
  static WeightCache& cache = *new WeightCache;
  return cache;
}

WeightCache::WeightCache() {
  StorageImpl::on_contents_gone([](uint64_t contents) noexcept { instance().forget(contents); });
  memory::on_trim([]() -> size_t {
    WeightCache& cache = instance();
    const std::lock_guard<std::mutex> lock(cache.mutex_);
    return cache.shrink(0, 0);
  });
}

bool WeightCache::wants_form(const Key& key, size_t nbytes, std::shared_ptr<const void>& data) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [it, first] = entries_.try_emplace(key);
  it->second.used = ++clock_;
  data = it->second.data;
  if (data) ++hits_;
  if (first) shrink(bound_, bound_ == 0 ? 0 : kMostEntries);
  return !first && !data && nbytes <= bound_;
}

void WeightCache::keep(const Key& key, std::shared_ptr<const void> data, size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = entries_.find(key);
  if (it == entries_.end()) return;  // written meanwhile by another thread, or no room
  nbytes_ += nbytes - it->second.nbytes;
  it->second = {std::move(data), nbytes, ++clock_};
  shrink(bound_, kMostEntries);
}

void WeightCache::forget(uint64_t contents) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end();)
    it = it->first.contents == contents ? erase(it) : std::next(it);
}

void WeightCache::set_bound(size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bound_ = nbytes;
  shrink(bound_, bound_ == 0 ? 0 : kMostEntries);
}

size_t WeightCache::nbytes() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return nbytes_;
}

uint64_t WeightCache::hits() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return hits_;
}

WeightCache::Entries::iterator WeightCache::erase(Entries::iterator it) {
  nbytes_ -= it->second.nbytes;
  return entries_.erase(it);
}

size_t WeightCache::shrink(size_t bound, size_t entries) {
  const size_t before = nbytes_;
  while (nbytes_ > bound || entries_.size() > entries) {
    auto oldest = entries_.begin();
    for (auto it = entries_.begin(); entries > 0 && it != entries_.end(); ++it)
      if (it->second.used < oldest->second.used) oldest = it;
    erase(oldest);
  }
  return before - nbytes_;
}

}  // namespace cpu
}  // namespace torchpp
