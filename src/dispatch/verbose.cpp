// SPDX-License-Identifier: BSD-3-Clause
#include "src/dispatch/verbose.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "src/dispatch/record_function.h"

namespace torchpp {
namespace verbose {

std::atomic<int> level{0};

namespace {

std::atomic<LogHandler> handler{nullptr};
std::atomic<void*> handler_context{nullptr};
std::atomic<bool> environment_read{false};

// What the kernels of the current call reported. They report from the thread of the call.
struct Report {
  std::string implementation;
  std::string refusals;
};
__thread Report* report __attribute__((tls_model("initial-exec")));

}  // namespace

void write(const std::string& line) {
  if (const LogHandler h = handler.load(std::memory_order_acquire)) return h(handler_context.load(), line.c_str());
  const std::string text = line + "\n";
  // One system call per line, so that lines of several threads do not mix. Write errors are ignored.
  [[maybe_unused]] const ssize_t written = ::write(2, text.data(), text.size());
}

void read_environment() {
  if (environment_read.load(std::memory_order_relaxed)) return;
  const char* asked = std::getenv("TORCHPP_VERBOSE");
  set_verbose(asked != nullptr ? std::atoi(asked) : 0);
}

bool wants_key() { return on() || !environment_read.load(std::memory_order_acquire); }
bool wants_call() { return on() && report == nullptr; }

void call(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  std::string shapes;
  for (const IValue& v : stack) {
    if (!v.isTensor() && !v.isTensorList()) continue;
    if (!shapes.empty()) shapes += ' ';
    shapes += to_string(v);
  }
  Report mine;
  report = &mine;
  const auto start = std::chrono::steady_clock::now();
  struct Restore {
    ~Restore() { report = nullptr; }
  } restore;
  op.redispatch_boxed(keys, stack);
  const double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  char time[32];
  std::snprintf(time, sizeof time, "%.1f us", us);
  const std::string implementation = mine.implementation.empty() ? "plain" : mine.implementation;
  write("torchpp, " + op.name() + ", " + implementation + ", " + shapes + ", " + time + mine.refusals);
}

void took(const char* implementation) {
  if (report == nullptr) return;
  std::string& all = report->implementation;
  const std::string_view last = std::string_view(all).substr(all.rfind('+') + 1);
  if (last == implementation) return;
  if (!all.empty()) all += '+';
  all += implementation;
}

void refused(const char* implementation, const char* reason) {
  if (report != nullptr && level.load(std::memory_order_relaxed) > 1)
    report->refusals += std::string("; not ") + implementation + ": " + reason;
}

}  // namespace verbose

void set_verbose(int level) {
  verbose::level.store(level, std::memory_order_relaxed);
  verbose::environment_read.store(true, std::memory_order_release);
  detail::update_profiler_key();
}

int verbose_level() { return verbose::level.load(std::memory_order_relaxed); }

void set_verbose_handler(LogHandler handler, void* context) {
  verbose::handler_context.store(context);
  verbose::handler.store(handler, std::memory_order_release);
}

}  // namespace torchpp
