// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The reports of kernels to the verbose log.

#include <torchpp/dispatch/op.h>
#include <torchpp/dispatch/verbose.h>

#include <atomic>

namespace torchpp::verbose {

extern std::atomic<int> level;

/// Whether kernels should report; a single load. Backends in libraries of their own call verbose_level() instead.
inline bool on() { return level.load(std::memory_order_relaxed) > 0; }
/// Reads TORCHPP_VERBOSE, unless it was read before or set_verbose() was called.
void read_environment();
/// Whether operator calls must go through the profiler's layer: for the log, or to read the environment.
bool wants_key();
/// Whether a line is to be written for the call that begins; nested calls have none.
bool wants_call();
/// Calls the operator and writes its line.
void call(const OperatorHandle& op, DispatchKeySet keys, Stack& stack);
/// Sends a line to where set_verbose_handler() says, whatever the level.
TORCHPP_API void write(const std::string& line);
/// Reports the implementation that this thread's operator call uses: "onednn:brgconv_avx512", "plain". Several are
/// joined by '+'; consecutive equal ones are reported once.
TORCHPP_API void took(const char* implementation);
/// Reports an implementation with higher rank that was not used, and the reason.
TORCHPP_API void refused(const char* implementation, const char* reason);

}  // namespace torchpp::verbose
