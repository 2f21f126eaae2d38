// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of one input, by the rows of math/unary.def.
#include "src/backends/cuda/loop_table.h"
#include "src/backends/math/pointwise.h"

namespace torchpp::cuda {

#define MEMORY(tag) Tag_##tag::Memory
#define COMPUTE(tag) Tag_##tag::Compute
#define FUNCTOR(op, tag) TORCHPP_MATH_##tag::op
#define PLAIN(op, tag) \
  TORCHPP_PUT_LOOP(    \
      tag, (&element_loop<FUNCTOR(op, tag), Plain, ResultOf<FUNCTOR(op, tag), MEMORY(tag)>::type, MEMORY(tag)>))
#define SCALARS(op, tag) \
  TORCHPP_PUT_LOOP(tag, (&element_loop<math::op<COMPUTE(tag)>, FromScalars, MEMORY(tag), MEMORY(tag)>))
#define BOOL(op, tag) TORCHPP_PUT_LOOP(tag, (&element_loop<FUNCTOR(op, tag), Plain, uint8_t, MEMORY(tag)>))

#define TORCHPP_UNARY(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, PLAIN)
#define TORCHPP_UNARY_SCALARS(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, SCALARS)
#define TORCHPP_UNARY_TURN TORCHPP_UNARY
#define TORCHPP_UNARY_BOOL(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, BOOL)
#define TORCHPP_UNARY_COMPLEX(op) TORCHPP_LOOP_TABLE(op, TORCHPP_COMPLEX_TYPES, PLAIN)
#include "src/backends/math/unary.def"

}  // namespace torchpp::cuda
