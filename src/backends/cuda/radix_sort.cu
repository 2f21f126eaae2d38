// SPDX-License-Identifier: BSD-3-Clause
// Digits of 8 bits from the lowest on, each pass stable. Adinets and Merrill, "Onesweep: a faster least significant
// digit radix sort for GPUs", 2022: all digits are counted in one reading of the keys; then each pass reads and writes
// the items once, since a tile learns from the tiles before it where its own items go.
#include "src/backends/cuda/radix_sort.h"

#include "src/backends/cuda/scan_kernel.h"
#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {
namespace {

constexpr int kDigits = 256, kDigitBits = 8;
constexpr int kThreads = 512, kWarps = kThreads / kWarp;
constexpr int kCountedAtOnce = 4, kCountedPerThread = 32;
constexpr int kSeenAtOnce = 4;
template <class K>
constexpr int kRounds = sizeof(K) < 8 ? 10 : 6;  // items of a thread: as many as its registers hold
template <class K>
constexpr int kTile = kThreads* kRounds<K>;

struct RadixWork {
  int64_t n, tiles;  // of a line
  int passes;
  uint64_t* progress;     // of each line, tile and digit: a stage of tiles in the upper half, a count in the lower one
  unsigned* totals;       // of each line, pass and digit: how many keys; then how many keys of the digits below
  unsigned* tiles_begun;  // of each pass
  unsigned* is_needed;    // of each pass: 1 where the keys of a line differ in the digit
};

__device__ __forceinline__ unsigned digit_of(uint64_t key, int pass) {
  return static_cast<unsigned>(key >> (pass * kDigitBits) & (kDigits - 1));
}

template <class K>
__global__ void __launch_bounds__(kThreads) radix_totals(RadixWork r, const K* keys) {
  __shared__ unsigned counts[sizeof(K) * kDigits];
  const int tid = static_cast<int>(threadIdx.x), lane = tid % kWarp;
  for (int c = tid; c < r.passes * kDigits; c += kThreads) counts[c] = 0;
  __syncthreads();
  keys += blockIdx.y * r.n;
  const int64_t step = static_cast<int64_t>(gridDim.x) * (kThreads * kCountedAtOnce);
  for (int64_t begin = static_cast<int64_t>(blockIdx.x) * (kThreads * kCountedAtOnce); begin < r.n; begin += step) {
    K key[kCountedAtOnce];
#pragma unroll
    for (int j = 0; j < kCountedAtOnce; ++j) {
      const int64_t i = begin + j * kThreads + tid;
      key[j] = i < r.n ? keys[i] : K(0);
    }
#pragma unroll
    for (int j = 0; j < kCountedAtOnce; ++j) {
      const bool is = begin + j * kThreads + tid < r.n;
      const unsigned number = static_cast<unsigned>(__popc(__ballot_sync(0xffffffffu, is)));
      const K first = static_cast<K>(__shfl_sync(0xffffffffu, key[j], 0));
      const K differs = is ? static_cast<K>(key[j] ^ first) : K(0);
#pragma unroll
      for (int pass = 0; pass < static_cast<int>(sizeof(K)); ++pass) {
        if (pass >= r.passes) break;
        unsigned* const count = &counts[pass * kDigits + static_cast<int>(digit_of(key[j], pass))];
        // A digit that all lanes have is added once: 32 additions to one word would wait for each other.
        if (__any_sync(0xffffffffu, digit_of(differs, pass) != 0)) {
          if (is) atomicAdd(count, 1u);
        } else if (lane == 0) {
          atomicAdd(count, number);
        }
      }
    }
  }
  __syncthreads();
  unsigned* const totals = r.totals + static_cast<int64_t>(blockIdx.y) * r.passes * kDigits;
  for (int c = tid; c < r.passes * kDigits; c += kThreads)
    if (counts[c] != 0) atomicAdd(&totals[c], counts[c]);
}

// A block per line and pass, a thread per digit.
__global__ void __launch_bounds__(kDigits) radix_starts(RadixWork r) {
  __shared__ unsigned scratch[kWarp];
  unsigned* const total = &r.totals[static_cast<int64_t>(blockIdx.x) * kDigits + threadIdx.x];
  const unsigned own = *total;
  unsigned all;
  const unsigned before = exclusive_scan_block(own, scratch, all);
  *total = before;
  // The lowest digit that occurs is not the only one.
  if (own != 0 && before == 0 && own != all) r.is_needed[blockIdx.x % static_cast<unsigned>(r.passes)] = 1;
}

// How many of the first `passes` passes move the items.
__device__ __forceinline__ unsigned needed_passes(const RadixWork& r, int passes) {
  unsigned needed = 0;
  for (int p = 0; p < passes; ++p) needed += r.is_needed[p];
  return needed;
}

// How many keys of the digit are in the tiles of the line before the one whose progress is `own`, tile `tile`. They
// have begun: a block takes the next tile that none has. Several are read at once, since the last ones to begin are all
// at this point and have no sums yet: read one by one they would take a time of access each.
__device__ __forceinline__ unsigned count_before(const uint64_t* own, int tile, uint64_t counted) {
  unsigned before = 0;
  const volatile uint64_t* of = own - kDigits;
  for (;; of -= kSeenAtOnce * kDigits, tile -= kSeenAtOnce) {
    uint64_t seen[kSeenAtOnce];
#pragma unroll
    for (int j = 0; j < kSeenAtOnce; ++j) seen[j] = j < tile ? of[-j * kDigits] : 0;
#pragma unroll
    for (int j = 0; j < kSeenAtOnce; ++j) {
      while (seen[j] >> 32 < counted) seen[j] = of[-j * kDigits];
      before += static_cast<unsigned>(seen[j]);
      if (seen[j] >> 32 != counted) return before;  // a sum, which the first tile of a line has from the start
    }
  }
}

// Moves the items from a to b, or back if an odd number of passes has moved them. A warp takes neighbouring items of
// the tile, 32 at a time; the number of an item among those of its digit is that of the warps before, of the rounds
// before, of the lanes before. The items are put in order in shared memory first, so that neighbours are written
// together.
template <class K>
__global__ void __launch_bounds__(kThreads, 2) radix_pass(RadixWork r, int pass, Items<K> a, Items<K> b) {
  constexpr int kOfWarp = kTile<K> / kWarps;
  __shared__ uint16_t counts[kWarps][kDigits];  // then where the warp's items of the digit begin in the ordered tile
  __shared__ unsigned shifts[kDigits];          // from the place in the ordered tile to that in the line
  __shared__ unsigned scratch[kWarp];
  __shared__ unsigned taken;
  if (r.is_needed[pass] == 0) return;
  const unsigned moved = needed_passes(r, pass);
  const Items<K> from = moved % 2 == 0 ? a : b, to = moved % 2 == 0 ? b : a;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % kWarp, warp = tid / kWarp;
  if (tid == 0) taken = atomicAdd(&r.tiles_begun[pass], 1u);
  for (int c = tid; c < kWarps * kDigits; c += kThreads) counts[c / kDigits][c % kDigits] = 0;
  __syncthreads();
  const int64_t line = taken / r.tiles, tile = taken - line * r.tiles, at = line * r.n, begin = tile * kTile<K>;
  const int count = static_cast<int>(r.n - begin < kTile<K> ? r.n - begin : kTile<K>);
  const K* const tile_keys = from.keys + at + begin;

  K key[kRounds<K>];
  unsigned number[kRounds<K>];
  const auto element = [&](int j) { return warp * kOfWarp + j * kWarp + lane; };  // of the tile
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j) key[j] = element(j) < count ? tile_keys[element(j)] : K(0);
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j) {
    const bool is = element(j) < count;
    const unsigned digit = digit_of(key[j], pass);
    unsigned same = __ballot_sync(0xffffffffu, is);
#pragma unroll
    for (int bit = 0; bit < kDigitBits; ++bit) {
      const bool set = (digit >> bit & 1) != 0;
      const unsigned votes = __ballot_sync(0xffffffffu, set);
      same &= set ? votes : ~votes;
    }
    const unsigned before = same & ((1u << lane) - 1u);
    const unsigned earlier = is ? counts[warp][digit] : 0u;
    __syncwarp();
    if (is && before == 0) counts[warp][digit] = static_cast<uint16_t>(earlier + static_cast<unsigned>(__popc(same)));
    __syncwarp();
    number[j] = earlier + static_cast<unsigned>(__popc(before));
  }
  __syncthreads();

  unsigned total = 0, all;
  if (tid < kDigits)
    for (int w = 0; w < kWarps; ++w) total += counts[w][tid];
  uint64_t* const progress = r.progress + static_cast<int64_t>(taken) * kDigits + tid;
  const uint64_t counted = static_cast<uint64_t>(2 * pass + 1), summed = counted + 1;  // above those of other passes
  if (tid < kDigits) *static_cast<volatile uint64_t*>(progress) = (tile == 0 ? summed : counted) << 32 | total;
  const unsigned start = exclusive_scan_block(total, scratch, all);
  if (tid < kDigits) {
    unsigned next = start;
    for (int w = 0; w < kWarps; ++w) {
      const unsigned own = counts[w][tid];
      counts[w][tid] = static_cast<uint16_t>(next);
      next += own;
    }
  }
  __syncthreads();
  K* const keys = dynamic_shared<K>();
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j) {
    number[j] += counts[warp][digit_of(key[j], pass)];
    if (element(j) < count) keys[number[j]] = key[j];
  }
  uint32_t place[kRounds<K>];
  if (moved == 0) {  // each item is where it stood
#pragma unroll
    for (int j = 0; j < kRounds<K>; ++j) place[j] = static_cast<uint32_t>(begin) + static_cast<uint32_t>(element(j));
  } else {
    const uint32_t* const tile_places = from.places + at + begin;
#pragma unroll
    for (int j = 0; j < kRounds<K>; ++j) place[j] = element(j) < count ? tile_places[element(j)] : 0u;
  }
  if (tid < kDigits) {
    unsigned before = 0;
    if (tile > 0) {
      before = count_before(progress, static_cast<int>(tile), counted);
      *static_cast<volatile uint64_t*>(progress) = summed << 32 | (before + total);
    }
    shifts[tid] = r.totals[(line * r.passes + pass) * kDigits + tid] + before - start;
  }
  __syncthreads();
  uint32_t where[kRounds<K>];
  K* const line_keys = to.keys + at;
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j) {
    const int e = j * kThreads + tid;
    if (e >= count) continue;
    const K moving = keys[e];
    where[j] = shifts[digit_of(moving, pass)] + static_cast<unsigned>(e);
    line_keys[where[j]] = moving;
  }
  __syncthreads();
  uint32_t *const places = dynamic_shared<uint32_t>(), *const line_places = to.places + at;
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j)
    if (element(j) < count) places[number[j]] = place[j];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < kRounds<K>; ++j) {
    const int e = j * kThreads + tid;
    if (e < count) line_places[where[j]] = places[e];
  }
}

// The host, which does not know the needed passes, expects the result where all of them would have put it.
template <class K>
__global__ void radix_settle(RadixWork r, Items<K> a, Items<K> b, int64_t count) {
  const unsigned moved = needed_passes(r, r.passes);
  if (moved > 0 && (static_cast<unsigned>(r.passes) - moved) % 2 == 0) return;
  const Items<K> from = moved % 2 == 0 ? a : b, to = r.passes % 2 == 0 ? a : b;
  for (int64_t i = thread_index(); i < count; i += thread_count()) {
    to.keys[i] = from.keys[i];
    to.places[i] = moved == 0 ? static_cast<uint32_t>(i % r.n) : from.places[i];
  }
}

}  // namespace

template <class K>
Items<K> radix_sort(const Items<K>& items, const Items<K>& other, int64_t lines, int64_t n, int bits,
                    const OnDevice& on) {
  RadixWork r{};
  r.n = n;
  r.tiles = (n + kTile<K> - 1) / kTile<K>;
  r.passes = (bits + kDigitBits - 1) / kDigitBits;
  const int64_t progress = lines * r.tiles * kDigits, totals = lines * r.passes * kDigits;
  const Workspace space(on.device(), static_cast<size_t>(progress) * sizeof(uint64_t) +
                                         static_cast<size_t>(totals + 2 * r.passes) * sizeof(unsigned));
  check(driver().fill(space.data(), 0, space.nbytes(), on.stream()), "cudaMemsetAsync");
  r.progress = static_cast<uint64_t*>(space.data());
  r.totals = reinterpret_cast<unsigned*>(r.progress + progress);
  r.tiles_begun = r.totals + totals;
  r.is_needed = r.tiles_begun + r.passes;

  Geometry counting = spread(n, kCountedPerThread, kThreads);
  counting.blocks[1] = static_cast<uint32_t>(lines);
  counting.cooperates = true;
  launch("sort: digits", &radix_totals<K>, counting, on.stream(), r, static_cast<const K*>(items.keys));
  launch("sort: digits", &radix_starts, per_row(lines * r.passes, kDigits, kDigits), on.stream(), r);
  Geometry tiles = spread(lines * r.tiles, 1, 1);
  tiles.threads[0] = kThreads;
  tiles.shared_bytes = static_cast<size_t>(kTile<K>) * (sizeof(K) < sizeof(uint32_t) ? sizeof(uint32_t) : sizeof(K));
  tiles.cooperates = true;
  for (int pass = 0; pass < r.passes; ++pass)
    launch("sort: digits", &radix_pass<K>, tiles, on.stream(), r, pass, items, other);
  launch("sort: digits", &radix_settle<K>, resident(lines * n, on.device()), on.stream(), r, items, other, lines * n);
  return r.passes % 2 == 0 ? items : other;
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
