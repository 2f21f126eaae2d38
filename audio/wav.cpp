// SPDX-License-Identifier: BSD-3-Clause
#include "audio/wav.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>

namespace torchpp::audio {
namespace {

constexpr uint32_t kToTheEnd = 0xFFFFFFFF;  // the size of data whose writer could not know it
constexpr uint16_t kPcm = 1, kFloats = 3, kAlawTag = 6, kUlawTag = 7, kExtensible = 0xFFFE;
constexpr size_t kTag = 4, kFormatBytes = 16, kExtendedFormatBytes = 40;
// What follows the tag in an extensible format's identifier.
constexpr unsigned char kIdentifier[14] = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};

// Reads the chunks and knows how many bytes are left.
class Reader {
 public:
  Reader(serialize::Input& in, const std::string& name) : in_(in), name_(name), left_(in.size()) {}

  uint64_t left() const { return left_; }
  void read(void* to, size_t n, const char* what) {
    TORCHPP_CHECK_FILE(n <= left_, name_, ": got ", left_, " bytes of ", what, ", expected ", n);
    in_.read(static_cast<char*>(to), n);
    left_ -= n;
  }
  void skip(uint64_t n) {
    in_.skip(n);
    left_ -= n;
  }

 private:
  serialize::Input& in_;
  const std::string& name_;
  uint64_t left_;
};

uint32_t number(const unsigned char* from, int bytes) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint32_t>(from[i]) << 8 * i;
  return value;
}

bool is(const unsigned char* tag, const char* text) { return std::memcmp(tag, text, kTag) == 0; }

// A tag for a message.
std::string shown(const unsigned char* tag) {
  std::string text;
  for (size_t i = 0; i < kTag; ++i) text += tag[i] >= ' ' && tag[i] < 127 ? static_cast<char>(tag[i]) : '?';
  return text;
}

WavHead parse_format(const unsigned char* format, size_t size, const std::string& name) {
  WavHead head;
  uint32_t tag = number(format, 2);
  head.channels = number(format + 2, 2);
  head.sample_rate = number(format + 4, 4);
  const uint32_t frame_bytes = number(format + 12, 2), bits = number(format + 14, 2);
  if (tag == kExtensible) {
    TORCHPP_CHECK_FILE(size >= kExtendedFormatBytes, name, ": chunk 'fmt ' got ", size, " bytes, expected ",
                       kExtendedFormatBytes, " of an extensible format");
    TORCHPP_CHECK_FILE(std::memcmp(format + 26, kIdentifier, sizeof kIdentifier) == 0, name,
                       ": got an extensible format of an unknown kind, expected PCM, floats, A-law or mu-law");
    tag = number(format + 24, 2);
  }
  head.format.bits = static_cast<int>(bits);
  switch (tag) {
    case kPcm: head.format.encoding = bits == 8 ? Encoding::kPcmU : Encoding::kPcmS; break;
    case kFloats: head.format.encoding = Encoding::kPcmF; break;
    case kAlawTag: head.format.encoding = Encoding::kAlaw; break;
    case kUlawTag: head.format.encoding = Encoding::kUlaw; break;
    default:
      TORCHPP_FAIL_KIND(kFile, name, ": got the format ", tag,
                        ", expected 1 (PCM), 3 (floats), 6 (A-law), 7 (mu-law) or 65534 (one of these, extensible)");
  }
  TORCHPP_CHECK_FILE(is_sample_format(head.format), name, ": got ", bits, " bits per sample of ",
                     to_string(head.format.encoding),
                     ", expected 8, 16, 24 or 32 of PCM, 32 or 64 of floats, 8 of A-law and mu-law");
  TORCHPP_CHECK_FILE(head.channels > 0 && head.sample_rate > 0, name, ": got ", head.channels, " channels at ",
                     head.sample_rate, " Hz, expected at least 1 of each");
  TORCHPP_CHECK_FILE(frame_bytes == head.frame_bytes(), name, ": got frames of ", frame_bytes, " bytes, expected ",
                     head.frame_bytes(), " for ", head.channels, " samples of ", bits, " bits");
  return head;
}

}  // namespace

WavHead read_wav_head(serialize::Input& in, const std::string& name) {
  Reader reader(in, name);
  unsigned char start[12];
  reader.read(start, sizeof start, "a WAV file");
  TORCHPP_CHECK_FILE(!is(start, "RIFX") && !is(start, "RF64") && !is(start, "BW64"), name, ": got '", shown(start),
                     "', which is not supported, expected 'RIFF' (little-endian, up to 4 GiB)");
  TORCHPP_CHECK_FILE(is(start, "RIFF") && is(start + 8, "WAVE"), name, ": begins with '", shown(start), "' and '",
                     shown(start + 8), "', expected 'RIFF' and 'WAVE' of a WAV file");
  WavHead head;
  for (;;) {
    unsigned char chunk[8];
    TORCHPP_CHECK_FILE(reader.left() >= sizeof chunk, name, ": got no chunk '", head.channels > 0 ? "data" : "fmt ",
                       "', expected one");
    reader.read(chunk, sizeof chunk, "a chunk");
    const uint32_t size = number(chunk + 4, 4);
    if (is(chunk, "data")) {
      TORCHPP_CHECK_FILE(head.channels > 0, name, ": got the chunk 'data' before 'fmt '");
      TORCHPP_CHECK_FILE(size <= reader.left() || size == kToTheEnd, name, ": chunk 'data' got ", size,
                         " bytes, expected at most the ", reader.left(), " that follow");
      head.frames = static_cast<int64_t>(std::min<uint64_t>(size, reader.left()) / head.frame_bytes());
      return head;
    }
    const uint64_t padded = uint64_t{size} + size % 2;
    TORCHPP_CHECK_FILE(padded <= reader.left(), name, ": chunk '", shown(chunk), "' got ", size,
                       " bytes, expected at most the ", reader.left(), " that follow");
    if (is(chunk, "fmt ")) {
      TORCHPP_CHECK_FILE(head.channels == 0, name, ": got the chunk 'fmt ' twice, expected it once");
      TORCHPP_CHECK_FILE(size >= kFormatBytes, name, ": chunk 'fmt ' got ", size, " bytes, expected at least ",
                         kFormatBytes);
      unsigned char format[kExtendedFormatBytes];
      const size_t known = std::min<size_t>(size, sizeof format);
      reader.read(format, known, "a format");
      head = parse_format(format, known, name);
      reader.skip(padded - known);
    } else {
      reader.skip(padded);
    }
  }
}

std::vector<unsigned char> wav_head(const WavHead& head) {
  const SampleFormat& format = head.format;
  const bool pcm = format.encoding == Encoding::kPcmS || format.encoding == Encoding::kPcmU;
  // Microsoft asks for the extensible form where the plain one leaves open what is meant.
  const bool extensible = pcm && (format.bits > 16 || head.channels > 2);
  const uint16_t tag = pcm                                  ? kPcm
                       : format.encoding == Encoding::kPcmF ? kFloats
                       : format.encoding == Encoding::kAlaw ? kAlawTag
                                                            : kUlawTag;
  const bool plain = pcm && !extensible;
  const size_t format_bytes = plain ? kFormatBytes : extensible ? kExtendedFormatBytes : kFormatBytes + 2;
  const size_t head_bytes = 12 + 8 + format_bytes + (plain ? 0 : 12) + 8;
  constexpr uint64_t kMost = 0xFFFFFFFE;  // larger sizes do not fit, or mean something else
  TORCHPP_CHECK_VALUE(head.channels <= 0xFFFF && head.frame_bytes() <= 0xFFFF, "save: got ", head.channels,
                      " channels of ", format.bits, " bits, expected frames of at most 65535 bytes in a WAV file");
  TORCHPP_CHECK_VALUE(static_cast<uint64_t>(head.frames) <= (kMost - head_bytes - 1) / head.frame_bytes(), "save: got ",
                      head.frames, " frames of ", head.frame_bytes(), " bytes, expected at most 4 GiB in a WAV file");
  const uint64_t data = static_cast<uint64_t>(head.frames) * head.frame_bytes();

  std::vector<unsigned char> out;
  const auto put = [&](uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<unsigned char>(value >> 8 * i));
  };
  const auto put_tag = [&](const char* text) { out.insert(out.end(), text, text + kTag); };
  put_tag("RIFF");
  put(head_bytes - 8 + data + data % 2, 4);
  put_tag("WAVE");
  put_tag("fmt ");
  put(format_bytes, 4);
  put(extensible ? kExtensible : tag, 2);
  put(static_cast<uint64_t>(head.channels), 2);
  put(static_cast<uint64_t>(head.sample_rate), 4);
  put(static_cast<uint64_t>(head.sample_rate) * head.frame_bytes(), 4);
  put(head.frame_bytes(), 2);
  put(static_cast<uint64_t>(format.bits), 2);
  if (extensible) {
    // Which loudspeakers the channels are for: centre; left and right; otherwise not said.
    const uint64_t places = head.channels == 1 ? 4 : head.channels == 2 ? 3 : 0;
    put(kExtendedFormatBytes - kFormatBytes - 2, 2);
    put(static_cast<uint64_t>(format.bits), 2);
    put(places, 4);
    put(tag, 2);
    out.insert(out.end(), std::begin(kIdentifier), std::end(kIdentifier));
  } else if (!plain) {
    put(0, 2);
  }
  if (!plain) {
    put_tag("fact");
    put(4, 4);
    put(static_cast<uint64_t>(head.frames), 4);
  }
  put_tag("data");
  put(data, 4);
  return out;
}

}  // namespace torchpp::audio
