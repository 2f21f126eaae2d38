// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The element-wise parts of recurrent cells, which isa/recurrent.cpp defines for each instruction set.

#include <cstdint>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// n hidden features of one sequence at one step. Pointers of one call may be equal, but do not overlap otherwise.
template <class T>
struct RecurrentStep {
  T* gates[4];       ///< LSTM: i, f, g, o. GRU: r, z, n, and n's share of the state. Others: the sum.
  const T* bias[4];  ///< added to the gates before their functions
  const T* before;   ///< c (LSTM) or h of the step before
  T* c;              ///< of this step (LSTM)
  T* h;              ///< of this step
};
/// The gradient of such a step, which finds the gates after their functions.
template <class T>
struct RecurrentGradient {
  const T* gates[4];
  const T* before;  ///< c (LSTM) or h (GRU) of the step before
  const T* c;       ///< of this step (LSTM)
  const T* h;       ///< of this step (tanh, relu)
  T* dh;            ///< of this step; GRU: becomes the part of the gradient of the step before that z passes
  T* dc;            ///< of this step; becomes that of the step before (LSTM)
  T* to[4];         ///< gradients of the gates before their functions
};

template <class T>
struct RecurrentKernels {
  void (*lstm)(int64_t n, const RecurrentStep<T>& step);
  void (*gru)(int64_t n, const RecurrentStep<T>& step);
  void (*tanh)(int64_t n, const RecurrentStep<T>& step);
  void (*relu)(int64_t n, const RecurrentStep<T>& step);
  void (*lstm_backward)(int64_t n, const RecurrentGradient<T>& step);
  void (*gru_backward)(int64_t n, const RecurrentGradient<T>& step);
  void (*tanh_backward)(int64_t n, const RecurrentGradient<T>& step);
  void (*relu_backward)(int64_t n, const RecurrentGradient<T>& step);
};

extern const RecurrentKernels<float> TORCHPP_ALL_SETS(recurrent_float);
extern const RecurrentKernels<double> TORCHPP_ALL_SETS(recurrent_double);

}  // namespace torchpp::cpu
