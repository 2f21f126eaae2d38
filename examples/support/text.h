// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace examples {

/// printf into a string.
std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace examples
