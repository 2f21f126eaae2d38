// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Images in files and in memory.
///
/// Read: JPEG, PNG (16 bits as the upper 8), BMP, GIF (the first frame), TGA and Radiance HDR. Written: PNG, JPEG, BMP,
/// TGA. An image is a CPU tensor (channels, height, width), contiguous: uint8, of HDR files float. Two channels are
/// grey and alpha, four are red, green, blue and alpha. Every function may be called from several threads at once.
/// JPEG is the work of libjpeg where it is there when a program runs, with the values and bytes of torchvision; else of
/// stb_image and stb_image_write, which take longer, and whose values differ by a few units.

#include <torchpp/core/export.h>
#include <torchpp/tensor.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace torchpp::vision {

/// What the result's channels are. kUnchanged: what the file has, a palette's colours being red, green, blue and, where
/// some are transparent, alpha, and JPEG's CMYK being red, green, blue. Alpha that is asked for and not in the file is
/// opaque. Source: torchvision 0.14 ImageReadMode. Grey is (77 red + 150 green + 29 blue) / 256, of JPEG
/// the luma that it stores.
enum class ImageReadMode : uint8_t { kUnchanged, kGray, kGrayAlpha, kRGB, kRGBAlpha };

/// Bounds for files whose origin is not trusted; an image beyond them is an error. The sizes that the file's header
/// claims are checked before memory is taken for pixels.
struct ImageLimits {
  int64_t max_pixels = int64_t{1} << 27;
  /// Memory that decoding may hold at one time.
  int64_t max_bytes = int64_t{1} << 30;
};

/// The image that the bytes hold. The format is found by the content, not by a name.
/// Throws FileError if they hold no image of a known format, end within the image, or pass a limit.
TORCHPP_API Tensor decode_image(const void* data, size_t size, ImageReadMode mode = ImageReadMode::kUnchanged,
                                const ImageLimits& limits = {});
TORCHPP_API Tensor decode_image(const std::string& bytes, ImageReadMode mode = ImageReadMode::kUnchanged,
                                const ImageLimits& limits = {});
/// Of the bytes in a one-dimensional uint8 tensor, as read_file() gives them.
TORCHPP_API Tensor decode_image(const Tensor& bytes, ImageReadMode mode = ImageReadMode::kUnchanged,
                                const ImageLimits& limits = {});
/// decode_image() of a file, whose name is in every error.
TORCHPP_API Tensor read_image(const std::string& path, ImageReadMode mode = ImageReadMode::kUnchanged,
                              const ImageLimits& limits = {});

/// A file's bytes as a one-dimensional uint8 tensor. Throws FileError.
TORCHPP_API Tensor read_file(const std::string& path);
/// Writes the bytes of a one-dimensional uint8 tensor. The file appears whole or not at all: it is written beside
/// `path`, flushed to the disk and renamed. Throws FileError; then what was there before stays.
TORCHPP_API void write_file(const std::string& path, const Tensor& data);

/// An image's bytes in a format, as a one-dimensional uint8 tensor. The image is uint8 (C, H, W), on the CPU or not;
/// C is 1 to 4 for PNG and TGA, 1 or 3 for JPEG, 1, 3 or 4 for BMP.
/// PNG: compression_level goes from 0, none, to 9, the slowest. JPEG: quality from 1 to 100.
/// Throw ValueError or TypeError for other images and levels.
TORCHPP_API Tensor encode_png(const Tensor& image, int64_t compression_level = 6);
TORCHPP_API Tensor encode_jpeg(const Tensor& image, int64_t quality = 75);
TORCHPP_API Tensor encode_bmp(const Tensor& image);
TORCHPP_API Tensor encode_tga(const Tensor& image);

/// Encode and write_file() at once.
TORCHPP_API void write_png(const Tensor& image, const std::string& path, int64_t compression_level = 6);
TORCHPP_API void write_jpeg(const Tensor& image, const std::string& path, int64_t quality = 75);
TORCHPP_API void write_bmp(const Tensor& image, const std::string& path);
TORCHPP_API void write_tga(const Tensor& image, const std::string& path);
/// In the format that the end of the name says: .png, .jpg, .jpeg, .bmp or .tga, in small or capital letters, with the
/// defaults above. Throws ValueError for another one.
TORCHPP_API void write_image(const Tensor& image, const std::string& path);

}  // namespace torchpp::vision
