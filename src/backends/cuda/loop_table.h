// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How a .cu file defines the tables of loops.h. Only .cu files include this.

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/loops.h"
#include "src/backends/math/complex.h"

namespace torchpp::cuda {

constexpr ScalarType dtype_f32 = kFloat, dtype_f64 = kDouble, dtype_f16 = kHalf, dtype_bf16 = kBFloat16,
                     dtype_u8 = kByte, dtype_i8 = kChar, dtype_i16 = kShort, dtype_i32 = kInt, dtype_i64 = kLong,
                     dtype_b8 = kBool, dtype_c64 = kComplexFloat, dtype_c128 = kComplexDouble;

/// The template argument of functors with scalar operands: the type of arithmetic; for complex numbers that of their
/// parts.
template <class C>
using scalar_t = typename PartOf<C>::type;

/// The element type of the result of an op on elements of type M: M, but a part's where complex numbers give reals.
template <class F, class M>
struct ResultOf {
  using type = M;
};
template <class F, class T>
struct ResultOf<F, math::cplx<T>> {
  using type = decltype(F()(math::cplx<T>()));
};

}  // namespace torchpp::cuda

#define TORCHPP_COMPLEX_TYPES(X, op) X(op, c64) X(op, c128)
#include "src/backends/math/types.def"

// Where an op's functor stands: that of complex numbers has the same name.
#define TORCHPP_MATH_f32 math
#define TORCHPP_MATH_f64 math
#define TORCHPP_MATH_f16 math
#define TORCHPP_MATH_bf16 math
#define TORCHPP_MATH_u8 math
#define TORCHPP_MATH_i8 math
#define TORCHPP_MATH_i16 math
#define TORCHPP_MATH_i32 math
#define TORCHPP_MATH_i64 math
#define TORCHPP_MATH_b8 math
#define TORCHPP_MATH_c64 math::on_complex
#define TORCHPP_MATH_c128 math::on_complex

// TORCHPP_LOOP_TABLE(op, TYPES, ENTRY): <op>_loops, where ENTRY(op, tag) is a TORCHPP_PUT_LOOP for each dtype.
#define TORCHPP_PUT_LOOP(tag, function) table.fn[static_cast<int>(dtype_##tag)] = function;
#define TORCHPP_LOOP_TABLE(op, TYPES, ENTRY) \
  static constexpr LoopTable make_##op() {   \
    LoopTable table{};                       \
    TYPES(ENTRY, op)                         \
    return table;                            \
  }                                          \
  const LoopTable op##_loops = make_##op();
