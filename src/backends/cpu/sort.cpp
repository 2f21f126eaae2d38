// SPDX-License-Identifier: BSD-3-Clause

// sort, topk and kthvalue. Elements become unsigned keys that order as the elements do, with a NaN above all else and
// -0 as 0; keys with their positions are sorted, and the values fetched by position, so that they keep their bits.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <memory>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/cpu/sort_keys.h"
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

template <class K>
void sort_items(Item<K>* items, Item<K>* other, int64_t n) {
  // Where counting digits costs more than comparing.
  constexpr int64_t kShort = sizeof(K) == 8 ? 1024 : sizeof(K) == 1 ? 64 : 256;
  if (n <= kShort) std::sort(items, items + n);
  else radix_sort(items, other, n);
}

constexpr int64_t kRun = 1 << 17;

// One long line on several threads: runs of a fixed length are sorted, then merged in pairs.
template <class K>
void sort_long(Item<K>* items, Item<K>* other, int64_t n) {
  const int64_t runs = (n + kRun - 1) / kRun;
  parallel_for(0, runs, 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const int64_t first = r * kRun;
      sort_items(items + first, other + first, std::min(kRun, n - first));
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
void load_items(Item<typename KeyOf<T>::Key>* items, const T* x, int64_t stride, int64_t n, bool descending) {
  using K = typename KeyOf<T>::Key;
  const K flip = descending ? static_cast<K>(~K{0}) : K{0};
  for (int64_t i = 0; i < n; ++i) items[i] = {static_cast<K>(key_at(x + i * stride) ^ flip), static_cast<uint32_t>(i)};
}
template <class T>
void store_items(const Item<typename KeyOf<T>::Key>* items, const T* x, int64_t stride, int64_t count, T* values,
                 int64_t* indices, int64_t step) {
  for (int64_t i = 0; i < count; ++i) {
    values[i * step] = x[items[i].at() * stride];
    indices[i * step] = items[i].at();
  }
}

template <class T>
void sort_lines(const Tensor& in, const SortLines& l, bool descending, T* values, int64_t* indices) {
  using I = Item<typename KeyOf<T>::Key>;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool is_long = l.n > kRun && l.count < 16 && get_num_threads() > 1;
  const auto sort_some = [&](int64_t begin, int64_t end) {
    const std::unique_ptr<I[]> items(new I[static_cast<size_t>(2 * l.n)]);
    for (int64_t line = begin; line < end; ++line) {
      const SortLines::Offsets at = l.of(line);
      const T* from = x + at.in;
      load_items<T>(items.get(), from, l.stride, l.n, descending);
      if (is_long) sort_long(items.get(), items.get() + l.n, l.n);
      else sort_items(items.get(), items.get() + l.n, l.n);
      store_items<T>(items.get(), from, l.stride, l.n, values + at.out, indices + at.out, l.out_stride);
    }
  };
  if (is_long) sort_some(0, l.count);
  else parallel_for(0, l.count, 1 + kReduceGrain / (16 * l.n), sort_some);
}

// The first k of a line in order.
template <class K>
void select_items(Item<K>* items, int64_t n, int64_t k) {
  if (k < n) std::nth_element(items, items + k - 1, items + n);
  std::sort(items, items + k);
}

// Few of many: a heap of the best so far, whose worst turns most elements away.
template <class T>
void select_few(Item<typename KeyOf<T>::Key>* heap, int64_t k, const T* x, int64_t stride, int64_t n, bool descending) {
  using K = typename KeyOf<T>::Key;
  constexpr int64_t kBlock = 256;
  const K flip = descending ? static_cast<K>(~K{0}) : K{0};
  load_items<T>(heap, x, stride, k, descending);
  std::make_heap(heap, heap + k);
  K worst = heap[0].key(), keys[kBlock];
  for (int64_t first = k; first < n; first += kBlock) {
    const int64_t count = std::min(kBlock, n - first);
    for (int64_t i = 0; i < count; ++i) keys[i] = static_cast<K>(key_at(x + (first + i) * stride) ^ flip);
    for (int64_t i = 0; i < count; ++i) {
      if (!(keys[i] < worst)) continue;  // equal keys come later, and so behind
      std::pop_heap(heap, heap + k);
      heap[k - 1] = {keys[i], static_cast<uint32_t>(first + i)};
      std::push_heap(heap, heap + k);
      worst = heap[0].key();
    }
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
    const std::unique_ptr<I[]> items(new I[static_cast<size_t>(few ? k : l.n)]);
    for (int64_t line = begin; line < end; ++line) {
      const SortLines::Offsets at = l.of(line);
      const T* from = x + at.in;
      if (few) {
        select_few(items.get(), k, from, l.stride, l.n, largest);
      } else {
        load_items<T>(items.get(), from, l.stride, l.n, largest);
        if (skip == 0) select_items(items.get(), l.n, k);
        else std::nth_element(items.get(), items.get() + skip, items.get() + l.n);
      }
      store_items<T>(items.get() + skip, from, l.stride, k - skip, values + at.out, indices + at.out, l.out_stride);
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
