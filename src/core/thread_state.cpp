// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/thread_state.h"

#include <torchpp/core/grad_mode.h>

#include <atomic>

#include "src/core/thread_pool.h"

namespace torchpp {

__thread ThreadState thread_state __attribute__((tls_model("initial-exec")));

uint64_t new_thread_number() {
  static std::atomic<uint64_t> last{0};
  return thread_state.own.number = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool GradMode::is_enabled() { return !thread_state.no_grad; }
void GradMode::set_enabled(bool enabled) {
  thread_state.no_grad = !enabled;
  thread_state.refresh();
}

AutoFwGradMode::AutoFwGradMode(bool enabled) : previous_(!thread_state.no_forward_grad) {
  thread_state.no_forward_grad = !enabled;
  thread_state.refresh();
}
AutoFwGradMode::~AutoFwGradMode() {
  thread_state.no_forward_grad = !previous_;
  thread_state.refresh();
}

InferenceMode::InferenceMode(bool enabled)
    : previous_inference_(thread_state.inference),
      previous_no_grad_(thread_state.no_grad),
      previous_no_forward_grad_(thread_state.no_forward_grad) {
  thread_state.inference = enabled;
  thread_state.no_grad = enabled;
  thread_state.no_forward_grad = enabled;
  thread_state.refresh();
}
InferenceMode::~InferenceMode() {
  thread_state.inference = previous_inference_;
  thread_state.no_grad = previous_no_grad_;
  thread_state.no_forward_grad = previous_no_forward_grad_;
  thread_state.refresh();
}
bool InferenceMode::is_enabled() { return thread_state.inference; }

// The modes that a parallel region's workers inherit from the calling thread.
namespace detail {

RegionState capture_region_state() noexcept {
  const ThreadState& s = thread_state;
  const uint64_t modes = static_cast<uint64_t>(s.no_grad) | static_cast<uint64_t>(s.inference) << 1 |
                         static_cast<uint64_t>(s.no_forward_grad) << 2 | static_cast<uint64_t>(s.anomaly) << 3 |
                         static_cast<uint64_t>(s.anomaly_check_nan) << 4 |
                         static_cast<uint64_t>(static_cast<uint8_t>(s.dual_level)) << 8 |
                         static_cast<uint64_t>(s.autocast.cpu) << 16 | static_cast<uint64_t>(s.autocast.cuda) << 24 |
                         static_cast<uint64_t>(s.autocast.devices.bits()) << 32;
  return {{static_cast<uint64_t>(s.included.bits()) << 32 | s.guarded.bits(), modes,
           reinterpret_cast<uint64_t>(s.saved_tensor_hooks), reinterpret_cast<uint64_t>(s.autograd_task),
           reinterpret_cast<uint64_t>(s.dual_tensors), reinterpret_cast<uint64_t>(s.anomaly_parent)}};
}

void install_region_state(const RegionState& state) noexcept {
  ThreadState& s = thread_state;
  s.included = DispatchKeySet::from_bits(static_cast<uint32_t>(state.words[0] >> 32));
  s.guarded = DispatchKeySet::from_bits(static_cast<uint32_t>(state.words[0]));
  s.no_grad = (state.words[1] & 1) != 0;
  s.inference = (state.words[1] & 2) != 0;
  s.no_forward_grad = (state.words[1] & 4) != 0;
  s.anomaly = (state.words[1] & 8) != 0;
  s.anomaly_check_nan = (state.words[1] & 16) != 0;
  s.dual_level = static_cast<int8_t>(state.words[1] >> 8 & 0xff);
  s.autocast.cpu = static_cast<ScalarType>(state.words[1] >> 16 & 0xff);
  s.autocast.cuda = static_cast<ScalarType>(state.words[1] >> 24 & 0xff);
  s.autocast.devices = DispatchKeySet::from_bits(static_cast<uint32_t>(state.words[1] >> 32));
  s.autocast.caches = false;  // what a worker keeps would stay beyond the caller's region
  s.saved_tensor_hooks = reinterpret_cast<void*>(state.words[2]);
  s.autograd_task = reinterpret_cast<void*>(state.words[3]);
  s.dual_tensors = reinterpret_cast<void*>(state.words[4]);
  s.anomaly_parent = reinterpret_cast<void*>(state.words[5]);
  s.refresh();
}

}  // namespace detail

}  // namespace torchpp
