// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How a .cu file defines tables of element_loops.h. Only .cu files include this.

#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/math/complex.h"
#include "src/backends/math/types.def"

namespace torchpp::cuda {

constexpr ScalarType dtype_f32 = kFloat, dtype_f64 = kDouble, dtype_f16 = kHalf, dtype_bf16 = kBFloat16,
                     dtype_u8 = kByte, dtype_i8 = kChar, dtype_i16 = kShort, dtype_i32 = kInt, dtype_i64 = kLong,
                     dtype_b8 = kBool, dtype_c64 = kComplexFloat, dtype_c128 = kComplexDouble;

/// The template argument of functors with scalar operands: the type of arithmetic; for complex numbers that of their
/// parts.
template <class C>
using scalar_t = typename PartOf<C>::type;

/// The loop of elements of type M by a functor that computes in C.
template <int kInputs, class F, class Make, class M, class C>
constexpr LoopFn element_loop_of() {
  using Stored = math::StoredAs<math::ResultOf<F, C, kInputs>>;
  // 16-bit floats are computed in another type; truth values are bytes, and complex numbers may give reals.
  using R = std::conditional_t<std::is_same_v<M, C> || Stored::kIsTruth, typename Stored::type, M>;
  if constexpr (kInputs == 1) return &element_loop<F, Make, R, M>;
  else if constexpr (kInputs == 2) return &element_loop<F, Make, R, M, M>;
  else return &element_loop<F, Make, R, M, M, M>;
}

}  // namespace torchpp::cuda

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

#define TORCHPP_FUNCTOR_Plain(name, tag) TORCHPP_MATH_##tag::name
#define TORCHPP_FUNCTOR_FromScalars(name, tag) TORCHPP_MATH_##tag::name<scalar_t<Tag_##tag::Compute>>
#define TORCHPP_PUT_LOOP(tag, name, inputs, make) \
  table.fn[static_cast<int>(dtype_##tag)] =       \
      element_loop_of<inputs, TORCHPP_FUNCTOR_##make(name, tag), make, Tag_##tag::Memory, Tag_##tag::Compute>();

// A file that includes a list of math/generated behind this header defines the tables of the list. Integer division by
// zero has no report from the device; the result is unspecified, as with libtorch.
#define TORCHPP_LOOP(name, inputs, make, form, types, complex)                      \
  static constexpr ElementLoops make_##name() {                                     \
    ElementLoops table{};                                                           \
    TORCHPP_TYPES_##types(TORCHPP_PUT_LOOP, name, inputs, make)                     \
        TORCHPP_TYPES_##complex(TORCHPP_PUT_LOOP, name, inputs, make) return table; \
  }                                                                                 \
  const ElementLoops name##_loops = make_##name();
