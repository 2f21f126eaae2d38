// SPDX-License-Identifier: BSD-3-Clause
// Backward helpers, element losses and loops of three inputs, by the rows of math/gradient.def.
#include "src/backends/cuda/loop_table.h"
#include "src/backends/math/binary.h"

namespace torchpp::cuda {

#define MEMORY(tag) Tag_##tag::Memory
#define COMPUTE(tag) Tag_##tag::Compute
#define PLAIN(op, tag) \
  TORCHPP_PUT_LOOP(tag, (&element_loop<TORCHPP_MATH_##tag::op, Plain, MEMORY(tag), MEMORY(tag), MEMORY(tag)>))
#define SCALARS(op, tag)                                                                                         \
  TORCHPP_PUT_LOOP(tag, (&element_loop<TORCHPP_MATH_##tag::op<scalar_t<COMPUTE(tag)>>, FromScalars, MEMORY(tag), \
                                       MEMORY(tag), MEMORY(tag)>))
#define PLAIN3(op, tag) \
  TORCHPP_PUT_LOOP(tag, \
                   (&element_loop<TORCHPP_MATH_##tag::op, Plain, MEMORY(tag), MEMORY(tag), MEMORY(tag), MEMORY(tag)>))
#define SCALARS3(op, tag)                                                                                        \
  TORCHPP_PUT_LOOP(tag, (&element_loop<TORCHPP_MATH_##tag::op<scalar_t<COMPUTE(tag)>>, FromScalars, MEMORY(tag), \
                                       MEMORY(tag), MEMORY(tag), MEMORY(tag)>))

#define TORCHPP_BINARY(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, PLAIN)
#define TORCHPP_BINARY_SCALARS(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, SCALARS)
#define TORCHPP_TERNARY(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, PLAIN3)
#define TORCHPP_TERNARY_SCALARS(op, types) TORCHPP_LOOP_TABLE(op, TORCHPP_TYPES_##types, SCALARS3)
#include "src/backends/math/gradient.def"

namespace {

// Moves bits: one loop per width.
struct Where {
  template <class T>
  TORCHPP_HD T operator()(uint8_t condition, T yes, T no) const {
    return condition != 0 ? yes : no;
  }
};

}  // namespace

LoopFn where_loop(int64_t width) {
  switch (width) {
    case 1: return &element_loop<Where, Plain, uint8_t, uint8_t, uint8_t, uint8_t>;
    case 2: return &element_loop<Where, Plain, uint16_t, uint8_t, uint16_t, uint16_t>;
    case 4: return &element_loop<Where, Plain, uint32_t, uint8_t, uint32_t, uint32_t>;
    case 8: return &element_loop<Where, Plain, uint64_t, uint8_t, uint64_t, uint64_t>;
    case 16: return &element_loop<Where, Plain, math::cplx<double>, uint8_t, math::cplx<double>, math::cplx<double>>;
    default: return nullptr;
  }
}

}  // namespace torchpp::cuda
