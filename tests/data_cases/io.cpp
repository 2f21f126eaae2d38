// SPDX-License-Identifier: BSD-3-Clause
// Rows of the stages about files. tests/data_io compares them with what others give for the same files.
#include <torchpp/data.h>
#include <torchpp/ops.h>

#include <fstream>

#include "tests/data_cases/data_case.h"
#include "tests/data_io/fixtures.h"
#include "tests/data_io/http_server.h"
#include "tests/data_io/tar.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

using data::File;
using data::Text;

// Files of the file system for all rows.
const std::string& folder() {
  static const TemporaryFolder made;
  static const std::string path = [] {
    for (const char* name : {"a0", "b0", "a1", "b2"}) std::ofstream(made.path() + "/" + name) << "in " << name;
    return made.path();
  }();
  return path;
}
std::string in_folder(const std::string& name) { return folder() + "/" + name; }
// A path below the folder, as a line that is the same in each run.
std::string shortened(const std::string& path) {
  return path.compare(0, folder().size(), folder()) == 0 ? path.substr(folder().size()) : path;
}

std::string url(const std::string& path) {
  static const HttpServer server([](const std::string& request) {
    const std::string body = "answer to " + request.substr(0, request.find(" HTTP"));
    return str("HTTP/1.1 200 OK\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
  });
  return server.url(path);
}

// Files in memory, named after their numbers.
template <class F>
data::Pipe<File> files(Numbers numbers, F text_of, const std::string& ending = "") {
  return std::move(numbers).map([text_of, ending](int64_t i) {
    const std::string name = std::to_string(i) + ending;
    return File(name, data::memory_stream(text_of(i), name));
  });
}
std::string csv(int64_t i) { return str("k,v\n\"a,", i, "\",", i, "\n"); }
std::string npy(int64_t i) {
  return std::string("\x93NUMPY\x01\0\x3a\0", 10) + "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }\n" +
         static_cast<char>(i) + '\7';
}
std::string word(int64_t i) { return "text " + std::to_string(i); }
std::string tar(int64_t i) {
  std::vector<std::pair<std::string, std::string>> members;
  for (int64_t k = 0; k < i % 3; ++k) members.emplace_back(std::to_string(k) + ".txt", str(i, ".", k));
  return tar_of(members);
}

Lines file_lines(data::Pipe<File> pipe) {
  return std::move(pipe).map([](File file) { return shortened(file.first) + "=" + file.second.read_all(); });
}
Lines text_lines(data::Pipe<Text> pipe) {
  return std::move(pipe).map([](const Text& text) { return text.first + "=" + text.second; });
}
Lines value_lines(data::Pipe<data::PathAnd<IValue>> pipe) {
  return std::move(pipe).map(
      [](const data::PathAnd<IValue>& value) { return value.first + "=" + to_string(value.second); });
}
std::vector<std::string> each(int64_t count, const std::string& before, const std::string& after) {
  std::vector<std::string> lines;
  for (int64_t i = 0; i < count; ++i) lines.push_back(str(i, before, i, after));
  return lines;
}

const std::string& lines_of_fixture() {
  static const std::string text = [] {
    std::string lines;
    for (int i = 0; i < 20; ++i) lines += str("line ", i, " of the text\n");
    return lines;
  }();
  return text;
}
// What the compressed fixture gives under the file's number.
std::vector<std::string> unpacked(int64_t count, const std::string& ending = "") {
  std::vector<std::string> lines;
  for (int64_t i = 0; i < count; ++i) lines.push_back(str(i, ending, "=", lines_of_fixture()));
  return lines;
}
template <const char* Fixture>
std::string fixture(int64_t) {
  return from_hex(Fixture);
}

const std::vector<std::string> kTarLines{"1.tar/0.txt=1.0", "2.tar/0.txt=2.0", "2.tar/1.txt=2.1", "4.tar/0.txt=4.0"};
const std::vector<std::string> kZipLines{"0.zip/folder/a.txt=200", "0.zip/ä.txt=7",          "0.zip/empty.txt=0",
                                         "0.zip/../up.txt=2",      "1.zip/folder/a.txt=200", "1.zip/ä.txt=7",
                                         "1.zip/empty.txt=0",      "1.zip/../up.txt=2"};
Lines sizes(data::Pipe<File> pipe) {
  return std::move(pipe).map([](File file) { return str(file.first, "=", file.second.read_all().size()); });
}

void add_files(std::vector<DataCase>& t) {
  t.push_back({"list_files",
               [](Numbers s) {
                 return std::move(s)
                     .map([](int64_t i) { return i == 1 ? in_folder("b2") : folder(); })
                     .list_files(data::ListFilesOptions().masks({"a*", "b2"}))
                     .map(shortened);
               },
               3,
               {"/a0", "/a1", "/b2", "/b2", "/a0", "/a1", "/b2"}});
  t.push_back({"open_files",
               [](Numbers s) {
                 return file_lines(std::move(s).map([](int64_t i) { return in_folder(str("a", i)); }).open_files());
               },
               2,
               {"/a0=in a0", "/a1=in a1"}});
  t.push_back({"read_from_stream", [](Numbers s) { return text_lines(files(std::move(s), word).read_from_stream()); },
               3, each(3, "=text ", "")});
  t.push_back({"read_from_stream/chunk",
               [](Numbers s) { return text_lines(files(std::move(s), word).read_from_stream(4)); },
               2,
               {"0=text", "0= 0", "1=text", "1= 1"}});
  t.push_back(
      {"read_from_http",
       [](Numbers s) {
         return std::move(s).map([](int64_t i) { return url(str("/", i)); }).read_from_http().map([](File file) {
           return file.second.read_all();
         });
       },
       2,
       {"answer to GET /0", "answer to GET /1"}});
  t.push_back({"read_from_remote",
               [](Numbers s) {
                 return std::move(s)
                     .map([](int64_t i) { return i == 0 ? "file://" + in_folder("a0") : url("/x"); })
                     .read_from_remote()
                     .map([](File file) { return file.second.read_all(); });
               },
               2,
               {"in a0", "answer to GET /x"}});
}

void add_archives(std::vector<DataCase>& t) {
  t.push_back({"load_from_tar", [](Numbers s) { return file_lines(files(std::move(s), tar, ".tar").load_from_tar()); },
               5, kTarLines});
  t.push_back({"read_from_tar", [](Numbers s) { return file_lines(files(std::move(s), tar, ".tar").read_from_tar()); },
               5, kTarLines});
  t.push_back({"load_from_zip",
               [](Numbers s) { return sizes(files(std::move(s), fixture<kZip>, ".zip").load_from_zip()); }, 2,
               kZipLines});
  t.push_back({"read_from_zip",
               [](Numbers s) { return sizes(files(std::move(s), fixture<kZip>, ".zip").read_from_zip()); }, 2,
               kZipLines});
  t.push_back({"load_from_rar",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kRar>).load_from_rar()); },
               2,
               {"0/folder/a.txt=stored in rar", "1/folder/a.txt=stored in rar"}});
  t.push_back({"load_from_gz",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kGzip>, ".gz").load_from_gz()); }, 3,
               unpacked(3)});
  t.push_back({"load_from_bz2",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kBzip2>, ".bz2").load_from_bz2()); }, 3,
               unpacked(3)});
  t.push_back({"load_from_xz",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kXz>, ".xz").load_from_xz()); }, 3,
               unpacked(3)});
  t.push_back({"read_from_xz",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kXz>, ".xz").read_from_xz()); }, 3,
               unpacked(3)});
  t.push_back({"load_from_zstd",
               [](Numbers s) { return file_lines(files(std::move(s), fixture<kZstd>, ".zst").load_from_zstd()); }, 3,
               unpacked(3)});
  t.push_back({"decompress", [](Numbers s) { return file_lines(files(std::move(s), fixture<kZstd>).decompress()); }, 3,
               unpacked(3)});
  t.push_back({"extract", [](Numbers s) { return file_lines(files(std::move(s), fixture<kLzma>, ".lzma").extract()); },
               3, unpacked(3, ".lzma")});
  t.push_back({"webdataset",
               [](Numbers s) {
                 return std::move(s)
                     .map([](int64_t i) {
                       return data::PathAnd<int64_t>(str("d/", i / 3, i % 3 == 0 ? ".a" : i % 3 == 1 ? ".b.c" : ""), i);
                     })
                     .webdataset()
                     .map([](const data::Sample<int64_t>& sample) { return sample.key + shown(sample.files); });
               },
               11,
               {"d/0{.a:0 .b.c:1}", "d/1{.a:3 .b.c:4}", "d/2{.a:6 .b.c:7}", "d/3{.a:9 .b.c:10}"}});
}

void add_parsers(std::vector<DataCase>& t) {
  t.push_back({"readlines",
               [](Numbers s) {
                 return text_lines(files(std::move(s), [](int64_t i) { return str("a", i, "\r\n\nb\n"); }).readlines());
               },
               2,
               {"0=a0", "0=", "0=b", "1=a1", "1=", "1=b"}});
  t.push_back({"readlines_without_path",
               [](Numbers s) {
                 return files(std::move(s), [](int64_t i) { return str("head\na", i, "\nb"); })
                     .readlines_without_path(data::ReadLinesOptions().skip_lines(1).strip_newline(false));
               },
               2,
               {"a0\n", "b", "a1\n", "b"}});
  t.push_back({"lines_to_paragraphs",
               [](Numbers s) {
                 return text_lines(std::move(s)
                                       .map([](int64_t i) { return Text(str("f", i / 5), i % 5 == 2 ? "" : str(i)); })
                                       .lines_to_paragraphs(" "));
               },
               13,
               {"f0=0 1", "f0=3 4", "f1=5 6", "f1=8 9", "f2=10 11"}});
  t.push_back({"parse_csv",
               [](Numbers s) { return lines(files(std::move(s), csv).parse_csv()); },
               2,
               {"[k v]", "[a,0 0]", "[k v]", "[a,1 1]"}});
  t.push_back(
      {"parse_csv_with_path",
       [](Numbers s) { return lines(files(std::move(s), csv).parse_csv_with_path(data::CsvOptions().skip_lines(1))); },
       2,
       {"(0 [a,0 0])", "(1 [a,1 1])"}});
  t.push_back({"parse_csv_as_dict",
               [](Numbers s) { return lines(files(std::move(s), csv).parse_csv_as_dict()); },
               2,
               {"{k:a,0 v:0}", "{k:a,1 v:1}"}});
  t.push_back({"parse_csv_as_dict_with_path",
               [](Numbers s) { return lines(files(std::move(s), csv).parse_csv_as_dict_with_path()); },
               2,
               {"(0 {k:a,0 v:0})", "(1 {k:a,1 v:1})"}});
  t.push_back({"parse_json_files",
               [](Numbers s) {
                 return value_lines(
                     files(std::move(s), [](int64_t i) { return str("[", i, ", 1]"); }).parse_json_files());
               },
               3,
               {"0=[0, 1]", "1=[1, 1]", "2=[2, 1]"}});
  t.push_back({"parse_json_lines",
               [](Numbers s) {
                 return value_lines(
                     files(std::move(s), [](int64_t i) { return str(i, "\n\n[true]\n"); }).parse_json_lines());
               },
               2,
               {"0=0", "0=[true]", "1=1", "1=[true]"}});
  t.push_back(
      {"load_from_tfrecord",
       [](Numbers s) {
         return files(std::move(s), fixture<kTfRecord>).load_from_tfrecord().map([](const data::Features& features) {
           std::string names;
           for (const auto& feature : features) names += feature.first + " ";
           return names;
         });
       },
       2,
       {"image label none weights ", "frames id words ", "image label none weights ", "frames id words "}});
  t.push_back({"routed_decode",
               [](Numbers s) {
                 return value_lines(files(
                                        std::move(s), [](int64_t i) { return str(i); }, ".cls")
                                        .routed_decode());
               },
               3,
               {"0.cls=0", "1.cls=1", "2.cls=2"}});
  t.push_back({"routed_decode/npy",
               [](Numbers s) {
                 return lines(
                     files(std::move(s), npy, ".npy").routed_decode().map([](const data::PathAnd<IValue>& value) {
                       return std::make_pair(value.first, value.second.toTensor());
                     }));
               },
               2,
               {"(0.npy [2]: 0 7)", "(1.npy [2]: 1 7)"}});
}

void add_kept(std::vector<DataCase>& t) {
  static const data::Hashes hashes{{"0", "cfcd208495d565ef66e7dff9f98764da"},
                                   {"1", "c4ca4238a0b923820dcc509a6f75849b"}};
  t.push_back({"check_hash",
               [](Numbers s) {
                 return file_lines(
                     files(std::move(s), [](int64_t i) { return str(i); }).check_hash(hashes, data::HashType::kMd5));
               },
               2,
               {"0=0", "1=1"}});
  t.push_back({"save_to_disk",
               [](Numbers s) {
                 return file_lines(files(std::move(s), word)
                                       .save_to_disk([](const std::string& name) { return in_folder("saved/" + name); })
                                       .open_files());
               },
               2,
               {"/saved/0=text 0", "/saved/1=text 1"}});
  t.push_back({"on_disk_cache",
               [](Numbers s) {
                 return file_lines(
                     std::move(s)
                         .map([](int64_t i) { return str(i); })
                         .on_disk_cache(data::OnDiskCacheOptions().filepath_fn(
                                            [](const std::string& name) { return in_folder("kept/" + name); }),
                                        [](data::Pipe<std::string> missing) {
                                          return std::move(missing).map([](const std::string& name) {
                                            return File(name, data::memory_stream("made " + name));
                                          });
                                        })
                         .open_files());
               },
               3,
               {"/kept/0=made 0", "/kept/1=made 1", "/kept/2=made 2"}});
}

}  // namespace

void add_io_cases(std::vector<DataCase>& cases) {
  add_files(cases);
  add_archives(cases);
  add_parsers(cases);
  add_kept(cases);
}

}  // namespace torchpp::test
