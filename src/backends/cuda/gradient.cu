// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of gradients and of three inputs, and where.
#include "src/backends/cuda/loop_table.h"
#include "src/backends/cuda/visit.h"

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

namespace {

// x * (mask ? scale : 0): a product, so that NaN and infinity stay visible where the mask is false.
template <class C>
struct MaskedScale {
  C scale;
  TORCHPP_HD static MaskedScale from(const Scalars& s) { return {C(s.f[0])}; }
  TORCHPP_HD C operator()(C x, uint8_t kept) const { return x * (kept != 0 ? scale : C(0)); }
};

}  // namespace

LoopFn masked_scale_loop(ScalarType dtype) {
  LoopFn loop = nullptr;
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    loop = &element_loop<MaskedScale<Compute<M>>, FromScalars, M, M, uint8_t>;
  });
  return loop;
}

}  // namespace torchpp::cuda
