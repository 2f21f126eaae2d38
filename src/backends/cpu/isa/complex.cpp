// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of complex numbers. Most are as fast as memory, or wait for library functions, in the baseline
// set; those of the group COMPLEX_WIDE are compiled for AVX2, too, and of COMPLEX_WIDEST for every set.

#include "src/backends/math/complex.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/types.def"

namespace torchpp::cpu {

TORCHPP_LOOP_SYMBOL(exp_f64);
TORCHPP_LOOP_SYMBOL(sin_f64);
TORCHPP_LOOP_SYMBOL(cos_f64);

namespace {

using math::FromScalars, math::Plain;

template <int kInputs, class F, class Make, class R, class C>
TORCHPP_OUT_OF_LINE int usual_kernel(char* const* data, int64_t n, unsigned, const Scalars* scalars) {
  R* out = reinterpret_cast<R*>(data[0]);
  const C *a = reinterpret_cast<const C*>(data[1]), *b = kInputs > 1 ? reinterpret_cast<const C*>(data[2]) : a,
          *c = kInputs > 2 ? reinterpret_cast<const C*>(data[3]) : a;
  const F f = Make::template make<F>(scalars);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kInputs == 1) out[i] = f(a[i]);
    else if constexpr (kInputs == 2) out[i] = f(a[i], b[i]);
    else out[i] = f(a[i], b[i], c[i]);
  }
  return kLoopDone;
}

// Functions of the exponential, which comes from the real functions of the parts, block by block.
template <class F, class T>
TORCHPP_OUT_OF_LINE int exp_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  constexpr int64_t kBlock = 128, kSize = sizeof(double);
  constexpr int64_t kStrides[] = {kSize, kSize};
  math::cplx<T>* out = reinterpret_cast<math::cplx<T>*>(data[0]);
  const math::cplx<T>* in = reinterpret_cast<const math::cplx<T>*>(data[1]);
  double re[kBlock], im[kBlock], cosine[kBlock], sine[kBlock];
  char* const of_re[] = {reinterpret_cast<char*>(re), reinterpret_cast<char*>(re)};
  char* const to_cosine[] = {reinterpret_cast<char*>(cosine), reinterpret_cast<char*>(im)};
  char* const to_sine[] = {reinterpret_cast<char*>(sine), reinterpret_cast<char*>(im)};
  for (int64_t first = 0; first < n; first += kBlock, in += kBlock, out += kBlock) {
    const int64_t count = n - first < kBlock ? n - first : kBlock;
    for (int64_t i = 0; i < count; ++i) re[i] = F::kSign * in[i].re, im[i] = F::kSign * in[i].im;
    TORCHPP_SET_NAME(exp_f64)(of_re, kStrides, count, nullptr);
    TORCHPP_SET_NAME(sin_f64)(to_sine, kStrides, count, nullptr);
    TORCHPP_SET_NAME(cos_f64)(to_cosine, kStrides, count, nullptr);
    for (int64_t i = 0; i < count; ++i) {
      const math::cplx<double> e = {re[i] * cosine[i], im[i] == 0 ? im[i] : re[i] * sine[i]};
      out[i] = math::on_complex::to<T>(F::combine(math::on_complex::wide(in[i]), e));
    }
  }
  return kLoopDone;
}
// What the functor gives a usual number of type T.
template <class F, class T>
auto quick_of(math::cplx<double> z, int) -> decltype(F::template quick_of<T>(z)) {
  return F::template quick_of<T>(z);
}
template <class F, class T>
auto quick_of(math::cplx<double> z, long) -> decltype(F::quick(z)) {
  return F::quick(z);
}
// A functor that tells its usual arguments apart: block by block, as doubles. Real and imaginary parts lie apart
// meanwhile: GCC 12 vectorises products of interleaved pairs as fused ones, in spite of -ffp-contract=off, but not
// those of the last pairs of a block, so that results would depend on how a row is cut.
template <class F, class R, class T>
TORCHPP_OUT_OF_LINE int quick_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  constexpr int64_t kBlock = 128;
  constexpr bool kIsReal = sizeof(R) == sizeof(T);
  using C = math::cplx<T>;
  R* out = reinterpret_cast<R*>(data[0]);
  const C* in = reinterpret_cast<const C*>(data[1]);
  double re[kBlock], im[kBlock];
  for (int64_t first = 0; first < n; first += kBlock, in += kBlock, out += kBlock) {
    const int64_t count = n - first < kBlock ? n - first : kBlock;
    for (int64_t i = 0; i < count; ++i) re[i] = in[i].re, im[i] = in[i].im;
    int unusual = 0;
    for (int64_t i = 0; i < count; ++i) unusual |= !F::usual(C{static_cast<T>(re[i]), static_cast<T>(im[i])});
    if (unusual != 0) {
      for (int64_t i = 0; i < count; ++i) out[i] = F()(in[i]);
      continue;
    }
    if constexpr (kIsReal) {
      TORCHPP_NO_ALIAS
      for (int64_t i = 0; i < count; ++i) out[i] = static_cast<T>(F::quick({re[i], im[i]}));
    } else {
      TORCHPP_NO_ALIAS
      for (int64_t i = 0; i < count; ++i) {
        const math::cplx<double> y = quick_of<F, T>({re[i], im[i]}, 0);
        re[i] = y.re, im[i] = y.im;
      }
      for (int64_t i = 0; i < count; ++i) out[i] = {static_cast<T>(re[i]), static_cast<T>(im[i])};
    }
  }
  return kLoopDone;
}
template <class F>
constexpr auto has_quick(int) -> decltype(quick_of<F, double>(math::cplx<double>(), 0), bool()) {
  return true;
}
template <class F>
constexpr bool has_quick(...) {
  return false;
}
template <class F>
constexpr auto is_of_exp(int) -> decltype(F::kSign, bool()) {
  return true;
}
template <class F>
constexpr bool is_of_exp(...) {
  return false;
}
template <int kInputs, class F, class Make, class R, class C>
constexpr Kernel kernel_of() {
  if constexpr (is_of_exp<F>(0)) return &exp_kernel<F, decltype(C::re)>;
  // The magnitudes of floats are quicker in one pass.
  else if constexpr (has_quick<F>(0) && (sizeof(R) == sizeof(C) || sizeof(R) == sizeof(double)))
    return &quick_kernel<F, R, decltype(C::re)>;
  else return &usual_kernel<kInputs, F, Make, R, C>;
}

template <int kInputs, class F, class Make, class C>
int complex_loop(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars) {
  using Result = typename math::StoredAs<math::ResultOf<F, C, kInputs>>::type;
  if constexpr (sizeof(Result) == 1) {  // vectors of bytes are ten times the code, and no faster than memory
    const F f;
    // Bytes that are written could lie anywhere, also in `data` and `strides`, which would be read for each of them.
    char* out = data[0];
    const char *a = data[1], *b = kInputs > 1 ? data[2] : a;
    const int64_t out_step = strides[0], a_step = strides[1], b_step = kInputs > 1 ? strides[2] : 0;
    for (int64_t i = 0; i < n; ++i, out += out_step, a += a_step, b += b_step) {
      const C &x = *reinterpret_cast<const C*>(a), &y = *reinterpret_cast<const C*>(b);
      if constexpr (kInputs == 1) *reinterpret_cast<Result*>(out) = f(x);
      else *reinterpret_cast<Result*>(out) = f(x, y);
    }
    return kLoopDone;
  }
  constexpr unsigned kIn = sizeof(C), kOut = sizeof(Result);
  return enter<kernel_of<kInputs, F, Make, Result, C>(), kinds(kOut, kIn, kInputs > 1 ? kIn : 0, kInputs > 2 ? kIn : 0),
               kInputs + 1, false>(data, strides, n, scalars);
}

}  // namespace

#undef TORCHPP_TYPES_COMPLEX_WIDE
#undef TORCHPP_TYPES_COMPLEX_WIDEST
#define TORCHPP_TYPES_COMPLEX_WIDEST(X, ...) X(c64, __VA_ARGS__) X(c128, __VA_ARGS__)
#if defined(__AVX512F__)
#define TORCHPP_TYPES_COMPLEX_WIDE(...)
#else
#define TORCHPP_TYPES_COMPLEX_WIDE(X, ...) TORCHPP_TYPES_COMPLEX_WIDEST(X, __VA_ARGS__)
#endif
#if defined(__AVX2__)
#undef TORCHPP_TYPES_COMPLEX
#define TORCHPP_TYPES_COMPLEX(...)
#endif

#define PART_c64 float
#define PART_c128 double
#define FUNCTOR_Plain(name, tag) math::on_complex::name
#define FUNCTOR_FromScalars(name, tag) math::on_complex::name<PART_##tag>
#define DEFINE(tag, name, inputs, make)                                                                              \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                                                                                 \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                                                                                \
    return complex_loop<inputs, FUNCTOR_##make(name, tag), make, math::cplx<PART_##tag>>(data, strides, n, scalars); \
  }
#define TORCHPP_LOOP(name, inputs, make, form, types, complex) TORCHPP_TYPES_##complex(DEFINE, name, inputs, make)
#include "src/backends/math/generated/binary.def"
#include "src/backends/math/generated/gradient.def"
#include "src/backends/math/generated/unary.def"
#include "src/backends/math/generated/unary_floats.def"

}  // namespace torchpp::cpu
