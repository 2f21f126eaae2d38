// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Weights in the layouts of kernels, kept from call to call.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "src/backends/cpu/weight_id.h"

namespace torchpp {
namespace cpu {

/// Thread-safe; bounded in bytes and entries, the least recently used go first. A packed form is dropped as soon as its
/// weights are written or freed (StorageImpl::on_contents_gone), and all forms by memory::trim(). A form in use stays
/// alive until its last user is done.
class WeightCache {
 public:
  static WeightCache& instance();

  /// The weights at `address`, part of those identified, as the primitives numbered `primitives` want them: nbytes that
  /// reorder(void* to) writes, kept from the second call on. Null at the first call, because weights that are written
  /// before each call are not worth the memory, where the bound leaves no room, and for weights without a number.
  template <class Reorder>
  std::shared_ptr<const void> get(const void* address, const WeightId& weights, uint64_t primitives, size_t nbytes,
                                  const Reorder& reorder) {
    const uint64_t contents = weights.number();
    if (contents == 0) return nullptr;
    const Key key{address, contents, primitives};
    std::shared_ptr<const void> data;
    if (!wants_form(key, nbytes, data)) return data;
    const std::shared_ptr<void> fresh = allocate(nbytes);
    reorder(fresh.get());
    keep(key, fresh, nbytes);
    return fresh;
  }

  /// Most bytes of packed forms that are kept together; 256 MB at the start.
  void set_bound(size_t nbytes);
  /// ... that are kept now.
  size_t nbytes();
  /// How often kept forms were used.
  uint64_t hits();

 private:
  struct Key {
    const void* address;
    uint64_t contents, primitives;
    bool operator==(const Key& o) const {
      return address == o.address && contents == o.contents && primitives == o.primitives;
    }
  };
  struct Hash {
    size_t operator()(const Key& k) const {
      return (reinterpret_cast<uintptr_t>(k.address) ^ k.contents << 20 ^ k.primitives << 44) * 0x9e3779b97f4a7c15ull;
    }
  };
  struct Entry {
    std::shared_ptr<const void> data;  // null: asked for once
    size_t nbytes = 0;                 // of data
    uint64_t used = 0;
  };
  using Entries = std::unordered_map<Key, Entry, Hash>;
  static constexpr size_t kMostEntries = 4096;

  WeightCache();
  static std::shared_ptr<void> allocate(size_t nbytes);
  /// Counts the call. True when the caller must make the form and keep() it; else data is the kept form, or null.
  bool wants_form(const Key& key, size_t nbytes, std::shared_ptr<const void>& data);
  void keep(const Key& key, std::shared_ptr<const void> data, size_t nbytes);
  void forget(uint64_t contents);
  Entries::iterator erase(Entries::iterator it);
  size_t shrink(size_t bound, size_t entries);

  std::mutex mutex_;
  Entries entries_;
  size_t nbytes_ = 0, bound_ = size_t{256} << 20;
  uint64_t clock_ = 0, hits_ = 0;
};

}  // namespace cpu
}  // namespace torchpp
