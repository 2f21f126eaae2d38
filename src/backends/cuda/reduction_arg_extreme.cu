// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {

bool reduce_arg_extreme(bool max, const TensorBase& in, uint64_t mask, const TensorBase& indices, void* values) {
  return visit_ordered(in.scalar_type(), [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    reduce(max ? "argmax" : "argmin", in, mask, indices, ArgExtremeOf<M>{static_cast<M*>(values), !max});
  });
}

}  // namespace torchpp::cuda
