// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/log.h>
#include <torchpp/core/settings.h>

#include <atomic>
#include <string>

namespace torchpp {
namespace {

std::atomic<bool> onednn_enabled{true};
std::atomic<bool> deterministic{false}, deterministic_warn_only{false};

}  // namespace

void set_onednn_enabled(bool enabled) noexcept { onednn_enabled.store(enabled, std::memory_order_relaxed); }
bool is_onednn_enabled() noexcept { return onednn_enabled.load(std::memory_order_relaxed); }

void use_deterministic_algorithms(bool enabled, bool warn_only) noexcept {
  deterministic.store(enabled, std::memory_order_relaxed);
  deterministic_warn_only.store(warn_only, std::memory_order_relaxed);
}
bool are_deterministic_algorithms_enabled() noexcept { return deterministic.load(std::memory_order_relaxed); }
bool is_deterministic_algorithms_warn_only_enabled() noexcept {
  return deterministic_warn_only.load(std::memory_order_relaxed);
}

void alert_not_deterministic(std::string_view caller) {
  if (!are_deterministic_algorithms_enabled()) return;
  if (is_deterministic_algorithms_warn_only_enabled()) {
    TORCHPP_WARN(std::string(caller),
                 " does not have a deterministic implementation, but you set "
                 "'use_deterministic_algorithms(true, warn_only = true)'.");
    return;
  }
  TORCHPP_CHECK(false, std::string(caller),
                " does not have a deterministic implementation, but you set 'use_deterministic_algorithms(true)'. Turn "
                "determinism off for this operation, or ask for warnings with 'warn_only'.");
}

}  // namespace torchpp
