// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file One launch for many tensors: a table of them is the kernel's argument, and each block works on a chunk of one.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/launch.h"
#include "src/backends/math/optim.h"

namespace torchpp::cuda {

/// Elements per block.
constexpr int64_t kTensorChunk = 4096;
/// So many fit into the 4 KiB that every device takes as arguments, with room for the numbers of a step.
constexpr int kTableEntries = 44;

/// One tensor, or one parameter with its gradient and states: flat memory of `n` real numbers each.
struct TableEntry {
  void* data[math::kMaxLists];
  int64_t n;
  int64_t first_block;
  double numbers[math::kMaxNumbers];  // those of an optimizer step that differ between parameters
};
struct TensorTable {
  TableEntry at[kTableEntries];
  int64_t blocks;
  int64_t base;  // of the launch's blocks among all launches'
  int count;
};
static_assert(sizeof(TensorTable) <= 3600, "a kernel's arguments");

/// An optimizer step of math/optim.def, over the lists in its order. dtype: kFloat, kDouble.
template <class Step>
void launch_step(const OnDevice& on, ScalarType dtype, const TensorTable& table, const Step& step);
/// Clears bytes: those are what `n` counts here.
void launch_clear(const OnDevice& on, const TensorTable& table);
/// Multiplies by *scalar, or by `value` where that is null. dtype: floating.
void launch_multiply(const OnDevice& on, ScalarType dtype, const TensorTable& table, const double* scalar,
                     double value);
/// Multiplies by *factor, and sets *found_inf to 1 where an element was infinite or NaN. dtype: floating.
void launch_unscale(const OnDevice& on, ScalarType dtype, const TensorTable& table, const float* factor,
                    float* found_inf);
/// See math::update_scale().
void launch_update_scale(const OnDevice& on, float* scale, int32_t* tracker, const float* found_inf,
                         double growth_factor, double backoff_factor, int64_t interval);
/// Sums of squares, one per block, to partial[table.base + block].
void launch_sum_squares(const OnDevice& on, ScalarType dtype, const TensorTable& table, double* partial);
/// The sum of those to `to`, a float or double, in the same order of operations each time.
void launch_total(const OnDevice& on, ScalarType dtype, const double* partial, int64_t count, void* to);

}  // namespace torchpp::cuda
