// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/known.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace differential {
namespace {

constexpr std::string_view kSeparator = "; ";

std::string trimmed(const std::string& s) {
  const size_t first = s.find_first_not_of(' ');
  return first == std::string::npos ? "" : s.substr(first, s.find_last_not_of(' ') - first + 1);
}

// The parts between the separators, without blanks around them; empty ones are left out.
std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (part = trimmed(part); !part.empty()) all.push_back(part);
  return all;
}

bool matches(const std::vector<std::string>& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return fnmatch(p.c_str(), text.c_str(), 0) == 0; });
}

// Whether a regular expression is one of several outside of parentheses.
bool has_alternatives(const std::string& expression) {
  int depth = 0;
  for (size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\') ++i;
    else if (c == '[') i = expression.find(']', i);
    else if (c == '(' || c == ')') depth += c == '(' ? 1 : -1;
    else if (c == '|' && depth == 0) return true;
  }
  return false;
}

// The characters with which every match of the expression begins.
std::string literal_prefix(const std::string& expression) {
  if (has_alternatives(expression)) return "";
  const size_t end = std::min(expression.find_first_of("\\^$.|?*+()[]{}"), expression.size());
  const bool repeated = end < expression.size() && std::strchr("?*+{", expression[end]) != nullptr;
  return expression.substr(0, repeated && end > 0 ? end - 1 : end);
}

}  // namespace

// As std::regex_search, which tries every position of the text and takes most of the driver's time.
bool KnownDifferences::found(const Line& line, const std::string& text) {
  namespace flags = std::regex_constants;
  if (line.at_start) return std::regex_search(text, line.condition, flags::match_continuous);
  if (line.prefix.empty()) return std::regex_search(text, line.condition);
  for (size_t at = text.find(line.prefix); at != std::string::npos; at = text.find(line.prefix, at + 1)) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto mode = at > 0 ? flags::match_continuous | flags::match_prev_avail : flags::match_continuous;
    if (std::regex_search(begin, text.end(), line.condition, mode)) return true;
  }
  return false;
}

void KnownDifferences::add(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.empty() || text[0] == '#') continue;
    std::vector<std::string> columns;
    for (size_t from = 0, to = 0; to != std::string::npos; from = to + kSeparator.size()) {
      to = text.find(kSeparator, from);
      columns.push_back(trimmed(text.substr(from, to == std::string::npos ? to : to - from)));
    }
    if (columns.size() != 4 || columns[3].empty())
      throw std::runtime_error(path + ":" + std::to_string(number) + ": expected four columns with ';' between");
    Line line;
    line.number = number;
    line.operators = parts(columns[0], ' ');
    line.aspects = parts(columns[1], ',');
    line.condition = std::regex(columns[2]);
    line.at_start = columns[2].compare(0, 1, "^") == 0 && !has_alternatives(columns[2]);
    line.prefix = literal_prefix(columns[2]);
    line.reason = columns[3];
    lines_.push_back(line);
  }
}

bool KnownDifferences::covers(const Schema& schema, const Difference& difference, const std::string& description) {
  const std::string text = difference.cause + "\n" + difference.detail + "\n" + description;
  for (Line& line : lines_) {
    const bool named = matches(line.operators, schema.full_name()) || matches(line.operators, schema.base());
    if (!named || !matches(line.aspects, difference.aspect) || !found(line, text)) continue;
    ++line.covered[difference.aspect + ": " + difference.cause];
    return true;
  }
  return false;
}

std::string KnownDifferences::summary(bool causes) const {
  std::string s;
  for (const Line& line : lines_) {
    int64_t calls = 0;
    for (const auto& c : line.covered) calls += c.second;
    if (calls > 0) s += "  " + std::to_string(calls) + " calls: " + line.reason + "\n";
    if (!causes) continue;
    s += "    line " + std::to_string(line.number) + "\n";
    for (const auto& c : line.covered) s += "      " + std::to_string(c.second) + " " + c.first + "\n";
  }
  return s;
}

}  // namespace differential
