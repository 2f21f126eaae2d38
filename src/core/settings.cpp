// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/settings.h>

#include <atomic>

namespace torchpp {
namespace {

std::atomic<bool> onednn_enabled{true};

}  // namespace

void set_onednn_enabled(bool enabled) noexcept { onednn_enabled.store(enabled, std::memory_order_relaxed); }
bool is_onednn_enabled() noexcept { return onednn_enabled.load(std::memory_order_relaxed); }

}  // namespace torchpp
