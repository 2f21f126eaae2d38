// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running element-wise operators on the CPU.

#include "src/backends/cpu/loops.h"
#include "src/backends/math/scalars.h"
#include "src/ops/elementwise.h"

namespace torchpp::cpu {

using math::make_scalars;

/// Elements under which a loop stays on the calling thread.
constexpr int64_t kElementwiseGrain = 32768;

[[noreturn]] TORCHPP_COLD void fail_zero_division(const char* op);

/// Runs the loop over n elements of operands of which the result is dense and none of the inputs, and writes the result
/// past the cache; gives its LoopStatus. An ordinary store reads the line that it changes, and displaces another.
/// For results that do not stay in the cache anyway.
int run_streamed(LoopFn loop, char* const* data, const int64_t* strides, int operands, int64_t n,
                 const Scalars* scalars);

/// Runs the loop over n elements of dense operands (or single values, stride 0) on all threads; gives its LoopStatus.
int run_split(LoopFn loop, char* const* data, const int64_t* strides, int operands, int64_t n, const Scalars* scalars);

/// Runs the loop over the iterator, split over threads when it is long. `op` names the operator in the error of integer
/// division by zero.
void run_loop(const Iterator& iterator, LoopFn loop, const Scalars* scalars, const char* op);

using ElementLoops = LoopTable<LoopFn>;

/// An element-wise operator of one, two or three inputs by its table of loops. `layout` says, as for
/// plan_elementwise, which of them decide the strides of a new result.
Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable<LoopFn>& loops,
             const Scalars* scalars = nullptr);
Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable<LoopFn>& loops, const Scalars* scalars = nullptr, int layout = kLayoutOfAll);
Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable<LoopFn>& loops, const Scalars* scalars = nullptr);

}  // namespace torchpp::cpu
