// SPDX-License-Identifier: BSD-3-Clause
// Datasets of files: MNIST, CIFAR, folders of images and sounds, tables, texts; and what they say of files that are
// missing or damaged.
#include <gtest/gtest.h>
#include <torchpp/audio/io.h>
#include <torchpp/data/datasets.h>
#include <torchpp/data/datasets/cifar.h>
#include <torchpp/data/datasets/folder.h>
#include <torchpp/data/datasets/idx.h>
#include <torchpp/data/datasets/table.h>
#include <torchpp/data/datasets/text.h>
#include <torchpp/torchpp.h>
#include <torchpp/vision/io.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::data::test {
namespace {

using namespace datasets;
using torchpp::test::expect_error;

class Files : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  void compress(const std::string& name, const std::string& bytes) const {
    gzFile gz = gzopen(path(name).c_str(), "wb");
    gzwrite(gz, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(gz);
  }
  torchpp::test::TemporaryFolder folder_;
};

std::string idx_of(const std::vector<uint32_t>& sizes, const std::string& data) {
  std::string bytes = {0, 0, 8, static_cast<char>(sizes.size())};
  for (uint32_t n : sizes)
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(n >> shift & 255);
  return bytes + data;
}

TEST_F(Files, Mnist) {
  write("t10k-images-idx3-ubyte", idx_of({2, 28, 28}, std::string(784, '\xff') + std::string(784, '\x33')));
  write("t10k-labels-idx1-ubyte", idx_of({2}, "\3\7"));
  MNIST test(folder_.path(), MNIST::Mode::kTest);
  EXPECT_FALSE(test.is_train());
  EXPECT_EQ(*test.size(), 2u);
  EXPECT_EQ(test.images().sizes(), (std::vector<int64_t>{2, 1, 28, 28}));
  EXPECT_EQ(test.images().scalar_type(), kFloat);
  EXPECT_EQ(test.targets().scalar_type(), kLong);
  EXPECT_EQ(test.get(0).data.min().item<float>(), 1.f);
  EXPECT_EQ(test.get(1).data[0][3][4].item<float>(), 51 / 255.f);
  EXPECT_EQ(test.get(1).target.item<int64_t>(), 7);
  EXPECT_EQ(test.get(1).target.dim(), 0);
  EXPECT_THROW(test.get(2), IndexError);

  expect_error([&] { MNIST(folder_.path()); }, "Error opening images file at " + path("train-images-idx3-ubyte"));
  compress("train-images-idx3-ubyte.gz", idx_of({1, 28, 28}, std::string(784, 'x')));
  expect_error([&] { MNIST(folder_.path()); }, "Error opening targets file at " + path("train-labels-idx1-ubyte"));
  compress("train-labels-idx1-ubyte.gz", idx_of({1}, "\1"));
  EXPECT_TRUE(MNIST(folder_.path()).is_train());
  EXPECT_EQ(*FashionMNIST(folder_.path()).size(), 1u);
  EXPECT_EQ(*KMNIST(folder_.path(), KMNIST::Mode::kTest).size(), 2u);

  write("t10k-labels-idx1-ubyte", idx_of({2}, "\3\12"));
  expect_error([&] { MNIST(folder_.path(), MNIST::Mode::kTest); }, "got label 10, expected 0 to 9");
  write("t10k-labels-idx1-ubyte", idx_of({1}, "\3"));
  expect_error([&] { MNIST(folder_.path(), MNIST::Mode::kTest); }, "expected one byte for each of the 2 images");
  write("t10k-images-idx3-ubyte", idx_of({1, 27, 28}, std::string(27 * 28, 'x')));
  expect_error([&] { MNIST(folder_.path(), MNIST::Mode::kTest); }, "got sizes [1, 27, 28], expected [count, 28, 28]");
}

std::string lines(int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i) text += "class" + std::to_string(i) + "\n";
  return text;
}

TEST_F(Files, Cifar10) {
  // The red plane of an image comes first, in rows.
  std::string image(3072, '\0');
  image[0] = '\xff';
  image[1024 + 33] = '\x33';
  const auto file = [](int n) { return "data_batch_" + std::to_string(n) + ".bin"; };
  for (int n = 1; n <= 5; ++n) write(file(n), std::string(1, static_cast<char>(n)) + image);
  write("test_batch.bin", "\7" + image + "\10" + image);
  expect_error([&] { CIFAR10(folder_.path()); }, "batches.meta.txt");
  write("batches.meta.txt", lines(10));
  CIFAR10 train(folder_.path()), test(folder_.path(), CIFAR10::Mode::kTest);
  EXPECT_EQ(*train.size(), 5u);
  EXPECT_TRUE(train.targets().equal(arange(1, 6)));
  EXPECT_EQ(train.images().scalar_type(), kByte);
  EXPECT_EQ(train.classes()[3], "class3");
  EXPECT_FALSE(test.is_train());
  const Example<> second = test.get(1);
  EXPECT_EQ(second.target.item<int64_t>(), 8);
  EXPECT_EQ(second.data.sizes(), (std::vector<int64_t>{3, 32, 32}));
  EXPECT_EQ(second.data[0][0][0].item<float>(), 1.f);
  EXPECT_EQ(second.data[1][1][1].item<float>(), 51 / 255.f);
  EXPECT_EQ(second.data.count_nonzero().item<int64_t>(), 2);

  write(file(3), image);
  expect_error([&] { CIFAR10(folder_.path()); }, "got 3072 bytes, expected a multiple of the 3073 of a record");
  write(file(3), "\12" + image);
  expect_error([&] { CIFAR10(folder_.path()); }, "got label 10, expected 0 to 9");
  write(file(3), "");
  expect_error([&] { CIFAR10(folder_.path()); }, "got no records");
  std::filesystem::remove(path(file(3)));
  expect_error([&] { CIFAR10(folder_.path()); }, path(file(3)));
  write("batches.meta.txt", lines(9));
  expect_error([&] { CIFAR10(folder_.path(), CIFAR10::Mode::kTest); }, "got 9 names, expected 10");
}

TEST_F(Files, Cifar100) {
  const std::string image(3072, '\x11');
  write("test.bin", "\23\143" + image);
  write("train.bin", "\0\1" + image);
  write("fine_label_names.txt", lines(100));
  write("coarse_label_names.txt", lines(20));
  CIFAR100 fine(folder_.path(), CIFAR100::Mode::kTest),
      coarse(folder_.path(), CIFAR100::Mode::kTest, CIFAR100::Labels::kCoarse);
  EXPECT_EQ(fine.get(0).target.item<int64_t>(), 99);
  EXPECT_EQ(coarse.get(0).target.item<int64_t>(), 19);
  EXPECT_EQ(fine.classes().size(), 100u);
  EXPECT_EQ(coarse.classes().size(), 20u);
  expect_error([&] { CIFAR100(folder_.path()); }, "bytes, expected a multiple of the 3074");  // "\0\1" is a C string
  write("train.bin", std::string("\0\1", 2) + image);
  EXPECT_EQ(CIFAR100(folder_.path()).get(0).target.item<int64_t>(), 1);
}

TEST_F(Files, ImageFolder) {
  expect_error([&] { ImageFolder(folder_.path()); }, "Couldn't find any class folder in " + folder_.path());
  expect_error([&] { ImageFolder(path("none")); }, path("none"));
  std::filesystem::create_directories(path("dog/old"));
  std::filesystem::create_directories(path("cat"));
  vision::write_png(full({1, 2, 3}, 9, kByte), path("dog/old/b.PNG"));
  vision::write_png(full({3, 2, 3}, 8, kByte), path("dog/z.png"));
  write("notes.txt", "no class");
  write("dog/notes.txt", "no image");
  expect_error([&] { ImageFolder(folder_.path()); }, "Found no valid file for the classes cat");
  write("cat/a.bmp", "damaged");
  ImageFolder set(folder_.path());
  EXPECT_EQ(set.classes(), (std::vector<std::string>{"cat", "dog"}));
  ASSERT_EQ(*set.size(), 3u);
  EXPECT_EQ(set.samples()[1], std::make_pair(path("dog/z.png"), int64_t{1}));
  EXPECT_EQ(set.samples()[2], std::make_pair(path("dog/old/b.PNG"), int64_t{1}));
  EXPECT_EQ(set.get(2).data.sizes(), (std::vector<int64_t>{3, 2, 3})) << "grey as three channels";
  EXPECT_EQ(set.get(2).data.max().item<int>(), 9);
  EXPECT_EQ(set.get(1).target.item<int64_t>(), 1);
  expect_error([&] { set.get(0); }, path("cat/a.bmp"));
  EXPECT_THROW(set.get(3), IndexError);

  ImageFolder own(folder_.path(), [](const std::string& file) { return tensor(static_cast<int64_t>(file.size())); },
                  {".bmp", ".txt"});
  EXPECT_EQ(own.get(1).data.item<int64_t>(), static_cast<int64_t>(path("dog/notes.txt").size()));
}

TEST_F(Files, AudioFolder) {
  std::filesystem::create_directories(path("hum"));
  audio::save(path("hum/a.wav"), full({2, 50}, 0.5f), 8000);
  AudioFolder set(folder_.path(), 8000);
  EXPECT_EQ(set.get(0).data.sizes(), (std::vector<int64_t>{2, 50}));
  EXPECT_EQ(set.get(0).target.item<int64_t>(), 0);
  expect_error([&] { AudioFolder(folder_.path(), 16000).get(0); }, "got 8000 samples in a second, expected 16000");
}

// ---- tables

std::string texts(const Tensor& t) {
  std::string text;
  for (int64_t i = 0; i < t.numel(); ++i) text += (i == 0 ? "" : " ") + str(t.reshape(-1)[i].item<double>());
  return text;
}

TEST_F(Files, TableTypes) {
  write("t.csv", "size, name ,price,id\n3,red,1.5,a\n-4,\"green, light\",+2,b\n\n5,red,1e2,c\n");
  const Table table = Table::read(path("t.csv"), TableOptions().columns({Column("id", ColumnType::kSkip)}));
  EXPECT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.names(), (std::vector<std::string>{"size", "name", "price"}));
  EXPECT_EQ(table.column("size").scalar_type(), kLong);
  EXPECT_EQ(texts(table.column("size")), "3 -4 5");
  EXPECT_EQ(table.column("price").scalar_type(), kFloat);
  EXPECT_EQ(texts(table.column("price")), "1.5 2 100");
  EXPECT_EQ(table.categories("name"), (std::vector<std::string>{"green, light", "red"}));
  EXPECT_EQ(texts(table.column("name")), "1 0 1");
  EXPECT_TRUE(table.categories("size").empty());
  EXPECT_EQ(texts(table.matrix({"price", "size"})), "1.5 3 2 -4 100 5");

  TableDataset set(table, "name");
  EXPECT_EQ(*set.size(), 3u);
  EXPECT_EQ(texts(set.get(1).data), "-4 2");
  EXPECT_EQ(set.get(1).target.scalar_type(), kLong);
  EXPECT_EQ(texts(TableDataset(table, {"name"}, "price").features()), "1 0 1");
  expect_error([&] { TableDataset(table, "none"); }, "there is no column 'none'");
  expect_error([&] { table.matrix({}); }, "got no columns");

  const Table other =
      Table::read(memory_stream("1\tred\n2\tblue\n"),
                  TableOptions()
                      .header(false)
                      .csv(CsvOptions().delimiter('\t'))
                      .columns({Column("0", ColumnType::kFloat),
                                Column("1", ColumnType::kCategory).categories({"red", "green", "blue"})}));
  EXPECT_EQ(other.column("0").scalar_type(), kFloat);
  EXPECT_EQ(texts(other.column("1")), "0 2");
}

TEST_F(Files, TableMissingValues) {
  const std::string text = "a,b,c\n1,,x\nNA,2.5,\n3,4,y\n";
  const auto read = [&](const TableOptions& options) { return Table::read(memory_stream(text, "t"), options); };
  expect_error([&] { read(TableOptions()); }, "read 't' line 2: column 'b' has no value");
  const Table dropped = read(TableOptions().missing(Missing::kDropRow));
  EXPECT_EQ(texts(dropped.matrix({"a", "b", "c"})), "3 4 0");
  const Table filled = read(TableOptions().missing(Missing::kFill));
  EXPECT_EQ(texts(filled.column("a")), "1 -1 3");
  EXPECT_TRUE(std::isnan(filled.column("b")[0].item<float>()));
  EXPECT_EQ(texts(filled.column("c")), "0 -1 1");
  const Table mixed = read(TableOptions().columns({Column("a", ColumnType::kFloat).missing(Missing::kDropRow),
                                                   Column("b", ColumnType::kFloat).missing(Missing::kFill).fill(7.)}));
  EXPECT_EQ(texts(mixed.matrix({"a", "b"})), "1 7 3 4");
  EXPECT_EQ(read(TableOptions().missing_values({}).columns({Column("b", ColumnType::kCategory)})).rows(), 3u);
}

TEST_F(Files, TableErrors) {
  const auto error = [](const std::string& text, const std::string& phrase, const TableOptions& options = {}) {
    expect_error([&] { Table::read(memory_stream(text, "t"), options); }, phrase);
  };
  error("a,b\n1\n", "read 't' line 2: got 1 fields, expected 2");
  error("a,a\n1,2\n", "got two columns 'a'");
  error("a\n1\n", "there is no column 'b'", TableOptions().columns({Column("b", ColumnType::kFloat)}));
  error("a\n1\n1.5\n", "read 't' line 3: column 'a' has '1.5', expected an integer",
        TableOptions().columns({Column("a", ColumnType::kInteger)}));
  error("a\n1\nx\n", "read 't' line 3: column 'a' has 'x', expected a number",
        TableOptions().columns({Column("a", ColumnType::kFloat)}));
  error("a\nx\n", "expected one of the categories",
        TableOptions().columns({Column("a", ColumnType::kCategory).categories({"y"})}));
  expect_error([&] { Table::read(path("none.csv")); }, path("none.csv"));
  EXPECT_EQ(Table::read(memory_stream("")).rows(), 0u);
  EXPECT_EQ(Table::read(memory_stream("a,b\n")).column("b").numel(), 0);
}

// ---- texts

TEST_F(Files, TextUnits) {
  write("t.txt", "b\xc3\xa4 a\nb\xff");
  TextCorpus characters(path("t.txt"));
  EXPECT_EQ(characters.vocabulary(), (std::vector<std::string>{"\n", " ", "a", "b", "\xc3\xa4", "\xff"}));
  EXPECT_EQ(texts(characters.ids()), "3 4 1 2 0 3 5");
  EXPECT_EQ(characters.decode(characters.ids()), "b\xc3\xa4 a\nb\xff");
  EXPECT_EQ(texts(characters.encode("ab")), "2 3");
  expect_error([&] { characters.encode("a\nx"); }, "line 2: 'x' is not in the vocabulary");
  expect_error([&] { characters.decode(tensor(9)); }, "got 9, expected 0 to 5");

  TextCorpus words(memory_stream("the cat  the\n dog\n"), TextCorpusOptions().unit(TextUnit::kWords));
  EXPECT_EQ(texts(words.ids()), "2 0 2 1");
  EXPECT_EQ(words.decode(words.ids()), "the cat the dog");
  TextCorpus some(memory_stream("the cat"),
                  TextCorpusOptions().unit(TextUnit::kWords).vocabulary({"?", "the"}).unknown("?"));
  EXPECT_EQ(texts(some.ids()), "1 0");
  TextCorpus rows(memory_stream("one\r\n\ntwo"), TextCorpusOptions().unit(TextUnit::kLines));
  EXPECT_EQ(rows.vocabulary(), (std::vector<std::string>{"", "one", "two"}));
  EXPECT_EQ(texts(rows.ids()), "1 0 2");
  EXPECT_EQ(TextCorpus(memory_stream("")).ids().numel(), 0);

  expect_error([&] { TextCorpus(path("none")); }, path("none"));
  expect_error([&] { TextCorpus(path("t.txt"), TextCorpusOptions().max_bytes(3)); }, path("t.txt"));
  expect_error([] { TextCorpus(memory_stream("a"), TextCorpusOptions().vocabulary({"a", "a"})); }, "has 'a' twice");
  expect_error([] { TextCorpus(memory_stream("a"), TextCorpusOptions().unknown("?")); }, "does not have '?'");
  compress("t.gz", "aab");
  EXPECT_EQ(texts(TextCorpus(path("t.gz")).ids()), "0 0 1");
}

TEST_F(Files, TextWindows) {
  TextWindows windows(arange(10), 3);
  EXPECT_EQ(*windows.size(), 3u);
  EXPECT_EQ(texts(windows.get(2).data), "6 7 8");
  EXPECT_EQ(texts(windows.get(2).target), "7 8 9");
  EXPECT_EQ(*TextWindows(arange(9), 3).size(), 2u);
  EXPECT_EQ(*TextWindows(arange(9), 3, 1).size(), 6u);
  EXPECT_EQ(*TextWindows(arange(3), 3).size(), 0u);
  EXPECT_THROW(windows.get(3), IndexError);
  expect_error([] { TextWindows(arange(3), 0); }, "expected at least 1");
  expect_error([] { TextWindows(ones({2, 2}), 1); }, "expected a list");
}

}  // namespace
}  // namespace torchpp::data::test
