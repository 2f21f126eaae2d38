// SPDX-License-Identifier: BSD-3-Clause

// Where the extreme elements of a dimension are: argmax, argmin, and max and min with indices. The first one counts; a
// NaN is more extreme than any number.

#include <torchpp/core/parallel.h>

#include <memory>

#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// Results side by side in memory: rows of them are compared with the best so far.
template <bool kMax, class M, class C, class I>
void column_indices(int64_t* out, const char* in, int64_t row_stride, int64_t rows, int64_t columns) {
  constexpr int64_t kTile = 256;
  C best[kTile];
  I index[kTile];
  for (int64_t c0 = 0; c0 < columns; c0 += kTile) {
    const int64_t width = columns - c0 < kTile ? columns - c0 : kTile;
    const M* x = reinterpret_cast<const M*>(in) + c0;
    for (int64_t j = 0; j < width; ++j) {
      best[j] = static_cast<C>(x[j]);
      index[j] = 0;
    }
    for (int64_t r = 1; r < rows; ++r) {
      x = reinterpret_cast<const M*>(in + r * row_stride) + c0;
      const I row = static_cast<I>(r);
      for (int64_t j = 0; j < width; ++j) {
        const C v = static_cast<C>(x[j]), b = best[j];
        const bool better = ((kMax ? v > b : v < b) | (v != v)) & (b == b);
        best[j] = better ? v : b;
        index[j] = better ? row : index[j];
      }
    }
    for (int64_t j = 0; j < width; ++j) out[c0 + j] = static_cast<int64_t>(index[j]);
  }
}

using ColumnIndices = void (*)(int64_t*, const char*, int64_t, int64_t, int64_t);

// Indices as wide as the elements, so that both fit the same vectors.
template <bool kMax>
ColumnIndices column_loop(ScalarType t) {
  switch (t) {
    case kFloat: return &column_indices<kMax, float, float, int32_t>;
    case kDouble: return &column_indices<kMax, double, double, int64_t>;
    case kHalf: return &column_indices<kMax, Half, float, int32_t>;
    case kBFloat16: return &column_indices<kMax, BFloat16, float, int32_t>;
    case kByte: return &column_indices<kMax, uint8_t, uint8_t, int32_t>;
    case kChar: return &column_indices<kMax, int8_t, int8_t, int32_t>;
    case kShort: return &column_indices<kMax, int16_t, int16_t, int32_t>;
    case kInt: return &column_indices<kMax, int32_t, int32_t, int32_t>;
    default: return &column_indices<kMax, int64_t, int64_t, int64_t>;
  }
}

template <bool kMax, class M, class C>
bool is_better(const char* candidate, const char* best) {
  const C v = static_cast<C>(*reinterpret_cast<const M*>(candidate)),
          b = static_cast<C>(*reinterpret_cast<const M*>(best));
  return ((kMax ? v > b : v < b) || v != v) && b == b;
}
using Better = bool (*)(const char*, const char*);
template <bool kMax>
Better better_of(ScalarType t) {
  switch (t) {
    case kFloat: return &is_better<kMax, float, float>;
    case kDouble: return &is_better<kMax, double, double>;
    case kHalf: return &is_better<kMax, Half, float>;
    case kBFloat16: return &is_better<kMax, BFloat16, float>;
    case kByte: return &is_better<kMax, uint8_t, uint8_t>;
    case kChar: return &is_better<kMax, int8_t, int8_t>;
    case kShort: return &is_better<kMax, int16_t, int16_t>;
    case kInt: return &is_better<kMax, int32_t, int32_t>;
    default: return &is_better<kMax, int64_t, int64_t>;
  }
}

// A row that is long enough for several threads: the best of its blocks, the earlier one if they are equal.
template <bool kMax>
int64_t long_row(ReduceFn row, Better better, const char* in, int64_t stride, int64_t n) {
  const int64_t blocks = (n + kReduceBlock - 1) / kReduceBlock;
  const std::unique_ptr<int64_t[]> found(new int64_t[static_cast<size_t>(blocks)]);
  parallel_for(0, blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const int64_t first = b * kReduceBlock, left = n - first;
      row(&found[static_cast<size_t>(b)], in + first * stride, stride, left < kReduceBlock ? left : kReduceBlock);
      found[static_cast<size_t>(b)] += first;
    }
  });
  int64_t best = found[0];
  for (int64_t b = 1; b < blocks; ++b)
    if (better(in + found[static_cast<size_t>(b)] * stride, in + best * stride)) best = found[static_cast<size_t>(b)];
  return best;
}

// The elements of neighbouring rows that `indices` name; results `step` elements apart.
template <class T>
void pick(char* values, const int64_t* indices, int64_t step, const char* rows, int64_t row_stride, int64_t stride,
          int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    reinterpret_cast<T*>(values)[i * step] =
        *reinterpret_cast<const T*>(rows + i * row_stride + indices[i * step] * stride);
}
using Pick = void (*)(char*, const int64_t*, int64_t, const char*, int64_t, int64_t, int64_t);
Pick pick_of(int64_t itemsize) {
  switch (itemsize) {
    case 1: return &pick<uint8_t>;
    case 2: return &pick<uint16_t>;
    case 4: return &pick<uint32_t>;
    default: return &pick<uint64_t>;
  }
}

// `indices` and, unless null, `values` are contiguous.
template <bool kMax>
void find(const Tensor& in, int64_t dim, int64_t* indices, char* values) {
  const ScalarType number = in.scalar_type() == kBool ? kByte : in.scalar_type();
  const int64_t itemsize = static_cast<int64_t>(in.itemsize()), rank = in.dim();
  const uint64_t mask = uint64_t{1} << dim;
  DimVector to(static_cast<size_t>(rank));
  int64_t step = 1;
  for (size_t d = to.size(); d-- > 0;) {
    if (static_cast<int64_t>(d) == dim) continue;
    to[d] = step;  // in elements, for both indices and values
    step *= in.sizes()[d];
  }
  const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), itemsize, mask, nullptr, to);
  if (g.kept.count == 0) return;
  const ReduceFn row = select(kMax ? argmax_loops : argmin_loops, number);
  const int64_t n = g.reduced.size[0], stride = g.reduced.in[0];
  const Pick pick_values = pick_of(itemsize);

  if (g.kept.count == 1 && n >= 2 * kReduceBlock) {
    indices[0] = long_row<kMax>(row, better_of<kMax>(number), g.in, stride, n);
    if (values != nullptr) __builtin_memcpy(values, g.in + indices[0] * stride, static_cast<size_t>(itemsize));
    return;
  }
  const bool columns = g.by_columns() && g.kept.out[0] == 1 && n < INT32_MAX;
  const ReduceRowsFn short_rows = g.kept.out[0] == 1 && stride == itemsize && n <= kMostInRow
                                      ? select(kMax ? argmax_rows_loops : argmin_rows_loops, number)
                                      : nullptr;
  constexpr int64_t kWork = 8192, kMostRows = 128;
  const int64_t width = columns ? 256 : n >= kWork ? 1 : kWork / n < kMostRows ? kWork / n : kMostRows;
  const int64_t run = g.kept.size[0], units_per_run = (run + width - 1) / width;
  const int64_t units = g.kept.count / run * units_per_run;
  const int64_t step_of_rows = g.kept.out[0];
  const ColumnIndices column = column_loop<kMax>(number);
  parallel_for(0, units, 1 + kReduceGrain / (width * n), [&](int64_t begin, int64_t end) {
    for (int64_t u = begin; u < end; ++u) {
      const int64_t first = u % units_per_run * width, outer = u / units_per_run;
      const int64_t count = run - first < width ? run - first : width;
      const char* from = g.in + first * g.kept.in[0] + ReduceGeometry::offset(g.kept, g.kept.in, outer, 1);
      const int64_t at = first * g.kept.out[0] + ReduceGeometry::offset(g.kept, g.kept.out, outer, 1);
      if (columns) {
        column(indices + at, from, stride, n, count);
      } else if (short_rows != nullptr) {
        short_rows(indices + at, from, g.kept.in[0], count, n);
      } else {
        for (int64_t i = 0; i < count; ++i) row(indices + at + i * step_of_rows, from + i * g.kept.in[0], stride, n);
      }
      if (values != nullptr)
        pick_values(values + at * itemsize, indices + at, step_of_rows, from, g.kept.in[0], stride, count);
    }
  });
}

template <bool kMax>
void arg_extreme(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim) {
  int64_t* to = static_cast<int64_t*>(plan.result().impl()->data());
  if (!dim || self.dim() == 0) find<kMax>(row_of(self), 0, to, nullptr);
  else find<kMax>(resolved(self), wrap_dim(*dim, self.dim()), to, nullptr);
}

template <bool kMax>
void extreme_with_index(const SelectionPlan& plan, const Tensor& self) {
  const Tensor in = resolved(self);
  char* values = static_cast<char*>(plan.result(0).impl()->data());
  int64_t* indices = static_cast<int64_t*>(plan.result(1).impl()->data());
  if (in.dim() == 0) {
    *indices = 0;
    __builtin_memcpy(values, in.impl()->data(), in.itemsize());
  } else {
    find<kMax>(in, plan.dim, indices, values);
  }
}

}  // namespace

void argmax(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool) {
  arg_extreme<true>(plan, self, dim);
}
void argmin(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool) {
  arg_extreme<false>(plan, self, dim);
}
void max_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { extreme_with_index<true>(plan, self); }
void min_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { extreme_with_index<false>(plan, self); }

}  // namespace torchpp::cpu
