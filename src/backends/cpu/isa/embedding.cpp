// SPDX-License-Identifier: BSD-3-Clause

// Sums of rows that lie anywhere in a table: vectors of the sum stay in registers while the rows pass.

#include "src/backends/cpu/isa/lanes.h"
#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/rows.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kAhead = 16;  // rows that are asked for before they are due

template <class M, class C>
struct Bag {
  const M* rows;
  const int64_t* index;
  int64_t count, readable, width, skipped;

  // add(the elements of a row from `first` on) for each row, of which n elements are asked for ahead.
  template <class F>
  void pass(int64_t first, int64_t n, const F& add) const {
    constexpr int64_t kLine = 64 / sizeof(M);
    for (int64_t i = 0; i < count; ++i) {
      if (i + kAhead < readable) {
        const M* ahead = rows + index[i + kAhead] * width + first;
        for (int64_t j = 0; j < n; j += kLine) __builtin_prefetch(ahead + j);
      }
      if (index[i] != skipped) add(rows + index[i] * width + first);
    }
  }
  // V vectors of the sum, from column `first` on.
  template <int V>
  void vectors(C* sum, int64_t first) const {
    constexpr int64_t kLanes = kVectorBytes / sizeof(C);
    typedef typename Pack<M, kLanes>::type Loaded;
    Vector<C> part[V] = {};
    pass(first, V * kLanes, [&](const M* row) {
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) {
        Loaded loaded;
        __builtin_memcpy(&loaded, row + v * kLanes, sizeof loaded);
        part[v] += loaded;
      }
    });
    __builtin_memcpy(sum + first, part, sizeof part);
  }
  // The columns from `first` on, V vectors at a time where there are as many; returns where the others begin.
  template <int V>
  int64_t columns(C* sum, int64_t first) const {
    constexpr int64_t kWidth = V * kVectorBytes / sizeof(C);
    for (; first + kWidth <= width; first += kWidth) vectors<V>(sum, first);
    if constexpr (V > 1) return columns<V / 2>(sum, first);
    else return first;
  }
};

template <class M, class C>
void bag_sum(C* __restrict sum, const Bag<M, C>& bag) {
  int64_t done = 0;
  if constexpr (sizeof(M) == sizeof(C)) done = bag.template columns<8>(sum, 0);
  if (done == bag.width) return;
  for (int64_t j = done; j < bag.width; ++j) sum[j] = C(0);
  bag.pass(0, bag.width, [&](const M* __restrict row) {
    alignas(64) C buffer[kChunk];
    for (int64_t first = done; first < bag.width; first += kChunk) {
      const int64_t n = bag.width - first < kChunk ? bag.width - first : kChunk;
      const C* x = view(row + first, n, buffer);
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < n; ++j) sum[first + j] += x[j];
    }
  });
}

}  // namespace

#define BAG_SUM(tag)                                                                                            \
  TORCHPP_ROW_FUNCTION(bag_sum, tag, void* sum, const void* rows, const int64_t* index, int64_t count,          \
                       int64_t readable, int64_t width, int64_t skipped) {                                      \
    using M = Tag_##tag::Memory;                                                                                \
    using C = Tag_##tag::Compute;                                                                               \
    bag_sum<M, C>(static_cast<C*>(sum), {static_cast<const M*>(rows), index, count, readable, width, skipped}); \
  }
BAG_SUM(f32)
BAG_SUM(f64)
BAG_SUM(f16)
BAG_SUM(bf16)

}  // namespace torchpp::cpu
