// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/kernels.h"

#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
#define SET(name) kernels::set_##name(DispatchKey::CUDA, &name);
#define TORCHPP_OP(name, schema, Result, args) SET(name)
#define TORCHPP_OP_ND TORCHPP_OP
#define TORCHPP_OP_OUT TORCHPP_OP
#define TORCHPP_OP_OUT_ND TORCHPP_OP
#define TORCHPP_OP_DATA TORCHPP_OP
#define TORCHPP_OP_DATA_ND TORCHPP_OP
#define TORCHPP_OP_MIXED TORCHPP_OP
#define TORCHPP_OP_ALL(name, schema, Result, args)
#define TORCHPP_OP_ALL_ND TORCHPP_OP_ALL
#include <torchpp/ops/table/index.def>
#include <torchpp/ops/table/linalg.def>
#include <torchpp/ops/table/loss.def>
#include <torchpp/ops/table/optim.def>
#include <torchpp/ops/table/pointwise.def>
#include <torchpp/ops/table/reduction.def>
  SET(copy)
  SET(fill)
  SET(fill_tensor)
  SET(to_copy)
  SET(clone)
  SET(item)
  SET(conj_physical)
  SET(convolution)
  SET(convolution_backward)
  SET(max_pool2d)
  SET(max_pool2d_with_indices)
  SET(max_pool2d_with_indices_backward)
  SET(avg_pool2d)
  SET(avg_pool2d_backward)
  SET(adaptive_avg_pool2d)
  SET(adaptive_avg_pool2d_backward)
  SET(native_batch_norm)
  SET(native_batch_norm_backward)
  SET(layer_norm)
  SET(native_layer_norm)
  SET(native_layer_norm_backward)
  SET(embedding)
  SET(embedding_dense_backward)
  SET(embedding_renorm)
}

}  // namespace torchpp::cuda
