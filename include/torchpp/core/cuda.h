// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file CUDA devices: which there are, streams, events, memory.
///
/// The backend is a library of its own. With the shared libtorchpp it is opened on first use of a CUDA device; a
/// program on a static one links torchpp::cuda and calls torchpp::register_cuda() first. Without backend, driver or
/// device is_available() is false, why_unavailable() says which it is, and everything else but device_count() throws
/// Error with that text.
///
/// Freed memory of devices is kept for later tensors. With the environment variable TORCHPP_CUDA_NO_CACHE=1, read once,
/// each tensor's memory is the driver's own, of exactly its bytes, and goes back when it is freed: slow, but tools like
/// compute-sanitizer then see each access beyond it or after it. The same switch in libtorch is
/// PYTORCH_NO_CUDA_MEMORY_CACHING.

#include <torchpp/core/device.h>
#include <torchpp/core/generator.h>

#include <string>

struct CUstream_st;  // CUDA's own: a cudaStream_t points to one

namespace torchpp {

/// Makes the CUDA backend known. Of the library torchpp::cuda; a program on the shared libtorchpp need not call it.
/// Does nothing when called again. Does not throw: cuda::why_unavailable() says what is missing.
TORCHPP_API void register_cuda() noexcept;

namespace cuda {

/// Whether a CUDA device can be used. Never throws.
TORCHPP_API bool is_available() noexcept;
/// How many devices can be used; 0 when none. Never throws.
TORCHPP_API DeviceIndex device_count() noexcept;
/// Why is_available() is false, or "" when it is not. Never throws.
TORCHPP_API const char* why_unavailable() noexcept;
/// Whether cuDNN is found; loads it. Never throws.
TORCHPP_API bool cudnn_is_available() noexcept;

/// The calling thread's device: what "cuda" without an index means.
TORCHPP_API DeviceIndex current_device();
TORCHPP_API void set_device(DeviceIndex device);
/// Waits until a device (-1: the current one) has done all work. Source: libtorch's cuda::synchronize.
TORCHPP_API void synchronize(int64_t device_index = -1);
/// Seeds the generator of the current device, or of all.
TORCHPP_API void manual_seed(uint64_t seed);
TORCHPP_API void manual_seed_all(uint64_t seed);
/// The generator (Philox) of a device; -1: the current one.
TORCHPP_API Generator& default_generator(DeviceIndex device = -1);

/// Whether float operands may be rounded to TF32 (10 bits of mantissa) on devices that multiply those several times as
/// fast. Default: false for matrix products, true for convolutions. Source: libtorch 1.13, allowTF32CuBLAS,
/// allowTF32CuDNN.
TORCHPP_API void allow_tf32(bool allowed) noexcept;
TORCHPP_API bool is_tf32_allowed() noexcept;
TORCHPP_API void allow_tf32_convolution(bool allowed) noexcept;
TORCHPP_API bool is_tf32_convolution_allowed() noexcept;
/// Whether convolutions use only algorithms that give the same bits each time; no, at first, and yes while
/// use_deterministic_algorithms() is on. Source: libtorch 1.13, deterministicCuDNN.
TORCHPP_API void set_deterministic_convolution(bool deterministic) noexcept;
TORCHPP_API bool is_convolution_deterministic() noexcept;
/// Whether the first convolution of each kind (shapes, dtype, memory format, direction) tries all algorithms and keeps
/// the fastest, in place of the one that cuDNN takes for it. Default: no. Source: libtorch 1.13, benchmarkCuDNN.
TORCHPP_API void set_convolution_benchmark(bool benchmark) noexcept;
TORCHPP_API bool is_convolution_benchmark() noexcept;

struct DeviceProperties {
  char name[256] = {};
  int major = 0, minor = 0;  ///< compute capability
  int multi_processor_count = 0;
  size_t total_memory = 0;             ///< in bytes
  size_t shared_memory_per_block = 0;  ///< in bytes, with opt-in
  int max_threads_per_block = 0;
  int max_threads_per_multi_processor = 0;
};
TORCHPP_API DeviceProperties get_device_properties(DeviceIndex device = -1);

/// A queue of work of one device; work of one stream runs in order. A handle, copied freely: streams are never
/// destroyed.
class TORCHPP_API CUDAStream {
 public:
  CUDAStream(DeviceIndex device, void* stream) : stream_(stream), device_(device) {}

  /// The driver's handle.
  CUstream_st* stream() const { return static_cast<CUstream_st*>(stream_); }
  operator CUstream_st*() const { return stream(); }
  Device device() const { return Device(kCUDA, device_); }
  DeviceIndex device_index() const { return device_; }
  /// Whether all work given to it is done.
  bool query() const;
  /// Waits until it is.
  void synchronize() const;
  friend bool operator==(const CUDAStream& a, const CUDAStream& b) {
    return a.stream_ == b.stream_ && a.device_ == b.device_;
  }
  friend bool operator!=(const CUDAStream& a, const CUDAStream& b) { return !(a == b); }

 private:
  void* stream_;
  DeviceIndex device_;
};

/// The next of the device's 32 streams of that priority, round robin; -1: the current device.
TORCHPP_API CUDAStream getStreamFromPool(bool isHighPriority = false, DeviceIndex device = -1);
TORCHPP_API CUDAStream getDefaultCUDAStream(DeviceIndex device = -1);
/// The stream on which the calling thread's operators of a device run.
TORCHPP_API CUDAStream getCurrentCUDAStream(DeviceIndex device = -1);
TORCHPP_API void setCurrentCUDAStream(CUDAStream stream);

/// Makes a device the thread's current one while it lives.
class TORCHPP_API CUDAGuard {
 public:
  explicit CUDAGuard(DeviceIndex device);
  explicit CUDAGuard(Device device);
  ~CUDAGuard();
  CUDAGuard(const CUDAGuard&) = delete;
  CUDAGuard& operator=(const CUDAGuard&) = delete;

  void set_index(DeviceIndex device);
  void set_device(Device device);
  Device original_device() const { return Device(kCUDA, original_); }
  Device current_device() const { return Device(kCUDA, current_); }

 private:
  DeviceIndex original_, current_;
};

/// Makes a stream the current one of its device, and that device the thread's, while it lives.
class TORCHPP_API CUDAStreamGuard {
 public:
  explicit CUDAStreamGuard(CUDAStream stream);
  ~CUDAStreamGuard();
  CUDAStreamGuard(const CUDAStreamGuard&) = delete;
  CUDAStreamGuard& operator=(const CUDAStreamGuard&) = delete;

  CUDAStream original_stream() const { return original_; }
  CUDAStream current_stream() const { return current_; }
  Device original_device() const { return device_.original_device(); }

 private:
  CUDAGuard device_;
  CUDAStream current_, original_;
};

/// A mark in a stream that others wait for. Made on the device of the first stream that records it.
class TORCHPP_API CUDAEvent {
 public:
  /// With timing, elapsed_time() can be asked for.
  explicit CUDAEvent(bool enable_timing = false) : timing_(enable_timing) {}
  ~CUDAEvent();
  CUDAEvent(CUDAEvent&& other) noexcept;
  CUDAEvent& operator=(CUDAEvent&& other) noexcept;

  /// Sets the mark behind the work that the stream has now; later calls move it.
  void record(const CUDAStream& stream);
  void record();
  /// Work given to the stream from now on waits for the mark. The calling thread does not.
  void block(const CUDAStream& stream) const;
  bool query() const;
  void synchronize() const;
  /// Milliseconds from this mark to the other; both with timing, recorded and reached.
  float elapsed_time(const CUDAEvent& end) const;
  bool isCreated() const { return event_ != nullptr; }
  void* event() const { return event_; }
  DeviceIndex device_index() const { return device_; }

 private:
  void* event_ = nullptr;
  DeviceIndex device_ = -1;
  bool timing_ = false;
};

/// Memory held by a device's allocator, in bytes of whole blocks, and the number of its calls of the driver.
struct MemoryStats {
  uint64_t allocated_bytes = 0, peak_allocated_bytes = 0;  ///< in blocks that the program holds
  uint64_t reserved_bytes = 0, peak_reserved_bytes = 0;    ///< held from the driver
  uint64_t num_allocations = 0;                            ///< blocks handed to the program
  uint64_t num_device_allocations = 0;                     ///< times that memory was asked of the driver
  uint64_t num_device_frees = 0;                           ///< times that memory was returned to it
  uint64_t num_retries = 0;        ///< times that the cache was emptied because the driver had no more
  uint64_t num_out_of_memory = 0;  ///< errors thrown
};
TORCHPP_API MemoryStats memory_stats(DeviceIndex device = -1);
TORCHPP_API void reset_peak_memory_stats(DeviceIndex device = -1);
/// Returns all unused memory of the caches, of devices and of pinned host memory, to the driver.
TORCHPP_API void empty_cache();
/// The most bytes that may be held from the driver for a device; 0: no bound but the device's. A request beyond it
/// frees unused memory first and then throws OutOfMemoryError.
TORCHPP_API void set_memory_limit(size_t nbytes, DeviceIndex device = -1);
TORCHPP_API size_t memory_limit(DeviceIndex device = -1);
struct MemoryInfo {
  size_t free = 0, total = 0;  ///< in bytes, of all programs
};
TORCHPP_API MemoryInfo mem_get_info(DeviceIndex device = -1);

}  // namespace cuda
}  // namespace torchpp
