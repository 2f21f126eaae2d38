// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <c10/util/Exception.h>

#include <cstdlib>

namespace c10::utils {

/// True for "1" and false for "0"; nothing, with a warning, for another text, and for no such variable.
inline optional<bool> check_env(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) return nullopt;
  const std::string_view text = value;
  if (text == "0" || text == "1") return text == "1";
  TORCH_WARN("Ignoring invalid value for boolean flag ", name, ": ", text, "valid values are 0 or 1.");
  return nullopt;
}

}  // namespace c10::utils
