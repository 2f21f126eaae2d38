// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/cuda/CUDAStream.h>

#include <array>

namespace c10 {
namespace cuda {
namespace CUDACachingAllocator {

// The statistics of libtorch that torchpp also counts. Each counts blocks of every size: AGGREGATE is the only
// StatType.
struct Stat {
  int64_t current = 0, peak = 0;
};
enum struct StatType : uint64_t { AGGREGATE = 0, NUM_TYPES = 1 };
using StatArray = std::array<Stat, static_cast<size_t>(StatType::NUM_TYPES)>;
struct DeviceStats {
  StatArray allocated_bytes, reserved_bytes;
  int64_t num_alloc_retries = 0, num_ooms = 0;
};

inline void emptyCache() { empty_cache(); }
inline DeviceStats getDeviceStats(int device) {
  const MemoryStats stats = memory_stats(static_cast<DeviceIndex>(device));
  DeviceStats result;
  result.allocated_bytes[0] = {static_cast<int64_t>(stats.allocated_bytes),
                               static_cast<int64_t>(stats.peak_allocated_bytes)};
  result.reserved_bytes[0] = {static_cast<int64_t>(stats.reserved_bytes),
                              static_cast<int64_t>(stats.peak_reserved_bytes)};
  result.num_alloc_retries = static_cast<int64_t>(stats.num_retries);
  result.num_ooms = static_cast<int64_t>(stats.num_out_of_memory);
  return result;
}
inline void resetPeakStats(int device) { reset_peak_memory_stats(static_cast<DeviceIndex>(device)); }
/// At most this part of the device's memory is held.
inline void setMemoryFraction(double fraction, int device) {
  TORCHPP_CHECK(0 <= fraction && fraction <= 1, "invalid fraction:", fraction, ". Please set within (0, 1).");
  const auto index = static_cast<DeviceIndex>(device);
  const auto total = static_cast<double>(get_device_properties(index).total_memory);
  set_memory_limit(static_cast<size_t>(fraction * total), index);
}

}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace c10
