// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <unistd.h>

#include <atomic>

namespace torchpp {
namespace {

std::atomic<WarningHandler> handler{nullptr};
std::atomic<void*> handler_context{nullptr};

}  // namespace

void set_warning_handler(WarningHandler h, void* context) {
  handler_context.store(context);
  handler.store(h, std::memory_order_release);
}

void detail::warn(const char* file, int line, const std::string& message) noexcept {
  if (const WarningHandler h = handler.load(std::memory_order_acquire))
    return h(handler_context.load(), message.c_str(), file, line);
  const std::string text = "Warning: " + message + "\n";
  // One system call, so that lines of several threads do not mix; a warning that cannot be written is no error.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace torchpp
