// SPDX-License-Identifier: BSD-3-Clause
#include "text.h"

#include <cstdarg>
#include <cstdio>

namespace examples {

std::string text(const char* format, ...) {
  char buffer[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

}  // namespace examples
