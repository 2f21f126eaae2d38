// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The inner loops of the CPU backend: for each op one table of functions, by dtype and instruction set. Those of
// element-wise functions are named in element_loops.h.
//
//   if (LoopFn loop = select(exp_loops, dtype)) loop(data, strides, n, nullptr); else error: exp of this dtype
//
// Tables are constants in sections of their own, so a static program keeps only those of the ops that it calls. Loops
// do not throw, allocate, or start threads. Reductions give the same bits in every instruction set; element-wise
// functions may differ in the last place between sets with and without fma.

#include <torchpp/core/dtype.h>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/isa/abi.h"
#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/optim_abi.h"

namespace torchpp::cpu {

/// Functions by ScalarType and level; null where the op has no such loop (quantized types, ComplexHalf: never).
template <class Fn>
struct LoopTable {
  Fn fn[kNumScalarTypes][kCpuLevels];
  bool divides = false;  ///< a zero among integer divisors, the second input, is an error
};

/// The function for a dtype at the best level up to `level`, or null if the op has none.
template <class Fn>
Fn select(const LoopTable<Fn>& table, ScalarType dtype, int level) {
  const Fn* row = table.fn[static_cast<int>(dtype)];
  if (TORCHPP_LIKELY(row[level] != nullptr)) return row[level];
  while (level > 0 && row[level] == nullptr) --level;  // complex loops exist for the baseline only
  return row[level];
}
template <class Fn>
Fn select(const LoopTable<Fn>& table, ScalarType dtype) {
  return select(table, dtype, cpu_level());
}

// <op>_loops for every row of the .def files.
#define TORCHPP_REDUCE(op, types) extern const LoopTable<ReduceFn> op##_loops;
#define TORCHPP_REDUCE_COLUMNS(op, types) extern const LoopTable<ReduceColumnsFn> op##_loops;
#include "src/backends/cpu/isa/reduce.def"
#undef TORCHPP_REDUCE
#undef TORCHPP_REDUCE_COLUMNS

#define TORCHPP_ROWS(name, function, types) extern const LoopTable<function> name##_loops;
#include "src/backends/cpu/isa/nn.def"
#undef TORCHPP_ROWS

#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) extern const LoopTable<OptimizerFn> name##_loops;
#include "src/backends/math/optim.def"
#undef TORCHPP_OPTIMIZER_STEP

// Loops that only move elements depend on the element's width: 1, 2, 4, 8 or 16 bytes.

/// Copy of one strided row; an input of stride 0 fills.
LoopFn copy_loop(int64_t width, int level);
/// where(condition, a, b), condition one byte per element.
LoopFn where_loop(int64_t width, int level);
TransposedFn transposed_copy(int64_t width, int level);
RepeatedFn repeated_copy(int64_t width, int level);
StreamFn stream_copy(int level);
/// Conversion between real dtypes; null if either is complex or quantized. Complex numbers are converted by parts:
/// strides are free, so (re, im) are two rows, and a missing part is a fill.
LoopFn cast_loop(ScalarType to, ScalarType from, int level);

inline LoopFn copy_loop(int64_t width) { return copy_loop(width, cpu_level()); }
inline LoopFn where_loop(int64_t width) { return where_loop(width, cpu_level()); }
inline TransposedFn transposed_copy(int64_t width) { return transposed_copy(width, cpu_level()); }
inline RepeatedFn repeated_copy(int64_t width) { return repeated_copy(width, cpu_level()); }
inline StreamFn stream_copy() { return stream_copy(cpu_level()); }
inline LoopFn cast_loop(ScalarType to, ScalarType from) { return cast_loop(to, from, cpu_level()); }
/// n elements by cast_loop(), or by copy_loop() where the dtypes are the same; strides in elements.
void convert_elements(ScalarType to, void* out, int64_t out_stride, ScalarType from, const void* in, int64_t in_stride,
                      int64_t n);

/// The moments of two runs together (Chan, Golub, LeVeque).
inline Moments combine(const Moments& a, const Moments& b) {
  const double count = a.count + b.count;
  if (a.count == 0) return b;  // no square of the mean, which may overflow
  if (b.count == 0) return a;
  const double delta = b.mean - a.mean, share = b.count / count;
  return {count, a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share};
}

}  // namespace torchpp::cpu
