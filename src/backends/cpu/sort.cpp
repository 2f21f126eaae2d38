// SPDX-License-Identifier: BSD-3-Clause

// sort, topk and kthvalue. Elements become unsigned keys that order as the elements do, with a NaN above all else and
// -0 as 0; keys with their positions are sorted, and the values fetched by position, so that they keep their bits.
// Keys of at most 32 bits share a word with the position: isa/sort.cpp sorts words in vectors.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/cpu/sort_keys.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// A key and the position of its element. The order is that of the keys, then that of the positions: a total order, so
// that every algorithm gives the same. Narrow keys share a word with the position, and one comparison orders them.
template <class K>
class Item {
 public:
  Item() = default;
  Item(K key, uint32_t at) : word_(uint64_t{key} << 32 | at) {}
  K key() const { return static_cast<K>(word_ >> 32); }
  uint32_t at() const { return static_cast<uint32_t>(word_); }
  friend bool operator<(Item a, Item b) { return a.word_ < b.word_; }

 private:
  uint64_t word_;
};
static_assert(sizeof(Item<uint32_t>) == sizeof(uint64_t), "items of narrow keys are words");
template <>
class Item<uint64_t> {
 public:
  Item() = default;
  Item(uint64_t key, uint32_t at) : key_(key), at_(at) {}
  uint64_t key() const { return key_; }
  uint32_t at() const { return at_; }
  friend bool operator<(const Item& a, const Item& b) { return a.key_ < b.key_ || (a.key_ == b.key_ && a.at_ < b.at_); }

 private:
  uint64_t key_;
  uint32_t at_;
};

const SortKernels& kernels() { return at_level(cpu_level(), TORCHPP_ALL_SETS(sort_kernels)); }
template <class K>
uint64_t* words_of(Item<K>* items) {
  return reinterpret_cast<uint64_t*>(items);
}
template <class K>
const uint64_t* words_of(const Item<K>* items) {
  return reinterpret_cast<const uint64_t*>(items);
}

// Stable: digits of 8 bits from the lowest on; digits that all elements share are passed over.
template <class K>
void radix_sort(Item<K>* items, Item<K>* other, int64_t n) {
  constexpr int kDigits = sizeof(K);
  const std::unique_ptr<uint32_t[]> counts(new uint32_t[kDigits * 256]());
  for (int64_t i = 0; i < n; ++i)
    for (int d = 0; d < kDigits; ++d) ++counts[static_cast<size_t>(d * 256) + (items[i].key() >> (8 * d) & 0xff)];
  Item<K>*from = items, *to = other;
  for (int d = 0; d < kDigits; ++d) {
    uint32_t* const count = counts.get() + d * 256;
    if (count[from[0].key() >> (8 * d) & 0xff] == n) continue;
    uint32_t start = 0;
    for (int v = 0; v < 256; ++v) {
      const uint32_t c = count[v];
      count[v] = start;
      start += c;
    }
    for (int64_t i = 0; i < n; ++i) to[count[from[i].key() >> (8 * d) & 0xff]++] = from[i];
    std::swap(from, to);
  }
  if (from != items) std::copy(from, from + n, items);
}

// Counting leaves equal keys as they come, so that it is for items in the order of their positions only.
template <class K>
void sort_items(Item<K>* items, Item<K>* other, int64_t n, bool in_order_of_positions) {
  // Where counting digits costs more than comparing.
  constexpr int64_t kShort = sizeof(K) == 8 ? 1024 : sizeof(K) == 1 ? 64 : 256;
  const bool counts = n > kShort && in_order_of_positions;
  // One digit or two are counted sooner than long lines are split.
  if constexpr (sizeof(K) < 8) {
    if (kernels().sort != nullptr && (sizeof(K) == 4 || !counts)) {
      if (!kernels().sort(words_of(items), words_of(other), n)) std::sort(items, items + n);
      return;
    }
  }
  if (counts) radix_sort(items, other, n);
  else std::sort(items, items + n);
}

constexpr int64_t kRun = 1 << 17;

// One long line on several threads. Parts that are split in two, level by level, are sorted each by itself.
void sort_parts(Item<uint32_t>* items, Item<uint32_t>* other, int64_t n) {
  int levels = 2;  // some parts for each thread
  while (1 << (levels - 2) < get_num_threads() && levels < 8) ++levels;
  std::vector<int64_t> ends = {n};
  for (int level = 0; level < levels; ++level) {
    std::vector<int64_t> next(2 * ends.size());
    parallel_for(0, static_cast<int64_t>(ends.size()), 1, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end; ++part) {
        const size_t p = static_cast<size_t>(part);
        const int64_t first = p == 0 ? 0 : ends[p - 1], count = ends[p] - first;
        const bool is_long = count >= kLeastSplit;
        next[2 * p] = first + (is_long ? kernels().split(words_of(items + first), words_of(other + first), count) : 0);
        next[2 * p + 1] = ends[p];
      }
    });
    ends = std::move(next);
  }
  parallel_for(0, static_cast<int64_t>(ends.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      const size_t p = static_cast<size_t>(part);
      const int64_t first = p == 0 ? 0 : ends[p - 1];
      if (ends[p] > first) sort_items(items + first, other + first, ends[p] - first, false);
    }
  });
}

// One long line on several threads: runs of a fixed length are sorted, then merged in pairs.
template <class K>
void sort_long(Item<K>* items, Item<K>* other, int64_t n) {
  if constexpr (sizeof(K) == 4)
    if (kernels().split != nullptr) return sort_parts(items, other, n);
  const int64_t runs = (n + kRun - 1) / kRun;
  parallel_for(0, runs, 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const int64_t first = r * kRun;
      sort_items(items + first, other + first, std::min(kRun, n - first), true);
    }
  });
  Item<K>*from = items, *to = other;
  for (int64_t length = kRun; length < n; length *= 2) {
    parallel_for(0, (n + 2 * length - 1) / (2 * length), 1, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        const int64_t a = p * 2 * length, b = std::min(a + length, n), c = std::min(b + length, n);
        std::merge(from + a, from + b, from + b, from + c, to + a);
      }
    });
    std::swap(from, to);
  }
  if (from != items) std::copy(from, from + n, items);
}

template <class T>
void load_items(Item<typename KeyOf<T>::Key>* items, const T* x, int64_t stride, int64_t first, int64_t last,
                bool descending) {
  using K = typename KeyOf<T>::Key;
  if constexpr (sizeof(K) < 8)
    if (stride == 1) return kernels().load(KeyOf<T>::kind, words_of(items + first), x, first, last - first, descending);
  const K flip = descending ? static_cast<K>(~K{0}) : K{0};
  for (int64_t i = first; i < last; ++i)
    items[i] = {static_cast<K>(key_at(x + i * stride) ^ flip), static_cast<uint32_t>(i)};
}
template <class K, class T>
void store_items(const Item<K>* items, const T* x, int64_t stride, int64_t count, bool descending, T* values,
                 int64_t* indices, int64_t step) {
  if constexpr (sizeof(K) == sizeof(T) && sizeof(K) < 8)
    if (stride == 1 && step == 1)
      return kernels().store(KeyOf<T>::kind, words_of(items), x, count, descending, values, indices);
  for (int64_t i = 0; i < count; ++i) {
    values[i * step] = x[items[i].at() * stride];
    indices[i * step] = items[i].at();
  }
}

// Integers of 64 bits that are close together, as labels and positions are, have keys of 32 bits: what they are above
// the least, or below the greatest in a descending order. False, and no items, where they are not.
bool load_narrow(Item<uint32_t>* items, const int64_t* x, int64_t stride, int64_t n, bool descending) {
  int64_t least = x[0], greatest = x[0];
  for (int64_t i = 1; i < n; ++i) {
    least = std::min(least, x[i * stride]);
    greatest = std::max(greatest, x[i * stride]);
  }
  if (static_cast<uint64_t>(greatest) - static_cast<uint64_t>(least) > 0xffffffffu) return false;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t key = descending ? greatest - x[i * stride] : x[i * stride] - least;
    items[i] = {static_cast<uint32_t>(key), static_cast<uint32_t>(i)};
  }
  return true;
}

template <class T>
void sort_lines(const Tensor& in, const SortLines& l, bool descending, T* values, int64_t* indices) {
  using I = Item<typename KeyOf<T>::Key>;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool is_long = l.n > kRun && l.count < 16 && get_num_threads() > 1;
  const auto each_part = [&](const auto& f) {
    constexpr int64_t kLeast = 1 << 15;
    if (is_long) parallel_for(0, l.n, kLeast, f);
    else f(0, l.n);
  };
  const auto sort_some = [&](int64_t begin, int64_t end) {
    const Workspace space(2 * static_cast<size_t>(l.n) * sizeof(I));
    for (int64_t line = begin; line < end; ++line) {
      const SortLines::Offsets at = l.of(line);
      const T* from = x + at.in;
      const auto sort_loaded = [&](auto* items) {
        if (is_long) sort_long(items, items + l.n, l.n);
        else sort_items(items, items + l.n, l.n, true);
        each_part([&](int64_t b, int64_t e) {
          store_items(items + b, from, l.stride, e - b, descending, values + at.out + b * l.out_stride,
                      indices + at.out + b * l.out_stride, l.out_stride);
        });
      };
      if constexpr (std::is_same_v<T, int64_t>) {
        Item<uint32_t>* const narrow = space.as<Item<uint32_t>>();
        if (load_narrow(narrow, from, l.stride, l.n, descending)) {
          sort_loaded(narrow);
          continue;
        }
      }
      I* const items = space.as<I>();
      each_part([&](int64_t b, int64_t e) { load_items<T>(items, from, l.stride, b, e, descending); });
      sort_loaded(items);
    }
  };
  if (is_long) sort_some(0, l.count);
  else parallel_for(0, l.count, 1 + kReduceGrain / (16 * l.n), sort_some);
}

// Moves the k-th item to where it would be in order, and those that are less before it.
template <class K>
void select_item(Item<K>* items, Item<K>* other, int64_t n, int64_t k) {
  if constexpr (sizeof(K) < 8) {
    if (kernels().split != nullptr) {
      constexpr int kMostSplits = 64;
      for (int splits = 0; n >= kLeastSplit && splits < kMostSplits; ++splits) {
        const int64_t low = kernels().split(words_of(items), words_of(other), n);
        if (k <= low) {
          n = low;
        } else {
          items += low, n -= low, k -= low;
        }
      }
      return sort_items(items, other, n, false);
    }
  }
  std::nth_element(items, items + k - 1, items + n);
}

// Few of many: a heap of the best so far, whose worst turns most elements away.
template <class T>
void select_few(Item<typename KeyOf<T>::Key>* heap, int64_t k, const T* x, int64_t stride, int64_t n, bool descending) {
  using K = typename KeyOf<T>::Key;
  constexpr int64_t kBlock = 256;
  const K flip = descending ? static_cast<K>(~K{0}) : K{0};
  load_items<T>(heap, x, stride, 0, k, descending);
  std::make_heap(heap, heap + k);
  K worst = heap[0].key(), keys[kBlock];
  // Of equal keys those that come later are behind.
  const auto replace_worst = [&](K key, int64_t at) {
    std::pop_heap(heap, heap + k);
    heap[k - 1] = {key, static_cast<uint32_t>(at)};
    std::push_heap(heap, heap + k);
    worst = heap[0].key();
  };
  if (stride == 1) {
    for (int64_t i = k; (i = kernels().find_below(KeyOf<T>::kind, x, i, n, worst, descending)) < n; ++i)
      replace_worst(static_cast<K>(key_at(x + i) ^ flip), i);
    return std::sort_heap(heap, heap + k);
  }
  for (int64_t first = k; first < n; first += kBlock) {
    const int64_t count = std::min(kBlock, n - first);
    for (int64_t i = 0; i < count; ++i) keys[i] = static_cast<K>(key_at(x + (first + i) * stride) ^ flip);
    for (int64_t i = 0; i < count; ++i)
      if (keys[i] < worst) replace_worst(keys[i], first + i);
  }
  std::sort_heap(heap, heap + k);
}

// The items `from` to k - 1 of each line in order: the first k, or the k-th alone.
template <class T>
void select_lines(const Tensor& in, const SortLines& l, int64_t skip, int64_t k, bool largest, T* values,
                  int64_t* indices) {
  using I = Item<typename KeyOf<T>::Key>;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool few = skip == 0 && k * 8 <= l.n;
  parallel_for(0, l.count, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
    const Workspace space(static_cast<size_t>(few ? k : 2 * l.n) * sizeof(I));
    I *const items = space.as<I>(), *const other = items + l.n;
    for (int64_t line = begin; line < end; ++line) {
      const SortLines::Offsets at = l.of(line);
      const T* from = x + at.in;
      if (few) {
        select_few(items, k, from, l.stride, l.n, largest);
      } else {
        load_items<T>(items, from, l.stride, 0, l.n, largest);
        if (k < l.n || skip > 0) select_item(items, other, l.n, k);
        if (skip == 0) sort_items(items, other, k, k == l.n);
      }
      store_items(items + skip, from, l.stride, k - skip, largest, values + at.out, indices + at.out, l.out_stride);
    }
  });
}

void select(const char* loop, const SelectionPlan& plan, const Tensor& self, int64_t skip, bool largest) {
  const Tensor in = resolved(self);
  if (plan.result().numel() == 0) return;
  visit_ordered(self.scalar_type(), loop, [&](auto tag) {
    using T = typename decltype(tag)::type;
    select_lines<T>(in, SortLines(in, plan.with_dim(), plan.dim), skip, plan.k, largest,
                    static_cast<T*>(plan.result(0).impl()->data()),
                    static_cast<int64_t*>(plan.result(1).impl()->data()));
  });
}

}  // namespace

void sort(const SelectionPlan& plan, const Tensor& self, optional<bool>, int64_t, bool descending) {
  const Tensor in = resolved(self);
  if (in.numel() == 0) return;
  visit_ordered(self.scalar_type(), "sort_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    sort_lines<T>(in, SortLines(in, plan.result(), plan.dim), descending,
                  static_cast<T*>(plan.result(0).impl()->data()), static_cast<int64_t*>(plan.result(1).impl()->data()));
  });
}

void topk(const SelectionPlan& plan, const Tensor& self, int64_t, int64_t, bool largest, bool) {
  select("topk_cpu", plan, self, 0, largest);
}
void kthvalue(const SelectionPlan& plan, const Tensor& self, int64_t, int64_t, bool) {
  select("kthvalue_cpu", plan, self, plan.k - 1, false);
}

}  // namespace torchpp::cpu
