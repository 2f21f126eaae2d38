// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/array_ref.h>

namespace {

using torchpp::IntArrayRef;
using torchpp::OptionalIntArrayRef;

std::vector<int64_t> values(OptionalIntArrayRef v) { return v ? (*v).vec() : std::vector<int64_t>{-99}; }
// Overwrites the stack memory to which a dangling reference would refer.
int64_t scribble() {
  volatile int64_t junk[64];
  for (int64_t i = 0; i < 64; ++i) junk[i] = 7777 + i;
  return junk[63];
}
OptionalIntArrayRef made_of_one(int v) {
  OptionalIntArrayRef r(v);
  scribble();
  return r;
}

TEST(OptionalArrayRef, KeepsOneNumberItself) {
  const OptionalIntArrayRef one = made_of_one(3);
  scribble();
  EXPECT_EQ(values(one), (std::vector<int64_t>{3}));
  const OptionalIntArrayRef copy = one;
  EXPECT_EQ(values(copy), (std::vector<int64_t>{3}));
}

TEST(OptionalArrayRef, ListsAndNothing) {
  EXPECT_EQ(values({1, 2}), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(values(torchpp::nullopt), (std::vector<int64_t>{-99}));
  const std::vector<int64_t> v{4, 5};
  EXPECT_EQ(values(v), v);
  EXPECT_EQ(values(IntArrayRef(v)), v);
  EXPECT_THROW(OptionalIntArrayRef().value(), torchpp::Error);
}

struct Opaque {};

// Were 0 a pointer as well as a size, this would be ambiguous, and with Clang 14 so would `x.index({0, 0})`.
TEST(ArrayRef, ZerosAreNoPairOfPointers) { EXPECT_TRUE((torchpp::ArrayRef<Opaque>{0, 0}).empty()); }

TEST(ArrayRef, SliceAndBounds) {
  const std::vector<int64_t> v{1, 2, 3};
  EXPECT_EQ(IntArrayRef(v).slice(1).vec(), (std::vector<int64_t>{2, 3}));
  EXPECT_THROW(IntArrayRef(v).at(3), torchpp::IndexError);
  EXPECT_THROW(IntArrayRef(v).slice(2, 2), torchpp::IndexError);
  EXPECT_EQ(torchpp::to_string(IntArrayRef(v)), "[1, 2, 3]");
}

}  // namespace
