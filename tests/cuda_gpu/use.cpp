// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>

#include "tests/cuda/support.h"

namespace torchpp::cuda {

void use_cuda() {
  register_cuda();
  if (!is_available()) GTEST_SKIP() << why_unavailable();
  allow_tf32_convolution(false);  // the CPU, which the tests compare with, does not round its operands
}
bool has_vendor_libraries() { return true; }

}  // namespace torchpp::cuda
