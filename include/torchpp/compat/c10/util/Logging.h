// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file libtorch's enforcements and its log, as far as programs use them. LOG(WARNING) and worse go to torchpp's
/// warning handler; LOG(INFO) and VLOG(n) are shown when the environment's TORCH_CPP_LOG_LEVEL is INFO or 0.

#include <c10/util/Exception.h>

#include <cstdlib>

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
#define DLOG(level) TORCHPP_LOG_IF(level, true)
#endif
#ifndef CHECK
#define CHECK(condition) TORCHPP_LOG_IF(FATAL, !(condition)) << "Check failed: " #condition " "
#define TORCHPP_CHECK_OP(a, op, b) \
  TORCHPP_LOG_IF(FATAL, !((a)op(b))) << "Check failed: " #a " " #op " " #b " (" << (a) << " vs. " << (b) << ") "
#define CHECK_EQ(a, b) TORCHPP_CHECK_OP(a, ==, b)
#define CHECK_NE(a, b) TORCHPP_CHECK_OP(a, !=, b)
#define CHECK_LE(a, b) TORCHPP_CHECK_OP(a, <=, b)
#define CHECK_LT(a, b) TORCHPP_CHECK_OP(a, <, b)
#define CHECK_GE(a, b) TORCHPP_CHECK_OP(a, >=, b)
#define CHECK_GT(a, b) TORCHPP_CHECK_OP(a, >, b)
#define CHECK_NOTNULL(pointer) \
  ([](auto* p) { TORCH_CHECK(p != nullptr, "Check failed: '" #pointer "' must not be null") return p; }(pointer))
#endif
#ifndef DCHECK
#ifdef NDEBUG
#define TORCHPP_DEBUG_ONLY(check) \
  while (false) check
#else
#define TORCHPP_DEBUG_ONLY(check) check
#endif
#define DCHECK(condition) TORCHPP_DEBUG_ONLY(CHECK(condition))
#define DCHECK_EQ(a, b) TORCHPP_DEBUG_ONLY(CHECK_EQ(a, b))
#define DCHECK_NE(a, b) TORCHPP_DEBUG_ONLY(CHECK_NE(a, b))
#define DCHECK_LE(a, b) TORCHPP_DEBUG_ONLY(CHECK_LE(a, b))
#define DCHECK_LT(a, b) TORCHPP_DEBUG_ONLY(CHECK_LT(a, b))
#define DCHECK_GE(a, b) TORCHPP_DEBUG_ONLY(CHECK_GE(a, b))
#define DCHECK_GT(a, b) TORCHPP_DEBUG_ONLY(CHECK_GT(a, b))
#endif

#define CAFFE_ENFORCE(condition, ...) TORCH_CHECK(condition, "Enforce failed: " #condition ". ", ##__VA_ARGS__)
#define TORCHPP_ENFORCE_OP(a, op, b, ...) \
  TORCH_CHECK((a)op(b), "Enforce failed: " #a " " #op " " #b ", ", a, " vs ", b, ". ", ##__VA_ARGS__)
#define CAFFE_ENFORCE_EQ(a, b, ...) TORCHPP_ENFORCE_OP(a, ==, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_NE(a, b, ...) TORCHPP_ENFORCE_OP(a, !=, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_LE(a, b, ...) TORCHPP_ENFORCE_OP(a, <=, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_LT(a, b, ...) TORCHPP_ENFORCE_OP(a, <, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_GE(a, b, ...) TORCHPP_ENFORCE_OP(a, >=, b, ##__VA_ARGS__)
#define CAFFE_ENFORCE_GT(a, b, ...) TORCHPP_ENFORCE_OP(a, >, b, ##__VA_ARGS__)
#define CAFFE_THROW(...) TORCH_CHECK(false, ##__VA_ARGS__)
#define C10_LOG_API_USAGE_ONCE(...) (void)0
