// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/embedding.h"

#include "src/backends/cuda/visit.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cuda {
namespace {

template <class C>
struct Norm {
  C type;
  bool is_max;
  __device__ __forceinline__ C add(C sum, C value) const {
    const C magnitude = value < 0 ? -value : value;
    if (is_max) return magnitude > sum ? magnitude : sum;
    return sum + (type == 2 ? value * value : math::fn::pow(magnitude, type));
  }
  __device__ __forceinline__ C combine(C a, C b) const { return !is_max ? a + b : a > b ? a : b; }
  __device__ __forceinline__ C finish(C sum) const {
    if (is_max) return sum;
    return type == 2 ? math::fn::sqrt(sum) : math::fn::pow(sum, 1 / type);
  }
};

// A warp per position; only the first of equal ones works.
template <class M>
__global__ void renorm_kernel(M* table, int64_t width, int64_t row_stride, int64_t column_stride, const int64_t* rows,
                              int64_t n, Norm<Compute<M>> norm, Compute<M> max_norm) {
  using C = Compute<M>;
  const int64_t i = thread_index() / kWarp;
  const int64_t lane = threadIdx.x % kWarp;
  if (i >= n || (i > 0 && rows[i - 1] == rows[i])) return;
  M* const row = table + rows[i] * row_stride;
  C sum = 0;
  for (int64_t c = lane; c < width; c += kWarp) sum = norm.add(sum, widen(row[c * column_stride]));
  sum = reduce_warp(sum, [&](C a, C b) { return norm.combine(a, b); });
  const C length = norm.finish(sum);
  if (!(length > max_norm)) return;
  const C scale = max_norm / (length + static_cast<C>(1e-7));
  for (int64_t c = lane; c < width; c += kWarp)
    row[c * column_stride] = narrow<M>(widen(row[c * column_stride]) * scale);
}

}  // namespace

void renorm_rows(const Table& t, const SortedPositions& rows, double max_norm, double norm_type, const OnDevice& on) {
  if (rows.size() == 0) return;
  Geometry g = spread(rows.size() * kWarp);
  g.cooperates = true;
  visit_floats(t.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    const Norm<C> norm = {static_cast<C>(norm_type), __builtin_isinf(norm_type) != 0};
    launch("embedding renorm kernel", &renorm_kernel<M>, g, on.stream(), static_cast<M*>(t.data), t.width, t.row_stride,
           t.column_stride, rows.keys(), rows.size(), norm, static_cast<C>(max_norm));
  });
}

}  // namespace torchpp::cuda
