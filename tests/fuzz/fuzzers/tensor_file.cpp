// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fuzz/tensor_file_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  torchpp::test::read_tensor_file({reinterpret_cast<const char*>(data), size});
  return 0;
}
