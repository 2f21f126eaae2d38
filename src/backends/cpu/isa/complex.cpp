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
  LOOP2(add, tag, T, math::cplx<T>, math::on_complex::add<T>::from(*scalars)) \
  LOOP2(sub, tag, T, math::cplx<T>, math::on_complex::sub<T>::from(*scalars)) \
  COMPLEX2(mul, tag, T)                                                       \
  COMPLEX2(div, tag, T)                                                       \
  COMPLEX2(pow, tag, T)                                                       \
  LOOP2(eq, tag, T, uint8_t, math::on_complex::eq())                          \
  LOOP2(ne, tag, T, uint8_t, math::on_complex::ne())

COMPLEX_LOOPS(c64, float)
COMPLEX_LOOPS(c128, double)

}  // namespace torchpp::cpu
