// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Matrix products and convolutions of the vendor's libraries, declared without their headers. The backend
/// implements them with cuBLASLt and cuDNN, the tests on machines without those with plain loops. Each call reports the
/// chosen algorithm to the verbose log, as "cublaslt:algorithm 66", and the algorithms that it rejected.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"
#include "src/ops/convolution_problem.h"

namespace torchpp::cuda {

/// D = alpha op(A) op(B) + beta D, then + bias to every row; matrices are row-major, `batch` of them. None of m, n, k
/// and batch is 0. With a bias beta is 0, n and k are more than 1 and there is one matrix, not of complex numbers.
struct Product {
  int64_t m = 0, n = 0, k = 0, batch = 1;
  bool transpose_a = false, transpose_b = false;     ///< A lies as (k, m), B as (n, k)
  int64_t lda = 0, ldb = 0, ldd = 0;                 ///< elements from row to row as it lies
  int64_t stride_a = 0, stride_b = 0, stride_d = 0;  ///< elements from matrix to matrix; 0: the same one
  const void *a = nullptr, *b = nullptr;
  void* d = nullptr;
  const void* bias = nullptr;                  ///< n elements of the dtype, or null
  ScalarType dtype = kFloat;                   ///< float, double, half, bfloat16, complex
  double alpha[2] = {1, 0}, beta[2] = {0, 0};  ///< real and imaginary part
};
/// On the current device; the stream is its current one. False where the library has no algorithm for it; then nothing
/// was written.
bool multiply(const Product& p, StreamHandle stream);

// The convolutions below compute one direction of a problem that is not empty, on the current device. The padding is
// the same on both sides, and the dtype is float, double, half or bfloat16. With channels_last the weights lie in that
// order, too. No bias is added. Each returns false if the library has no algorithm for the problem; the result is then
// undefined.
bool convolve(const ConvProblem& p, const void* input, const void* weight, void* output, StreamHandle stream);
bool convolve_backward_input(const ConvProblem& p, const void* grad_output, const void* weight, void* grad_input,
                             StreamHandle stream);
bool convolve_backward_weight(const ConvProblem& p, const void* grad_output, const void* input, void* grad_weight,
                              StreamHandle stream);

/// Whether cuDNN can be loaded; tried once.
bool cudnn_is_found() noexcept;

}  // namespace torchpp::cuda
