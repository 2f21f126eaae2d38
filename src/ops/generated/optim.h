// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/optim.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace void_of_Ts_Ts_Ts_d_d_d_d_b_b_b { extern OwnOp<void(TensorList, TensorList, TensorList, double, double, double, double, bool, bool, bool)> fused_sgd; }
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_ds_d_d_d_d_d_b_b_b { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, TensorList, ArrayRef<double>, double, double, double, double, double, bool, bool, bool)> fused_adam; }
inline namespace T_of_Ts { extern OwnOp<Tensor(TensorList)> foreach_norm_squared; }
inline namespace void_of_Ts_T { extern OwnOp<void(TensorList, const Tensor&)> foreach_mul; }
inline namespace void_of_Ts_Ts_Ts_Ts_Ts_d_d_d_d_d_b_b { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, TensorList, double, double, double, double, double, bool, bool)> fused_rmsprop; }
inline namespace void_of_Ts_Ts_Ts_ds_d_d_d_d_b { extern OwnOp<void(TensorList, TensorList, TensorList, ArrayRef<double>, double, double, double, double, bool)> fused_adagrad; }
inline namespace void_of_Ts_Ts_Ts_Ts_d_d_d_d_b { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, double, double, double, double, bool)> fused_adadelta; }
inline namespace void_of_Ts_Ts_Ts_Ts_ds_d_d_d_d_d_b { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, ArrayRef<double>, double, double, double, double, double, bool)> fused_adamax; }
inline namespace void_of_Ts_Ts_Ts_ds_ds_d_d_b { extern OwnOp<void(TensorList, TensorList, TensorList, ArrayRef<double>, ArrayRef<double>, double, double, bool)> fused_asgd; }
inline namespace void_of_Ts_Ts_Ts_Ts_ds_ds_ds_d_d_d_d { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, ArrayRef<double>, ArrayRef<double>, ArrayRef<double>, double, double, double, double)> fused_nadam; }
inline namespace void_of_Ts_Ts_Ts_Ts_ds_d_d_d_d_d { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, ArrayRef<double>, double, double, double, double, double)> fused_radam; }
inline namespace void_of_Ts_Ts_Ts_Ts_d_d_d_d_b { extern OwnOp<void(TensorList, TensorList, TensorList, TensorList, double, double, double, double, bool)> fused_rprop; }

}  // namespace op

namespace cpu {

void fused_sgd(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step);
void fused_adam(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, TensorList max_exp_avg_sqs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay);
Tensor foreach_norm_squared(TensorList tensors);
void foreach_mul(TensorList self, const Tensor& scalar);
void fused_rmsprop(TensorList params, TensorList grads, TensorList square_avgs, TensorList grad_avgs, TensorList momentum_buffers, double lr, double alpha, double eps, double weight_decay, double momentum, bool centered, bool maximize);
void fused_adagrad(TensorList params, TensorList grads, TensorList state_sums, ArrayRef<double> steps, double lr, double lr_decay, double weight_decay, double eps, bool maximize);
void fused_adadelta(TensorList params, TensorList grads, TensorList square_avgs, TensorList acc_deltas, double lr, double rho, double eps, double weight_decay, bool maximize);
void fused_adamax(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_infs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool maximize);
void fused_asgd(TensorList params, TensorList grads, TensorList axs, ArrayRef<double> etas, ArrayRef<double> mus, double lambd, double weight_decay, bool maximize);
void fused_nadam(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, ArrayRef<double> bias_corrections, ArrayRef<double> grad_factors, ArrayRef<double> exp_avg_factors, double beta1, double beta2, double weight_decay, double eps);
void fused_radam(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, ArrayRef<double> steps, double lr, double beta1, double beta2, double weight_decay, double eps);
void fused_rprop(TensorList params, TensorList grads, TensorList prevs, TensorList step_sizes, double eta_minus, double eta_plus, double step_size_min, double step_size_max, bool maximize);

}  // namespace cpu

}  // namespace torchpp
