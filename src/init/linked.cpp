// SPDX-License-Identifier: BSD-3-Clause
// How the static libraries find the optional backends: the program links and registers them. And the kernels of sparse
// tensors: it has them if it has made a sparse tensor.
#include "src/core/cuda_backend.h"
#include "src/ops/sparse.h"

namespace torchpp::cuda {

const char* open_backend() noexcept {
  return "the program is linked with a static torchpp and has not registered the backend; link torchpp::cuda and call "
         "torchpp::register_cuda() first";
}

}  // namespace torchpp::cuda

namespace torchpp {

MakeSparse find_make_sparse() { return registered_make_sparse.load(std::memory_order_acquire); }

}  // namespace torchpp
