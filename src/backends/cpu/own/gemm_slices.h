// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How products and batches of them are cut into slices for the threads.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/own/gemm.h"
#include "src/core/shape.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {

/// Where to cut C: `rows` x `columns` of it are one slice, which packs what it needs of a and b for itself, so that
/// both come from the caches of the processor that reads them. Every sum stays whole, so the cut may follow the
/// threads.
struct Cut {
  int64_t rows, columns;
};
struct CutRules {
  int64_t tile_rows, tile_columns;  ///< of which slices consist
  int64_t most_rows;                ///< of a slice
  int64_t pack_cost;                ///< products per element that packing it costs
};
Cut best_cut(int64_t m, int64_t n, const CutRules& rules, int64_t threads);

/// gemm_batched() by gemm(product, parallel). A product with more than parallel_flops may be cut into slices.
template <class T, class Gemm>
void run_batch(const GemmArguments<T>& first, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides,
               int64_t c_stride, int64_t parallel_flops, const Gemm& gemm) {
  const auto at = [&](int64_t i) {
    GemmArguments<T> q = first;
    q.c += i * c_stride;
    for (size_t d = sizes.size(); d-- > 1; i /= sizes[d])
      q.a += i % sizes[d] * a_strides[d], q.b += i % sizes[d] * b_strides[d];
    q.a += i * a_strides[0], q.b += i * b_strides[0];
    return q;
  };
  const int64_t count = multiply_integers(sizes), flops = 2 * first.m * first.n * first.k;
  // Few large products are cut into slices; of many products each slice computes several whole ones.
  if (count < 2 * get_num_threads() && flops > parallel_flops) {
    for (int64_t i = 0; i < count; ++i) gemm(at(i), true);
    return;
  }
  const int64_t handful = std::max<int64_t>(1, parallel_flops / std::max<int64_t>(1, flops));
  detail::run_slices(true, ceil_div(count, handful), [&](int64_t s) {
    for (int64_t i = s * handful; i < std::min(count, (s + 1) * handful); ++i) gemm(at(i), false);
  });
}

}  // namespace torchpp::cpu::own
