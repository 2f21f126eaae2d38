// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of bfloat16 matrices by oneDNN (AMX or vdpbf16ps), summed in float. For float our own product
/// (own/gemm.h) is as fast as oneDNN's, 0.9 to 1.3 of its time, 0.2 to 0.5 at 16 x 16, and packs b once for all
/// slices.

#include <torchpp/core/dtype.h>

#include <cstdint>
#include <string>

namespace torchpp {
namespace cpu {
namespace onednn {

/// c (m x n, rows ldc apart) = op(a) * op(b), plus c if add, plus bias (n elements, to every row) if bias. Row-major;
/// lda and ldb are the distances of rows as they lie in memory, before transposing. batch products lie *_stride
/// elements apart; with batch > 1 no bias.
struct GemmProblem {
  int64_t m = 0, n = 0, k = 0;
  int64_t lda = 0, ldb = 0, ldc = 0;
  bool transpose_a = false, transpose_b = false, add = false, bias = false;
  ScalarType dtype = kBFloat16;
  int64_t batch = 1, a_stride = 0, b_stride = 0, c_stride = 0;
};

/// Null when gemm can run the problem, else why not, for the verbose log.
const char* can_run(const GemmProblem& problem);
/// For the verbose log: "brg:avx512_core_amx_bf16, slices: 8".
std::string implementation(const GemmProblem& problem);

/// Throws Error where can_run gives a reason. Bitwise equal for any number of threads. weight_id: see forward() in
/// convolution.h, for b.
void gemm(const GemmProblem& problem, const void* a, const void* b, const void* bias, void* c, uint64_t weight_id = 0);

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
