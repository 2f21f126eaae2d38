// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/dispatch_key.h>

namespace torchpp {

std::string to_string(DispatchKey key) {
  static constexpr const char* kNames[] = {"CPU",          "CUDA",          "Meta",     "PrivateUse1", "Sparse",
                                           "Quantized",    "Nested",        "Autograd", "Autocast",    "Batched",
                                           "GradTracking", "Functionalize", "Tracer",   "Mode",        "Profiler"};
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == kNumDispatchKeys, "a name per key");
  return key < DispatchKey::NumKeys ? kNames[static_cast<int>(key)] : "key " + std::to_string(static_cast<int>(key));
}

std::string to_string(DispatchKeySet keys) {
  std::string text;
  for (int i = 0; i < kNumDispatchKeys; ++i) {
    const auto key = static_cast<DispatchKey>(i);
    if (!keys.has(key)) continue;
    if (!text.empty()) text += '|';
    text += to_string(key);
  }
  return text.empty() ? "none" : text;
}

}  // namespace torchpp
