// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/audio.h>
#include <torchpp/ops.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace {

namespace audio = torchpp::audio;
using audio::Encoding;
using audio::LoadOptions;
using audio::SaveOptions;
using torchpp::Tensor;
using torchpp::test::expect_error;

std::string little_endian(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i & 255);
  return out;
}
std::string chunk(const std::string& name, const std::string& data) {
  return name + little_endian(data.size(), 4) + data + std::string(data.size() % 2, '\0');
}
std::string riff(const std::string& chunks) { return "RIFF" + little_endian(chunks.size() + 4, 4) + "WAVE" + chunks; }
std::string format_chunk(int tag, int bits, int channels, bool extensible = false, int rate = 8000) {
  const int frame = channels * bits / 8;
  std::string format = little_endian(extensible ? 0xFFFE : tag, 2) + little_endian(channels, 2) +
                       little_endian(rate, 4) + little_endian(rate * frame, 4) + little_endian(frame, 2) +
                       little_endian(bits, 2);
  if (extensible)
    format += little_endian(22, 2) + little_endian(bits, 2) + little_endian(0, 4) + little_endian(tag, 2) +
              std::string("\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71", 14);
  return chunk("fmt ", format);
}
std::string wav(int tag, int bits, int channels, const std::string& data, bool extensible = false) {
  return riff(format_chunk(tag, bits, channels, extensible) + chunk("data", data));
}
template <class T>
std::string bytes_of(const std::vector<T>& values, size_t bytes = sizeof(T)) {
  std::string out;
  for (T value : values) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof raw);
    out.append(raw, bytes);  // the tests run on little-endian machines
  }
  return out;
}
audio::Audio load_bytes(const std::string& bytes, const LoadOptions& options = {}) {
  return audio::load(bytes.data(), bytes.size(), options);
}
std::vector<double> values(const Tensor& t) {
  const Tensor d = t.to(torchpp::kDouble).contiguous();
  return {d.const_data_ptr<double>(), d.const_data_ptr<double>() + d.numel()};
}

const std::string k16 = wav(1, 16, 2, bytes_of<int16_t>({-32768, 32767, -1, 1, 0, 256, 12345, -12345}));

// Answers of torchaudio 0.13.1 (sox_io), normalized and not; but for values of float files beyond 1, and 32-bit
// integers and doubles, which its library rounds and cuts.
TEST(WavLoad, EachFormat) {
  const std::vector<int32_t> of24 = {-8388608, 8388607, -1, 1, 0, 123456, -654321};
  const std::vector<double> of24_normalized = {-1, 0.9999998807907104,  -1.1920928955078125e-07, 1.1920928955078125e-07,
                                               0,  0.01471710205078125, -0.07800114154815674};
  const std::vector<double> of24_raw = {-2147483648., 2147483392, -256, 256, 0, 31604736, -167506176};
  std::string codes;
  for (int code = 0; code < 256; code += 17) codes += static_cast<char>(code);
  const std::vector<double> alaw = {
      -0.16796875, -0.080078125, -0.734375, -0.3515625, -0.008544921875, -0.000244140625, -0.0380859375, -0.01806640625,
      0.23046875,  0.111328125,  0.984375,  0.4765625,  0.012451171875,  0.004150390625,  0.0537109375,  0.02587890625};
  const std::vector<double> ulaw = {-0.9803466796875, -0.4725341796875, -0.2264404296875, -0.1072998046875,
                                    -0.0496826171875, -0.0218505859375, -0.0084228515625, -0.001953125,
                                    0.7303466796875,  0.3475341796875,  0.1639404296875,  0.0760498046875,
                                    0.0340576171875,  0.0140380859375,  0.0045166015625,  0};
  const struct {
    std::string file;
    torchpp::ScalarType raw_dtype;
    std::vector<double> raw, normalized;
    Encoding encoding;
    int64_t bits;
  } cases[] = {
      {wav(1, 8, 1, std::string("\x00\x01\x40\x7f\x80\x81\xc8\xff", 8)),
       torchpp::kByte,
       {0, 1, 64, 127, 128, 129, 200, 255},
       {-1, -0.9921875, -.5, -0.0078125, 0, 0.0078125, 0.5625, 0.9921875},
       Encoding::kPcmU,
       8},
      {k16,
       torchpp::kShort,
       {-32768, -1, 0, 12345, 32767, 1, 256, -12345},
       {-1, -3.0517578125e-05, 0, 0.376739501953125, 0.999969482421875, 3.0517578125e-05, 0.0078125,
        -0.376739501953125},
       Encoding::kPcmS,
       16},
      {wav(1, 24, 1, bytes_of(of24, 3)), torchpp::kInt, of24_raw, of24_normalized, Encoding::kPcmS, 24},
      {wav(1, 24, 1, bytes_of(of24, 3), true), torchpp::kInt, of24_raw, of24_normalized, Encoding::kPcmS, 24},
      {wav(1, 32, 1, bytes_of<int32_t>({INT32_MIN, INT32_MAX, -1, 1, 1234567890})),
       torchpp::kInt,
       {-2147483648., 2147483647, -1, 1, 1234567890},
       {-1, 1, -std::ldexp(1, -31), std::ldexp(1, -31), 0.5748904943466187},
       Encoding::kPcmS,
       32},
      {wav(3, 32, 1, bytes_of<float>({-1, 1, .5f, -.25f, 1.5f})),
       torchpp::kFloat,
       {-1, 1, .5, -.25, 1.5},
       {-1, 1, .5, -.25, 1.5},
       Encoding::kPcmF,
       32},
      {wav(3, 64, 1, bytes_of<double>({-1, 1, .5, -.25, .1}), true),
       torchpp::kDouble,
       {-1, 1, .5, -.25, .1},
       {-1, 1, .5, -.25, .1f},
       Encoding::kPcmF,
       64},
      {wav(6, 8, 1, codes), torchpp::kFloat, alaw, alaw, Encoding::kAlaw, 8},
      {wav(7, 8, 1, codes), torchpp::kFloat, ulaw, ulaw, Encoding::kUlaw, 8},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(testing::Message() << audio::to_string(c.encoding) << " of " << c.bits);
    const auto raw = load_bytes(c.file, LoadOptions().normalize(false)), normalized = load_bytes(c.file);
    EXPECT_EQ(raw.waveform.scalar_type(), c.raw_dtype);
    EXPECT_EQ(values(raw.waveform), c.raw);
    EXPECT_EQ(normalized.waveform.scalar_type(), torchpp::kFloat);
    EXPECT_EQ(values(normalized.waveform), c.normalized);
    EXPECT_EQ(raw.sample_rate, 8000);
    const audio::AudioMetaData info = audio::info(c.file.data(), c.file.size());
    EXPECT_EQ(info.encoding, c.encoding);
    EXPECT_EQ(info.bits_per_sample, c.bits);
    EXPECT_EQ(info.num_channels, raw.waveform.size(0));
    EXPECT_EQ(info.num_frames, raw.waveform.size(1));
    EXPECT_EQ(info.sample_rate, 8000);
  }
}

// Same origin.
TEST(WavLoad, PartsOfAFile) {
  const auto part = [](const LoadOptions& options) {
    return values(load_bytes(k16, LoadOptions(options).normalize(false)).waveform);
  };
  using V = std::vector<double>;
  EXPECT_EQ(part(LoadOptions().frame_offset(2)), (V{0, 12345, 256, -12345}));
  EXPECT_EQ(part(LoadOptions().frame_offset(2).num_frames(1)), (V{0, 256}));
  EXPECT_EQ(part(LoadOptions().num_frames(100)), (V{-32768, -1, 0, 12345, 32767, 1, 256, -12345}));
  EXPECT_EQ(part(LoadOptions().channels_first(false)), (V{-32768, 32767, -1, 1, 0, 256, 12345, -12345}));
  EXPECT_EQ(load_bytes(k16, LoadOptions().channels_first(false)).waveform.sizes(), torchpp::IntArrayRef({4, 2}));
  for (int64_t offset : {4, 10})
    EXPECT_EQ(load_bytes(k16, LoadOptions().frame_offset(offset)).waveform.sizes(), torchpp::IntArrayRef({2, 0}));
  expect_error([] { load_bytes(k16, LoadOptions().num_frames(0)); }, "num_frames must be -1 or greater than 0");
  expect_error([] { load_bytes(k16, LoadOptions().num_frames(-2)); }, "num_frames must be -1 or greater than 0");
  expect_error([] { load_bytes(k16, LoadOptions().frame_offset(-1)); }, "frame_offset must be non-negative, got -1");
}

TEST(WavLoad, ChunksBesideAndUnknownSizes) {
  const std::string data = bytes_of<int16_t>({1, 2, 3}), format = format_chunk(1, 16, 1);
  using V = std::vector<double>;
  const auto raw = [](const std::string& bytes) {
    return values(load_bytes(bytes, LoadOptions().normalize(false)).waveform);
  };
  EXPECT_EQ(raw(riff(chunk("LIST", "odd") + format + chunk("fact", "1234") + chunk("data", data) + chunk("cue ", ""))),
            (V{1, 2, 3}));
  EXPECT_EQ(raw(riff(format + "data\xff\xff\xff\xff" + data)), (V{1, 2, 3})) << "of a writer that could not know it";
  EXPECT_EQ(raw(riff(format + chunk("data", data + "x"))), (V{1, 2, 3})) << "a part of a frame is left out";
  EXPECT_EQ(raw(riff(format + chunk("data", ""))), V{});
  std::string wrong_total = riff(format + chunk("data", data));
  wrong_total.replace(4, 4, 4, '\0');
  EXPECT_EQ(raw(wrong_total), (V{1, 2, 3})) << "the size of the whole says nothing that is needed";
}

TEST(WavLoad, WhatIsRefused) {
  const auto expect = [](const std::string& bytes, const char* message) {
    expect_error([&] { load_bytes(bytes); }, message);
    EXPECT_THROW(load_bytes(bytes), torchpp::FileError);
    EXPECT_THROW(audio::info(bytes.data(), bytes.size()), torchpp::FileError);
  };
  const std::string format = format_chunk(1, 16, 1), data = chunk("data", "abcd");
  expect("", "got 0 bytes of a WAV file, expected 12");
  expect("RIFX" + riff(format + data).substr(4), "got 'RIFX', which is not supported");
  expect("RF64" + riff(format + data).substr(4), "got 'RF64', which is not supported");
  expect(
      "RIFF\x04\x01\x01\x01"
      "AVI " +
          format,
      "begins with 'RIFF' and 'AVI '");
  expect("\x89PNG\r\n\x1a\n1234", "begins with '?PNG'");
  expect(riff(""), "got no chunk 'fmt '");
  expect(riff(format), "got no chunk 'data'");
  expect(riff(data + format), "got the chunk 'data' before 'fmt '");
  expect(riff(format + format + data), "got the chunk 'fmt ' twice");
  expect(riff(chunk("fmt ", "123456789012") + data), "chunk 'fmt ' got 12 bytes, expected at least 16");
  expect(riff(format + "data" + little_endian(1000, 4) + "abcd"),
         "chunk 'data' got 1000 bytes, expected at most the 4");
  expect(riff("LIST" + little_endian(0xFFFFFFFF, 4) + "abcd"), "chunk 'LIST' got 4294967295 bytes, expected at most");
  expect(riff("fmt " + little_endian(0x7FFFFFFF, 4) + "abcd"), "chunk 'fmt ' got 2147483647 bytes");
  expect(riff(format_chunk(2, 16, 1) + data), "got the format 2, expected 1 (PCM)");
  expect(riff(format_chunk(2, 16, 1, true) + data), "got the format 2, expected 1 (PCM)");
  expect(riff(format_chunk(1, 12, 2) + data), "got 12 bits per sample of PCM_S");
  expect(riff(format_chunk(3, 16, 1) + data), "got 16 bits per sample of PCM_F");
  expect(riff(format_chunk(7, 16, 1) + data), "got 16 bits per sample of ULAW");
  expect(riff(format_chunk(1, 16, 0) + data), "got 0 channels at 8000 Hz");
  expect(riff(format_chunk(1, 16, 1, false, 0) + data), "got 1 channels at 0 Hz");
  std::string frame = format;
  frame[20] = 3;
  expect(riff(frame + data), "got frames of 3 bytes, expected 2 for 1 samples of 16 bits");
  std::string kind = format_chunk(1, 16, 1, true);
  kind[8 + 30] = 1;
  expect(riff(kind + data), "an extensible format of an unknown kind");
  expect(riff(chunk("fmt ", format_chunk(1, 16, 1, true).substr(8, 18)) + data), "got 18 bytes, expected 40");
}

class WavSave : public testing::Test {
 protected:
  std::string save(const Tensor& src, const SaveOptions& options = {}) {
    audio::save(path_, src, 8000, options);
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string hex(const std::string& bytes) {
    std::string out;
    for (char c : bytes) {
      char two[3];
      std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += two;
    }
    return out;
  }
  torchpp::test::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/a.wav";
};

// Files that torchaudio 0.13.1 (sox_io) writes for the same values, byte for byte.
TEST_F(WavSave, FloatsAsTorchaudio) {
  const Tensor w = torchpp::tensor({-1.f, -.5f, -1.f / 3, 0.f, 1e-5f, .25f, 1.f / 3, .999999f, 1.f}).unsqueeze(0);
  const struct {
    SaveOptions options;
    const char* data;
  } cases[] = {
      {SaveOptions().bits_per_sample(8), "0040558080a0abffff"},
      {SaveOptions().bits_per_sample(16), "008000c055d5000000000020ab2aff7fff7f"},
      {SaveOptions().bits_per_sample(24), "0000800000c05555d5000000540000000020abaa2af8ff7fffff7f"},
      {SaveOptions().encoding(Encoding::kPcmS).bits_per_sample(16), "008000c055d5000000000020ab2aff7fff7f"},
      {SaveOptions().encoding(Encoding::kPcmU), "0040558080a0abffff"},
      {SaveOptions().encoding(Encoding::kUlaw), "000f1affff9f9a8080"},
      {SaveOptions().encoding(Encoding::kAlaw), "2a3a30d5d5b5b0aaaa"},
  };
  for (const auto& c : cases) {
    std::string file = save(w, c.options);
    const size_t at = file.find("data") + 8;
    EXPECT_EQ(hex(file.substr(at, std::strlen(c.data) / 2)), c.data);
    EXPECT_EQ(file.size() % 2, 0u);
  }
  // Values that do not fit become the nearest, and not a number becomes 0.
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const Tensor extreme = torchpp::tensor({-2.f, 2.f, -infinity, infinity, nan}).unsqueeze(0);
  EXPECT_EQ(
      values(load_bytes(save(extreme, SaveOptions().bits_per_sample(16)), LoadOptions().normalize(false)).waveform),
      (std::vector<double>{-32768, 32767, -32768, 32767, 0}));
}

// Same origin.
TEST_F(WavSave, HeadsAsTorchaudio) {
  const Tensor eleven = torchpp::zeros({1, 11});
  const struct {
    SaveOptions options;
    const char* head;
  } cases[] = {
      {SaveOptions(),
       "524946465e00000057415645666d74201200000003000100401f0000007d000004002000000066616374040000000b0000006461"
       "74612c000000"},
      {SaveOptions().bits_per_sample(8),
       "524946463000000057415645666d74201000000001000100401f0000401f000001000800646174610b000000"},
      {SaveOptions().bits_per_sample(16),
       "524946463a00000057415645666d74201000000001000100401f0000803e0000020010006461746116000000"},
      {SaveOptions().bits_per_sample(24),
       "524946466a00000057415645666d742028000000feff0100401f0000c05d00000300180016001800040000000100000000001000"
       "800000aa00389b7166616374040000000b0000006461746121000000"},
      {SaveOptions().encoding(Encoding::kPcmS),
       "524946467400000057415645666d742028000000feff0100401f0000007d00000400200016002000040000000100000000001000"
       "800000aa00389b7166616374040000000b000000646174612c000000"},
      {SaveOptions().encoding(Encoding::kPcmF).bits_per_sample(64),
       "524946468a00000057415645666d74201200000003000100401f000000fa000008004000000066616374040000000b0000006461"
       "746158000000"},
      {SaveOptions().encoding(Encoding::kUlaw),
       "524946463e00000057415645666d74201200000007000100401f0000401f000001000800000066616374040000000b0000006461"
       "74610b000000"},
      {SaveOptions().encoding(Encoding::kAlaw),
       "524946463e00000057415645666d74201200000006000100401f0000401f000001000800000066616374040000000b0000006461"
       "74610b000000"},
  };
  for (const auto& c : cases) EXPECT_EQ(hex(save(eleven, c.options)).substr(0, std::strlen(c.head)), c.head);
}

// Same origin.
TEST_F(WavSave, IntegersAsTorchaudio) {
  const auto data = [&](const Tensor& src, const SaveOptions& options) {
    const std::string file = save(src.unsqueeze(0), options);
    std::string bytes = hex(file.substr(file.find("data") + 8));
    return bytes;
  };
  const Tensor of8 = torchpp::tensor({0, 1, 127, 128, 200, 255}).to(torchpp::kByte),
               of16 = torchpp::tensor({-32768, -1, 0, 127, 128, 384, 32767}).to(torchpp::kShort),
               of32 =
                   torchpp::tensor({-2147483648., -1., 0., 32767., 32768., 1234567890., 2147483647.}, torchpp::kDouble)
                       .to(torchpp::kInt);
  const SaveOptions plain, b8 = SaveOptions().bits_per_sample(8), b16 = SaveOptions().bits_per_sample(16),
                           b24 = SaveOptions().bits_per_sample(24), floats = SaveOptions().encoding(Encoding::kPcmF),
                           ulaw = SaveOptions().encoding(Encoding::kUlaw);
  EXPECT_EQ(data(of8, plain), "00017f80c8ff");
  EXPECT_EQ(data(of8, b16), "0080008100ff00000048007f");
  EXPECT_EQ(data(of8, b24), "0000800000810000ff00000000004800007f");
  EXPECT_EQ(data(of8, floats), "000080bf00007ebf000000bc000000000000103f00007e3f");
  EXPECT_EQ(data(of8, ulaw), "000067ff8d80");
  EXPECT_EQ(data(of16, plain), "0080ffff00007f0080008001ff7f");
  EXPECT_EQ(data(of16, b8), "008080808182ff00");
  EXPECT_EQ(data(of16, b24), "00008000ffff000000007f0000800000800100ff7f00");
  EXPECT_EQ(data(of16, floats), "000080bf000000b80000000000007e3b0000803b0000403c00fe7f3f");
  EXPECT_EQ(data(of16, ulaw), "00ffffefefdf8000");
  EXPECT_EQ(data(of32, plain), "00000080ffffffff00000000ff7f000000800000d2029649ffffff7f");
  EXPECT_EQ(data(of32, b16), "008000000000000001009649ff7f");
  EXPECT_EQ(data(of32, b8), "0080808080caff00");
  EXPECT_EQ(data(of32, b24), "000080000000000000800000800000039649ffff7f00");
  EXPECT_EQ(data(of32, ulaw), "00ffffffff8d8000");
}

TEST_F(WavSave, WhatIsSavedIsLoaded) {
  torchpp::manual_seed(1);
  const Tensor noise = torchpp::rand({3, 100000}) * 2 - 1;  // several pieces
  for (const bool channels_first : {true, false}) {
    const Tensor src = channels_first ? noise : noise.t();
    audio::save(path_, src, 44100, SaveOptions().channels_first(channels_first));
    const auto loaded = audio::load(path_, LoadOptions().channels_first(channels_first));
    EXPECT_TRUE(torchpp::equal(loaded.waveform, src));
    EXPECT_EQ(loaded.sample_rate, 44100);
    const auto part =
        audio::load(path_, LoadOptions().channels_first(channels_first).frame_offset(70001).num_frames(999));
    EXPECT_TRUE(torchpp::equal(part.waveform, src.narrow(channels_first ? 1 : 0, 70001, 999)));
  }
  for (int64_t bits : {8, 16, 24, 32}) {
    audio::save(path_, noise, 8000, SaveOptions().bits_per_sample(bits));
    EXPECT_EQ(audio::info(path_).bits_per_sample, bits);
    EXPECT_LE((audio::load(path_).waveform - noise).abs().max().item<double>(),
              std::ldexp(1., 1 - static_cast<int>(bits)) + 1e-7);
  }
  // Each code of G.711 stands for a value that is encoded to it again, but for mu-law's negative zero.
  for (const Encoding encoding : {Encoding::kUlaw, Encoding::kAlaw}) {
    std::string codes;
    for (int code = 0; code < 256; ++code) codes += static_cast<char>(code);
    const Tensor decoded = load_bytes(wav(encoding == Encoding::kUlaw ? 7 : 6, 8, 1, codes)).waveform;
    std::string again = save(decoded, SaveOptions().encoding(encoding));
    if (encoding == Encoding::kUlaw) codes[0x7F] = '\xFF';
    EXPECT_EQ(again.substr(again.find("data") + 8), codes);
  }
}

TEST_F(WavSave, WhatIsRefusedChangesNothing) {
  const std::string before = save(torchpp::zeros({1, 3}));
  const Tensor w = torchpp::zeros({2, 3});
  const auto bits = [](Encoding encoding, int64_t n) { return SaveOptions().encoding(encoding).bits_per_sample(n); };
  for (const SaveOptions& options :
       {bits(Encoding::kPcmS, 8), bits(Encoding::kPcmU, 16), bits(Encoding::kPcmF, 16), bits(Encoding::kAlaw, 16),
        SaveOptions().bits_per_sample(20), SaveOptions().bits_per_sample(-8)})
    EXPECT_THROW(audio::save(path_, w, 8000, options), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, torchpp::zeros({3}), 8000), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, torchpp::zeros({0, 3}), 8000), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, Tensor(), 8000), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, w.to(torchpp::kDouble), 8000), torchpp::TypeError);
  EXPECT_THROW(audio::save(path_, w.to(torchpp::kLong), 8000), torchpp::TypeError);
  EXPECT_THROW(audio::save(path_, w, 0), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, w, int64_t{1} << 32), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, torchpp::zeros({1, 1}).expand({1, int64_t{1} << 40}), 8000), torchpp::ValueError);
  EXPECT_THROW(audio::save(path_, torchpp::zeros({70000, 1}), 8000), torchpp::ValueError);
  EXPECT_THROW(audio::save(folder_.path() + "/none/a.wav", w, 8000), torchpp::FileError);
  EXPECT_THROW(audio::load(folder_.path() + "/none"), torchpp::FileError);
  std::ifstream in(path_, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), before);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"a.wav"}));
  // No frames are a file as well, and gradients are not asked for.
  EXPECT_EQ(load_bytes(save(torchpp::zeros({2, 0}))).waveform.sizes(), torchpp::IntArrayRef({2, 0}));
  EXPECT_EQ(load_bytes(save(torchpp::zeros({2, 1}).requires_grad_())).waveform.sizes(), torchpp::IntArrayRef({2, 1}));
}

}  // namespace
