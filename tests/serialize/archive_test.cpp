// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

Tensor numbers(IntArrayRef sizes, float first) {
  Tensor t = empty(sizes, kFloat);
  for (int64_t i = 0; i < t.numel(); ++i) t.data_ptr<float>()[i] = first + static_cast<float>(i);
  return t;
}

// The interface that save and load require of modules and optimizers.
struct Pair {
  Tensor a = numbers({2, 3}, 0), b = numbers({4}, 10);
  void save(serialize::OutputArchive& archive) const {
    archive.write("a", a);
    serialize::OutputArchive nested;
    nested.write("b", b, /*is_buffer=*/true);
    archive.write("child", nested);
  }
  void load(serialize::InputArchive& archive) {
    archive.read("a", a);
    serialize::InputArchive nested = archive.nested("child");
    nested.read("b", b, true);
  }
};
struct ModuleLike : Pair {
  bool is_serializable() const { return true; }
};

TEST(Archives, NamesAreJoinedByDots) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/p";
  Pair saved;
  save(saved, path);
  const Safetensors file = load_safetensors(path);
  ASSERT_EQ(file.tensors.size(), 2u);
  EXPECT_EQ(file.tensors[0].first, "a");
  EXPECT_EQ(file.tensors[1].first, "child.b");

  save_safetensors(path, saved, {{"format", "pt"}});
  EXPECT_EQ(load_safetensors(path).metadata, (Metadata{{"format", "pt"}}));

  Pair loaded;
  std::memset(loaded.a.data_ptr(), 0, loaded.a.nbytes());
  load(loaded, path);
  EXPECT_EQ(loaded.a.data_ptr<float>()[5], 5.f);
  EXPECT_EQ(loaded.b.data_ptr<float>()[3], 13.f);
}

TEST(Archives, TensorsThroughStreamsFunctionsAndMemory) {
  const Tensor t = numbers({3, 2}, 1);
  std::stringstream stream;
  save(t, stream);
  const std::string bytes = stream.str();
  const auto check = [](const Tensor& loaded) {
    ASSERT_EQ(loaded.sizes(), IntArrayRef({3, 2}));
    EXPECT_EQ(loaded.data_ptr<float>()[5], 6.f);
  };

  Tensor from_stream, from_memory, from_function;
  load(from_stream, stream);
  check(from_stream);
  load(from_memory, bytes.data(), bytes.size());
  check(from_memory);
  std::string collected;
  save(t, [&](const void* data, size_t size) {
    collected.append(static_cast<const char*>(data), size);
    return size;
  });
  EXPECT_EQ(collected, bytes);
  // A function may give less than what is asked of it.
  load(
      from_function,
      [&](uint64_t pos, void* to, size_t n) {
        n = std::min<size_t>(n, 7);
        std::memcpy(to, bytes.data() + pos, n);
        return n;
      },
      [&] { return bytes.size(); });
  check(from_function);

  EXPECT_THROW(save(t, [](const void*, size_t size) { return size / 2; }), FileError);
  EXPECT_THROW(load(
                   from_function, [](uint64_t, void*, size_t) { return size_t{0}; }, [] { return size_t{100}; }),
               FileError);
  std::stringstream cut(bytes.substr(0, bytes.size() - 1));
  EXPECT_THROW(load(from_stream, cut), FileError);
  std::ofstream closed;
  EXPECT_THROW(save(t, closed), FileError);
  check(from_stream);
}

TEST(Archives, LongStreams) {
  std::stringstream stream;
  save(numbers({300, 1000}, 0), stream);
  Tensor t;
  load(t, stream);
  EXPECT_EQ(t.data_ptr<float>()[299999], 299999.f);
}

TEST(Archives, ListsOfTensors) {
  std::vector<Tensor> tensors = {numbers({2}, 0), numbers({}, 5), numbers({0}, 0)};
  std::stringstream stream;
  save(tensors, stream);
  std::vector<Tensor> loaded = {numbers({1}, 0), numbers({1}, 0), numbers({1}, 0), numbers({1}, 0)};
  load(loaded, stream);
  ASSERT_EQ(loaded.size(), 3u);
  EXPECT_EQ(loaded[1].dim(), 0);
  EXPECT_EQ(*loaded[1].data_ptr<float>(), 5.f);
}

TEST(Archives, ModulesGetOneMessageForAllThatIsWrong) {
  std::stringstream stream;
  save(numbers({1}, 0), stream);
  ModuleLike m;
  EXPECT_EQ(test::error_of([&] { load(m, stream); }), "load: No such serialized tensor: 'a', 'child.b'");

  std::stringstream other;
  serialize::OutputArchive archive;
  archive.write("a", numbers({3, 2}, 0));
  archive.write("more", numbers({3, 2}, 0));
  archive.save_to(other);
  EXPECT_EQ(test::error_of([&] { load(m, other); }),
            "load: No such serialized tensor: 'child.b'; 'a' got sizes [3, 2], expected [2, 3]");
  EXPECT_EQ(m.a.sizes(), IntArrayRef({2, 3}));

  std::stringstream more;
  serialize::OutputArchive complete;
  complete.write("a", numbers({2, 3}, 7));
  complete.write("child.b", numbers({4}, 20));
  complete.write("more", numbers({1}, 0));
  complete.save_to(more);
  load(m, more);
  EXPECT_EQ(m.a.data_ptr<float>()[0], 7.f);
  EXPECT_EQ(m.b.data_ptr<float>()[0], 20.f);
}

TEST(Archives, WhatIsNoTensorIsRefused) {
  serialize::OutputArchive archive;
  archive.write("n", IValue(int64_t{1}));
  std::stringstream stream;
  EXPECT_THROW(archive.save_to(stream), NotImplementedError);
  EXPECT_TRUE(stream.str().empty());
}

}  // namespace
