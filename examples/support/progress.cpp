// SPDX-License-Identifier: BSD-3-Clause
#include "progress.h"

#include <unistd.h>

#include <cstdarg>
#include <cstdio>

namespace examples {

ProgressLine::ProgressLine(int64_t total, double seconds)
    : terminal_(::isatty(STDOUT_FILENO) == 1), total_(total), limit_(seconds) {}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressLine::update(int64_t done, const std::string& state, bool keep) {
  const double now = seconds();
  if (!keep && (!terminal_ || now - shown_ < .1)) return;
  shown_ = now;
  double left = limit_ > 0 ? limit_ - now : 0;
  if (limit_ <= 0 && done > 0) left = now * static_cast<double>(total_ - done) / static_cast<double>(done);
  const auto rounded = static_cast<int>(left + .5);
  std::printf("%s%s  time left %d:%02d %s", terminal_ ? "\r" : "", state.c_str(), rounded / 60, rounded % 60,
              keep ? "\n" : "");
  std::fflush(stdout);
}

std::string text(const char* format, ...) {
  char buffer[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

}  // namespace examples
