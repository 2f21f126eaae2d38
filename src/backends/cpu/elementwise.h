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
