// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Arguments that are numbers, as the loops of element-wise operators take them.

#include <torchpp/tensor.h>

#include <limits>

#include "src/core/scalars.h"
#include "src/ops/elementwise.h"

namespace torchpp {

/// Whether every dtype but Bool holds the number, so that nothing has to be checked.
inline bool fits_every_dtype(const Scalar& number) {
  if (!number.isIntegral()) return false;
  const int64_t value = number.toLong();
  return value >= -128 && value <= 127;
}

/// Stores a number as loops of the dtype take it: integer loops read i[k], floating ones f[k], complex ones the parts
/// in f[k] and f[k + 1]. The values are those that the dtype holds; throws as Scalar::to where it holds none.
TORCHPP_API void store_scalar(Scalars& s, int k, const Scalar& number, ScalarType type);
inline void set_scalar(Scalars& s, int k, const Scalar& number, ScalarType type) {
  if (TORCHPP_LIKELY(fits_every_dtype(number))) {
    s.i[k] = number.toLong();
    s.f[k] = static_cast<double>(s.i[k]);
    return;
  }
  if (TORCHPP_LIKELY(type == kFloat && number.isFloatingPoint())) {
    const double value = number.toDouble(), most = std::numeric_limits<float>::max();
    if (TORCHPP_LIKELY(value >= -most && value <= most)) {
      s.f[k] = value;
      return;
    }
  }
  store_scalar(s, k, number, type);
}

/// Real numbers of an operator that computes in the dtype.
template <class... Numbers>
Scalars scalars_of(ScalarType type, const Numbers&... numbers) {
  Scalars s{};
  int k = 0;
  (set_scalar(s, k++, numbers, type), ...);
  return s;
}

/// One number for real and complex loops alike.
inline Scalars factor_of(ScalarType type, const Scalar& factor) {
  Scalars s;  // loops read no more than the two parts and the integer
  s.f[1] = 0;
  set_scalar(s, 0, factor, type);
  return s;
}
/// One number of which fits_every_dtype() is true, for real and complex loops alike.
inline Scalars small_factor(const Scalar& factor) {
  Scalars s;
  s.i[0] = factor.toLong();
  s.f[0] = static_cast<double>(s.i[0]);
  s.f[1] = 0;
  return s;
}

/// libtorch computes 16-bit floats of some operators in float and takes their numbers as such.
inline ScalarType wide_float(ScalarType type) { return type == kHalf || type == kBFloat16 ? kFloat : type; }

/// The promoted dtype of tensors, which usually are of one.
inline ScalarType promoted_dtype_of(std::initializer_list<const TensorBase*> inputs) {
  const ScalarType first = (*inputs.begin())->scalar_type();
  bool same = true;
  for (const TensorBase* t : inputs) same = same && t->scalar_type() == first;
  if (TORCHPP_LIKELY(same)) return first;
  return promoted_dtype(inputs.begin(), static_cast<int>(inputs.size()));
}

/// The factor of an operator that computes in the inputs' promoted dtype.
inline Scalars factor_of(std::initializer_list<const TensorBase*> inputs, const Scalar& factor) {
  if (TORCHPP_LIKELY(fits_every_dtype(factor))) return small_factor(factor);
  return factor_of(wide_float(promoted_dtype_of(inputs)), factor);
}

}  // namespace torchpp
