// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The table of modules that the sweep in tests/nn runs over: one row per stock module, more for its options.

#include <torchpp/torchpp.h>

#include <vector>

namespace torchpp::tests {

using Inputs = std::vector<Tensor>;

struct ModuleCase {
  const char* name;                                 ///< of the module's holder
  const char* printed;                              ///< by libtorch 1.13.1; modules of Python's alone in its style
  nn::AnyModule (*make)();                          ///< a new module, with random values
  Inputs (*inputs)();                               ///< float tensors get gradients if they are named to require them
  Tensor (*reference)(nn::Module&, const Inputs&);  ///< the same by functions, from the module's own parameters
  bool random = false;                              ///< draws numbers in forward
};

/// All rows.
const std::vector<ModuleCase>& module_cases();

}  // namespace torchpp::tests
