// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution of float images on AMX: pixels and weights are sums of three bfloat16 parts each, of which six
/// products have float's accuracy (isa/split_gemm_abi.h).

#include "src/ops/convolution_problem.h"

namespace torchpp::cpu::own {

/// Null for forward convolutions and data gradients where this is faster than other ways; else the reason.
const char* refuse_split(const ConvProblem& problem, ConvDirection direction);
/// Null where this can compute them, fast or not.
const char* cannot_split(const ConvProblem& problem, ConvDirection direction);

/// False if the operands' magnitudes are outside of the range in which this is accurate (is_exact_by_parts()): the
/// result is then to be computed another way. weight_id: 0, or a number of the weights under which their parts may be
/// kept (StorageImpl::contents_number). Bitwise equal for any number of threads.
[[nodiscard]] bool split_forward(const ConvProblem& problem, const float* x, const float* w, const float* bias,
                                 float* y, uint64_t weight_id);
[[nodiscard]] bool split_backward_data(const ConvProblem& problem, const float* dy, const float* w, float* dx,
                                       uint64_t weight_id);

}  // namespace torchpp::cpu::own
