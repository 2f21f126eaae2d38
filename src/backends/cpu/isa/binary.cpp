// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/math/binary.h"

#include "src/backends/cpu/isa/kernel.h"
#define TORCHPP_COMPLEX_TYPES(X, op)
#include "src/backends/math/types.def"

namespace torchpp::cpu {

#define DEFINE(name, kernel, out, in, light) \
  TORCHPP_LOOP_SYMBOL(name);                 \
  TORCHPP_LOOP_SYMBOL(name) { return enter<kernel, kinds(out, in, in), 3, light>(data, strides, n, scalars); }
#define COMPUTE(tag) Tag_##tag::Compute
#define KIND(tag) Tag_##tag::kind

#define PLAIN(op, tag) \
  DEFINE(op##_##tag, (binary_kernel<math::op, Plain, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), KIND(tag), false)
#define SCALARS(op, tag)                                                                                          \
  DEFINE(op##_##tag, (binary_kernel<math::op<COMPUTE(tag)>, FromScalars, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), \
         KIND(tag), false)
#define LIGHT(op, tag) \
  DEFINE(op##_##tag, (light_kernel<math::op, Plain, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), KIND(tag), true)
#define LIGHT_SCALARS(op, tag)                                                                                   \
  DEFINE(op##_##tag, (light_kernel<math::op<COMPUTE(tag)>, FromScalars, COMPUTE(tag), COMPUTE(tag)>), KIND(tag), \
         KIND(tag), true)
#define BOOL(op, tag) \
  DEFINE(op##_##tag, (binary_kernel<math::op, Plain, uint8_t, COMPUTE(tag)>), kRaw1, KIND(tag), false)

#define TORCHPP_BINARY(op, types) TORCHPP_TYPES_##types(PLAIN, op)
#define TORCHPP_BINARY_SCALARS(op, types) TORCHPP_TYPES_##types(SCALARS, op)
#define TORCHPP_BINARY_LIGHT(op, types) TORCHPP_TYPES_##types(LIGHT, op)
#define TORCHPP_BINARY_LIGHT_SCALARS(op, types) TORCHPP_TYPES_##types(LIGHT_SCALARS, op)
#define TORCHPP_BINARY_BOOL(op, types) TORCHPP_TYPES_##types(BOOL, op)

#define DIVIDE(op, functor, tag) \
  DEFINE(op##_##tag, (divide_kernel<math::functor, COMPUTE(tag)>), KIND(tag), KIND(tag), false)
#define TORCHPP_BINARY_DIVIDE(op, functor) \
  TORCHPP_TYPES_FLOATS(PLAIN, op)          \
  DIVIDE(op, functor, u8)                  \
  DIVIDE(op, functor, i8) DIVIDE(op, functor, i16) DIVIDE(op, functor, i32) DIVIDE(op, functor, i64)

#include "src/backends/math/binary.def"

}  // namespace torchpp::cpu
