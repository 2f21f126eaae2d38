// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_extreme(bool max, const TensorBase& in, uint64_t mask, const TensorBase& result) {
  return visit_ordered(in.scalar_type(), [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    reduce(max ? "max" : "min", in, mask, result, ExtremeOf<M>{!max});
  });
}

bool reduce_truth(bool all, const TensorBase& in, uint64_t mask, const TensorBase& result) {
  const auto run = [&](auto tag) {
    reduce(all ? "all" : "any", in, mask, result, TruthOf<typename decltype(tag)::Memory>{all});
  };
  return visit_ordered(in.scalar_type(), run) || visit_complex(in.scalar_type(), run);
}

}  // namespace torchpp::cuda
