// SPDX-License-Identifier: BSD-3-Clause
// TFRecord files: checksums, examples, specs.
#include "data/tfrecord.h"

#include <gtest/gtest.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/tensor.h>

#include "data/crc32c.h"
#include "tests/data_io/fixtures.h"
#include "tests/support/expect_error.h"

namespace {

using namespace torchpp;
using data::Features;
using data::FeatureSpec;
using data::FeatureSpecs;
using data::TfRecordOptions;
using test::expect_error;

std::vector<std::string> records_of(const std::string& bytes, int64_t most = 1 << 20) {
  data::TfRecordReader reader(data::memory_stream(bytes, "x"), most);
  std::vector<std::string> records;
  std::string record;
  while (reader.next(record)) records.push_back(record);
  return records;
}
std::string file() { return test::from_hex(test::kTfRecord); }

Features features(size_t record, const FeatureSpecs& spec) {
  return data::parse_example(records_of(file()).at(record), TfRecordOptions().spec(spec), "x");
}

TEST(TfRecord, Checksum) {
  EXPECT_EQ(data::crc32c("123456789", 9), 0xE3069283u) << "RFC 3720's check value";
  const std::string zeros(32, '\0'), ones(32, '\xff');
  EXPECT_EQ(data::crc32c(zeros.data(), 32), 0x8A9136AAu);  // RFC 3720, B.4
  EXPECT_EQ(data::crc32c(ones.data(), 32), 0x62A8AB43u);
  EXPECT_EQ(data::crc32c("", 0), 0u);
}

// The values are those that the records were made of, with protobuf 3.21 for Python.
TEST(TfRecord, ExamplesOfOthers) {
  const std::vector<std::string> records = records_of(file());
  ASSERT_EQ(records.size(), 2u);
  Features example = data::parse_example(records[0], {}, "x");
  ASSERT_EQ(example.size(), 4u);
  EXPECT_TRUE(example["label"].toTensor().equal(tensor({3, -1}, kLong)));
  EXPECT_TRUE(example["weights"].toTensor().equal(tensor({0.5F, -2.F, 1.25F, 8.F})));
  EXPECT_EQ(example["weights"].toTensor().dtype(), kFloat);
  EXPECT_EQ(example["image"], IValue(IValue::List{std::string("\0\1\xff", 3), "text"}));
  EXPECT_TRUE(example["none"].isNone());

  Features sequence = data::parse_example(records[1], {}, "x");
  ASSERT_EQ(sequence.size(), 3u);
  EXPECT_TRUE(sequence["id"].toTensor().equal(tensor({7}, kLong)));
  EXPECT_TRUE(sequence["frames"].toListRef().at(2).toTensor().equal(tensor({5, 6}, kLong)));
  EXPECT_EQ(sequence["words"].toListRef().at(1), IValue(IValue::List{"bc"}));
}

TEST(TfRecord, Specs) {
  Features example = features(0, {{"weights", FeatureSpec().shape(std::vector<int64_t>{2, -1}).dtype(kDouble)},
                                  {"image", FeatureSpec().shape(std::vector<int64_t>{2, 1})}});
  EXPECT_EQ(example.size(), 2u);
  EXPECT_TRUE(example["weights"].toTensor().equal(tensor({0.5, -2., 1.25, 8.}, kDouble).reshape({2, 2})));
  EXPECT_EQ(example["image"].toListRef().at(1), IValue(IValue::List{"text"}));
  Features sequence = features(1, {{"frames", FeatureSpec().dtype(kInt).shape(std::vector<int64_t>{6})},
                                   {"id", FeatureSpec().shape(std::vector<int64_t>{})}});
  EXPECT_TRUE(sequence["frames"].toTensor().equal(tensor({1, 2, 3, 4, 5, 6}, kInt)));
  EXPECT_EQ(sequence["id"].toTensor().dim(), 0);

  expect_error([] { features(0, {{"other", FeatureSpec()}}); }, "x: got no feature 'other', which the spec names");
  expect_error(
      [] {
        features(0, {{"label", FeatureSpec().shape(std::vector<int64_t>{3})}});
      },
      "x 'label': got a feature of shape [2]: ");
  expect_error(
      [] {
        features(0, {{"image", FeatureSpec().shape(std::vector<int64_t>{3})}});
      },
      "x 'image': got 2 texts, expected the shape [3]");
  expect_error([] { features(1, {{"words", FeatureSpec().dtype(kFloat)}}); }, "x 'words': got a list with features");
}

TEST(TfRecord, EveryCutAndEveryChangedByteIsSeen) {
  const std::string good = file();
  const size_t second = 8 + 4 + 95 + 4;  // the first record ends here
  for (size_t n = 1; n < good.size(); ++n) {
    if (n == second) continue;
    expect_error([&] { records_of(good.substr(0, n)); }, "read 'x' record ");
  }
  for (size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] = static_cast<char>(changed[i] ^ 0x40);
    expect_error([&] { records_of(changed); }, "read 'x' record ");
  }
  expect_error([&] { records_of(good, 50); }, "got a record of 95 bytes, expected at most 50");
}

TEST(TfRecord, DamagedExamples) {
  const std::string good = records_of(file()).at(0);
  int refused = 0;
  for (size_t n = 1; n < good.size(); ++n) {
    try {
      data::parse_example(good.substr(0, n), {}, "x");
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()).find("x: no valid example: "), 0u) << error.what();
      ++refused;
    }
  }
  EXPECT_EQ(refused, static_cast<int>(good.size()) - 1) << "the whole example is one field";
  expect_error([] { data::parse_example(std::string(20, '\xff'), {}, "x"); }, "a number has more than 10 bytes");
  expect_error([] { data::parse_example("\x0b", {}, "x"); }, "a field has an unknown type");
}

}  // namespace
