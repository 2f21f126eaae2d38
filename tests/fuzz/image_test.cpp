// SPDX-License-Identifier: BSD-3-Clause
// Images with faults in them: an error or an image, and never much memory or time.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>
#include <torchpp/vision/io.h>

#include "tests/fuzz/mutate.h"
#include "tests/vision/files.h"

namespace {

using namespace torchpp;

TEST(Images, MutatedFilesGiveErrorsOrImages) {
  std::vector<std::string> files;
  for (const test::ImageFile& f : test::kImageFiles) files.push_back(bytes_of(f));
  files.push_back(std::string("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 9\n\2\2\0\11") +
                  "\x89\x40\x89\x20\x89\x81\x89\x70" + std::string("\2\2\0\11\x89\x40\x89\x20\x89\x81\x89\x70"));
  test::Mutator mutator(
      test::seed(), 40,
      {std::string(2, '\xff'), std::string(4, '\xff'), std::string(2, '\0'), std::string("\x7f\xff\xff\xff"),
       "\xff\xd8", "\xff\xda", "\xff\xc2", "\xff\xc4", "\xff\xdd", "IDAT", "PLTE", "tRNS", "IEND", "CgBI", "GIF89a",
       std::string("\x21\xf9\4\1"), "\x2c", "BM", "-Y 2 +X 9\n"});
  vision::ImageLimits limits;
  limits.max_pixels = 1 << 20;
  limits.max_bytes = 1 << 24;
  int refused = 0, read = 0;
  for (int i = 0; i < 300; ++i)
    for (const std::string& good : files) {
      const std::string bytes = mutator(good);
      // A block of its own, so that a sanitizer sees reads behind its end.
      const std::vector<char> block(bytes.begin(), bytes.end());
      for (const auto mode : {vision::ImageReadMode::kUnchanged, vision::ImageReadMode::kRGB}) {
        try {
          const Tensor image = vision::decode_image(block.data(), block.size(), mode, limits);
          EXPECT_EQ(image.dim(), 3);
          EXPECT_LE(image.size(1) * image.size(2), limits.max_pixels);
          EXPECT_TRUE(mode != vision::ImageReadMode::kRGB || image.size(0) == 3);
          image.sum();
          ++read;
        } catch (const FileError&) {
          ++refused;
        }
      }
    }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 500);
}

}  // namespace
