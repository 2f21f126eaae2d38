// SPDX-License-Identifier: BSD-3-Clause
// A program that runs for long: memory must not grow with changing shapes or with threads that come and go.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cstdio>
#include <random>
#include <thread>

#include "tests/support/sanitizers.h"

namespace {

// Resident bytes of the process.
int64_t resident() {
  long pages = 0, total = 0;
  FILE* f = std::fopen("/proc/self/statm", "r");
  if (f == nullptr) return -1;
  const bool read = std::fscanf(f, "%ld %ld", &total, &pages) == 2;
  std::fclose(f);
  return read ? static_cast<int64_t>(pages) * 4096 : -1;
}
constexpr int64_t kMiB = 1 << 20;

#if TORCHPP_ADDRESS_SANITIZER || TORCHPP_THREAD_SANITIZER
constexpr bool kCountsMemory = false;  // sanitizers keep freed memory on purpose
#else
constexpr bool kCountsMemory = true;
#endif

TEST(SteadyMemory, RandomShapesThroughAConvnet) {
  torchpp::nn::Sequential net(torchpp::nn::Conv2d(torchpp::nn::Conv2dOptions(3, 8, 3).padding(1)),
                              torchpp::nn::BatchNorm2d(8), torchpp::nn::ReLU(), torchpp::nn::MaxPool2d(2),
                              torchpp::nn::Conv2d(torchpp::nn::Conv2dOptions(8, 16, 3)), torchpp::nn::ReLU(),
                              torchpp::nn::AdaptiveAvgPool2d(1), torchpp::nn::Flatten(), torchpp::nn::Linear(16, 10));
  net->eval();
  torchpp::NoGradGuard no_grad;
  std::mt19937 random(1);
  std::uniform_int_distribution<int64_t> batch(1, 4), side(8, 72);
  int64_t after_warm_up = 0, most = 0;
  for (int i = 0; i < 5000; ++i) {
    const torchpp::Tensor y = net->forward(torchpp::ones({batch(random), 3, side(random), side(random)}));
    ASSERT_EQ(y.size(1), 10);
    if (i == 2000) after_warm_up = resident();
    if (i > 2000 && i % 250 == 0) most = std::max(most, resident());
  }
  std::printf("resident after 2,000 shapes %.1f MiB, most after that %.1f MiB\n",
              static_cast<double>(after_warm_up) / kMiB, static_cast<double>(most) / kMiB);
  if (kCountsMemory) {
    EXPECT_LT(most - after_warm_up, 24 * kMiB);
  }
}

TEST(SteadyMemory, ShortLivedThreadsThatCallOperators) {
  const torchpp::Tensor w = torchpp::ones({32, 32}).requires_grad_();
  auto work = [&w] {
    const torchpp::Tensor y = torchpp::relu(torchpp::ones({8, 32}).mm(w.t())).sum();
    if (y.item<float>() != 8 * 32 * 32) std::abort();
  };
  int64_t after_warm_up = 0, most = 0;
  for (int i = 0; i < 10000; ++i) {
    std::thread(work).join();
    if (i == 2000) after_warm_up = resident();
    if (i > 2000 && i % 500 == 0) most = std::max(most, resident());
  }
  std::printf("resident after 2,000 threads %.1f MiB, most after that %.1f MiB\n",
              static_cast<double>(after_warm_up) / kMiB, static_cast<double>(most) / kMiB);
  if (kCountsMemory) {
    EXPECT_LT(most - after_warm_up, 8 * kMiB);
  }
}

}  // namespace
