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
#include "tests/fuzz/tensor_file_target.h"
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
  static std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string content(const std::string& name) const { return bytes_of(path(name)); }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  static void mutate(const std::string& good, size_t head, std::vector<std::string> words) {
    ASSERT_TRUE(read_tensor_file(good));
    for (size_t n = 0; n < good.size(); ++n) read_tensor_file(good.substr(0, n));
    Mutator mutator(seed(), head, std::move(words));
    int refused = 0;
    const int count = rounds();
    for (int i = 0; i < count; ++i) refused += read_tensor_file(mutator(good)) ? 0 : 1;
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, count);
    std::printf("%d mutations, %d refused\n", count, refused);
  }

  TemporaryFolder folder_;
};

// With which libFuzzer begins.
TEST_F(FuzzTensorFile, TheSeedsAreFiles) {
  for (const char* name : {"safetensors", "npy", "npz", "gguf", "csv"})
    EXPECT_TRUE(read_tensor_file(bytes_of(str(TORCHPP_FIXTURES "../../fuzz/corpus/tensor_file/", name)))) << name;
}

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

TEST_F(FuzzTensorFile, GgufBlocks) {
  std::vector<GgufTensor> tensors;
  const std::pair<uint32_t, size_t> large[] = {{10, 84}, {11, 110}, {12, 144}, {13, 176}, {14, 210}, {15, 292}};
  for (const auto& [type, bytes] : large) tensors.push_back({str("t", type), {256}, type, std::string(bytes, 'x')});
  const std::pair<uint32_t, size_t> small[] = {{3, 20}, {6, 22}, {7, 24}};
  for (const auto& [type, bytes] : small) tensors.push_back({str("t", type), {32}, type, std::string(bytes, 'x')});
  const std::string zeros(8, '\0'), ones(8, '\xff');
  mutate(gguf_bytes({}, tensors), 400, {zeros, ones, std::string("\x0a\0\0\0", 4), std::string("\x0f\0\0\0", 4)});
}

TEST_F(FuzzTensorFile, Csv) {
  mutate("x,y\n1,2\n-3,4.5e1\n5,nan\n", 12,
         {"\n", ",", ";", "\t", "#", "e", "-", "+", "1e999", "9223372036854775808", "inf"});
}

// An index cannot be opened in memory.
TEST_F(FuzzTensorFile, Index) {
  save_safetensors(path("a.safetensors"), {{"a", arange(3)}});
  save_safetensors(path("b.safetensors"), {{"b", arange(4)}});
  const std::string good = bytes_of(TORCHPP_FIXTURES "../../fuzz/corpus/safetensors_index/two_files");
  Mutator mutator(seed(), good.size(),
                  {"{", "}", "[", "\"", ":", ",", "../", "/", "weight_map", "null", "1e5", "\\u0000"});
  const int cuts = static_cast<int>(good.rfind('}')), count = rounds() / 4;
  int refused = 0;
  for (int i = -1; i < cuts + count; ++i) {
    const std::string bytes = i < 0 ? good : i < cuts ? good.substr(0, static_cast<size_t>(i)) : mutator(good);
    std::ofstream(path("i"), std::ios::binary) << bytes;
    try {
      TensorFile file = TensorFile::open(path("i"));
      // What is left may be a table of numbers.
      const bool is_table = std::string(file.format()) == "csv";
      EXPECT_EQ(file.load_all().size(), is_table ? 1u : 2u);
    } catch (const FileError&) {
      ASSERT_GE(i, 0);
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace torchpp::test
