// SPDX-License-Identifier: BSD-3-Clause
// Tells the digit on an image, with the weights that the mnist example saved. A program of one file, which starts and
// answers within milliseconds.

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/data/datasets/idx.h>
#include <torchpp/serialize.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "net.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ASSERT(x)
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS 8192
#include <stb_image.h>

namespace {

using torchpp::Tensor;

constexpr int kSide = 28;
constexpr int kPixels = kSide * kSide;
constexpr const char* kUsage = R"(Usage: mnist_infer [options] IMAGE
IMAGE is a PNG of one digit, dark on light or light on dark, or an IDX file of 28 x 28 images.
  --weights FILE   what the mnist example saved; default: mnist.safetensors
  --index N        which image of an IDX file; default: 0
  --bench          also prints the time from the start of main to the answer
)";

struct Options {
  std::string weights = "mnist.safetensors", image;
  int64_t index = 0;
  bool bench = false;
};

[[noreturn]] void usage_error(const std::string& what) {
  std::fprintf(stderr, "mnist_infer: %s\n%s", what.c_str(), kUsage);
  std::exit(2);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&]() -> const char* {
      if (i + 1 == argc) usage_error(name + " needs a value");
      return argv[++i];
    };
    if (name == "--help" || name == "-h") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    } else if (name == "--weights") {
      options.weights = value();
    } else if (name == "--index") {
      const char* text = value();
      char* end = nullptr;
      options.index = std::strtoll(text, &end, 10);
      if (*text == '\0' || *end != '\0' || options.index < 0)
        usage_error("--index got '" + std::string(text) + "', expected a number from 0");
    } else if (name == "--bench") {
      options.bench = true;
    } else if (name.size() > 1 && name[0] == '-') {
      usage_error("unknown option " + name);
    } else if (options.image.empty()) {
      options.image = name;
    } else {
      usage_error("got more than one image");
    }
  }
  if (options.image.empty()) usage_error("needs an image");
  return options;
}

bool is_png(const std::string& path) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  unsigned char start[4] = {};
  return file != nullptr && std::fread(start, 1, sizeof start, file.get()) == sizeof start &&
         std::memcmp(start, "\x89PNG", 4) == 0;
}

// Grey values of a picture of any size, shrunk to 28 x 28 by averaging over the area that each pixel covers, light on
// dark as in MNIST.
std::vector<uint8_t> read_png(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> grey(stbi_load(path.c_str(), &width, &height, &channels, 1),
                                                       &stbi_image_free);
  TORCHPP_CHECK_FILE(grey != nullptr, "read '", path, "': the PNG is damaged, or larger than ", STBI_MAX_DIMENSIONS,
                     " pixels a side");
  std::vector<uint8_t> image(kPixels);
  const auto bounds = [](int i, int n) {
    const int begin = static_cast<int>(int64_t{i} * n / kSide);
    return std::pair<int, int>(begin, std::max<int>(static_cast<int>(int64_t{i + 1} * n / kSide), begin + 1));
  };
  int64_t sum = 0;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const auto [y0, y1] = bounds(y, height);
      const auto [x0, x1] = bounds(x, width);
      int64_t area = 0;
      for (int j = y0; j < y1; ++j)
        for (int i = x0; i < x1; ++i) area += grey.get()[int64_t{j} * width + i];
      image[y * kSide + x] = static_cast<uint8_t>(area / (int64_t{y1 - y0} * (x1 - x0)));
      sum += image[y * kSide + x];
    }
  if (sum > int64_t{kPixels} * 128)
    for (uint8_t& pixel : image) pixel = static_cast<uint8_t>(255 - pixel);
  return image;
}

std::vector<uint8_t> read_idx_image(const std::string& path, int64_t index) {
  // As a stream, since a static program cannot open the library that decompresses.
  const Tensor images = torchpp::data::datasets::read_idx(torchpp::data::open_file(path));
  TORCHPP_CHECK_FILE(
      images.scalar_type() == torchpp::kByte && images.dim() == 3 && images.size(1) == kSide && images.size(2) == kSide,
      "read '", path, "': got ", images.scalar_type(), " of sizes ", images.sizes(),
      ", expected bytes of [count, 28, 28]");
  TORCHPP_CHECK_INDEX(index < images.size(0), "--index got ", index, ", expected less than the file's ", images.size(0),
                      " images");
  const auto* begin = images.data_ptr<uint8_t>() + index * kPixels;
  return {begin, begin + kPixels};
}

void run(const Options& options, std::chrono::steady_clock::time_point start) {
  const torchpp::InferenceMode inference;
  mnist::LeNet net;
  torchpp::load(net, options.weights);
  net->eval();
  std::vector<uint8_t> image =
      is_png(options.image) ? read_png(options.image) : read_idx_image(options.image, options.index);
  const Tensor pixels = torchpp::from_blob(image.data(), {1, kSide, kSide}, torchpp::kByte);
  const Tensor odds = torchpp::softmax(net(mnist::to_input(pixels)), 1);
  const float* p = odds.data_ptr<float>();
  const double milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();

  std::printf("%d\n", static_cast<int>(std::max_element(p, p + 10) - p));
  for (int digit = 0; digit < 10; ++digit) std::printf("  %d  %6.2f %%\n", digit, 100 * static_cast<double>(p[digit]));
  if (options.bench) std::printf("%.3f ms from main to the answer\n", milliseconds);
}

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  try {
    run(parse(argc, argv), start);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "mnist_infer: %s\n", e.what());
    return 1;
  }
}
