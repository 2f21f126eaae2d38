// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Text for terminals, and JSON.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/dtype.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace torchpp::command {

using Json = nlohmann::ordered_json;

/// A text from a file as a terminal may have it: control characters, which could command it, are replaced by '?', and
/// so are bytes that are no UTF-8.
std::string clean(const std::string& text);

/// Bold, dim, red or green where the standard output is a terminal that shows it and NO_COLOR is not set.
std::string bold(const std::string& text);
std::string dim(const std::string& text);
std::string red(const std::string& text);
std::string green(const std::string& text);

/// "1.2 MB": three digits, units of 1000.
std::string size_text(uint64_t bytes);
/// "1,234,567"
std::string count_text(uint64_t count);
/// "3.2e-05", "0.125"
std::string number_text(double number);
/// "[64, 3, 7, 7]"
std::string shape_text(IntArrayRef shape);
/// "float32", as Python's users know it.
std::string dtype_text(ScalarType dtype);
/// The dtype of that name. Throws ValueError that lists the names.
ScalarType dtype_of(const std::string& name);

/// A text in single quotes, as bash, zsh and fish read it.
std::string shell_quoted(const std::string& text);

/// "s" unless it is one.
inline const char* plural(uint64_t count) { return count == 1 ? "" : "s"; }

/// Rows of cells, printed in columns that are as wide as their widest cell.
class Table {
 public:
  /// The titles; a title that begins with '>' stands for a column that is aligned to the right.
  explicit Table(std::vector<std::string> titles);
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<std::string> titles_;
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

/// To the standard output.
void print(const std::string& text);
/// JSON on lines, in which bytes that are no UTF-8 are replaced.
void print_json(const Json& json);
/// A finite number, else the text "inf", "-inf" or "nan", for which JSON has no number.
Json json_number(double number);

}  // namespace torchpp::command
