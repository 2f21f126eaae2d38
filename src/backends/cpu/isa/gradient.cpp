// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/math/binary.h"

#include "src/backends/cpu/isa/kernel.h"
#define TORCHPP_COMPLEX_TYPES(X, op)
#include "src/backends/math/types.def"

namespace torchpp::cpu {

#define DEFINE(name, kernel, out, in) \
  TORCHPP_LOOP_SYMBOL(name);          \
  TORCHPP_LOOP_SYMBOL(name) { return enter<kernel, kinds(out, in, in), 3, false>(data, strides, n, scalars); }
#define COMPUTE(tag) Tag_##tag::Compute
#define KIND(tag) Tag_##tag::kind

#define PLAIN(op, tag) \
  DEFINE(op##_##tag, (binary_kernel<math::op, Plain, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), KIND(tag))
#define SCALARS(op, tag)                                                                                          \
  DEFINE(op##_##tag, (binary_kernel<math::op<COMPUTE(tag)>, FromScalars, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), \
         KIND(tag))
#define TORCHPP_BINARY(op, types) TORCHPP_TYPES_##types(PLAIN, op)
#define TORCHPP_BINARY_SCALARS(op, types) TORCHPP_TYPES_##types(SCALARS, op)

#define DEFINE3(name, kernel, tag)                                                                                \
  TORCHPP_LOOP_SYMBOL(name);                                                                                      \
  TORCHPP_LOOP_SYMBOL(name) {                                                                                     \
    return enter<kernel, kinds(KIND(tag), KIND(tag), KIND(tag), KIND(tag)), 4, false>(data, strides, n, scalars); \
  }
#define PLAIN3(op, tag) DEFINE3(op##_##tag, (ternary_kernel<math::op, Plain, COMPUTE(tag)>), tag)
#define SCALARS3(op, tag) DEFINE3(op##_##tag, (ternary_kernel<math::op<COMPUTE(tag)>, FromScalars, COMPUTE(tag)>), tag)
#define TORCHPP_TERNARY(op, types) TORCHPP_TYPES_##types(PLAIN3, op)
#define TORCHPP_TERNARY_SCALARS(op, types) TORCHPP_TYPES_##types(SCALARS3, op)
#include "src/backends/math/gradient.def"

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
