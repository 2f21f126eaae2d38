// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/optim.ops. Change the table, not this file.
// clang-format off

#include "src/ops/forward.h"
#include "src/ops/generated/optim.h"

namespace torchpp {

namespace op {

inline namespace void_of_Ts_Ts_Ts_d_d_d_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::fused_sgd) fused_sgd(
    "_fused_sgd_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] momentum_buffers, *, float lr, float momentum, float dampening, float weight_decay, bool nesterov, bool maximize, bool is_first_step) -> ()",
    &cpu::fused_sgd, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_is_d_d_d_d_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::fused_adam) fused_adam(
    "_fused_adam_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] exp_avgs, Tensor(c!)[] exp_avg_sqs, Tensor(d!)[] max_exp_avg_sqs, int[] steps, *, float lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, bool decoupled_weight_decay) -> ()",
    &cpu::fused_adam, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace T_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_norm_squared) foreach_norm_squared(
    "_foreach_norm_squared(Tensor[] tensors) -> Tensor",
    &cpu::foreach_norm_squared, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_T {
TORCHPP_CONSTINIT decltype(op::foreach_mul) foreach_mul(
    "_foreach_mul_.Tensor(Tensor(a!)[] self, Tensor scalar) -> ()",
    &cpu::foreach_mul, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_d_d_d_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_rmsprop) fused_rmsprop(
    "_fused_rmsprop_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] square_avgs, Tensor(c!)[] grad_avgs, Tensor(d!)[] momentum_buffers, *, float lr, float alpha, float eps, float weight_decay, float momentum, bool centered) -> ()",
    &cpu::fused_rmsprop, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_is_d_d_d_d {
TORCHPP_CONSTINIT decltype(op::fused_adagrad) fused_adagrad(
    "_fused_adagrad_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] state_sums, int[] steps, *, float lr, float lr_decay, float weight_decay, float eps) -> ()",
    &cpu::fused_adagrad, nullptr, OpTraits{false, false, true, false, false});
}

}  // namespace op


namespace kernels {

TORCHPP_API void set_fused_sgd(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step)) { op::fused_sgd.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, TensorList max_exp_avg_sqs, IntArrayRef steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay)) { op::fused_adam.set_kernel(key, kernel); }
TORCHPP_API void set_foreach_norm_squared(DispatchKey key, Tensor (*kernel)(TensorList tensors)) { op::foreach_norm_squared.set_kernel(key, kernel); }
TORCHPP_API void set_foreach_mul(DispatchKey key, void (*kernel)(TensorList self, const Tensor& scalar)) { op::foreach_mul.set_kernel(key, kernel); }
TORCHPP_API void set_fused_rmsprop(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList square_avgs, TensorList grad_avgs, TensorList momentum_buffers, double lr, double alpha, double eps, double weight_decay, double momentum, bool centered)) { op::fused_rmsprop.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adagrad(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList state_sums, IntArrayRef steps, double lr, double lr_decay, double weight_decay, double eps)) { op::fused_adagrad.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
