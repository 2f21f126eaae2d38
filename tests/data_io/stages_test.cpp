// SPDX-License-Identifier: BSD-3-Clause
// What the stages about files give. Where nothing else is said, the expected items are those of the data pipes of torch
// 1.13.1 and torchdata 0.5.1 for Python.
#include "tests/data_io/stages.h"

#include <torchpp/data/archives.h>
#include <torchpp/data/cache.h>
#include <torchpp/data/decode.h>
#include <torchpp/data/files.h>
#include <torchpp/data/http.h>
#include <torchpp/data/parse.h>
#include <torchpp/data/webdataset.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/tensor.h>

#include <filesystem>
#include <fstream>

#include "tests/data_io/fixtures.h"
#include "tests/data_io/http_server.h"
#include "tests/data_io/tar.h"
#include "tests/support/expect_error.h"
#include "tests/support/open_descriptors.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;
using namespace torchpp::data;
using test::expect_error;
using test::expect_items;
using test::files_of;
using test::from_hex;
using Paths = std::vector<std::string>;
using Texts = std::vector<Text>;

void write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}
std::string read(const std::string& path) { return open_file(path).read_all(); }

TEST(FileStages, ListFiles) {
  test::TemporaryFolder folder;
  const std::string root = folder.path();
  for (const char* name : {"b.txt", "a.txt", "c.bin", ".hidden.txt", "sub/d.txt", "sub/deep/e.txt", "b/f.txt"})
    write(root + "/" + name, name);
  std::filesystem::create_directory_symlink(root + "/sub", root + "/zlink");
  const auto list = [&](const std::string& at, const ListFilesOptions& options, const Paths& expected) {
    Paths full;
    for (const std::string& path : expected) full.push_back(root + "/" + path);
    expect_items([&] { return from(Paths{root + at}).list_files(options); }, full);
  };
  const ListFilesOptions all = ListFilesOptions().recursive(true);
  list("", {}, {".hidden.txt", "a.txt", "b.txt", "c.bin"});
  list("/", ListFilesOptions().masks({"*.txt"}), {".hidden.txt", "a.txt", "b.txt"});
  list("", ListFilesOptions(all).masks({"*.bin", "a*"}), {"a.txt", "c.bin"});
  list("", all, {".hidden.txt", "a.txt", "b.txt", "c.bin", "b/f.txt", "sub/d.txt", "sub/deep/e.txt"});
  list("", ListFilesOptions(all).masks({"[!ab].txt"}), {"b/f.txt", "sub/d.txt", "sub/deep/e.txt"});
  list("/sub/", all, {"sub/d.txt", "sub/deep/e.txt"});
  list("/a.txt", {}, {"a.txt"});
  list("/a.txt", ListFilesOptions().masks({"b*"}), {});
  list("/sub/../b/.", ListFilesOptions().abspath(true), {"b/f.txt"});
  expect_error([&] { list("/none", {}, {}); }, "list_files: '" + root + "/none': No such file or directory");
  expect_error([&] { list("/none", {}, {}); }, "list_files: item 0, '");
}

TEST(FileStages, OpenAndRead) {
  test::TemporaryFolder folder;
  const std::string a = folder.path() + "/a", b = folder.path() + "/b", none = folder.path() + "/none";
  write(a, "abcde");
  write(b, "");
  const size_t open_before = test::open_descriptors();
  expect_items([&] { return from(Paths{a, b}).open_files(); }, Texts{{a, "abcde"}, {b, ""}});
  EXPECT_EQ(test::open_descriptors(), open_before);
  // An error is one item's.
  auto stage = from(Paths{a, none, b}).open_files();
  EXPECT_EQ(stage.next()->first, a);
  expect_error([&] { stage.next(); }, "open_files: item 1, '" + none + "'");
  EXPECT_EQ(stage.next()->first, b);
  EXPECT_FALSE(stage.next().has_value());

  const Texts files{{"a", "abcde"}, {"e", ""}, {"f", "xyz"}};
  expect_items([&] { return files_of(files).read_from_stream(2); },
               Texts{{"a", "ab"}, {"a", "cd"}, {"a", "e"}, {"f", "xy"}, {"f", "z"}});
  expect_items([&] { return files_of(files).read_from_stream(0); }, Texts{{"a", "abcde"}, {"f", "xyz"}});
}

TEST(FileStages, Archives) {
  const Texts files{{"one.tar", test::tar_of({{"a.txt", "first"}, {"folder/b.txt", ""}})},
                    {"two.tar", test::tar_of({})},
                    {"three.tar", test::tar_of({{"c.txt", std::string(100000, 'c')}})}};
  expect_items(
      [&] { return files_of(files).load_from_tar(); },
      Texts{{"one.tar/a.txt", "first"}, {"one.tar/folder/b.txt", ""}, {"three.tar/c.txt", std::string(100000, 'c')}});
  expect_items(
      [&] {
        return files_of({{"a.zip", from_hex(test::kZip)}}).load_from_zip();
      },
      Texts{{"a.zip/folder/a.txt",
             "firstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirst"
             "firstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirstfirst"
             "firstfirstfirstfirstfirstfirstfirstfirstfirstfirst"},
            {"a.zip/ä.txt", "second\n"},
            {"a.zip/empty.txt", ""},
            {"a.zip/../up.txt", "up"}});  // Python gives "up.txt"
  expect_items(
      [&] {
        return files_of({{"a.rar", from_hex(test::kRar)}}).load_from_rar();
      },
      Texts{{"a.rar/folder/a.txt", "stored in rar"}});
  // A damaged archive is an error of its own; the next one is read.
  auto stage = files_of({{"bad", "no tar"}, files[0]}).load_from_tar();
  expect_error([&] { stage.next(); }, "load_from_tar: item 0, 'bad'");
  EXPECT_EQ(stage.next()->first, "one.tar/a.txt");
}

TEST(FileStages, CompressedFiles) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += str("line ", i, " of the text\n");
  const auto expect = [&](auto load, const std::string& name, const char* bytes, const std::string& stripped) {
    expect_items([&] { return load(files_of({{name, from_hex(bytes)}})); }, Texts{{stripped, text}});
  };
  expect([](auto files) { return std::move(files).load_from_gz(); }, "x.txt.gz", test::kGzip, "x.txt");
  expect([](auto files) { return std::move(files).load_from_bz2(); }, "x.bz2", test::kBzip2, "x");
  expect([](auto files) { return std::move(files).load_from_xz(); }, "xx.xz", test::kXz, "xx");
  expect([](auto files) { return std::move(files).load_from_xz(); }, "x.lzma", test::kLzma, "x");
  expect([](auto files) { return std::move(files).load_from_zstd(); }, "x.zst", test::kZstd, "x");
  expect([](auto files) { return std::move(files).load_from_zstd(); }, "other", test::kZstd, "other");

  const Texts files{{"x.gz", from_hex(test::kGzip)},
                    {"x.bz2", from_hex(test::kBzip2)},
                    {"x.xz", from_hex(test::kXz)},
                    {"x.lzma", from_hex(test::kLzma)},
                    {"x.zst", from_hex(test::kZstd)},
                    {"no name", from_hex(test::kXz)},
                    {"x.tar", "as it is"}};
  Texts expected;
  for (const Text& file : files) expected.emplace_back(file.first, file.first == "x.tar" ? "as it is" : text);
  expect_items([&] { return files_of(files).decompress(); }, expected);
  expect_items([&] { return files_of({{"x", from_hex(test::kLzma)}}).decompress(FileType::kXz); }, Texts{{"x", text}});
  auto stage = files_of({{"x.txt", "text"}}).decompress();
  expect_error([&] { stage.next(); }, "decompress: 'x.txt': got a name and bytes of no known type");
}

TEST(FileStages, Lines) {
  expect_items(
      [] {
        return files_of({{"f1", "Line1\n\nLine2"}, {"f2", "a\r\nb\r\n"}}).readlines();
      },
      Texts{{"f1", "Line1"}, {"f1", ""}, {"f1", "Line2"}, {"f2", "a"}, {"f2", "b"}});
  const ReadLinesOptions options = ReadLinesOptions().skip_lines(1).strip_newline(false);
  expect_items(
      [&] {
        return files_of({{"f1", "x\ny\nz"}, {"f2", "one"}}).readlines(options);
      },
      Texts{{"f1", "y\n"}, {"f1", "z"}});
  const Texts lines{{"f1", "a"}, {"f1", "b"}, {"f1", ""}, {"f1", "c"}, {"f2", "d"},
                    {"f2", "e"}, {"f1", "f"}, {"f3", ""}, {"f4", "g"}};
  expect_items([&] { return from(lines).lines_to_paragraphs("\n"); },
               Texts{{"f1", "a\nb"}, {"f1", "c"}, {"f2", "d\ne"}, {"f1", "f"}, {"f4", "g"}});
}

TEST(FileStages, Rows) {
  using Rows = std::vector<PathAnd<Row>>;
  using NamedRows = std::vector<PathAnd<NamedRow>>;
  expect_items(
      [] {
        return files_of({{"1.csv", "key,item\na,1\nb,2"}, {"e.csv", ""}, {"n.csv", "\n"}}).parse_csv_with_path();
      },
      Rows{{"1.csv", {"key", "item"}}, {"1.csv", {"a", "1"}}, {"1.csv", {"b", "2"}}, {"n.csv", {}}});
  expect_items(
      [] {
        return files_of({{"1.csv", "key,item\na,1\n\nb,2"}, {"e.csv", ""}, {"2.csv", "x,y\n1,2"}})
            .parse_csv_as_dict_with_path();
      },
      NamedRows{{"1.csv", {{"key", "a"}, {"item", "1"}}},
                {"1.csv", {{"key", "b"}, {"item", "2"}}},
                {"2.csv", {{"x", "1"}, {"y", "2"}}}});
  expect_items(
      [] {
        return files_of({{"1.csv", "k\ti\na\t1"}}).parse_csv_as_dict_with_path(CsvOptions().delimiter('\t'));
      },
      NamedRows{{"1.csv", {{"k", "a"}, {"i", "1"}}}});
  // Python would put what is too much under None, and None where something lacks.
  auto stage = files_of({{"1.csv", "k,i\na\nb,2"}}).parse_csv_as_dict_with_path();
  expect_error([&] { stage.next(); }, "read '1.csv' line 2: got 1 fields, expected 2 as in the first row");
  EXPECT_EQ(stage.next()->second, (NamedRow{{"k", "b"}, {"i", "2"}}));
  EXPECT_FALSE(stage.next().has_value());
}

TEST(FileStages, Json) {
  using Values = std::vector<PathAnd<IValue>>;
  const Values files{
      {"1.json",
       IValue(IValue::List{"foo", IValue(IValue::Dict{{"bar", IValue(IValue::List{"baz", IValue(), 1.0, 2})}})})},
      {"2.json", IValue(IValue::Dict{{"a", true}})}};
  expect_items(
      [] {
        return files_of({{"1.json", R"(["foo", {"bar": ["baz", null, 1.0, 2]}])"}, {"2.json", "{\"a\": true}"}})
            .parse_json_files();
      },
      files);
  const Texts lines{{"x.jsonl", "{\"a\": 1}\n\n[]\r\n\"text\""}, {"y.jsonl", "2.5\n"}};
  expect_items([&] { return files_of(lines).parse_json_lines(1000); },
               Values{{"x.jsonl", IValue(IValue::Dict{{"a", 1}})},
                      {"x.jsonl", IValue(IValue::List())},
                      {"x.jsonl", "text"},
                      {"y.jsonl", 2.5}});
  auto stage = files_of({{"x", "1\n{\"a\": }\n3"}}).parse_json_lines(1000);
  stage.next();
  expect_error([&] { stage.next(); }, "read 'x' line 2: no JSON: ");
  EXPECT_EQ(stage.next()->second, IValue(3));
}

TEST(FileStages, Records) {
  auto stage = files_of({{"x", from_hex(test::kTfRecord)}, {"y", from_hex(test::kTfRecord)}}).load_from_tfrecord();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(stage.next()->count("label"), i == 1 ? 0u : 1u);
  auto other = files_of({{"x", from_hex(test::kTfRecord)}, {"y", from_hex(test::kTfRecord)}}).load_from_tfrecord();
  other.load_state(stage.state());
  EXPECT_EQ(other.next()->count("frames"), 1u);
  EXPECT_FALSE(other.next().has_value());
}

TEST(FileStages, WebDataset) {
  using Items = std::vector<PathAnd<int>>;
  const Items items{{"d/a.jpg", 1}, {"d/a.cls", 2}, {"d/b.seg.jpg", 3},    {"d/b.txt", 4},
                    {"README", 5},  {"d/a.jpg", 6}, {"x.tar/d.1/a.jpg", 7}};
  const auto make = [&] { return from(items).webdataset(); };
  const std::vector<std::pair<std::string, std::map<std::string, int>>> expected{
      {"d/a", {{".jpg", 1}, {".cls", 2}}},
      {"d/b", {{".seg.jpg", 3}, {".txt", 4}}},
      {"d/a", {{".jpg", 6}}},
      {"x.tar/d.1/a", {{".jpg", 7}}}};
  for (size_t taken = 0; taken <= expected.size(); ++taken) {
    auto first = make(), second = make();
    for (size_t i = 0; i < taken; ++i) first.next();
    second.load_state(first.state());
    for (size_t i = taken; i < expected.size(); ++i) {
      const optional<Sample<int>> sample = second.next();
      ASSERT_TRUE(sample.has_value());
      EXPECT_EQ(sample->key, expected[i].first);
      EXPECT_EQ(sample->files, expected[i].second);
    }
    EXPECT_FALSE(second.next().has_value());
  }
  const optional<Sample<int>> sample = make().next();
  EXPECT_EQ(sample->at(".cls"), 2);
  expect_error([&] { sample->at(".png"); }, "webdataset: sample 'd/a' has no file .png");
}

// Groups of any size: what is read again when a state is loaded begins at a group.
TEST(FileStages, GroupsOfManyItemsAreResumed) {
  Texts lines, expected;
  for (int group = 0; group < 12; ++group) {
    std::string paragraph;
    for (int i = 0; i < group * group; ++i) {
      lines.emplace_back(str("f", group), str(i));
      paragraph += (i == 0 ? "" : " ") + str(i);
    }
    if (group > 0) expected.emplace_back(str("f", group), paragraph);
  }
  expect_items([&] { return from(lines).lines_to_paragraphs(" "); }, expected);
}

TEST(FileStages, HashesAreChecked) {
  const Hashes md5{{"a", "900150983cd24fb0d6963f7d28e17f72"}};
  const Hashes sha{{"a", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"}};
  expect_items([&] { return from(Texts{{"a", "abc"}}).check_hash(md5, HashType::kMd5); }, Texts{{"a", "abc"}});
  expect_items([&] { return files_of({{"a", "abc"}}).check_hash(sha, HashType::kSha256, true); }, Texts{{"a", "abc"}});
  expect_items([&] { return files_of({{"a", "abc"}}).check_hash(sha, HashType::kSha256, false); }, Texts{{"a", ""}});
  // A member of an archive cannot go back.
  const std::string tar = test::tar_of({{"b", "abc"}});
  expect_items(
      [&] {
        return files_of({{"a", tar}}).load_from_tar().check_hash({{"a/b", md5.at("a")}}, HashType::kMd5, true);
      },
      Texts{{"a/b", "abc"}});
  auto stage = files_of({{"a", "abd"}, {"b", "abc"}}).check_hash(sha, HashType::kSha256, true);
  expect_error([&] { stage.next(); }, "of a does not match the expected hash BA7816BF");
  expect_error([&] { stage.next(); }, "Unspecified hash for file b");
}

TEST(FileStages, SaveToDisk) {
  test::TemporaryFolder folder;
  const PathFunction place = [&](const std::string& name) { return folder.path() + "/out/" + name; };
  const Paths paths{place("one"), place("sub/two")};
  expect_items([&] { return from(Texts{{"one", "1"}, {"sub/two", "22"}}).save_to_disk(place); }, paths);
  EXPECT_EQ(read(paths[0]) + read(paths[1]), "122");
  expect_items([&] { return files_of({{"one", "3"}, {"sub/two", "44"}}).save_to_disk(place); }, paths);
  EXPECT_EQ(read(paths[0]) + read(paths[1]), "344");
  // Names from an archive do not lead out of the folder, unless the function says where to write.
  auto stage = files_of({{"../up", "x"}, {"a/../../up", "x"}}).save_to_disk(place);
  expect_error([&] { stage.next(); }, "made of '../up', expected none with a part '..'");
  expect_error([&] { stage.next(); }, "expected none with a part '..'");
  stage = files_of({{"../up", "x"}}).save_to_disk([&](const std::string&) { return place("safe"); });
  EXPECT_EQ(*stage.next(), place("safe"));
  EXPECT_EQ(folder.names(), Paths{"out"});
}

TEST(FileStages, RoutedDecode) {
  using Values = std::vector<PathAnd<IValue>>;
  const Texts files{
      {"a.txt", "text"}, {"a.cls", " 7\n"},     {"a.json", "{\"x\": 1}"}, {"a.other", std::string(1, '\0')},
      {"noext", "zz"},   {"b.id", "no number"}, {"c.wav", "abc"}};
  const std::vector<DecodeHandler> handlers{
      extension_handler("mp3 WAV", [](const std::string& bytes) { return IValue(static_cast<int64_t>(bytes.size())); }),
      basic_handler()};
  expect_items([&] { return files_of(files).routed_decode(handlers); },
               Values{{"a.txt", "text"},
                      {"a.cls", 7},
                      {"a.json", IValue(IValue::Dict{{"x", 1}})},
                      {"a.other", std::string(1, '\0')},
                      {"noext", "zz"},
                      {"b.id", "no number"},
                      {"c.wav", 3}});
  auto stage = files_of({{"a.json", "{"}}).routed_decode(handlers);
  expect_error([&] { stage.next(); }, "routed_decode: item 0, 'a.json'");
  EXPECT_EQ(extension_of("d.1/a.seg.jpg") + extension_of(".hidden") + extension_of("a.b/c"), "jpg");
}

TEST(FileStages, ImagesAndSoundsAreDecoded) {
  const Texts files{{"a.PNG", from_hex(test::kPng)}, {"b.wav", from_hex(test::kWav)}, {"c.txt", "text"}};
  auto pipe = files_of(files).routed_decode();
  const Tensor image = pipe.next()->second.toTensor();
  EXPECT_EQ(image.sizes(), IntArrayRef({3, 1, 2}));
  EXPECT_TRUE(image.allclose(tensor({255.F, 0.F, 0.F, 102.F, 51.F, 204.F}).div(255).reshape({3, 1, 2})));
  const IValue sound = pipe.next()->second;
  EXPECT_TRUE(sound.toTupleRef().at(0).toTensor().equal(tensor({0.F, 0.5F, -1.F}).reshape({1, 3})));
  EXPECT_EQ(sound.toTupleRef().at(1).toInt(), 8000);
  EXPECT_EQ(pipe.next()->second, IValue("text"));

  const KeyFunction always_png = [](const std::string&) { return std::string("png"); };
  auto bytes = files_of({{"no name", from_hex(test::kPng)}}).routed_decode(image_handler("rgba8"), always_png);
  EXPECT_TRUE(
      bytes.next()->second.toTensor().equal(tensor({255, 0, 0, 102, 51, 204, 255, 255}, kByte).reshape({4, 1, 2})));
  EXPECT_EQ(files_of(files).routed_decode(always_png).next()->second.toTensor().dtype(), kFloat);
  expect_error([] { image_handler("rgb16"); }, "image_handler: spec got 'rgb16', expected l, rgb, rgba");
  auto damaged = files_of({{"x.png", "no image"}}).routed_decode();
  expect_error([&] { damaged.next(); }, "routed_decode: item 0, 'x.png'");
}

TEST(FileStages, Http) {
  test::HttpServer server([](const std::string& request) {
    const std::string body = request.substr(4, request.find(' ', 4) - 4);
    return str("HTTP/1.1 200 OK\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
  });
  const Paths urls{server.url("/one"), server.url("/two")};
  expect_items([&] { return from(urls).read_from_http(); }, Texts{{urls[0], "/one"}, {urls[1], "/two"}});
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/local";
  write(path, "here");
  expect_items(
      [&] {
        return from(Paths{urls[0], path, "file://" + path}).read_from_remote();
      },
      Texts{{urls[0], "/one"}, {path, "here"}, {"file://" + path, "here"}});
  auto stage = from(Paths{"s3://bucket/x"}).read_from_remote();
  expect_error([&] { stage.next(); }, "got the scheme s3, expected http, https, file or a path");
}

}  // namespace
