// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the kernels of pooling share.

#include <torchpp/core/half.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/wide_result.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/pooling_rules.h"

namespace torchpp::cpu {

template <class F>
void with_float_type(const char* op, ScalarType dtype, const F& f) {
  if (dtype == kFloat) f(float());
  else if (dtype == kDouble) f(double());
  else fail_dtype(op, dtype);
}
inline bool is_last(MemoryFormat format) { return format == MemoryFormat::ChannelsLast; }

template <class T>
T* data(const Tensor& t) {
  return static_cast<T*>(t.impl()->data());
}
inline void zero(const Tensor& t) {
  if (t.numel() != 0) __builtin_memset(t.impl()->data(), 0, t.nbytes());
}

// The dtype in which images of a plan are pooled.
template <class P>
ScalarType compute_type(const P& plan, bool narrow_planes) {
  const Output& o = plan.outputs[0];
  const bool wide = o.dtype == kFloat || o.dtype == kDouble || o.dtype == kLong;
  return wide || (narrow_planes && !is_last(o.format)) ? o.dtype : kFloat;
}

// bfloat16 images are read and written as they are: converting whole ones took four fifths of the time.
template <class P>
ScalarType memory_type(const P& plan) {
  return plan.outputs[0].dtype == kBFloat16 ? kBFloat16 : compute_type(plan, false);
}
template <class F>
void with_memory_type(const char* op, ScalarType dtype, const F& f) {
  if (dtype == kBFloat16) f(BFloat16());
  else with_float_type(op, dtype, f);
}
// The number as isa/pooling.cpp knows it.
template <class M>
using Bits = std::conditional_t<std::is_same_v<M, BFloat16>, uint16_t, M>;
template <class M>
const PoolBoxKernels<Bits<M>>& box_kernels() {
  if constexpr (std::is_same_v<M, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_box_float));
  else if constexpr (std::is_same_v<M, double>) return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_box_double));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(pool_box_bfloat16));
}

// Units that are worth a thread's while together, each of `cost` element steps.
inline int64_t grain(int64_t cost) { return std::max<int64_t>(1, 65536 / std::max<int64_t>(1, cost)); }

}  // namespace torchpp::cpu
