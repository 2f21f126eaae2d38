// SPDX-License-Identifier: BSD-3-Clause
// Tables of text as files of tensors.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/tensor_file.h>

#include <limits>

#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

TensorFile open(const std::string& text) { return TensorFile::parse(text.data(), text.size(), "t"); }

TEST(Csv, Tables) {
  const Tensor whole = tensor({1, 2, -3, 4}, kLong).view({2, 2});
  for (const char* text :
       {"1,2\n-3,4\n", "1;2\r\n-3;+4\r\n", "1\t2\n-3\t4", "  1   2\n -3 4 \n", "# a comment\n\n1, 2\n\n-3 ,4\n\n"}) {
    TensorFile file = open(text);
    EXPECT_STREQ(file.format(), "csv");
    EXPECT_TRUE(file.metadata().empty());
    EXPECT_TRUE(equal(file.load("values"), whole)) << text << file.load("values");
  }
  TensorFile named = open("x,y\n1,2\n-3,4e0\n");
  EXPECT_EQ(named.metadata(), (Metadata{{"columns", "x,y"}}));
  EXPECT_TRUE(equal(named.load("values"), whole.to(kDouble)));
  EXPECT_EQ(named.tensors()[0].stored_as, "text");
  const Tensor special = open("nan,inf\n-inf,1e-3\n").load("values");
  EXPECT_TRUE(special[0][0].isnan().item<bool>());
  EXPECT_EQ(special[0][1].item<double>(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(special[1][1].item<double>(), 1e-3);
  EXPECT_EQ(open("9223372036854775808\n").load("values").item<double>(), 9223372036854775808.);
}

TEST(Csv, LinesLongerThanWhatIsReadAtOnce) {
  std::string row = "0";
  for (int i = 1; i < 30000; ++i) row += str(",", i);
  const Tensor expected = arange(30000).expand({3, -1});
  EXPECT_TRUE(equal(open(row + "\n" + row + "\n" + row).load("values"), expected));
}

TEST(Csv, WhatIsNoTableIsRefused) {
  const auto refused = [](const std::string& text, const char* phrase) {
    expect_error<FileError>([&] { open(text); }, phrase);
  };
  refused("x,y\nz,1\n", "expected a file of a known format");
  refused("", "expected a file of a known format");
  refused("\n\n", "expected a file of a known format");
  refused(std::string("1,2\0", 4), "expected a file of a known format");
  refused("1,2\n3\n", "row 1 got 1 numbers, expected 2");
  refused("1,2\n3,x\n", "row 1 column 1 got 'x', expected a number");
  refused("1,2\n3,\n", "row 1 column 1 got '', expected a number");
  refused("1,1e999\n", "expected a file of a known format");
  refused("1,2\n3,4,5\n", "row 1 got 3 numbers, expected 2");
}

}  // namespace
}  // namespace torchpp::test
