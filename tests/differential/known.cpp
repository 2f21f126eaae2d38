// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/known.h"

#include <fnmatch.h>

#include <algorithm>
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

bool matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

}  // namespace

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
    std::istringstream names(columns[0]);
    for (std::string name; names >> name;) line.operators.push_back(name);
    line.aspect = columns[1];
    line.condition = std::regex(columns[2]);
    line.reason = columns[3];
    lines_.push_back(line);
  }
}

bool KnownDifferences::covers(const Schema& schema, const Difference& difference, const std::string& description) {
  const std::string text = difference.cause + "\n" + difference.detail + "\n" + description;
  for (Line& line : lines_) {
    const bool named = std::any_of(line.operators.begin(), line.operators.end(), [&](const std::string& pattern) {
      return matches(pattern, schema.full_name()) || matches(pattern, schema.base());
    });
    if (!named || !matches(line.aspect, difference.aspect) || !std::regex_search(text, line.condition)) continue;
    ++line.covered;
    return true;
  }
  return false;
}

std::string KnownDifferences::summary() const {
  std::string s;
  for (const Line& line : lines_)
    if (line.covered > 0) s += "  " + std::to_string(line.covered) + " calls: " + line.reason + "\n";
  return s;
}

}  // namespace differential
