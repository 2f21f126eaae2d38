// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_variance(const TensorBase& in, uint64_t mask, const TensorBase& result, double divisor, bool root) {
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    reduce(root ? "std" : "var", in, mask, result, VarianceOf<M>{VarianceResult<M>{divisor, root}});
  };
  return visit_floats(in.scalar_type(), run) || visit_complex(in.scalar_type(), run);
}

}  // namespace torchpp::cuda
