// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/warning.h>
#include <unistd.h>

#include <atomic>

namespace torchpp {

namespace {

std::atomic<WarningHandler> handler{nullptr};
std::atomic<void*> handler_context{nullptr};

}  // namespace

void set_warning_handler(WarningHandler h, void* context) {
  handler_context.store(context, std::memory_order_relaxed);
  handler.store(h, std::memory_order_release);
}

void warn(const std::string& message) {
  if (const WarningHandler h = handler.load(std::memory_order_acquire))
    return h(handler_context.load(std::memory_order_relaxed), message.c_str());
  const std::string line = "torchpp warning: " + message + "\n";
  // One system call, so that lines of several threads do not mix; a warning that cannot be written is no error.
  [[maybe_unused]] const ssize_t written = ::write(2, line.data(), line.size());
}

}  // namespace torchpp
