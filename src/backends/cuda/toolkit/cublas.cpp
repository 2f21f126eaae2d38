// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices by cuBLASLt.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>

#include <memory>
#include <mutex>

#include "src/backends/cuda/algorithm_cache.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/toolkit/library.h"
#include "src/backends/cuda/vendor.h"
#include "src/backends/cuda/workspace.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cuda {
namespace {

constexpr size_t kMostPlans = 1024;

[[noreturn]] TORCHPP_COLD void fail(const char* call, cublasStatus_t status, const Product& p) {
  const CublasLt& lt = cublaslt();
  TORCHPP_FAIL_KIND(kError, call, ": ", lt.cublasLtGetStatusName(status), " (", lt.cublasLtGetStatusString(status),
                    "), for ", p.batch, " product(s) of (", p.m, ", ", p.k, ") and (", p.k, ", ", p.n, ") of ",
                    toString(p.dtype), p.bias != nullptr ? " with bias" : "");
}
void check(cublasStatus_t status, const char* call, const Product& p) {
  if (TORCHPP_UNLIKELY(status != CUBLAS_STATUS_SUCCESS)) fail(call, status, p);
}

// The library may be called from several threads with one handle.
cublasLtHandle_t handle_of(DeviceIndex device, const Product& p) {
  static std::mutex& creating = *new std::mutex;
  static cublasLtHandle_t handles[kMaxDevices];
  const std::lock_guard<std::mutex> lock(creating);
  if (handles[device] == nullptr) check(cublaslt().cublasLtCreate(&handles[device]), "cublasLtCreate", p);
  return handles[device];
}

struct Types {
  cudaDataType_t element, scale;
  cublasComputeType_t compute;
};
Types types_of(ScalarType dtype, bool tf32) {
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

// Numbers that alpha and beta point to.
struct Factor {
  alignas(16) char bytes[16];
  Factor(const double (&value)[2], cudaDataType_t type) {
    const float single[2] = {static_cast<float>(value[0]), static_cast<float>(value[1])};
    if (type == CUDA_R_32F || type == CUDA_C_32F) __builtin_memcpy(bytes, single, sizeof single);
    else __builtin_memcpy(bytes, value, sizeof value);
  }
};

// The largest power of two that divides the address, at most 256: what the library asks about memory.
uint32_t alignment_of(const void* p) {
  uint32_t alignment = 256;
  while (reinterpret_cast<uintptr_t>(p) % alignment != 0) alignment /= 2;
  return alignment;
}

struct Key {
  int64_t m, n, k, batch, lda, ldb, ldd, stride_a, stride_b, stride_d;
  uint32_t align_a, align_b, align_d, align_bias;  // of no bias: 0
  int32_t device, dtype;
  int32_t transposed, tf32;
};

// The library's matrices are column-major: what it sees of a row-major matrix is its transpose, and D^T = op(B)^T
// op(A)^T. So its first matrix is our B, its second our A, and its rows are our columns.
class Plan {
 public:
  Plan(cublasLtHandle_t handle, const Product& p, const Key& key) : types_(types_of(p.dtype, key.tf32 != 0)) {
    try {
      describe(p);
      choose(handle, p, key);
    } catch (...) {
      destroy();
      throw;
    }
  }
  ~Plan() { destroy(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void run(cublasLtHandle_t handle, const Product& p, DeviceIndex device, StreamHandle stream) {
    const Factor alpha(p.alpha, types_.scale), beta(p.beta, types_.scale);
    const Workspace space(device, workspace_);
    if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::took(name_.c_str());
    const auto multiply = [&] {
      check(cublaslt().cublasLtMatmul(handle, operation_, alpha.bytes, p.b, first_, p.a, second_, beta.bytes, p.d,
                                      result_, p.d, result_, &algorithm_, space.data(), space.nbytes(),
                                      static_cast<cudaStream_t>(stream)),
            "cublasLtMatmul", p);
    };
    if (p.bias == nullptr) return multiply();
    // The bias is a part of the description, which other threads use, too.
    const std::lock_guard<std::mutex> lock(mutex_);
    set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias, p);
    multiply();
  }

 private:
  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, const T& value, const Product& p) {
    check(cublaslt().cublasLtMatmulDescSetAttribute(operation_, attribute, &value, sizeof value),
          "cublasLtMatmulDescSetAttribute", p);
  }

  void layout(cublasLtMatrixLayout_t& to, int64_t rows, int64_t columns, int64_t ld, int64_t stride, const Product& p) {
    const CublasLt& lt = cublaslt();
    check(lt.cublasLtMatrixLayoutCreate(&to, types_.element, static_cast<uint64_t>(rows),
                                        static_cast<uint64_t>(columns), ld),
          "cublasLtMatrixLayoutCreate", p);
    if (p.batch == 1) return;
    const auto batch = static_cast<int32_t>(p.batch);
    check(lt.cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch),
          "cublasLtMatrixLayoutSetAttribute", p);
    check(lt.cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride),
          "cublasLtMatrixLayoutSetAttribute", p);
  }

  void describe(const Product& p) {
    check(cublaslt().cublasLtMatmulDescCreate(&operation_, types_.compute, types_.scale), "cublasLtMatmulDescCreate",
          p);
    const int32_t transpose_first = p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
                  transpose_second = p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N;
    set(CUBLASLT_MATMUL_DESC_TRANSA, transpose_first, p);
    set(CUBLASLT_MATMUL_DESC_TRANSB, transpose_second, p);
    if (p.bias != nullptr) {
      const uint32_t epilogue = CUBLASLT_EPILOGUE_BIAS;
      set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue, p);
      // Its alignment is read when an algorithm is chosen.
      set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias, p);
    }
    layout(first_, p.transpose_b ? p.k : p.n, p.transpose_b ? p.n : p.k, p.ldb, p.stride_b, p);
    layout(second_, p.transpose_a ? p.m : p.k, p.transpose_a ? p.k : p.m, p.lda, p.stride_a, p);
    layout(result_, p.n, p.m, p.ldd, p.stride_d, p);
  }

  void choose(cublasLtHandle_t handle, const Product& p, const Key& key) {
    const CublasLt& lt = cublaslt();
    cublasLtMatmulPreference_t preference = nullptr;
    check(lt.cublasLtMatmulPreferenceCreate(&preference), "cublasLtMatmulPreferenceCreate", p);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
      if (status == CUBLAS_STATUS_SUCCESS)
        status = lt.cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value);
    };
    // Hopper's kernels want 32 MiB to be at their best, older ones 4.
    const uint64_t most = uint64_t{properties_of(static_cast<DeviceIndex>(key.device)).major >= 9 ? 32u : 4u} << 20;
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, most);
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, key.align_b);
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, key.align_a);
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, key.align_d);
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, key.align_d);
    // Partial sums of 16-bit numbers stay float.
    const uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    if (p.dtype == kHalf || p.dtype == kBFloat16) prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions);
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    if (status == CUBLAS_STATUS_SUCCESS)
      status = lt.cublasLtMatmulAlgoGetHeuristic(handle, operation_, first_, second_, result_, result_, preference, 1,
                                                 &found, &count);
    lt.cublasLtMatmulPreferenceDestroy(preference);
    if (status == CUBLAS_STATUS_SUCCESS) status = count == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : found.state;
    check(status, "cublasLtMatmulAlgoGetHeuristic", p);
    algorithm_ = found.algo;
    workspace_ = found.workspaceSize;
    name_ = str("cublaslt:algorithm ", number_of(CUBLASLT_ALGO_CONFIG_ID), " tile ",
                number_of(CUBLASLT_ALGO_CONFIG_TILE_ID), " split ", number_of(CUBLASLT_ALGO_CONFIG_SPLITK_NUM),
                p.bias != nullptr ? " with bias" : "");
  }

  // A part of the algorithm's configuration, for the log; 0 where the library does not tell.
  int32_t number_of(cublasLtMatmulAlgoConfigAttributes_t attribute) const {
    int32_t value = 0;
    size_t written = 0;
    cublaslt().cublasLtMatmulAlgoConfigGetAttribute(&algorithm_, attribute, &value, sizeof value, &written);
    return value;
  }

  void destroy() noexcept {
    const CublasLt& lt = cublaslt();
    for (cublasLtMatrixLayout_t layout : {first_, second_, result_})
      if (layout != nullptr) lt.cublasLtMatrixLayoutDestroy(layout);
    if (operation_ != nullptr) lt.cublasLtMatmulDescDestroy(operation_);
  }

  const Types types_;
  cublasLtMatmulDesc_t operation_ = nullptr;
  cublasLtMatrixLayout_t first_ = nullptr, second_ = nullptr, result_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  size_t workspace_ = 0;
  std::string name_;  // for the log
  std::mutex mutex_;
};

using Plans = AlgorithmCache<Key, std::shared_ptr<Plan>>;
Plans& plans() {
  static Plans& all = *new Plans(kMostPlans);
  return all;
}

Key key_of(const Product& p, DeviceIndex device) {
  Key key;
  key.m = p.m, key.n = p.n, key.k = p.k, key.batch = p.batch;
  key.lda = p.lda, key.ldb = p.ldb, key.ldd = p.ldd;
  // Of a single matrix the strides say nothing.
  const bool many = p.batch > 1;
  key.stride_a = many ? p.stride_a : 0, key.stride_b = many ? p.stride_b : 0, key.stride_d = many ? p.stride_d : 0;
  key.align_a = alignment_of(p.a), key.align_b = alignment_of(p.b), key.align_d = alignment_of(p.d);
  key.align_bias = p.bias != nullptr ? alignment_of(p.bias) : 0;
  key.device = device, key.dtype = static_cast<int32_t>(p.dtype);
  key.transposed = (p.transpose_a ? 1 : 0) | (p.transpose_b ? 2 : 0);
  key.tf32 = is_tf32_allowed() && (p.dtype == kFloat || p.dtype == kComplexFloat) ? 1 : 0;
  return key;
}

}  // namespace

void multiply(const Product& p, StreamHandle stream) {
  constexpr int64_t kMost = 0x7fffffff;
  TORCHPP_CHECK(p.m <= kMost && p.n <= kMost && p.k <= kMost && p.batch <= kMost, "product of matrices: got ", p.batch,
                " of (", p.m, ", ", p.k, ") and (", p.k, ", ", p.n, "), expected at most ", kMost, " of each");
  const DeviceIndex device = current_device_index();
  const cublasLtHandle_t handle = handle_of(device, p);
  const Key key = key_of(p, device);
  std::shared_ptr<Plan> plan;
  if (!plans().find(key, &plan)) {
    plan = std::make_shared<Plan>(handle, p, key);
    plans().put(key, plan);
  }
  plan->run(handle, p, device, stream);
}

}  // namespace torchpp::cuda
