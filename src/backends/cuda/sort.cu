// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/sort.h"

#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/math/order.h"
#include "src/core/view.h"

namespace torchpp::cuda {
namespace {

// Keys with the places of their elements are sorted, by key, then by place: a total order, so that every way of sorting
// gives the same. Values are fetched by place, so that they keep their bits.

template <class K>
__device__ __forceinline__ K key_of(const SortWork& w, K bits) {
  K key = bits;
  switch (w.kind) {
    case KeyKind::kUnsigned: break;
    case KeyKind::kSigned: key = math::signed_key(bits); break;
    case KeyKind::kFloating: key = math::floating_key(bits, static_cast<K>(w.infinity)); break;
    case KeyKind::kBool: key = bits != 0 ? K(1) : K(0); break;
  }
  return w.descending ? static_cast<K>(~key) : key;
}
template <class K>
__device__ __forceinline__ const char* line_at(const SortWork& w, int64_t line) {
  return w.in + offset_of(w.lines, w.lines.in, line);
}
template <class K>
__device__ __forceinline__ K key_at(const SortWork& w, const char* line, int64_t i) {
  return key_of(w, *reinterpret_cast<const K*>(line + i * w.step));
}
// Element `at` of the line becomes the i-th of the result.
template <class K>
__device__ __forceinline__ void put(const SortWork& w, int64_t number, const char* line, int64_t i, uint32_t at) {
  const int64_t to = number / w.inner * w.inner * w.k + number % w.inner + i * w.inner;
  static_cast<K*>(w.values)[to] = *reinterpret_cast<const K*>(line + at * w.step);
  w.indices[to] = at;
}

// ---- short lines: a bitonic network in shared memory

constexpr int kShort = 2048;

// Sorts runs of `run` items, a power of two; `count` is a multiple of it.
template <class K>
__device__ __forceinline__ void sort_network(K* keys, uint32_t* places, int count, int run) {
  __syncthreads();
  for (int size = 2; size <= run; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      for (int p = static_cast<int>(threadIdx.x); p < count / 2; p += static_cast<int>(blockDim.x)) {
        const int low = 2 * p - (p & (step - 1)), high = low + step;
        const bool up = ((low & (run - 1)) & size) == 0;
        const K a = keys[low], b = keys[high];
        const uint32_t at_a = places[low], at_b = places[high];
        const bool ordered = a < b || (a == b && at_a < at_b);
        if (ordered == up) continue;
        keys[low] = b;
        keys[high] = a;
        places[low] = at_b;
        places[high] = at_a;
      }
      __syncthreads();
    }
  }
}

template <class K>
__global__ void __launch_bounds__(1024) sort_short(SortWork w, int run, int runs) {
  const int count = run * runs;
  K* keys = dynamic_shared<K>();
  auto* places = reinterpret_cast<uint32_t*>(keys + count);
  const int64_t first = static_cast<int64_t>(blockIdx.x) * runs;
  for (int e = static_cast<int>(threadIdx.x); e < count; e += static_cast<int>(blockDim.x)) {
    const int64_t line = first + e / run;
    const int i = e & (run - 1);
    // What fills a run up comes last: its places are behind all others.
    keys[e] = line < w.lines.count && i < w.n ? key_at<K>(w, line_at<K>(w, line), i) : static_cast<K>(~K(0));
    places[e] = static_cast<uint32_t>(i);
  }
  sort_network(keys, places, count, run);
  for (int e = static_cast<int>(threadIdx.x); e < count; e += static_cast<int>(blockDim.x)) {
    const int64_t line = first + e / run;
    const int i = e & (run - 1);
    if (line < w.lines.count && i < w.k) put<K>(w, line, line_at<K>(w, line), i, places[e]);
  }
}

// ---- few of a long line: the k-th key by its digits from the highest on, then all below it and as many equal ones as
// are missing, in shared memory

constexpr int kMostSelected = 1024, kDigits = 256, kSelectThreads = 512;

template <class K>
__global__ void __launch_bounds__(kSelectThreads) select_sorted(SortWork w, int run) {
  __shared__ unsigned counts[kDigits];
  __shared__ unsigned warp_count[kSelectThreads / kWarp];
  __shared__ unsigned chosen, missing, below, taken;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % kWarp, warp = tid / kWarp;
  K* keys = dynamic_shared<K>();
  auto* places = reinterpret_cast<uint32_t*>(keys + run);
  const char* line = line_at<K>(w, blockIdx.x);
  K border = 0, known = 0;
  if (tid == 0) {
    missing = static_cast<unsigned>(w.k);
    below = taken = 0;
  }
  for (int shift = 8 * static_cast<int>(sizeof(K)) - 8; shift >= 0; shift -= 8) {
    for (int d = tid; d < kDigits; d += kSelectThreads) counts[d] = 0;
    __syncthreads();
    for (int64_t i = tid; i < w.n; i += kSelectThreads) {
      const K key = key_at<K>(w, line, i);
      if ((key & known) == border) atomicAdd(&counts[key >> shift & 0xff], 1u);
    }
    __syncthreads();
    if (tid == 0) {
      unsigned d = 0;
      for (; counts[d] < missing; ++d) missing -= counts[d];
      chosen = d;
    }
    __syncthreads();
    border = static_cast<K>(border | static_cast<K>(static_cast<K>(chosen) << shift));
    known = static_cast<K>(known | static_cast<K>(static_cast<K>(0xff) << shift));
    __syncthreads();
  }
  const unsigned wanted = missing;  // of those equal to the border
  for (int i = tid; i < run; i += kSelectThreads) {
    keys[i] = static_cast<K>(~K(0));
    places[i] = UINT32_MAX;
  }
  __syncthreads();
  for (int64_t base = 0; base < w.n; base += kSelectThreads) {
    const int64_t i = base + tid;
    const K key = i < w.n ? key_at<K>(w, line, i) : static_cast<K>(~K(0));
    // In any order: the network puts it right.
    if (i < w.n && key < border) {
      const unsigned to = atomicAdd(&below, 1u);
      keys[to] = key;
      places[to] = static_cast<uint32_t>(i);
    }
    // The first ones count, so these are numbered in order.
    const bool equal = i < w.n && key == border;
    const unsigned votes = __ballot_sync(0xffffffffu, equal);
    if (lane == 0) warp_count[warp] = static_cast<unsigned>(__popc(votes));
    __syncthreads();
    unsigned number = taken + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1u))), all = 0;
    for (int k = 0; k < kSelectThreads / kWarp; ++k) {
      if (k < warp) number += warp_count[k];
      all += warp_count[k];
    }
    if (equal && number < wanted) {
      const unsigned to = static_cast<unsigned>(w.k) - wanted + number;
      keys[to] = key;
      places[to] = static_cast<uint32_t>(i);
    }
    __syncthreads();
    if (tid == 0) taken += all;
    __syncthreads();
  }
  sort_network(keys, places, run, run);
  for (int i = tid; i < w.k; i += kSelectThreads) put<K>(w, blockIdx.x, line, i, places[i]);
}

// ---- long lines: digits of 8 bits from the lowest on, each pass stable. A tile of a line is one block's.

constexpr int kTileThreads = 256, kTileRounds = 8, kTileWarps = kTileThreads / kWarp;
constexpr int kTile = kTileThreads * kTileRounds;

// Items of `lines` lines from `first` on, n each.
template <class K>
struct Items {
  K* keys;
  uint32_t* places;
};
struct RadixWork {
  int64_t first, n, tiles;
  unsigned* counts;  // of each line and digit: by tile
  unsigned* totals;  // of each line: by digit
  int shift;
};

template <class K>
__global__ void radix_load(SortWork w, RadixWork r, Items<K> to) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i >= r.n) return;
  to.keys[line * r.n + i] = key_at<K>(w, line_at<K>(w, r.first + line), i);
  to.places[line * r.n + i] = static_cast<uint32_t>(i);
}

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
    place[j] = is ? from.places[at + i] : 0;
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

template <class K>
__global__ void radix_store(SortWork w, RadixWork r, Items<K> from) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i >= w.k) return;
  put<K>(w, r.first + line, line_at<K>(w, r.first + line), i, from.places[line * r.n + i]);
}

Geometry tiles_of(int64_t elements, int64_t per_block, int64_t lines) {
  Geometry g = spread(elements, 1, static_cast<int>(per_block));
  g.threads[0] = kTileThreads;
  g.blocks[1] = static_cast<uint32_t>(lines);
  g.cooperates = true;
  return g;
}

template <class K>
void sort_long(const SortWork& w, const OnDevice& on) {
  constexpr int64_t kMostItems = int64_t{1} << 26, kMostLines = 32768;  // at a time: bounds the memory
  int64_t lines = kMostItems / w.n < 1 ? 1 : kMostItems / w.n;
  if (lines > kMostLines) lines = kMostLines;
  if (lines > w.lines.count) lines = w.lines.count;
  RadixWork r{};
  r.n = w.n;
  r.tiles = (w.n + kTile - 1) / kTile;
  const Device device(kCUDA, on.device());
  const auto memory = [&](int64_t bytes) { return Tensor(make_tensor(IntArrayRef(bytes), kByte, device)); };
  const int64_t key_bytes = static_cast<int64_t>(sizeof(K));
  const Tensor keys = memory(2 * lines * w.n * key_bytes), places = memory(2 * lines * w.n * 4),
               counts = memory(lines * kDigits * r.tiles * 4), totals = memory(lines * kDigits * 4);
  r.counts = static_cast<unsigned*>(counts.impl()->data());
  r.totals = static_cast<unsigned*>(totals.impl()->data());
  const Items<K> a{static_cast<K*>(keys.impl()->data()), static_cast<uint32_t*>(places.impl()->data())};
  const Items<K> b{a.keys + lines * w.n, a.places + lines * w.n};
  for (; r.first < w.lines.count; r.first += lines) {
    const int64_t now = w.lines.count - r.first < lines ? w.lines.count - r.first : lines;
    launch("sort: keys", &radix_load<K>, tiles_of(w.n, kTileThreads, now), on.stream(), w, r, a);
    Items<K> from = a, to = b;
    for (r.shift = 0; r.shift < 8 * static_cast<int>(sizeof(K)); r.shift += 8) {
      launch("sort: digits", &radix_count<K>, tiles_of(w.n, kTile, now), on.stream(), r, from);
      launch("sort: digits", &radix_scan, per_row(now * kDigits, r.tiles, kTileThreads), on.stream(), r);
      launch("sort: digits", &radix_scatter<K>, tiles_of(w.n, kTile, now), on.stream(), r, from, to);
      const Items<K> next = from;
      from = to;
      to = next;
    }
    launch("sort: values", &radix_store<K>, tiles_of(w.k, kTileThreads, now), on.stream(), w, r, from);
  }
}

template <class K>
void sort_keys(const SortWork& w, const OnDevice& on) {
  const auto shared = [](int items) { return static_cast<size_t>(items) * (sizeof(K) + sizeof(uint32_t)); };
  if (w.n <= kShort) {
    int run = 1;
    while (run < w.n) run *= 2;
    const int runs = run < 512 ? 512 / run : 1;
    Geometry g = spread((w.lines.count + runs - 1) / runs, 1, 1);
    g.threads[0] = static_cast<uint32_t>(run * runs / 2);
    g.shared_bytes = shared(run * runs);
    g.cooperates = true;
    return launch("sort", &sort_short<K>, g, on.stream(), w, run, runs);
  }
  // One block reads a line once per digit: with few long lines the device would idle.
  const bool few_long = w.lines.count < 32 && w.n > (1 << 17);
  if (w.k > kMostSelected || w.k == w.n || few_long) return sort_long<K>(w, on);
  int run = 4;  // at least a word of keys, behind which the places lie
  while (run < w.k) run *= 2;
  Geometry g = spread(w.lines.count, 1, 1);
  g.threads[0] = kSelectThreads;
  g.shared_bytes = shared(run);
  g.cooperates = true;
  launch("topk", &select_sorted<K>, g, on.stream(), w, run);
}

}  // namespace

void sort_lines(const SortWork& w, int64_t itemsize, const OnDevice& on) {
  switch (itemsize) {
    case 1: return sort_keys<uint8_t>(w, on);
    case 2: return sort_keys<uint16_t>(w, on);
    case 4: return sort_keys<uint32_t>(w, on);
    default: return sort_keys<uint64_t>(w, on);
  }
}

}  // namespace torchpp::cuda
