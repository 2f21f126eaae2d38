// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of gradients and of three inputs, and where.

#include "src/backends/cpu/isa/element_loop.h"

namespace torchpp::cpu {

#include "src/backends/math/generated/gradient.def"

namespace {
// where(condition, a, b) moves bits: one loop per width.
template <class T>
TORCHPP_OUT_OF_LINE int where_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  T* out = reinterpret_cast<T*>(data[0]);
  const uint8_t* condition = reinterpret_cast<const uint8_t*>(data[1]);
  const T *a = reinterpret_cast<const T*>(data[2]), *b = reinterpret_cast<const T*>(data[3]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    const T yes = a[i], no = b[i];
    out[i] = condition[i] != 0 ? yes : no;
  }
  return kLoopDone;
}
}  // namespace

#define WHERE(width, type)                                                                                    \
  TORCHPP_LOOP_SYMBOL(where_##width);                                                                         \
  TORCHPP_LOOP_SYMBOL(where_##width) {                                                                        \
    return enter<where_kernel<type>, kinds(width, kRaw1, width, width), 4, false>(data, strides, n, scalars); \
  }
WHERE(1, uint8_t)
WHERE(2, uint16_t)
WHERE(4, uint32_t)
WHERE(8, uint64_t)
WHERE(16, math::cplx<double>)

}  // namespace torchpp::cpu
