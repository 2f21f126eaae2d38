// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/dispatch/verbose.h>

#include <string>
#include <vector>

namespace torchpp::test {

/// Collects the lines of the verbose log while it lives.
struct Log {
  explicit Log(int level) {
    set_verbose_handler([](void* context, const char* line) { static_cast<Log*>(context)->lines.push_back(line); },
                        this);
    set_verbose(level);
  }
  ~Log() {
    set_verbose(0);
    set_verbose_handler(nullptr);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  /// The first line with the text in it, or an empty one.
  std::string find(const std::string& part) const {
    for (const std::string& line : lines)
      if (line.find(part) != std::string::npos) return line;
    return "";
  }
  std::vector<std::string> lines;
};

}  // namespace torchpp::test
