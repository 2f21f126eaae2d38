// SPDX-License-Identifier: BSD-3-Clause
// Exits with 0 if the library that was linked is that of the headers and its errors reach the program as their types.
#include <torchpp/core/error.h>
#include <torchpp/version.h>

#include <cstring>

int main() {
  try {
    TORCHPP_CHECK_VALUE(false, "version ", TORCHPP_VERSION);
  } catch (const torchpp::ValueError& e) {
    return std::strcmp(e.what(), "version " TORCHPP_VERSION) == 0 ? 0 : 1;
  }
  return 2;
}
