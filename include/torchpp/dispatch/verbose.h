// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The library tells what it did: which implementation computed each operator, how long it took, and why a faster
/// one was refused. Started by the environment variable TORCHPP_VERBOSE=1 or by set_verbose(1).

#include <torchpp/core/export.h>

namespace torchpp {

/// 0 writes nothing, 1 a line per operator call: `op, implementation, shapes, microseconds`, and 2 also the
/// implementations that were passed over, with the reason.
TORCHPP_API void set_verbose(int level);
TORCHPP_API int verbose_level();

/// Where the lines go, without a newline; null restores standard error. May be called from any thread.
using LogHandler = void (*)(void* context, const char* line);
TORCHPP_API void set_verbose_handler(LogHandler handler, void* context = nullptr);

}  // namespace torchpp
