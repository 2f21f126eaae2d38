// SPDX-License-Identifier: BSD-3-Clause
// Few positions by counting, for each, those before it; many by their digits, least first.
#include "src/backends/cuda/index_sort.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/device.h"
#include "src/backends/cuda/scan.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kFew = 1024;
constexpr int kDigits = 256, kDigitBits = 8;
constexpr int kThreads = 256, kWarps = kThreads / kWarp;
constexpr int kRounds = 16;                 // keys of one lane
constexpr int kTile = kThreads * kRounds;   // keys of one block
constexpr int kWarpTile = kWarp * kRounds;  // of one warp: a run of them, so that order is kept

__global__ void rank_kernel(const int64_t* keys, int n, int64_t* sorted, int32_t* order) {
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

__device__ __forceinline__ int digit_of(int64_t key, int shift) {
  return static_cast<int>(key >> shift) & (kDigits - 1);
}

// counts[digit][block]
__global__ void count_kernel(const int64_t* keys, int64_t n, int shift, int64_t* counts) {
  int* of_block = dynamic_shared<int>();
  of_block[threadIdx.x] = 0;
  __syncthreads();
  const int64_t first = static_cast<int64_t>(blockIdx.x) * kTile;
  for (int64_t i = first + threadIdx.x; i < n && i < first + kTile; i += kThreads)
    atomicAdd(&of_block[digit_of(keys[i], shift)], 1);
  __syncthreads();
  counts[static_cast<int64_t>(threadIdx.x) * gridDim.x + blockIdx.x] = of_block[threadIdx.x];
}

// The lanes whose digit is this lane's.
__device__ __forceinline__ unsigned peers_of(int digit, bool there) {
  unsigned peers = __ballot_sync(0xffffffffu, there);
  for (int bit = 0; bit < kDigitBits; ++bit) {
    const bool set = (digit >> bit & 1) != 0;
    const unsigned votes = __ballot_sync(0xffffffffu, set);
    peers &= set ? votes : ~votes;
  }
  return peers;
}

// starts[digit][block]: where the block's keys of the digit go. `order` is null in the first round, when it is 0 1 2
// ...
__global__ void move_kernel(const int64_t* keys, const int32_t* order, int64_t n, int shift, const int64_t* starts,
                            int64_t* keys_out, int32_t* order_out) {
  int* next = dynamic_shared<int>();  // next[warp][digit]: first how many, then where the next one goes
  const int lane = static_cast<int>(threadIdx.x % kWarp), warp = static_cast<int>(threadIdx.x / kWarp);
  int* mine = next + warp * kDigits;
  const int64_t first = static_cast<int64_t>(blockIdx.x) * kTile + warp * kWarpTile;
  for (int d = lane; d < kDigits; d += kWarp) mine[d] = 0;
  __syncwarp();
  for (int r = 0; r < kRounds && first + r * kWarp < n; ++r) {
    const int64_t i = first + r * kWarp + lane;
    const bool there = i < n;
    const int digit = there ? digit_of(keys[i], shift) : 0;
    const unsigned peers = peers_of(digit, there);
    if (there && __ffs(static_cast<int>(peers)) - 1 == lane) mine[digit] += __popc(peers);
    __syncwarp();
  }
  __syncthreads();
  {
    const int digit = static_cast<int>(threadIdx.x);
    int at = static_cast<int>(starts[static_cast<int64_t>(digit) * gridDim.x + blockIdx.x]);
    for (int w = 0; w < kWarps; ++w) {
      const int count = next[w * kDigits + digit];
      next[w * kDigits + digit] = at;
      at += count;
    }
  }
  __syncthreads();
  for (int r = 0; r < kRounds && first + r * kWarp < n; ++r) {
    const int64_t i = first + r * kWarp + lane;
    const bool there = i < n;
    const int64_t key = there ? keys[i] : 0;
    const int digit = digit_of(key, shift);
    const unsigned peers = peers_of(digit, there);
    const int at = mine[digit] + __popc(peers & ((1u << lane) - 1));
    __syncwarp();
    if (there && __ffs(static_cast<int>(peers)) - 1 == lane) mine[digit] += __popc(peers);
    __syncwarp();
    if (!there) continue;
    keys_out[at] = key;
    order_out[at] = order != nullptr ? order[i] : static_cast<int32_t>(i);
  }
}

int64_t tiles_of(int64_t n) { return (n + kTile - 1) / kTile; }

// One more set of keys, two of their places, and the counts.
size_t space_for(int64_t n) {
  return static_cast<size_t>(n) * (sizeof(int64_t) + 2 * sizeof(int32_t)) +
         static_cast<size_t>(kDigits * tiles_of(n) + 1) * sizeof(int64_t);
}

}  // namespace

SortedPositions::SortedPositions(int64_t* keys, int64_t n, int64_t bound, const OnDevice& on)
    : n_(n), space_(on.device(), space_for(n)) {
  TORCHPP_CHECK(n <= 0x7fffffff, "indexed sums: got ", n, " positions, expected at most 2^31 - 1");
  int64_t* const counts = static_cast<int64_t*>(space_.data());
  int64_t* other = counts + kDigits * tiles_of(n) + 1;
  int32_t *order = reinterpret_cast<int32_t*>(other + n), *other_order = order + n;
  keys_ = other, order_ = order;
  if (n == 0) return;
  if (n <= kFew) {
    Geometry g = per_row(1, n, static_cast<int>(kFew));
    g.shared_bytes = static_cast<size_t>(n) * sizeof(int64_t);
    launch("sort kernel of few positions", &rank_kernel, g, on.stream(), keys, static_cast<int>(n), other, order);
    return;
  }
  Geometry g = spread(n, kRounds, kThreads);
  g.cooperates = true;
  const int32_t* given = nullptr;
  for (int shift = 0; shift == 0 || (shift < 63 && (bound - 1) >> shift != 0); shift += kDigitBits) {
    g.shared_bytes = kDigits * sizeof(int);
    launch("digits' counting kernel", &count_kernel, g, on.stream(), keys, n, shift, counts);
    exclusive_scan(counts, kDigits * static_cast<int64_t>(g.blocks[0]), on.stream());
    g.shared_bytes = kWarps * kDigits * sizeof(int);
    launch("digits' moving kernel", &move_kernel, g, on.stream(), keys, given, n, shift, counts, other, order);
    keys_ = other, order_ = order;
    std::swap(keys, other);
    given = order;
    std::swap(order, other_order);
  }
}

}  // namespace torchpp::cuda
