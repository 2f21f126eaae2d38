// SPDX-License-Identifier: BSD-3-Clause
// The flaws that were published of other readers of model files, each with a file made here that has what its report
// describes. All are refused with a FileError, and nothing of them is run. Numbers and descriptions agree with what the
// public databases of vulnerabilities say of them.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/serialize/tensor_file.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "tests/serialize/gguf_bytes.h"
#include "tests/serialize/pt_bytes.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

// Calls os.system when Python runs it.
const char kCode[] =
    "\x80\x02"
    "cos\nsystem\nU\4true\x85R.";
const char kNamesCode[] = "'os.system'";

TensorFile open(const std::string& bytes, const std::string& name = "f") {
  return TensorFile::parse(bytes.data(), bytes.size(), name);
}
void refused(const std::string& bytes, const std::string& phrase) {
  expect_error<FileError>([&] { open(bytes); }, phrase);
}
void refused_pt(const std::string& bytes, const std::string& phrase) {
  refused(bytes, phrase);
  expect_error<FileError>([&] { parse_pt(bytes.data(), bytes.size()); }, phrase);
  serialize::InputArchive archive;
  expect_error<FileError>([&] { archive.load_from(bytes.data(), bytes.size()); }, phrase);
}

std::string tar_of(const std::vector<std::pair<std::string, std::string>>& members, const std::string& size = "") {
  constexpr size_t kBlock = 512;
  std::string bytes;
  for (const auto& [name, data] : members) {
    char header[kBlock] = {};
    const auto set = [&](size_t at, const std::string& text) { std::memcpy(header + at, text.data(), text.size()); };
    char digits[12];
    std::snprintf(digits, sizeof digits, "%011o", static_cast<unsigned>(data.size()));
    set(0, name);
    set(124, size.empty() ? digits : size);
    set(148, "        ");
    set(156, "0ustar");
    header[156 + 6] = '\0';
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    std::snprintf(digits, 8, "%06o", sum);
    set(148, digits);
    bytes.append(header, kBlock) += data;
    bytes.resize((bytes.size() + kBlock - 1) / kBlock * kBlock);
  }
  return bytes + std::string(2 * kBlock, '\0');
}
// A tar archive as PyTorch wrote it before version 0.1.10, of no storages and tensors.
std::vector<std::pair<std::string, std::string>> tar_members() {
  const std::string none("\x80\x02K\0.", 5);
  return {{"sys_info", "\x80\x02}."}, {"storages", none}, {"tensors", none}, {"pickle", "\x80\x02}."}};
}

// ---- PyTorch

// torch.load(weights_only=True) to 2.5.1 could be made to run code. The old tar form has four pickles, any of which
// might bring it.
TEST(PublicFlaws, CodeInTarArchivesCve2025_32434) {
  const std::string harmless = tar_of(tar_members());
  EXPECT_TRUE(parse_pt(harmless.data(), harmless.size()).value.isGenericDict());
  for (size_t i = 0; i < tar_members().size(); ++i) {
    auto members = tar_members();
    members[i].second = kCode;
    refused_pt(tar_of(members), kNamesCode);
  }
}

// The same to 2.9: operations for dicts on other values, and storages that are not as large as they are said to be.
TEST(PublicFlaws, PicklesThatCorruptMemoryCve2026_24747) {
  for (const char* target : {"N", "]", ")", "K\1", "U\1a", "\x88"}) {
    refused_pt(pt_archive(std::string("\x80\x02") + target + "K\1K\2s.", {}), "to set an item of, expected a dict");
    refused_pt(pt_archive(std::string("\x80\x02") + target + "(K\1K\2u.", {}), "to set an item of, expected a dict");
  }
  const std::string floats = pt_pickle("FloatStorage");
  for (const size_t n : {0, 1, 11, 13, 400})
    refused_pt(pt_archive(floats, {{"data/0", std::string(n, '\0')}}), "bytes, expected 12");
  std::string more = floats;
  more.replace(more.find("K\3tQ"), 4, "K\4tQ");
  refused_pt(pt_archive(more, {{"data/0", std::string(12, '\0')}}), "got 12 bytes, expected 16");
  more = floats;
  more.replace(more.find("K\3\x85K"), 2, "K\4");
  refused_pt(pt_archive(more, {{"data/0", std::string(12, '\0')}}), "got a tensor of sizes");
}

// Scanners looked for names that are known as bad, and missed pip.main. Here all are refused that are not known as
// good.
TEST(PublicFlaws, NamesThatScannersDoNotKnowCve2025_1716) {
  refused_pt(pt_archive("\x80\x02"
                        "cpip\nmain\n](U\7installU\1xe\x85R.",
                        {}),
             "'pip.main'");
  refused_pt(pt_archive("\x80\x04\x8c\3pip\x8c\4main\x93](U\7installU\1xe\x85R.", {}), "'pip.main'");
}

// Scanners chose by the file's name what to look for.
TEST(PublicFlaws, NamesOfFilesThatMisleadCve2025_1889AndCve2025_10155) {
  const TemporaryFolder folder;
  const std::string bytes = pt_archive(kCode, {});
  for (const char* name : {"m.safetensors", "m.bin", "m.npz", "m.txt", "config.json", "m"}) {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    expect_error<FileError>([&] { TensorFile::open(path); }, kNamesCode);
    expect_error<FileError>([&] { load_pt(path); }, kNamesCode);
  }
}

// ---- zip archives

std::string changed(std::string bytes, const std::string& signature, size_t at, const std::string& to) {
  bytes.replace(bytes.find(signature) + at, to.size(), to);
  return bytes;
}
const std::string kLocal = "PK\3\4", kDirectory = "PK\1\2";

// Where one reader takes the name from the directory and another from the entry, they see different files.
TEST(PublicFlaws, EntriesOfTwoNamesCve2025_1944) {
  const std::string bytes = pt_archive(pt_pickle("FloatStorage"), {{"data/0", std::string(12, '\0')}});
  EXPECT_EQ(open(changed(bytes, kLocal, 30, "a")).tensors().size(), 1u);
  refused_pt(changed(bytes, kLocal, 30, "b"), "contradicts the zip directory");
}

// One reader gives up at a flag or at a wrong CRC, and another loads the entry all the same.
TEST(PublicFlaws, FlagsAndChecksumsCve2025_1945AndCve2025_10156) {
  const std::string bytes = pt_archive(pt_pickle("FloatStorage"), {{"data/0", std::string(12, '\0')}});
  refused_pt(changed(bytes, kLocal, 6, "\1"), "contradicts the zip directory");
  refused_pt(changed(bytes, kDirectory, 8, "\1"), "is encrypted");
  refused_pt(changed(bytes, kDirectory, 8, "\x20"), "patch");
  refused_pt(changed(bytes, kDirectory, 16, "crc?"), "CRCs differ");
  refused_pt(changed(changed(bytes, kDirectory, 16, "crc?"), kLocal, 14, "crc?"), "is damaged");
}

TEST(PublicFlaws, EntriesThatOverlapCve2024_0450) {
  std::string bytes = pt_archive(pt_pickle("FloatStorage"), {{"data/0", std::string(12, '\0')}});
  const size_t second = bytes.find(kDirectory, bytes.find(kDirectory) + 1);
  bytes.replace(second + 42, 4, 4, '\0');  // where the first one begins
  refused_pt(bytes, "overlaps");
}

TEST(PublicFlaws, EntriesThatGrowCve2019_9674) {
  std::string bytes = pt_archive(pt_pickle("FloatStorage"), {{"data/0", std::string(12, '\0')}});
  bytes = changed(changed(bytes, kDirectory, 10, "\x8"), kDirectory, 24, "\xff\xff\xff\x7f");
  refused_pt(bytes, "which cannot be 2147483647");
}

// ---- tar archives

// Sizes below 0 led a reader back to where it had been, for ever.
TEST(PublicFlaws, TarArchivesWithoutEndCve2025_8194) {
  for (const std::string& size :
       {std::string("-0000001000"), std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\0", 12),
        std::string("\x80\0\0\0\xff\xff\xff\xff\xff\xff\xfe\0", 12)})
    expect_error<FileError>(
        [&] {
          const std::string bytes = tar_of(tar_members(), size);
          parse_pt(bytes.data(), bytes.size());
        },
        "a tar header got a number that is none");
}

// ---- NumPy

// An array of objects is a pickle.
TEST(PublicFlaws, CodeInArraysCve2019_6446) {
  std::string header = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }";
  header.resize(117, ' ');
  TensorFile file = open(std::string("\x93NUMPY\1\0v\0", 10) + header + "\n" + kCode);
  expect_error<NotImplementedError>([&] { file.load(0); }, "stored as |O, which is not supported");
}

// ---- GGUF

std::string gguf_with(size_t at, uint64_t count) {
  return gguf_bytes({gguf_value("k", 4, gguf_number<uint32_t>(1))}, {{"a", {4}, 0, std::string(16, '\1')}})
      .replace(at, sizeof count, gguf_number(count));
}
// Counts whose product with a size was cut to 64 bits, and so memory for too few.
constexpr uint64_t kCounts[] = {~uint64_t{0}, uint64_t{1} << 63, (uint64_t{1} << 60) + 1, ~uint64_t{0} / 24 + 2, 1000};

TEST(PublicFlaws, CountOfTensorsInGgufCve2024_21836) {
  EXPECT_EQ(open(gguf_with(8, 1)).tensors().size(), 1u);
  for (const uint64_t count : kCounts) refused(gguf_with(8, count), "load 'f'");
}
TEST(PublicFlaws, CountOfValuesInGgufCve2024_23605) {
  for (const uint64_t count : kCounts) refused(gguf_with(16, count), "load 'f'");
}
TEST(PublicFlaws, TextsInGgufCve2024_23496) {
  for (const uint64_t count : kCounts)
    refused(gguf_bytes({gguf_value("k", 8, gguf_number(count) + "text")}, {}), "text");
}
TEST(PublicFlaws, DimensionsInGgufCve2024_21802) {
  for (const size_t dims : {5, 64, 1000})
    refused(gguf_bytes({}, {{"a", std::vector<uint64_t>(dims, 1), 0, std::string(16, '\1')}}), " dimensions");
}
TEST(PublicFlaws, ListsInGgufCve2024_21825) {
  for (const uint64_t count : kCounts)
    for (const uint32_t type : {0, 5, 7, 8, 9, 12})
      refused(gguf_bytes({gguf_value("k", 9, gguf_number(type) + gguf_number(count) + "item")}, {}), "load 'f'");
}
// Tensors that are larger than the file, of which a server gave away the memory behind.
TEST(PublicFlaws, ExtentsInGgufCve2026_7482) {
  for (const uint64_t size : {uint64_t{5}, uint64_t{1} << 20, uint64_t{1} << 61})
    refused(gguf_bytes({}, {{"a", {size}, 0, std::string(16, '\1')}}), "tensor 'a' got");
}

// ---- safetensors

// Bytes that no tensor has can be a file of another format, which others read (found in the audit of 2023).
TEST(PublicFlaws, SafetensorsThatAreAnotherFileToo) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  save_safetensors(path, {{"a", ones({4})}});
  std::ofstream(path, std::ios::binary | std::ios::app) << pt_archive(pt_pickle("FloatStorage"), {});
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    expect_error<FileError>([&] { TensorFile::open(path, options); }, "expected the 16 that the header describes");
  }
  expect_error<FileError>([&] { load_safetensors(path); }, "expected the 16 that the header describes");
}

}  // namespace
}  // namespace torchpp::test
