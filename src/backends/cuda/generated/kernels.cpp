// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/creation.h"
#include "src/backends/cuda/generated/index.h"
#include "src/backends/cuda/generated/optim.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {
void register_rest();

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
  kernels::set_arange(DispatchKey::CUDA, &cuda::arange);
  kernels::set_linspace(DispatchKey::CUDA, &cuda::linspace);
  kernels::set_randperm(DispatchKey::CUDA, &cuda::randperm);
  kernels::set_copy(DispatchKey::CUDA, &cuda::copy);
  kernels::set_fill(DispatchKey::CUDA, &cuda::fill);
  kernels::set_fill_tensor(DispatchKey::CUDA, &cuda::fill_tensor);
  kernels::set_clone(DispatchKey::CUDA, &cuda::clone);
  kernels::set_to_copy(DispatchKey::CUDA, &cuda::to_copy);
  kernels::set_item(DispatchKey::CUDA, &cuda::item);
  kernels::set_index(DispatchKey::CUDA, &cuda::index);
  kernels::set_index_put(DispatchKey::CUDA, &cuda::index_put);
  kernels::set_index_select(DispatchKey::CUDA, &cuda::index_select);
  kernels::set_index_add(DispatchKey::CUDA, &cuda::index_add);
  kernels::set_index_copy(DispatchKey::CUDA, &cuda::index_copy);
  kernels::set_index_fill(DispatchKey::CUDA, &cuda::index_fill);
  kernels::set_gather(DispatchKey::CUDA, &cuda::gather);
  kernels::set_scatter(DispatchKey::CUDA, &cuda::scatter);
  kernels::set_scatter_value(DispatchKey::CUDA, &cuda::scatter_value);
  kernels::set_scatter_add(DispatchKey::CUDA, &cuda::scatter_add);
  kernels::set_masked_fill(DispatchKey::CUDA, &cuda::masked_fill);
  kernels::set_masked_fill_tensor(DispatchKey::CUDA, &cuda::masked_fill_tensor);
  kernels::set_masked_select(DispatchKey::CUDA, &cuda::masked_select);
  kernels::set_nonzero(DispatchKey::CUDA, &cuda::nonzero);
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
  register_rest();
}

}  // namespace torchpp::cuda
