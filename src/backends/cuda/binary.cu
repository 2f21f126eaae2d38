// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of two inputs, by the rows of math/binary.def.
#include "src/backends/cuda/loop_table.h"
#include "src/backends/math/binary.h"

namespace torchpp::cuda {

#define MEMORY(tag) Tag_##tag::Memory
#define COMPUTE(tag) Tag_##tag::Compute
#define LOOP(tag, functor, make, result) \
  TORCHPP_PUT_LOOP(tag, (&element_loop<functor, make, result, MEMORY(tag), MEMORY(tag)>))
#define PLAIN(op, tag) LOOP(tag, TORCHPP_MATH_##tag::op, Plain, MEMORY(tag))
#define SCALARS(op, tag) LOOP(tag, TORCHPP_MATH_##tag::op<scalar_t<COMPUTE(tag)>>, FromScalars, MEMORY(tag))
#define BOOL(op, tag) LOOP(tag, TORCHPP_MATH_##tag::op, Plain, uint8_t)

#define TORCHPP_BINARY(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, PLAIN)
#define TORCHPP_BINARY_LIGHT TORCHPP_BINARY
#define TORCHPP_BINARY_LIGHT_SCALARS(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, SCALARS)
#define TORCHPP_BINARY_SCALARS TORCHPP_BINARY_LIGHT_SCALARS
#define TORCHPP_BINARY_BOOL(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, BOOL)

// Integers have their own functors. A zero divisor has no report from the device; the result is unspecified, as with
// libtorch.
#define DIVIDE(functor, tag) LOOP(tag, math::functor, Plain, MEMORY(tag))
#define TORCHPP_BINARY_DIVIDE(op, functor)                                                           \
  static constexpr LoopTable make_##op() {                                                           \
    LoopTable table{};                                                                               \
    TORCHPP_TYPES_FLOATS(PLAIN, op)                                                                  \
    DIVIDE(functor, u8)                                                                              \
    DIVIDE(functor, i8) DIVIDE(functor, i16) DIVIDE(functor, i32) DIVIDE(functor, i64) return table; \
  }                                                                                                  \
  const LoopTable op##_loops = make_##op();
#include "src/backends/math/binary.def"

}  // namespace torchpp::cuda
