// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file cuBLASLt's descriptors of a matrix product, and the requirements on an algorithm for it. Nothing here needs a
/// device.

#include <cublasLt.h>

#include "src/backends/cuda/vendor.h"

namespace torchpp::cuda {

/// Throws Error that names the call, the library's status and the product.
void check(cublasStatus_t status, const char* call, const Product& p);

/// The largest power of two that divides the address, at most 256: what the library asks about memory.
uint32_t alignment_of(const void* p);

struct MatmulTypes {
  cudaDataType_t element, scale;
  cublasComputeType_t compute;
};

/// The library's matrices are column-major: what it sees of a row-major matrix is its transpose, and D^T = op(B)^T
/// op(A)^T. So its first matrix is our B, its second our A, and its rows are our columns.
class MatmulDescriptors {
 public:
  /// With tf32, float numbers may be rounded to it.
  MatmulDescriptors(const Product& p, bool tf32);
  ~MatmulDescriptors() { destroy(); }
  MatmulDescriptors(const MatmulDescriptors&) = delete;
  MatmulDescriptors& operator=(const MatmulDescriptors&) = delete;

  /// Puts the product's bias in place of that of the last one; both have one.
  void set_bias(const Product& p);

  const MatmulTypes types;
  cublasLtMatmulDesc_t operation = nullptr;
  cublasLtMatrixLayout_t first = nullptr, second = nullptr, result = nullptr;

 private:
  void describe(const Product& p);
  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, const T& value, const Product& p);
  void layout(cublasLtMatrixLayout_t& to, int64_t rows, int64_t columns, int64_t ld, int64_t stride, const Product& p);
  void destroy() noexcept;
};

/// The algorithms that may be chosen: those for memory that lies as the product's and at most so much of their own.
class MatmulPreference {
 public:
  MatmulPreference(const Product& p, uint64_t workspace_nbytes);
  ~MatmulPreference() { destroy(); }
  MatmulPreference(const MatmulPreference&) = delete;
  MatmulPreference& operator=(const MatmulPreference&) = delete;

  operator cublasLtMatmulPreference_t() const { return preference_; }

 private:
  template <class T>
  void set(cublasLtMatmulPreferenceAttributes_t attribute, const T& value, const Product& p);
  void destroy() noexcept;

  cublasLtMatmulPreference_t preference_ = nullptr;
};

}  // namespace torchpp::cuda
