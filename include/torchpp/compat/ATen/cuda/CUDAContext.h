// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>

namespace at {
namespace cuda {
using namespace c10::cuda;  // NOLINT: this is what the header is for

/// Properties of a device, with the member names of CUDA's own struct.
struct DeviceProp {
  char name[256];
  int major, minor;
  int multiProcessorCount;
  int warpSize;
  int maxThreadsPerBlock, maxThreadsPerMultiProcessor;
  size_t totalGlobalMem;
  size_t sharedMemPerBlockOptin;
};

inline int64_t getNumGPUs() { return device_count(); }
inline int warp_size() { return 32; }
/// Lives until the thread's next call.
inline const DeviceProp* getDeviceProperties(int64_t device) {
  static thread_local DeviceProp prop;
  const DeviceProperties p = get_device_properties(static_cast<::torchpp::DeviceIndex>(device));
  prop = {{},
          p.major,
          p.minor,
          p.multi_processor_count,
          warp_size(),
          p.max_threads_per_block,
          p.max_threads_per_multi_processor,
          p.total_memory,
          p.shared_memory_per_block};
  std::copy(p.name, p.name + sizeof p.name, prop.name);
  return &prop;
}
inline const DeviceProp* getCurrentDeviceProperties() { return getDeviceProperties(current_device()); }

}  // namespace cuda
}  // namespace at
