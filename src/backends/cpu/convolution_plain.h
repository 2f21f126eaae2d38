// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution by its definition, for the dtypes without a fast kernel: integers and complex numbers.

#include "src/ops/convolution_problem.h"

namespace torchpp::cpu::plain {

/// Null when the dtype is integral or complex.
const char* can_run(const ConvProblem& problem);
void conv_forward(const ConvProblem& problem, const void* x, const void* w, const void* bias, void* y);
void conv_backward_data(const ConvProblem& problem, const void* dy, const void* w, void* dx);
void conv_backward_weights(const ConvProblem& problem, const void* x, const void* dy, void* dw);

}  // namespace torchpp::cpu::plain
