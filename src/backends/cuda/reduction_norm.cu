// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_norm(const TensorBase& in, uint64_t mask, const TensorBase& result, double order) {
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if (order == 2) reduce("norm", in, mask, result, EuclideanNorm<M>{});
    else reduce("norm", in, mask, result, NormOf<M>{order});
  };
  return visit_floats(in.scalar_type(), run) || visit_complex(in.scalar_type(), run);
}

bool reduce_logsumexp(const TensorBase& in, uint64_t mask, const TensorBase& result) {
  return visit_floats(in.scalar_type(), [&](auto tag) {
    reduce("logsumexp", in, mask, result, LogSumExpOf<typename decltype(tag)::Memory>{});
  });
}

}  // namespace torchpp::cuda
