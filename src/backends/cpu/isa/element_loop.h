// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The loops of element-wise functions of real numbers. A file that includes a list of backends/math/generated behind
// this header defines the loops of the list.

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/binary.h"
#include "src/backends/math/types.def"

namespace torchpp::cpu {

/// Runs `kernel`, one of light_bfloat16_kernel's kind, or where operands are strided or few run_blocks with
/// `by_blocks`.
int TORCHPP_SET_NAME(run_bfloat16)(Kernel kernel, Kernel by_blocks, char* const* data, const int64_t* strides,
                                   int64_t n, const Scalars* scalars);

namespace {

using math::FromScalars, math::Plain;

template <int kInputs, class F, class Make, class R, class T>
TORCHPP_OUT_OF_LINE int usual_kernel(char* const* data, int64_t n, unsigned, const Scalars* scalars) {
  R* out = reinterpret_cast<R*>(data[0]);
  const T* a = reinterpret_cast<const T*>(data[1]);
  const F f = Make::template make<F>(scalars);
  if constexpr (kInputs == 1) {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i]);
  } else if constexpr (kInputs == 2) {
    const T* b = reinterpret_cast<const T*>(data[2]);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  } else {
    const T *b = reinterpret_cast<const T*>(data[2]), *c = reinterpret_cast<const T*>(data[3]);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], b[i], c[i]);
  }
  return kLoopDone;
}

// A block with any argument outside the polynomial's range takes the library function, element by element.
template <class F, class T>
TORCHPP_OUT_OF_LINE int turn_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  T* out = reinterpret_cast<T*>(data[0]);
  const T* a = reinterpret_cast<const T*>(data[1]);
  constexpr int64_t kBlock = 256;
  const F f;
  for (int64_t start = 0; start < n; start += kBlock) {
    const int64_t end = start + kBlock < n ? start + kBlock : n;
    int unusual = 0;
    for (int64_t i = start; i < end; ++i) unusual |= !f.usual(a[i]);
    if (unusual) {
      for (int64_t i = start; i < end; ++i) out[i] = f(a[i]);
    } else {
      TORCHPP_NO_ALIAS
      for (int64_t i = start; i < end; ++i) out[i] = f.polynomial(a[i]);
    }
  }
  return kLoopDone;
}

// A functor that tells its usual arguments apart, of which `quick` gives what the call gives: block by block.
template <int kInputs, class F, class Make, class T>
TORCHPP_OUT_OF_LINE int quick_kernel(char* const* data, int64_t n, unsigned, const Scalars* scalars) {
  T* out = reinterpret_cast<T*>(data[0]);
  const T *a = reinterpret_cast<const T*>(data[1]), *b = kInputs == 2 ? reinterpret_cast<const T*>(data[2]) : a;
  constexpr int64_t kBlock = 256;
  const F f = Make::template make<F>(scalars);
  for (int64_t start = 0; start < n; start += kBlock) {
    const int64_t end = start + kBlock < n ? start + kBlock : n;
    int unusual = 0;
    for (int64_t i = start; i < end; ++i)
      if constexpr (kInputs == 1) unusual |= !f.usual(a[i]);
      else unusual |= !f.usual(a[i], b[i]);
    if (unusual) {
      TORCHPP_NO_ALIAS
      for (int64_t i = start; i < end; ++i)
        if constexpr (kInputs == 1) out[i] = f(a[i]);
        else out[i] = f(a[i], b[i]);
    } else {
      TORCHPP_NO_ALIAS
      for (int64_t i = start; i < end; ++i)
        if constexpr (kInputs == 1) out[i] = f.quick(a[i]);
        else out[i] = f.quick(a[i], b[i]);
    }
  }
  return kLoopDone;
}
template <class F, class... T>
constexpr auto has_quick(T... x) -> decltype(F().quick(x...), bool()) {
  return true;
}
template <class F>
constexpr bool has_quick(...) {
  return false;
}

// A functor that needs the bits of a 16-bit floating number only: no conversion to float and back.
template <class F, class H>
TORCHPP_OUT_OF_LINE int bits_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  uint16_t* out = reinterpret_cast<uint16_t*>(data[0]);
  const uint16_t* a = reinterpret_cast<const uint16_t*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = F::of_bits(a[i], H::kInfinity);
  return kLoopDone;
}
template <class F>
constexpr auto works_on_bits(uint16_t x) -> decltype(F::of_bits(x, x), bool()) {
  return true;
}
template <class F>
constexpr bool works_on_bits(...) {
  return false;
}

// A functor that gives its first operand or 0, as the second one tells: 16-bit numbers are passed on as they are.
template <class F, class Make, class H>
TORCHPP_OUT_OF_LINE int choice_kernel(char* const* data, int64_t n, unsigned, const Scalars* scalars) {
  uint16_t* out = reinterpret_cast<uint16_t*>(data[0]);
  const uint16_t* a = reinterpret_cast<const uint16_t*>(data[1]);
  const H* b = reinterpret_cast<const H*>(data[2]);
  const F f = Make::template make<F>(scalars);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t all = f.takes_first(math::to_float(b[i])) ? ~uint32_t{0} : 0;  // of the width of a float: vectorises
    out[i] = static_cast<uint16_t>(a[i] & all);
  }
  return kLoopDone;
}
template <class F>
constexpr auto takes_first_or_zero(float x) -> decltype(F().takes_first(x)) {
  return true;
}
template <class F>
constexpr bool takes_first_or_zero(...) {
  return false;
}

template <class F, class Make, class R, class T>
TORCHPP_OUT_OF_LINE int light_kernel(char* const* data, int64_t n, unsigned scalar, const Scalars* scalars) {
  R* out = reinterpret_cast<R*>(data[0]);
  const T *a = reinterpret_cast<const T*>(data[1]), *b = reinterpret_cast<const T*>(data[2]);
  const F f = Make::template make<F>(scalars);
  if (n <= 0) return kLoopDone;
  if (scalar == 0) {
    int64_t i = 0;
#if defined(__AVX512F__)
    // Lines of a result that is in no nearest cache are asked for ahead: 0.92 of the time of three operands of 256 KiB.
    constexpr int64_t kNearestCache = 32768, kBlock = 256 / sizeof(R), kAhead = 2 * kBlock;
    if (n >= kNearestCache / static_cast<int64_t>(sizeof(R)))
      for (; i + kBlock + kAhead <= n; i += kBlock) {
        for (int64_t j = 0; j < kBlock; j += kBlock / 4) __builtin_prefetch(out + i + kAhead + j, 1);
        TORCHPP_NO_ALIAS
        for (int64_t j = 0; j < kBlock; ++j) out[i + j] = f(a[i + j], b[i + j]);
      }
#endif
    TORCHPP_NO_ALIAS
    for (; i < n; ++i) out[i] = f(a[i], b[i]);
  } else if (scalar == 4) {
    const T value = b[0];
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], value);
  } else if (scalar == 2) {
    const T value = a[0];
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) out[i] = f(value, b[i]);
  } else {
    const R value = f(a[0], b[0]);
    for (int64_t i = 0; i < n; ++i) out[i] = value;
  }
  return kLoopDone;
}

// A light function of two dense bfloat16 operands: through blocks it would take more time than the memory does. Numbers
// are widened and rounded in pairs where they lie, so that no 16-bit parts move between registers. n is a multiple of
// kBfloat16Block, and an operand that is one value holds it as often.
constexpr int64_t kBfloat16Block = 32;
template <class F, class Make>
TORCHPP_OUT_OF_LINE int light_bfloat16_kernel(char* const* data, int64_t n, unsigned scalar, const Scalars* scalars) {
  using Pair = uint32_t;
  // Pairs begin at any number, and the memory is one of 16-bit numbers.
  typedef Pair PairInMemory __attribute__((aligned(2), may_alias));
  constexpr int64_t kPairs = kBfloat16Block / 2;
  const F f = Make::template make<F>(scalars);
  PairInMemory* out = reinterpret_cast<PairInMemory*>(data[0]);
  const PairInMemory *a = reinterpret_cast<const PairInMemory*>(data[1]),
                     *b = reinterpret_cast<const PairInMemory*>(data[2]);
  const int64_t a_step = (scalar & 2) == 0 ? kPairs : 0, b_step = (scalar & 4) == 0 ? kPairs : 0;
  for (; n > 0; n -= kBfloat16Block, out += kPairs, a += a_step, b += b_step) {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < kPairs; ++i) {
      const Pair x = a[i], y = b[i], upper = 0xffff0000;
      const float low = f(math::from_bits(x << 16), math::from_bits(y << 16)),
                  high = f(math::from_bits(x & upper), math::from_bits(y & upper));
      out[i] = static_cast<Pair>(math::to_bf16(high).bits) << 16 | math::to_bf16(low).bits;
    }
  }
  return kLoopDone;
}

// Quotients of 64 bits: in double where F::of_small says that this is exact. In doubles around 1.5 * 2^52 the last bits
// are an integer, so that the conversions are one addition each; AVX2 has no instructions for them.
constexpr int64_t kBlockOfQuotients = 256;
template <class F>
inline void divide_block(int64_t* out, const int64_t* a, const int64_t* b, int64_t n) {
  constexpr uint64_t kMost = uint64_t{1} << 51, kBias = 0x4338000000000000;
  constexpr double kBiasAsNumber = 0x1.8p52;
  uint64_t beyond = 0;
  for (int64_t i = 0; i < n; ++i)
    beyond |= (static_cast<uint64_t>(a[i]) + kMost) | (static_cast<uint64_t>(b[i]) + kMost);
  if (beyond >= 2 * kMost) {
    const F f;
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
    return;
  }
  const auto number = [](int64_t x) { return math::from_bits(static_cast<uint64_t>(x) + kBias) - kBiasAsNumber; };
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i)
    out[i] = static_cast<int64_t>(math::to_bits(F::of_small(number(a[i]), number(b[i])) + kBiasAsNumber) - kBias);
}

template <class F, class T>
TORCHPP_OUT_OF_LINE int divide_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  T* out = reinterpret_cast<T*>(data[0]);
  const T *a = reinterpret_cast<const T*>(data[1]), *b = reinterpret_cast<const T*>(data[2]);
  int zero = 0;
  for (int64_t i = 0; i < n; ++i) zero |= b[i] == T(0);
  if (zero) return kLoopZeroDivision;
  if constexpr (sizeof(T) == 8) {
    for (int64_t start = 0; start < n; start += kBlockOfQuotients)
      divide_block<F>(out + start, a + start, b + start, n - start < kBlockOfQuotients ? n - start : kBlockOfQuotients);
    return kLoopDone;
  }
  const F f;
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  return kLoopDone;
}

template <int kInputs, LoopForm kForm, class F, class Make, class R, class T>
constexpr Kernel kernel_of() {
  if constexpr (kForm == kTurn) return &turn_kernel<F, T>;
  else if constexpr (kForm == kLight) return &light_kernel<F, Make, R, T>;
  else if constexpr (kForm == kDivides && !math::kIsFloat<T>) return &divide_kernel<F, T>;
  else if constexpr (kInputs == 1 && math::kIsFloat<T> && has_quick<F>(T())) return &quick_kernel<1, F, Make, T>;
  else if constexpr (kInputs == 2 && math::kIsFloat<T> && has_quick<F>(T(), T())) return &quick_kernel<2, F, Make, T>;
  else return &usual_kernel<kInputs, F, Make, R, T>;
}

// The loop of operands that lie as Tag says; truth values are written as bytes.
template <int kInputs, LoopForm kForm, class F, class Make, class Tag>
inline int element_loop(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars) {
  if constexpr (kInputs == 1 && (Tag::kind == kF16 || Tag::kind == kBF16) && works_on_bits<F>(uint16_t{0})) {
    return enter<&bits_kernel<F, typename Tag::Memory>, kinds(kRaw2, kRaw2), 2, false>(data, strides, n, scalars);
  } else if constexpr (kInputs == 2 && (Tag::kind == kF16 || Tag::kind == kBF16) && takes_first_or_zero<F>(0.f)) {
    return enter<&choice_kernel<F, Make, typename Tag::Memory>, kinds(kRaw2, kRaw2, kRaw2), 3, false>(data, strides, n,
                                                                                                      scalars);
  } else if constexpr (kForm == kLight && Tag::kind == kBF16) {
    return TORCHPP_SET_NAME(run_bfloat16)(&light_bfloat16_kernel<F, Make>, &light_kernel<F, Make, float, float>, data,
                                          strides, n, scalars);
  } else {
    using T = typename Tag::Compute;
    using Stored = math::StoredAs<math::ResultOf<F, T, kInputs>>;
    constexpr unsigned kIn = Tag::kind, kOut = Stored::kIsTruth ? kRaw1 : kIn;
    constexpr uint64_t kKinds = kinds(kOut, kIn, kInputs > 1 ? kIn : 0, kInputs > 2 ? kIn : 0);
    return enter<kernel_of<kInputs, kForm, F, Make, typename Stored::type, T>(), kKinds, kInputs + 1, kForm == kLight>(
        data, strides, n, scalars);
  }
}

}  // namespace
}  // namespace torchpp::cpu

#define TORCHPP_FUNCTOR_Plain(name, tag) math::name
#define TORCHPP_FUNCTOR_FromScalars(name, tag) math::name<Tag_##tag::Compute>
#define TORCHPP_DEFINE_LOOP(tag, name, inputs, make, form)                                                            \
  TORCHPP_LOOP_SYMBOL(name##_##tag);                                                                                  \
  TORCHPP_LOOP_SYMBOL(name##_##tag) {                                                                                 \
    return element_loop<inputs, form, TORCHPP_FUNCTOR_##make(name, tag), make, Tag_##tag>(data, strides, n, scalars); \
  }
#define TORCHPP_LOOP(name, inputs, make, form, types, complex) \
  TORCHPP_TYPES_##types(TORCHPP_DEFINE_LOOP, name, inputs, make, form)
