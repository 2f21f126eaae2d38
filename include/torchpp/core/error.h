// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The exceptions that torchpp throws, and the checks that throw them.
///
/// Every error message says what was got, what was expected and where:
/// `conv2d: input has 4 channels, weight expects 3`.

#include <torchpp/core/export.h>

#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace torchpp {

/// Where in the source something happened, as libtorch passes it: {__func__, __FILE__, __LINE__}.
struct SourceLocation {
  const char* function;
  const char* file;
  unsigned line;
};

/// Base of everything that torchpp throws. Copying never throws for the reader of what().
class TORCHPP_API Error : public std::exception {
 public:
  explicit Error(std::string message, const char* file = nullptr, int line = 0);
  Error(SourceLocation where, std::string message)
      : Error(std::move(message), where.file, static_cast<int>(where.line)) {}
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;

  /// The message; internal faults append where in the source they were found.
  const char* what() const noexcept override;
  /// The message alone, without source location.
  const char* what_without_backtrace() const noexcept { return message_.c_str(); }
  const std::string& msg() const { return message_; }
  /// Appends a line that tells where in the caller's work the error happened (a module's name, a file).
  void add_context(const std::string& line);

 private:
  std::string message_;
  std::string what_;
};

/// An index or dimension is out of range.
class TORCHPP_API IndexError : public Error {
 public:
  using Error::Error;
  ~IndexError() override;
};
/// A value has the right type but cannot be used.
class TORCHPP_API ValueError : public Error {
 public:
  using Error::Error;
  ~ValueError() override;
};
/// Wrong dtype, device, layout or C++ type.
class TORCHPP_API TypeError : public Error {
 public:
  using Error::Error;
  ~TypeError() override;
};
/// The operation exists, but not for this dtype, device or layout.
class TORCHPP_API NotImplementedError : public Error {
 public:
  using Error::Error;
  ~NotImplementedError() override;
};
/// Memory could not be had; the message says what was asked, free and held.
class TORCHPP_API OutOfMemoryError : public Error {
 public:
  using Error::Error;
  ~OutOfMemoryError() override;
};
/// A linear-algebra routine failed on its input (a singular matrix, no convergence).
class TORCHPP_API LinAlgError : public Error {
 public:
  using Error::Error;
  ~LinAlgError() override;
};
/// A file or stream could not be read or written, or does not hold what it claims.
class TORCHPP_API FileError : public Error {
 public:
  using Error::Error;
  ~FileError() override;
};

namespace detail {

// How a value is written into a message; other types bring a to_string found by argument lookup.
TORCHPP_API void append(std::string& out, const char* value);
TORCHPP_API void append(std::string& out, const std::string& value);
TORCHPP_API void append(std::string& out, bool value);
TORCHPP_API void append(std::string& out, char value);
TORCHPP_API void append(std::string& out, long long value);
TORCHPP_API void append(std::string& out, unsigned long long value);
TORCHPP_API void append(std::string& out, double value);

template <class T>
void append_any(std::string& out, const void* value) {
  const T& v = *static_cast<const T*>(value);
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) append(out, v);
  else if constexpr (std::is_floating_point_v<T>) append(out, static_cast<double>(v));
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) append(out, static_cast<long long>(v));
  else if constexpr (std::is_integral_v<T>) append(out, static_cast<unsigned long long>(v));
  else if constexpr (std::is_convertible_v<const T&, const char*>) append(out, static_cast<const char*>(v));
  else if constexpr (std::is_convertible_v<const T&, const std::string&>)
    append(out, static_cast<const std::string&>(v));
  else append(out, to_string(v));
}

// One part of a message; formatted only when the message is built.
struct Piece {
  template <class T>
  Piece(const T& v) : value(&v), write(&append_any<T>) {}  // NOLINT: implicit by design
  template <size_t N>
  Piece(const char (&v)[N]) : value(v), write(&append_literal) {}  // NOLINT: implicit by design
  static void append_literal(std::string& out, const void* v) { append(out, static_cast<const char*>(v)); }
  const void* value;
  void (*write)(std::string&, const void*);
};

TORCHPP_API std::string join(const Piece* pieces, size_t count);

enum class ErrorKind : unsigned char {
  kError,
  kIndex,
  kValue,
  kType,
  kNotImplemented,
  kOutOfMemory,
  kLinAlg,
  kFile,
  kInternal
};

[[noreturn]] TORCHPP_API TORCHPP_COLD void throw_error(ErrorKind kind, const char* file, int line, const Piece* pieces,
                                                       size_t count);

template <class... Parts>
[[noreturn]] TORCHPP_COLD void fail(ErrorKind kind, const char* file, int line, const Parts&... parts) {
  const Piece pieces[] = {Piece(""), Piece(parts)...};
  throw_error(kind, file, line, pieces, sizeof...(Parts) + 1);
}

/// A type's demangled name.
TORCHPP_API std::string type_name(const std::type_info& type);
/// Sets the name that type_name() writes for the library's namespace; the pointer must stay valid. compat sets "torch".
TORCHPP_API void set_namespace_name(const char* name) noexcept;

template <class T>
Piece piece_of_text(const T& v) {
  if constexpr (std::is_same_v<T, bool>) return v ? Piece("1") : Piece("0");
  else return Piece(v);
}
}  // namespace detail

/// The parts written one after the other, as in an error message, but for truths, which are 1 and 0 as a stream has
/// them.
template <class... Parts>
std::string str(const Parts&... parts) {
  const detail::Piece pieces[] = {detail::Piece(""), detail::piece_of_text(parts)...};
  return detail::join(pieces, sizeof...(Parts) + 1);
}

}  // namespace torchpp

#define TORCHPP_FAIL_KIND(kind, ...) \
  ::torchpp::detail::fail(::torchpp::detail::ErrorKind::kind, __FILE__, __LINE__, __VA_ARGS__)
#define TORCHPP_CHECK_KIND(kind, condition, ...)                              \
  do {                                                                        \
    if (TORCHPP_UNLIKELY(!(condition))) TORCHPP_FAIL_KIND(kind, __VA_ARGS__); \
  } while (false)

/// Throws Error with the message made of the remaining arguments unless the condition holds.
#define TORCHPP_CHECK(condition, ...) TORCHPP_CHECK_KIND(kError, condition, __VA_ARGS__)
#define TORCHPP_CHECK_INDEX(condition, ...) TORCHPP_CHECK_KIND(kIndex, condition, __VA_ARGS__)
#define TORCHPP_CHECK_VALUE(condition, ...) TORCHPP_CHECK_KIND(kValue, condition, __VA_ARGS__)
#define TORCHPP_CHECK_TYPE(condition, ...) TORCHPP_CHECK_KIND(kType, condition, __VA_ARGS__)
#define TORCHPP_CHECK_NOT_IMPLEMENTED(condition, ...) TORCHPP_CHECK_KIND(kNotImplemented, condition, __VA_ARGS__)
#define TORCHPP_CHECK_FILE(condition, ...) TORCHPP_CHECK_KIND(kFile, condition, __VA_ARGS__)
/// For faults of the library itself: the message gives the place and asks for a report.
#define TORCHPP_INTERNAL_ASSERT(condition, ...) \
  TORCHPP_CHECK_KIND(kInternal, condition,      \
                     "internal fault, please report it: " #condition " does not hold. " __VA_ARGS__)
