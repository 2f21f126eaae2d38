// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/search.h"

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// A thread for each value. As on the CPU, a value goes behind each element that is not known to be greater.
template <class M>
__global__ void search_kernel(SearchWork w) {
  const int64_t i = thread_index();
  if (i >= w.count) return;
  const int64_t base = i / w.per_sequence * w.n;
  const M* const sequence = static_cast<const M*>(w.sequences) + base;
  const int64_t* const order = w.orders == nullptr ? nullptr : w.orders + base;
  const auto v = widen(static_cast<const M*>(w.values)[i]);
  int64_t start = 0, end = w.n;
  while (start < end) {
    const int64_t middle = start + (end - start) / 2;
    const auto x = widen(sequence[order == nullptr ? middle : order[middle]]);
    if (w.right ? !(x > v) : !(x >= v)) start = middle + 1;
    else end = middle;
  }
  if (w.narrow) static_cast<int32_t*>(w.positions)[i] = static_cast<int32_t>(start);
  else static_cast<int64_t*>(w.positions)[i] = start;
}

}  // namespace

bool search_sorted(const SearchWork& w, ScalarType dtype, const OnDevice& on) {
  const auto run = [&](auto tag) {
    launch("searchsorted", &search_kernel<typename decltype(tag)::Memory>, spread(w.count), on.stream(), w);
  };
  return visit_floats(dtype, run) || visit_integers(dtype, run);
}

}  // namespace torchpp::cuda
