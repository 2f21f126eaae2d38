// SPDX-License-Identifier: BSD-3-Clause

// sort, topk and kthvalue. Elements become unsigned keys that order as the elements do, with a NaN above all else and
// -0 as 0; keys with their positions are sorted, and the values fetched by position, so that they keep their bits.
// Keys of at most 32 bits share a word with the position: isa/sort.cpp sorts words in vectors. Of keys of 64 bits the
// words have the 32 upper bits that tell them apart; where those are equal, the others are sorted then.

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

// The key whose upper part shares a word with the position.
template <class T>
using WordKey = std::conditional_t<sizeof(typename KeyOf<T>::Key) == 8, uint32_t, typename KeyOf<T>::Key>;

// Counting leaves equal keys as they come, so that it is for items in the order of their positions only. If `to` is not
// null, the elements are written, and the items are lost.
template <class K>
void sort_items(Item<K>* items, Item<K>* other, int64_t n, bool in_order_of_positions,
                const SortedElements* to = nullptr) {
  // Where counting digits costs more than comparing.
  constexpr int64_t kShort = sizeof(K) == 1 ? 64 : 256;
  const bool counts = n > kShort && in_order_of_positions;
  // One digit or two are counted sooner than long lines are split.
  if (kernels().sort != nullptr && (sizeof(K) == 4 || !counts))
    return kernels().sort(words_of(items), words_of(other), n, to);
  if (counts) radix_sort(items, other, n);
  else std::sort(items, items + n);
  if (to != nullptr) kernels().store(words_of(items), n, *to);
}

constexpr int64_t kRun = 1 << 17;

// One long line on several threads: runs of a fixed length are sorted, then merged in pairs.
template <class K>
void sort_long(Item<K>* items, Item<K>* other, int64_t n) {
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

// The elements of one line, where they go, and how words are made of their keys.
template <class T>
struct Line {
  using Key = typename KeyOf<T>::Key;
  using I = Item<WordKey<T>>;
  const T* x;
  int64_t stride, n;
  bool descending;
  T* values;
  int64_t *indices, step;
  uint64_t least = 0;
  int shift = 0;

  Line(const T* from, int64_t from_stride, int64_t count, bool falls, T* to, int64_t* positions, int64_t to_stride)
      : x(from), stride(from_stride), n(count), descending(falls), values(to), indices(positions), step(to_stride) {
    if constexpr (sizeof(Key) == 8) {
      uint64_t greatest = 0;
      if (stride == 1) {
        kernels().range(KeyOf<T>::kind, x, n, descending, &least, &greatest);
      } else {
        least = greatest = key(0);
        for (int64_t i = 1; i < n; ++i) least = std::min(least, key(i)), greatest = std::max(greatest, key(i));
      }
      while ((greatest - least) >> shift > 0xffffffffu) ++shift;
    }
  }

  Key key(int64_t i) const {
    const Key flip = descending ? static_cast<Key>(~Key{0}) : Key{0};
    return static_cast<Key>(key_at(x + i * stride) ^ flip);
  }
  void load(I* items, int64_t first, int64_t last) const {
    if (stride == 1)
      return kernels().load(KeyOf<T>::kind, words_of(items + first), x, first, last - first, descending, least, shift);
    for (int64_t i = first; i < last; ++i)
      if constexpr (sizeof(Key) < 8) items[i] = {key(i), static_cast<uint32_t>(i)};
      else items[i] = {static_cast<uint32_t>((key(i) - least) >> shift), static_cast<uint32_t>(i)};
  }
  // Whether values follow from items, and lie side by side.
  bool stores_items() const { return stride == 1 && step == 1 && shift == 0; }
  // Where the results lie that are at `at` in the order.
  SortedElements results(int64_t at) const { return {KeyOf<T>::kind, x, descending, least, values + at, indices + at}; }
  void store(const I* items, int64_t count, int64_t at) const {
    if (stores_items()) return kernels().store(words_of(items), count, results(at));
    for (int64_t i = 0; i < count; ++i) {
      values[(at + i) * step] = x[items[i].at() * stride];
      indices[(at + i) * step] = items[i].at();
    }
  }
  // Sorts items whose words are sorted already, but for what a shift left out of them.
  void order_runs(I* items, I* other, int64_t count) const {
    for (int64_t first = 0, end; first < count; first = end) {
      const WordKey<T> upper = items[first].key();
      for (end = first + 1; end < count && items[end].key() == upper; ++end) {
      }
      if (end - first == 1) continue;
      bool in_order = true;
      for (int64_t i = first; i < end; ++i) {
        const uint64_t lower = (key(items[i].at()) - least) & ((uint64_t{1} << shift) - 1);
        other[i] = {static_cast<WordKey<T>>(lower), items[i].at()};
        in_order &= i == first || other[i - 1] < other[i];
      }
      if (in_order) continue;
      sort_items(other + first, items + first, end - first, false);
      for (int64_t i = first; i < end; ++i) items[i] = {upper, other[i].at()};
    }
  }
  // Sorts items that come in the order at `at`, and stores what they stand for.
  void finish(I* items, I* other, int64_t count, bool in_order_of_positions, int64_t at) const {
    const SortedElements to = results(at);
    sort_items(items, other, count, in_order_of_positions, stores_items() ? &to : nullptr);
    if (stores_items()) return;
    if (shift > 0) order_runs(items, other, count);
    store(items, count, at);
  }
};

// Items of which no key is in another part, and room for as many.
template <class K>
struct Part {
  Item<K>*items, *other;
  int64_t n, at;
};

// A long line in parts, on the calling thread or on all.
template <class T>
void sort_in_parts(const Line<T>& line, Item<uint32_t>* items, Item<uint32_t>* other, bool parallel) {
  const auto each = [parallel](size_t count, const auto& f) {
    const auto some = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) f(static_cast<size_t>(i));
    };
    if (parallel) parallel_for(0, static_cast<int64_t>(count), 1, some);
    else some(0, static_cast<int64_t>(count));
  };
  std::vector<Part<uint32_t>> parts;
  if (line.stride == 1) {
    int64_t counts[4];
    kernels().load_parts(KeyOf<T>::kind, words_of(items), words_of(other), line.x, line.n, line.descending, line.least,
                         line.shift, counts);
    const auto [a, b, c, d] = counts;
    parts = {{items, other + c, a, 0},
             {items + line.n + kPartsGap - b, other + c + a, b, a},
             {other, items + a, c, a + b},
             {other + line.n + kPartsGap - d, items + a + c, d, a + b + c}};
  } else {
    line.load(items, 0, line.n);
    parts = {{items, other, line.n, 0}};
  }
  const size_t wanted = std::min<size_t>(256, 4 * static_cast<size_t>(get_num_threads()));
  while (parallel && parts.size() < wanted) {
    std::vector<Part<uint32_t>> halves(2 * parts.size());
    each(parts.size(), [&](size_t i) {
      const Part<uint32_t>& p = parts[i];
      const int64_t low = p.n >= kLeastSplit ? kernels().split(words_of(p.items), words_of(p.other), p.n, true) : 0;
      halves[2 * i] = {p.items, p.other, low, p.at};
      halves[2 * i + 1] = {p.items + low, p.other + low, p.n - low, p.at + low};
    });
    parts = std::move(halves);
  }
  each(parts.size(), [&](size_t i) {
    const Part<uint32_t>& p = parts[i];
    if (p.n > 0) line.finish(p.items, p.other, p.n, false, p.at);
  });
}

template <class T>
void sort_lines(const Tensor& in, const SortLines& l, bool descending, T* values, int64_t* indices) {
  using I = typename Line<T>::I;
  constexpr int64_t kInParts = 1 << 16;  // from which reading and writing again what the parts save costs more
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool is_long = l.n > kRun && l.count < 16 && get_num_threads() > 1;
  const auto each_part = [&](const auto& f) {
    constexpr int64_t kLeast = 1 << 15;
    if (is_long) parallel_for(0, l.n, kLeast, f);
    else f(0, l.n);
  };
  const auto sort_some = [&](int64_t begin, int64_t end) {
    const int64_t room = l.n + kPartsGap;
    const Workspace space(2 * static_cast<size_t>(room) * sizeof(I));
    I *const items = space.as<I>(), *const other = items + room;
    for (int64_t i = begin; i < end; ++i) {
      const SortLines::Offsets at = l.of(i);
      const Line<T> line(x + at.in, l.stride, l.n, descending, values + at.out, indices + at.out, l.out_stride);
      if constexpr (sizeof(WordKey<T>) == 4)
        if (kernels().load_parts != nullptr && l.n >= kInParts) {
          sort_in_parts(line, items, other, is_long);
          continue;
        }
      each_part([&](int64_t b, int64_t e) { line.load(items, b, e); });
      if (!is_long) {
        line.finish(items, other, l.n, true, 0);
        continue;
      }
      sort_long(items, other, l.n);
      if (line.shift > 0) line.order_runs(items, other, l.n);
      each_part([&](int64_t b, int64_t e) { line.store(items + b, e - b, b); });
    }
  };
  if (is_long) sort_some(0, l.count);
  else parallel_for(0, l.count, 1 + kReduceGrain / (16 * l.n), sort_some);
}

// Moves the k-th item to where it would be in order, and those that are less before it.
template <class K>
void select_item(Item<K>* items, Item<K>* other, int64_t n, int64_t k) {
  if (kernels().split != nullptr) {
    constexpr int kMostSplits = 64;
    for (int splits = 0; n >= kLeastSplit && splits < kMostSplits; ++splits) {
      const int64_t low = kernels().split(words_of(items), words_of(other), n, false);
      if (k <= low) {
        n = low;
      } else {
        items += low, n -= low, k -= low;
      }
    }
    return sort_items(items, other, n, false);
  }
  std::nth_element(items, items + k - 1, items + n);
}
// The same of items whose words leave out part of the keys.
template <class T>
void select_item(const Line<T>& line, typename Line<T>::I* items, typename Line<T>::I* other, int64_t k) {
  using I = typename Line<T>::I;
  select_item(items, other, line.n, k);
  if (line.shift == 0) return;
  const WordKey<T> upper = items[k - 1].key();
  I* const first = std::partition(items, items + k, [upper](I item) { return item.key() != upper; });
  I* const last = std::partition(items + k, items + line.n, [upper](I item) { return item.key() == upper; });
  line.order_runs(first, other, last - first);
}

// Few of many: a heap of the best so far, whose worst turns most elements away.
template <class T>
void select_few(Item<typename KeyOf<T>::Key>* heap, int64_t k, const T* x, int64_t stride, int64_t n, bool descending) {
  using K = typename KeyOf<T>::Key;
  constexpr int64_t kBlock = 256;
  const K flip = descending ? static_cast<K>(~K{0}) : K{0};
  for (int64_t i = 0; i < k; ++i) heap[i] = {static_cast<K>(key_at(x + i * stride) ^ flip), static_cast<uint32_t>(i)};
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

// The items `skip` to k - 1 of each line in order: the first k, or the k-th alone.
template <class T>
void select_lines(const Tensor& in, const SortLines& l, int64_t skip, int64_t k, bool largest, T* values,
                  int64_t* indices) {
  using Few = Item<typename KeyOf<T>::Key>;
  using I = typename Line<T>::I;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool few = skip == 0 && k * 8 <= l.n;
  parallel_for(0, l.count, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
    const Workspace space(few ? static_cast<size_t>(k) * sizeof(Few) : 2 * static_cast<size_t>(l.n) * sizeof(I));
    for (int64_t i = begin; i < end; ++i) {
      const SortLines::Offsets at = l.of(i);
      if (few) {
        Few* const heap = space.as<Few>();
        select_few(heap, k, x + at.in, l.stride, l.n, largest);
        for (int64_t j = 0; j < k; ++j) {
          values[at.out + j * l.out_stride] = x[at.in + heap[j].at() * l.stride];
          indices[at.out + j * l.out_stride] = heap[j].at();
        }
        continue;
      }
      const Line<T> line(x + at.in, l.stride, l.n, largest, values + at.out, indices + at.out, l.out_stride);
      I *const items = space.as<I>(), *const other = items + l.n;
      line.load(items, 0, l.n);
      if (k < l.n || skip > 0) select_item(line, items, other, k);
      if (skip == 0) line.finish(items, other, k, k == l.n, 0);
      else line.store(items + skip, k - skip, 0);
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
