// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>

#include "src/hub/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const bool is_draft : {false, true}) {
    try {
      torchpp::hub::parse_manifest(text, "hub.json", is_draft);
    } catch (const torchpp::FileError&) {
    }
  }
  return 0;
}
