// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <functional>
#include <string>

namespace c10 {

/// "CUDA", or "cuda" in lower case.
inline std::string DeviceTypeName(DeviceType type, bool lower_case = false) {
  std::string name = to_string(type);
  if (lower_case) return name;
  for (char& c : name) c = static_cast<char>('a' <= c && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

}  // namespace c10

namespace std {
template <>
struct hash<::torchpp::Device> {
  size_t operator()(const ::torchpp::Device& d) const {
    return static_cast<size_t>(static_cast<uint8_t>(d.type())) << 8 | static_cast<uint8_t>(d.index());
  }
};
}  // namespace std
