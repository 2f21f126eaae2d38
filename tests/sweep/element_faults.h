// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace torchpp::tests {

/// Whether a message of the CPU says that elements are at fault. As in libtorch, a device does not look for such
/// faults beforehand: they end all work there.
inline bool blames_elements(const std::string& message) {
  for (const char* text : {"integer division by zero", "'target' is out of range", "embedding_bag: Expected idx",
                           "offsets[0] has to be 0", "offsets[-1] can not be greater", "offsets must not descend",
                           "Found an invalid max index", "invalid Poisson rate", "ctc_loss: got label"})
    if (message.find(text) != std::string::npos) return true;
  return false;
}

}  // namespace torchpp::tests
