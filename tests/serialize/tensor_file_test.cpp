// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize/tensor_file.h>

#include <fstream>
#include <iterator>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

class TensorFileTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  // Two files and their index, as the large models of the hub have them.
  std::string write_sharded(const std::string& weight_map) const {
    save_safetensors(path("model-00001-of-00002.safetensors"), {{"a", arange(6).view({2, 3})}, {"b", tensor(1.5)}});
    save_safetensors(path("model-00002-of-00002.safetensors"), {{"c", tensor({true, false}, kBool)}});
    return write("model.safetensors.index.json",
                 R"({"metadata": {"total_size": 54, "format": "pt"}, "weight_map": {)" + weight_map + "}}");
  }

  TemporaryFolder folder_;
};

const char kFirst[] = "model-00001-of-00002.safetensors";
const char kSecond[] = "model-00002-of-00002.safetensors";
std::string map_of(std::initializer_list<std::pair<const char*, const char*>> items) {
  std::string text;
  for (const auto& [name, file] : items) text += str(text.empty() ? "" : ", ", '"', name, "\": \"", file, '"');
  return text;
}

TEST_F(TensorFileTest, SafetensorsWhateverTheNameIs) {
  const Tensor a = arange(6, kFloat).view({2, 3}), b = tensor({true, false, true}, kBool), c = empty({0, 4}, kHalf);
  save_safetensors(path("weights.npz"), {{"a", a}, {"b", b}, {"c", c}}, {{"licence", "none"}});
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(path("weights.npz"), options);
    EXPECT_STREQ(file.format(), "safetensors");
    EXPECT_EQ(file.path(), path("weights.npz"));
    EXPECT_EQ(file.metadata(), (Metadata{{"licence", "none"}}));
    ASSERT_EQ(file.tensors().size(), 3u);
    EXPECT_EQ(file.tensors()[0].name, "a");
    EXPECT_EQ(file.tensors()[0].dtype, kFloat);
    EXPECT_EQ(file.tensors()[0].shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(file.tensors()[0].nbytes, 24u);
    EXPECT_EQ(file.tensors()[0].numel(), 6);
    EXPECT_EQ(file.tensors()[0].stored_as, "");
    EXPECT_EQ(file.tensors()[2].numel(), 0);
    EXPECT_TRUE(equal(file.load("a"), a));
    EXPECT_TRUE(equal(file.load(1), b));
    EXPECT_EQ(file.load("c").sizes(), c.sizes());
    EXPECT_EQ(file.find("b"), optional<size_t>(1));
    EXPECT_FALSE(file.find("d"));
    const Tensor converted = file.load("a", {kCPU, kDouble});
    EXPECT_TRUE(equal(converted, a.to(kDouble)));
    LoadTensorOptions as_half;
    as_half.dtype = kHalf;
    for (const auto& item : file.load_all(as_half)) EXPECT_EQ(item.second.scalar_type(), kHalf) << item.first;
    expect_error<ValueError>([&] { file.load("d"); }, "got the tensor name 'd', expected one of the 3 of the file");
    expect_error<IndexError>([&] { file.load(3); }, "got the tensor number 3, expected one below 3");
  }
}

TEST_F(TensorFileTest, MappedTensorsOutliveTheFile) {
  const Tensor a = arange(6, kFloat);
  save_safetensors(path("t"), {{"a", a}});
  TensorFileOptions options;
  options.map = true;
  Tensor loaded;
  {
    TensorFile file = TensorFile::open(path("t"), options);
    loaded = file.load("a");
    EXPECT_EQ(loaded.data_ptr(), file.load("a").data_ptr());
    TensorFile moved = std::move(file);
    EXPECT_TRUE(equal(moved.load("a"), a));
  }
  EXPECT_TRUE(equal(loaded, a));
}

TEST_F(TensorFileTest, BytesInMemory) {
  save_safetensors(path("t"), {{"a", arange(3)}});
  std::ifstream in(path("t"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  TensorFile file = TensorFile::parse(bytes.data(), bytes.size(), "weights");
  bytes.assign(bytes.size(), 'x');
  EXPECT_TRUE(equal(file.load("a"), arange(3)));
  expect_error<FileError>([&] { TensorFile::parse("", 0); }, "load 'memory': got 0 bytes that begin with ''");
  expect_error<FileError>([&] { TensorFile::parse("hello\n", 6); }, "begin with 'hello?', expected a file of a known");
  expect_error<FileError>([&] { TensorFile::parse(R"({"weight_map": {}})", 18); },
                          "an index of safetensors files in memory");
}

TEST_F(TensorFileTest, FilesThatChangeAreRefused) {
  save_safetensors(path("t"), {{"a", arange(300)}});
  TensorFile file = TensorFile::open(path("t"));
  std::ofstream(path("t"), std::ios::binary | std::ios::app) << 'x';
  expect_error<FileError>([&] { file.load("a"); }, "was written to while it was read");
  expect_error<FileError>([&] { TensorFile::open(path("t")); }, "got 2401 bytes of data, expected the 2400");
  expect_error<FileError>([&] { TensorFile::open(path("none")); }, "No such file");
  expect_error<FileError>([&] { TensorFile::open(folder_.path()); }, "got a directory, expected a regular file");
}

TEST_F(TensorFileTest, IndexOfSeveralFiles) {
  const std::string index = write_sharded(map_of({{"c", kSecond}, {"a", kFirst}, {"b", kFirst}}));
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(index, options);
    EXPECT_STREQ(file.format(), "safetensors index");
    EXPECT_EQ(file.metadata(), (Metadata{{"total_size", "54"}, {"format", "pt"}}));
    ASSERT_EQ(file.tensors().size(), 3u);
    EXPECT_EQ(file.tensors()[0].name, "c");
    EXPECT_TRUE(equal(file.load("a"), arange(6).view({2, 3})));
    EXPECT_TRUE(equal(file.load("c"), tensor({true, false}, kBool)));
    EXPECT_EQ(file.load("b").item<float>(), 1.5F);
  }
}

TEST_F(TensorFileTest, IndexesThatLieAreRefused) {
  const auto refused = [&](const std::string& weight_map, const char* phrase) {
    const std::string index = write_sharded(weight_map);
    expect_error<FileError>([&] { TensorFile::open(index); }, phrase);
  };
  refused(map_of({{"a", kFirst}}), "the index names 1 tensors, expected the 2 of its 1 files");
  refused(map_of({{"a", kFirst}, {"a", kFirst}}), "got the tensor name 'a' twice");
  refused(map_of({{"a", kSecond}}), "tensor 'a' is in 'model-00002-of-00002.safetensors', where there is none");
  refused(map_of({{"a", "../model-00001-of-00002.safetensors"}}), "expected that of a file beside it");
  refused(map_of({{"a", "/etc/passwd"}}), "expected that of a file beside it");
  refused(map_of({{"a", ".."}}), "expected that of a file beside it");
  refused(map_of({{"a", ""}}), "expected that of a file beside it");
  refused(map_of({{"a", "model.safetensors.index.json"}}), "does not begin as a safetensors file does");
  refused(map_of({{"a", "absent.safetensors"}}), "No such file");
  refused(R"("a": 1)", "got '1' at 'a', expected an object of weight_map");
  refused(R"("a": {})", "got 'an object' at 'a'");
  refused(R"("a": [])", "got 'a list' at 'a'");
  refused(R"("a": )", "the index is no JSON");
  expect_error<FileError>([&] { TensorFile::open(write("i", "{}")); }, "got JSON without a weight_map");
  expect_error<FileError>([&] { TensorFile::open(write("i", R"({"weight_map": {}, "weight_map": {}})")); },
                          "'weight_map' twice");
}

}  // namespace
}  // namespace torchpp::test
