// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file libtorch's enforcements and its log, as far as programs use them. LOG(WARNING) and worse go to torchpp's
/// warning handler; LOG(INFO) and VLOG(n) are shown when the environment's TORCH_CPP_LOG_LEVEL is INFO or 0.

#include <c10/util/Exception.h>

#include <cstdlib>
#include <functional>

namespace torchpp::detail {

// One line of a log, written when it ends; FATAL throws.
class LogLine {
 public:
  enum Level { kInfo, kWarning, kError, kFatal };
  LogLine(const char* file, int line, Level level) : file_(file), line_(line), level_(level) {}
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;
  ~LogLine() noexcept(false) {
    if (level_ == kFatal) fail(ErrorKind::kError, file_, line_, text_.str());
    warn(file_, line_, text_.str());
  }
  template <class T>
  LogLine& operator<<(const T& value) {
    text_ << value;
    return *this;
  }

 private:
  const char* file_;
  int line_;
  Level level_;
  std::ostringstream text_;
};
inline bool is_logged(LogLine::Level level) {
  if (level != LogLine::kInfo) return true;
  const char* shown = std::getenv("TORCH_CPP_LOG_LEVEL");
  return shown != nullptr && (std::string_view(shown) == "INFO" || std::string_view(shown) == "0");
}
// Makes `condition ? (void)0 : LogVoid() & LogLine() << ...` one expression.
struct LogVoid {
  void operator&(const LogLine&) const {}
};
template <class Pointer>
Pointer&& not_null(const char* file, int line, const char* text, Pointer&& pointer) {
  if (pointer == nullptr) fail(ErrorKind::kError, file, line, "Check failed: '", text, "' Must be non NULL");
  return static_cast<Pointer&&>(pointer);
}
constexpr LogLine::Level kLogINFO = LogLine::kInfo, kLogWARNING = LogLine::kWarning, kLogERROR = LogLine::kError,
                         kLogFATAL = LogLine::kFatal;

}  // namespace torchpp::detail

#define TORCHPP_LOG_IF(level, condition)                                         \
  !((condition) && ::torchpp::detail::is_logged(::torchpp::detail::kLog##level)) \
      ? (void)0                                                                  \
      : ::torchpp::detail::LogVoid() & ::torchpp::detail::LogLine(__FILE__, __LINE__, ::torchpp::detail::kLog##level)

#ifndef LOG  // a program may have its own, or glog's
#define LOG(level) TORCHPP_LOG_IF(level, true)
#define LOG_IF(level, condition) TORCHPP_LOG_IF(level, condition)
#define VLOG(n) TORCHPP_LOG_IF(INFO, true)
#define VLOG_IF(n, condition) TORCHPP_LOG_IF(INFO, condition)
#define VLOG_IS_ON(n) ::torchpp::detail::is_logged(::torchpp::detail::kLogINFO)
#define DLOG(level) TORCHPP_LOG_IF(level, true)
#endif
// What it passes over, a program compiles and never runs.
#ifdef NDEBUG
#define TORCHPP_DEBUG_ONLY(check) \
  while (false) check
#else
#define TORCHPP_DEBUG_ONLY(check) check
#endif
#define TORCHPP_CHECK_OP(a, op, b) \
  TORCHPP_LOG_IF(FATAL, !((a)op(b))) << "Check failed: " #a " " #op " " #b " (" << (a) << " vs. " << (b) << ") "

#define TORCH_CHECK_EQ(a, b) TORCHPP_CHECK_OP(a, ==, b)
#define TORCH_CHECK_NE(a, b) TORCHPP_CHECK_OP(a, !=, b)
#define TORCH_CHECK_LE(a, b) TORCHPP_CHECK_OP(a, <=, b)
#define TORCH_CHECK_LT(a, b) TORCHPP_CHECK_OP(a, <, b)
#define TORCH_CHECK_GE(a, b) TORCHPP_CHECK_OP(a, >=, b)
#define TORCH_CHECK_GT(a, b) TORCHPP_CHECK_OP(a, >, b)
/// The pointer, plain or smart, itself.
#define TORCH_CHECK_NOTNULL(pointer) ::torchpp::detail::not_null(__FILE__, __LINE__, #pointer, (pointer))
#define TORCH_DCHECK_EQ(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_EQ(a, b))
#define TORCH_DCHECK_NE(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_NE(a, b))
#define TORCH_DCHECK_LE(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_LE(a, b))
#define TORCH_DCHECK_LT(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_LT(a, b))
#define TORCH_DCHECK_GE(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_GE(a, b))
#define TORCH_DCHECK_GT(a, b) TORCHPP_DEBUG_ONLY(TORCH_CHECK_GT(a, b))
#define TORCH_DCHECK_NOTNULL(pointer) TORCHPP_DEBUG_ONLY(TORCH_CHECK_NOTNULL(pointer))

#ifndef CHECK  // a program may have its own, or glog's
#define CHECK(condition) TORCHPP_LOG_IF(FATAL, !(condition)) << "Check failed: " #condition " "
#define CHECK_EQ(a, b) TORCH_CHECK_EQ(a, b)
#define CHECK_NE(a, b) TORCH_CHECK_NE(a, b)
#define CHECK_LE(a, b) TORCH_CHECK_LE(a, b)
#define CHECK_LT(a, b) TORCH_CHECK_LT(a, b)
#define CHECK_GE(a, b) TORCH_CHECK_GE(a, b)
#define CHECK_GT(a, b) TORCH_CHECK_GT(a, b)
#define CHECK_NOTNULL(pointer) TORCH_CHECK_NOTNULL(pointer)
#endif
#ifndef DCHECK
#define DCHECK(condition) TORCHPP_DEBUG_ONLY(CHECK(condition))
#define DCHECK_EQ(a, b) TORCH_DCHECK_EQ(a, b)
#define DCHECK_NE(a, b) TORCH_DCHECK_NE(a, b)
#define DCHECK_LE(a, b) TORCH_DCHECK_LE(a, b)
#define DCHECK_LT(a, b) TORCH_DCHECK_LT(a, b)
#define DCHECK_GE(a, b) TORCH_DCHECK_GE(a, b)
#define DCHECK_GT(a, b) TORCH_DCHECK_GT(a, b)
#endif

namespace c10 {

using EnforceNotMet = ::torchpp::Error;
class EnforceFiniteError : public ::torchpp::Error {
 public:
  using ::torchpp::Error::Error;
};

}  // namespace c10

namespace torchpp::detail {

template <class... Parts>
[[noreturn]] TORCHPP_COLD void fail_enforced(const char* file, int line, const char* condition, const Parts&... parts) {
  fail(ErrorKind::kError, file, line, "[enforce fail at ", file, ":", line, "] ", condition, ". ", streamed(parts...));
}
template <class... Parts>
[[noreturn]] TORCHPP_COLD void fail_finite(const char* file, int line, const char* condition, const Parts&... parts) {
  throw c10::EnforceFiniteError({"", file, static_cast<unsigned>(line)},
                                streamed("[enforce fail at ", file, ":", line, "] ", condition, ". ", parts...));
}
// Both sides were evaluated once, and are part of the message.
template <class Compare, class A, class B>
void enforce(Compare holds, const A& a, const B& b, const char* file, int line, const char* condition) {
  if (TORCHPP_UNLIKELY(!holds(a, b))) fail_enforced(file, line, condition, a, " vs ", b);
}
template <class Compare, class A, class B, class... Parts>
void enforce(Compare holds, const A& a, const B& b, const char* file, int line, const char* condition,
             const Parts&... parts) {
  if (TORCHPP_UNLIKELY(!holds(a, b))) fail_enforced(file, line, condition, a, " vs ", b, ". ", parts...);
}

}  // namespace torchpp::detail

#define TORCHPP_ENFORCE(fail, condition, ...)                                                                   \
  do {                                                                                                          \
    if (TORCHPP_UNLIKELY(!(condition))) ::torchpp::detail::fail(__FILE__, __LINE__, #condition, ##__VA_ARGS__); \
  } while (false)
#define CAFFE_ENFORCE(condition, ...) TORCHPP_ENFORCE(fail_enforced, condition, ##__VA_ARGS__)
#define CAFFE_ENFORCE_FINITE(condition, ...) TORCHPP_ENFORCE(fail_finite, condition, ##__VA_ARGS__)
/// holds(a, b); OP stands between them in the message.
#define CAFFE_ENFORCE_THAT(holds, OP, a, b, ...) \
  ::torchpp::detail::enforce(holds, a, b, __FILE__, __LINE__, #a " " #OP " " #b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_EQ(a, b, ...) CAFFE_ENFORCE_THAT(std::equal_to<void>(), ==, a, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_NE(a, b, ...) CAFFE_ENFORCE_THAT(std::not_equal_to<void>(), !=, a, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_LE(a, b, ...) CAFFE_ENFORCE_THAT(std::less_equal<void>(), <=, a, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_LT(a, b, ...) CAFFE_ENFORCE_THAT(std::less<void>(), <, a, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_GE(a, b, ...) CAFFE_ENFORCE_THAT(std::greater_equal<void>(), >=, a, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_GT(a, b, ...) CAFFE_ENFORCE_THAT(std::greater<void>(), >, a, b, ##__VA_ARGS__)
// libtorch's errors also hold `this` of the member function that checks. Here they have no place for it.
#define CAFFE_ENFORCE_WITH_CALLER(condition, ...) \
  do {                                            \
    (void)this;                                   \
    CAFFE_ENFORCE(condition, ##__VA_ARGS__);      \
  } while (false)
#define CAFFE_ENFORCE_EQ_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_EQ(a, b, ##__VA_ARGS__))
#define CAFFE_ENFORCE_NE_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_NE(a, b, ##__VA_ARGS__))
#define CAFFE_ENFORCE_LE_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_LE(a, b, ##__VA_ARGS__))
#define CAFFE_ENFORCE_LT_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_LT(a, b, ##__VA_ARGS__))
#define CAFFE_ENFORCE_GE_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_GE(a, b, ##__VA_ARGS__))
#define CAFFE_ENFORCE_GT_WITH_CALLER(a, b, ...) ((void)this, CAFFE_ENFORCE_GT(a, b, ##__VA_ARGS__))
#define CAFFE_THROW(...) ::torchpp::detail::fail_enforced(__FILE__, __LINE__, "", ##__VA_ARGS__)
#define C10_LOG_API_USAGE_ONCE(...) (void)0
// As libtorch's without glog: every line is written.
#define C10_LOG_EVERY_MS(level, ms) TORCHPP_LOG_IF(level, true)
#define C10_LOG_EVERY_N(level, n) TORCHPP_LOG_IF(level, true)
#define C10_LOG_FIRST_N(level, n) TORCHPP_LOG_IF(level, true)
