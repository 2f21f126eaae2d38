// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/embedding.h"

#include "src/backends/cuda/elementwise_kernel.h"
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
__global__ void renorm_kernel(M* table, int64_t width, int64_t row_stride, int64_t column_stride, PositionList rows,
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

__device__ __forceinline__ int64_t bag_index(const BagWork& w, int64_t i) {
  const int64_t index = w.indices[i];
  device_check(index >= 0 && index < w.rows, "embedding_bag: index out of range");
  return index;
}

// A thread per element, columns side by side, `columns` of them: at least one, which writes the size. A bag's rows are
// added in their order.
template <class M, bool kMax>
__global__ void bag_kernel(BagWork w, LongDivisor columns, bool mean, M* to, int64_t* sizes, int64_t* greatest) {
  using C = Compute<M>;
  const int64_t i = thread_index();
  if (i >= w.bags * columns.divisor) return;
  const int64_t bag = divide(i, columns), column = i - bag * columns.divisor;
  const int64_t begin = w.starts[bag], end = w.ends_known || bag + 1 < w.bags ? w.starts[bag + 1] : w.count;
  device_check(begin >= 0 && begin <= end && end <= w.count, "embedding_bag: an offset is out of range");
  const bool reads = column < w.width;
  const M* const table = static_cast<const M*>(w.table) + column;
  C sum = 0;
  int64_t count = 0, greatest_at = 0;
  for (int64_t k = begin; k < end; ++k) {
    const int64_t index = bag_index(w, k);
    if (index == w.ignored) continue;
    const C x = reads ? widen(table[index * w.width]) : C(0);
    if constexpr (kMax) {
      if (count == 0 || x > sum) sum = x, greatest_at = index;
    } else {
      sum += w.weights != nullptr ? x * widen(static_cast<const M*>(w.weights)[k]) : x;
    }
    ++count;
  }
  if (mean && count > 1) sum /= static_cast<C>(count);
  if (column == 0) sizes[bag] = kMax || mean ? count : 0;
  if (!reads) return;
  to[i] = narrow<M>(sum);
  if constexpr (kMax) greatest[i] = greatest_at;
}

template <bool kMax>
void launch_bags(const BagWork& w, bool mean, void* to, int64_t* sizes, int64_t* greatest, const OnDevice& on) {
  const int64_t columns = w.width > 0 ? w.width : 1;
  if (w.bags == 0) return;
  visit_floats(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("embedding bags", &bag_kernel<M, kMax>, spread(w.bags * columns), on.stream(), w,
           LongDivisor(columns, w.bags * columns), mean, static_cast<M*>(to), sizes, greatest);
  });
}

// A warp per index.
template <class M>
__global__ void bag_weights_kernel(BagWork w, const M* grad, const int64_t* bag_of, M* to) {
  using C = Compute<M>;
  const int64_t i = thread_index() / kWarp;
  if (i >= w.count) return;
  const int lane = static_cast<int>(threadIdx.x % kWarp);
  const int64_t index = bag_index(w, i), bag = bag_of[i];
  C sum = 0;
  if (index != w.ignored && bag >= 0 && bag < w.bags)
    for (int64_t k = lane; k < w.width; k += kWarp)
      sum += widen(grad[bag * w.width + k]) * widen(static_cast<const M*>(w.table)[index * w.width + k]);
  sum = reduce_warp(sum, Sum());
  if (lane == 0) to[i] = narrow<M>(sum);
}

}  // namespace

void sum_bags(const BagWork& w, bool mean, void* to, int64_t* sizes, const OnDevice& on) {
  launch_bags<false>(w, mean, to, sizes, nullptr, on);
}
void greatest_of_bags(const BagWork& w, void* to, int64_t* sizes, int64_t* greatest, const OnDevice& on) {
  launch_bags<true>(w, false, to, sizes, greatest, on);
}
void bag_weight_gradients(const BagWork& w, const void* grad, const int64_t* bag_of, void* to, const OnDevice& on) {
  if (w.count == 0) return;
  Geometry g = spread(w.count * kWarp);
  g.cooperates = true;
  visit_floats(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("gradient of the weights of bags", &bag_weights_kernel<M>, g, on.stream(), w, static_cast<const M*>(grad),
           bag_of, static_cast<M*>(to));
  });
}

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
