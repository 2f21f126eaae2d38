// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/compare.h"

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
  /// Calls that lines covered, with their reasons.
  std::string summary() const;

 private:
  struct Line {
    std::vector<std::string> operators;
    std::string aspect;
    std::regex condition;
    std::string reason;
    int64_t covered = 0;
  };
  std::vector<Line> lines_;
};

}  // namespace differential
