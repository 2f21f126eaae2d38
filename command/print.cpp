// SPDX-License-Identifier: BSD-3-Clause
#include "command/print.h"

#include <torchpp/core/error.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace torchpp::command {
namespace {

bool has_colors() {
  static const bool colors = [] {
    const char* const none = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && (none == nullptr || *none == '\0') && terminal != nullptr &&
           std::strcmp(terminal, "dumb") != 0;
  }();
  return colors;
}

std::string styled(const char* style, const std::string& text) {
  return has_colors() ? str("\x1b[", style, "m", text, "\x1b[0m") : text;
}

// The bytes of the character that begins here, 1 to 4; 0 if it is no UTF-8, or a control character of Unicode.
size_t utf8_length(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(at);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : first == 0xc2 ? 0xa0 : 0x80;
  const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(at + 1) < low || byte(at + 1) > high) return 0;
  for (size_t i = 2; i < n; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  // Marks that change the direction of writing can make a name look like another.
  if (n == 3 && first == 0xe2 && byte(at + 1) == 0x80 && byte(at + 2) >= 0xa8 && byte(at + 2) <= 0xae) return 0;
  if (n == 3 && first == 0xe2 && byte(at + 1) == 0x81 && byte(at + 2) >= 0xa6 && byte(at + 2) <= 0xa9) return 0;
  return n;
}

// Characters, each of which is taken to be one column wide.
size_t width_of(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

struct DtypeName {
  ScalarType dtype;
  const char* name;
};
constexpr DtypeName kDtypes[] = {{kFloat, "float32"},
                                 {kDouble, "float64"},
                                 {kHalf, "float16"},
                                 {kBFloat16, "bfloat16"},
                                 {kByte, "uint8"},
                                 {kChar, "int8"},
                                 {kShort, "int16"},
                                 {kInt, "int32"},
                                 {kLong, "int64"},
                                 {kBool, "bool"},
                                 {kComplexFloat, "complex64"},
                                 {kComplexDouble, "complex128"},
                                 {kComplexHalf, "complex32"}};

}  // namespace

std::string clean(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t n = utf8_length(text, i);
    if (n == 0) out += '?';
    else out.append(text, i, n);
    i += std::max<size_t>(n, 1);
  }
  return out;
}

std::string bold(const std::string& text) { return styled("1", text); }
std::string dim(const std::string& text) { return styled("2", text); }
std::string red(const std::string& text) { return styled("31", text); }
std::string green(const std::string& text) { return styled("32", text); }

std::string size_text(uint64_t bytes) {
  if (bytes < 1000) return str(bytes, " B");
  double value = static_cast<double>(bytes);
  const char* unit = "";
  // 999.5 would be printed as 1000.
  for (const char* next : {"kB", "MB", "GB", "TB", "PB", "EB"}) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit);
  return text;
}

std::string count_text(uint64_t count) {
  std::string text = std::to_string(count);
  for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

std::string shape_text(IntArrayRef shape) { return str(shape); }

std::string dtype_text(ScalarType dtype) {
  for (const DtypeName& known : kDtypes)
    if (known.dtype == dtype) return known.name;
  return toString(dtype);
}

ScalarType dtype_of(const std::string& name) {
  std::string names;
  for (const DtypeName& known : kDtypes) {
    if (name == known.name) return known.dtype;
    names += str(names.empty() ? "" : ", ", known.name);
  }
  TORCHPP_FAIL_KIND(kValue, "got the dtype '", clean(name), "', expected one of ", names);
}

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

Table::Table(std::vector<std::string> titles) : titles_(std::move(titles)) {
  for (std::string& title : titles_) {
    right_.push_back(title[0] == '>');
    if (right_.back()) title.erase(0, 1);
  }
}

std::string Table::text() const {
  std::vector<size_t> widths;
  for (const std::string& title : titles_) widths.push_back(width_of(title));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "  ";
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string space(widths[i] - width_of(cells[i]), ' ');
      text += right_[i] ? space + cells[i] : cells[i] + space;
      text += "  ";
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  };
  std::string out = dim(line(titles_)) + "\n";
  for (const auto& row : rows_) out += line(row) + "\n";
  return out;
}

void print(const std::string& text) {
  TORCHPP_CHECK_FILE(std::fwrite(text.data(), 1, text.size(), stdout) == text.size(),
                     "write to the standard output: ", std::strerror(errno));
}

void print_json(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }

Json json_number(double number) {
  if (std::isfinite(number)) return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

}  // namespace torchpp::command
