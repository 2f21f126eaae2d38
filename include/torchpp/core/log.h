// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Warnings. The library itself prints nothing but these, and an application may take them over.

#include <torchpp/core/error.h>

namespace torchpp {

/// Gets each warning, without a newline, with the place in the library that gave it. May be called from any thread, and
/// must not throw.
using WarningHandler = void (*)(void* context, const char* message, const char* file, int line);
/// Null restores the default, which writes "Warning: message" to standard error.
TORCHPP_API void set_warning_handler(WarningHandler handler, void* context = nullptr);

namespace detail {
TORCHPP_API TORCHPP_COLD void warn(const char* file, int line, const std::string& message) noexcept;
}  // namespace detail

}  // namespace torchpp

/// Warns with the message made of the arguments.
#define TORCHPP_WARN(...) ::torchpp::detail::warn(__FILE__, __LINE__, ::torchpp::str(__VA_ARGS__))
/// Like TORCHPP_WARN, but at most once per place in the source and process.
#define TORCHPP_WARN_ONCE(...)                                                            \
  do {                                                                                    \
    static bool warned = false;                                                           \
    if (!__atomic_exchange_n(&warned, true, __ATOMIC_RELAXED)) TORCHPP_WARN(__VA_ARGS__); \
  } while (false)
