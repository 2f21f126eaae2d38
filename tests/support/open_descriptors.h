// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <iterator>

namespace torchpp::test {

/// How many file descriptors the process has open, with the one that this function opens.
inline size_t open_descriptors() {
  const std::filesystem::directory_iterator first("/proc/self/fd");
  return static_cast<size_t>(std::distance(first, std::filesystem::directory_iterator()));
}

}  // namespace torchpp::test
