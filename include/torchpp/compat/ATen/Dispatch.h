// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A lambda run with `scalar_t` standing for a tensor's element type.

#include <c10/util/Exception.h>
#include <c10/util/typeid.h>

namespace c10::impl {

template <::torchpp::ScalarType t>
struct ScalarTypeToCPPType;
#define TORCHPP_TYPE_OF(type_, name)                        \
  template <>                                               \
  struct ScalarTypeToCPPType<::torchpp::ScalarType::name> { \
    using type = type_;                                     \
  };
TORCHPP_FORALL_DTYPES(TORCHPP_TYPE_OF)
#undef TORCHPP_TYPE_OF
template <::torchpp::ScalarType t>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<t>::type;

}  // namespace c10::impl

// Conversion of the type arguments of AT_DISPATCH_*, and of programs' own macros of the kind, to a ScalarType.
namespace detail {
inline ::torchpp::ScalarType scalar_type(::torchpp::ScalarType t) { return t; }
inline ::torchpp::ScalarType scalar_type(::torchpp::DeprecatedTypeProperties t) { return t.scalarType(); }
}  // namespace detail

#define AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, ...)                   \
  case enum_type: {                                                             \
    using HINT [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<enum_type>; \
    return __VA_ARGS__();                                                       \
  }
#define AT_DISPATCH_CASE(enum_type, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                  \
  [&] {                                                                                      \
    const ::torchpp::ScalarType torchpp_type = ::detail::scalar_type(TYPE);                  \
    switch (torchpp_type) {                                                                  \
      __VA_ARGS__                                                                            \
      default: AT_ERROR('"', NAME, "\" not implemented for '", toString(torchpp_type), "'"); \
    }                                                                                        \
  }()

// Sets of types.
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                   \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Double, __VA_ARGS__) \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...)                           \
  AT_DISPATCH_CASE(::torchpp::ScalarType::ComplexDouble, __VA_ARGS__) \
  AT_DISPATCH_CASE(::torchpp::ScalarType::ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                 \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Byte, __VA_ARGS__) \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Char, __VA_ARGS__) \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Int, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Long, __VA_ARGS__) \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)        \
  AT_DISPATCH_CASE(::torchpp::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(TYPE1, ...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)          \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(TYPE1, TYPE2, ...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                  \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_CASE_COMPLEX_TYPES_AND(TYPE1, ...) \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)          \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_COMPLEX_TYPES_AND(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_COMPLEX_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_INTEGRAL_TYPES_AND(TYPE1, ...) \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)          \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES(...)        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND(TYPE1, ...) \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)          \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND2(TYPE1, TYPE2, ...) \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                  \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                     \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, ...) \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                         \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                            \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)                            \
  AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND3(TYPE1, TYPE2, TYPE3, __VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)           \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND1(TYPE1, ...) \
  AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)           \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND1(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND1(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND2(TYPE1, TYPE2, ...) \
  AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)                  \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                                      \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(TYPE1, TYPE2, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND3(TYPE1, TYPE2, TYPE3, ...) \
  AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)                         \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                                             \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)                                             \
  AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND3(TYPE1, TYPE2, TYPE3, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES_AND3(TYPE1, TYPE2, TYPE3, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...) \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)           \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND(TYPE1, ...) \
  AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)          \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(TYPE1, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND(TYPE1, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND2(TYPE1, TYPE2, ...) \
  AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)                  \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                                 \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(TYPE1, TYPE2, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND2(TYPE1, TYPE2, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND3(TYPE1, TYPE2, TYPE3, ...) \
  AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)                         \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                                        \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)                                        \
  AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(TYPE1, TYPE2, TYPE3, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND3(TYPE1, TYPE2, TYPE3, __VA_ARGS__))
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND4(TYPE1, TYPE2, TYPE3, TYPE4, ...) \
  AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)                                \
  AT_DISPATCH_CASE(TYPE1, __VA_ARGS__)                                               \
  AT_DISPATCH_CASE(TYPE2, __VA_ARGS__)                                               \
  AT_DISPATCH_CASE(TYPE3, __VA_ARGS__)                                               \
  AT_DISPATCH_CASE(TYPE4, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND4(TYPE1, TYPE2, TYPE3, TYPE4, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX_AND4(TYPE1, TYPE2, TYPE3, TYPE4, __VA_ARGS__))
// The type is called index_t.
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                                       \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                       \
                     AT_PRIVATE_CASE_TYPE_USING_HINT(::torchpp::ScalarType::Int, index_t, __VA_ARGS__) \
                         AT_PRIVATE_CASE_TYPE_USING_HINT(::torchpp::ScalarType::Long, index_t, __VA_ARGS__))

// Of quantized dtypes, with `underlying_t` for the integer type of their values. libtorch's types of less than a byte
// do not exist here, nor does AT_DISPATCH_QINT_AND_SUB_BYTE_TYPES.
#define AT_DISPATCH_CASE_QINT(enum_type, scalar_type, ...)                         \
  case enum_type: {                                                                \
    using scalar_t = scalar_type;                                                  \
    using underlying_t [[maybe_unused]] = typename scalar_t::underlying;           \
    [[maybe_unused]] const auto& SCALAR_TYPE = enum_type;                          \
    [[maybe_unused]] const auto& UNDERLYING_TYPE = ::c10::toUnderlying(enum_type); \
    return __VA_ARGS__();                                                          \
  }
#define AT_DISPATCH_CASE_QINT_BYTE_TYPES(...)                                        \
  AT_DISPATCH_CASE_QINT(::torchpp::ScalarType::QInt8, ::torchpp::qint8, __VA_ARGS__) \
  AT_DISPATCH_CASE_QINT(::torchpp::ScalarType::QUInt8, ::torchpp::quint8, __VA_ARGS__)
#define AT_DISPATCH_QINT_BYTE_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_QINT_BYTE_TYPES(__VA_ARGS__))
#define AT_DISPATCH_CASE_QINT_TYPES(...)        \
  AT_DISPATCH_CASE_QINT_BYTE_TYPES(__VA_ARGS__) \
  AT_DISPATCH_CASE_QINT(::torchpp::ScalarType::QInt32, ::torchpp::qint32, __VA_ARGS__)
#define AT_DISPATCH_QINT_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_QINT_TYPES(__VA_ARGS__))
