// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/loop_scalars.h"

namespace torchpp {

void store_scalar(Scalars& s, int k, const Scalar& number, ScalarType type) {
  alignas(16) char bits[16];
  store_number(number, type, bits);
  const Scalar held = load_number(type, bits);
  if (held.isComplex()) {
    s.f[k] = held.toComplexDouble().real();
    s.f[k + 1] = held.toComplexDouble().imag();
  } else if (held.isFloatingPoint()) {
    s.f[k] = held.toDouble();
    s.i[k] = 0;
  } else {
    s.i[k] = held.toLong();
    s.f[k] = static_cast<double>(s.i[k]);
  }
}

}  // namespace torchpp
