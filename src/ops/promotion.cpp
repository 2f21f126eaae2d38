// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/promotion.h"

#include <torchpp/ops/promotion.h>

#include "src/ops/result.h"

namespace torchpp {
namespace {

ScalarType promote_defined(ScalarType a, ScalarType b) {
  if (a == ScalarType::Undefined) return b;
  return b == ScalarType::Undefined ? a : promote_types(a, b);
}

// `strong` decides the width unless `weak` is of a higher category.
ScalarType combine(ScalarType strong, ScalarType weak) {
  if (isComplexType(strong)) return strong;
  if (isFloatingType(strong)) return isComplexType(weak) ? toComplexType(strong) : strong;
  if (strong == kBool || isFloatingType(weak) || isComplexType(weak)) return promote_defined(strong, weak);
  return strong != ScalarType::Undefined ? strong : weak;
}

}  // namespace

void ResultType::add(const TensorBase& t) {
  ScalarType type = t.scalar_type();
  if (t.body().is_wrapped_number()) {
    if (isComplexType(type)) type = get_default_complex_dtype();
    else if (isFloatingType(type)) type = get_default_dtype();
    number_ = promote_defined(number_, type);
  } else if (t.dim() == 0) {
    zero_dim_ = promote_defined(zero_dim_, type);
  } else {
    dim_ = promote_defined(dim_, type);
  }
}

ScalarType ResultType::get() const { return combine(dim_, combine(zero_dim_, number_)); }

ScalarType result_type(const Tensor& a, const Tensor& b) {
  ResultType r;
  r.add(a);
  r.add(b);
  return r.get();
}
ScalarType result_type(const Tensor& a, const Scalar& b) { return result_type(a, wrapped_number(b)); }
ScalarType result_type(const Scalar& a, const Tensor& b) { return result_type(wrapped_number(a), b); }
ScalarType result_type(const Scalar& a, const Scalar& b) { return result_type(wrapped_number(a), wrapped_number(b)); }

}  // namespace torchpp
