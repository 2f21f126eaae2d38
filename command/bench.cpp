// SPDX-License-Identifier: BSD-3-Clause
// torchpp bench: in a few seconds, what a device and the kernels on it reach.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops.h>

#include <algorithm>
#include <chrono>

#include "command/command.h"
#include "command/print.h"

namespace torchpp::command {
namespace {

using Clock = std::chrono::steady_clock;

struct Figure {
  const char* name;
  const char* unit;
  double per_call;  // units of work in one call: bytes, operations, calls
  Callable<void()> call;
};

// Seconds of one call: the median of batches, each long enough for the clock.
double seconds_of(const Figure& figure, double budget, bool on_cuda) {
  const auto time = [&](int64_t calls) {
    const auto begin = Clock::now();
    for (int64_t i = 0; i < calls; ++i) figure.call();
    if (on_cuda) cuda::synchronize();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  time(1);  // the first call chooses kernels
  int64_t calls = 1;
  for (double once = time(1); once < budget / 20 && calls < (int64_t{1} << 30); once = time(calls)) calls *= 2;
  std::vector<double> times;
  const auto end = Clock::now() + std::chrono::duration<double>(budget);
  do times.push_back(time(calls) / static_cast<double>(calls));
  while (Clock::now() < end);
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

std::vector<Figure> figures_of(Device device) {
  const auto random = [&](IntArrayRef shape) { return rand(shape, TensorOptions(device)); };
  constexpr int64_t kMany = int64_t{1} << 24;  // 64 MiB of floats: beyond the caches
  const Tensor one = random({1}), many = random({kMany}), more = random({kMany}), result = random({kMany});
  const Tensor a = random({1024, 1024}), b = random({1024, 1024});
  const Tensor images = random({8, 64, 56, 56}), kernel = random({64, 64, 3, 3});
  const Tensor rows = random({4096, 1024}), scale = random({1024});
  const double bytes = kMany * sizeof(float);
  std::vector<Figure> figures;
  figures.push_back({"one small operator", "calls", 1, [=] { one.add(one); }});
  figures.push_back({"copy 64 MiB", "B", 2 * bytes, [=]() mutable { Tensor(result).copy_(many); }});
  figures.push_back({"add 64 MiB", "B", 3 * bytes, [=] {
                       Tensor out = result;
                       add_out(out, many, more);
                     }});
  figures.push_back({"sum 64 MiB", "B", bytes, [=] { many.sum(); }});
  figures.push_back({"exp 64 MiB", "B", 2 * bytes, [=] {
                       Tensor out = result;
                       exp_out(out, many);
                     }});
  figures.push_back({"matmul 1024", "FLOP", 2. * 1024 * 1024 * 1024, [=] { a.mm(b); }});
  if (!device.is_cpu()) {
    const Tensor x = a.to(kHalf), y = b.to(kHalf);
    figures.push_back({"matmul 1024, float16", "FLOP", 2. * 1024 * 1024 * 1024, [=] { x.mm(y); }});
  }
  figures.push_back({"conv2d 3x3, 8x64x56x56", "FLOP", 2. * 8 * 64 * 64 * 9 * 56 * 56, [=] {
                       conv2d(images, kernel, {}, IntArrayRef({1, 1}), IntArrayRef({1, 1}));
                     }});
  figures.push_back({"softmax 4096x1024", "B", 2. * 4096 * 1024 * sizeof(float), [=] { rows.softmax(-1); }});
  figures.push_back(
      {"layer_norm 4096x1024", "B", 2. * 4096 * 1024 * sizeof(float), [=] { layer_norm(rows, {1024}, scale, scale); }});
  return figures;
}

std::string time_text(double seconds) {
  const bool is_ns = seconds < 1e-6, is_us = seconds < 1e-3, is_ms = seconds < 1;
  const double value = seconds * (is_ns ? 1e9 : is_us ? 1e6 : is_ms ? 1e3 : 1);
  return number_text(value) + (is_ns ? " ns" : is_us ? " us" : is_ms ? " ms" : " s");
}

std::string rate_text(double rate, const char* unit) {
  const double scaled = rate >= 1e12 ? rate / 1e12 : rate >= 1e9 ? rate / 1e9 : rate / 1e6;
  return str(number_text(scaled), rate >= 1e12 ? " T" : rate >= 1e9 ? " G" : " M", unit, "/s");
}

}  // namespace

int bench(const BenchArguments& arguments) {
  const Device device(arguments.device);
  if (device.is_cuda()) TORCHPP_CHECK(cuda::is_available(), "bench: CUDA is not available: ", cuda::why_unavailable());
  if (arguments.threads > 0) set_num_threads(arguments.threads);
  const NoGradGuard no_grad;
  manual_seed(0);
  Table table({"", ">time", ">rate"});
  Json json_figures = Json::array();
  for (const Figure& figure : figures_of(device)) {
    if (std::string(figure.name).find(arguments.only) == std::string::npos) continue;
    const double seconds = seconds_of(figure, arguments.seconds, device.is_cuda());
    const double rate = figure.per_call / seconds;
    table.add({figure.name, time_text(seconds), rate_text(rate, figure.unit)});
    json_figures.push_back({{"name", figure.name}, {"seconds", seconds}, {"per_second", rate}, {"unit", figure.unit}});
  }
  TORCHPP_CHECK_VALUE(!table.empty(), "bench: got --only '", clean(arguments.only), "', which is part of no name");
  if (arguments.json) {
    print_json(Json{{"device", str(device)}, {"threads", get_num_threads()}, {"figures", json_figures}});
    return kYes;
  }
  print(str(
      bold(str(device)),
      device.is_cpu() ? str(", ", get_num_threads(), " thread", plural(static_cast<uint64_t>(get_num_threads()))) : "",
      ": medians\n", table.text()));
  return kYes;
}

}  // namespace torchpp::command
