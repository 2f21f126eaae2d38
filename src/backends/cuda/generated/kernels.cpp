// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/linalg.h"
#include "src/backends/cuda/generated/loss.h"
#include "src/backends/cuda/generated/nn.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {
void register_rest();

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
  kernels::set_mm(DispatchKey::CUDA, &mm);
  kernels::set_bmm(DispatchKey::CUDA, &bmm);
  kernels::set_mv(DispatchKey::CUDA, &mv);
  kernels::set_dot(DispatchKey::CUDA, &dot);
  kernels::set_addmm(DispatchKey::CUDA, &addmm);
  kernels::set_baddbmm(DispatchKey::CUDA, &baddbmm);
  kernels::set_linear(DispatchKey::CUDA, &linear);
  kernels::set_mse_loss(DispatchKey::CUDA, &mse_loss);
  kernels::set_mse_loss_backward(DispatchKey::CUDA, &mse_loss_backward);
  kernels::set_smooth_l1_loss(DispatchKey::CUDA, &smooth_l1_loss);
  kernels::set_smooth_l1_loss_backward(DispatchKey::CUDA, &smooth_l1_loss_backward);
  kernels::set_huber_loss(DispatchKey::CUDA, &huber_loss);
  kernels::set_huber_loss_backward(DispatchKey::CUDA, &huber_loss_backward);
  kernels::set_binary_cross_entropy(DispatchKey::CUDA, &binary_cross_entropy);
  kernels::set_binary_cross_entropy_backward(DispatchKey::CUDA, &binary_cross_entropy_backward);
  kernels::set_nll_loss_forward(DispatchKey::CUDA, &nll_loss_forward);
  kernels::set_nll_loss_backward(DispatchKey::CUDA, &nll_loss_backward);
  kernels::set_convolution(DispatchKey::CUDA, &convolution);
  kernels::set_convolution_backward(DispatchKey::CUDA, &convolution_backward);
  kernels::set_max_pool2d(DispatchKey::CUDA, &max_pool2d);
  kernels::set_max_pool2d_with_indices(DispatchKey::CUDA, &max_pool2d_with_indices);
  kernels::set_max_pool2d_with_indices_backward(DispatchKey::CUDA, &max_pool2d_with_indices_backward);
  kernels::set_avg_pool2d(DispatchKey::CUDA, &avg_pool2d);
  kernels::set_avg_pool2d_backward(DispatchKey::CUDA, &avg_pool2d_backward);
  kernels::set_adaptive_avg_pool2d(DispatchKey::CUDA, &adaptive_avg_pool2d);
  kernels::set_adaptive_avg_pool2d_backward(DispatchKey::CUDA, &adaptive_avg_pool2d_backward);
  kernels::set_native_batch_norm(DispatchKey::CUDA, &native_batch_norm);
  kernels::set_native_batch_norm_backward(DispatchKey::CUDA, &native_batch_norm_backward);
  kernels::set_layer_norm(DispatchKey::CUDA, &layer_norm);
  kernels::set_native_layer_norm(DispatchKey::CUDA, &native_layer_norm);
  kernels::set_native_layer_norm_backward(DispatchKey::CUDA, &native_layer_norm_backward);
  kernels::set_embedding(DispatchKey::CUDA, &embedding);
  kernels::set_embedding_dense_backward(DispatchKey::CUDA, &embedding_dense_backward);
  kernels::set_embedding_renorm(DispatchKey::CUDA, &embedding_renorm);
  kernels::set_native_dropout(DispatchKey::CUDA, &native_dropout);
  kernels::set_sum(DispatchKey::CUDA, &sum);
  kernels::set_mean(DispatchKey::CUDA, &mean);
  kernels::set_prod(DispatchKey::CUDA, &prod);
  kernels::set_prod_dim(DispatchKey::CUDA, &prod_dim);
  kernels::set_amax(DispatchKey::CUDA, &amax);
  kernels::set_amin(DispatchKey::CUDA, &amin);
  kernels::set_max(DispatchKey::CUDA, &max);
  kernels::set_max_dim(DispatchKey::CUDA, &max_dim);
  kernels::set_min(DispatchKey::CUDA, &min);
  kernels::set_min_dim(DispatchKey::CUDA, &min_dim);
  kernels::set_argmax(DispatchKey::CUDA, &argmax);
  kernels::set_argmin(DispatchKey::CUDA, &argmin);
  kernels::set_any(DispatchKey::CUDA, &any);
  kernels::set_all(DispatchKey::CUDA, &all);
  kernels::set_var(DispatchKey::CUDA, &var);
  kernels::set_std(DispatchKey::CUDA, &std);
  kernels::set_vector_norm(DispatchKey::CUDA, &vector_norm);
  kernels::set_cumsum(DispatchKey::CUDA, &cumsum);
  kernels::set_logsumexp(DispatchKey::CUDA, &logsumexp);
  kernels::set_softmax(DispatchKey::CUDA, &softmax);
  kernels::set_softmax_backward(DispatchKey::CUDA, &softmax_backward);
  kernels::set_log_softmax(DispatchKey::CUDA, &log_softmax);
  kernels::set_log_softmax_backward(DispatchKey::CUDA, &log_softmax_backward);
  kernels::set_sort(DispatchKey::CUDA, &sort);
  kernels::set_topk(DispatchKey::CUDA, &topk);
  register_rest();
}

}  // namespace torchpp::cuda
