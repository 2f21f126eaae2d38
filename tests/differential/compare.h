// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/outcome.h"

#include <string>
#include <vector>

namespace differential {

/// Something in which two outcomes of one call differ.
struct Difference {
  std::string aspect;  ///< "error", "dtype", "value", ...: the list of known differences names these
  std::string cause;   ///< what differences of one cause have in common
  std::string detail;  ///< both sides
};

/// The differences between torchpp's and libtorch's outcome.
std::vector<Difference> compare(const Schema& schema, const Outcome& ours, const Outcome& theirs);

}  // namespace differential
