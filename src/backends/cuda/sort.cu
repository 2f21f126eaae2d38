// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/sort.h"

#include <type_traits>

#include "src/backends/cuda/radix_sort.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/scan_kernel.h"
#include "src/backends/cuda/workspace.h"
#include "src/backends/math/order.h"

namespace torchpp::cuda {
namespace {

// Keys with the places of their elements are sorted, by key, then by place: a total order, so that every way of sorting
// gives the same. Values keep their bits: those of several that have one key are fetched by place.

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
template <class K>
__device__ __forceinline__ K bits_of(const SortWork& w, K key, const char* element) {
  if (w.descending) key = static_cast<K>(~key);
  switch (w.kind) {
    case KeyKind::kUnsigned: return key;
    case KeyKind::kSigned: return math::signed_key(key);
    case KeyKind::kFloating:
      if (!math::is_shared_key(key)) return math::floating_bits(key);
      break;
    case KeyKind::kBool: break;
  }
  return *reinterpret_cast<const K*>(element);
}
// Element `at` of the line is its i-th in order.
template <class K>
__device__ __forceinline__ void put(const SortWork& w, int64_t number, int64_t i, K key, uint32_t at) {
  if (i < w.skip) return;
  const int64_t to = offset_of(w.lines, w.lines.out, number) + (i - w.skip) * w.out_step;
  static_cast<K*>(w.values)[to] = bits_of(w, key, line_at<K>(w, number) + at * w.step);
  w.indices[to] = at;
}

// ---- short lines: a bitonic network in registers

// A key and a place, as one number where they fit in.
struct WideItem {
  uint64_t key;
  uint32_t place;
};
template <class K>
using Item = std::conditional_t<sizeof(K) == 8, WideItem, std::conditional_t<sizeof(K) == 4, uint64_t, uint32_t>>;
template <class K>
__device__ __forceinline__ Item<K> make_item(K key, uint32_t place) {
  if constexpr (sizeof(K) == 8) return {key, place};
  else return static_cast<Item<K>>(key) << (4 * sizeof(Item<K>)) | place;
}
template <class K>
__device__ __forceinline__ K key_of_item(const Item<K>& item) {
  if constexpr (sizeof(K) == 8) return item.key;
  else return static_cast<K>(item >> (4 * sizeof(item)));
}
template <class K>
__device__ __forceinline__ uint32_t place_of_item(const Item<K>& item) {
  if constexpr (sizeof(K) == 8) return item.place;
  else return static_cast<uint32_t>(item & ((Item<K>(1) << (4 * sizeof(item))) - 1));
}
template <class T>
__device__ __forceinline__ bool is_less(T a, T b) {
  return a < b;
}
__device__ __forceinline__ bool is_less(const WideItem& a, const WideItem& b) {
  return a.key < b.key || (a.key == b.key && a.place < b.place);
}
template <class T>
__device__ __forceinline__ T from_lane(T item, int with) {
  return __shfl_xor_sync(0xffffffffu, item, with);
}
__device__ __forceinline__ WideItem from_lane(const WideItem& item, int with) {
  return {__shfl_xor_sync(0xffffffffu, item.key, with), __shfl_xor_sync(0xffffffffu, item.place, with)};
}
template <class T>
__device__ __forceinline__ void put_in_order(T& a, T& b) {
  if (!is_less(b, a)) return;
  const T less = b;
  b = a;
  a = less;
}

constexpr int kItems = 8;  // neighbouring ones of a thread
template <class K>
constexpr int kShort = sizeof(K) < 8 ? 4096 : 2048;  // bounds the shared memory

// Item i of the sorted ones in shared memory. Gaps, because threads that write their neighbouring items would all use a
// few of the banks.
__device__ __forceinline__ int shared_index(int i) { return i + i / kItems; }
__host__ __device__ constexpr int shared_size(int items) { return items + items / kItems; }

// Each thread keeps the lesser or the greater ones of its items and those of the thread whose number differs in the
// bits of `with`; in the first step of a merge the other run is taken backwards, so that all runs rise. Of the block's
// threads the first `threads` have items.
template <class T>
__device__ __forceinline__ void merge_threads(T (&x)[kItems], int with, bool backwards, bool lesser, int threads,
                                              T* scratch) {
  const int tid = static_cast<int>(threadIdx.x);
  T other[kItems];
  if (with < kWarp) {
#pragma unroll
    for (int j = 0; j < kItems; ++j) other[j] = from_lane(x[j], with);
  } else {
    __syncthreads();  // the last values may still be read
    if (tid < threads) {
#pragma unroll
      for (int j = 0; j < kItems; ++j) scratch[j * threads + tid] = x[j];
    }
    __syncthreads();
    if (tid < threads) {
#pragma unroll
      for (int j = 0; j < kItems; ++j) other[j] = scratch[j * threads + (tid ^ with)];
    } else {
#pragma unroll
      for (int j = 0; j < kItems; ++j) other[j] = x[j];
    }
  }
  T kept[kItems];
#pragma unroll
  for (int j = 0; j < kItems; ++j) {
    const T& theirs = backwards ? other[kItems - 1 - j] : other[j];
    kept[j] = is_less(x[j], theirs) == lesser ? x[j] : theirs;
  }
#pragma unroll
  for (int j = 0; j < kItems; ++j) x[j] = kept[j];
}
template <class T>
__device__ __forceinline__ void merge_items(T (&x)[kItems], int step) {
#pragma unroll
  for (int by = kItems / 2; by > 0; by /= 2) {
    if (by > step) continue;
#pragma unroll
    for (int j = 0; j < kItems; ++j)
      if ((j & by) == 0) put_in_order(x[j], x[j + by]);
  }
}

// Sorts runs of `run` items, a power of two from kItems on, which neighbouring threads hold in any order, no two alike.
// All threads of the block call it. They leave the items in `shared`, for shared_size(kItems * threads) of them.
template <class T>
__device__ __forceinline__ void sort_runs(T (&x)[kItems], int run, int threads, T* shared) {
  const int tid = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int size = 2; size <= kItems; size *= 2) {
#pragma unroll
    for (int j = 0; j < kItems; ++j)
      if ((j & (size / 2)) == 0) put_in_order(x[j], x[j ^ (size - 1)]);
    merge_items(x, size / 4);
  }
  for (int size = 2; size <= run / kItems; size *= 2) {  // in threads
    merge_threads(x, size - 1, true, (tid & (size / 2)) == 0, threads, shared);
    for (int step = size / 4; step > 0; step /= 2) merge_threads(x, step, false, (tid & step) == 0, threads, shared);
    merge_items(x, kItems / 2);
  }
  __syncthreads();  // a merge's values may still be read
  if (tid < threads) {
#pragma unroll
    for (int j = 0; j < kItems; ++j) shared[shared_index(tid * kItems + j)] = x[j];
  }
  __syncthreads();
}

// As many lines as the block has runs, from line `first` on, sorted in shared memory.
template <class K>
__device__ __forceinline__ Item<K>* sort_block(const SortWork& w, int run, int64_t first) {
  const int tid = static_cast<int>(threadIdx.x), of_run = run / kItems;
  const int64_t mine = first + tid / of_run;
  const char* const line = line_at<K>(w, mine < w.lines.count ? mine : 0);
  Item<K> x[kItems];
#pragma unroll
  for (int j = 0; j < kItems; ++j) {
    const int i = (tid & (of_run - 1)) + j * of_run;
    // Padding sorts last: its places are greater than all others.
    const K key = mine < w.lines.count && i < w.n ? key_at<K>(w, line, i) : static_cast<K>(~K(0));
    x[j] = make_item(key, static_cast<uint32_t>(i));
  }
  Item<K>* const shared = dynamic_shared<Item<K>>();
  sort_runs(x, run, static_cast<int>(blockDim.x), shared);
  return shared;
}

template <class K>
__global__ void __launch_bounds__(kShort<K> / kItems) sort_short(SortWork w, int run, int runs) {
  const int64_t first = static_cast<int64_t>(blockIdx.x) * runs;
  const Item<K>* const sorted = sort_block<K>(w, run, first);
  const int bits = __ffs(run) - 1;
  for (int e = static_cast<int>(threadIdx.x); e < run * runs; e += static_cast<int>(blockDim.x)) {
    const int64_t line = first + (e >> bits);
    const int i = e & (run - 1);
    if (line >= w.lines.count || i >= w.k) continue;
    const Item<K> item = sorted[shared_index(e)];
    put<K>(w, line, i, key_of_item<K>(item), place_of_item<K>(item));
  }
}

template <class K>
__global__ void __launch_bounds__(kShort<K> / kItems) middle_short(SortWork w, int run, int runs) {
  const int tid = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x), bits = __ffs(run) - 1;
  const int64_t first = static_cast<int64_t>(blockIdx.x) * runs;
  Item<K>* const sorted = sort_block<K>(w, run, first);
  int* const numbers = reinterpret_cast<int*>(sorted + shared_size(run * runs));  // of each run: those that are not NaN
  const int n = static_cast<int>(w.n);
  const auto key = [&](int e) { return key_of_item<K>(sorted[shared_index(e)]); };
  // Whether the element is the first one in its run that has the key.
  const auto is_first = [&](int e, K of) { return key(e) == of && ((e & (run - 1)) == 0 || key(e - 1) != of); };
  if (tid < runs) numbers[tid] = n;
  __syncthreads();
  if (w.kind == KeyKind::kFloating)
    for (int e = tid; e < run * runs; e += threads)
      if ((e & (run - 1)) < n && is_first(e, static_cast<K>(~K(0)))) numbers[e >> bits] = e & (run - 1);
  __syncthreads();
  for (int e = tid; e < run * runs; e += threads) {
    const int64_t line = first + (e >> bits);
    const int i = e & (run - 1), number = numbers[e >> bits];
    if (line >= w.lines.count || i >= n) continue;
    const int rank = !w.skip_nan && number < n ? number : (number > 0 ? number - 1 : 0) / 2;
    const Item<K> middle = sorted[shared_index(e - i + rank)];
    if (!is_first(e, key_of_item<K>(middle))) continue;
    const int64_t to = offset_of(w.lines, w.lines.out, line);
    static_cast<K*>(w.values)[to] =
        bits_of(w, key_of_item<K>(middle), line_at<K>(w, line) + place_of_item<K>(middle) * w.step);
    w.indices[to] = place_of_item<K>(sorted[shared_index(e)]);
  }
}

template <class K>
void launch_short(const char* name, void (*kernel)(SortWork, int, int), const SortWork& w, const OnDevice& on) {
  int run = kItems;
  while (run < w.n) run *= 2;
  const int runs = run < 1024 ? 1024 / run : 1;
  Geometry g = spread((w.lines.count + runs - 1) / runs, 1, 1);
  g.threads[0] = static_cast<uint32_t>(run * runs / kItems);
  g.shared_bytes =
      static_cast<size_t>(shared_size(run * runs)) * sizeof(Item<K>) + static_cast<size_t>(runs) * sizeof(int);
  g.cooperates = true;
  launch(name, kernel, g, on.stream(), w, run, runs);
}

// ---- few of a long line: the k-th key by its digits from the highest on, then all below it and as many equal ones as
// are missing, in shared memory

constexpr int kMostSelected = 1024, kDigits = 256, kSelectThreads = 512;

template <class K>
__global__ void __launch_bounds__(kSelectThreads) select_sorted(SortWork w, int run) {
  __shared__ unsigned counts[kDigits], scratch[kWarp];
  __shared__ unsigned warp_count[kSelectThreads / kWarp];
  __shared__ unsigned chosen, before_chosen, below, taken;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % kWarp, warp = tid / kWarp;
  WideItem* const selected = dynamic_shared<WideItem>();
  const char* line = line_at<K>(w, blockIdx.x);
  K border = 0, known = 0;
  unsigned missing = static_cast<unsigned>(w.k),
           alike = 0;  // of those with the border's digits so far, and how many are
  if (tid == 0) below = taken = 0;
  const auto load = [&](int64_t i) { return key_at<K>(w, line, i); };
  for (int shift = 8 * static_cast<int>(sizeof(K)) - 8; shift >= 0; shift -= 8) {
    for (int d = tid; d < kDigits; d += kSelectThreads) counts[d] = 0;
    __syncthreads();
    for_strided<4>(tid, w.n, kSelectThreads, load, [&](K key, int64_t) {
      if ((key & known) == border) atomicAdd(&counts[key >> shift & 0xff], 1u);
    });
    __syncthreads();
    const unsigned own = tid < kDigits ? counts[tid] : 0;
    unsigned all;
    const unsigned before = exclusive_scan_block(own, scratch, all);
    if (before < missing && missing - before <= own) {
      chosen = static_cast<unsigned>(tid);
      before_chosen = before;
    }
    __syncthreads();
    border = static_cast<K>(border | static_cast<K>(static_cast<K>(chosen) << shift));
    known = static_cast<K>(known | static_cast<K>(static_cast<K>(0xff) << shift));
    missing -= before_chosen;
    alike = counts[chosen];
    __syncthreads();
  }
  const unsigned wanted = missing;  // of those equal to the k-th value
  const bool all_equal_ones = alike == wanted;
  if (all_equal_ones) {
    for_strided<4>(tid, w.n, kSelectThreads, load, [&](K key, int64_t i) {
      if (key <= border) selected[atomicAdd(&below, 1u)] = {key, static_cast<uint32_t>(i)};
    });
    __syncthreads();
  }
  for (int64_t base = 0; !all_equal_ones && base < w.n; base += kSelectThreads) {
    const int64_t i = base + tid;
    const K key = i < w.n ? key_at<K>(w, line, i) : static_cast<K>(~K(0));
    // In any order, since they are sorted below.
    if (i < w.n && key < border) {
      const unsigned to = atomicAdd(&below, 1u);
      selected[to] = {key, static_cast<uint32_t>(i)};
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
      selected[to] = {key, static_cast<uint32_t>(i)};
    }
    __syncthreads();
    if (tid == 0) taken += all;
    __syncthreads();
  }
  WideItem x[kItems];
#pragma unroll
  for (int j = 0; j < kItems; ++j) {
    const int i = tid * kItems + j;
    // Padding sorts last, and no two are alike.
    x[j] = {static_cast<K>(~K(0)), UINT32_MAX - static_cast<uint32_t>(i)};
    if (i < w.k) x[j] = selected[i];
  }
  __syncthreads();
  sort_runs(x, run, run / kItems, selected);
  for (int i = tid; i < w.k; i += kSelectThreads)
    put<K>(w, blockIdx.x, i, static_cast<K>(selected[shared_index(i)].key), selected[shared_index(i)].place);
}

// ---- long lines

template <class K>
__global__ void load_keys(SortWork w, int64_t first, K* to) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i < w.n) to[line * w.n + i] = key_at<K>(w, line_at<K>(w, first + line), i);
}

template <class K>
__global__ void store_first(SortWork w, int64_t first, Items<K> sorted) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (i >= w.k) return;
  put<K>(w, first + line, i, sorted.keys[line * w.n + i], sorted.places[line * w.n + i]);
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
    launch("sort: values", &store_first<K>, each(w.k), on.stream(), w, first, sorted);
  }
}

template <class K>
void sort_keys(const SortWork& w, const OnDevice& on) {
  if (w.n <= kShort<K>) return launch_short<K>("sort", &sort_short<K>, w, on);
  // One block reads a line once per digit: with few long lines the device would idle.
  const bool few_long = w.lines.count < 32 && w.n > (1 << 17);
  if (w.k > kMostSelected || w.k == w.n || few_long) return sort_long<K>(w, on);
  int run = kItems;
  while (run < w.k) run *= 2;
  Geometry g = spread(w.lines.count, 1, 1);
  g.threads[0] = kSelectThreads;
  g.shared_bytes = static_cast<size_t>(shared_size(run)) * sizeof(WideItem);
  g.cooperates = true;
  launch("topk", &select_sorted<K>, g, on.stream(), w, run);
}

template <class K>
bool middle_keys(const SortWork& w, const OnDevice& on) {
  if (w.n > kShort<K>) return false;
  launch_short<K>("median", &middle_short<K>, w, on);
  return true;
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

bool middle_of_lines(const SortWork& w, int64_t itemsize, const OnDevice& on) {
  switch (itemsize) {
    case 1: return middle_keys<uint8_t>(w, on);
    case 2: return middle_keys<uint16_t>(w, on);
    case 4: return middle_keys<uint32_t>(w, on);
    default: return middle_keys<uint64_t>(w, on);
  }
}

}  // namespace torchpp::cuda
