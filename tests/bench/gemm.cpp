// SPDX-License-Identifier: BSD-3-Clause

// Our own float product by shape, beside oneDNN's dnnl_sgemm (on its own threads) and the peak of multiply-add. The
// three take turns; best of many repeats, and the middle of the shares of the peak that was measured just before.
// Usage: bench_gemm [filter [threads [own]]]; with a third word oneDNN is left out, whose spinning threads disturb
// ours.
#include <dnnl.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <torchpp/core/parallel.h>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/workspace.h"

namespace {

using namespace torchpp;
using namespace torchpp::cpu;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// GFLOP/s of one thread: twelve chains of multiply-adds and nothing else. 0 where that is not written down.
double peak() {
#if defined(__x86_64__)
// From zeros: what a register held before could be a denormal number, a hundred times slower.
#define TORCHPP_EACH(f, reg)                                                                                     \
  f(reg, 0) f(reg, 1) f(reg, 2) f(reg, 3) f(reg, 4) f(reg, 5) f(reg, 6) f(reg, 7) f(reg, 8) f(reg, 9) f(reg, 10) \
      f(reg, 11)
#define TORCHPP_ZERO(reg, n) "vxorps %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n"
#define TORCHPP_CHAIN(reg, n) "vfmadd231ps %%" reg "14, %%" reg "15, %%" reg #n "\n"
#define TORCHPP_CHAINS(reg)                                                                                        \
  asm volatile(TORCHPP_EACH(TORCHPP_ZERO, reg) TORCHPP_ZERO(reg, 14)                                               \
                   TORCHPP_ZERO(reg, 15) "1:\n" TORCHPP_EACH(TORCHPP_CHAIN, reg) "dec %0\njnz 1b\nvzeroupper\n"    \
               : "+r"(left)                                                                                        \
               :                                                                                                   \
               : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", \
                 "xmm14", "xmm15", "cc")
  constexpr int kRounds = 20000;
  int64_t left = kRounds;
  const double start = seconds();
  if (cpu_level() == 2) TORCHPP_CHAINS("zmm");
  else if (cpu_level() == 1) TORCHPP_CHAINS("ymm");
  else return 0;
  return kRounds * 12.0 * (cpu_level() == 2 ? 32 : 16) / (seconds() - start) / 1e9;
#undef TORCHPP_CHAINS
#undef TORCHPP_CHAIN
#undef TORCHPP_ZERO
#undef TORCHPP_EACH
#else
  return 0;
#endif
}

struct Shape {
  const char* name;
  int64_t m, n, k;
  bool transpose_a, transpose_b, bias;
};
constexpr Shape kShapes[] = {
    {"square_16", 16, 16, 16, false, false, false},
    {"square_64", 64, 64, 64, false, false, false},
    {"square_128", 128, 128, 128, false, false, false},
    {"square_512", 512, 512, 512, false, false, false},
    {"square_1024", 1024, 1024, 1024, false, false, false},
    {"odd_257x383x509", 257, 383, 509, false, false, false},
    {"skinny_8192x64x64", 8192, 64, 64, false, false, false},
    {"deep_64x64x8192", 64, 64, 8192, false, false, false},
    {"wide_64x8192x64", 64, 8192, 64, false, false, false},
    {"rows_8x1024x1024", 8, 1024, 1024, false, false, false},
    // the training step of an MLP 784-1024-1024-10, batch 256: forward, input gradients, weight gradients
    {"train_forward_784", 256, 1024, 784, false, true, true},
    {"train_forward_1024", 256, 1024, 1024, false, true, true},
    {"train_forward_10", 256, 10, 1024, false, true, true},
    {"train_input_1024", 256, 1024, 1024, false, false, false},
    {"train_input_10", 256, 1024, 10, false, false, false},
    {"train_weight_784", 1024, 784, 256, true, false, false},
    {"train_weight_1024", 1024, 1024, 256, true, false, false},
    {"train_weight_10", 10, 1024, 256, true, false, false},
    // linear layers with a few rows
    {"linear_1x128x64", 1, 128, 64, false, true, true},
    {"linear_1x128x128", 1, 128, 128, false, true, true},
    {"linear_1x8x128", 1, 8, 128, false, true, true},
    {"linear_4x128x128", 4, 128, 128, false, true, true},
    {"linear_8x1024x1024", 8, 1024, 1024, false, true, true},
};

// 64-byte aligned numbers between -1 and 1.
class Numbers {
 public:
  explicit Numbers(int64_t n) : space_(static_cast<size_t>(n + 16) * sizeof(float)) {
    for (int64_t i = 0; i < n; ++i) data()[i] = static_cast<float>(i * 7919 % 2003) / 1001.0f - 1;
  }
  float* data() const { return space_.as<float>(); }

 private:
  Workspace space_;
};

void row(const Shape& s, int threads, bool with_onednn) {
  const Numbers a(s.m * s.k), b(s.k * s.n), bias(s.n), c(s.m * s.n);
  own::GemmArguments<float> q;
  q.m = s.m, q.n = s.n, q.k = s.k;
  q.a = a.data(), q.b = b.data(), q.c = c.data(), q.bias = s.bias ? bias.data() : nullptr;
  q.a_row = s.transpose_a ? 1 : s.k, q.a_col = s.transpose_a ? s.m : 1;
  q.b_row = s.transpose_b ? 1 : s.n, q.b_col = s.transpose_b ? s.k : 1;
  q.c_row = s.n;
  const auto own = [&] { own::gemm(q); };
  const auto sgemm = [&] {
    dnnl_sgemm(s.transpose_a ? 'T' : 'N', s.transpose_b ? 'T' : 'N', s.m, s.n, s.k, 1, a.data(),
               s.transpose_a ? s.m : s.k, b.data(), s.transpose_b ? s.k : s.n, 0, c.data(), s.n);
  };
  const double gflop = 2e-9 * static_cast<double>(s.m * s.n * s.k);
  const int calls = std::max(1, static_cast<int>(0.02 / gflop));
  double best[2] = {};
  std::vector<double> shares[2];
  const auto time = [&](int which, const auto& f) {
    const double limit = peak() * threads, start = seconds();
    for (int i = 0; i < calls; ++i) f();
    const double rate = gflop * calls / (seconds() - start);
    best[which] = std::max(best[which], rate);
    shares[which].push_back(limit > 0 ? rate / limit : 0);
  };
  own();
  for (const double end = seconds() + 1; seconds() < end;) {
    time(0, own);
    if (with_onednn) time(1, sgemm);
  }
  std::printf("%-20s", s.name);
  for (int which = 0; which < (with_onednn ? 2 : 1); ++which) {
    std::sort(shares[which].begin(), shares[which].end());
    std::printf("  %9.2f us %6.1f GF/s %3.0f %%", gflop / best[which] * 1e6, best[which],
                100 * shares[which][shares[which].size() / 2]);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
  const bool with_onednn = argc <= 3;
  set_num_threads(threads);
  omp_set_num_threads(threads);
  std::printf("threads: %d; own%s: best time, best rate, middle share of the peak\n", threads,
              with_onednn ? ", dnnl_sgemm" : "");
  for (const Shape& s : kShapes)
    if (argc < 2 || std::strstr(s.name, argv[1])) row(s, threads, with_onednn);
}
