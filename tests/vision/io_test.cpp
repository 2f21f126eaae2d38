// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/vision.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "src/serialize/crc32.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"
#include "tests/vision/files.h"
#include "tests/vision/images.h"
#include "vision/jpeg.h"
#include "vision/stb.h"

namespace {

using namespace torchpp;
using namespace torchpp::vision;
using test::bytes_of;
using test::expect_error;
using test::image;

std::string file(const std::string& name) {
  for (const test::ImageFile& f : test::kImageFiles)
    if (name == f.name) return bytes_of(f);
  ADD_FAILURE() << "no file " << name;
  return "";
}
std::string text_of(const Tensor& bytes) {
  return {static_cast<const char*>(bytes.data_ptr()), static_cast<size_t>(bytes.numel())};
}
// Of greatest and mean difference.
void expect_close(const Tensor& got, const Tensor& expected, double most, double mean) {
  ASSERT_EQ(got.sizes(), expected.sizes());
  const Tensor difference = (got.to(kFloat) - expected.to(kFloat)).abs();
  EXPECT_LE(difference.max().item<double>(), most);
  EXPECT_LE(difference.mean().item<double>(), mean);
}

TEST(VisionRead, EachFormat) {
  for (const test::ImageFile& f : test::kImageFiles) {
    SCOPED_TRACE(f.name);
    const Tensor got = decode_image(bytes_of(f)), expected = test::decoded(f.pixels);
    EXPECT_TRUE(got.is_contiguous());
    // The standard leaves rounding in decoding JPEG to the decoder, and how chroma is scaled up. Pillow, as
    // torchvision, uses libjpeg.
    const bool is_jpeg = std::string(f.name).substr(0, 4) == "jpeg";
    if (!is_jpeg || jpeg::is_available()) test::expect_same(got, expected);
    else expect_close(got, expected, 6, 1.0);
  }
}

// stb_image decodes where there is no libjpeg.
TEST(VisionRead, JpegByEachLibrary) {
  for (const test::ImageFile& f : test::kImageFiles) {
    if (std::string(f.name).substr(0, 4) != "jpeg") continue;
    SCOPED_TRACE(f.name);
    const std::string bytes = bytes_of(f);
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    const Tensor expected = test::decoded(f.pixels);
    stb::Header header;
    ASSERT_EQ(stb::read_header(data, bytes.size(), header).failure, nullptr);
    header.channels = static_cast<int>(expected.size(0));
    stb::Pixels pixels;
    ASSERT_EQ(stb::decode(data, bytes.size(), header, 1 << 20, pixels).failure, nullptr);
    const Tensor got = from_blob(pixels.get(), {header.height, header.width, header.channels}, kByte);
    expect_close(got.permute({2, 0, 1}), expected, 6, 1.0);
    if (!jpeg::is_available()) continue;
    Tensor by_libjpeg = empty(expected.sizes(), kByte);
    jpeg::Outcome outcome;
    const bool stores_colours = jpeg::decode(data, bytes.size(), header.width, header.height, header.channels, 1 << 20,
                                             by_libjpeg.data_ptr<uint8_t>(), outcome);
    EXPECT_EQ(stores_colours, std::string(f.name) != "jpeg_cmyk");
    EXPECT_EQ(outcome.failure, "");
    if (stores_colours) test::expect_same(by_libjpeg, expected);
  }
}

TEST(VisionRead, Hdr) {
  const std::string bytes =
      std::string("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 1\n") + "\x80\x40\x20\x81" + "\x40\x80\xc0\x83";
  const Tensor got = decode_image(bytes);
  ASSERT_EQ(got.scalar_type(), kFloat);
  EXPECT_TRUE(equal(got, tensor({1.0f, 2.0f, 0.5f, 4.0f, 0.25f, 6.0f}).view({3, 2, 1})));
  EXPECT_EQ(decode_image(bytes, ImageReadMode::kGray).sizes(), (std::vector<int64_t>{1, 2, 1}));
}

TEST(VisionRead, Modes) {
  const Tensor rgb = image(3, 5, 6), rgba = decode_image(file("png_rgba")), grey = image(1, 5, 6);
  const Tensor opaque = full({1, 5, 6}, 255, kByte);
  const auto read = [](const char* name, ImageReadMode mode) { return decode_image(file(name), mode); };
  EXPECT_TRUE(equal(read("png_rgb", ImageReadMode::kRGBAlpha), cat({rgb, opaque})));
  EXPECT_TRUE(equal(read("png_rgba", ImageReadMode::kRGB), rgba.slice(0, 0, 3)));
  EXPECT_TRUE(equal(read("png_grey", ImageReadMode::kRGB), grey.expand({3, 5, 6})));
  EXPECT_TRUE(equal(read("png_grey", ImageReadMode::kGrayAlpha), cat({grey, opaque})));
  const Tensor as_grey = read("png_rgb", ImageReadMode::kGray);
  const Tensor formula =
      (rgb[0].to(kInt) * 77 + rgb[1].to(kInt) * 150 + rgb[2].to(kInt) * 29).div(256, "floor").to(kByte);
  EXPECT_TRUE(equal(as_grey, formula.unsqueeze(0)));
  EXPECT_EQ(read("jpeg", ImageReadMode::kGray).size(0), 1);
}

TEST(VisionRead, SourcesOfBytes) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.png", bytes = file("png_rgb");
  std::ofstream(path, std::ios::binary) << bytes;
  const Tensor expected = image(3, 5, 6), content = read_file(path);
  EXPECT_EQ(text_of(content), bytes);
  EXPECT_TRUE(equal(read_image(path), expected));
  EXPECT_TRUE(equal(decode_image(content), expected));
  EXPECT_TRUE(equal(decode_image(bytes.data(), bytes.size()), expected));
  expect_error([&] { decode_image(content.to(kFloat)); }, "expected one dimension of uint8 on the CPU");
  expect_error([&] { read_image(folder.path() + "/none.png"); }, "none.png");
  EXPECT_THROW(read_image(folder.path()), FileError);
  // A file of 1 TB, of which nothing is stored.
  const std::string sparse = folder.path() + "/sparse.png";
  std::ofstream(sparse, std::ios::binary) << bytes;
  std::filesystem::resize_file(sparse, uintmax_t{1} << 40);
  expect_error([&] { read_image(sparse); }, "sparse.png': got 1099511627776 bytes, expected at most 2147483647");
}

TEST(VisionRead, RefusesWhatIsNoImage) {
  const auto refuses = [](const std::string& bytes, const char* message) {
    EXPECT_THROW(decode_image(bytes), FileError);
    expect_error([&] { decode_image(bytes); }, message);
  };
  refuses("", "got 0 bytes, expected an image");
  refuses("no image at all", "got 15 bytes that begin with 6e 6f 20 69 6d 61 67 65, expected a JPEG, PNG");
  refuses(file("png_rgb").substr(0, 20), "got a PNG file whose header is damaged");
  std::string damaged = file("png_rgb");
  damaged[43] = static_cast<char>(damaged[43] ^ 0xff);
  refuses(damaged, "could not decode the image");
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/bad.png";
  std::ofstream(path) << "text";
  expect_error([&] { read_image(path); }, "read_image '" + path + "': got 4 bytes that begin with 74 65 78 74");
}

// A file that ends early is an error wherever it ends, but for bytes behind the image.
TEST(VisionRead, RefusesWhatEndsEarly) {
  for (const test::ImageFile& f : test::kImageFiles) {
    const std::string bytes = bytes_of(f), name = f.name;
    size_t shortest = 0;
    for (size_t n = 1; n <= bytes.size(); ++n) {
      try {
        decode_image(bytes.data(), n);
        if (shortest == 0) shortest = n;
      } catch (const FileError&) {
        EXPECT_EQ(shortest, 0u) << name << " cut to " << n;
      }
    }
    ASSERT_GT(shortest, 0u) << name;
    // PNG's last chunk, the terminator and further frames of a GIF, padding of the last row of a BMP, TGA's footer.
    const size_t most = name.substr(0, 4) == "jpeg" ? 2 : name == "gif_animated" ? bytes.size() / 2 : 30;
    EXPECT_LE(bytes.size() - shortest, most) << name;
  }
}

TEST(VisionRead, Limits) {
  const std::string png = file("png_rgb");
  ImageLimits limits;
  limits.max_pixels = 29;
  expect_error([&] { decode_image(png, ImageReadMode::kUnchanged, limits); },
               "got an image of 6 x 5 pixels, expected at most 29 (ImageLimits::max_pixels)");
  limits.max_pixels = 30;
  EXPECT_EQ(decode_image(png, ImageReadMode::kUnchanged, limits).numel(), 90);
  limits.max_bytes = 100;
  expect_error([&] { decode_image(png, ImageReadMode::kUnchanged, limits); }, "(ImageLimits::max_bytes)");

  // Headers that claim more pixels than are allowed, and than the decoder knows.
  std::string large = png;
  for (const size_t at : {size_t{16}, size_t{20}}) large.replace(at, 4, std::string("\0\0\x40\0", 4));
  expect_error([&] { decode_image(large); }, "got an image of 16384 x 16384 pixels, expected at most 134217728");
  for (const size_t at : {size_t{16}, size_t{20}}) large.replace(at, 4, std::string("\0\0\xff\xff", 4));
  expect_error([&] { decode_image(large); }, "got a PNG file whose header is damaged or claims more pixels than can");
  // Few pixels, but many bytes of compressed data: a million zeros behind what the image needs.
  const std::string bomb = text_of(encode_png(zeros({1, 2000, 2000}, kByte), 9));
  std::string small = bomb;
  small.replace(16, 8, std::string("\0\0\0\1\0\0\0\1", 8));
  limits = {};
  limits.max_bytes = 1 << 20;
  EXPECT_THROW(decode_image(small, ImageReadMode::kUnchanged, limits), FileError);

  // A scan costs a pass over the image.
  std::string scans = file("jpeg_progressive");
  const size_t end = scans.size() - 2;
  for (int i = 0; i < 600; ++i) scans.insert(end, std::string("\xff\xda\0\x08\1\1\0\1\x3f\x10", 10));
  expect_error([&] { decode_image(scans); }, "scans, expected at most 500");
}

// The bytes that torchvision 0.14.1's encode_jpeg, which uses libjpeg-turbo 2.1, gave for the same images.
TEST(VisionWrite, JpegOfTorchvision) {
  if (!jpeg::is_available()) GTEST_SKIP() << "there is no libjpeg";
  const auto check = [](const Tensor& image) {
    const Tensor bytes = encode_jpeg(image);
    return std::make_pair(bytes.numel(),
                          serialize::crc32(0, bytes.data_ptr<uint8_t>(), static_cast<size_t>(bytes.numel())));
  };
  EXPECT_EQ(check(image(1, 13, 17)), std::make_pair(int64_t{480}, 0x0736bb60U));
  EXPECT_EQ(check(image(3, 13, 17)), std::make_pair(int64_t{832}, 0xa061e393U));
}

TEST(VisionWrite, ReadsBack) {
  for (const int64_t channels : {1, 2, 3, 4}) {
    const Tensor x = image(channels, 13, 17);
    for (const int64_t level : {0, 1, 6, 9}) EXPECT_TRUE(equal(decode_image(encode_png(x, level)), x)) << channels;
    const Tensor tga = decode_image(encode_tga(x));
    EXPECT_TRUE(equal(tga, x)) << channels;
    if (channels == 2) continue;
    const Tensor bmp = decode_image(encode_bmp(x));
    EXPECT_TRUE(equal(bmp, channels == 1 ? x.expand({3, 13, 17}) : x)) << channels;
    if (channels == 4) continue;
    const Tensor smooth = arange(16 * 24, kFloat).view({1, 16, 24}).div(2).to(kByte).expand({channels, 16, 24});
    expect_close(decode_image(encode_jpeg(smooth, 95), channels == 1 ? ImageReadMode::kGray : ImageReadMode::kRGB),
                 smooth, 6, 1.5);
    EXPECT_LT(encode_jpeg(x, 10).numel(), encode_jpeg(x, 95).numel());
  }
  // Where there is no libjpeg, stb_image_write encodes.
  const Tensor x = arange(16 * 24, kFloat).view({16, 24, 1}).div(2).to(kByte);
  const std::string bytes = stb::encode_jpeg(24, 16, 1, x.data_ptr<uint8_t>(), 95);
  expect_close(decode_image(bytes, ImageReadMode::kGray), x.permute({2, 0, 1}), 6, 1.5);
  // Planes that are not contiguous, and a size that does not fill a byte row.
  const Tensor odd = image(3, 20, 30).permute({0, 2, 1}).slice(1, 3, 20, 2);
  EXPECT_TRUE(equal(decode_image(encode_png(odd)), odd));
}

// Smooth rows are smaller by far with one of the filters.
TEST(VisionWrite, PngFilters) {
  const Tensor slope = (arange(100).view({1, 1, 100}) * 2 + arange(80).view({1, 80, 1})).to(kByte);
  EXPECT_LT(encode_png(slope).numel(), 600);
}

TEST(VisionWrite, FilesByName) {
  test::TemporaryFolder folder;
  const Tensor x = image(3, 13, 17);
  for (const char* name : {"a.png", "b.PNG", "c.bmp", "d.tga"}) {
    write_image(x, folder.path() + "/" + name);
    EXPECT_TRUE(equal(read_image(folder.path() + "/" + name), x)) << name;
  }
  for (const char* name : {"e.jpg", "f.JPEG"}) {
    write_image(x, folder.path() + "/" + name);
    EXPECT_EQ(text_of(read_file(folder.path() + "/" + name)), text_of(encode_jpeg(x)));
  }
  expect_error([&] { write_image(x, folder.path() + "/g.gif"); }, "expected .png, .jpg, .jpeg, .bmp or .tga");
  write_png(x, folder.path() + "/p", 1);
  write_jpeg(x, folder.path() + "/q", 50);
  write_bmp(x, folder.path() + "/r");
  write_tga(x, folder.path() + "/s");
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"a.png", "b.PNG", "c.bmp", "d.tga", "e.jpg", "f.JPEG", "p", "q", "r", "s"}));
  expect_error([&] { write_file(folder.path() + "/no/such", encode_png(x)); }, "no/such");
  EXPECT_THROW(write_png(x, folder.path() + "/no/such"), FileError);
}

TEST(VisionWrite, SaveImageIsTheGridInBytes) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/grid.png";
  const Tensor images = image(3, 5, 6).to(kFloat).div(200).sub(0.1).view({3, 1, 5, 6});
  save_image(images, path, GridOptions().nrow(2).padding(1).pad_value(0.5));
  const Tensor grid = make_grid(images, GridOptions().nrow(2).padding(1).pad_value(0.5));
  EXPECT_TRUE(equal(read_image(path), (grid * 255 + 0.5).clamp(0, 255).to(kByte)));
  save_image({images[0], images[1]}, path);
  EXPECT_EQ(read_image(path).sizes(), (std::vector<int64_t>{3, 9, 18}));
}

TEST(VisionWrite, Errors) {
  const Tensor x = image(3, 5, 6);
  expect_error([&] { encode_png(x.to(kFloat)); }, "expected uint8");
  expect_error([&] { encode_png(x[0]); }, "expected (channels, height, width)");
  expect_error([&] { encode_png(zeros({3, 0, 5}, kByte)); }, "none of them 0");
  expect_error([&] { encode_png(zeros({5, 2, 2}, kByte)); }, "got 5 channels, expected one of 1, 2, 3, 4");
  expect_error([&] { encode_jpeg(zeros({2, 2, 2}, kByte)); }, "got 2 channels, expected one of 1, 3");
  expect_error([&] { encode_png(x, 10); }, "expected 0 to 9");
  expect_error([&] { encode_jpeg(x, 0); }, "expected 1 to 100");
}

TEST(VisionThreads, ReadAtTheSameTime) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  const Tensor first = decode_image(file("jpeg"));
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        wrong[t] += !equal(decode_image(file("jpeg")), first);
        try {
          decode_image(std::string("nothing"));
          ++wrong[t];
        } catch (const FileError&) {
        }
        wrong[t] += encode_png(first).numel() == 0;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, (std::vector<int>(4)));
}

}  // namespace
