// SPDX-License-Identifier: BSD-3-Clause

// Nanoseconds per element of the loops, by instruction set, beside the C library's scalar function and memcpy.
// Best of many repeats: other work on the machine only adds time.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/math/optim.h"

namespace {

using namespace torchpp;
using namespace torchpp::cpu;

template <class F>
double best_ns(int64_t n, const F& f) {
  double best = 1e30;
  const int64_t inner = n < 100000 ? 200 : 1;
  for (int repeat = 0; repeat < (n < 100000 ? 60 : 40); ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int64_t k = 0; k < inner; ++k) f();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    const double ns = took.count() / static_cast<double>(inner * n);
    best = ns < best ? ns : best;
  }
  return best;
}

std::vector<char> a(1 << 24), b(1 << 24), c(1 << 24);

void print(const char* name, const double (&ns)[kCpuLevels][2], const double* library) {
  std::printf("%-22s", name);
  for (int level = 0; level <= cpu_level(); ++level) std::printf("  %6.3f %6.3f", ns[level][0], ns[level][1]);
  if (library != nullptr) std::printf("   | %6.2f", *library);
  std::printf("\n");
}

constexpr int64_t kSizes[2] = {1000, 1000000};

template <class Run>
void row(const char* name, const Run& run, const double* library = nullptr) {
  double ns[kCpuLevels][2] = {};
  for (int level = 0; level <= cpu_level(); ++level)
    for (int s = 0; s < 2; ++s) ns[level][s] = best_ns(kSizes[s], [&] { run(level, kSizes[s]); });
  print(name, ns, library);
}
void loop(const char* name, const LoopTable<LoopFn>& table, ScalarType t, int64_t size,
          float (*library)(float) = nullptr, int64_t last_stride = -1, int64_t out_stride = -1) {
  const Scalars scalars = {{1, 1, 1, 0}, {1, 1, 1, 0}};
  double library_ns = 0;
  if (library != nullptr) {
    float* out = reinterpret_cast<float*>(a.data());
    const float* in = reinterpret_cast<const float*>(b.data());
    library_ns = best_ns(1000, [&] {
      for (int i = 0; i < 1000; ++i) out[i] = library(in[i]);
    });
  }
  row(
      name,
      [&](int level, int64_t n) {
        char* data[] = {a.data(), b.data(), c.data()};
        const int64_t strides[] = {out_stride < 0 ? size : out_stride, size, last_stride < 0 ? size : last_stride};
        select(table, t, level)(data, strides, n, &scalars);
      },
      library != nullptr ? &library_ns : nullptr);
}

}  // namespace

int main() {
  float* in = reinterpret_cast<float*>(b.data());
  for (int i = 0; i < 1 << 22; ++i) in[i] = 0.1f + 3.0f * static_cast<float>(i % 1000) / 1000.0f;
  std::memcpy(c.data(), b.data(), b.size());
  std::printf("%-22s", "ns / element");
  for (int level = 0; level <= cpu_level(); ++level) std::printf("  level %d 1e3, 1e6", level);
  std::printf(" | C library\n");
  row("memcpy f32", [](int, int64_t n) { std::memcpy(a.data(), b.data(), static_cast<size_t>(n) * 4); });
  loop("add f32", add_loops, kFloat, 4);
  loop("add f32 scalar", add_loops, kFloat, 4, nullptr, 0);
  loop("mul f32", mul_loops, kFloat, 4);
  loop("relu f32", relu_loops, kFloat, 4);
#define MATH(op) loop(#op " f32", op##_loops, kFloat, 4, [](float x) { return std::op(x); })
  MATH(exp);
  MATH(log);
  MATH(tanh);
  MATH(erf);
  MATH(sin);
  MATH(expm1);
  MATH(log1p);
  MATH(atan);
  MATH(erfc);
#undef MATH
  std::fill_n(in, 1 << 22, -INFINITY);
  loop("exp f32 of -inf", exp_loops, kFloat, 4);
  std::memcpy(b.data(), c.data(), b.size());
  loop("sigmoid f32", sigmoid_loops, kFloat, 4);
  loop("gelu f32", gelu_loops, kFloat, 4);
  loop("silu f32", silu_loops, kFloat, 4);
  loop("mish f32", mish_loops, kFloat, 4);
  loop("softplus f32", softplus_loops, kFloat, 4);
  loop("pow f32", pow_loops, kFloat, 4);
  loop("lt f32", lt_loops, kFloat, 4, nullptr, 4, 1);
  uint16_t* halves = reinterpret_cast<uint16_t*>(b.data());
  for (int i = 0; i < 1 << 23; ++i) halves[i] = static_cast<uint16_t>(0x3000 + i % 0x1000);  // 0.125 to 2
  loop("exp f16", exp_loops, kHalf, 2);
  loop("add f16", add_loops, kHalf, 2);
  loop("add bf16", add_loops, kBFloat16, 2);
  loop("add i64", add_loops, kLong, 8);
  std::memset(b.data(), 0, b.size());
  double* wide = reinterpret_cast<double*>(b.data());
  for (int i = 0; i < 1 << 21; ++i) wide[i] = 0.1 + 3.0 * (i % 1000) / 1000.0;
  loop("exp f64", exp_loops, kDouble, 8);
  loop("log f64", log_loops, kDouble, 8);
  loop("tanh f64", tanh_loops, kDouble, 8);
  loop("sin f64", sin_loops, kDouble, 8);
  std::memcpy(b.data(), c.data(), b.size());
  const auto cast = [](const char* name, ScalarType to, ScalarType from, int64_t out, int64_t size) {
    row(name, [=](int level, int64_t n) {
      char* data[] = {a.data(), b.data()};
      const int64_t strides[] = {out, size};
      cast_loop(to, from, level)(data, strides, n, nullptr);
    });
  };
  cast("cast f32 to f16", kHalf, kFloat, 2, 4);
  cast("cast f16 to f32", kFloat, kHalf, 4, 2);
  cast("cast f32 to bf16", kBFloat16, kFloat, 2, 4);
  cast("cast f32 to i32", kInt, kFloat, 4, 4);
  cast("cast f32 to i64", kLong, kFloat, 8, 4);
  cast("cast u8 to f32", kFloat, kByte, 4, 1);
  const auto transpose = [](const char* name, int64_t width) {
    row(name, [=](int level, int64_t n) {
      const int64_t side = n == 1000 ? 32 : 1000;
      transposed_copy(width, level)(a.data(), side * width, b.data(), side * width, side, side);
    });
  };
  transpose("transposed 1 byte", 1);
  transpose("transposed 4 bytes", 4);
  transpose("transposed 8 bytes", 8);
  const auto reduce = [](const char* name, const LoopTable<ReduceFn>& table, ScalarType t, int64_t size) {
    row(name, [&](int level, int64_t n) { select(table, t, level)(a.data(), b.data(), size, n); });
  };
  reduce("sum f32", sum_loops, kFloat, 4);
  reduce("sum f16", sum_loops, kHalf, 2);
  reduce("max f32", max_loops, kFloat, 4);
  reduce("argmax f32", argmax_loops, kFloat, 4);
  reduce("sum i64", sum_loops, kLong, 8);
  row("sum columns f32",
      [](int level, int64_t n) { select(sum_columns_loops, kFloat, level)(a.data(), b.data(), 4000, n / 1000, 1000); });
  row("softmax f32, rows 1000", [](int level, int64_t n) {
    for (int64_t i = 0; i < n; i += 1000)
      select(softmax_loops, kFloat, level)(a.data() + i * 4, b.data() + i * 4, 1, 1000);
  });
  row("layer norm f32, 1000", [](int level, int64_t n) {
    for (int64_t i = 0; i < n; i += 1000)
      select(layer_norm_loops, kFloat, level)(a.data() + i * 4, b.data() + i * 4, c.data(), c.data(), nullptr, nullptr,
                                              1e-5, 1000);
  });
  std::memset(a.data(), 0, a.size());
  row("adam f32", [](int level, int64_t n) {
    const math::Adam s = {1e-3, 0.9, 0.999, 0, 1e-8, false, false, false};
    const double numbers[math::kMaxNumbers] = {0.03, -1e-2};
    static std::vector<float> avg(1000000), sq(1000000);
    void* const data[] = {a.data(), b.data(), avg.data(), sq.data(), nullptr};
    select(fused_adam_loops, kFloat, level)(data, n, &s, numbers);
  });
}
