// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution of float images on AMX: pixels and weights are sums of three bfloat16 parts each, of which six
/// products have float's accuracy (isa/split_gemm_abi.h).

#include "src/backends/cpu/weight_id.h"
#include "src/ops/convolution_problem.h"

namespace torchpp::cpu::own {

/// Null for forward convolutions and data gradients where this is faster than other ways; else the reason.
const char* refuse_split(const ConvProblem& problem, ConvDirection direction);
/// Null where this can compute them, fast or not.
const char* cannot_split(const ConvProblem& problem, ConvDirection direction);

/// False if the operands' magnitudes are outside of the range in which this is accurate (is_exact_by_parts()): the
/// result is then to be computed another way. weight_id: under which the weights' parts may be kept. Bitwise equal for
/// any number of threads.
[[nodiscard]] bool split_forward(const ConvProblem& problem, const float* x, const float* w, const float* bias,
                                 float* y, const WeightId& weight_id);
[[nodiscard]] bool split_backward_data(const ConvProblem& problem, const float* dy, const float* w, float* dx,
                                       const WeightId& weight_id);

}  // namespace torchpp::cpu::own
