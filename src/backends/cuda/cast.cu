// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/cast.h"

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/math/convert.h"

namespace torchpp::cuda {
namespace {

template <class T>
struct IsComplex {
  static constexpr bool value = false;
};
template <class T>
struct IsComplex<math::cplx<T>> {
  static constexpr bool value = true;
  using Part = T;
};

// From one type of arithmetic to another. To bool: any number but zero is true; a missing imaginary part is 0, one too
// many is dropped.
template <class To, class From, bool kToBool>
struct Convert {
  TORCHPP_HD To operator()(From x) const {
    if constexpr (IsComplex<From>::value) {
      if constexpr (kToBool) {
        return (x.re != 0) | (x.im != 0);
      } else if constexpr (IsComplex<To>::value) {
        using Part = typename IsComplex<To>::Part;
        return To{static_cast<Part>(x.re), static_cast<Part>(x.im)};
      } else {
        return math::convert<To>(x.re);
      }
    } else if constexpr (kToBool) {
      return x != From(0);
    } else if constexpr (IsComplex<To>::value) {
      using Part = typename IsComplex<To>::Part;
      return To{math::convert<Part>(x), Part(0)};
    } else {
      return math::convert<To>(x);
    }
  }
};

template <class To, class From, bool kToBool>
void convert(const Operands& o, const Scalars*, StreamHandle stream) {
  launch_elementwise<typename To::Memory, typename From::Memory>(
      "cast kernel", o, Convert<typename To::Compute, typename From::Compute, kToBool>{}, stream);
}

struct Identity {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return x;
  }
};
template <class T>
void copy_elements(const Operands& o, const Scalars*, StreamHandle stream) {
  launch_elementwise<T, T>("copy kernel", o, Identity{}, stream);
}

template <class To, bool kToBool = false>
LoopFn from_any(ScalarType from) {
  switch (from) {
    case kFloat: return &convert<To, Tag_f32, kToBool>;
    case kDouble: return &convert<To, Tag_f64, kToBool>;
    case kHalf: return &convert<To, Tag_f16, kToBool>;
    case kBFloat16: return &convert<To, Tag_bf16, kToBool>;
    case kByte: return &convert<To, Tag_u8, kToBool>;
    case kChar: return &convert<To, Tag_i8, kToBool>;
    case kShort: return &convert<To, Tag_i16, kToBool>;
    case kInt: return &convert<To, Tag_i32, kToBool>;
    case kLong: return &convert<To, Tag_i64, kToBool>;
    case kBool: return &convert<To, Tag_b8, kToBool>;
    case kComplexFloat: return &convert<To, Tag_c64, kToBool>;
    case kComplexDouble: return &convert<To, Tag_c128, kToBool>;
    default: return nullptr;
  }
}

}  // namespace

LoopFn copy_loop(int64_t width) {
  switch (width) {
    case 1: return &copy_elements<uint8_t>;
    case 2: return &copy_elements<uint16_t>;
    case 4: return &copy_elements<uint32_t>;
    case 8: return &copy_elements<uint64_t>;
    case 16: return &copy_elements<math::cplx<double>>;
    default: return nullptr;
  }
}

LoopFn cast_loop(ScalarType to, ScalarType from) {
  if (to == from) return copy_loop(static_cast<int64_t>(elementSize(to)));
  switch (to) {
    case kFloat: return from_any<Tag_f32>(from);
    case kDouble: return from_any<Tag_f64>(from);
    case kHalf: return from_any<Tag_f16>(from);
    case kBFloat16: return from_any<Tag_bf16>(from);
    case kByte: return from_any<Tag_u8>(from);
    case kChar: return from_any<Tag_i8>(from);
    case kShort: return from_any<Tag_i16>(from);
    case kInt: return from_any<Tag_i32>(from);
    case kLong: return from_any<Tag_i64>(from);
    case kBool: return from_any<Tag_b8, true>(from);
    case kComplexFloat: return from_any<Tag_c64>(from);
    case kComplexDouble: return from_any<Tag_c128>(from);
    default: return nullptr;
  }
}

}  // namespace torchpp::cuda
