// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/sort.h"

#include "src/backends/cuda/radix_sort.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/workspace.h"
#include "src/backends/math/order.h"

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
// Element `at` of the line is its i-th in order.
template <class K>
__device__ __forceinline__ void put(const SortWork& w, int64_t number, const char* line, int64_t i, uint32_t at) {
  if (i < w.skip) return;
  const int64_t to = offset_of(w.lines, w.lines.out, number) + (i - w.skip) * w.out_step;
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
    // Padding sorts last: its indices are greater than all others.
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
  const unsigned wanted = missing;  // of those equal to the k-th value
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

// ---- long lines

template <class K>
__global__ void load_keys(SortWork w, int64_t first, K* to) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i < w.n) to[line * w.n + i] = key_at<K>(w, line_at<K>(w, first + line), i);
}

template <class K>
__global__ void store_first(SortWork w, int64_t first, const uint32_t* places) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i >= w.k) return;
  put<K>(w, first + line, line_at<K>(w, first + line), i, places[line * w.n + i]);
}

template <class K>
void sort_long(const SortWork& w, const OnDevice& on) {
  constexpr int64_t kMostItems = int64_t{1} << 26, kMostLines = 32768;  // at a time: bounds the memory
  int64_t lines = kMostItems / w.n < 1 ? 1 : kMostItems / w.n;
  if (lines > kMostLines) lines = kMostLines;
  if (lines > w.lines.count) lines = w.lines.count;
  const size_t items = static_cast<size_t>(lines * w.n);
  const Workspace keys(on.device(), 2 * items * sizeof(K)), places(on.device(), 2 * items * sizeof(uint32_t));
  const Items<K> a{static_cast<K*>(keys.data()), static_cast<uint32_t*>(places.data())};
  const Items<K> b{a.keys + items, a.places + items};
  for (int64_t first = 0; first < w.lines.count; first += lines) {
    const int64_t now = w.lines.count - first < lines ? w.lines.count - first : lines;
    const auto each = [&](int64_t elements) {
      Geometry g = spread(elements);
      g.blocks[1] = static_cast<uint32_t>(now);
      return g;
    };
    launch("sort: keys", &load_keys<K>, each(w.n), on.stream(), w, first, a.keys);
    const Items<K> sorted = radix_sort(a, b, now, w.n, 8 * static_cast<int>(sizeof(K)), on);
    launch("sort: values", &store_first<K>, each(w.k), on.stream(), w, first, sorted.places);
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
