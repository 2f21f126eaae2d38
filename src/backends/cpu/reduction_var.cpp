// SPDX-License-Identifier: BSD-3-Clause

// Variance and standard deviation, by moments that are joined (Chan, Golub, LeVeque), so that a large mean costs no
// digits.

#include <torchpp/core/parallel.h>

#include <cmath>
#include <memory>

#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// The statistic computed from the moments of one result.
struct VarianceOf {
  double correction;
  bool root;
  double operator()(const Moments& m) const {
    const double divisor = m.count - correction, v = m.m2 / (divisor > 0 ? divisor : 0);
    return root ? std::sqrt(v) : v;
  }
};

// Moments of a strided row; blocks of it are copied, because the loop takes contiguous elements.
void row_moments(Moments* total, MomentsFn loop, LoopFn copy, const char* in, int64_t stride, int64_t n,
                 int64_t itemsize) {
  if (stride == itemsize) return loop(total, in, n);
  constexpr int64_t kGather = 2048;
  alignas(64) char gathered[kGather * 8];
  for (int64_t i = 0; i < n; i += kGather) {
    const int64_t count = n - i < kGather ? n - i : kGather;
    char* const data[] = {gathered, const_cast<char*>(in) + i * stride};
    const int64_t strides[] = {itemsize, stride};
    copy(data, strides, count, nullptr);
    loop(total, gathered, count);
  }
}

class Run {
 public:
  Run(const ReduceGeometry& g, ScalarType dtype, ScalarType result, const VarianceOf& statistic)
      : g_(g),
        statistic_(statistic),
        moments_(select(moments_loops, dtype)),
        column_moments_(select(column_moments_loops, dtype)),
        copy_(copy_loop(g.itemsize)),
        store_(result == kDouble ? copy_loop(sizeof(double)) : cast_loop(result, kDouble)) {}

  void operator()() const {
    const int64_t n = g_.reduced.size[0], total = g_.kept.count * g_.reduced.count;
    if (g_.by_columns() && n > 0) return columns();
    if (g_.kept.count < 32 && total >= 2 * kReduceBlock && n > kReduceBlock) return long_rows();
    parallel_for(0, g_.kept.count, 1 + kReduceGrain / (g_.reduced.count + 1), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const char* in = g_.in + ReduceGeometry::offset(g_.kept, g_.kept.in, i);
        Moments m{};
        for (int64_t s = 0; s < segments(); ++s)
          row_moments(&m, moments_, copy_, in + segment(s), g_.reduced.in[0], n, g_.itemsize);
        const double value = statistic_(m);
        store(&value, i, 1);
      }
    });
  }

 private:
  int64_t segments() const { return g_.reduced.size[0] > 0 ? g_.reduced.count / g_.reduced.size[0] : 0; }
  int64_t segment(int64_t s) const { return ReduceGeometry::offset(g_.reduced, g_.reduced.in, s, 1); }
  void store(const double* values, int64_t first, int64_t count) const {  // within one run of kept dimension 0
    char* const data[] = {g_.out + ReduceGeometry::offset(g_.kept, g_.kept.out, first),
                          reinterpret_cast<char*>(const_cast<double*>(values))};
    const int64_t strides[] = {g_.kept.out[0], sizeof(double)};
    store_(data, strides, count, nullptr);
  }

  // Few results of long rows: blocks of rows, joined in order.
  void long_rows() const {
    const int64_t n = g_.reduced.size[0], blocks = (n + kReduceBlock - 1) / kReduceBlock, parts = segments() * blocks;
    const std::unique_ptr<Moments[]> partial(new Moments[static_cast<size_t>(parts)]);
    for (int64_t i = 0; i < g_.kept.count; ++i) {
      const char* in = g_.in + ReduceGeometry::offset(g_.kept, g_.kept.in, i);
      parallel_for(0, parts, 1, [&](int64_t begin, int64_t end) {
        for (int64_t p = begin; p < end; ++p) {
          const int64_t first = p % blocks * kReduceBlock, left = n - first;
          Moments m{};
          row_moments(&m, moments_, copy_, in + segment(p / blocks) + first * g_.reduced.in[0], g_.reduced.in[0],
                      left < kReduceBlock ? left : kReduceBlock, g_.itemsize);
          partial[static_cast<size_t>(p)] = m;
        }
      });
      Moments m{};
      for (int64_t p = 0; p < parts; ++p) m = combine(m, partial[static_cast<size_t>(p)]);
      const double value = statistic_(m);
      store(&value, i, 1);
    }
  }

  // Results side by side: tiles of columns; where these are few, blocks of rows as well.
  void columns() const {
    constexpr int64_t kTile = 128;
    const int64_t run = g_.kept.size[0], tiles = (run + kTile - 1) / kTile, units = g_.kept.count / run * tiles;
    const int64_t rows = g_.reduced.size[0], width = run < kTile ? run : kTile;
    const bool cut = units < 32 && g_.kept.count * g_.reduced.count >= 2 * kReduceBlock;
    const int64_t block = cut && rows > kReduceBlock / width ? kReduceBlock / width : rows;
    const int64_t blocks = (rows + block - 1) / block;
    const std::unique_ptr<Moments[]> partial(new Moments[static_cast<size_t>(units * blocks * kTile)]());
    parallel_for(0, units * blocks, 1 + kReduceGrain / (block * width), [&](int64_t begin, int64_t end) {
      for (int64_t t = begin; t < end; ++t) {
        const int64_t u = t / blocks, b = t % blocks, first = u % tiles * kTile, left = run - first;
        const char* in = g_.in + first * g_.itemsize + ReduceGeometry::offset(g_.kept, g_.kept.in, u / tiles, 1);
        const int64_t r0 = b * block, count = rows - r0 < block ? rows - r0 : block;
        tile(&partial[static_cast<size_t>(t * kTile)], in + r0 * g_.reduced.in[0], count, left < kTile ? left : kTile);
      }
    });
    double values[kTile];
    for (int64_t u = 0; u < units; ++u) {
      const int64_t first = u % tiles * kTile, left = run - first, count = left < kTile ? left : kTile;
      for (int64_t j = 0; j < count; ++j) {
        Moments m{};
        for (int64_t b = 0; b < blocks; ++b) m = combine(m, partial[static_cast<size_t>((u * blocks + b) * kTile + j)]);
        values[j] = statistic_(m);
      }
      store(values, u / tiles * run + first, count);
    }
  }
  void tile(Moments* to, const char* in, int64_t rows, int64_t width) const {
    alignas(64) double mean[128] = {}, m2[128] = {};
    for (int64_t s = 0; s < segments(); ++s)
      column_moments_(mean, m2, s * rows, in + segment(s), g_.reduced.in[0], rows, width);
    for (int64_t j = 0; j < width; ++j) to[j] = {static_cast<double>(segments() * rows), mean[j], m2[j]};
  }

  const ReduceGeometry& g_;
  const VarianceOf& statistic_;
  const MomentsFn moments_;
  const ColumnMomentsFn column_moments_;
  const LoopFn copy_, store_;
};

void variance(const ReductionPlan& plan, const Tensor& self, const VarianceOf& statistic) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const uint64_t mask = plan.mask;
  const Tensor in = resolved(self);
  const Tensor& to = plan.result();
  if (!isComplexType(in.scalar_type())) {
    const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()), mask,
                           to.impl()->data(), result_strides(to, in.dim(), mask));
    if (g.kept.count > 0) Run(g, dtype, dtype, statistic)();
    return;
  }
  // The variance of complex numbers is that of their parts, added; in double, as it may overflow before the root.
  DimVector sizes(in.sizes()), strides(in.strides()), parts_sizes(reduced_sizes(in.sizes(), mask, true));
  for (int64_t& s : strides) s *= 2;
  sizes.push_back(2);
  strides.push_back(1);
  parts_sizes.push_back(2);
  const Tensor parts(make_tensor(parts_sizes, kDouble, kCPU));
  const VarianceOf without_root{statistic.correction, false};
  const ReduceGeometry g(in.impl()->data(), sizes, strides, static_cast<int64_t>(elementSize(dtype)), mask,
                         parts.impl()->data(), result_strides(parts, in.dim() + 1, mask));
  if (g.kept.count > 0) Run(g, dtype, kDouble, without_root)();
  Tensor sum = op::sum(Out(), parts, IntArrayRef(in.dim()), false, nullopt);
  if (statistic.root) sum = cpu::sqrt(Out(), sum);
  cpu::copy(Out::in_place(to), to, Tensor(make_view(sum, to.sizes(), contiguous_strides(to.sizes()), 0)), false);
}

}  // namespace

void var(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, optional<int64_t> correction, bool) {
  variance(plan, self, {static_cast<double>(correction.value_or(1)), false});
}
void std(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, optional<int64_t> correction, bool) {
  variance(plan, self, {static_cast<double>(correction.value_or(1)), true});
}

}  // namespace torchpp::cpu
