// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/launch.h"

#include <torchpp/core/error.h>

#include <atomic>

#include "src/dispatch/verbose.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kMostBlocks = 0x7fffffff;

uint32_t blocks_for(int64_t threads_needed, int threads) {
  const int64_t blocks = (threads_needed + threads - 1) / threads;
  TORCHPP_CHECK(blocks <= kMostBlocks, "CUDA launch: got work for ", blocks, " blocks, expected at most ", kMostBlocks);
  return static_cast<uint32_t>(blocks < 1 ? 1 : blocks);
}

}  // namespace

Geometry spread(int64_t elements, int per_thread, int threads) {
  Geometry g;
  g.threads[0] = static_cast<uint32_t>(threads);
  g.blocks[0] = blocks_for((elements + per_thread - 1) / per_thread, threads);
  return g;
}

Geometry resident(int64_t elements, DeviceIndex device, int threads, int waves) {
  const DeviceProperties& p = properties_of(device);
  const int64_t needed = (elements + threads - 1) / threads;
  const int64_t at_once =
      static_cast<int64_t>(p.multi_processor_count) * (p.max_threads_per_multi_processor / threads) * waves;
  Geometry g;
  g.threads[0] = static_cast<uint32_t>(threads);
  g.blocks[0] = static_cast<uint32_t>(needed < 1 ? 1 : needed < at_once ? needed : at_once);
  return g;
}

Geometry per_row(int64_t rows, int64_t columns, int most) {
  int threads = kWarp;
  while (threads < most && threads < columns) threads *= 2;
  Geometry g;
  g.threads[0] = static_cast<uint32_t>(threads);
  g.blocks[0] = blocks_for(rows * threads, threads);
  g.cooperates = true;
  return g;
}

void launched(const char* name) {
  check(driver().take_last_error(), name);
  if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::took(str("cuda:", name).c_str());
}

const DeviceProperties& properties_of(DeviceIndex device) {
  static std::atomic<const DeviceProperties*> known[kMaxDevices];
  const DeviceProperties* p = known[device].load(std::memory_order_acquire);
  if (p != nullptr) return *p;
  auto* fresh = new DeviceProperties;
  check(driver().properties(fresh, device), "cudaGetDeviceProperties");
  const DeviceProperties* expected = nullptr;
  if (known[device].compare_exchange_strong(expected, fresh)) return *fresh;
  delete fresh;  // another thread was first
  return *expected;
}

}  // namespace torchpp::cuda
