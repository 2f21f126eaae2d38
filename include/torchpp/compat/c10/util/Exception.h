// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file libtorch's checks. Messages are made of anything that has operator<<; a check without a message names its
/// condition. As in libtorch, a check is a whole statement: a semicolon behind it may be left out.

#include <c10/macros/Macros.h>
#include <c10/util/StringUtil.h>
#include <torchpp/core/log.h>

namespace torchpp::detail {

template <class... Parts>
[[noreturn]] TORCHPP_COLD void fail_check(ErrorKind kind, const char* file, int line, const char* /*condition*/,
                                          const Parts&... parts) {
  fail(kind, file, line, streamed(parts...));
}
[[noreturn]] TORCHPP_COLD inline void fail_check(ErrorKind kind, const char* file, int line, const char* condition) {
  fail(kind, file, line, "Expected ", condition, " to be true, but got false.");
}

}  // namespace torchpp::detail

#define TORCHPP_CHECK_STATEMENT(kind, condition, ...)                                                                 \
  if (TORCHPP_UNLIKELY(!(condition))) {                                                                               \
    ::torchpp::detail::fail_check(::torchpp::detail::ErrorKind::kind, __FILE__, __LINE__, #condition, ##__VA_ARGS__); \
  }
#define TORCH_CHECK(condition, ...) TORCHPP_CHECK_STATEMENT(kError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) TORCHPP_CHECK_STATEMENT(kIndex, condition, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) TORCHPP_CHECK_STATEMENT(kValue, condition, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) TORCHPP_CHECK_STATEMENT(kType, condition, ##__VA_ARGS__)
#define TORCH_CHECK_LINALG(condition, ...) TORCHPP_CHECK_STATEMENT(kLinAlg, condition, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) TORCHPP_CHECK_STATEMENT(kNotImplemented, condition, ##__VA_ARGS__)
#define TORCH_CHECK_ARG(condition, n, ...) TORCH_CHECK(condition, "invalid argument ", n, ": ", ##__VA_ARGS__)
#define TORCH_CHECK_WITH(ErrorType, condition, ...)                       \
  if (TORCHPP_UNLIKELY(!(condition))) {                                   \
    C10_THROW_ERROR(ErrorType, ::torchpp::detail::streamed(__VA_ARGS__)); \
  }
#define TORCH_CHECK_IF_NOT_ON_CUDA(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)

/// For faults of the program itself.
#define TORCH_INTERNAL_ASSERT(condition, ...)                                                                       \
  TORCHPP_CHECK_STATEMENT(kError, condition, "Internal assert failed: " #condition " does not hold, at ", __FILE__, \
                          ":", __LINE__, ". ", ##__VA_ARGS__)
#ifdef NDEBUG
// Compiled and never run.
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) \
  while (false) {                             \
    TORCH_INTERNAL_ASSERT(__VA_ARGS__)        \
  }
#else
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#endif

#define C10_THROW_ERROR(ErrorType, message) \
  throw ::c10::ErrorType({__func__, __FILE__, static_cast<unsigned>(__LINE__)}, message)
#define TORCH_RETHROW(e, ...)                                \
  do {                                                       \
    e.add_context(::torchpp::detail::streamed(__VA_ARGS__)); \
    throw;                                                   \
  } while (false)

#define TORCH_WARN(...) ::torchpp::detail::warn(__FILE__, __LINE__, ::torchpp::detail::streamed(__VA_ARGS__))
#define TORCH_WARN_ONCE(...)                                                            \
  do {                                                                                  \
    static bool warned = false;                                                         \
    if (!__atomic_exchange_n(&warned, true, __ATOMIC_RELAXED)) TORCH_WARN(__VA_ARGS__); \
  } while (false)

#define AT_ERROR(...)                 \
  do {                                \
    TORCH_CHECK(false, ##__VA_ARGS__) \
  } while (false)
#define AT_ASSERT(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_WARN(...) TORCH_WARN(__VA_ARGS__)
