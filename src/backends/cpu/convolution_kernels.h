// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolutions on raw memory: the implementations in order of rank. Which one ran and why not the others goes to
/// the verbose log. Bitwise equal for any number of threads.

#include "src/backends/cpu/own/conv_problem.h"

namespace torchpp::cpu {

/// Directions, as bits.
constexpr int kConvForward = 1, kConvData = 2, kConvWeights = 4;
/// Null when the functions below support the problem's dtype in all these directions, else the reason to compute in
/// float: a 16-bit type for which oneDNN has no kernel.
const char* conv_reason_to_widen(const ConvProblem& problem, int directions);

/// y = convolution of x with w, plus bias if problem.bias. weight_id: 0, or a number under which an implementation may
/// keep what it makes of w (StorageImpl::contents_number).
void conv_forward(const ConvProblem& problem, const void* x, const void* w, const void* bias, void* y,
                  uint64_t weight_id);
/// dx from dy, laid out as the problem says of input and output.
void conv_backward_data(const ConvProblem& problem, const void* dy, const void* w, void* dx, uint64_t weight_id);
/// dw, and db unless it is null.
void conv_backward_weights(const ConvProblem& problem, const void* x, const void* dy, void* dw, void* db);

}  // namespace torchpp::cpu
