// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_product(const TensorBase& in, uint64_t mask, const TensorBase& result) {
  const bool widens = isReducedFloatingType(in.scalar_type()) && result.scalar_type() == kFloat;
  const auto same = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if constexpr (sizeof(M) == 2) {
      if (widens) return reduce("prod", in, mask, result, ProductOf<M, float>{});
    }
    reduce("prod", in, mask, result, ProductOf<M, M>{});
  };
  const auto integer = [&](auto tag) {
    reduce("prod", in, mask, result, ProductOf<typename decltype(tag)::Memory, int64_t>{});
  };
  const ScalarType t = in.scalar_type();
  return visit_floats(t, same) || visit_complex(t, same) || visit_integers(t == kBool ? kByte : t, integer);
}

}  // namespace torchpp::cuda
