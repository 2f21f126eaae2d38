// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_sum(const TensorBase& in, uint64_t mask, const TensorBase& result, double divisor) {
  const bool widens = isReducedFloatingType(in.scalar_type()) && result.scalar_type() == kFloat;
  const auto same = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    const auto by = static_cast<Part<M>>(divisor);
    if constexpr (sizeof(M) == 2) {
      if (widens) return reduce("sum", in, mask, result, SumOf<M, float>{by});
    }
    reduce("sum", in, mask, result, SumOf<M, M>{by});
  };
  const auto integer = [&](auto tag) {
    reduce("sum", in, mask, result, SumOf<typename decltype(tag)::Memory, int64_t>{1});
  };
  const ScalarType t = in.scalar_type();
  return visit_floats(t, same) || visit_complex(t, same) || visit_integers(t == kBool ? kByte : t, integer);
}

bool reduce_sum_of_numbers(const TensorBase& in, uint64_t mask, const TensorBase& result) {
  return visit_floats(in.scalar_type(), [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if constexpr (sizeof(M) == 2) {
      if (result.scalar_type() == kFloat) return reduce("nansum", in, mask, result, SumOfNumbers<M, float>{{1}});
    }
    reduce("nansum", in, mask, result, SumOfNumbers<M, M>{{1}});
  });
}

}  // namespace torchpp::cuda
