// SPDX-License-Identifier: BSD-3-Clause

// Images per second through decode, resize, normalize, on one and on two threads of the program's own, and milliseconds
// per transform of uint8 images. Arguments: JPEG files, in place of one that is made.

#include <torchpp/core/parallel.h>
#include <torchpp/ops.h>
#include <torchpp/vision.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

using namespace torchpp;
using namespace torchpp::vision;

double seconds_of(const Callable<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
// Other work on the machine only adds time.
double best_of(int repeats, const Callable<void()>& f) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) best = std::min(best, seconds_of(f));
  return best;
}

Tensor picture(int64_t height, int64_t width) {
  const Tensor y = arange(static_cast<double>(height), kFloat).view({1, height, 1}),
               x = arange(static_cast<double>(width), kFloat);
  const Tensor waves = (x * 0.05 + y * 0.03).sin() * (y * 0.02 - x * 0.01).cos();
  const Tensor noise = rand({3, height, width}, make_generator(1), kFloat);
  return (waves * 90 + noise * 40 + 110).clamp(0, 255).to(kByte);
}

void prepare(const Tensor& jpeg) {
  const Tensor image =
      functional::resize(decode_image(jpeg, ImageReadMode::kRGB), 224, InterpolationMode::kBilinear, nullopt, true);
  functional::normalize(functional::convert_image_dtype(image), {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225});
}

// Images per second of `workers` threads that share the work.
double rate(const std::vector<Tensor>& jpegs, size_t workers, size_t images) {
  const double seconds = best_of(5, [&] {
    std::vector<std::thread> threads;
    for (size_t w = 0; w < workers; ++w)
      threads.emplace_back([&, w] {
        for (size_t i = w; i < images; i += workers) prepare(jpegs[i % jpegs.size()]);
      });
    for (std::thread& t : threads) t.join();
  });
  return static_cast<double>(images) / seconds;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Tensor> jpegs;
  for (int i = 1; i < argc; ++i) jpegs.push_back(read_file(argv[i]));
  if (jpegs.empty()) jpegs.push_back(encode_jpeg(picture(375, 500), 90));
  for (const Tensor& jpeg : jpegs)
    std::printf("decode, %lld bytes: %.2f ms\n", static_cast<long long>(jpeg.numel()),
                1e3 * best_of(20, [&] { decode_image(jpeg, ImageReadMode::kRGB); }));
  for (const int pool : {1, get_num_threads()}) {
    set_num_threads(pool);
    const double one = rate(jpegs, 1, 200), two = rate(jpegs, 2, 200);
    std::printf("decode, resize, normalize; num_threads %d: 1 worker %.0f images/s, 2 workers %.0f, ratio %.2f\n", pool,
                one, two, two / one);
  }

  struct Row {
    const char* name;
    Callable<Tensor(const Tensor&)> f;
  };
  const Row rows[] = {
      {"resize to 2/3, antialias",
       [](const Tensor& x) {
         return functional::resize(x, x.size(-1) * 2 / 3, InterpolationMode::kBilinear, nullopt, true);
       }},
      {"to float", [](const Tensor& x) { return functional::convert_image_dtype(x); }},
      {"to float, normalize",
       [](const Tensor& x) {
         return functional::normalize(functional::convert_image_dtype(x), {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225});
       }},
      {"adjust_brightness", [](const Tensor& x) { return functional::adjust_brightness(x, 1.2); }},
      {"adjust_contrast", [](const Tensor& x) { return functional::adjust_contrast(x, 1.2); }},
      {"adjust_saturation", [](const Tensor& x) { return functional::adjust_saturation(x, 1.2); }},
      {"adjust_hue", [](const Tensor& x) { return functional::adjust_hue(x, 0.1); }},
      {"adjust_sharpness", [](const Tensor& x) { return functional::adjust_sharpness(x, 2); }},
      {"gaussian_blur 5",
       [](const Tensor& x) {
         return functional::gaussian_blur(x, {5, 5}, 1.3);
       }},
      {"gaussian_blur 23",
       [](const Tensor& x) {
         return functional::gaussian_blur(x, {23, 23}, 1.3);
       }},
      {"rotate", [](const Tensor& x) { return functional::rotate(x, 20); }},
      {"rotate, bilinear, fill",
       [](const Tensor& x) { return functional::rotate(x, 20, InterpolationMode::kBilinear, false, nullopt, 9.0); }},
      {"perspective",
       [](const Tensor& x) {
         return functional::perspective(x, {Point{0, 0}, {200, 0}, {200, 200}, {0, 200}},
                                        {Point{9, 5}, {190, 0}, {200, 180}, {0, 200}});
       }},
      {"equalize", [](const Tensor& x) { return functional::equalize(x); }},
      {"autocontrast", [](const Tensor& x) { return functional::autocontrast(x); }},
      {"solarize", [](const Tensor& x) { return functional::solarize(x, 128); }},
      {"pad, reflect", [](const Tensor& x) { return functional::pad(x, 16, 0, PaddingMode::kReflect); }},
      {"hflip", [](const Tensor& x) { return functional::hflip(x); }},
  };
  std::printf("\nmilliseconds, num_threads %d%18s%9s\n", get_num_threads(), "224", "512");
  for (const Row& row : rows) {
    std::printf("%-28s", row.name);
    for (const int64_t side : {224, 512}) {
      const Tensor x = picture(side, side);
      std::printf(" %9.3f", 1e3 * best_of(30, [&] { row.f(x); }));
    }
    std::printf("\n");
  }
  return 0;
}
