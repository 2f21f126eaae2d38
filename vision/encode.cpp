// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/vision/io.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "src/serialize/crc32.h"
#include "src/serialize/zlib.h"
#include "vision/jpeg.h"
#include "vision/stb.h"

namespace torchpp::vision {
namespace {

// The image as (H, W, C) on the CPU, after checks.
Tensor pixels_of(const char* what, const Tensor& image, std::initializer_list<int64_t> channels) {
  TORCHPP_CHECK_TYPE(image.scalar_type() == kByte, what, ": got an image of ", image.scalar_type(), ", expected uint8");
  TORCHPP_CHECK_VALUE(image.dim() == 3 && image.numel() > 0, what, ": got an image of sizes ", image.sizes(),
                      ", expected (channels, height, width), none of them 0");
  bool known = false;
  std::string expected;
  for (const int64_t c : channels) {
    known |= image.size(0) == c;
    expected += (expected.empty() ? "" : ", ") + std::to_string(c);
  }
  TORCHPP_CHECK_VALUE(known, what, ": got ", image.size(0), " channels, expected one of ", expected);
  // What stb_image_write computes of sizes must be an int, with room for what goes before the pixels.
  TORCHPP_CHECK_VALUE(image.numel() <= INT_MAX / 4, what, ": got ", image.numel(),
                      " bytes of pixels, expected at most ", INT_MAX / 4);
  return image.detach().cpu().permute({1, 2, 0}).contiguous();
}

Tensor bytes_of(std::string_view text) {
  const Tensor bytes = empty({static_cast<int64_t>(text.size())}, kByte);
  if (!text.empty()) std::memcpy(bytes.data_ptr(), text.data(), text.size());
  return bytes;
}

struct Sizes {
  int width, height, channels;
};
Sizes sizes_of(const Tensor& pixels) {
  return {static_cast<int>(pixels.size(1)), static_cast<int>(pixels.size(0)), static_cast<int>(pixels.size(2))};
}

void append_big_endian(std::string& out, size_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255);
}
// Length, name, data, and the check sum of name and data.
void append_chunk(std::string& out, const char* name, std::string_view data) {
  append_big_endian(out, data.size());
  const size_t start = out.size();
  out.append(name).append(data);
  append_big_endian(out, serialize::crc32(0, out.data() + start, out.size() - start));
}

// What PNG's filters (0 none, 1 left, 2 up, 3 average, 4 Paeth) predict of a byte from the one of the pixel to its
// left, the one above it, and the one above that to the left.
template <int kFilter>
int predicted(int left, int up, int corner) {
  if constexpr (kFilter == 1) return left;
  if constexpr (kFilter == 2) return up;
  if constexpr (kFilter == 3) return (left + up) / 2;
  if constexpr (kFilter == 4) {
    const int to_left = std::abs(up - corner), to_up = std::abs(left - corner),
              to_corner = std::abs(left + up - 2 * corner);
    const int nearer = to_up <= to_corner ? up : corner;
    return to_left <= to_up && to_left <= to_corner ? left : nearer;
  }
  return 0;
}

// A row as differences from what the filter predicts. `up` is the row above, or zeros. Returns the sum of the
// differences' magnitudes.
template <int kFilter>
int64_t filter_row(const uint8_t* row, const uint8_t* up, int64_t size, int64_t channels, uint8_t* __restrict out) {
  for (int64_t i = 0; i < channels; ++i) out[i] = static_cast<uint8_t>(row[i] - predicted<kFilter>(0, up[i], 0));
  for (int64_t i = channels; i < size; ++i)
    out[i] = static_cast<uint8_t>(row[i] - predicted<kFilter>(row[i - channels], up[i], up[i - channels]));
  int64_t sum = 0;
  for (int64_t i = 0; i < size; ++i) sum += std::abs(static_cast<int8_t>(out[i]));
  return sum;
}

// The rows, each behind the number of its filter: of the five, that with the least sum of magnitudes, which the
// standard recommends (PNG specification, section 12.8).
std::string filtered(const Tensor& pixels) {
  constexpr int64_t (*kFilters[])(const uint8_t*, const uint8_t*, int64_t, int64_t, uint8_t*) = {
      &filter_row<0>, &filter_row<1>, &filter_row<2>, &filter_row<3>, &filter_row<4>};
  const int64_t height = pixels.size(0), channels = pixels.size(2), size = pixels.size(1) * channels;
  const uint8_t* data = pixels.data_ptr<uint8_t>();
  std::string rows;
  rows.reserve(static_cast<size_t>(height * (size + 1)));
  std::string above(static_cast<size_t>(size), '\0'), tried(above), best(above);
  for (int64_t y = 0; y < height; ++y) {
    const uint8_t* row = data + y * size;
    const uint8_t* up = y == 0 ? reinterpret_cast<const uint8_t*>(above.data()) : row - size;
    int64_t least = INT64_MAX;
    char chosen = 0;
    for (int filter = 0; filter <= 4; ++filter) {
      const int64_t sum = kFilters[filter](row, up, size, channels, reinterpret_cast<uint8_t*>(tried.data()));
      if (sum >= least) continue;
      least = sum;
      chosen = static_cast<char>(filter);
      best.swap(tried);
    }
    rows += chosen;
    rows += best;
  }
  return rows;
}

bool ends_with(const std::string& path, std::string_view end) {
  if (path.size() < end.size()) return false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (size_t i = 0; i < end.size(); ++i)
    if (lower(path[path.size() - end.size() + i]) != end[i]) return false;
  return true;
}

}  // namespace

Tensor encode_png(const Tensor& image, int64_t compression_level) {
  TORCHPP_CHECK_VALUE(compression_level >= 0 && compression_level <= 9, "encode_png: got compression level ",
                      compression_level, ", expected 0 to 9");
  constexpr char kColourType[] = {0, 0, 4, 2, 6};  // by channels: grey, grey and alpha, colours, colours and alpha
  const Tensor pixels = pixels_of("encode_png", image, {1, 2, 3, 4});
  std::string header;
  append_big_endian(header, static_cast<size_t>(pixels.size(1)));
  append_big_endian(header, static_cast<size_t>(pixels.size(0)));
  header += {8, kColourType[pixels.size(2)], 0, 0, 0};

  const std::string rows = filtered(pixels);
  const serialize::Zlib& zlib = serialize::zlib();
  uLongf size = zlib.compressBound(static_cast<uLong>(rows.size()));
  std::string packed(size, '\0');
  const int status =
      zlib.compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
                     static_cast<uLong>(rows.size()), static_cast<int>(compression_level));
  TORCHPP_CHECK_KIND(kOutOfMemory, status == Z_OK, "encode_png: zlib could not get its memory");

  std::string bytes = "\x89PNG\r\n\x1a\n";
  append_chunk(bytes, "IHDR", header);
  append_chunk(bytes, "IDAT", std::string_view(packed).substr(0, size));
  append_chunk(bytes, "IEND", "");
  return bytes_of(bytes);
}

Tensor encode_jpeg(const Tensor& image, int64_t quality) {
  TORCHPP_CHECK_VALUE(quality >= 1 && quality <= 100, "encode_jpeg: got quality ", quality, ", expected 1 to 100");
  const Tensor pixels = pixels_of("encode_jpeg", image, {1, 3});
  const Sizes s = sizes_of(pixels);
  const auto* data = pixels.data_ptr<uint8_t>();
  const auto encode = jpeg::is_available() ? &jpeg::encode : &stb::encode_jpeg;
  return bytes_of(encode(s.width, s.height, s.channels, data, static_cast<int>(quality)));
}
Tensor encode_bmp(const Tensor& image) {
  const Tensor pixels = pixels_of("encode_bmp", image, {1, 3, 4});
  const Sizes s = sizes_of(pixels);
  return bytes_of(stb::encode_bmp(s.width, s.height, s.channels, pixels.data_ptr()));
}
Tensor encode_tga(const Tensor& image) {
  const Tensor pixels = pixels_of("encode_tga", image, {1, 2, 3, 4});
  const Sizes s = sizes_of(pixels);
  return bytes_of(stb::encode_tga(s.width, s.height, s.channels, pixels.data_ptr()));
}

void write_png(const Tensor& image, const std::string& path, int64_t compression_level) {
  write_file(path, encode_png(image, compression_level));
}
void write_jpeg(const Tensor& image, const std::string& path, int64_t quality) {
  write_file(path, encode_jpeg(image, quality));
}
void write_bmp(const Tensor& image, const std::string& path) { write_file(path, encode_bmp(image)); }
void write_tga(const Tensor& image, const std::string& path) { write_file(path, encode_tga(image)); }

void write_image(const Tensor& image, const std::string& path) {
  if (ends_with(path, ".png")) return write_png(image, path);
  if (ends_with(path, ".jpg") || ends_with(path, ".jpeg")) return write_jpeg(image, path);
  if (ends_with(path, ".bmp")) return write_bmp(image, path);
  if (ends_with(path, ".tga")) return write_tga(image, path);
  TORCHPP_FAIL_KIND(kValue, "write_image '", path, "': got no known ending, expected .png, .jpg, .jpeg, .bmp or .tga");
}

}  // namespace torchpp::vision
