// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution of planes by its definition, vectorised along the rows: for groups of few channels (depthwise
/// convolutions), whose products with an unrolled image or with channels-last kernels leave most of a vector unused and
/// have to turn the layout of the images besides.

#include "src/ops/convolution_problem.h"

namespace torchpp {
namespace cpu {
namespace own {

/// Null for float and double in one and two dimensions with channels first and few channels in a group, where this
/// is faster than products of matrices; else the reason.
const char* refuse_direct(const ConvProblem& problem, ConvDirection direction);

/// Whether the planes are so small that their set-up outweighs the sums (7 x 7: 1.4 of oneDNN's time).
bool is_direct_slow(const ConvProblem& problem);

/// T stands for problem.dtype. Bitwise equal for any number of threads. y = convolution of x with w, plus bias if
/// problem.bias.
template <class T>
void direct_forward(const ConvProblem& problem, const T* x, const T* w, const T* bias, T* y);
template <class T>
void direct_backward_data(const ConvProblem& problem, const T* dy, const T* w, T* dx);
/// Sums of an image are taken in T, those of all images in double.
template <class T>
void direct_backward_weights(const ConvProblem& problem, const T* x, const T* dy, T* dw);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
