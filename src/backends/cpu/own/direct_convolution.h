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

/// Whether the images may be of bfloat16 here, with sums and weights in float.
bool reads_bfloat16();

/// Element is the type of the images, and T that of the sums, weights and bias: both float, both double, or bfloat16
/// and float where reads_bfloat16(). Bitwise equal for any number of threads. y = convolution of x with w, plus bias if
/// problem.bias.
template <class T, class Element = T>
void direct_forward(const ConvProblem& problem, const Element* x, const T* w, const T* bias, Element* y);
template <class T, class Element = T>
void direct_backward_data(const ConvProblem& problem, const Element* dy, const T* w, Element* dx);
/// Sums of an image are taken in T, those of all images in double.
template <class T, class Element = T>
void direct_backward_weights(const ConvProblem& problem, const Element* x, const Element* dy, T* dw);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
