// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/tensor.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace torchpp::test {

/// Pixel (k, j, i) is (37 k + 23 j + 11 i + 13 ((i j) mod 7)) mod 256.
inline Tensor image(int64_t channels, int64_t height, int64_t width) {
  const Tensor result = torchpp::empty({channels, height, width}, kByte);
  uint8_t* v = result.data_ptr<uint8_t>();
  for (int64_t k = 0; k < channels; ++k)
    for (int64_t j = 0; j < height; ++j)
      for (int64_t i = 0; i < width; ++i) *v++ = static_cast<uint8_t>(37 * k + 23 * j + 11 * i + i * j % 7 * 13);
  return result;
}

/// The tensor that a result of answers.h stands for.
inline Tensor decoded(const std::string& text) {
  const size_t colon = text.find(':');
  std::vector<int64_t> sizes;
  for (const char* at = text.c_str() + 1; at < text.c_str() + colon;) {
    char* end = nullptr;
    sizes.push_back(std::strtoll(at, &end, 10));
    at = end + 1;
  }
  const Tensor result = torchpp::empty(sizes, text[0] == 'b' ? kByte : text[0] == 'h' ? kShort : kFloat);
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  auto* bytes = static_cast<unsigned char*>(result.data_ptr());
  for (size_t i = 0; i < result.nbytes(); ++i)
    bytes[i] = static_cast<unsigned char>(digit(text[colon + 1 + 2 * i]) * 16 + digit(text[colon + 2 + 2 * i]));
  return result;
}

/// Same dtype and sizes; integers equal but for `off_by_one` elements, floats within 2e-6 of the greatest magnitude.
inline void expect_same(const Tensor& got, const Tensor& expected, int64_t off_by_one = 0) {
  ASSERT_EQ(got.scalar_type(), expected.scalar_type());
  ASSERT_EQ(got.sizes(), expected.sizes());
  const Tensor difference = (got.to(kDouble) - expected.to(kDouble)).abs();
  const double most = difference.max().item<double>();
  if (got.is_floating_point()) {
    EXPECT_LE(most, 2e-6 * std::max(1.0, expected.abs().max().item<double>()));
    return;
  }
  EXPECT_LE(most, off_by_one > 0 ? 1 : 0) << "got " << got << "\nexpected " << expected;
  EXPECT_LE(difference.ne(0).sum().item<int64_t>(), off_by_one) << "got " << got << "\nexpected " << expected;
}

}  // namespace torchpp::test
