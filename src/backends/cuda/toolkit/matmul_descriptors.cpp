// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/matmul_descriptors.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/toolkit/library.h"

namespace torchpp::cuda {
namespace {

[[noreturn]] TORCHPP_COLD void fail(const char* call, cublasStatus_t status, const Product& p) {
  const CublasLt& lt = cublaslt();
  TORCHPP_FAIL_KIND(kError, call, ": ", lt.cublasLtGetStatusName(status), " (", lt.cublasLtGetStatusString(status),
                    "), for ", p.batch, " product(s) of (", p.m, ", ", p.k, ") and (", p.k, ", ", p.n, ") of ",
                    toString(p.dtype), p.bias != nullptr ? " with bias" : "");
}

MatmulTypes types_of(ScalarType dtype, bool tf32) {
  const cublasComputeType_t single = tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  switch (dtype) {
    case kFloat: return {CUDA_R_32F, CUDA_R_32F, single};
    case kDouble: return {CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F};
    case kHalf: return {CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case kBFloat16: return {CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case kComplexFloat: return {CUDA_C_32F, CUDA_C_32F, single};
    case kComplexDouble: return {CUDA_C_64F, CUDA_C_64F, CUBLAS_COMPUTE_64F};
    default: TORCHPP_FAIL_KIND(kNotImplemented, "\"addmm_cuda\" not implemented for '", toString(dtype), "'");
  }
}

}  // namespace

void check(cublasStatus_t status, const char* call, const Product& p) {
  if (TORCHPP_UNLIKELY(status != CUBLAS_STATUS_SUCCESS)) fail(call, status, p);
}

uint32_t alignment_of(const void* p) {
  uint32_t alignment = 256;
  while (reinterpret_cast<uintptr_t>(p) % alignment != 0) alignment /= 2;
  return alignment;
}

MatmulDescriptors::MatmulDescriptors(const Product& p, bool tf32) : types(types_of(p.dtype, tf32)) {
  try {
    describe(p);
  } catch (...) {
    destroy();
    throw;
  }
}

void MatmulDescriptors::set_bias(const Product& p) { set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias, p); }

template <class T>
void MatmulDescriptors::set(cublasLtMatmulDescAttributes_t attribute, const T& value, const Product& p) {
  check(cublaslt().cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value),
        "cublasLtMatmulDescSetAttribute", p);
}

void MatmulDescriptors::layout(cublasLtMatrixLayout_t& to, int64_t rows, int64_t columns, int64_t ld, int64_t stride,
                               const Product& p) {
  const CublasLt& lt = cublaslt();
  check(lt.cublasLtMatrixLayoutCreate(&to, types.element, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns),
                                      ld),
        "cublasLtMatrixLayoutCreate", p);
  if (p.batch == 1) return;
  const auto batch = static_cast<int32_t>(p.batch);
  check(lt.cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch),
        "cublasLtMatrixLayoutSetAttribute", p);
  check(lt.cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride),
        "cublasLtMatrixLayoutSetAttribute", p);
}

void MatmulDescriptors::describe(const Product& p) {
  check(cublaslt().cublasLtMatmulDescCreate(&operation, types.compute, types.scale), "cublasLtMatmulDescCreate", p);
  const int32_t transpose_first = p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
                transpose_second = p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N;
  set(CUBLASLT_MATMUL_DESC_TRANSA, transpose_first, p);
  set(CUBLASLT_MATMUL_DESC_TRANSB, transpose_second, p);
  if (p.bias != nullptr) {
    const uint32_t epilogue = CUBLASLT_EPILOGUE_BIAS;
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue, p);
    // Its alignment is read when an algorithm is chosen.
    set_bias(p);
  }
  layout(first, p.transpose_b ? p.k : p.n, p.transpose_b ? p.n : p.k, p.ldb, p.stride_b, p);
  layout(second, p.transpose_a ? p.m : p.k, p.transpose_a ? p.k : p.m, p.lda, p.stride_a, p);
  layout(result, p.n, p.m, p.ldd, p.stride_d, p);
}

void MatmulDescriptors::destroy() noexcept {
  const CublasLt& lt = cublaslt();
  for (cublasLtMatrixLayout_t layout : {first, second, result})
    if (layout != nullptr) lt.cublasLtMatrixLayoutDestroy(layout);
  if (operation != nullptr) lt.cublasLtMatmulDescDestroy(operation);
}

MatmulPreference::MatmulPreference(const Product& p, uint64_t workspace_nbytes) {
  check(cublaslt().cublasLtMatmulPreferenceCreate(&preference_), "cublasLtMatmulPreferenceCreate", p);
  try {
    set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_nbytes, p);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(p.b), p);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(p.a), p);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(p.d), p);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(p.d), p);
    // Partial sums of 16-bit numbers stay float.
    const uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    if (p.dtype == kHalf || p.dtype == kBFloat16) set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions, p);
  } catch (...) {
    destroy();
    throw;
  }
}

template <class T>
void MatmulPreference::set(cublasLtMatmulPreferenceAttributes_t attribute, const T& value, const Product& p) {
  check(cublaslt().cublasLtMatmulPreferenceSetAttribute(preference_, attribute, &value, sizeof value),
        "cublasLtMatmulPreferenceSetAttribute", p);
}

void MatmulPreference::destroy() noexcept { cublaslt().cublasLtMatmulPreferenceDestroy(preference_); }

}  // namespace torchpp::cuda
