// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/compare.h"

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace differential {

/// The list of differences that stay, known.txt, which says how its lines look.
class KnownDifferences {
 public:
  /// Adds the lines of a file. Throws std::runtime_error that names the line when one is malformed.
  void add(const std::string& path);

  /// Whether a line covers the difference of a call; counts it for that line.
  bool covers(const Schema& schema, const Difference& difference, const std::string& description);
  /// Calls that lines covered, with their reasons; `causes`: and in what the calls differed, to see what a line is for.
  std::string summary(bool causes) const;

 private:
  struct Line {
    int number;
    std::vector<std::string> operators, aspects;
    std::regex condition;
    bool at_start = false;  ///< of the text alone: the condition begins with "^"
    std::string prefix;     ///< literal text that the condition begins with: it is only tried where that stands
    std::string reason;
    std::map<std::string, int64_t> covered;  ///< differences by aspect and cause
  };
  static bool found(const Line& line, const std::string& text);

  std::vector<Line> lines_;
};

}  // namespace differential
