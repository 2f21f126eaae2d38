// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace examples {

/// One line that is written over while a program runs, on a terminal; elsewhere only the lines that are kept are
/// printed.
class ProgressLine {
 public:
  /// `total` steps are to be made; with `seconds` > 0 the program stops by the clock instead.
  explicit ProgressLine(int64_t total, double seconds = 0);

  /// Shows the state after `done` steps. `keep`: the line stays, and the next one begins below it.
  void update(int64_t done, const std::string& state, bool keep = false);
  /// Seconds since the construction.
  double seconds() const;

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const bool terminal_;
  const int64_t total_;
  const double limit_;
  double shown_ = -1;
};

/// printf into a string.
std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace examples
