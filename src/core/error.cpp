// SPDX-License-Identifier: BSD-3-Clause
#include <cxxabi.h>
#include <torchpp/core/error.h>

#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace torchpp {

Error::Error(std::string message, const char* file, int line) : message_(std::move(message)), what_(message_) {
  if (file != nullptr) {
    what_ += " (";
    what_ += file;
    what_ += ':';
    what_ += std::to_string(line);
    what_ += ')';
  }
}

// Out of line, so that only the library has the type information of each kind, and a catch works across shared objects.
Error::~Error() = default;
IndexError::~IndexError() = default;
ValueError::~ValueError() = default;
TypeError::~TypeError() = default;
NotImplementedError::~NotImplementedError() = default;
OutOfMemoryError::~OutOfMemoryError() = default;
LinAlgError::~LinAlgError() = default;
FileError::~FileError() = default;

namespace {
std::atomic<const char*> namespace_name{nullptr};
}
void detail::set_namespace_name(const char* name) noexcept { namespace_name.store(name, std::memory_order_relaxed); }

std::string detail::type_name(const std::type_info& type) {
  int status = 0;
  char* readable = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? readable : type.name();
  std::free(readable);
  const char* ours = namespace_name.load(std::memory_order_relaxed);
  if (ours == nullptr) return name;
  constexpr char kNamespace[] = "torchpp::";
  for (size_t at = 0; (at = name.find(kNamespace, at)) != std::string::npos;) {
    const bool is_end_of_longer_name = at > 0 && (std::isalnum(static_cast<unsigned char>(name[at - 1])) != 0 ||
                                                  name[at - 1] == '_' || name[at - 1] == ':');
    if (!is_end_of_longer_name) name.replace(at, sizeof kNamespace - 3, ours);
    at += is_end_of_longer_name ? sizeof kNamespace : 1;
  }
  return name;
}

const char* Error::what() const noexcept { return what_.c_str(); }

void Error::add_context(const std::string& line) {
  message_ += '\n';
  message_ += line;
  what_ += '\n';
  what_ += line;
}

namespace detail {

void append(std::string& out, const char* value) { out += value != nullptr ? value : "(null)"; }
void append(std::string& out, const std::string& value) { out += value; }
void append(std::string& out, bool value) { out += value ? "true" : "false"; }
void append(std::string& out, char value) { out += value; }
void append(std::string& out, long long value) { out += std::to_string(value); }
void append(std::string& out, unsigned long long value) { out += std::to_string(value); }
void append(std::string& out, double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  out += text;
}

std::string join(const Piece* pieces, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) pieces[i].write(out, pieces[i].value);
  return out;
}

void throw_error(ErrorKind kind, const char* file, int line, const Piece* pieces, size_t count) {
  std::string message = join(pieces, count);
  switch (kind) {
    case ErrorKind::kIndex: throw IndexError(std::move(message));
    case ErrorKind::kValue: throw ValueError(std::move(message));
    case ErrorKind::kType: throw TypeError(std::move(message));
    case ErrorKind::kNotImplemented: throw NotImplementedError(std::move(message));
    case ErrorKind::kOutOfMemory: throw OutOfMemoryError(std::move(message));
    case ErrorKind::kLinAlg: throw LinAlgError(std::move(message));
    case ErrorKind::kFile: throw FileError(std::move(message));
    case ErrorKind::kInternal: throw Error(std::move(message), file, line);
    case ErrorKind::kError: break;
  }
  throw Error(std::move(message));
}

}  // namespace detail
}  // namespace torchpp
