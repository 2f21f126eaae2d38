// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// stb_image and stb_image_write, kept in one source file: what they are asked, with bounds on the memory of decoding
// and a check for data that end early.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace torchpp::vision::stb {

struct Header {
  int width = 0, height = 0, channels = 0;
  bool is_float = false;  // a Radiance HDR file
};

struct FreePixels {
  void operator()(void* pixels) const;
};
using Pixels = std::unique_ptr<void, FreePixels>;

/// What came of a call: stb_image's reason for a failure, or null.
struct Outcome {
  const char* failure = nullptr;
  bool beyond_limit = false;  // more than max_bytes would have been needed at one time
  bool beyond_end = false;    // bytes behind the last were asked for
};

/// Sizes and channels as the file claims them. Takes no memory that depends on them.
Outcome read_header(const unsigned char* data, size_t size, Header& header);
/// Pixels (height, width, channels), of uint8 or, where is_float, float. header.channels is what the result is to have.
Outcome decode(const unsigned char* data, size_t size, const Header& header, size_t max_bytes, Pixels& pixels);

/// The bytes of pixels (height, width, channels) in a format.
std::string encode_jpeg(int width, int height, int channels, const uint8_t* pixels, int quality);
std::string encode_bmp(int width, int height, int channels, const void* pixels);
std::string encode_tga(int width, int height, int channels, const void* pixels);

}  // namespace torchpp::vision::stb
