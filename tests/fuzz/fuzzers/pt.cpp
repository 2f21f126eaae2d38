// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fuzz/pt_target.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  torchpp::test::reads_as_pt(data, size);
  return 0;
}
