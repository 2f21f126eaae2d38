// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/scan.h"

#include "src/backends/cuda/scan_kernel.h"

namespace torchpp::cuda {
namespace {

constexpr int kPerThread = 4;  // counts of one thread in one round
constexpr int kMostThreads = 1024;

__global__ void __launch_bounds__(kMostThreads) scan_kernel(int64_t* counts, int64_t n) {
  int64_t* scratch = dynamic_shared<int64_t>();
  int64_t done = 0;
  for (int64_t first = 0; first < n; first += static_cast<int64_t>(blockDim.x) * kPerThread) {
    const int64_t at = first + static_cast<int64_t>(threadIdx.x) * kPerThread;
    int64_t value[kPerThread], sum = 0;
    for (int k = 0; k < kPerThread; ++k) {
      value[k] = at + k < n ? counts[at + k] : 0;
      sum += value[k];
    }
    int64_t total;
    int64_t before = done + exclusive_scan_block(sum, scratch, total);
    for (int k = 0; k < kPerThread; ++k) {
      if (at + k < n) counts[at + k] = before;
      before += value[k];
    }
    done += total;
  }
  if (threadIdx.x == 0) counts[n] = done;
}

}  // namespace

void exclusive_scan(int64_t* counts, int64_t n, StreamHandle stream) {
  Geometry g = per_row(1, (n + kPerThread - 1) / kPerThread, kMostThreads);
  g.shared_bytes = kWarp * sizeof(int64_t);
  launch("scan kernel", &scan_kernel, g, stream, counts, n);
}

}  // namespace torchpp::cuda
