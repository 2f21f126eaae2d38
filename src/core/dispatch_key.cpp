// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/dispatch_key.h>

namespace torchpp {

std::string to_string(DispatchKey key) {
  static constexpr const char* kNames[] = {"CPU",          "CUDA",          "Meta",   "PrivateUse1", "Sparse",
                                           "Quantized",    "Autograd",      "Nested", "Autocast",    "Batched",
                                           "GradTracking", "Functionalize", "Tracer", "Mode",        "Profiler"};
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == kNumDispatchKeys, "a name per key");
  switch (key) {
    case DispatchKey::CompositeImplicitAutograd: return "CompositeImplicitAutograd";
    case DispatchKey::CompositeExplicitAutograd: return "CompositeExplicitAutograd";
    case DispatchKey::BackendSelect: return "BackendSelect";
    case DispatchKey::ADInplaceOrView: return "ADInplaceOrView";
    default: break;
  }
  const auto whole = static_cast<int>(whole_key(key)), part = static_cast<int>(key) >> 5;
  if (whole >= kNumDispatchKeys || part > kNumDispatchKeys) return "key " + std::to_string(static_cast<int>(key));
  return part == 0 ? kNames[whole] : std::string(kNames[whole]) + kNames[part - 1];
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
