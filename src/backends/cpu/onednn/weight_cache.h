// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Weights in oneDNN's layouts, kept from call to call.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace torchpp {
namespace cpu {
namespace onednn {

/// Cache-line aligned memory for one entry. Throws Error when the system has none.
std::shared_ptr<void> allocate_weights(size_t nbytes);

/// Thread-safe; bounded in bytes, the least recently used go first. What is in use outlives its eviction.
class WeightCache {
 public:
  static WeightCache& instance();

  /// The weights `id` as the plan numbered `plan` wants them; null if they are not kept.
  std::shared_ptr<const void> find(uint64_t id, uint64_t plan);
  void keep(uint64_t id, uint64_t plan, std::shared_ptr<const void> data, size_t nbytes);

  void set_bound(size_t nbytes);
  size_t nbytes();

 private:
  struct Entry {
    std::shared_ptr<const void> data;
    size_t nbytes = 0;
    uint64_t id = 0, plan = 0, used = 0;
  };
  static uint64_t slot(uint64_t id, uint64_t plan) { return (id ^ plan << 40) * 0x9e3779b97f4a7c15ull; }
  void shrink(size_t bound);

  std::mutex mutex_;
  std::unordered_map<uint64_t, Entry> entries_;  // one entry per slot: a collision replaces
  size_t nbytes_ = 0, bound_ = size_t{256} << 20;
  uint64_t clock_ = 0;
};

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
