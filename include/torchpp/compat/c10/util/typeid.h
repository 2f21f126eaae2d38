// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file TypeMeta under the names that libtorch has for it.

#include <torchpp/core/optional.h>

#include <ATen/core/ATenGeneral.h>

namespace caffe2 {
using TypeMeta = ::torchpp::TypeMeta;
}

namespace torchpp {

inline ScalarType typeMetaToScalarType(TypeMeta t) { return t; }
inline optional<ScalarType> optTypeMetaToScalarType(optional<ScalarType> t) { return t; }
inline TypeMeta scalarTypeToTypeMeta(ScalarType t) { return TypeMeta::fromScalarType(t); }
inline ScalarType get_default_dtype_as_scalartype() { return get_default_dtype(); }

/// The integer type that a quantised type stores, and the reverse.
inline ScalarType toUnderlying(ScalarType t) {
  return t == kQInt8 ? kChar : t == kQUInt8 ? kByte : t == kQInt32 ? kInt : t;
}
inline ScalarType toQIntType(ScalarType t) {
  return t == kChar ? kQInt8 : t == kByte ? kQUInt8 : t == kInt ? kQInt32 : t;
}

}  // namespace torchpp
