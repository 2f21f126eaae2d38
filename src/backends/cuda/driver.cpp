// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/driver.h"

#include <torchpp/core/error.h>

#include <atomic>

namespace torchpp::cuda {
namespace {

std::atomic<const Driver*> in_force;

[[noreturn]] TORCHPP_COLD void fail(int code, const char* call) {
  const Driver& d = driver();
  d.take_last_error();  // or the next launch would be blamed
  TORCHPP_CHECK_KIND(kOutOfMemory, code != kErrorMemoryAllocation, "CUDA error: ", d.error_text(code), " (",
                     d.error_name(code), ") in ", call);
  TORCHPP_FAIL_KIND(kError, "CUDA error: ", d.error_text(code), " (", d.error_name(code), ", ", code, ") in ", call,
                    ". Kernels run later than they are launched, so the cause may be an earlier call; run with "
                    "CUDA_LAUNCH_BLOCKING=1 to have it named");
}

}  // namespace

const Driver& driver() { return *in_force.load(std::memory_order_acquire); }
void set_driver(const Driver* table) { in_force.store(table, std::memory_order_release); }

void check(int code, const char* call) {
  if (TORCHPP_UNLIKELY(code != kSuccess)) fail(code, call);
}

bool reached(int code, const char* call) {
  if (code == kNotReady) {
    driver().take_last_error();  // "not ready" is kept as an error, too: the next launch would be blamed
    return false;
  }
  check(code, call);
  return true;
}

}  // namespace torchpp::cuda
