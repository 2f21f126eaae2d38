// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
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
  const Tensor before = numbers({1}, 0);
  std::vector<Tensor> loaded = {before};
  load(loaded, stream);
  ASSERT_EQ(loaded.size(), 4u);  // added behind what is there, as in libtorch
  EXPECT_TRUE(loaded[0].is_same(before));
  EXPECT_EQ(loaded[2].dim(), 0);
  EXPECT_EQ(*loaded[2].data_ptr<float>(), 5.f);
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

// A format that does not say how it holds values refuses them.
TEST(Archives, FormatsOfTensorsAlone) {
  struct TensorsAlone : serialize::Writer {
    void write(const std::string&, const Tensor&, bool) override { ++tensors; }
    int tensors = 0;
  } format;
  serialize::OutputArchive archive;
  archive.write("t", IValue(numbers({1}, 0)));
  archive.write_to(format);
  EXPECT_EQ(format.tensors, 1);
  archive.write("n", IValue(int64_t{1}));
  EXPECT_THROW(archive.write_to(format), NotImplementedError);
}

// Values of a file, by name.
std::string value_in(const std::string& bytes, const std::string& name) {
  for (const auto& item : parse_safetensors(bytes.data(), bytes.size()).metadata)
    if (item.first == "value:" + name) return item.second;
  return "absent";
}

TEST(Values, RoundTrip) {
  const std::vector<std::pair<IValue, std::string>> values = {
      {IValue(), "null"},
      {true, "true"},
      {int64_t{-3}, "-3"},
      {std::numeric_limits<int64_t>::min(), "-9223372036854775808"},
      {1e-3, "0.001"},
      {2.0, "2.0"},
      {1e300, "1e+300"},
      {HUGE_VAL, R"({"double":"inf"})"},
      {-HUGE_VAL, R"({"double":"-inf"})"},
      {ComplexDouble(1, -.5), R"({"complex":[1.0,-0.5]})"},
      {"a \"b\"\n\xc3\xa4", "\"a \\\"b\\\"\\u000a\xc3\xa4\""},
      {Device("cpu"), R"({"device":"cpu"})"},
      {std::vector<int64_t>{1, 2}, "[1,2]"},
      {std::vector<double>{1, .25}, "[1.0,0.25]"},
      {std::vector<bool>{true, false}, "[true,false]"},
      {IValue::List{1, "x", IValue()}, R"([1,"x",null])"},
      {IValue::List{}, "[]"},
      {std::make_tuple(int64_t{1}, 2.5), R"({"tuple":[1,2.5]})"},
      {std::make_tuple(int64_t{1}, int64_t{2}), R"({"tuple":[1,2]})"},
      {IValue::Dict{{"a", 1}, {2, std::vector<int64_t>{3}}}, R"({"dict":[["a",1],[2,[3]]]})"},
  };
  serialize::OutputArchive archive;
  for (size_t i = 0; i < values.size(); ++i) archive.write(str("v", i), values[i].first);
  std::stringstream stream;
  archive.save_to(stream);
  const std::string bytes = stream.str();
  serialize::InputArchive read;
  read.load_from(stream);
  EXPECT_EQ(read.keys().size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string name = str("v", i);
    EXPECT_EQ(value_in(bytes, name), values[i].second);
    IValue value;
    read.read(name, value);
    EXPECT_EQ(value.tag(), values[i].first.tag()) << name;
    EXPECT_EQ(to_string(value), to_string(values[i].first));
  }
  serialize::OutputArchive of_nan;
  of_nan.write("x", IValue(std::nan("")));
  std::stringstream nan_stream;
  of_nan.save_to(nan_stream);
  read.load_from(nan_stream);
  IValue nan_value;
  read.read("x", nan_value);
  EXPECT_TRUE(std::isnan(nan_value.toDouble()));
}

// A class written for libtorch keeps numbers beside its tensors, and lists of tensors.
struct Trainer {
  int64_t epoch = 0;
  Tensor weight = numbers({2}, 0);
  std::vector<Tensor> history;
  void save(serialize::OutputArchive& archive) const {
    archive.write("epoch", IValue(epoch));
    archive.write("weight", IValue(weight));
    serialize::OutputArchive nested;
    nested.write("history", IValue(history));
    archive.write("log", nested);
  }
  void load(serialize::InputArchive& archive) {
    IValue value;
    archive.read("epoch", value);
    epoch = value.toInt();
    archive.read("weight", weight);
    serialize::InputArchive nested;
    archive.read("log", nested);
    nested.read("history", value);
    history = value.toTensorVector();
  }
};

TEST(Values, BesideTensors) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/t";
  Trainer saved, loaded;
  saved.epoch = 7;
  saved.weight = numbers({2}, 5);
  saved.history = {numbers({3}, 1), numbers({}, 2)};
  save(saved, path);
  load(loaded, path);
  EXPECT_EQ(loaded.epoch, 7);
  EXPECT_EQ(loaded.weight.data_ptr<float>()[1], 6.f);
  ASSERT_EQ(loaded.history.size(), 2U);
  EXPECT_EQ(loaded.history[0].data_ptr<float>()[2], 3.f);
  EXPECT_NE(load_safetensors(path).find("log.history.1"), nullptr);
  load_mapped(loaded, path);
  EXPECT_EQ(loaded.epoch, 7);

  serialize::InputArchive archive;
  archive.load_from(path);
  EXPECT_EQ(archive.keys().size(), 3U);
  IValue value;
  EXPECT_TRUE(archive.try_read("weight", value) && value.isTensor()) << "a tensor is a value too";
  EXPECT_FALSE(archive.try_read("weights", value));
  Tensor tensor;
  EXPECT_FALSE(archive.try_read("epoch", tensor)) << "a value is no tensor";
  EXPECT_EQ(test::error_of([&] { archive.read("x", value); }), "No such serialized value 'x'");
}

TEST(Values, ThatCannotBeHeld) {
  const auto error = [](const IValue& value) {
    serialize::OutputArchive archive;
    archive.write("x", value);
    std::stringstream stream;
    return test::error_of([&] { archive.save_to(stream); });
  };
  EXPECT_NE(error(IValue::List{numbers({1}, 0)}).find("got a value of type Tensor"), std::string::npos);
  EXPECT_NE(error(Generator::philox(1)).find("got a value of type Generator"), std::string::npos);
  EXPECT_NE(error("\xff").find("UTF-8"), std::string::npos);
}

TEST(Values, OfForeignFiles) {
  const auto error = [](const std::string& json) {
    test::TemporaryFolder folder;
    const std::string path = folder.path() + "/f";
    save_safetensors(path, NamedTensors{}, {{"value:x", json}});
    serialize::InputArchive archive;
    archive.load_from(path);
    IValue value;
    EXPECT_THROW(archive.read("x", value), FileError) << json;
    return test::error_of([&] { archive.read("x", value); });
  };
  EXPECT_NE(error("pt").find("load: value 'x': no JSON: "), std::string::npos);
  EXPECT_NE(error("").find("no JSON"), std::string::npos);
  EXPECT_NE(error("[1,").find("no JSON"), std::string::npos);
  EXPECT_EQ(error("18446744073709551615"),
            "load: value 'x': got the number 18446744073709551615, expected at most 2^63 - 1");
  EXPECT_EQ(error(R"({"double":"x"})"), "load: value 'x': got the double 'x', expected inf, -inf or nan");
  EXPECT_EQ(error(R"({"tensors":2})"), "load: value 'x': got no tensor 0 of a list, expected it");
  EXPECT_NE(error(R"({"tensors":9000000000000000000})").find("got no tensor 0 of a list"), std::string::npos);
  EXPECT_NE(error(R"({"set":[1]})").find("got an object 'set', expected one of double, complex"), std::string::npos);
  EXPECT_NE(error(R"({"tuple":1})").find("'tuple': "), std::string::npos);
  EXPECT_NE(error(R"({"device":"abacus"})").find("'device': "), std::string::npos);
  EXPECT_NE(error(R"({"dict":[[1,2,3]]})").find("got a list of 3 in a dictionary"), std::string::npos);
  EXPECT_NE(error(R"({"tuple":[1],"dict":[]})").find("got an object of several names"), std::string::npos);
  EXPECT_NE(error("{}").find("got an object without a name"), std::string::npos);
  EXPECT_NE(error(std::string(100000, '[')).find("got lists more than 64 deep"), std::string::npos);
}

}  // namespace
