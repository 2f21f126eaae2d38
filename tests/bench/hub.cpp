// SPDX-License-Identifier: BSD-3-Clause

// Milliseconds from a hub's entry in the cache to the first answer of its net: a repository's, of which every file was
// compared with the manifest when it came. The first line is of a process's first call.

#include <torchpp/hub.h>
#include <torchpp/torchpp.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "src/hub/cache.h"

int main() {
  using namespace torchpp;
  using Clock = std::chrono::steady_clock;
  const std::string cache = std::filesystem::temp_directory_path() / "torchpp_bench_hub";
  const std::string folder = cache + "/o_m_main";
  nn::Sequential small(nn::Conv2d(1, 6, 5), nn::ReLU(), nn::MaxPool2d(2), nn::Flatten(), nn::Linear(6 * 12 * 12, 10));
  nn::Sequential large;
  for (int i = 0; i < 24; ++i) large->push_back(nn::Linear(1024, 1024));
  hub::publish(folder, "small", *small);
  hub::publish(folder, "large", *large);
  std::ofstream(folder + "/" + hub::kMarker) << "o/m:main\n";

  hub::HubOptions options;
  options.dir(cache).trust(true);
  NoGradGuard no_grad;
  const auto time = [&](const char* entry, const Tensor& input) {
    const Clock::time_point start = Clock::now();
    const Tensor output = hub::load<nn::Sequential>("o/m", entry, options)->forward(input);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    std::printf("%-6s %8.2f ms  (%lld numbers)\n", entry, ms, static_cast<long long>(output.numel()));
  };
  for (int i = 0; i < 3; ++i) {
    time("small", ones({1, 1, 28, 28}));
    time("large", ones({1, 1024}));
  }
  std::filesystem::remove_all(cache);
}
