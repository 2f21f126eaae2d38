// SPDX-License-Identifier: BSD-3-Clause
// Files of tensors of every format, with faults in them, give an error or tensors that can be read, and nothing else.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/tensor_file.h>

#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"
#include "tests/serialize/gguf_bytes.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

// Mutations of each format: TORCHPP_FUZZ_ROUNDS, or few enough for every run of the tests.
int rounds() {
  const char* given = std::getenv("TORCHPP_FUZZ_ROUNDS");
  return given != nullptr ? std::atoi(given) : 4000;
}

class FuzzTensorFile : public testing::Test {
 protected:
  std::string content(const std::string& name) const {
    std::ifstream in(folder_.path() + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  // Loads all that can be, and touches every byte as a user would; the sanitizers watch.
  static bool read(const std::string& bytes) {
    try {
      TensorFile file = TensorFile::parse(bytes.data(), bytes.size(), "f");
      for (size_t i = 0; i < file.tensors().size(); ++i) {
        if (file.tensors()[i].dtype == ScalarType::Undefined) continue;
        const Tensor tensor = file.load(i);
        EXPECT_EQ(tensor.sizes(), IntArrayRef(file.tensors()[i].shape));
        EXPECT_LE(tensor.nbytes(), 1032 * bytes.size());  // what deflate can make of them
        const auto* data = static_cast<const volatile unsigned char*>(tensor.data_ptr());
        for (size_t at = 0; at < tensor.nbytes(); ++at) (void)data[at];
      }
      return true;
    } catch (const FileError& e) {
      EXPECT_EQ(std::string(e.what()).rfind("load 'f'", 0), 0u) << e.what();
      return false;
    }
  }

  static void mutate(const std::string& good, size_t head, std::vector<std::string> words) {
    ASSERT_TRUE(read(good));
    for (size_t n = 0; n < good.size(); ++n) read(good.substr(0, n));
    Mutator mutator(seed(), head, std::move(words));
    int refused = 0;
    const int count = rounds();
    for (int i = 0; i < count; ++i) refused += read(mutator(good)) ? 0 : 1;
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, count);
    std::printf("%d mutations, %d refused\n", count, refused);
  }

  TemporaryFolder folder_;
};

TEST_F(FuzzTensorFile, Safetensors) {
  save_safetensors(path("f"), {{"layers.0.weight", arange(6).view({2, 3})}, {"b", tensor({true}, kBool)}},
                   {{"a", "b"}});
  const std::string good = content("f");
  mutate(good, good.find_last_of('}') + 1,
         {"9223372036854775807", "-1", "1e3", "[", "{", "\"", "F64", "BOOL", "]]", ":"});
}

TEST_F(FuzzTensorFile, Npy) {
  save_npy(path("f"), arange(6, kShort).view({2, 3}));
  mutate(content("f"), 80, {"'descr'", "True", "(", ")", ",", "9999999999", "0", "'<c16'", "'>f8'", "'|O'", "'<U3'"});
}

TEST_F(FuzzTensorFile, Npz) {
  save_npz(path("f"), {{"a", arange(6, kShort).view({2, 3})}, {"b", tensor({true, false}, kBool)}});
  mutate(content("f"), 120, {"PK\1\2", "PK\3\4", "PK\5\6", "PK\6\6", ".npy", "'>f8'", "\xff\xff\xff\xff", "(", "9999"});
}

TEST_F(FuzzTensorFile, Gguf) {
  const std::string zeros(8, '\0'), ones(8, '\xff');
  mutate(gguf_sample(), 480, {zeros, ones, std::string("\x20\0\0\0", 4), std::string("\x09\0\0\0", 4), "GGUF", "\x7f"});
}

TEST_F(FuzzTensorFile, Csv) {
  mutate("x,y\n1,2\n-3,4.5e1\n5,nan\n", 12,
         {"\n", ",", ";", "\t", "#", "e", "-", "+", "1e999", "9223372036854775808", "inf"});
}

// An index cannot be opened in memory.
TEST_F(FuzzTensorFile, Index) {
  save_safetensors(path("a.safetensors"), {{"a", arange(3)}});
  save_safetensors(path("b.safetensors"), {{"b", arange(4)}});
  const std::string good =
      R"({"metadata": {"total_size": 56}, "weight_map": {"a": "a.safetensors", "b": "b.safetensors"}})";
  Mutator mutator(seed(), good.size(),
                  {"{", "}", "[", "\"", ":", ",", "../", "/", "weight_map", "null", "1e5", "\\u0000"});
  const int count = rounds() / 4;
  int refused = 0;
  for (int i = -1; i < count; ++i) {
    std::ofstream(path("i"), std::ios::binary) << (i < 0 ? good : mutator(good));
    try {
      EXPECT_EQ(TensorFile::open(path("i")).load_all().size(), 2u);
    } catch (const FileError&) {
      ASSERT_GE(i, 0);
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace torchpp::test
