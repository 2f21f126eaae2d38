// SPDX-License-Identifier: BSD-3-Clause
// Files of PyTorch with faults in them give an error or values that can be read, and nothing else. TORCHPP_FUZZ_RUNS
// tells how often each file is changed; fuzzers/ has the same targets for libFuzzer.
#include "tests/fuzz/pt_target.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"

namespace torchpp::test {
namespace {

int runs() {
  const char* given = std::getenv("TORCHPP_FUZZ_RUNS");
  return given != nullptr ? std::atoi(given) : 1000;
}

std::string fixture(const std::string& name) {
  std::ifstream in(TORCHPP_FIXTURES + name, std::ios::binary);
  EXPECT_TRUE(in.good()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

// Operations, names and numbers of pickles, and signatures of zip.
std::vector<std::string> words() {
  return {"\x80\x02",
          "(",
          ")",
          "]",
          "}",
          "t",
          "R",
          "Q",
          "b",
          "s",
          "u",
          "e",
          "a",
          "0",
          "1",
          "2",
          ".",
          "N",
          "\x88",
          "\x85",
          "\x86",
          "\x87",
          "\x81",
          "\x93",
          "\x94",
          "\x8f",
          "\x90",
          "\x91",
          "q\x01",
          "h\x01",
          "h\x02",
          "K\xff",
          "J\xff\xff\xff\xff",
          "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f",
          "M\xff\xff",
          std::string("X\1\0\0\0000", 6),
          "U\1"
          "0",
          "ccollections\nOrderedDict\n",
          "ctorch._utils\n_rebuild_tensor_v2\n",
          "ctorch._utils\n_rebuild_parameter\n",
          "ctorch._utils\n_rebuild_sparse_tensor\n",
          "ctorch._utils\n_rebuild_sparse_csr_tensor\n",
          "ctorch._utils\n_rebuild_qtensor\n",
          "ctorch\nper_tensor_affine\n",
          "ctorch\nper_channel_affine\n",
          "ctorch\nQInt8Storage\n",
          "ctorch\nQInt32Storage\n",
          "ctorch\nQUInt2x4Storage\n",
          "ctorch\nDoubleStorage\n",
          "ctorch\nFloatStorage\n",
          "ctorch\nBoolStorage\n",
          "ctorch\nSize\n",
          "ctorch\ndevice\n",
          "ctorch.jit._pickle\nbuild_intlist\n",
          "c__torch__\nNet\n",
          "cos\nsystem\n",
          "PK\1\2",
          "PK\3\4",
          "PK\5\6",
          "PK\6\6",
          "PK\6\7",
          std::string(8, '\xff'),
          std::string(4, '\0')};
}

constexpr const char* kFiles[] = {"state_dict.pt",
                                  "state_dict_stream.pth",
                                  "tensors.pt",
                                  "tensors_stream.pth",
                                  "values.pt",
                                  "values_stream.pth",
                                  "adam.pt",
                                  "four.pt",
                                  "quantized.pt",
                                  "quantized_channels.pt",
                                  "sparse.pt",
                                  "sparse_csr.pt",
                                  "tar.pth",
                                  "libtorch_module.pt",
                                  "libtorch_adam.pt",
                                  "libtorch_tensors.pt",
                                  "libtorch_pickle.bin"};

TEST(PtFuzz, ChangedFilesGiveErrorsOrValues) {
  Mutator mutate(seed(), 1024, words());
  int read = 0, refused = 0;
  for (const char* name : kFiles) {
    const std::string good = fixture(name);
    for (int i = 0; i < runs(); ++i) {
      const std::string bad = mutate(good);
      ++(reads_as_pt(bad.data(), bad.size()) ? read : refused);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, read);
}

// Archives that are right, with faults in an entry.
TEST(PtFuzz, ChangedEntriesGiveErrorsOrValues) {
  Mutator mutate(seed(), 1024, words());
  int read = 0, refused = 0;
  for (const char* name : kFiles) {
    const std::string good = fixture(name);
    if (good.compare(0, 2, "PK") != 0) continue;
    serialize::ZipReader reader(exact_copy(good.data(), good.size()), name, size_t{1} << 20);
    for (int i = 0; i < runs(); ++i) {
      std::string bad;
      serialize::ZipWriter writer([&](const void* data, size_t n) { bad.append(static_cast<const char*>(data), n); });
      for (const serialize::ZipEntry& entry : reader.entries()) {
        std::string bytes = reader.read(entry);
        if (entry.name.find("data.pkl") != std::string_view::npos) bytes = mutate(bytes);
        writer.add(std::string(entry.name), bytes.data(), bytes.size());
      }
      writer.finish();
      ++(reads_as_pt(bad.data(), bad.size()) ? read : refused);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, read);
}

TEST(PtFuzz, ChangedZipArchivesGiveErrorsOrEntries) {
  Mutator mutate(seed(), 64, words());
  int read = 0, refused = 0;
  for (const char* name : {"libtorch_adam.pt", "values.pt"}) {  // the first has deflated entries
    const std::string good = fixture(name);
    for (int i = 0; i < runs(); ++i) {
      const std::string bad = mutate(good);
      ++(reads_as_zip(bad.data(), bad.size()) ? read : refused);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, read);
}

}  // namespace
}  // namespace torchpp::test
