// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution of one group with channels last as a product with the unrolled image, whose rows are windows: no
/// image is turned.

#include "src/ops/convolution_problem.h"

namespace torchpp::cpu::own {

/// Like conv_forward(), conv_backward_data() and conv_backward_weights() of own/convolution.h, for problems that are
/// not empty, with one group and channels last.
template <class T>
void channels_last_forward(const ConvProblem& problem, const T* x, const T* w, const T* bias, T* y);
template <class T>
void channels_last_backward_data(const ConvProblem& problem, const T* dy, const T* w, T* dx);
template <class T>
void channels_last_backward_weights(const ConvProblem& problem, const T* x, const T* dy, T* dw);

}  // namespace torchpp::cpu::own
