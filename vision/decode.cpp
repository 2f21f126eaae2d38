// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/view.h>
#include <torchpp/vision/io.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "src/serialize/file.h"
#include "vision/jpeg.h"
#include "vision/planes.h"
#include "vision/stb.h"

namespace torchpp::vision {
namespace {

// Of a progressive JPEG, every scan is a pass over the whole image, and needs but a few bytes of the file. Files that
// programs write have some 10.
constexpr int kMostScans = 500;

// Markers "start of scan". Within a scan's data, a byte of all ones is never followed by that of such a marker.
int scans_of(const unsigned char* data, size_t size) {
  int scans = 0;
  const unsigned char* end = data + size;
  for (const unsigned char* at = data; end - at >= 2; ++at) {
    at = static_cast<const unsigned char*>(std::memchr(at, 0xff, static_cast<size_t>(end - at - 1)));
    if (at == nullptr) break;
    scans += at[1] == 0xda;
  }
  return scans;
}

bool begins_with(const unsigned char* data, size_t size, const char* text) {
  const size_t length = std::strlen(text);
  return size >= length && std::memcmp(data, text, length) == 0;
}

bool is_jpeg(const unsigned char* data, size_t size) { return begins_with(data, size, "\xff\xd8"); }

// What the bytes are, for the error about a header that cannot be read. TGA files have no such beginning.
std::string description(const unsigned char* data, size_t size) {
  constexpr struct {
    const char* beginning;
    const char* format;
  } kFormats[] = {{"\xff\xd8", "a JPEG"}, {"\x89PNG", "a PNG"}, {"GIF8", "a GIF"}, {"BM", "a BMP"}, {"#?R", "an HDR"}};
  for (const auto& [beginning, format] : kFormats)
    if (begins_with(data, size, beginning))
      return std::string(format) + " file whose header is damaged or claims more pixels than can be read";
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = std::to_string(size) + " bytes that begin with";
  for (size_t i = 0; i < std::min<size_t>(size, 8); ++i) text += {' ', kDigits[data[i] >> 4], kDigits[data[i] & 15]};
  return text;
}

// GIF has no opacity but "transparent", and is always decoded with it.
bool is_opaque_gif(const unsigned char* data, size_t size, const Tensor& image) {
  return begins_with(data, size, "GIF8") && image.size(0) == 4 && image.select(0, 3).min().item<uint8_t>() == 255;
}

// An image to be decoded: `what` begins every error.
struct Source {
  const std::string& what;
  const unsigned char* data;
  size_t size;
  const ImageLimits& limits;
};

[[noreturn]] void fail_by_memory(const Source& source, const stb::Header& header) {
  TORCHPP_FAIL_KIND(kFile, source.what, ": an image of ", header.width, " x ", header.height, " pixels and ",
                    header.channels, " channels takes more memory to decode than ", source.limits.max_bytes,
                    " bytes (ImageLimits::max_bytes)");
}

void check_outcome(const Source& source, bool beyond_end, const char* failure) {
  TORCHPP_CHECK_FILE(!beyond_end, source.what, ": the ", source.size, " bytes end within the image");
  TORCHPP_CHECK_FILE(failure == nullptr, source.what, ": could not decode the image: ", failure);
}

// What the file claims to hold, within the limits; with the channels that the mode asks for.
stb::Header checked_header(const Source& source, ImageReadMode mode) {
  const auto& [what, data, size, limits] = source;
  TORCHPP_CHECK_FILE(size > 0 && size <= INT_MAX, what, ": got ", size, " bytes, expected an image of at most ",
                     INT_MAX);
  stb::Header header;
  TORCHPP_CHECK_FILE(stb::read_header(data, size, header).failure == nullptr, what, ": got ", description(data, size),
                     ", expected a JPEG, PNG, BMP, GIF, TGA or HDR image");
  TORCHPP_CHECK_FILE(header.width > 0 && header.height > 0 && header.channels > 0 && header.channels <= 4, what,
                     ": got an image of ", header.width, " x ", header.height, " pixels and ", header.channels,
                     " channels");
  const int64_t pixels = int64_t{header.width} * header.height;
  TORCHPP_CHECK_FILE(pixels <= limits.max_pixels, what, ": got an image of ", header.width, " x ", header.height,
                     " pixels, expected at most ", limits.max_pixels, " (ImageLimits::max_pixels)");
  if (mode != ImageReadMode::kUnchanged) header.channels = static_cast<int>(mode);
  if (pixels * header.channels * (header.is_float ? 4 : 1) > limits.max_bytes) fail_by_memory(source, header);
  if (is_jpeg(data, size)) {
    const int scans = scans_of(data, size);
    TORCHPP_CHECK_FILE(scans <= kMostScans, what, ": got a JPEG of ", scans, " scans, expected at most ", kMostScans);
  }
  return header;
}

// By libjpeg; an undefined tensor if it cannot be used, or not for this file.
Tensor decode_jpeg(const Source& source, const stb::Header& header) {
  const auto& [what, data, size, limits] = source;
  if (!is_jpeg(data, size) || !jpeg::is_available()) return {};
  const Tensor image = empty({header.channels, header.height, header.width}, kByte);
  const bool has_alpha = header.channels == 2 || header.channels == 4;  // no JPEG has, and so it is opaque
  const int colours = header.channels - (has_alpha ? 1 : 0);
  jpeg::Outcome outcome;
  if (!jpeg::decode(data, size, header.width, header.height, colours,
                    static_cast<size_t>(limits.max_bytes) - image.nbytes(), image.data_ptr<uint8_t>(), outcome))
    return {};
  if (outcome.beyond_limit) fail_by_memory(source, header);
  check_outcome(source, outcome.beyond_end, outcome.failure.empty() ? nullptr : outcome.failure.c_str());
  if (has_alpha) image.select(0, colours).fill_(255);
  return image;
}

Tensor decode(const Source& source, ImageReadMode mode) {
  const auto& [what, data, size, limits] = source;
  stb::Header header = checked_header(source, mode);
  if (Tensor image = decode_jpeg(source, header); image.defined()) return image;
  const int channels = header.channels;
  if (is_jpeg(data, size) && channels == 3) header.channels = 4;  // its conversion of colours is vectorised for four
  stb::Pixels decoded;
  const stb::Outcome outcome = stb::decode(data, size, header, static_cast<size_t>(limits.max_bytes), decoded);
  if (outcome.beyond_limit) fail_by_memory(source, header);
  check_outcome(source, outcome.beyond_end, outcome.failure);

  const Tensor image = empty({channels, header.height, header.width}, header.is_float ? kFloat : kByte);
  const int64_t pixels = int64_t{header.width} * header.height;
  const auto separate = [&](const auto* from, auto* to) {
    to_planes(from, pixels, header.channels, channels, to, pixels);
  };
  if (header.is_float) separate(static_cast<const float*>(decoded.get()), image.data_ptr<float>());
  else separate(static_cast<const uint8_t*>(decoded.get()), image.data_ptr<uint8_t>());
  const bool keeps_channels = mode != ImageReadMode::kUnchanged || !is_opaque_gif(data, size, image);
  return keeps_channels ? image : image.slice(0, 0, 3);
}

Tensor read_whole(const std::string& path, int64_t most) {
  serialize::FileInput file(path);
  TORCHPP_CHECK_FILE(file.size() <= static_cast<uint64_t>(most), "read '", path, "': got ", file.size(),
                     " bytes, expected at most ", most);
  const Tensor bytes = empty({static_cast<int64_t>(file.size())}, kByte);
  file.read(static_cast<char*>(bytes.data_ptr()), static_cast<size_t>(file.size()));
  file.finish();
  return bytes;
}

void check_bytes(const char* what, const Tensor& data) {
  TORCHPP_CHECK_TYPE(data.scalar_type() == kByte && data.dim() == 1 && data.device().is_cpu(), what,
                     ": got a tensor of ", data.scalar_type(), " and sizes ", data.sizes(), " on ", data.device(),
                     ", expected one dimension of uint8 on the CPU");
}

}  // namespace

Tensor decode_image(const void* data, size_t size, ImageReadMode mode, const ImageLimits& limits) {
  return decode({"decode_image", static_cast<const unsigned char*>(data), size, limits}, mode);
}
Tensor decode_image(const std::string& bytes, ImageReadMode mode, const ImageLimits& limits) {
  return decode_image(bytes.data(), bytes.size(), mode, limits);
}
Tensor decode_image(const Tensor& bytes, ImageReadMode mode, const ImageLimits& limits) {
  check_bytes("decode_image", bytes);
  const Tensor whole = bytes.contiguous();
  return decode_image(whole.data_ptr(), static_cast<size_t>(whole.numel()), mode, limits);
}
Tensor read_image(const std::string& path, ImageReadMode mode, const ImageLimits& limits) {
  const Tensor bytes = read_whole(path, INT_MAX);
  return decode({"read_image '" + path + "'", static_cast<const unsigned char*>(bytes.data_ptr()),
                 static_cast<size_t>(bytes.numel()), limits},
                mode);
}
Tensor read_file(const std::string& path) { return read_whole(path, INT64_MAX); }

void write_file(const std::string& path, const Tensor& data) {
  check_bytes("write_file", data);
  const Tensor whole = data.contiguous();
  serialize::OutputFile file(path);
  file.write(whole.data_ptr(), static_cast<size_t>(whole.numel()));
  file.commit();
}

}  // namespace torchpp::vision
