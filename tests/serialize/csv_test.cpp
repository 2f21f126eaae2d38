// SPDX-License-Identifier: BSD-3-Clause
// Tables of text as files of tensors.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/csv.h>
#include <torchpp/serialize/tensor_file.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

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

class CsvFile : public testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/t.csv"; }
  std::string content() const {
    std::ifstream in(path());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string written(const Tensor& tensor, const std::vector<std::string>& columns = {}) const {
    save_csv(path(), tensor, columns);
    return content();
  }
  // The bytes are those of the tensor when what was read is converted to its dtype.
  void expect_back(const Tensor& tensor) const {
    save_csv(path(), tensor);
    const Tensor read = TensorFile::open(path()).load("values");
    EXPECT_EQ(read.scalar_type(), isFloatingType(tensor.scalar_type()) ? kDouble : kLong);
    const Tensor back = read.to(tensor.scalar_type()), plain = tensor.contiguous();
    ASSERT_EQ(back.numel(), plain.numel());
    EXPECT_EQ(std::memcmp(back.data_ptr(), plain.data_ptr(), plain.nbytes()), 0) << content();
  }

  TemporaryFolder folder_;
};

TEST_F(CsvFile, IsText) {
  EXPECT_EQ(written(tensor({1, -2, 3, 4}, kLong).view({2, 2})), "1,-2\n3,4\n");
  EXPECT_EQ(written(tensor({1, -2, 3, 4}, kLong).view({2, 2}).t()), "1,3\n-2,4\n");
  EXPECT_EQ(written(tensor({0.1F, -0.F, 1e20F, 16777216.F})), "0.1\n-0.0\n1e+20\n16777216.0\n");
  EXPECT_EQ(written(tensor({true, false}, kBool)), "1\n0\n");
  EXPECT_EQ(written(tensor(0.1)), "0.1\n");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(written(tensor({infinity, -infinity, std::numeric_limits<float>::quiet_NaN()})), "inf\n-inf\nnan\n");
  EXPECT_EQ(written(tensor({1, 2}, kLong).view({1, 2}), {"a b", "2"}), "a b,2\n1,2\n");
  TensorFile file = TensorFile::open(path());
  EXPECT_EQ(file.metadata(), (Metadata{{"columns", "a b,2"}}));
  EXPECT_EQ(file.tensors()[0].shape, (std::vector<int64_t>{1, 2}));
}

TEST_F(CsvFile, EveryNumberComesBack) {
  for (const ScalarType dtype : {kHalf, kBFloat16, kShort, kChar, kByte, kBool}) {
    // Every bit pattern but those of NaN, whose bits are not kept.
    const bool is_wide = elementSize(dtype) == 2;
    Tensor bits = arange(is_wide ? 65536 : dtype == kBool ? 2 : 256, kInt).to(is_wide ? kShort : kByte);
    Tensor all = dtype == kBool ? bits.to(kBool) : bits.view(dtype);
    if (isFloatingType(dtype)) all = all.masked_select(all.isnan().logical_not());
    expect_back(all.view({2, -1}));
  }
  std::mt19937_64 random(1);
  Tensor words = empty({60000}, kLong);
  for (int64_t i = 0; i < words.numel(); ++i) words.data_ptr<int64_t>()[i] = static_cast<int64_t>(random());
  expect_back(words.view({3, -1}));
  for (const ScalarType dtype : {kDouble, kFloat}) {
    const Tensor numbers = words.view(dtype);
    expect_back(numbers.masked_select(numbers.isnan().logical_not()));
  }
  const double least = std::numeric_limits<double>::denorm_min(), most = std::numeric_limits<double>::max();
  expect_back(tensor({least, most, -most, 1.0 / 3, std::numeric_limits<double>::min()}));
  expect_back(tensor({std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}));
}

TEST_F(CsvFile, WhatIsNoTableIsNotWritten) {
  const Tensor two = ones({1, 2});
  expect_error<ValueError>([&] { save_csv(path(), ones({2, 2, 2})); }, "got a tensor of shape [2, 2, 2]");
  expect_error<ValueError>([&] { save_csv(path(), ones({0, 2})); }, "with elements");
  expect_error<ValueError>([&] { save_csv(path(), Tensor()); }, "undefined");
  expect_error<TypeError>([&] { save_csv(path(), ones({2}, kComplexFloat)); }, "got a tensor of ComplexFloat");
  expect_error<TypeError>([&] { save_csv(path(), two.to_sparse()); }, "without dense values");
  expect_error<ValueError>([&] { save_csv(path(), two, {"a"}); }, "got 1 names of columns, expected 2");
  for (const char* name : {"a,b", "a;", "\t", "a\n"})
    expect_error<ValueError>([&] { save_csv(path(), two, {name, "b"}); }, "got a separator");
  for (const std::vector<std::string>& names : {std::vector<std::string>{"1", "2"}, {"#a", "b"}, {"1", "nan"}})
    expect_error<ValueError>([&] { save_csv(path(), two, names); }, "no comment and not all numbers");
  EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace torchpp::test
