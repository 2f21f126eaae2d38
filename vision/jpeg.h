// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file libjpeg, opened on first use where it is there. Its values are those of torchvision, and it takes a fraction
/// of the time of stb_image and stb_image_write, which do its work where it is not.

#include <cstddef>
#include <cstdint>
#include <string>

namespace torchpp::vision::jpeg {

/// Whether the library of the headers' version can be used.
bool is_available();

/// What came of decoding: why it failed, or "".
struct Outcome {
  std::string failure;
  bool beyond_limit = false;  // more than max_bytes would have been needed at one time
  bool beyond_end = false;    // bytes behind the last were asked for
};

/// An image of one or three channels whose header was found to be right; `planes` has room for its pixels (channels,
/// height, width) as 1, grey, or 3, red, green and blue, that are asked for. False, with nothing done, for a JPEG that
/// stores other colours (CMYK).
bool decode(const unsigned char* data, size_t size, int width, int height, int channels, size_t max_bytes,
            uint8_t* planes, Outcome& outcome);

/// The bytes of pixels (height, width, channels), of 1 or 3 channels.
std::string encode(int width, int height, int channels, const uint8_t* pixels, int quality);

}  // namespace torchpp::vision::jpeg
