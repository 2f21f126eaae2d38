// SPDX-License-Identifier: BSD-3-Clause
// CUDA's run-time as the table that the backend calls through.
#include <cuda_runtime_api.h>

#include <cstring>

#include "src/backends/cuda/driver.h"

namespace torchpp::cuda {
namespace {

cudaError_t code(int value) { return static_cast<cudaError_t>(value); }
cudaStream_t stream_of(StreamHandle s) { return static_cast<cudaStream_t>(s); }
cudaEvent_t event_of(EventHandle e) { return static_cast<cudaEvent_t>(e); }

int properties(DeviceProperties* out, int device) {
  cudaDeviceProp p;
  const cudaError_t status = cudaGetDeviceProperties(&p, device);
  if (status != cudaSuccess) return status;
  std::memcpy(out->name, p.name, sizeof out->name - 1);
  out->major = p.major;
  out->minor = p.minor;
  out->multi_processor_count = p.multiProcessorCount;
  out->total_memory = p.totalGlobalMem;
  out->shared_memory_per_block = p.sharedMemPerBlockOptin;
  out->max_threads_per_block = p.maxThreadsPerBlock;
  out->max_threads_per_multi_processor = p.maxThreadsPerMultiProcessor;
  return cudaSuccess;
}

int create_stream(StreamHandle* stream, bool high_priority) {
  int least = 0, greatest = 0;
  const cudaError_t status = cudaDeviceGetStreamPriorityRange(&least, &greatest);
  if (status != cudaSuccess) return status;
  return cudaStreamCreateWithPriority(reinterpret_cast<cudaStream_t*>(stream), cudaStreamNonBlocking,
                                      high_priority ? greatest : least);
}

// The run-time keeps "not ready" as its last error, too, for which the next launch would be blamed.
int asked(cudaError_t status) {
  if (status == cudaErrorNotReady) cudaGetLastError();
  return status;
}

Driver make() {
  Driver d;
  d.device_count = [](int* n) -> int { return cudaGetDeviceCount(n); };
  d.get_device = [](int* d) -> int { return cudaGetDevice(d); };
  d.set_device = [](int d) -> int { return cudaSetDevice(d); };
  d.properties = &properties;
  d.synchronize_device = []() -> int { return cudaDeviceSynchronize(); };
  d.driver_version = [](int* v) -> int { return cudaDriverGetVersion(v); };
  d.runtime_version = [](int* v) -> int { return cudaRuntimeGetVersion(v); };
  d.allocate = [](void** p, size_t n) -> int { return cudaMalloc(p, n); };
  d.deallocate = [](void* p) -> int { return cudaFree(p); };
  d.memory_info = [](size_t* free, size_t* total) -> int { return cudaMemGetInfo(free, total); };
  d.allocate_pinned = [](void** p, size_t n) -> int { return cudaHostAlloc(p, n, cudaHostAllocPortable); };
  d.deallocate_pinned = [](void* p) -> int { return cudaFreeHost(p); };
  d.copy = [](void* to, const void* from, size_t n, StreamHandle s) -> int {
    return cudaMemcpyAsync(to, from, n, cudaMemcpyDefault, stream_of(s));
  };
  d.copy_peer = [](void* to, int to_device, const void* from, int from_device, size_t n, StreamHandle s) -> int {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, n, stream_of(s));
  };
  d.fill = [](void* p, int byte, size_t n, StreamHandle s) -> int { return cudaMemsetAsync(p, byte, n, stream_of(s)); };
  d.create_stream = &create_stream;
  d.query_stream = [](StreamHandle s) -> int { return asked(cudaStreamQuery(stream_of(s))); };
  d.synchronize_stream = [](StreamHandle s) -> int { return cudaStreamSynchronize(stream_of(s)); };
  d.wait_event = [](StreamHandle s, EventHandle e) -> int { return cudaStreamWaitEvent(stream_of(s), event_of(e), 0); };
  d.create_event = [](EventHandle* e, bool timing) -> int {
    return cudaEventCreateWithFlags(reinterpret_cast<cudaEvent_t*>(e),
                                    timing ? cudaEventDefault : cudaEventDisableTiming);
  };
  d.destroy_event = [](EventHandle e) -> int { return cudaEventDestroy(event_of(e)); };
  d.record_event = [](EventHandle e, StreamHandle s) -> int { return cudaEventRecord(event_of(e), stream_of(s)); };
  d.query_event = [](EventHandle e) -> int { return asked(cudaEventQuery(event_of(e))); };
  d.synchronize_event = [](EventHandle e) -> int { return cudaEventSynchronize(event_of(e)); };
  d.elapsed_ms = [](float* ms, EventHandle a, EventHandle b) -> int {
    return cudaEventElapsedTime(ms, event_of(a), event_of(b));
  };
  d.take_last_error = []() -> int { return cudaGetLastError(); };
  d.error_name = [](int c) { return cudaGetErrorName(code(c)); };
  d.error_text = [](int c) { return cudaGetErrorString(code(c)); };
  return d;
}

}  // namespace

const Driver& runtime_driver() {
  static const Driver table = make();
  return table;
}

static_assert(kErrorMemoryAllocation == cudaErrorMemoryAllocation && kErrorNoDevice == cudaErrorNoDevice &&
                  kErrorInsufficientDriver == cudaErrorInsufficientDriver && kNotReady == cudaErrorNotReady,
              "the run-time's codes");

}  // namespace torchpp::cuda
