// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file at::globalContext(): switches of the process and questions about the library.

#include <c10/util/Exception.h>
#include <torchpp/core/backend.h>
#include <torchpp/core/settings.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace at {

enum class Float32MatmulPrecision { HIGHEST, HIGH, MEDIUM };
enum class LinalgBackend : int8_t { Default, Cusolver, Magma };

/// libtorch's switches. What each does here:
///   - TF32, cuDNN deterministic, cuDNN benchmark: torchpp::cuda's switches of the same meaning.
///   - deterministic algorithms: torchpp::use_deterministic_algorithms().
///   - MKL-DNN: whether the CPU may use oneDNN.
///   - flush denormal: the calling thread's floating-point control word, which the parallel regions that it starts
///     carry to their workers.
/// The rest is remembered and has no effect: a benchmark times all algorithms of cuDNN (limit), cuDNN is used where it
/// is found (enabled), sums of 16-bit products are kept in float (reduced precision), attention has one kernel (flash,
/// math), nothing is packed ahead.
class Context {
 public:
  const Generator& defaultGenerator(Device device) {
    if (device.is_cuda()) return *::torchpp::device_interface(kCUDA).default_generator(device.index());
    TORCH_CHECK(device.is_cpu(), "Context::defaultGenerator: got device ", device, ", expected cpu or cuda")
    return ::torchpp::default_generator();
  }

  // -- what the library has
  static bool hasOpenMP() { return false; }  // threads of its own
  static bool hasMKL() { return false; }
  static bool hasLAPACK() { return false; }
  static bool hasMKLDNN() { return ::torchpp::has_onednn(); }
  static bool hasMAGMA() { return false; }
  /// Whether there is a backend and a device for it.
  static bool hasCUDA() { return ::torchpp::cuda::is_available(); }
  static bool hasCUDART() { return hasCUDA(); }
  static bool hasCuDNN() { return ::torchpp::cuda::cudnn_is_available(); }
  static bool hasCuSOLVER() { return false; }
  static bool hasHIP() { return false; }
  static bool hasIPU() { return false; }
  static bool hasXLA() { return false; }
  static bool hasLazy() { return false; }
  static bool hasMPS() { return false; }
  static bool hasORT() { return false; }
  static bool isXNNPACKAvailable() { return false; }
  void lazyInitCUDA() { (void)::torchpp::device_interface(kCUDA); }

  // -- cuDNN
  bool userEnabledCuDNN() const { return enabled_cudnn_; }
  void setUserEnabledCuDNN(bool value) { enabled_cudnn_ = value; }
  bool benchmarkCuDNN() const { return ::torchpp::cuda::is_convolution_benchmark(); }
  void setBenchmarkCuDNN(bool value) { ::torchpp::cuda::set_convolution_benchmark(value); }
  int benchmarkLimitCuDNN() const { return benchmark_limit_; }
  void setBenchmarkLimitCuDNN(int value) { benchmark_limit_ = value; }
  bool deterministicCuDNN() const { return deterministic_cudnn_; }
  void setDeterministicCuDNN(bool value) {
    deterministic_cudnn_ = value;
    ::torchpp::cuda::set_deterministic_convolution(value);
  }
  bool allowTF32CuDNN() const { return ::torchpp::cuda::is_tf32_convolution_allowed(); }
  void setAllowTF32CuDNN(bool value) { ::torchpp::cuda::allow_tf32_convolution(value); }

  // -- matrix products
  bool allowTF32CuBLAS() const { return ::torchpp::cuda::is_tf32_allowed(); }
  void setAllowTF32CuBLAS(bool value) {
    precision_ = value ? Float32MatmulPrecision::HIGH : Float32MatmulPrecision::HIGHEST;
    ::torchpp::cuda::allow_tf32(value);
  }
  Float32MatmulPrecision float32MatmulPrecision() const { return precision_; }
  void setFloat32MatmulPrecision(Float32MatmulPrecision value) {
    precision_ = value;
    ::torchpp::cuda::allow_tf32(value != Float32MatmulPrecision::HIGHEST);
  }
  void setFloat32MatmulPrecision(const std::string& value) {
    TORCH_CHECK(value == "highest" || value == "high" || value == "medium", "setFloat32MatmulPrecision: got \"", value,
                "\", expected \"highest\", \"high\" or \"medium\"")
    setFloat32MatmulPrecision(value == "highest" ? Float32MatmulPrecision::HIGHEST
                              : value == "high"  ? Float32MatmulPrecision::HIGH
                                                 : Float32MatmulPrecision::MEDIUM);
  }
  bool allowFP16ReductionCuBLAS() const { return fp16_reduction_; }
  void setAllowFP16ReductionCuBLAS(bool value) { fp16_reduction_ = value; }

  // -- determinism
  bool deterministicAlgorithms() const { return ::torchpp::are_deterministic_algorithms_enabled(); }
  bool deterministicAlgorithmsWarnOnly() const { return ::torchpp::is_deterministic_algorithms_warn_only_enabled(); }
  void setDeterministicAlgorithms(bool value, bool warn_only) {
    ::torchpp::use_deterministic_algorithms(value, warn_only);
  }
  static void alertNotDeterministic(string_view caller) { ::torchpp::alert_not_deterministic(caller); }
  void alertCuBLASConfigNotDeterministic() const {}

  // -- the CPU
  bool userEnabledMkldnn() const { return ::torchpp::is_onednn_enabled(); }
  void setUserEnabledMkldnn(bool value) { ::torchpp::set_onednn_enabled(value); }
  /// False where the processor cannot.
  static bool setFlushDenormal([[maybe_unused]] bool on) {
#if defined(__SSE__)
    constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x40;
    const unsigned bits = kFlushToZero | kDenormalsAreZero;
    _mm_setcsr(on ? _mm_getcsr() | bits : _mm_getcsr() & ~bits);
    return true;
#else
    return false;
#endif
  }

  // -- the rest
  bool userEnabledFlashSDP() const { return flash_; }
  void setSDPUseFlash(bool value) { flash_ = value; }
  bool userEnabledMathSDP() const { return math_; }
  void setSDPUseMath(bool value) { math_ = value; }
  LinalgBackend linalgPreferredBackend() const { return linalg_; }
  void setLinalgPreferredBackend(LinalgBackend value) { linalg_ = value; }
  bool releaseWeightsWhenPrepacking() const { return release_weights_; }
  void setReleaseWeightsWhenPrepacking(bool value) { release_weights_ = value; }
  bool areVmapFallbackWarningsEnabled() const { return vmap_warnings_; }
  void setDisplayVmapFallbackWarnings(bool value) { vmap_warnings_ = value; }

 private:
  bool enabled_cudnn_ = true, deterministic_cudnn_ = false;
  int benchmark_limit_ = 10;
  Float32MatmulPrecision precision_ = Float32MatmulPrecision::HIGHEST;
  bool fp16_reduction_ = true;
  bool flash_ = true, math_ = true;
  LinalgBackend linalg_ = LinalgBackend::Default;
  bool release_weights_ = false, vmap_warnings_ = false;
};

/// The process's. As in libtorch, the switches are not for several threads at once.
inline Context& globalContext() {
  static Context context;
  return context;
}

inline void init() { globalContext(); }
inline bool hasCUDA() { return Context::hasCUDA(); }
inline bool hasHIP() { return Context::hasHIP(); }
inline bool hasIPU() { return Context::hasIPU(); }
inline bool hasXLA() { return Context::hasXLA(); }
inline bool hasMPS() { return Context::hasMPS(); }
inline bool hasORT() { return Context::hasORT(); }
inline bool hasOpenMP() { return Context::hasOpenMP(); }
inline bool hasMKL() { return Context::hasMKL(); }
inline bool hasLAPACK() { return Context::hasLAPACK(); }
inline bool hasMAGMA() { return Context::hasMAGMA(); }
inline bool hasMKLDNN() { return Context::hasMKLDNN(); }
inline size_t getNumGPUs() { return static_cast<size_t>(::torchpp::cuda::device_count()); }

inline std::string show_config() {
  return c10::str("torchpp ", TORCHPP_VERSION, ", with", hasMKLDNN() ? "" : "out",
                  " oneDNN, CUDA: ", hasCUDA() ? "available" : ::torchpp::cuda::why_unavailable(), '\n');
}
inline std::string get_cxx_flags() { return "C++17\n"; }

}  // namespace at

namespace torchpp {
using at::Context;
using at::getNumGPUs;
using at::globalContext;
using at::hasCUDA;
using at::hasHIP;
using at::hasLAPACK;
using at::hasMAGMA;
using at::hasMKL;
using at::hasMKLDNN;
using at::hasMPS;
using at::hasOpenMP;
using at::hasXLA;
using at::init;
}  // namespace torchpp
