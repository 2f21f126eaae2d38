// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/dtype.h>
#include <torchpp/core/error.h>
#include <torchpp/core/finfo.h>

#include <atomic>

namespace torchpp {
namespace {

// Bool < integers < floating < complex; within integers Byte and the signed types of one width meet in the
// next wider signed type.
enum class Category : int { kBool, kIntegral, kFloating, kComplex };

Category category(ScalarType t) {
  if (t == kBool) return Category::kBool;
  if (isIntegralType(t)) return Category::kIntegral;
  return isComplexType(t) ? Category::kComplex : Category::kFloating;
}

ScalarType promote_integral(ScalarType a, ScalarType b) {
  if (a == kByte || b == kByte) {
    const ScalarType other = a == kByte ? b : a;
    return elementSize(other) > 1 ? other : kShort;
  }
  return elementSize(a) >= elementSize(b) ? a : b;
}

ScalarType promote_floating(ScalarType a, ScalarType b) {
  if (elementSize(a) == elementSize(b)) return kFloat;  // half with bfloat16: neither holds the other
  return elementSize(a) > elementSize(b) ? a : b;
}

ScalarType promote_complex(ScalarType complex, ScalarType other) {
  const ScalarType part = toRealValueType(complex);
  const ScalarType real = toRealValueType(other);
  if (!isFloatingType(real) || real == part) return complex;
  return toComplexType(promote_floating(part, real));
}

std::atomic<ScalarType> default_dtype{kFloat};

}  // namespace

ScalarType toComplexType(ScalarType t) {
  switch (t) {
    case kBFloat16: return kComplexFloat;  // there is no complex type of bfloat16 parts
    case kHalf: return kComplexHalf;
    case kFloat: return kComplexFloat;
    case kDouble: return kComplexDouble;
    case kComplexHalf:
    case kComplexFloat:
    case kComplexDouble: return t;
    default: TORCHPP_FAIL_KIND(kType, "toComplexType: got ", toString(t), ", expected a floating or complex type");
  }
}

ScalarType toAccumulateType(ScalarType t) {
  if (isIntegralType(t, true)) return kLong;
  if (isReducedFloatingType(t)) return kFloat;
  return t == kComplexHalf ? kComplexFloat : t;
}

const char* toString(ScalarType t) {
  switch (t) {
#define TORCHPP_NAME(type, name) \
  case ScalarType::name: return #name;
    TORCHPP_FORALL_DTYPES(TORCHPP_NAME)
#undef TORCHPP_NAME
    default: return "UNKNOWN_SCALAR";
  }
}

std::string_view TypeMeta::name() const {
  switch (type_) {
    case kByte: return "unsigned char";
    case kChar: return "signed char";
    case kShort: return "short int";
    case kInt: return "int";
    case kLong: return "long int";
    case kHalf: return "c10::Half";
    case kFloat: return "float";
    case kDouble: return "double";
    case kComplexHalf: return "c10::complex<c10::Half>";
    case kComplexFloat: return "c10::complex<float>";
    case kComplexDouble: return "c10::complex<double>";
    case kBool: return "bool";
    case kQInt8: return "c10::qint8";
    case kQUInt8: return "c10::quint8";
    case kQInt32: return "c10::qint32";
    case kBFloat16: return "c10::BFloat16";
    default: return "nullptr (uninitialized)";
  }
}

ScalarType promote_types(ScalarType a, ScalarType b) {
  if (a == b) return a;
  TORCHPP_CHECK_TYPE(a != ScalarType::Undefined && b != ScalarType::Undefined && !isQIntType(a) && !isQIntType(b),
                     "promote_types: got ", toString(a), " and ", toString(b), ", expected types that can be promoted");
  const Category ca = category(a), cb = category(b);
  if (ca == Category::kComplex) return promote_complex(a, b);
  if (cb == Category::kComplex) return promote_complex(b, a);
  if (ca != cb) return ca > cb ? a : b;
  return ca == Category::kFloating ? promote_floating(a, b) : promote_integral(a, b);
}

bool can_cast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) return false;
  if (isFloatingType(from) && isIntegralType(to, true)) return false;
  return from == kBool || to != kBool;
}

TypeMeta get_default_dtype() { return TypeMeta::fromScalarType(default_dtype.load(std::memory_order_relaxed)); }
void set_default_dtype(ScalarType t) {
  TORCHPP_CHECK_TYPE(isFloatingType(t),
                     "set_default_dtype: only floating-point types are supported as the default type, got ",
                     toString(t));
  default_dtype.store(t, std::memory_order_relaxed);
}
TypeMeta get_default_complex_dtype() {
  return TypeMeta::fromScalarType(get_default_dtype() == kDouble ? kComplexDouble : kComplexFloat);
}

namespace detail {

void fail_finfo(ScalarType dtype) {
  TORCHPP_CHECK_TYPE(false, "finfo() requires a floating point input type, got ", dtype, ". Use iinfo for integers");
}
void fail_iinfo(ScalarType dtype) {
  TORCHPP_CHECK_TYPE(dtype != kBool, "Bool is not supported by iinfo");
  TORCHPP_CHECK_TYPE(false, "iinfo() requires an integer input type, got ", dtype, ". Use finfo for floating dtypes");
}

}  // namespace detail

}  // namespace torchpp
