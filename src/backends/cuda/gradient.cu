// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of gradients and of three inputs, and where.
#include "src/backends/cuda/loop_table.h"

namespace torchpp::cuda {

#include "src/backends/math/generated/gradient.def"

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
