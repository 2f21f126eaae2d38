// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file GGUF files, made for tests from the description of the format.

#include <torchpp/core/half.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace torchpp::test {

template <class T>
std::string gguf_number(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
inline std::string gguf_text(const std::string& text) { return gguf_number<uint64_t>(text.size()) + text; }
inline std::string gguf_value(const std::string& key, uint32_t type, const std::string& bytes) {
  return gguf_text(key) + gguf_number(type) + bytes;
}

struct GgufTensor {
  std::string name;
  std::vector<uint64_t> dims;  // the first changes fastest
  uint32_t type;
  std::string data;
  std::optional<uint64_t> offset = {};  // a lie
};

inline std::string gguf_bytes(const std::vector<std::string>& values, const std::vector<GgufTensor>& tensors,
                              uint32_t version = 3) {
  constexpr size_t kAlignment = 32;
  const auto pad = [](std::string& bytes) { bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment); };
  std::string bytes =
      "GGUF" + gguf_number(version) + gguf_number<uint64_t>(tensors.size()) + gguf_number<uint64_t>(values.size());
  for (const std::string& value : values) bytes += value;
  std::string data;
  for (const GgufTensor& tensor : tensors) {
    pad(data);
    bytes += gguf_text(tensor.name) + gguf_number(static_cast<uint32_t>(tensor.dims.size()));
    for (const uint64_t size : tensor.dims) bytes += gguf_number(size);
    bytes += gguf_number(tensor.type) + gguf_number(tensor.offset.value_or(data.size()));
    data += tensor.data;
  }
  pad(bytes);
  return bytes + data;
}

/// A file of every kind of tensor and of most kinds of values.
inline std::string gguf_sample() {
  const auto half = [](float value) { return gguf_number(Half(value)); };
  const auto floats = [](std::vector<float> values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  };
  std::string q8;
  for (int b = 0; b < 2; ++b) {
    q8 += half(b == 0 ? 0.5F : 2.F);
    for (int i = 0; i < 32; ++i) q8 += static_cast<char>(i - 16 - b);
  }
  std::string q4 = half(0.25F);
  for (int i = 0; i < 16; ++i) q4 += static_cast<char>(i * 17);
  const std::vector<std::string> values = {
      gguf_value("general.name", 8, gguf_text("small")),
      gguf_value("rope", 6, gguf_number(0.5F)),
      gguf_value("layers", 4, gguf_number<uint32_t>(7)),
      gguf_value("flag", 7, "\1"),
      gguf_value("ids", 9,
                 gguf_number<uint32_t>(5) + gguf_number<uint64_t>(3) + gguf_number<int32_t>(1) +
                     gguf_number<int32_t>(2) + gguf_number<int32_t>(3)),
      gguf_value("tokens", 9, gguf_number<uint32_t>(8) + gguf_number<uint64_t>(2) + gguf_text("a") + gguf_text("bc"))};
  return gguf_bytes(values, {{"f32", {3, 2}, 0, floats({1, -2, 3, 4, 5, 6})},
                             {"f16", {2}, 1, half(0.5F) + half(-1.5F)},
                             {"bf16", {2}, 30, gguf_number(BFloat16(1.F)) + gguf_number(BFloat16(2.F))},
                             {"q8_0", {32, 2}, 8, q8},
                             {"q8_1", {32}, 9, std::string(36, '\1')},
                             {"q4_0", {32, 1}, 2, q4}});
}

}  // namespace torchpp::test
