// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution as a product with the unrolled image (im2col), in slices of bounded size, over our own GEMM.
/// Serves double, the build without oneDNN, and plain 1 x 1 kernels, which need no unrolling.

#include "src/ops/convolution_problem.h"

namespace torchpp {
namespace cpu {
namespace own {

/// T is float or double and stands for problem.dtype, which is not read. Bitwise equal for any number of threads. y =
/// convolution of x with w, plus bias if problem.bias.
template <class T>
void conv_forward(const ConvProblem& problem, const T* x, const T* w, const T* bias, T* y);
template <class T>
void conv_backward_data(const ConvProblem& problem, const T* dy, const T* w, T* dx);
template <class T>
void conv_backward_weights(const ConvProblem& problem, const T* x, const T* dy, T* dw);

/// The sum of each channel over all pixels of n dense images, which is the gradient of a bias. The dtype is float,
/// double or bfloat16, which is summed in float.
void sum_channels(ScalarType dtype, int64_t n, int64_t channels, int64_t pixels, bool channels_last, const void* images,
                  void* sums);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
