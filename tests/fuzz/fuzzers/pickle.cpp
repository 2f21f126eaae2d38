// SPDX-License-Identifier: BSD-3-Clause
// The pickle of an archive whose storages are there: the file is right, so that the interpreter sees every input.
#include <string>

#include "tests/fuzz/pt_target.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  std::string bytes;
  torchpp::serialize::ZipWriter zip(
      [&](const void* part, size_t n) { bytes.append(static_cast<const char*>(part), n); });
  zip.add("a/data.pkl", data, size);
  const std::string zeros(48, '\0');
  for (size_t n : {4, 8, 12, 16, 24, 48}) zip.add("a/data/" + std::to_string(n), zeros.data(), n);
  zip.finish();
  torchpp::test::reads_as_pt(bytes.data(), bytes.size());
  return 0;
}
