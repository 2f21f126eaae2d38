// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of complex numbers: plain strided loops, compiled for the baseline only.

#include "src/backends/math/complex.h"

#include "src/backends/cpu/isa/kernel.h"

namespace torchpp::cpu {
namespace {

template <class T>
using C = math::cplx<T>;
using D = math::cplx<double>;

template <class T>
D widen(C<T> z) {
  return {z.re, z.im};
}
template <class T>
C<T> narrow(D z) {
  return {static_cast<T>(z.re), static_cast<T>(z.im)};
}

struct Operands {
  char* const* data;
  const int64_t* strides;
  template <class T>
  T& at(int k, int64_t i) const {
    return *reinterpret_cast<T*>(data[k] + i * strides[k]);
  }
};

}  // namespace

// `expression` sees x, y (the inputs) and s (the scalars); Result is its type.
#define LOOP1(name, tag, T, Result, expression) \
  TORCHPP_LOOP_SYMBOL(name##_##tag);            \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {           \
    (void)scalars;                              \
    const Operands o{data, strides};            \
    for (int64_t i = 0; i < n; ++i) {           \
      const C<T> x = o.at<C<T>>(1, i);          \
      o.at<Result>(0, i) = expression;          \
    }                                           \
    return kLoopDone;                           \
  }
#define LOOP2(name, tag, T, Result, expression)              \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                         \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                        \
    (void)scalars;                                           \
    const Operands o{data, strides};                         \
    for (int64_t i = 0; i < n; ++i) {                        \
      const C<T> x = o.at<C<T>>(1, i), y = o.at<C<T>>(2, i); \
      o.at<Result>(0, i) = expression;                       \
    }                                                        \
    return kLoopDone;                                        \
  }
#define COMPLEX_LOOPS(tag, T)                                                       \
  LOOP1(neg, tag, T, C<T>, (C<T>{-x.re, -x.im}))                                    \
  LOOP1(conj, tag, T, C<T>, (C<T>{x.re, -x.im}))                                    \
  LOOP1(abs, tag, T, T, static_cast<T>(__builtin_hypot(x.re, x.im)))                \
  LOOP1(angle, tag, T, T, static_cast<T>(__builtin_atan2(x.im, x.re)))              \
  LOOP1(square, tag, T, C<T>, math::cmul(x, x))                                     \
  LOOP1(reciprocal, tag, T, C<T>, math::cdiv(C<T>{1, 0}, x))                        \
  LOOP1(sgn, tag, T, C<T>, narrow<T>(sgn(widen(x))))                                \
  LOOP1(exp, tag, T, C<T>, narrow<T>(math::cexp(widen(x))))                         \
  LOOP1(log, tag, T, C<T>, narrow<T>(math::clog(widen(x))))                         \
  LOOP1(sqrt, tag, T, C<T>, narrow<T>(math::csqrt(widen(x))))                       \
  LOOP1(rsqrt, tag, T, C<T>, narrow<T>(math::cdiv(D{1, 0}, math::csqrt(widen(x))))) \
  LOOP1(sigmoid, tag, T, C<T>, narrow<T>(math::csigmoid(widen(x))))                 \
  LOOP1(tanh, tag, T, C<T>, narrow<T>(math::ctanh(widen(x))))                       \
  LOOP1(sin, tag, T, C<T>, narrow<T>(math::csin(widen(x))))                         \
  LOOP1(cos, tag, T, C<T>, narrow<T>(math::ccos(widen(x))))                         \
  LOOP2(add, tag, T, C<T>, plus(x, math::cmul(alpha<T>(scalars), y)))               \
  LOOP2(sub, tag, T, C<T>, minus(x, math::cmul(alpha<T>(scalars), y)))              \
  LOOP2(mul, tag, T, C<T>, math::cmul(x, y))                                        \
  LOOP2(div, tag, T, C<T>, math::cdiv(x, y))                                        \
  LOOP2(pow, tag, T, C<T>, narrow<T>(math::cpow(widen(x), widen(y))))               \
  LOOP2(eq, tag, T, uint8_t, static_cast<uint8_t>((x.re == y.re) & (x.im == y.im))) \
  LOOP2(ne, tag, T, uint8_t, static_cast<uint8_t>((x.re != y.re) | (x.im != y.im)))

namespace {
// alpha: scalars f[0] + i f[1]
template <class T>
C<T> alpha(const Scalars* s) {
  return {static_cast<T>(s->f[0]), static_cast<T>(s->f[1])};
}
template <class T>
C<T> plus(C<T> a, C<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
C<T> minus(C<T> a, C<T> b) {
  return {a.re - b.re, a.im - b.im};
}
D sgn(D z) {
  const double r = __builtin_hypot(z.re, z.im);
  return r == 0 ? D{0, 0} : D{z.re / r, z.im / r};
}
}  // namespace

COMPLEX_LOOPS(c64, float)
COMPLEX_LOOPS(c128, double)

}  // namespace torchpp::cpu
