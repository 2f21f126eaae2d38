// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Warnings: what the library has to say without stopping.

#include <torchpp/core/export.h>

#include <string>

namespace torchpp {

/// Receives warnings, from any thread.
using WarningHandler = void (*)(void* context, const char* message);

/// Sends warnings to the handler; null sends them to standard error again.
TORCHPP_API void set_warning_handler(WarningHandler handler, void* context = nullptr);
/// Gives a warning to the handler.
TORCHPP_API void warn(const std::string& message);

}  // namespace torchpp
