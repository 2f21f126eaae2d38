// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the kernels of pooling share.

#include <torchpp/core/half.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

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

// Units that are worth a thread's while together, each of `cost` element steps.
inline int64_t grain(int64_t cost) { return std::max<int64_t>(1, 65536 / std::max<int64_t>(1, cost)); }

}  // namespace torchpp::cpu
