// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/creation.h"
#include "src/backends/cuda/generated/index.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {
void register_rest();

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
  kernels::set_arange(DispatchKey::CUDA, &arange);
  kernels::set_linspace(DispatchKey::CUDA, &linspace);
  kernels::set_randperm(DispatchKey::CUDA, &randperm);
  kernels::set_copy(DispatchKey::CUDA, &copy);
  kernels::set_fill(DispatchKey::CUDA, &fill);
  kernels::set_fill_tensor(DispatchKey::CUDA, &fill_tensor);
  kernels::set_clone(DispatchKey::CUDA, &clone);
  kernels::set_to_copy(DispatchKey::CUDA, &to_copy);
  kernels::set_item(DispatchKey::CUDA, &item);
  kernels::set_index(DispatchKey::CUDA, &index);
  kernels::set_index_put(DispatchKey::CUDA, &index_put);
  kernels::set_index_select(DispatchKey::CUDA, &index_select);
  kernels::set_index_add(DispatchKey::CUDA, &index_add);
  kernels::set_index_copy(DispatchKey::CUDA, &index_copy);
  kernels::set_index_fill(DispatchKey::CUDA, &index_fill);
  kernels::set_gather(DispatchKey::CUDA, &gather);
  kernels::set_scatter(DispatchKey::CUDA, &scatter);
  kernels::set_scatter_value(DispatchKey::CUDA, &scatter_value);
  kernels::set_scatter_add(DispatchKey::CUDA, &scatter_add);
  kernels::set_masked_fill(DispatchKey::CUDA, &masked_fill);
  kernels::set_masked_fill_tensor(DispatchKey::CUDA, &masked_fill_tensor);
  kernels::set_masked_select(DispatchKey::CUDA, &masked_select);
  kernels::set_nonzero(DispatchKey::CUDA, &nonzero);
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
