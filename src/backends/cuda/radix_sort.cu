// SPDX-License-Identifier: BSD-3-Clause
// Digits of 8 bits from the lowest on, each pass stable. A tile of a line is one block's.
#include "src/backends/cuda/radix_sort.h"

#include "src/backends/cuda/device.h"
#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {
namespace {

constexpr int kDigits = 256, kDigitBits = 8;
constexpr int kTileThreads = 256, kTileRounds = 8, kTileWarps = kTileThreads / kWarp;
constexpr int kTile = kTileThreads * kTileRounds;

struct RadixWork {
  int64_t n, tiles;
  unsigned* counts;  // of each line and digit: by tile
  unsigned* totals;  // of each line: by digit
  int shift;
};

template <class K>
__global__ void radix_count(RadixWork r, Items<K> from) {
  __shared__ unsigned counts[kDigits];
  const int64_t line = blockIdx.y, begin = static_cast<int64_t>(blockIdx.x) * kTile;
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int j = 0; j < kTileRounds; ++j) {
    const int64_t i = begin + j * kTileThreads + threadIdx.x;
    if (i < r.n) atomicAdd(&counts[from.keys[line * r.n + i] >> r.shift & 0xff], 1u);
  }
  __syncthreads();
  r.counts[(line * kDigits + threadIdx.x) * r.tiles + blockIdx.x] = counts[threadIdx.x];
}

// A block of up to 256 threads per line and digit: counts become how many of the digit lie in the tiles before.
__global__ void radix_scan(RadixWork r) {
  __shared__ unsigned warp_total[kTileWarps];
  const int lane = static_cast<int>(threadIdx.x) % kWarp, warp = static_cast<int>(threadIdx.x) / kWarp;
  const int warps = static_cast<int>(blockDim.x) / kWarp;
  unsigned* counts = r.counts + blockIdx.x * r.tiles;
  unsigned carry = 0;
  for (int64_t base = 0; base < r.tiles; base += blockDim.x) {
    const int64_t i = base + threadIdx.x;
    const unsigned own = i < r.tiles ? counts[i] : 0;
    unsigned through = own;
    for (unsigned by = 1; by < kWarp; by *= 2) {
      const unsigned other = __shfl_up_sync(0xffffffffu, through, by);
      if (lane >= static_cast<int>(by)) through += other;
    }
    if (lane == kWarp - 1) warp_total[warp] = through;
    __syncthreads();
    unsigned before = carry;
    for (int k = 0; k < warps; ++k) {
      if (k < warp) before += warp_total[k];
      carry += warp_total[k];
    }
    if (i < r.tiles) counts[i] = before + through - own;
    __syncthreads();
  }
  if (threadIdx.x == 0) r.totals[blockIdx.x] = carry;
}

// A warp takes neighbouring items of the tile, 32 at a time; the number of an item among those of its digit is that of
// the warps before, of the rounds before, of the lanes before.
template <class K>
__global__ void radix_scatter(RadixWork r, Items<K> from, Items<K> to) {
  __shared__ unsigned counts[kTileWarps][kDigits];
  __shared__ unsigned starts[kDigits];
  const int tid = static_cast<int>(threadIdx.x), lane = tid % kWarp, warp = tid / kWarp;
  const int64_t line = blockIdx.y, at = line * r.n;
  const int64_t begin = static_cast<int64_t>(blockIdx.x) * kTile + warp * (kTile / kTileWarps);
  for (int k = 0; k < kTileWarps; ++k) counts[k][tid] = 0;
  starts[tid] = r.totals[line * kDigits + tid];
  __syncthreads();
  // Where a digit begins: how many lesser ones the line has. By doubling, over 256 numbers.
  for (int by = 1; by < kDigits; by *= 2) {
    const unsigned other = tid >= by ? starts[tid - by] : 0;
    __syncthreads();
    starts[tid] += other;
    __syncthreads();
  }
  K key[kTileRounds];
  uint32_t place[kTileRounds];
  unsigned number[kTileRounds];
#pragma unroll
  for (int j = 0; j < kTileRounds; ++j) {
    const int64_t i = begin + j * kWarp + lane;
    const bool is = i < r.n;
    key[j] = is ? from.keys[at + i] : K(0);
    place[j] = !is ? 0 : from.places != nullptr ? from.places[at + i] : static_cast<uint32_t>(i);
    const unsigned digit = static_cast<unsigned>(key[j] >> r.shift & 0xff);
    unsigned same = __ballot_sync(0xffffffffu, is);
    for (int bit = 0; bit < 8; ++bit) {
      const bool set = digit >> bit & 1;
      const unsigned votes = __ballot_sync(0xffffffffu, set);
      same &= set ? votes : ~votes;
    }
    const unsigned before = same & ((1u << lane) - 1u);
    unsigned earlier = 0;
    if (is) earlier = counts[warp][digit];
    __syncwarp();
    if (is && before == 0) counts[warp][digit] = earlier + static_cast<unsigned>(__popc(same));
    __syncwarp();
    number[j] = earlier + static_cast<unsigned>(__popc(before));
  }
  __syncthreads();
  {
    const int64_t row = line * kDigits + tid;
    unsigned sum = starts[tid] - r.totals[row] + r.counts[row * r.tiles + blockIdx.x];
    for (int k = 0; k < kTileWarps; ++k) {
      const unsigned own = counts[k][tid];
      counts[k][tid] = sum;
      sum += own;
    }
  }
  __syncthreads();
#pragma unroll
  for (int j = 0; j < kTileRounds; ++j) {
    if (begin + j * kWarp + lane >= r.n) continue;
    const unsigned digit = static_cast<unsigned>(key[j] >> r.shift & 0xff);
    const int64_t where = at + counts[warp][digit] + number[j];
    to.keys[where] = key[j];
    to.places[where] = place[j];
  }
}

}  // namespace

template <class K>
Items<K> radix_sort(const Items<K>& items, const Items<K>& other, int64_t lines, int64_t n, int bits,
                    const OnDevice& on) {
  RadixWork r{};
  r.n = n;
  r.tiles = (n + kTile - 1) / kTile;
  const Workspace space(on.device(), static_cast<size_t>(lines * kDigits * (r.tiles + 1)) * sizeof(unsigned));
  r.counts = static_cast<unsigned*>(space.data());
  r.totals = r.counts + lines * kDigits * r.tiles;
  Geometry tiles = spread(n, kTileRounds, kTileThreads);
  tiles.blocks[1] = static_cast<uint32_t>(lines);
  tiles.cooperates = true;
  Items<K> from{items.keys, nullptr}, to = other, next = items;  // in the first pass items are where they stand
  for (r.shift = 0; r.shift < bits; r.shift += kDigitBits) {
    launch("sort: digits", &radix_count<K>, tiles, on.stream(), r, from);
    launch("sort: digits", &radix_scan, per_row(lines * kDigits, r.tiles, kTileThreads), on.stream(), r);
    launch("sort: digits", &radix_scatter<K>, tiles, on.stream(), r, from, to);
    from = to;
    to = next;
    next = from;
  }
  return from;
}

template Items<uint8_t> radix_sort(const Items<uint8_t>&, const Items<uint8_t>&, int64_t, int64_t, int,
                                   const OnDevice&);
template Items<uint16_t> radix_sort(const Items<uint16_t>&, const Items<uint16_t>&, int64_t, int64_t, int,
                                    const OnDevice&);
template Items<uint32_t> radix_sort(const Items<uint32_t>&, const Items<uint32_t>&, int64_t, int64_t, int,
                                    const OnDevice&);
template Items<uint64_t> radix_sort(const Items<uint64_t>&, const Items<uint64_t>&, int64_t, int64_t, int,
                                    const OnDevice&);

}  // namespace torchpp::cuda
