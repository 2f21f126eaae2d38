// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/reduction.h"

#include <torchpp/core/parallel.h>

#include <memory>

namespace torchpp::cpu {
namespace {

using Dims = ReduceGeometry::Dims;

// How a reduction is cut: `units` of at most `width` neighbouring results, each made of `segments`, which are runs
// of the innermost reduced dimension; `groups` of segments may run on different threads.
struct ReductionLayout {
  enum class Form { kRows, kColumns, kTurned } form;
  int64_t width, units, units_per_run;
  int64_t block, blocks, segments, segments_per_group, groups;
};

constexpr int64_t kWidth = 512, kJoin = 32, kJoinWidth = 128, kTurnedRow = 32;

ReductionLayout make_layout(const ReduceGeometry& g, const Reducer& r) {
  ReductionLayout p;
  const Dims &kept = g.kept, &reduced = g.reduced;
  const int64_t n = reduced.size[0];
  p.form = ReductionLayout::Form::kRows;
  if (r.columns != nullptr) {
    if (g.by_columns()) p.form = ReductionLayout::Form::kColumns;
    // Short rows cost more to enter than to add: they are turned, and added as columns.
    else if (n <= kTurnedRow && n > 1 && reduced.in[0] == g.itemsize && kept.size[0] >= 16)
      p.form = ReductionLayout::Form::kTurned;
  }
  const int64_t outer = kept.count / kept.size[0], total = kept.count * reduced.count;
  const bool one_segment = reduced.count == n;
  if (p.form == ReductionLayout::Form::kRows) {
    const int64_t work = reduced.count < 1 ? 1 : reduced.count;
    p.width = work >= 8192 ? 1 : 8192 / work < kJoinWidth ? 8192 / work : kJoinWidth;
  } else {
    p.width = p.form == ReductionLayout::Form::kColumns && one_segment ? kWidth : kJoinWidth;
  }
  p.units_per_run = (kept.size[0] + p.width - 1) / p.width;
  p.units = outer * p.units_per_run;

  p.block = n;
  p.blocks = 1;
  p.segments = reduced.count / (n > 0 ? n : 1);
  p.segments_per_group = p.segments;
  p.groups = 1;
  if (p.units < 32 && total >= 2 * kReduceBlock) {  // too few results to share out: share out the segments
    const int64_t columns = p.form == ReductionLayout::Form::kRows ? 1
                            : kept.size[0] < p.width               ? kept.size[0]
                                                                   : p.width;
    const int64_t runs = kReduceBlock / columns > 256 ? kReduceBlock / columns : 256;  // elements per result and group
    if (n > runs) {
      p.block = runs;
      p.blocks = (n + runs - 1) / runs;
      p.segments *= p.blocks;
      p.segments_per_group = 1;
    } else {
      p.segments_per_group = (runs + n - 1) / n;
    }
    p.groups = (p.segments + p.segments_per_group - 1) / p.segments_per_group;
  }
  return p;
}

class Run {
 public:
  Run(const ReduceGeometry& g, const Reducer& r)
      : g_(g), r_(r), p_(make_layout(g, r)), size_(static_cast<int64_t>(elementSize(r.accumulator))) {
    const int64_t width = static_cast<int64_t>(elementSize(r.result));
    store_ = r.result == r.accumulator ? copy_loop(width) : cast_loop(r.result, r.accumulator);
    turn_ = p_.form == ReductionLayout::Form::kTurned ? transposed_copy(g.itemsize) : nullptr;
  }

  void operator()() {
    const int64_t unit_work = p_.width * g_.reduced.count;
    if (p_.groups == 1) {
      parallel_for(0, p_.units, 1 + kReduceGrain / (unit_work + 1), [&](int64_t begin, int64_t end) {
        alignas(64) char acc[kWidth * 16];
        for (int64_t u = begin; u < end; ++u) {
          const Unit unit = locate(u);
          reduce(acc, unit, 0, p_.segments);
          finish(acc, unit);
        }
      });
      return;
    }
    const int64_t row = p_.units * p_.width * size_;  // bytes of one group's accumulators
    const std::unique_ptr<char[]> partial(new char[static_cast<size_t>(row * p_.groups)]);
    const int64_t grain = 1 + kReduceGrain / (unit_work / p_.groups + 1);
    parallel_for(0, p_.groups * p_.units, grain, [&](int64_t begin, int64_t end) {
      for (int64_t t = begin; t < end; ++t) {
        const int64_t group = t / p_.units, u = t % p_.units;
        const int64_t first = group * p_.segments_per_group, last = first + p_.segments_per_group;
        reduce(partial.get() + group * row + u * p_.width * size_, locate(u), first,
               last < p_.segments ? last : p_.segments);
      }
    });
    alignas(64) char acc[kWidth * 16];
    for (int64_t u = 0; u < p_.units; ++u) {
      const Unit unit = locate(u);
      join(acc, partial.get() + u * p_.width * size_, row, p_.groups, unit.width);
      finish(acc, unit);
    }
  }

 private:
  struct Unit {
    const char* in;
    char* out;
    int64_t width;
  };

  Unit locate(int64_t u) const {
    const int64_t first = u % p_.units_per_run * p_.width, outer = u / p_.units_per_run;
    const int64_t left = g_.kept.size[0] - first;
    return {g_.in + first * g_.kept.in[0] + ReduceGeometry::offset(g_.kept, g_.kept.in, outer, 1),
            g_.out + first * g_.kept.out[0] + ReduceGeometry::offset(g_.kept, g_.kept.out, outer, 1),
            left < p_.width ? left : p_.width};
  }

  // Segments [first, last) of a unit to its accumulators.
  void reduce(char* acc, const Unit& unit, int64_t first, int64_t last) const {
    if (last - first == 1) return segment(acc, unit, first);
    alignas(64) char rows[kJoin * kJoinWidth * 16];
    const int64_t row = unit.width * size_;
    int64_t filled = 0;
    for (int64_t s = first; s < last; ++s) {
      segment(rows + filled * row, unit, s);
      if (++filled < kJoin && s + 1 < last) continue;
      join(acc, rows, row, filled, unit.width);
      __builtin_memcpy(rows, acc, static_cast<size_t>(row));
      filled = 1;
    }
  }

  void segment(char* acc, const Unit& unit, int64_t s) const {
    const Dims& reduced = g_.reduced;
    const int64_t start = s % p_.blocks * p_.block, left = reduced.size[0] - start,
                  n = left < p_.block ? left : p_.block;
    const char* in = unit.in + start * reduced.in[0] + ReduceGeometry::offset(reduced, reduced.in, s / p_.blocks, 1);
    switch (p_.form) {
      case ReductionLayout::Form::kColumns: r_.columns(acc, in, reduced.in[0], n, unit.width); return;
      case ReductionLayout::Form::kTurned: {
        alignas(64) char turned[kTurnedRow * kJoinWidth * 16];
        const int64_t row = unit.width * g_.itemsize;
        turn_(turned, row, in, g_.kept.in[0], n, unit.width);
        r_.columns(acc, turned, row, n, unit.width);
        return;
      }
      case ReductionLayout::Form::kRows:
        if (r_.rows != nullptr && unit.width > 1 && reduced.in[0] == g_.itemsize && n > 0 && n <= r_.most_in_row)
          return r_.rows(acc, in, g_.kept.in[0], unit.width, n);
        for (int64_t i = 0; i < unit.width; ++i) r_.row(acc + i * size_, in + i * g_.kept.in[0], reduced.in[0], n);
    }
  }

  void join(char* acc, const char* rows, int64_t row, int64_t count, int64_t width) const {
    // Rows are added in pairs of pairs, columns one after the other: the former lose less.
    if (r_.join != nullptr && width > 16) return r_.join(acc, rows, row, count, width);
    for (int64_t i = 0; i < width; ++i) r_.join_row(acc + i * size_, rows + i * size_, row, count);
  }

  void finish(char* acc, const Unit& unit) const {
    if (r_.finish != nullptr) {
      char* const data[] = {acc, acc, static_cast<char*>(const_cast<void*>(r_.operand))};
      const int64_t strides[] = {size_, size_, 0};
      r_.finish(data, strides, unit.width, nullptr);
    }
    char* const data[] = {unit.out, acc};
    const int64_t strides[] = {g_.kept.out[0], size_};
    store_(data, strides, unit.width, nullptr);
  }

  const ReduceGeometry& g_;
  const Reducer& r_;
  const ReductionLayout p_;
  const int64_t size_;  // bytes of an accumulator
  LoopFn store_;
  TransposedFn turn_;
};

}  // namespace

void run_reduction(const ReduceGeometry& g, const Reducer& r) {
  if (g.kept.count == 0) return;
  if (g.reduced.count == 0) {
    ReduceGeometry empty(g);
    empty.reduced.size.resize(1);
    empty.reduced.size[0] = 0;
    Reducer by_rows(r);
    by_rows.columns = nullptr;
    if (r.neutral != nullptr) {  // fill with the accumulator of nothing
      const int64_t size = static_cast<int64_t>(elementSize(r.accumulator));
      for (int64_t i = 0; i < g.kept.count; ++i) {
        char* const data[] = {g.out + ReduceGeometry::offset(g.kept, g.kept.out, i),
                              static_cast<char*>(const_cast<void*>(r.neutral))};
        const int64_t strides[] = {0, 0};
        (r.result == r.accumulator ? copy_loop(size) : cast_loop(r.result, r.accumulator))(data, strides, 1, nullptr);
      }
      return;
    }
    empty.reduced.count = 1;  // one segment of no elements
    empty.kept.in = DimVector(g.kept.in.size());
    Run(empty, by_rows)();
    return;
  }
  Run(g, r)();
}

}  // namespace torchpp::cpu
