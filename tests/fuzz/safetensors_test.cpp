// SPDX-License-Identifier: BSD-3-Clause
// Files with faults in them give an error or tensors that can be read, and nothing else.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize/safetensors.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

std::string sample(const test::TemporaryFolder& folder) {
  NamedTensors tensors;
  for (ScalarType dtype : {kDouble, kFloat, kHalf, kBFloat16, kLong, kInt, kShort, kChar, kByte, kBool, kComplexFloat,
                           kComplexDouble, kComplexHalf}) {
    Tensor t = empty({2, 3}, dtype);
    std::memset(t.data_ptr(), 1, t.nbytes());
    tensors.emplace_back(str("layers.", tensors.size(), ".weight"), t);
  }
  tensors.emplace_back("scalar", tensors[1].second.select(0, 0).select(0, 0));
  tensors.emplace_back("empty", empty({3, 0}));
  save_safetensors(folder.path() + "/sample", tensors, {{"format", "pt"}});
  std::ifstream in(folder.path() + "/sample", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Touches every byte, as a user would; the sanitizers watch.
unsigned sum_of(const Safetensors& file) {
  unsigned sum = 0;
  for (const auto& item : file.tensors) {
    const auto* bytes = static_cast<const unsigned char*>(item.second.data_ptr());
    for (size_t i = 0; i < item.second.nbytes(); ++i) sum += bytes[i];
  }
  return sum;
}

TEST(SafetensorsFuzz, MutatedFilesGiveErrorsOnly) {
  test::TemporaryFolder folder;
  const std::string good = sample(folder);
  test::Mutator mutator(test::seed(), good.find_last_of('}') + 1,
                        {"18446744073709551615", "9223372036854775807", "4294967296", "-1", "1e3", "0", "[", "{", "\"",
                         "\\u0000", "F64", "BOOL", "null", "]]", ":", ","});
  int refused = 0;
  unsigned sum = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string bad = mutator(good);
    // A new file each time: some file systems flush one that is cut and written again.
    const std::string path = str(folder.path(), "/", i);
    std::ofstream(path, std::ios::binary) << bad;
    for (bool map : {true, false}) {
      try {
        LoadSafetensorsOptions options;
        options.map = map;
        sum += sum_of(load_safetensors(path, options));
      } catch (const FileError&) {
        ++refused;
      }
    }
    std::remove(path.c_str());
    try {
      sum += sum_of(parse_safetensors(bad.data(), bad.size()));
    } catch (const FileError&) {
      ++refused;
    }
  }
  // Most edits of the header are lies; a bit that flips within the data is none.
  EXPECT_GT(refused, 2000);
  EXPECT_LT(refused, 6000);
  EXPECT_NE(sum, 0u);
}

}  // namespace
