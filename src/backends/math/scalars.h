// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operands that are not tensors, from what the operator was given. Not for files of one instruction set.

#include <torchpp/core/scalar.h>

#include "src/backends/math/bits.h"

namespace torchpp::math {

/// Numbers as loops take them: floating loops read f, integer loops i.
inline Scalars make_scalars(const Scalar& a, const Scalar& b = 0, const Scalar& c = 0) {
  Scalars s{};
  const Scalar* values[] = {&a, &b, &c};
  for (int k = 0; k < 3; ++k) {
    if (values[k]->isComplex()) continue;  // complex loops read re and im as two numbers; their callers fill them
    s.f[k] = values[k]->toDouble();
    s.i[k] = values[k]->isFloatingPoint() ? static_cast<int64_t>(s.f[k]) : values[k]->toLong();
  }
  return s;
}

}  // namespace torchpp::math
