// SPDX-License-Identifier: BSD-3-Clause
// Indexed access to elements.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <type_traits>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

TEST(Accessor, FollowsStrides) {
  const Tensor t = arange(24, kFloat).view({2, 3, 4}).transpose(0, 2);  // sizes 4, 3, 2
  const auto a = t.accessor<float, 3>();
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 2; ++k) EXPECT_EQ(a[i][j][k], static_cast<float>(12 * k + 4 * j + i));
  EXPECT_EQ(a.sizes(), t.sizes());
  EXPECT_EQ(a[1].strides(), t.strides().slice(1));
  EXPECT_EQ(a[1][2].size(0), 2);
  EXPECT_EQ(a[1][2].stride(0), 12);
  a[3][2][1] = -1;
  EXPECT_EQ(t[3][2][1].item<float>(), -1);
}

TEST(Accessor, PackedOnesCarryTheirSizes) {
  Tensor t = arange(6, kDouble).view({2, 3});
  const auto wide = t.packed_accessor64<double, 2, RestrictPtrTraits>();
  const auto narrow = t.packed_accessor32<double, 2>();
  const auto chosen = t.generic_packed_accessor<double, 2, DefaultPtrTraits, int32_t>();
  static_assert(std::is_same_v<decltype(narrow), decltype(chosen)>);
  static_assert(std::is_same_v<decltype(wide), const PackedTensorAccessor64<double, 2, RestrictPtrTraits>>);
  static_assert(std::is_same_v<decltype(narrow.size(0)), int32_t>);
  static_assert(sizeof narrow == sizeof(double*) + 4 * sizeof(int32_t));
  t.resize_({3, 2});
  EXPECT_EQ(wide.size(0), 2);
  EXPECT_EQ(narrow.stride(0), 3);
  EXPECT_EQ(wide[1][2], 5);
  EXPECT_EQ(narrow[1][2], 5);
  EXPECT_EQ((t.packed_accessor<double, 2>()[2][1]), 5);
}

TEST(Accessor, RefusesOtherTensors) {
  const Tensor t = ones({2, 3});
  EXPECT_NE(test::error_of([&] { (void)t.accessor<float, 1>(); }).find("expected 1"), std::string::npos);
  EXPECT_NE(test::error_of([&] { (void)t.packed_accessor32<double, 2>(); }).find("Float"), std::string::npos);
  const Tensor large = ones({1}, kByte).expand({int64_t{1} << 31});
  EXPECT_NE(test::error_of([&] { (void)large.packed_accessor32<uint8_t, 1>(); }).find("packed_accessor64"),
            std::string::npos);
  EXPECT_EQ((large.packed_accessor64<uint8_t, 1>().size(0)), int64_t{1} << 31);
}

}  // namespace
}  // namespace torchpp
