// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/tensor_file.h>

#include "tests/serialize/gguf_bytes.h"
#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

TensorFile open(const std::string& bytes) { return TensorFile::parse(bytes.data(), bytes.size(), "g"); }
void refused(const std::string& bytes, const char* phrase) {
  expect_error<FileError>([&] { open(bytes); }, phrase);
}

TEST(Gguf, TensorsAndMetadata) {
  TensorFile file = open(gguf_sample());
  EXPECT_STREQ(file.format(), "gguf");
  EXPECT_EQ(file.metadata(), (Metadata{{"general.name", "small"},
                                       {"rope", "0.5"},
                                       {"layers", "7"},
                                       {"flag", "true"},
                                       {"ids", "[1, 2, 3]"},
                                       {"tokens", "[2 texts]"}}));
  ASSERT_EQ(file.tensors().size(), 6u);
  EXPECT_TRUE(equal(file.load("f32"), tensor({1.F, -2.F, 3.F, 4.F, 5.F, 6.F}).view({2, 3})));
  EXPECT_TRUE(equal(file.load("f16"), tensor({0.5, -1.5}).to(kHalf)));
  EXPECT_TRUE(equal(file.load("bf16"), tensor({1., 2.}).to(kBFloat16)));

  const TensorInfo& q8 = file.tensors()[*file.find("q8_0")];
  EXPECT_EQ(q8.dtype, kFloat);
  EXPECT_EQ(q8.stored_as, "Q8_0");
  EXPECT_EQ(q8.shape, (std::vector<int64_t>{2, 32}));
  EXPECT_EQ(q8.nbytes, 68u);
  // Element i of block b is the step of the block, 0.5 and 2, times i - 16 - b.
  const Tensor loaded = file.load("q8_0");
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < 32; ++i) EXPECT_EQ(loaded[b][i].item<float>(), (b == 0 ? 0.5F : 2.F) * (i - 16 - b));

  // Bytes i * 17 % 256: element i of the block is (the byte's lower half - 8) / 4, element i + 16 its upper half's.
  const Tensor q4 = file.load("q4_0");
  EXPECT_EQ(q4.sizes(), IntArrayRef({1, 32}));
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(q4[0][i].item<float>(), 0.25F * (i * 17 % 16 - 8)) << i;
    EXPECT_EQ(q4[0][i + 16].item<float>(), 0.25F * (i * 17 / 16 - 8)) << i;
  }

  const TensorInfo& other = file.tensors()[*file.find("q8_1")];
  EXPECT_EQ(other.dtype, ScalarType::Undefined);
  EXPECT_EQ(other.stored_as, "Q8_1");
  expect_error<NotImplementedError>([&] { file.load("q8_1"); }, "stored as Q8_1");
}

// What the package gguf makes of random blocks (fixtures/make_gguf.py).
TEST(Gguf, QuantizedTensorsAreTheFloatsThatOthersMakeOfThem) {
  TensorFile file = TensorFile::open(TORCHPP_FIXTURES "blocks.gguf");
  for (const char* name : {"Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"}) {
    EXPECT_EQ(file.tensors()[*file.find(name)].stored_as, name);
    EXPECT_EQ(file.tensors()[*file.find(name)].dtype, kFloat);
    const Tensor got = file.load(name), expected = file.load(std::string(name) + ".floats");
    EXPECT_TRUE(equal(got, expected)) << name << got.sub(expected).abs().max() << got << expected;
    EXPECT_EQ(got.sizes(), expected.sizes());
  }
}

// A step that is a float, 256 integers, and sums of them, which are passed over.
TEST(Gguf, LargeBlocksOfBytes) {
  std::string block = gguf_number(0.3F);
  for (int i = 0; i < 256; ++i) block += static_cast<char>(i);
  block += std::string(32, '\x55');
  TensorFile file = open(gguf_bytes({}, {{"a", {256}, 15, block}}));
  const Tensor got = file.load("a");
  for (int i = 0; i < 256; ++i) EXPECT_EQ(got[i].item<float>(), 0.3F * static_cast<float>(i < 128 ? i : i - 256));
}

TEST(Gguf, EveryCutIsRefused) {
  const std::string bytes = gguf_sample();
  for (size_t n = 0; n < bytes.size(); ++n) refused(bytes.substr(0, n), "load 'g'");
}

TEST(Gguf, LiesAreRefused) {
  const auto one = [](GgufTensor tensor) { return gguf_bytes({}, {std::move(tensor)}); };
  const std::string four(16, '\1');
  EXPECT_EQ(open(one({"a", {4}, 0, four})).tensors().size(), 1u);
  refused(gguf_bytes({}, {}, 1), "got version 1 of GGUF");
  refused(gguf_bytes({}, {}, 0x03000000), "little-endian");
  refused(gguf_bytes({}, {}).replace(8, 8, 8, '\x7f'), "cannot hold so many");
  refused(one({"a", {4}, 99, four}), "tensor 'a' got type 99");
  refused(one({"a", {1, 1, 1, 1, 1}, 0, four}), "got 5 dimensions");
  refused(one({"a", {5}, 0, four}), "got 20 bytes at 0, expected them within the 16");
  refused(one({"a", {uint64_t{1} << 32, uint64_t{1} << 32}, 0, four}), "cannot be counted");
  refused(one({"a", {uint64_t{1} << 63}, 0, four}), "expected at most 2^63 - 1");
  refused(one({"a", {16}, 8, four}), "rows of 16 elements, expected a multiple of 32");
  refused(gguf_bytes({}, {{"a", {4}, 0, four}, {"a", {4}, 0, four}}), "the tensor name 'a' twice");
  refused(one({"a", {4}, 0, four, uint64_t{8}}), "got the offset 8, expected a multiple of 32");
  refused(one({"a", {4}, 0, four, uint64_t{32} << 50}), "expected them within");
  refused(gguf_bytes({}, {{"a", {4}, 0, four}, {"b", {4}, 0, four, uint64_t{0}}}), "overlap those of another");
  refused(gguf_bytes({gguf_value("general.alignment", 4, gguf_number<uint32_t>(0))}, {}), "expected a multiple of 8");
  refused(gguf_bytes({gguf_value("general.alignment", 8, gguf_text("32"))}, {}), "general.alignment got '32'");
  refused(gguf_bytes({gguf_value("a", 13, "")}, {}), "got type 13");
  refused(gguf_bytes({gguf_value("a", 8, gguf_number(~uint64_t{0}))}, {}), "bytes for a text");
  refused(gguf_bytes({gguf_value("a", 9, gguf_number<uint32_t>(4) + gguf_number(~uint64_t{0}))}, {}), "so many");
  refused(gguf_bytes({gguf_value("a", 9, gguf_number<uint32_t>(8) + gguf_number(~uint64_t{0}))}, {}), "bytes for a");
  std::string nested = gguf_number<uint32_t>(4) + gguf_number<uint64_t>(0);
  for (int i = 0; i < 10; ++i) nested = gguf_number<uint32_t>(9) + gguf_number<uint64_t>(1) + nested;
  refused(gguf_bytes({gguf_value("a", 9, nested)}, {}), "lists 4 deep");
}

}  // namespace
}  // namespace torchpp::test
