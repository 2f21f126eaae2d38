// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The reports of kernels to the verbose log.

#include <torchpp/dispatch/op.h>
#include <torchpp/dispatch/verbose.h>

#include <atomic>

namespace torchpp::verbose {

extern std::atomic<int> level;

/// Whether kernels should report at all: one load. Backends in libraries of their own ask verbose_level().
inline bool on() { return level.load(std::memory_order_relaxed) > 0; }
/// Reads TORCHPP_VERBOSE when neither it nor set_verbose() was asked before.
void read_environment();
/// Whether operator calls shall come to the profiler's layer for the log, or to read the environment.
bool wants_key();
/// Whether the call that begins gets a line in the log: calls within another call get none.
bool wants_call();
/// Calls the operator and writes the line.
void call(const OperatorHandle& op, DispatchKeySet keys, Stack& stack);
/// The implementation that this thread's operator call took: "onednn:brgconv_avx512", "plain". Several are joined by
/// '+'; one that says the same as the last is not told again.
TORCHPP_API void took(const char* implementation);
/// An implementation that was asked before and why it could not.
TORCHPP_API void refused(const char* implementation, const char* reason);

}  // namespace torchpp::verbose
