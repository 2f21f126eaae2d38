// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/linalg.h"
#include "src/backends/cuda/generated/loss.h"
#include "src/backends/cuda/generated/nn.h"
#include "src/backends/cuda/generated/optim.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/shape.h"
#include "src/backends/cuda/generated/view.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {
void register_rest();

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
  kernels::set_mm(DispatchKey::CUDA, &cuda::mm);
  kernels::set_bmm(DispatchKey::CUDA, &cuda::bmm);
  kernels::set_mv(DispatchKey::CUDA, &cuda::mv);
  kernels::set_dot(DispatchKey::CUDA, &cuda::dot);
  kernels::set_addmm(DispatchKey::CUDA, &cuda::addmm);
  kernels::set_baddbmm(DispatchKey::CUDA, &cuda::baddbmm);
  kernels::set_linear(DispatchKey::CUDA, &cuda::linear);
  kernels::set_mse_loss(DispatchKey::CUDA, &cuda::mse_loss);
  kernels::set_mse_loss_backward(DispatchKey::CUDA, &cuda::mse_loss_backward);
  kernels::set_smooth_l1_loss(DispatchKey::CUDA, &cuda::smooth_l1_loss);
  kernels::set_smooth_l1_loss_backward(DispatchKey::CUDA, &cuda::smooth_l1_loss_backward);
  kernels::set_huber_loss(DispatchKey::CUDA, &cuda::huber_loss);
  kernels::set_huber_loss_backward(DispatchKey::CUDA, &cuda::huber_loss_backward);
  kernels::set_binary_cross_entropy(DispatchKey::CUDA, &cuda::binary_cross_entropy);
  kernels::set_binary_cross_entropy_backward(DispatchKey::CUDA, &cuda::binary_cross_entropy_backward);
  kernels::set_nll_loss_forward(DispatchKey::CUDA, &cuda::nll_loss_forward);
  kernels::set_nll_loss_backward(DispatchKey::CUDA, &cuda::nll_loss_backward);
  kernels::set_convolution(DispatchKey::CUDA, &cuda::convolution);
  kernels::set_convolution_backward(DispatchKey::CUDA, &cuda::convolution_backward);
  kernels::set_max_pool2d(DispatchKey::CUDA, &cuda::max_pool2d);
  kernels::set_max_pool2d_with_indices(DispatchKey::CUDA, &cuda::max_pool2d_with_indices);
  kernels::set_max_pool2d_with_indices_backward(DispatchKey::CUDA, &cuda::max_pool2d_with_indices_backward);
  kernels::set_avg_pool2d(DispatchKey::CUDA, &cuda::avg_pool2d);
  kernels::set_avg_pool2d_backward(DispatchKey::CUDA, &cuda::avg_pool2d_backward);
  kernels::set_adaptive_avg_pool2d(DispatchKey::CUDA, &cuda::adaptive_avg_pool2d);
  kernels::set_adaptive_avg_pool2d_backward(DispatchKey::CUDA, &cuda::adaptive_avg_pool2d_backward);
  kernels::set_native_batch_norm(DispatchKey::CUDA, &cuda::native_batch_norm);
  kernels::set_native_batch_norm_backward(DispatchKey::CUDA, &cuda::native_batch_norm_backward);
  kernels::set_layer_norm(DispatchKey::CUDA, &cuda::layer_norm);
  kernels::set_native_layer_norm(DispatchKey::CUDA, &cuda::native_layer_norm);
  kernels::set_native_layer_norm_backward(DispatchKey::CUDA, &cuda::native_layer_norm_backward);
  kernels::set_embedding(DispatchKey::CUDA, &cuda::embedding);
  kernels::set_embedding_dense_backward(DispatchKey::CUDA, &cuda::embedding_dense_backward);
  kernels::set_embedding_renorm(DispatchKey::CUDA, &cuda::embedding_renorm);
  kernels::set_native_dropout(DispatchKey::CUDA, &cuda::native_dropout);
  kernels::set_fused_sgd(DispatchKey::CUDA, &cuda::fused_sgd);
  kernels::set_fused_adam(DispatchKey::CUDA, &cuda::fused_adam);
  kernels::set_foreach_norm_squared(DispatchKey::CUDA, &cuda::foreach_norm_squared);
  kernels::set_foreach_zero(DispatchKey::CUDA, &cuda::foreach_zero);
  kernels::set_foreach_mul(DispatchKey::CUDA, &cuda::foreach_mul);
  kernels::set_sum(DispatchKey::CUDA, &Structured<&rule::sum, &cuda::sum>::call);
  kernels::set_mean(DispatchKey::CUDA, &Structured<&rule::mean, &cuda::mean>::call);
  kernels::set_prod(DispatchKey::CUDA, &Structured<&rule::prod, &cuda::prod>::functional);
  kernels::set_prod_dim(DispatchKey::CUDA, &Structured<&rule::prod_dim, &cuda::prod_dim>::call);
  kernels::set_amax(DispatchKey::CUDA, &Structured<&rule::amax, &cuda::amax>::call);
  kernels::set_amin(DispatchKey::CUDA, &Structured<&rule::amin, &cuda::amin>::call);
  kernels::set_max(DispatchKey::CUDA, &Structured<&rule::max, &cuda::max>::functional);
  kernels::set_max_dim(DispatchKey::CUDA, &Structured<&rule::max_dim, &cuda::max_dim>::call);
  kernels::set_min(DispatchKey::CUDA, &Structured<&rule::min, &cuda::min>::functional);
  kernels::set_min_dim(DispatchKey::CUDA, &Structured<&rule::min_dim, &cuda::min_dim>::call);
  kernels::set_argmax(DispatchKey::CUDA, &Structured<&rule::argmax, &cuda::argmax>::call);
  kernels::set_argmin(DispatchKey::CUDA, &Structured<&rule::argmin, &cuda::argmin>::call);
  kernels::set_any(DispatchKey::CUDA, &Structured<&rule::any, &cuda::any>::call);
  kernels::set_all(DispatchKey::CUDA, &Structured<&rule::all, &cuda::all>::call);
  kernels::set_var(DispatchKey::CUDA, &Structured<&rule::var, &cuda::var>::call);
  kernels::set_std(DispatchKey::CUDA, &Structured<&rule::std, &cuda::std>::call);
  kernels::set_vector_norm(DispatchKey::CUDA, &Structured<&rule::vector_norm, &cuda::vector_norm>::call);
  kernels::set_cumsum(DispatchKey::CUDA, &Structured<&rule::cumsum, &cuda::cumsum>::call);
  kernels::set_logsumexp(DispatchKey::CUDA, &Structured<&rule::logsumexp, &cuda::logsumexp>::call);
  kernels::set_softmax(DispatchKey::CUDA, &Structured<&rule::softmax, &cuda::softmax>::call);
  kernels::set_softmax_backward(DispatchKey::CUDA, &Structured<&rule::softmax_backward, &cuda::softmax_backward>::call);
  kernels::set_log_softmax(DispatchKey::CUDA, &Structured<&rule::log_softmax, &cuda::log_softmax>::call);
  kernels::set_log_softmax_backward(DispatchKey::CUDA, &Structured<&rule::log_softmax_backward, &cuda::log_softmax_backward>::call);
  kernels::set_sort(DispatchKey::CUDA, &Structured<&rule::sort, &cuda::sort>::call);
  kernels::set_topk(DispatchKey::CUDA, &Structured<&rule::topk, &cuda::topk>::call);
  kernels::set_cat(DispatchKey::CUDA, &cuda::cat);
  kernels::set_flip(DispatchKey::CUDA, &cuda::flip);
  kernels::set_tril(DispatchKey::CUDA, &cuda::tril);
  kernels::set_triu(DispatchKey::CUDA, &cuda::triu);
  kernels::set_conj_physical(DispatchKey::CUDA, &cuda::conj_physical);
  register_rest();
}

}  // namespace torchpp::cuda
