// SPDX-License-Identifier: BSD-3-Clause

// sort, topk and kthvalue, which sort_line.h does for each line.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/cpu/sort_line.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

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
    sort_kernels().load_parts(KeyOf<T>::kind, words_of(items), words_of(other), line.x, line.n, line.descending,
                              line.least, line.shift, counts);
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
      const int64_t low =
          p.n >= kLeastSplit ? sort_kernels().split(words_of(p.items), words_of(p.other), p.n, true) : 0;
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

constexpr int64_t kInParts = 1 << 16;  // from which reading and writing again what the parts save costs more

// Lines that lie side by side, so that the elements of each are apart: some at a time are copied to where they are
// dense, sorted there and copied back, and lines of the cache are read and written whole.
template <class T>
void sort_columns(const T* x, const SortLines& l, bool descending, T* values, int64_t* indices, int64_t begin,
                  int64_t end) {
  using I = typename Line<T>::I;
  constexpr int64_t kWidth = kColumnsTogether;
  const int64_t room = l.n + kPartsGap;
  const Workspace items_space(2 * static_cast<size_t>(room) * sizeof(I)),
      x_space(kWidth * static_cast<size_t>(room) * sizeof(T)),
      values_space(kWidth * static_cast<size_t>(room) * sizeof(T)),
      indices_space(kWidth * static_cast<size_t>(room) * sizeof(int64_t));
  I* const items = items_space.as<I>();
  T *const from = x_space.as<T>(), *const to = values_space.as<T>();
  int64_t* const places = indices_space.as<int64_t>();
  for (int64_t first = begin, width; first < end; first += width) {
    width = l.columns_from(first, end);
    const SortLines::Offsets at = l.of(first);
    gather_columns(x + at.in, l, width, from, room);
    for (int64_t c = 0; c < width; ++c) {
      const Line<T> line(from + c * room, 1, l.n, descending, to + c * room, places + c * room, 1);
      line.load(items, 0, l.n);
      line.finish(items, items + room, l.n, true, 0);
    }
    for (int64_t i = 0; i < l.n; ++i)
      for (int64_t c = 0; c < width; ++c) {
        values[at.out + i * l.out_stride + c] = to[c * room + i];
        indices[at.out + i * l.out_stride + c] = places[c * room + i];
      }
  }
}

template <class T>
void sort_lines(const Tensor& in, const SortLines& l, bool descending, T* values, int64_t* indices) {
  using I = typename Line<T>::I;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool is_long = l.n > kRun && l.count < 16 && get_num_threads() > 1;
  const auto each_part = [&](const auto& f) {
    constexpr int64_t kLeast = 1 << 15;
    if (is_long) parallel_for(0, l.n, kLeast, f);
    else f(0, l.n);
  };
  const bool columns = l.n < kLeastUngathered && l.are_columns();
  const auto sort_some = [&](int64_t begin, int64_t end) {
    if (columns) return sort_columns(x, l, descending, values, indices, begin, end);
    const int64_t room = l.n + kPartsGap;
    const Workspace space(2 * static_cast<size_t>(room) * sizeof(I));
    I *const items = space.as<I>(), *const other = items + room;
    for (int64_t i = begin; i < end; ++i) {
      const SortLines::Offsets at = l.of(i);
      const Line<T> line(x + at.in, l.stride, l.n, descending, values + at.out, indices + at.out, l.out_stride);
      if constexpr (sizeof(WordKey<T>) == 4)
        if (sort_kernels().load_parts != nullptr && l.n >= kInParts) {
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
    for (int64_t i = k; (i = sort_kernels().find_below(KeyOf<T>::kind, x, i, n, worst, descending)) < n; ++i)
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

// Whether the heap is expected to be faster than selecting the k-th of all items. Of elements in random order about
// k log(n / k) replace the worst, each of which costs log(k) steps that branches cannot foresee. Measured: six times
// what a vector kernel needs for an item, and twice what std::nth_element does.
bool heap_is_faster(int64_t k, int64_t n) {
  const auto bits = [](int64_t x) { return int64_t{64 - __builtin_clzll(static_cast<uint64_t>(x) | 1)}; };
  const int64_t steps = k * bits(k) * bits(n / k);
  return sort_kernels().split != nullptr ? 6 * steps <= n : 2 * steps <= n;
}

// The items `skip` to k - 1 of each line in order: the first k, or the k-th alone.
template <class T>
void select_lines(const Tensor& in, const SortLines& l, int64_t skip, int64_t k, bool largest, T* values,
                  int64_t* indices) {
  using Few = Item<typename KeyOf<T>::Key>;
  using I = typename Line<T>::I;
  const T* x = static_cast<const T*>(in.impl()->data());
  const bool few = skip == 0 && heap_is_faster(k, l.n);
  parallel_for(0, l.count, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
    const Workspace space(few ? static_cast<size_t>(k) * sizeof(Few) : 2 * static_cast<size_t>(l.n) * sizeof(I));
    for_dense_lines(x, l, begin, end, [&](const T* from, int64_t stride, int64_t out) {
      if (few) {
        Few* const heap = space.as<Few>();
        select_few(heap, k, from, stride, l.n, largest);
        for (int64_t j = 0; j < k; ++j) {
          values[out + j * l.out_stride] = from[heap[j].at() * stride];
          indices[out + j * l.out_stride] = heap[j].at();
        }
        return;
      }
      const Line<T> line(from, stride, l.n, largest, values + out, indices + out, l.out_stride);
      I *const items = space.as<I>(), *const other = items + l.n;
      line.load(items, 0, l.n);
      if (k < l.n || skip > 0) select_item(line, items, other, k);
      if (skip == 0) line.finish(items, other, k, k == l.n, 0);
      else line.store(items + skip, k - skip, 0);
    });
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
