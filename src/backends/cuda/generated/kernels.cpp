// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/reduction.h"
#include "src/backends/cuda/generated/shape.h"
#include "src/backends/cuda/generated/view.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {
void register_rest();

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
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
  kernels::set_cat(DispatchKey::CUDA, &cat);
  kernels::set_flip(DispatchKey::CUDA, &flip);
  kernels::set_tril(DispatchKey::CUDA, &tril);
  kernels::set_triu(DispatchKey::CUDA, &triu);
  kernels::set_conj_physical(DispatchKey::CUDA, &conj_physical);
  register_rest();
}

}  // namespace torchpp::cuda
