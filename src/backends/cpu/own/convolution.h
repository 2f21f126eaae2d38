// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution as a product with the unrolled image (im2col), in slices of bounded size, over our own GEMM.
/// Serves double, the build without oneDNN, and plain 1 x 1 kernels, which need no unrolling.

#include "src/backends/cpu/own/conv_problem.h"

namespace torchpp {
namespace cpu {
namespace own {

/// T is float or double, independent of problem.dtype. Bitwise equal for any number of threads. y = convolution of x
/// with w, plus bias if problem.bias.
template <class T>
void conv_forward(const ConvProblem& problem, const T* x, const T* w, const T* bias, T* y);
template <class T>
void conv_backward_data(const ConvProblem& problem, const T* dy, const T* w, T* dx);
/// db may be null.
template <class T>
void conv_backward_weights(const ConvProblem& problem, const T* x, const T* dy, T* dw, T* db);

/// db[c] = sum of dy over images and pixels. problem.dtype is float, double or bfloat16 (summed in float).
void bias_gradient(const ConvProblem& problem, const void* dy, void* db);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
