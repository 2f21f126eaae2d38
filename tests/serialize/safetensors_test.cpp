// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/serialize.h>
#include <torchpp/serialize/tensor_file.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A file from its two parts.
std::string file_of(const std::string& json, const std::string& data) {
  const uint64_t length = json.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + json + data;
}

Safetensors parse(const std::string& bytes) { return parse_safetensors(bytes.data(), bytes.size()); }

void expect_same_bytes(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.scalar_type(), b.scalar_type());
  ASSERT_EQ(a.sizes(), b.sizes());
  const Tensor x = a.contiguous(), y = b.contiguous();
  if (x.nbytes() > 0) {
    EXPECT_EQ(std::memcmp(x.data_ptr(), y.data_ptr(), x.nbytes()), 0);
  }
}

// Bytes that are legal values of the dtype, all different where it is wide enough.
Tensor pattern(IntArrayRef sizes, ScalarType dtype) {
  Tensor t = empty(sizes, dtype);
  auto* bytes = static_cast<unsigned char*>(t.data_ptr());
  for (size_t i = 0; i < t.nbytes(); ++i)
    bytes[i] = static_cast<unsigned char>(dtype == kBool ? i % 3 == 0 : i * 37 + 1);
  return t;
}

constexpr ScalarType kStored[] = {kDouble, kFloat, kHalf, kBFloat16,    kLong,         kInt,          kShort,
                                  kChar,   kByte,  kBool, kComplexHalf, kComplexFloat, kComplexDouble};

class SafetensorsFile : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/t.safetensors";
};

TEST_F(SafetensorsFile, RoundTripOfEveryDtypeAndShape) {
  const std::vector<std::vector<int64_t>> shapes = {{}, {1}, {7}, {3, 5}, {2, 0, 4}, {0}, {2, 3, 4, 5}};
  NamedTensors tensors;
  for (ScalarType dtype : kStored)
    for (const auto& shape : shapes)
      tensors.emplace_back(str(toString(dtype), ".", tensors.size()), pattern(shape, dtype));
  save_safetensors(path_, tensors,
                   {{"format", "pt"},
                    {"note",
                     "\"quotes\", \\ and \n\x01 gr\xc3\xbc\xc3\x9f"
                     "e \xf0\x9f\x98\x80"}});
  for (bool map : {true, false}) {
    LoadSafetensorsOptions options;
    options.map = map;
    const Safetensors loaded = load_safetensors(path_, options);
    ASSERT_EQ(loaded.tensors.size(), tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      EXPECT_EQ(loaded.tensors[i].first, tensors[i].first);
      expect_same_bytes(loaded.tensors[i].second, tensors[i].second);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(loaded.tensors[i].second.data_ptr()) % tensors[i].second.itemsize(), 0u);
    }
    ASSERT_EQ(loaded.metadata.size(), 2u);
    EXPECT_EQ(loaded.metadata[0], (std::pair<std::string, std::string>("format", "pt")));
    EXPECT_EQ(loaded.metadata[1].second,
              "\"quotes\", \\ and \n\x01 gr\xc3\xbc\xc3\x9f"
              "e \xf0\x9f\x98\x80");
  }
}

TEST_F(SafetensorsFile, SavesValuesOfStridedTensorsAndViews) {
  const Tensor base = pattern({4, 6}, kInt);
  const Tensor views[] = {base.t(), base.slice(1, 1, 6, 2), base.select(0, 2).expand({3, 6})};
  NamedTensors tensors;
  for (const Tensor& v : views) tensors.emplace_back(std::to_string(tensors.size()), v);
  save_safetensors(path_, tensors);
  const Safetensors loaded = load_safetensors(path_);
  for (size_t i = 0; i < tensors.size(); ++i) {
    EXPECT_TRUE(loaded.tensors[i].second.is_contiguous());
    expect_same_bytes(loaded.tensors[i].second, views[i]);
  }
}

TEST_F(SafetensorsFile, SavesValuesOfConjugatedAndNegatedViews) {
  const Tensor z = view_as_complex(arange(12, kFloat).view({3, 2, 2}));
  const Tensor views[] = {z.conj(), z.t().conj(), imag(z.conj()), view_as_real(z).select(2, 1)};
  NamedTensors tensors;
  for (const Tensor& v : views) tensors.emplace_back(std::to_string(tensors.size()), v);
  save_safetensors(path_, tensors);
  const Safetensors loaded = load_safetensors(path_);
  for (size_t i = 0; i < tensors.size(); ++i) {
    EXPECT_FALSE(loaded.tensors[i].second.is_conj() || loaded.tensors[i].second.is_neg());
    EXPECT_TRUE(loaded.tensors[i].second.equal(views[i])) << i;
  }
}

TEST_F(SafetensorsFile, NoTensors) {
  save_safetensors(path_, NamedTensors());
  EXPECT_TRUE(load_safetensors(path_).tensors.empty());
  EXPECT_TRUE(parse(file_of("{}", "")).tensors.empty());
}

TEST_F(SafetensorsFile, WritingToALoadedTensorLeavesTheFile) {
  save_safetensors(path_, {{"x", pattern({1000}, kByte)}});
  const std::string before = content(path_);
  const Safetensors loaded = load_safetensors(path_);
  std::memset(loaded.tensors[0].second.data_ptr(), 0, 1000);
  EXPECT_EQ(content(path_), before);
  // Nor does saving over the file reach tensors that were loaded from it.
  const Tensor again = load_safetensors(path_).tensors[0].second;
  save_safetensors(path_, {{"x", loaded.tensors[0].second}});
  expect_same_bytes(again, pattern({1000}, kByte));
  expect_same_bytes(load_safetensors(path_).tensors[0].second, loaded.tensors[0].second);
}

TEST_F(SafetensorsFile, KeepsPermissionsAndFollowsLinksToFiles) {
  save_safetensors(path_, {{"x", pattern({3}, kByte)}});
  ASSERT_EQ(chmod(path_.c_str(), 0640), 0);
  const std::string link = folder_.path() + "/link";
  ASSERT_EQ(symlink(path_.c_str(), link.c_str()), 0);
  save_safetensors(link, {{"y", pattern({4}, kByte)}});
  struct stat status;
  ASSERT_EQ(lstat(link.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_NE(load_safetensors(path_).find("y"), nullptr);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"link", "t.safetensors"}));
}

TEST(Safetensors, ReadsWhatThePythonPackageWrote) {
  // safetensors 0.8.0, safetensors.numpy.save of
  //   layer.weight f32 [[0, .5, 1], [1.5, 2, 2.5]], idx i64 [-1, 2**40], half f16 [1.5, -2, 65504], scalar f64 3.25,
  //   empty i32 (0, 4), mask [True, False, True], bytes u8 [[1], [255]], short i16 [-300], char i8 [-7, 7]
  //   with metadata {"format": "pt", "na\"me": "grüße"}.
  const char bytes[] =
      "P\2\0\0\0\0\0\0{\"__metadata__\":{\"format\":\"pt\",\"na\\\"me\":\"gr\303\274\303\237e\"},\"idx\":{\"dtyp"
      "e\":\"I64\",\"shape\":[2],\"data_offsets\":[0,16]},\"scalar\":{\"dtype\":\"F64\",\"shape\":[],\"data_offs"
      "ets\":[16,24]},\"layer.weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[24,48]},\"empty\":{"
      "\"dtype\":\"I32\",\"shape\":[0,4],\"data_offsets\":[48,48]},\"half\":{\"dtype\":\"F16\",\"shape\":[3],\"d"
      "ata_offsets\":[48,54]},\"short\":{\"dtype\":\"I16\",\"shape\":[1],\"data_offsets\":[54,56]},\"char\":{\"d"
      "type\":\"I8\",\"shape\":[2],\"data_offsets\":[56,58]},\"bytes\":{\"dtype\":\"U8\",\"shape\":[2,1],\"data_"
      "offsets\":[58,60]},\"mask\":{\"dtype\":\"BOOL\",\"shape\":[3],\"data_offsets\":[60,63]}}    \377\377\377"
      "\377\377\377\377\377\0\0\0\0\0\1\0\0\0\0\0\0\0\0\12@\0\0\0\0\0\0\0?\0\0\200?\0\0\300?\0\0\0@\0\0 @\0>\0"
      "\300\377{\324\376\371\7\1\377\1\0\1";
  const Safetensors file = parse_safetensors(bytes, sizeof bytes - 1);
  std::vector<std::string> names;
  for (const auto& item : file.tensors) names.push_back(item.first);
  EXPECT_EQ(names, (std::vector<std::string>{"idx", "scalar", "layer.weight", "empty", "half", "short", "char", "bytes",
                                             "mask"}));
  EXPECT_EQ(file.metadata, (Metadata{{"format", "pt"}, {"na\"me", "gr\303\274\303\237e"}}));
  const Tensor& weight = *file.find("layer.weight");
  EXPECT_EQ(weight.sizes(), IntArrayRef({2, 3}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(weight.data_ptr<float>()[i], 0.5f * static_cast<float>(i));
  EXPECT_EQ(file.find("idx")->data_ptr<int64_t>()[0], -1);
  EXPECT_EQ(file.find("idx")->data_ptr<int64_t>()[1], int64_t{1} << 40);
  EXPECT_EQ(static_cast<float>(file.find("half")->data_ptr<Half>()[2]), 65504.f);
  EXPECT_EQ(file.find("scalar")->dim(), 0);
  EXPECT_EQ(*file.find("scalar")->data_ptr<double>(), 3.25);
  EXPECT_EQ(file.find("empty")->sizes(), IntArrayRef({0, 4}));
  EXPECT_EQ(file.find("empty")->scalar_type(), kInt);
  EXPECT_FALSE(file.find("mask")->data_ptr<bool>()[1]);
  EXPECT_EQ(file.find("bytes")->data_ptr<uint8_t>()[1], 255);
  EXPECT_EQ(file.find("short")->data_ptr<int16_t>()[0], -300);
  EXPECT_EQ(file.find("char")->data_ptr<int8_t>()[0], -7);
  EXPECT_EQ(file.find("none"), nullptr);
}

TEST(Safetensors, ReadsComplexNumbersOfThePythonPackage) {
  // safetensors 0.8.0, safetensors.numpy.save({"z": np.array([1+2j, -0.5j], np.complex64)}).
  const std::string bytes = std::string(
      "8\000\000\000\000\000\000\000{\"z\":{\"dtype\":\"C64\",\"shape\":[2],\"data_offsets\":[0,16]}} "
      "\000\000\200?\000\000\000@\000\000\000\200\000\000\000\277",
      80);
  const Safetensors file = parse(bytes);
  EXPECT_TRUE(view_as_real(*file.find("z")).equal(tensor({{1.f, 2.f}, {-0.f, -0.5f}})));
}

TEST(Safetensors, NamesOfComplexDtypes) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  save_safetensors(
      path, {{"a", zeros({1}, kComplexFloat)}, {"b", zeros({1}, kComplexDouble)}, {"c", empty({1}, kComplexHalf)}});
  const std::string json =
      R"({"a":{"dtype":"C64","shape":[1],"data_offsets":[16,24]},"b":{"dtype":"C128","shape":[1],"data_offsets":[0,16]},)"
      R"("c":{"dtype":"C32","shape":[1],"data_offsets":[24,28]}})";
  EXPECT_EQ(content(path).substr(8, json.size()), json);
}

TEST(Safetensors, WritesTheLayoutThatOthersRead) {
  // By hand: the caller's order in the header, wide elements first in the data, spaces up to a multiple of 64.
  Tensor b = pattern({2}, kByte), w = pattern({1}, kInt);
  test::TemporaryFolder folder;
  save_safetensors(folder.path() + "/f", {{"b", b}, {"w", w}});
  const std::string json =
      R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"w":{"dtype":"I32","shape":[1],"data_offsets":[0,4]}})";
  std::string expected =
      file_of(json + std::string(128 - 8 - json.size(), ' '), std::string("\x01\x26\x4b\x70\x01\x26", 6));
  EXPECT_EQ(content(folder.path() + "/f"), expected);
}

TEST(Safetensors, MisalignedDataAreCopied) {
  // The header's length is not a multiple of 4.
  const float value = 1.25f;
  const std::string data(reinterpret_cast<const char*>(&value), 4);
  for (size_t spaces = 0; spaces < 8; ++spaces) {
    const Safetensors file =
        parse(file_of(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})" + std::string(spaces, ' '), data));
    EXPECT_EQ(*file.tensors[0].second.data_ptr<float>(), 1.25f);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(file.tensors[0].second.data_ptr()) % 4, 0u);
  }
}

struct Lie {
  const char* name;
  std::string bytes;
  const char* message;  // part of what the error says
};

TEST(Safetensors, EachLieHasItsError) {
  const std::string eight(8, '\1');
  const auto entry = [](const char* dtype, const char* shape, const char* offsets) {
    return str("{\"x\":{\"dtype\":\"", dtype, "\",\"shape\":", shape, ",\"data_offsets\":", offsets, "}}");
  };
  const auto two = [](const char* first, const char* second) {
    return str("{\"x\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":", first,
               "},\"y\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":", second, "}}");
  };
  std::string deep(100000, '[');
  const Lie lies[] = {
      {"nothing", "", "got 0 bytes"},
      {"less than a length", std::string("\x10\0", 2), "got 2 bytes"},
      {"length beyond the end", std::string("\xff\0\0\0\0\0\0\0{}", 10),
       "header length of 255, expected at most the 2"},
      {"huge length", std::string(8, '\xff') + "{}", "header length of 18446744073709551615"},
      {"no header", std::string(8, '\0'), "does not begin with '{'"},
      {"space first", file_of(" {}", ""), "does not begin with '{'"},
      {"list", file_of("[]", ""), "does not begin with '{'"},
      {"zip", "PK\3\4 and more", "zip archive"},
      {"broken JSON", file_of("{\"x\":", ""), "no JSON"},
      {"more after the JSON", file_of("{} x", ""), "no JSON"},
      {"not UTF-8", file_of("{\"\xc0\x80\":{}}", ""), "no JSON"},
      {"deep", file_of("{\"x\":" + deep, ""), "got 'a list' at 'x', expected an object for each name"},
      {"deep shape", file_of("{\"x\":{\"shape\":" + deep, ""), "got 'a list'"},
      {"number for an entry", file_of("{\"x\":1}", ""), "got 'a number' at 'x'"},
      {"null for an entry", file_of("{\"x\":null}", ""), "got 'null'"},
      {"metadata number", file_of("{\"__metadata__\":{\"a\":1}}", ""), "expected a text for each name"},
      {"metadata nested", file_of("{\"__metadata__\":{\"a\":{}}}", ""), "expected a text for each name"},
      {"metadata twice", file_of("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", ""), "'a' twice"},
      {"no dtype", file_of(R"({"x":{"shape":[8],"data_offsets":[0,8]}})", eight), "has no dtype"},
      {"no shape", file_of(R"({"x":{"dtype":"U8","data_offsets":[0,8]}})", eight), "has no shape"},
      {"no offsets", file_of(R"({"x":{"dtype":"U8","shape":[8]}})", eight), "has no data_offsets"},
      {"other key", file_of(R"({"x":{"dtype":"U8","strides":[8]}})", eight), "got the key 'strides'"},
      {"key twice", file_of(R"({"x":{"dtype":"U8","dtype":"U8"}})", eight), "'dtype' twice"},
      {"unknown dtype", file_of(entry("U16", "[4]", "[0,8]"), eight), "dtype got 'U16', expected one of F64"},
      {"dtype list", file_of(R"({"x":{"dtype":["U8"]}})", eight), "got 'a list'"},
      {"negative size", file_of(entry("U8", "[-8]", "[0,8]"), eight), "got 'a negative number'"},
      {"fraction", file_of(entry("U8", "[8.0]", "[0,8]"), eight), "got '8.0'"},
      {"size beyond 64 bits", file_of(entry("U8", "[18446744073709551616]", "[0,8]"), eight), "expected sizes"},
      {"size of 64 bits", file_of(entry("U8", "[18446744073709551615]", "[0,8]"), eight), "at most 2^63 - 1"},
      {"product overflows", file_of(entry("U8", "[4294967296,4294967296,4294967296]", "[0,8]"), eight),
       "less than 2^63"},
      {"product wraps to 8", file_of(entry("F64", "[2305843009213693953]", "[0,8]"), eight), "less than 2^63"},
      {"zero hides overflow", file_of(entry("U8", "[0,4294967296,4294967296]", "[0,0]"), ""), "less than 2^63"},
      {"65 dims",
       file_of(entry("U8",
                     ("[1" +
                      [] {
                        std::string s;
                        for (int i = 0; i < 64; ++i) s += ",1";
                        return s;
                      }() +
                      "]")
                         .c_str(),
                     "[0,1]"),
               "\1"),
       "more than 64"},
      {"too few bytes", file_of(entry("F32", "[4]", "[0,8]"), eight), "got 8 bytes of data, expected 16"},
      {"too many bytes", file_of(entry("F32", "[1]", "[0,8]"), eight), "got 8 bytes of data, expected 4"},
      {"offsets reversed", file_of(entry("U8", "[8]", "[8,0]"), eight), "data_offsets got [8, 0]"},
      {"offsets beyond the end", file_of(entry("U8", "[9]", "[0,9]"), eight), "within the 8 bytes"},
      {"offsets that wrap", file_of(entry("U8", "[8]", "[18446744073709551608,0]"), eight), "within the 8 bytes"},
      {"one offset", file_of(entry("U8", "[8]", "[8]"), eight), "got 1 numbers, expected 2"},
      {"three offsets", file_of(entry("U8", "[8]", "[0,4,8]"), eight), "more than 2 numbers"},
      {"truncated data", file_of(entry("U8", "[8]", "[0,8]"), "\1\1\1\1"), "within the 4 bytes"},
      {"more data than described", file_of(entry("U8", "[4]", "[0,4]"), eight), "got 8 bytes of data, expected the 4"},
      {"overlap", file_of(two("[0,4]", "[2,6]"), eight), "'y' data_offsets begin at 2, expected 4"},
      {"the same bytes twice", file_of(two("[0,4]", "[0,4]"), "\1\1\1\1"), "begin at 0, expected 4"},
      {"hole", file_of(two("[0,4]", "[5,9]"), eight + "\1"), "begin at 5, expected 4"},
      {"hole at the start", file_of(entry("U8", "[4]", "[4,8]"), eight), "begin at 4, expected 0"},
      {"name twice",
       file_of(
           R"({"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"x":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})",
           eight),
       "tensor name 'x' twice"},
      {"bool of 2", file_of(entry("BOOL", "[2]", "[0,2]"), "\1\2"), "element 1 got the byte 2"},
  };
  for (const Lie& lie : lies) {
    SCOPED_TRACE(lie.name);
    try {
      parse(lie.bytes);
      ADD_FAILURE() << "no error";
    } catch (const FileError& e) {
      EXPECT_NE(std::string(e.what()).find(lie.message), std::string::npos) << e.what();
      EXPECT_EQ(std::string(e.what()).rfind("load 'memory': ", 0), 0u) << e.what();
    }
  }
}

// A net that finds speech, as its authors distribute it.
TEST(Safetensors, FilesOfTheWild) {
  const char* const root = std::getenv("TORCHPP_DATA");
  const std::string path = std::string(root != nullptr ? root : "") + "/silero/silero_vad_16k.safetensors";
  if (root == nullptr || ::access(path.c_str(), F_OK) != 0) GTEST_SKIP() << "$TORCHPP_DATA/silero is not there";
  const NamedTensors tensors = load_safetensors(path).tensors;
  TensorFile file = TensorFile::open(path);
  ASSERT_EQ(tensors.size(), 15u);
  int64_t numel = 0;
  for (const auto& [name, tensor] : tensors) {
    EXPECT_EQ(tensor.scalar_type(), kFloat);
    expect_same_bytes(file.load(name), tensor);
    numel += tensor.numel();
  }
  EXPECT_EQ(numel, 309633);
  // The sums of magnitudes, by Python's struct and math.fsum.
  const auto sum = [&](const char* name) { return file.load(name).to(kDouble).abs().sum().item<double>(); };
  EXPECT_NEAR(sum("stft_conv.weight"), 20885.62108390199, 1e-6);
  EXPECT_NEAR(sum("lstm_cell.weight_ih"), 13105.36592087892, 1e-6);
}

TEST_F(SafetensorsFile, ErrorsNameThePath) {
  const auto message = [](const std::string& path) {
    try {
      load_safetensors(path);
    } catch (const FileError& e) {
      return std::string(e.what());
    }
    return std::string("no FileError");
  };
  EXPECT_EQ(message(path_), "open '" + path_ + "': No such file or directory");
  EXPECT_EQ(message(folder_.path()), "open '" + folder_.path() + "': got a directory, expected a regular file");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(message(path_), "open '" + path_ + "': got a device or pipe, expected a regular file");
  ASSERT_EQ(unlink(path_.c_str()), 0);
  std::ofstream(path_) << "";
  EXPECT_EQ(message(path_).rfind("load '" + path_ + "': got 0 bytes", 0), 0u) << message(path_);
}

TEST_F(SafetensorsFile, RefusesWhatItCannotSaveAndLeavesTheOldFile) {
  save_safetensors(path_, {{"x", pattern({3}, kByte)}});
  const std::string before = content(path_);
  const Tensor t = pattern({2}, kFloat);
  EXPECT_THROW(save_safetensors(path_, {{"a", t}, {"a", t}}), ValueError);
  EXPECT_THROW(save_safetensors(path_, {{"__metadata__", t}}), ValueError);
  EXPECT_THROW(save_safetensors(path_, {{"a", Tensor()}}), ValueError);
  EXPECT_THROW(save_safetensors(path_, {{"a", t}}, {{"k", ""}, {"k", ""}}), ValueError);
  for (const char* bad : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf8\x88\x80\x80\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xc3\x28", "\xff"})
    EXPECT_THROW(save_safetensors(path_, {{bad, t}}), ValueError) << bad;
  EXPECT_EQ(content(path_), before);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"t.safetensors"});
}

TEST(Safetensors, RefusesToReplaceADeviceOrADirectory) {
  test::TemporaryFolder folder;
  const NamedTensors tensors = {{"x", pattern({3}, kByte)}};
  EXPECT_THROW(save_safetensors("/dev/null", tensors), FileError);
  EXPECT_THROW(save_safetensors(folder.path(), tensors), FileError);
  EXPECT_THROW(save_safetensors(folder.path() + "/none/f", tensors), FileError);
  struct stat status;
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

}  // namespace
