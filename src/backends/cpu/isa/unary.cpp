// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/cpu/isa/kernel.h"
#define TORCHPP_COMPLEX_TYPES(X, op)
#include "src/backends/math/pointwise.h"
#include "src/backends/math/types.def"

namespace torchpp::cpu {

#define DEFINE(name, kernel, result_kind, tag)                                                      \
  TORCHPP_LOOP_SYMBOL(name);                                                                        \
  TORCHPP_LOOP_SYMBOL(name) {                                                                       \
    return enter<kernel, kinds(result_kind, Tag_##tag::kind), 2, false>(data, strides, n, scalars); \
  }
#define COMPUTE(tag) Tag_##tag::Compute

#define PLAIN(op, tag) \
  DEFINE(op##_##tag, (unary_kernel<math::op, Plain, COMPUTE(tag), COMPUTE(tag)>), Tag_##tag::kind, tag)
#define SCALARS(op, tag)                                                                                               \
  DEFINE(op##_##tag, (unary_kernel<math::op<COMPUTE(tag)>, FromScalars, COMPUTE(tag), COMPUTE(tag)>), Tag_##tag::kind, \
         tag)
#define TURN(op, tag) DEFINE(op##_##tag, (turn_kernel<math::op, COMPUTE(tag)>), Tag_##tag::kind, tag)
#define BOOL(op, tag) DEFINE(op##_##tag, (unary_kernel<math::op, Plain, uint8_t, COMPUTE(tag)>), kRaw1, tag)

#define TORCHPP_UNARY(op, types) TORCHPP_TYPES_##types(PLAIN, op)
#define TORCHPP_UNARY_SCALARS(op, types) TORCHPP_TYPES_##types(SCALARS, op)
#define TORCHPP_UNARY_TURN(op, types) TORCHPP_TYPES_##types(TURN, op)
#define TORCHPP_UNARY_BOOL(op, types) TORCHPP_TYPES_##types(BOOL, op)
#define TORCHPP_UNARY_COMPLEX(op)
#include "src/backends/math/unary.def"

}  // namespace torchpp::cpu
