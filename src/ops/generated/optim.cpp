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
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_ds_d_d_d_d_d_b_b_b {
TORCHPP_CONSTINIT decltype(op::fused_adam) fused_adam(
    "_fused_adam_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] exp_avgs, Tensor(c!)[] exp_avg_sqs, Tensor(d!)[] max_exp_avg_sqs, float[] steps, *, float lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, bool decoupled_weight_decay) -> ()",
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
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_d_d_d_d_d_b_b {
TORCHPP_CONSTINIT decltype(op::fused_rmsprop) fused_rmsprop(
    "_fused_rmsprop_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] square_avgs, Tensor(c!)[] grad_avgs, Tensor(d!)[] momentum_buffers, *, float lr, float alpha, float eps, float weight_decay, float momentum, bool centered, bool maximize) -> ()",
    &cpu::fused_rmsprop, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_ds_d_d_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_adagrad) fused_adagrad(
    "_fused_adagrad_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] state_sums, float[] steps, *, float lr, float lr_decay, float weight_decay, float eps, bool maximize) -> ()",
    &cpu::fused_adagrad, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_d_d_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_adadelta) fused_adadelta(
    "_fused_adadelta_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] square_avgs, Tensor(c!)[] acc_deltas, *, float lr, float rho, float eps, float weight_decay, bool maximize) -> ()",
    &cpu::fused_adadelta, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_ds_d_d_d_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_adamax) fused_adamax(
    "_fused_adamax_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] exp_avgs, Tensor(c!)[] exp_infs, float[] steps, *, float lr, float beta1, float beta2, float weight_decay, float eps, bool maximize) -> ()",
    &cpu::fused_adamax, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_ds_ds_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_asgd) fused_asgd(
    "_fused_asgd_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] axs, float[] etas, float[] mus, *, float lambd, float weight_decay, bool maximize) -> ()",
    &cpu::fused_asgd, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_ds_ds_ds_d_d_d_d {
TORCHPP_CONSTINIT decltype(op::fused_nadam) fused_nadam(
    "_fused_nadam_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] exp_avgs, Tensor(c!)[] exp_avg_sqs, float[] bias_corrections, float[] grad_factors, float[] exp_avg_factors, *, float beta1, float beta2, float weight_decay, float eps) -> ()",
    &cpu::fused_nadam, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_ds_d_d_d_d_d {
TORCHPP_CONSTINIT decltype(op::fused_radam) fused_radam(
    "_fused_radam_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] exp_avgs, Tensor(c!)[] exp_avg_sqs, float[] steps, *, float lr, float beta1, float beta2, float weight_decay, float eps) -> ()",
    &cpu::fused_radam, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace void_of_Ts_Ts_Ts_Ts_d_d_d_d_b {
TORCHPP_CONSTINIT decltype(op::fused_rprop) fused_rprop(
    "_fused_rprop_(Tensor(a!)[] params, Tensor[] grads, Tensor(b!)[] prevs, Tensor(c!)[] step_sizes, *, float eta_minus, float eta_plus, float step_size_min, float step_size_max, bool maximize) -> ()",
    &cpu::fused_rprop, nullptr, OpTraits{false, false, true, false, false});
}

}  // namespace op


namespace kernels {

TORCHPP_API void set_fused_sgd(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step)) { op::fused_sgd.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, TensorList max_exp_avg_sqs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay)) { op::fused_adam.set_kernel(key, kernel); }
TORCHPP_API void set_foreach_norm_squared(DispatchKey key, Tensor (*kernel)(TensorList tensors)) { op::foreach_norm_squared.set_kernel(key, kernel); }
TORCHPP_API void set_foreach_mul(DispatchKey key, void (*kernel)(TensorList self, const Tensor& scalar)) { op::foreach_mul.set_kernel(key, kernel); }
TORCHPP_API void set_fused_rmsprop(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList square_avgs, TensorList grad_avgs, TensorList momentum_buffers, double lr, double alpha, double eps, double weight_decay, double momentum, bool centered, bool maximize)) { op::fused_rmsprop.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adagrad(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList state_sums, ArrayRef<double> steps, double lr, double lr_decay, double weight_decay, double eps, bool maximize)) { op::fused_adagrad.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adadelta(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList square_avgs, TensorList acc_deltas, double lr, double rho, double eps, double weight_decay, bool maximize)) { op::fused_adadelta.set_kernel(key, kernel); }
TORCHPP_API void set_fused_adamax(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_infs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool maximize)) { op::fused_adamax.set_kernel(key, kernel); }
TORCHPP_API void set_fused_asgd(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList axs, ArrayRef<double> etas, ArrayRef<double> mus, double lambd, double weight_decay, bool maximize)) { op::fused_asgd.set_kernel(key, kernel); }
TORCHPP_API void set_fused_nadam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, ArrayRef<double> bias_corrections, ArrayRef<double> grad_factors, ArrayRef<double> exp_avg_factors, double beta1, double beta2, double weight_decay, double eps)) { op::fused_nadam.set_kernel(key, kernel); }
TORCHPP_API void set_fused_radam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps)) { op::fused_radam.set_kernel(key, kernel); }
TORCHPP_API void set_fused_rprop(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList prevs, TensorList step_sizes, double eta_minus, double eta_plus, double step_size_min, double step_size_max, bool maximize)) { op::fused_rprop.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
