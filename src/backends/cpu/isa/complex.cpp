// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of complex numbers: plain strided loops, compiled for the baseline only.

#include "src/backends/math/complex.h"

#include "src/backends/cpu/isa/kernel.h"

namespace torchpp::cpu {
namespace {

struct Operands {
  char* const* data;
  const int64_t* strides;
  template <class T>
  T& at(int k, int64_t i) const {
    return *reinterpret_cast<T*>(data[k] + i * strides[k]);
  }
};

}  // namespace

#define LOOP1(name, tag, T, Result)                                                    \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                                                   \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                                                  \
    (void)scalars;                                                                     \
    const Operands o{data, strides};                                                   \
    const math::on_complex::name f;                                                    \
    for (int64_t i = 0; i < n; ++i) o.at<Result>(0, i) = f(o.at<math::cplx<T>>(1, i)); \
    return kLoopDone;                                                                  \
  }
#define LOOP2(name, tag, T, Result, functor)                                                             \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                                                                     \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                                                                    \
    (void)scalars;                                                                                       \
    const Operands o{data, strides};                                                                     \
    const auto f = functor;                                                                              \
    for (int64_t i = 0; i < n; ++i)                                                                      \
      o.at<Result>(0, i) = static_cast<Result>(f(o.at<math::cplx<T>>(1, i), o.at<math::cplx<T>>(2, i))); \
    return kLoopDone;                                                                                    \
  }
#define LOOP3(name, tag, T, functor)                                                                \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                                                                \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                                                               \
    (void)scalars;                                                                                  \
    const Operands o{data, strides};                                                                \
    const auto f = functor;                                                                         \
    using C = math::cplx<T>;                                                                        \
    for (int64_t i = 0; i < n; ++i) o.at<C>(0, i) = f(o.at<C>(1, i), o.at<C>(2, i), o.at<C>(3, i)); \
    return kLoopDone;                                                                               \
  }
#define COMPLEX1(name, tag, T) LOOP1(name, tag, T, math::cplx<T>)
#define COMPLEX2(name, tag, T) LOOP2(name, tag, T, math::cplx<T>, math::on_complex::name())
#define COMPLEX_LOOPS(tag, T)                                                 \
  COMPLEX1(neg, tag, T)                                                       \
  COMPLEX1(conj, tag, T)                                                      \
  LOOP1(abs, tag, T, T)                                                       \
  LOOP1(angle, tag, T, T)                                                     \
  COMPLEX1(square, tag, T)                                                    \
  COMPLEX1(reciprocal, tag, T)                                                \
  COMPLEX1(sgn, tag, T)                                                       \
  COMPLEX1(exp, tag, T)                                                       \
  COMPLEX1(log, tag, T)                                                       \
  COMPLEX1(sqrt, tag, T)                                                      \
  COMPLEX1(rsqrt, tag, T)                                                     \
  COMPLEX1(sigmoid, tag, T)                                                   \
  COMPLEX1(tanh, tag, T)                                                      \
  COMPLEX1(sin, tag, T)                                                       \
  COMPLEX1(cos, tag, T)                                                       \
  COMPLEX1(tan, tag, T)                                                       \
  COMPLEX1(asin, tag, T)                                                      \
  COMPLEX1(acos, tag, T)                                                      \
  COMPLEX1(atan, tag, T)                                                      \
  COMPLEX1(sinh, tag, T)                                                      \
  COMPLEX1(cosh, tag, T)                                                      \
  COMPLEX1(log2, tag, T)                                                      \
  COMPLEX1(log10, tag, T)                                                     \
  COMPLEX1(silu, tag, T)                                                      \
  LOOP1(logical_not, tag, T, uint8_t)                                         \
  LOOP2(add, tag, T, math::cplx<T>, math::on_complex::add<T>::from(*scalars)) \
  LOOP2(sub, tag, T, math::cplx<T>, math::on_complex::sub<T>::from(*scalars)) \
  COMPLEX2(mul, tag, T)                                                       \
  COMPLEX2(div, tag, T)                                                       \
  COMPLEX2(pow, tag, T)                                                       \
  LOOP2(eq, tag, T, uint8_t, math::on_complex::eq())                          \
  LOOP2(ne, tag, T, uint8_t, math::on_complex::ne())                          \
  LOOP2(logical_and, tag, T, uint8_t, math::on_complex::logical_and())        \
  LOOP2(logical_or, tag, T, uint8_t, math::on_complex::logical_or())          \
  LOOP2(logical_xor, tag, T, uint8_t, math::on_complex::logical_xor())        \
  COMPLEX2(sigmoid_backward, tag, T)                                          \
  COMPLEX2(tanh_backward, tag, T)                                             \
  COMPLEX2(silu_backward, tag, T)                                             \
  LOOP3(addcmul, tag, T, math::on_complex::addcmul<T>::from(*scalars))        \
  LOOP3(addcdiv, tag, T, math::on_complex::addcdiv<T>::from(*scalars))        \
  LOOP3(lerp, tag, T, math::on_complex::lerp())                               \
  LOOP2(lerp_number, tag, T, math::cplx<T>, math::on_complex::lerp_number<T>::from(*scalars))

COMPLEX_LOOPS(c64, float)
COMPLEX_LOOPS(c128, double)

}  // namespace torchpp::cpu
