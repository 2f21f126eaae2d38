// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of bfloat16 matrices by oneDNN, summed in float: with vdpbf16ps, and on AMX batches of small ones,
/// where our own (own/bfloat16_gemm.cpp) takes the others. For float our own product
/// (own/gemm.h) is as fast as oneDNN's, 0.9 to 1.3 of its time, 0.2 to 0.5 at 16 x 16, and packs b once for all
/// slices.

#include <torchpp/core/dtype.h>

#include <cstdint>
#include <memory>
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

/// The primitives of one problem, kept in a cache.
struct MatmulPrimitives;
struct PreparedGemm {
  std::shared_ptr<const MatmulPrimitives> primitives;
  const char* reason;  ///< why gemm cannot run the problem, or null
};
PreparedGemm prepare(const GemmProblem& problem);
/// For the verbose log: "brg:avx512_core_amx_bf16, slices: 8".
std::string implementation(const MatmulPrimitives& primitives);

/// Needs primitives that were prepared for the problem without a reason. Bitwise equal for any number of threads.
/// weight_id: 0, or a number of the contents of b (StorageImpl::contents_number), under which its packed form is kept.
void gemm(const GemmProblem& problem, const MatmulPrimitives& primitives, const void* a, const void* b,
          const void* bias, void* c, uint64_t weight_id = 0);

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
