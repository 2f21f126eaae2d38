// SPDX-License-Identifier: BSD-3-Clause

// Measures the CUDA backend on this device: memory bandwidth of kernels beside that of a copy, matrix products,
// convolutions, the time of a call. Best of many repeats, timed by the device's events.

#include <torchpp/torchpp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

using namespace torchpp;

// Milliseconds of one call.
template <class F>
double device_ms(const F& f) {
  for (int i = 0; i < 3; ++i) f();
  double best = 1e30;
  cuda::CUDAEvent begin(true), end(true);
  for (int repeat = 0; repeat < 10; ++repeat) {
    constexpr int kCalls = 10;
    begin.record();
    for (int i = 0; i < kCalls; ++i) f();
    end.record();
    end.synchronize();
    best = std::min(best, static_cast<double>(begin.elapsed_time(end)) / kCalls);
  }
  return best;
}

double copy_rate = 0;  // GB/s

// `passes`: how many times the bytes of x are read or written.
template <class F>
void bandwidth(const char* name, const Tensor& x, double passes, const F& f) {
  const double rate = passes * static_cast<double>(x.numel()) * static_cast<double>(x.itemsize()) / device_ms(f) / 1e6;
  if (copy_rate == 0) copy_rate = rate;
  std::printf("%-34s %8.0f GB/s  %4.0f %% of copy\n", name, rate, 100 * rate / copy_rate);
}

template <class F>
void arithmetic(const char* name, double operations, const F& f) {
  const double ms = device_ms(f);
  std::printf("%-34s %8.3f ms    %7.1f TFLOP/s\n", name, ms, operations / ms / 1e9);
}

void measure_memory() {
  const Tensor x = randn({1 << 27}).to(kCUDA), y = randn({1 << 27}).to(kCUDA), rows = x.view({1 << 15, 1 << 12});
  Tensor out = empty_like(x);
  bandwidth("copy", x, 2, [&] { out.copy_(x); });
  bandwidth("add", x, 3, [&] { add_out(out, x, y); });
  bandwidth("exp", x, 2, [&] { exp_out(out, x); });
  bandwidth("add, broadcast row", rows, 2, [&] { rows + y.slice(0, 0, 1 << 12); });
  bandwidth("transpose, contiguous", rows, 2, [&] { rows.t().contiguous(); });
  bandwidth("sum of all", x, 1, [&] { x.sum(); });
  bandwidth("sum of rows", rows, 1, [&] { rows.sum(1); });
  bandwidth("sum of columns", rows, 1, [&] { rows.sum(0); });
  bandwidth("softmax of rows", rows, 2, [&] { rows.softmax(1); });
  bandwidth("layer_norm", rows, 2, [&] { layer_norm(rows, {1 << 12}); });
  const Tensor h = x.to(kHalf);
  bandwidth("add, float16", h, 3, [&] { h + h; });
}

void measure_products() {
  for (const ScalarType t : {kFloat, kHalf, kBFloat16}) {
    const int64_t n = 8192;
    const Tensor a = randn({n, n}).to(kCUDA).to(t), b = randn({n, n}).to(kCUDA).to(t);
    arithmetic(str("mm 8192, ", toString(t)).c_str(), 2. * n * n * n, [&] { mm(a, b); });
  }
  const Tensor x = randn({8192, 4096}).to(kCUDA).to(kBFloat16), w = randn({4096, 4096}).to(kCUDA).to(kBFloat16),
               b = randn({4096}).to(kCUDA).to(kBFloat16);
  arithmetic("linear 8192x4096x4096, BFloat16", 2. * 8192 * 4096 * 4096, [&] { linear(x, w, b); });
}

// Two layers of a ResNet; floats as TF32, which is the default.
void measure_convolutions() {
  struct Layer {
    int64_t channels, side;
  };
  for (const Layer& l : {Layer{64, 56}, Layer{256, 14}})
    for (const ScalarType t : {kFloat, kHalf, kBFloat16})
      for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
        const auto random = [&](IntArrayRef sizes) { return randn(sizes).to(kCUDA).to(t).contiguous(format); };
        Tensor x = random({128, l.channels, l.side, l.side}), w = random({l.channels, l.channels, 3, 3});
        const std::string name = str("conv 3x3, ", l.channels, " at ", l.side, ", ", toString(t),
                                     format == MemoryFormat::Contiguous ? "" : ", last");
        const double operations = 2. * 128 * static_cast<double>(l.side * l.side * l.channels * l.channels) * 9;
        arithmetic(name.c_str(), operations, [&] { conv2d(x, w, {}, 1, 1); });
        const AutoGradMode with_grad(true);
        x.requires_grad_();
        w.requires_grad_();
        const Tensor y = conv2d(x, w, {}, 1, 1), dy = ones_like(y);
        arithmetic("  its gradients", 2 * operations, [&] { autograd::grad({y}, {x, w}, {dy}, true); });
      }
}

void measure_calls() {
  const Tensor x = ones({1}, kCUDA), rows = ones({8, 64}, kCUDA), weight = ones({64, 64}, kCUDA),
               images = ones({1, 8, 8, 8}, kCUDA), kernel = ones({8, 8, 3, 3}, kCUDA);
  const auto per_call = [](const char* name, const auto& f) {
    constexpr int kCalls = 10000;
    for (int round = 0; round < 2; ++round) {
      cuda::synchronize();
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < kCalls; ++i) f();
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
      if (round == 1) std::printf("%-34s %8.2f us\n", name, took.count() / kCalls);
    }
  };
  per_call("add of one element, per call", [&] { x + x; });
  per_call("linear of 8x64 by 64, per call", [&] { linear(rows, weight); });
  per_call("conv of 8x8x8, per call", [&] { conv2d(images, kernel, {}, 1, 1); });
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // flushed, so that results are printed even if a later measurement hangs
  register_cuda();
  const NoGradGuard no_grad;
  int result = 0;
  for (void (*const measure)() : {measure_memory, measure_products, measure_convolutions, measure_calls}) try {
      measure();
    } catch (const std::exception& e) {
      std::printf("%s\n", e.what());
      result = 1;
    }
  return result;
}
