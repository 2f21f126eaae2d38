// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A CUDA run-time of the tests' own: devices whose memory is the host's, on which work is done when it is given. What
// it does can be steered and counted.

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "src/backends/cuda/driver.h"

namespace torchpp::cuda::emulation {

struct Machine {
  std::atomic<int> devices{2};
  int driver_version = 13000, runtime_version = 13000;
  int count_status = 0;                           // what the question for devices is answered with
  std::atomic<size_t> capacity{size_t{8} << 30};  // bytes of each device
  std::atomic<bool> events_pass{true};            // whether recorded events are reached at once
  std::atomic<int> next_launch_error{0};          // told by the next question for the last error
  std::atomic<int> waiting_device{-1};            // current at the last wait for an event: null means its stream

  std::atomic<size_t> used[16] = {};
  std::atomic<uint64_t> allocations{0}, frees{0}, copies{0}, streams{0}, events{0}, waits{0}, synchronisations{0};
  std::atomic<uint64_t> pinned_allocations{0}, pinned_frees{0};
};
Machine& machine();
const Driver& driver_table();

/// Puts the machine's table in force and registers the backend over it; once per process.
void register_emulated();

}  // namespace torchpp::cuda::emulation
