// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/unique.h"

#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// Whether row a comes before row b.
template <class M>
__device__ __forceinline__ bool is_before(const RowsWork& w, int64_t a, int64_t b) {
  using C = Compute<M>;
  const M* const x = static_cast<const M*>(w.rows) + a * w.width;
  const M* const y = static_cast<const M*>(w.rows) + b * w.width;
  for (int64_t i = 0; i < w.width; ++i) {
    const C u = widen(x[i]), v = widen(y[i]);
    if (u < v || (u == u && v != v)) return true;
    if (v < u || (v == v && u != u)) return false;
  }
  return false;
}

__global__ void places_kernel(int64_t n, int64_t* order) {
  const int64_t i = thread_index();
  if (i < n) order[i] = i;
}

// Merges runs of `run` rows two by two. The thread of a row searches how many rows of the other run go before it: of
// the second run those that are before it, of the first run also those that are equal.
template <class M>
__global__ void merge_kernel(RowsWork w, int64_t run, const int64_t* from, int64_t* to) {
  const int64_t i = thread_index();
  if (i >= w.n) return;
  const int64_t pair = i / (2 * run) * (2 * run), middle = pair + run;
  const bool first = i < middle;
  const int64_t row = from[i];
  int64_t begin = first ? (middle < w.n ? middle : w.n) : pair;
  int64_t end = first ? (middle + run < w.n ? middle + run : w.n) : middle;
  const int64_t others = begin;
  while (begin < end) {
    const int64_t at = begin + (end - begin) / 2;
    if (first ? is_before<M>(w, from[at], row) : !is_before<M>(w, row, from[at])) begin = at + 1;
    else end = at;
  }
  to[i - (first ? 0 : run) + begin - others] = row;
}

}  // namespace

void sort_rows(const RowsWork& w, int64_t* order, int64_t* other, const OnDevice& on) {
  if (w.n == 0) return;
  int passes = 0;
  while (int64_t{1} << passes < w.n) ++passes;
  int64_t *from = passes % 2 == 0 ? order : other, *to = passes % 2 == 0 ? other : order;
  launch("places of rows", &places_kernel, spread(w.n), on.stream(), w.n, from);
  for (int pass = 0; pass < passes; ++pass) {
    visit_ordered(w.dtype, [&](auto tag) {
      launch("merge of rows", &merge_kernel<typename decltype(tag)::Memory>, spread(w.n), on.stream(), w,
             int64_t{1} << pass, static_cast<const int64_t*>(from), to);
    });
    int64_t* const written = to;
    to = from;
    from = written;
  }
}

}  // namespace torchpp::cuda
