// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sorting and selecting of one line, for sort, topk, kthvalue and the medians. Elements become unsigned keys
/// that order as the elements do, with a NaN above all else and -0 as 0; keys with their positions are sorted, and the
/// values fetched by position, so that they keep their bits. Keys of at most 32 bits share a word with the position:
/// isa/sort.cpp sorts words in vectors. Of keys of 64 bits the words have the 32 upper bits that tell them apart; where
/// those are equal, the others are sorted then.

#include <algorithm>
#include <memory>
#include <utility>

#include "src/backends/cpu/sort_keys.h"
#include "src/backends/cpu/workspace.h"

namespace torchpp::cpu {

/// A key and the position of its element. The order is that of the keys, then that of the positions: a total order, so
/// that every algorithm gives the same. Narrow keys share a word with the position, and one comparison orders them.
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

inline const SortKernels& sort_kernels() { return at_level(cpu_level(), TORCHPP_ALL_SETS(sort_kernels)); }
template <class K>
uint64_t* words_of(Item<K>* items) {
  return reinterpret_cast<uint64_t*>(items);
}
template <class K>
const uint64_t* words_of(const Item<K>* items) {
  return reinterpret_cast<const uint64_t*>(items);
}

/// Stable: digits of 8 bits from the lowest on; digits that all elements share are passed over.
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

/// The key whose upper part shares a word with the position.
template <class T>
using WordKey = std::conditional_t<sizeof(typename KeyOf<T>::Key) == 8, uint32_t, typename KeyOf<T>::Key>;

/// Counting leaves equal keys as they come, so that it is for items in the order of their positions only. If `to` is
/// not null, the elements are written, and the items are lost.
template <class K>
void sort_items(Item<K>* items, Item<K>* other, int64_t n, bool in_order_of_positions,
                const SortedElements* to = nullptr) {
  // Where counting digits costs more than comparing, one by one or in vectors.
  constexpr int64_t kShort = sizeof(K) == 1 ? 64 : 256, kShortForVectors = sizeof(K) == 1 ? 64 : 4096;
  const bool vectors = sort_kernels().sort != nullptr;
  const bool counts = n > (vectors ? kShortForVectors : kShort) && in_order_of_positions;
  // One digit or two are counted sooner than long lines are split.
  if (vectors && (sizeof(K) == 4 || !counts)) return sort_kernels().sort(words_of(items), words_of(other), n, to);
  if (counts) radix_sort(items, other, n);
  else std::sort(items, items + n);
  if (to != nullptr) sort_kernels().store(words_of(items), n, *to);
}

/// The elements of one line, where they go, and how words are made of their keys.
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
        sort_kernels().range(KeyOf<T>::kind, x, n, descending, &least, &greatest);
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
      return sort_kernels().load(KeyOf<T>::kind, words_of(items + first), x, first, last - first, descending, least,
                                 shift);
    for (int64_t i = first; i < last; ++i)
      if constexpr (sizeof(Key) < 8) items[i] = {key(i), static_cast<uint32_t>(i)};
      else items[i] = {static_cast<uint32_t>((key(i) - least) >> shift), static_cast<uint32_t>(i)};
  }
  // Whether values follow from items, and lie side by side.
  bool stores_items() const { return stride == 1 && step == 1 && shift == 0; }
  // Where the results lie that are at `at` in the order.
  SortedElements results(int64_t at) const { return {KeyOf<T>::kind, x, descending, least, values + at, indices + at}; }
  void store(const I* items, int64_t count, int64_t at) const {
    if (stores_items()) return sort_kernels().store(words_of(items), count, results(at));
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

/// f(line, its stride, offset of its result) for lines [begin, end). Columns are gathered, unless they are long.
template <class T, class F>
void for_dense_lines(const T* x, const SortLines& l, int64_t begin, int64_t end, const F& f) {
  if (!l.are_columns() || l.n >= kLeastUngathered) {
    for (int64_t i = begin; i < end; ++i) {
      const SortLines::Offsets at = l.of(i);
      f(x + at.in, l.stride, at.out);
    }
    return;
  }
  const Workspace space(static_cast<size_t>(kColumnsTogether * l.n) * sizeof(T));
  T* const dense = space.as<T>();
  for (int64_t first = begin, width; first < end; first += width) {
    width = l.columns_from(first, end);
    const SortLines::Offsets at = l.of(first);
    gather_columns(x + at.in, l, width, dense, l.n);
    for (int64_t c = 0; c < width; ++c) f(static_cast<const T*>(dense + c * l.n), int64_t{1}, at.out + c);
  }
}

/// Moves the k-th item to where it would be in order, and those that are less before it.
template <class K>
void select_item(Item<K>* items, Item<K>* other, int64_t n, int64_t k) {
  if (sort_kernels().split != nullptr) {
    constexpr int kMostSplits = 64;
    for (int splits = 0; n >= kLeastSplit && splits < kMostSplits; ++splits) {
      const int64_t low = sort_kernels().split(words_of(items), words_of(other), n, false);
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
/// The same of items whose words leave out part of the keys.
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

}  // namespace torchpp::cpu
