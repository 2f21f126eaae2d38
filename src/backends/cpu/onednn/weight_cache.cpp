// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/onednn/weight_cache.h"

#include <torchpp/core/error.h>

#include <cstdlib>
#include <utility>

#include "src/backends/cpu/reference/workspace.h"

namespace torchpp {
namespace cpu {
namespace onednn {

std::shared_ptr<void> allocate_weights(size_t nbytes) {
  void* data = std::aligned_alloc(64, aligned_size(nbytes));
  TORCHPP_CHECK(data, "onednn weights: got no memory from the system, expected ", nbytes, " bytes");
  return std::shared_ptr<void>(data, [](void* p) { std::free(p); });
}

WeightCache& WeightCache::instance() {
  static WeightCache& cache = *new WeightCache;
  return cache;
}

std::shared_ptr<const void> WeightCache::find(uint64_t id, uint64_t plan) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = entries_.find(slot(id, plan));
  if (it == entries_.end() || it->second.id != id || it->second.plan != plan) return nullptr;
  it->second.used = ++clock_;
  return it->second.data;
}

void WeightCache::keep(uint64_t id, uint64_t plan, std::shared_ptr<const void> data, size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (nbytes > bound_) return;
  Entry& entry = entries_[slot(id, plan)];
  nbytes_ += nbytes - entry.nbytes;
  entry = {std::move(data), nbytes, id, plan, ++clock_};
  shrink(bound_);
}

void WeightCache::set_bound(size_t nbytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bound_ = nbytes;
  shrink(bound_);
}

size_t WeightCache::nbytes() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return nbytes_;
}

void WeightCache::shrink(size_t bound) {
  while (nbytes_ > bound) {
    auto oldest = entries_.begin();
    for (auto it = entries_.begin(); it != entries_.end(); ++it)
      if (it->second.used < oldest->second.used) oldest = it;
    nbytes_ -= oldest->second.nbytes;
    entries_.erase(oldest);
  }
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
