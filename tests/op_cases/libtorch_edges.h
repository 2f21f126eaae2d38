// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What libtorch makes of samples of sizes 0 and 1, without dimensions, and of extreme magnitudes.

#include <string>

namespace torchpp::tests {

/// For each Edge of tests/sweep/op_sweep.h the sizes of the (first) result and its first element, "3x4=1.5", "3x0"
/// where it has none, ":2x3" where its value depends on chance, 'n' for no tensor, '.' where libtorch refuses the call,
/// 'x' where it ends the process.
struct LibtorchEdges {
  const char* op;
  const char* libtorch;
  const char* ours = nullptr;
  const char* why = nullptr;  ///< ... where they differ, and why
};
/// The operator's line, or null.
const LibtorchEdges* libtorch_edges(const std::string& op);

}  // namespace torchpp::tests
