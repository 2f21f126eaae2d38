// SPDX-License-Identifier: BSD-3-Clause
// .npy and .npz as files of tensors, and their writers.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/tensor_file.h>

#include <fstream>
#include <iterator>

#include "src/serialize/zip.h"
#include "tests/serialize/zip_bytes.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

class NumpyFile : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static Tensor some(ScalarType dtype) { return tensor({0., 1., 2., 3., 0., 5.}, kDouble).to(dtype).view({2, 3}); }

  TemporaryFolder folder_;
};

constexpr ScalarType kOfNumPy[] = {kBool, kByte,  kChar,   kShort,        kInt,          kLong,
                                   kHalf, kFloat, kDouble, kComplexFloat, kComplexDouble};

// numpy 1.24: np.save(f, np.arange(6, dtype=np.float32).reshape(2, 3))
TEST_F(NumpyFile, WritesTheBytesThatNumPyWrites) {
  save_npy(path("a"), arange(6, kFloat).view({2, 3}));
  const std::string bytes = content(path("a"));
  const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  ASSERT_EQ(bytes.size(), 128u + 24u);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(bytes.substr(10, 118), text + std::string(118 - text.size() - 1, ' ') + "\n");
  save_npy(path("b"), tensor({true}, kBool));
  EXPECT_NE(content(path("b")).find("{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }"), std::string::npos);
  save_npy(path("c"), tensor(2.));
  EXPECT_NE(content(path("c")).find("'shape': (), }"), std::string::npos);
}

TEST_F(NumpyFile, RoundTripsOfEveryDtype) {
  NamedTensors tensors;
  for (const ScalarType dtype : kOfNumPy) tensors.emplace_back(str("of.", dtype), some(dtype));
  tensors.emplace_back("transposed", some(kInt).t());
  tensors.emplace_back("conj", some(kComplexFloat).conj());
  tensors.emplace_back("scalar", tensor(7));
  tensors.emplace_back("none", empty({3, 0, 2}, kHalf));
  save_npz(path("t.npz"), tensors);
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(path("t.npz"), options);
    EXPECT_STREQ(file.format(), "npz");
    ASSERT_EQ(file.tensors().size(), tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      const auto& [name, expected] = tensors[i];
      const TensorInfo& info = file.tensors()[i];
      EXPECT_EQ(info.name, name);
      EXPECT_EQ(info.dtype, expected.scalar_type());
      EXPECT_EQ(IntArrayRef(info.shape), expected.sizes());
      EXPECT_EQ(info.nbytes, expected.nbytes());
      const Tensor loaded = file.load(i);
      EXPECT_TRUE(loaded.is_contiguous());
      EXPECT_EQ(loaded.sizes(), expected.sizes());
      EXPECT_TRUE(equal(loaded, expected.resolve_conj())) << name;
    }
  }
  for (const ScalarType dtype : kOfNumPy) {
    save_npy(path("t"), some(dtype));
    for (const bool map : {false, true}) {
      TensorFileOptions options;
      options.map = map;
      TensorFile file = TensorFile::open(path("t"), options);
      EXPECT_STREQ(file.format(), "npy");
      EXPECT_TRUE(equal(file.load("arr_0"), some(dtype)));
    }
  }
}

TEST_F(NumpyFile, ArraysWithoutACounterpartAreListed) {
  const std::string header = "{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }\n";
  const std::string text = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
  const std::string entry = text + std::string(16, '\0');
  std::string bytes;
  serialize::ZipWriter zip([&](const void* data, size_t n) { bytes.append(static_cast<const char*>(data), n); });
  save_npy(path("a"), some(kFloat));
  const std::string array = content(path("a"));
  zip.add("label.npy", entry.data(), entry.size());
  zip.add("a.npy", array.data(), array.size());
  zip.finish();
  TensorFile file = TensorFile::parse(bytes.data(), bytes.size(), "t");
  EXPECT_EQ(file.tensors()[0].dtype, ScalarType::Undefined);
  EXPECT_EQ(file.tensors()[0].stored_as, "<U4");
  expect_error<NotImplementedError>([&] { file.load("label"); }, "tensor 'label' is stored as <U4");
  EXPECT_TRUE(equal(file.load("a"), some(kFloat)));
}

// Arrays that are inflated by several threads, between others that are not. 192 KB of noise stay as many when deflated.
TEST_F(NumpyFile, InflatedArraysAreReadInTheirOrder) {
  NamedTensors tensors;
  std::vector<Part> parts;
  for (int64_t i = 0; i < 20; ++i) {
    tensors.emplace_back(str("t", i), randint(256, {i % 7 == 3 ? 4 : 192 << 10}, kByte));
    save_npy(path("t"), tensors.back().second);
    const std::string entry = str("t", i, ".npy"), bytes = content(path("t"));
    parts.push_back(i == 5 ? part_of(entry, bytes) : deflated(entry, bytes));
  }
  const auto write = [&](const char* name) {
    std::ofstream(path(name), std::ios::binary) << hand_made(parts);
    return path(name);
  };
  const std::string good = write("good.npz");
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    const NamedTensors loaded = TensorFile::open(good, options).load_all();
    ASSERT_EQ(loaded.size(), tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      EXPECT_EQ(loaded[i].first, tensors[i].first);
      EXPECT_TRUE(equal(loaded[i].second, tensors[i].second)) << i;
    }
  }
  parts[9].crc ^= 1;
  expect_error<FileError>([&] { TensorFile::open(write("bad.npz")).load_all(); }, "entry 't9.npy' is damaged");
}

TEST_F(NumpyFile, DamageIsFound) {
  save_npz(path("t"), {{"a", some(kFloat)}});
  std::string bytes = content(path("t"));
  const size_t data = bytes.find("\n", bytes.find("NUMPY")) + 1;
  bytes[data + 4] ^= 1;
  TensorFile file = TensorFile::parse(bytes.data(), bytes.size(), "t");
  expect_error<FileError>([&] { file.load("a"); }, "entry 'a.npy' is damaged");
  for (size_t n = 0; n < bytes.size(); ++n)
    expect_error<FileError>([&] { TensorFile::parse(bytes.data(), n, "t"); }, "load 't'");
}

TEST_F(NumpyFile, WhatNumPyDoesNotHaveIsRefused) {
  expect_error<TypeError>([&] { save_npy(path("t"), some(kBFloat16)); }, "BFloat16, which NumPy does not have");
  expect_error<TypeError>(
      [&] {
        save_npz(path("t"), {{"a", some(kFloat)}, {"b", some(kFloat).to_sparse()}});
      },
      "tensor 'b' got layout");
  expect_error<ValueError>([&] { save_npz(path("t"), {{"", some(kFloat)}}); }, "an empty name");
  expect_error<ValueError>([&] { save_npz(path("t"), {{"a", Tensor()}}); }, "tensor 'a' is undefined");
  expect_error<ValueError>([&] { save_npz(path("t"), {{"a", some(kFloat)}, {"a", some(kFloat)}}); }, "a.npy");
  EXPECT_FALSE(std::ifstream(path("t")).good());
}

}  // namespace
}  // namespace torchpp::test
