// SPDX-License-Identifier: BSD-3-Clause
// Few positions by counting, for each, those before it; many by their digits.
#include "src/backends/cuda/index_sort.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/device.h"
#include "src/backends/cuda/radix_sort.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kFew = 1024;

__global__ void rank_kernel(const int64_t* keys, int n, int64_t* sorted, uint32_t* order) {
  int64_t* all = dynamic_shared<int64_t>();
  const int me = static_cast<int>(threadIdx.x);
  if (me < n) all[me] = keys[me];
  __syncthreads();
  if (me >= n) return;
  const int64_t mine = all[me];
  int rank = 0;
  for (int i = 0; i < n; ++i) rank += all[i] < mine || (all[i] == mine && i < me);
  sorted[rank] = mine;
  order[rank] = me;
}

}  // namespace

SortedPositions::SortedPositions(int64_t* keys, int64_t n, int64_t bound, const OnDevice& on)
    : n_(n), space_(on.device(), static_cast<size_t>(n) * (sizeof(int64_t) + 2 * sizeof(uint32_t))) {
  TORCHPP_CHECK(n <= 0x7fffffff, "indexed sums: got ", n, " positions, expected at most 2^31 - 1");
  auto* const other = static_cast<int64_t*>(space_.data());
  auto* const order = reinterpret_cast<uint32_t*>(other + n);
  keys_ = other, order_ = order;
  if (n == 0) return;
  if (n <= kFew) {
    Geometry g = per_row(1, n, static_cast<int>(kFew));
    g.shared_bytes = static_cast<size_t>(n) * sizeof(int64_t);
    launch("sort kernel of few positions", &rank_kernel, g, on.stream(), keys, static_cast<int>(n), other, order);
    return;
  }
  int bits = 1;
  while (bits < 63 && (bound - 1) >> bits != 0) ++bits;
  const Items<uint64_t> sorted = radix_sort<uint64_t>({reinterpret_cast<uint64_t*>(keys), order + n},
                                                      {reinterpret_cast<uint64_t*>(other), order}, 1, n, bits, on);
  keys_ = reinterpret_cast<int64_t*>(sorted.keys), order_ = sorted.places;
}

}  // namespace torchpp::cuda
