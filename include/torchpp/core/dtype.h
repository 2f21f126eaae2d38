// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Element types: their names, sizes, kinds and promotion.

#include <torchpp/core/complex.h>
#include <torchpp/core/half.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace torchpp {

// Every element type once: C++ type, name. The order is that of libtorch's enumeration, which files contain.
#define TORCHPP_FORALL_DTYPES(_)             \
  _(uint8_t, Byte)                           \
  _(int8_t, Char)                            \
  _(int16_t, Short)                          \
  _(int, Int)                                \
  _(int64_t, Long)                           \
  _(::torchpp::Half, Half)                   \
  _(float, Float)                            \
  _(double, Double)                          \
  _(::torchpp::ComplexHalf, ComplexHalf)     \
  _(::torchpp::ComplexFloat, ComplexFloat)   \
  _(::torchpp::ComplexDouble, ComplexDouble) \
  _(bool, Bool)                              \
  _(::torchpp::qint8, QInt8)                 \
  _(::torchpp::quint8, QUInt8)               \
  _(::torchpp::qint32, QInt32)               \
  _(::torchpp::BFloat16, BFloat16)

/// Integers with a scale and zero point, which the tensor stores.
struct alignas(1) qint8 {
  using underlying = int8_t;
  int8_t val_;
};
struct alignas(1) quint8 {
  using underlying = uint8_t;
  uint8_t val_;
};
struct alignas(4) qint32 {
  using underlying = int32_t;
  int32_t val_;
};

/// The type of a tensor's elements.
enum class ScalarType : int8_t {
#define TORCHPP_ENUMERATOR(type, name) name,
  TORCHPP_FORALL_DTYPES(TORCHPP_ENUMERATOR)
#undef TORCHPP_ENUMERATOR
      Undefined,
  NumOptions
};
using Dtype = ScalarType;
constexpr int kNumScalarTypes = static_cast<int>(ScalarType::NumOptions);

#define TORCHPP_CONSTANT(type, name) constexpr ScalarType k##name = ScalarType::name;
TORCHPP_FORALL_DTYPES(TORCHPP_CONSTANT)
#undef TORCHPP_CONSTANT
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong;
constexpr ScalarType kF16 = kHalf, kFloat16 = kHalf, kFloat32 = kFloat, kF32 = kFloat, kFloat64 = kDouble,
                     kF64 = kDouble;
constexpr ScalarType kU8 = kByte, kI8 = kChar, kI16 = kShort, kI32 = kInt, kI64 = kLong;
constexpr ScalarType kComplex32 = kComplexHalf, kComplex64 = kComplexFloat, kComplex128 = kComplexDouble;

namespace detail {
template <class T>
struct ScalarTypeOf;  // no member for a type that is no element type
#define TORCHPP_TYPE_OF(type, name)                       \
  template <>                                             \
  struct ScalarTypeOf<type> {                             \
    static constexpr ScalarType value = ScalarType::name; \
  };
TORCHPP_FORALL_DTYPES(TORCHPP_TYPE_OF)
#undef TORCHPP_TYPE_OF
// long and long long are both 64 bits wide; int64_t is only one of them.
template <>
struct ScalarTypeOf<std::conditional_t<std::is_same_v<int64_t, long>, long long, long>> {
  static constexpr ScalarType value = ScalarType::Long;
};
constexpr uint8_t kItemSizes[] = {
#define TORCHPP_SIZE(type, name) sizeof(type),
    TORCHPP_FORALL_DTYPES(TORCHPP_SIZE)
#undef TORCHPP_SIZE
        0};
}  // namespace detail

/// The ScalarType of a C++ type.
template <class T>
struct CppTypeToScalarType : detail::ScalarTypeOf<T> {};

/// Bytes of one element.
constexpr size_t elementSize(ScalarType t) { return detail::kItemSizes[static_cast<int>(t)]; }

constexpr bool isComplexType(ScalarType t) { return t == kComplexHalf || t == kComplexFloat || t == kComplexDouble; }
constexpr bool isFloatingType(ScalarType t) { return t == kDouble || t == kFloat || t == kHalf || t == kBFloat16; }
constexpr bool isReducedFloatingType(ScalarType t) { return t == kHalf || t == kBFloat16; }
constexpr bool isIntegralType(ScalarType t, bool include_bool = false) {
  return t == kByte || t == kChar || t == kShort || t == kInt || t == kLong || (include_bool && t == kBool);
}
constexpr bool isQIntType(ScalarType t) { return t == kQInt8 || t == kQUInt8 || t == kQInt32; }
constexpr bool isSignedType(ScalarType t) { return t != kByte && t != kBool && t != kQUInt8; }
/// Whether gradients can flow through elements of this type.
constexpr bool isDifferentiableType(ScalarType t) { return isFloatingType(t) || isComplexType(t); }

/// The type of the parts of a complex type (ComplexFloat -> Float); other types unchanged.
constexpr ScalarType toRealValueType(ScalarType t) {
  return t == kComplexHalf ? kHalf : t == kComplexFloat ? kFloat : t == kComplexDouble ? kDouble : t;
}
/// The complex type whose parts have this type. Throws Error for a type that has none.
TORCHPP_API ScalarType toComplexType(ScalarType t);
/// The accumulator type of sums: float for 16-bit types, int64 for integers.
TORCHPP_API ScalarType toAccumulateType(ScalarType t);

/// "Float", "Long", ... as error messages of the field write them.
TORCHPP_API const char* toString(ScalarType t);
inline std::string to_string(ScalarType t) { return toString(t); }

/// The smallest type that both convert to, by the rules of libtorch 1.13: category first (bool, integer, floating,
/// complex), then width.
TORCHPP_API ScalarType promote_types(ScalarType a, ScalarType b);
inline ScalarType promoteTypes(ScalarType a, ScalarType b) { return promote_types(a, b); }
/// Whether a result of type `from` may be written to type `to`: not complex to real, floating to integer, or
/// anything but bool to bool.
TORCHPP_API bool can_cast(ScalarType from, ScalarType to);
inline bool canCast(ScalarType from, ScalarType to) { return can_cast(from, to); }

/// A dtype as `dtype()` returns it: a ScalarType, which it becomes wherever one is wanted, that knows how C++ names the
/// type and prints itself so: "float", "long int". Source: libtorch's caffe2::TypeMeta, for the element types of
/// tensors.
class TypeMeta {
 public:
  constexpr TypeMeta() = default;  ///< of no type
  static constexpr TypeMeta fromScalarType(ScalarType t) { return TypeMeta(t); }
  template <class T>
  static constexpr TypeMeta Make() {
    return TypeMeta(CppTypeToScalarType<T>::value);
  }
  constexpr TypeMeta& operator=(ScalarType t) { return type_ = t, *this; }
  constexpr operator ScalarType() const { return type_; }  // NOLINT: implicit
  constexpr ScalarType toScalarType() const { return type_; }
  constexpr size_t itemsize() const { return elementSize(type_); }
  TORCHPP_API std::string_view name() const;
  constexpr bool isScalarType() const { return type_ != ScalarType::Undefined; }
  constexpr bool isScalarType(ScalarType t) const { return type_ == t; }
  template <class T>
  constexpr bool Match() const {
    return type_ == CppTypeToScalarType<T>::value;
  }

 private:
  // Not implicit: `condition ? x.dtype() : kFloat` would have two meanings.
  constexpr explicit TypeMeta(ScalarType t) : type_(t) {}
  ScalarType type_ = ScalarType::Undefined;
};
inline std::string to_string(TypeMeta t) { return toString(t); }
TORCHPP_API std::ostream& operator<<(std::ostream& out, TypeMeta t);

/// The floating type of new tensors and of integers promoted to floating; Float unless set.
TORCHPP_API TypeMeta get_default_dtype();
/// Accepts floating types; the complex default follows.
TORCHPP_API void set_default_dtype(ScalarType t);
TORCHPP_API TypeMeta get_default_complex_dtype();

TORCHPP_API std::ostream& operator<<(std::ostream& out, ScalarType t);

}  // namespace torchpp
