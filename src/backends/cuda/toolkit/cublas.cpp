// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices by cuBLASLt.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>

#include <memory>
#include <mutex>

#include "src/backends/cuda/algorithm_cache.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/toolkit/library.h"
#include "src/backends/cuda/toolkit/matmul_descriptors.h"
#include "src/backends/cuda/vendor.h"
#include "src/backends/cuda/workspace.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cuda {
namespace {

constexpr size_t kMostProducts = 1024;

// The library may be called from several threads with one handle.
cublasLtHandle_t handle_of(DeviceIndex device, const Product& p) {
  static std::mutex& creating = *new std::mutex;
  static cublasLtHandle_t handles[kMaxDevices];
  const std::lock_guard<std::mutex> lock(creating);
  if (handles[device] == nullptr) check(cublaslt().cublasLtCreate(&handles[device]), "cublasLtCreate", p);
  return handles[device];
}

// alpha or beta in the type in which the library reads it.
struct Factor {
  alignas(16) char bytes[16];
  Factor(const double (&value)[2], cudaDataType_t type) {
    const float single[2] = {static_cast<float>(value[0]), static_cast<float>(value[1])};
    if (type == CUDA_R_32F || type == CUDA_C_32F) __builtin_memcpy(bytes, single, sizeof single);
    else __builtin_memcpy(bytes, value, sizeof value);
  }
};

struct Key {
  int64_t m, n, k, batch, lda, ldb, ldd, stride_a, stride_b, stride_d;
  uint32_t align_a, align_b, align_d, align_bias;  // of no bias: 0
  int32_t device, dtype;
  int32_t transposed, tf32;
};

// The descriptors of a product, and the algorithm that was chosen for it.
class MatmulAlgorithm {
 public:
  MatmulAlgorithm(cublasLtHandle_t handle, const Product& p, const Key& key) : descriptors_(p, key.tf32 != 0) {
    // Hopper's kernels are fastest with 32 MiB, older ones with 4.
    const uint64_t most = uint64_t{properties_of(static_cast<DeviceIndex>(key.device)).major >= 9 ? 32u : 4u} << 20;
    const MatmulPreference preference(p, most);
    const MatmulDescriptors& d = descriptors_;
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    cublasStatus_t status = cublaslt().cublasLtMatmulAlgoGetHeuristic(handle, d.operation, d.first, d.second, d.result,
                                                                      d.result, preference, 1, &found, &count);
    if (status == CUBLAS_STATUS_SUCCESS) status = count == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : found.state;
    if (status == CUBLAS_STATUS_NOT_SUPPORTED) return;
    check(status, "cublasLtMatmulAlgoGetHeuristic", p);
    found_ = true;
    algorithm_ = found.algo;
    workspace_ = found.workspaceSize;
    name_ = str("cublaslt:algorithm ", number_of(CUBLASLT_ALGO_CONFIG_ID), " tile ",
                number_of(CUBLASLT_ALGO_CONFIG_TILE_ID), " split ", number_of(CUBLASLT_ALGO_CONFIG_SPLITK_NUM),
                p.bias != nullptr ? " with bias" : "");
  }

  /// False: there is no algorithm.
  bool run(cublasLtHandle_t handle, const Product& p, DeviceIndex device, StreamHandle stream) {
    if (!found_) return false;
    const MatmulDescriptors& d = descriptors_;
    const Factor alpha(p.alpha, d.types.scale), beta(p.beta, d.types.scale);
    const Workspace space(device, workspace_);
    const auto multiply = [&] {
      const cublasStatus_t status = cublaslt().cublasLtMatmul(
          handle, d.operation, alpha.bytes, p.b, d.first, p.a, d.second, beta.bytes, p.d, d.result, p.d, d.result,
          &algorithm_, space.data(), space.nbytes(), static_cast<cudaStream_t>(stream));
      if (status == CUBLAS_STATUS_NOT_SUPPORTED) return false;
      check(status, "cublasLtMatmul", p);
      if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::took(name_.c_str());
      return true;
    };
    if (p.bias == nullptr) return multiply();
    // The bias is a part of the description, which other threads use, too.
    const std::lock_guard<std::mutex> lock(mutex_);
    descriptors_.set_bias(p);
    return multiply();
  }

 private:
  // A part of the algorithm's configuration, for the log; 0 where the library does not tell.
  int32_t number_of(cublasLtMatmulAlgoConfigAttributes_t attribute) const {
    int32_t value = 0;
    size_t written = 0;
    cublaslt().cublasLtMatmulAlgoConfigGetAttribute(&algorithm_, attribute, &value, sizeof value, &written);
    return value;
  }

  MatmulDescriptors descriptors_;
  bool found_ = false;
  cublasLtMatmulAlgo_t algorithm_{};
  size_t workspace_ = 0;
  std::string name_;  // for the log
  std::mutex mutex_;
};

using Cache = AlgorithmCache<Key, std::shared_ptr<MatmulAlgorithm>>;
Cache& cache() {
  static Cache& all = *new Cache(kMostProducts);
  return all;
}

Key key_of(const Product& p, DeviceIndex device) {
  Key key;
  key.m = p.m, key.n = p.n, key.k = p.k, key.batch = p.batch;
  key.lda = p.lda, key.ldb = p.ldb, key.ldd = p.ldd;
  // The batch stride of a single matrix is arbitrary.
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

bool multiply(const Product& p, StreamHandle stream) {
  constexpr int64_t kMost = 0x7fffffff;
  TORCHPP_CHECK(p.m <= kMost && p.n <= kMost && p.k <= kMost && p.batch <= kMost, "product of matrices: got ", p.batch,
                " of (", p.m, ", ", p.k, ") and (", p.k, ", ", p.n, "), expected at most ", kMost, " of each");
  const DeviceIndex device = current_device_index();
  const cublasLtHandle_t handle = handle_of(device, p);
  const Key key = key_of(p, device);
  std::shared_ptr<MatmulAlgorithm> algorithm;
  if (!cache().find(key, &algorithm)) {
    algorithm = std::make_shared<MatmulAlgorithm>(handle, p, key);
    cache().put(key, algorithm);
  }
  return algorithm->run(handle, p, device, stream);
}

}  // namespace torchpp::cuda
