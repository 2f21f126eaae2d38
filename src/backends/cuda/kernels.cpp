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
#include <torchpp/ops/table/optim.def>
#include <torchpp/ops/table/pointwise.def>
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
  SET(sum)
  SET(mean)
  SET(prod)
  SET(prod_dim)
  SET(amax)
  SET(amin)
  SET(max)
  SET(min)
  SET(max_dim)
  SET(min_dim)
  SET(argmax)
  SET(argmin)
  SET(any)
  SET(all)
  SET(var)
  SET(std)
  SET(vector_norm)
  SET(cumsum)
  SET(logsumexp)
  SET(softmax)
  SET(softmax_backward)
  SET(log_softmax)
  SET(log_softmax_backward)
  SET(sort)
  SET(topk)
  SET(mse_loss)
  SET(mse_loss_backward)
  SET(smooth_l1_loss)
  SET(smooth_l1_loss_backward)
  SET(huber_loss)
  SET(huber_loss_backward)
  SET(binary_cross_entropy)
  SET(binary_cross_entropy_backward)
  SET(nll_loss_forward)
  SET(nll_loss_backward)
}

}  // namespace torchpp::cuda
