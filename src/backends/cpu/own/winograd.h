// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution of float images with kernels of 3 x 3 taps by Winograd's F(4x4, 3x3), and the gradient of the taps
/// by F(3x3, 4x4): a quarter of the products, which are matrix products of transformed operands, one for each of 36
/// points.
///
/// Accuracy: sums of channels are taken in runs of 64, those of tiles in chunks. For normally distributed operands and
/// 8 to 512 channels the root mean square of the error is 2.5 to 4.5 times that of direct float sums, and no error
/// exceeds 4e-6 of the sum of the products' magnitudes (direct sums: 3e-7). Sums that are near the greatest float may
/// overflow on the way.

#include "src/backends/cpu/weight_id.h"
#include "src/ops/convolution_problem.h"

namespace torchpp {
namespace cpu {
namespace own {

/// Null where this is faster than other ways; else the reason.
const char* refuse_winograd(const ConvProblem& problem, ConvDirection direction);

/// False if a transformed sum is infinite or no number, as an operand that is so makes all results of its tile: the
/// result is then to be computed another way. weight_id: under which the weights' transform may be kept. Bitwise equal
/// for any number of threads.
[[nodiscard]] bool winograd_forward(const ConvProblem& problem, const float* x, const float* w, const float* bias,
                                    float* y, const WeightId& weight_id);
[[nodiscard]] bool winograd_backward_data(const ConvProblem& problem, const float* dy, const float* w, float* dx,
                                          const WeightId& weight_id);
[[nodiscard]] bool winograd_backward_weights(const ConvProblem& problem, const float* x, const float* dy, float* dw);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
