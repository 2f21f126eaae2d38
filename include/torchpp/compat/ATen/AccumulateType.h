// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The type in which sums of elements are kept.

#include <ATen/core/ATenGeneral.h>

namespace at {

template <class T, bool is_cuda>
struct AccumulateType {
  using type = std::conditional_t<std::is_same_v<T, bool>, bool, int64_t>;
  static_assert(std::is_integral_v<T>, "AccumulateType: no type of tensor elements");
};
template <bool is_cuda>
struct AccumulateType<Half, is_cuda> {
  using type = float;
};
template <bool is_cuda>
struct AccumulateType<BFloat16, is_cuda> {
  using type = float;
};
template <bool is_cuda>
struct AccumulateType<float, is_cuda> {
  using type = std::conditional_t<is_cuda, float, double>;
};
template <bool is_cuda>
struct AccumulateType<double, is_cuda> {
  using type = double;
};
template <bool is_cuda>
struct AccumulateType<c10::complex<float>, is_cuda> {
  using type = c10::complex<std::conditional_t<is_cuda, float, double>>;
};
template <bool is_cuda>
struct AccumulateType<c10::complex<double>, is_cuda> {
  using type = c10::complex<double>;
};
template <class T, bool is_cuda>
using acc_type = typename AccumulateType<T, is_cuda>::type;

inline ScalarType toAccumulateType(ScalarType type, bool is_cuda) {
  switch (type) {
    case kHalf:
    case kBFloat16: return kFloat;
    case kFloat: return is_cuda ? kFloat : kDouble;
    case kComplexFloat: return is_cuda ? kComplexFloat : kComplexDouble;
    case kDouble:
    case kComplexDouble:
    case kBool: return type;
    default: return kLong;
  }
}

}  // namespace at
