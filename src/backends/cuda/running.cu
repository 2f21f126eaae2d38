// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/running.h"

#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// The accumulator type of a running sum: double for float, because long sums lose too many digits in float.
template <class M>
struct ScanType {
  using type = Accumulator<M>;
};
template <>
struct ScanType<float> {
  using type = double;
};
template <>
struct ScanType<math::cplx<float>> {
  using type = math::cplx<double>;
};

template <class A, class M>
__device__ __forceinline__ A scan_value(M x) {
  if constexpr (kIsComplex<M>) return {x.re, x.im};
  else return static_cast<A>(widen_to_sum(x));
}
template <class M, class A>
__device__ __forceinline__ M scan_result(A a) {
  if constexpr (kIsComplex<M>) return {static_cast<Part<M>>(a.re), static_cast<Part<M>>(a.im)};
  else return narrow<M>(a);
}

// The value of the lane `by` before this one.
template <class T>
__device__ __forceinline__ T from_before(T value, unsigned by) {
  return shuffle_words(value, [by](uint32_t w) { return __shfl_up_sync(0xffffffffu, w, by); });
}

constexpr int kScanThreads = 256, kItems = kScanItems;

template <class M>
struct RunningSum {
  using Element = M;
  using Accumulator = typename ScanType<M>::type;

  __device__ __forceinline__ Accumulator start() const { return Accumulator{}; }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    return plus(a, scan_value<Accumulator>(x));
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return plus(a, b); }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<M*>(out)[at] = scan_result<M>(a);
  }
};
template <class M>
struct RunningProduct {
  using Element = M;
  using Accumulator = typename ScanType<M>::type;

  __device__ __forceinline__ Accumulator start() const {
    if constexpr (kIsComplex<M>) return {1, 0};
    else return Accumulator(1);
  }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    return times(a, scan_value<Accumulator>(x));
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return times(a, b); }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<M*>(out)[at] = scan_result<M>(a);
  }
};

// The greatest element so far, or the least as the greatest in the opposite order, and the index of the last of equals.
// A NaN wins.
template <class M>
struct RunningExtreme {
  using Element = M;
  using C = Compute<M>;
  // The value fills whole words, which lanes exchange. The index is -1 before the first element.
  struct Accumulator {
    int64_t index;
    std::conditional_t<sizeof(C) < sizeof(int32_t), int32_t, C> value;
  };
  int64_t* indices;
  bool least;

  __device__ __forceinline__ Accumulator start() const { return {-1, C(0)}; }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t index) const {
    const C v = widen(x);
    return join(a, Accumulator{index, least ? opposite(v) : v});
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const {
    if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
    const bool nan_a = a.value != a.value, nan_b = b.value != b.value;
    const bool equal = a.value == b.value || (nan_a && nan_b);
    return (equal ? a.index > b.index : nan_a || (!nan_b && a.value > b.value)) ? a : b;
  }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    const C value = static_cast<C>(a.value);
    static_cast<M*>(out)[at] = narrow<M>(least ? opposite(value) : value);
    indices[at] = a.index;
  }
};

// Whether store() writes nothing but the element that it is given.
template <class R>
constexpr bool kStoresElements = true;
template <class M>
constexpr bool kStoresElements<RunningExtreme<M>> = false;

// A block per part of a line gives the part's sum.
template <class R>
__global__ void __launch_bounds__(kScanThreads) scan_sums(ScanWork w, R r) {
  using M = typename R::Element;
  using A = typename R::Accumulator;
  __shared__ A scratch[kScanThreads / kWarp];
  const int64_t line = blockIdx.x, begin = blockIdx.y * w.part;
  const int64_t end = begin + w.part < w.n ? begin + w.part : w.n;
  const char* in = w.in + offset_of(w.lines, w.lines.in, line);
  Chains<R> chains(r);
  if (w.in_step == sizeof(M)) {
    reduce_flat(r, chains.at, reinterpret_cast<const M*>(in), begin, end, static_cast<int>(threadIdx.x), kScanThreads);
  } else {
    for_strided<4>(
        begin + threadIdx.x, end, kScanThreads,
        [&](int64_t i) { return *reinterpret_cast<const M*>(in + i * w.in_step); },
        [&](M x, int64_t i) { chains.at[0] = r.step(chains.at[0], x, i); });
  }
  const A sum = join_threads(chains.joined(r), r, kScanThreads, scratch);
  if (threadIdx.x == 0) static_cast<A*>(w.sums)[line * w.parts + blockIdx.y] = sum;
}

// Blocks of a multiprocessor that have registers at once; one of architecture 75 holds 1024 threads.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr int kMostScanBlocks = 4;
#else
constexpr int kMostScanBlocks = 5;
#endif
template <class A>
constexpr int kScanBlocks = sizeof(A) > 8 ? 1 : kMostScanBlocks;

template <class R>
__global__ void __launch_bounds__(kScanThreads, kScanBlocks<typename R::Accumulator>) scan_lines(ScanWork w, R r) {
  using M = typename R::Element;
  using A = typename R::Accumulator;
  using Items = Pack<M, kItems>;
  __shared__ A warp_total[kScanThreads / kWarp], warp_carry[kScanThreads / kWarp];
  const int lane = static_cast<int>(threadIdx.x) % kWarp, warp = static_cast<int>(threadIdx.x) / kWarp;
  const int64_t line = blockIdx.x, begin = blockIdx.y * w.part;
  const int64_t end = begin + w.part < w.n ? begin + w.part : w.n;
  const char* in = w.in + offset_of(w.lines, w.lines.in, line);
  const int64_t out = offset_of(w.lines, w.lines.out, line);
  const auto whole = [&](const void* first, int64_t step, int64_t neighbour) {
    return step == neighbour && reinterpret_cast<uintptr_t>(first) % alignof(Items) == 0;
  };
  const bool loads = whole(in + begin * w.in_step, w.in_step, sizeof(M));
  const bool stores =
      kStoresElements<R> && whole(reinterpret_cast<M*>(w.out) + out + begin * w.out_step, w.out_step, 1);
  const auto load = [&](int64_t first) {
    Items x = {};
    if (loads && first + kItems <= end) return load_whole<Items>(in + first * int64_t{sizeof(M)});
#pragma unroll
    for (int j = 0; j < kItems; ++j)
      if (first + j < end) x.at[j] = *reinterpret_cast<const M*>(in + (first + j) * w.in_step);
    return x;
  };
  A carry = r.start();
  if (w.sums != nullptr) {
    const A* sums = static_cast<const A*>(w.sums) + line * w.parts;
    for (unsigned p = threadIdx.x; p < blockIdx.y; p += kScanThreads) carry = r.join(carry, sums[p]);
    carry = join_threads(carry, r, kScanThreads, warp_carry);
  }
  constexpr int kAtOnce = kScanThreads * kItems;
  Items next = load(begin + static_cast<int64_t>(threadIdx.x) * kItems);
  for (int64_t base = begin; base < end; base += kAtOnce) {
    const int64_t first = base + static_cast<int64_t>(threadIdx.x) * kItems;
    const Items x = next;
    next = load(first + kAtOnce);
    A prefix[kItems], sum = r.start();
#pragma unroll
    for (int j = 0; j < kItems; ++j) {
      if (first + j < end) sum = r.step(sum, x.at[j], first + j);
      prefix[j] = sum;
    }
    // The sums of the lanes up to this one, then those of the warps before.
    A through = sum;
    for (unsigned by = 1; by < kWarp; by *= 2) {
      const A other = from_before(through, by);
      if (lane >= static_cast<int>(by)) through = r.join(other, through);
    }
    if (lane == kWarp - 1) warp_total[warp] = through;
    const A before_lane = from_before(through, 1);
    __syncthreads();
    A before = carry;
#pragma unroll 2  // all at once take registers for every total
    for (int k = 0; k < kScanThreads / kWarp; ++k) {
      if (k < warp) before = r.join(before, warp_total[k]);
      carry = r.join(carry, warp_total[k]);
    }
    if (lane > 0) before = r.join(before, before_lane);
    if (stores && first + kItems <= end) {
      Items y;
#pragma unroll
      for (int j = 0; j < kItems; ++j) r.store(y.at, j, r.join(before, prefix[j]));
      store_whole(reinterpret_cast<M*>(w.out) + out + first, y);
    } else {
#pragma unroll
      for (int j = 0; j < kItems; ++j)
        if (first + j < end) r.store(w.out, out + (first + j) * w.out_step, r.join(before, prefix[j]));
    }
    __syncthreads();  // before the totals are written again
  }
}

template <class R>
__global__ void scan_columns(ScanWork w, R r) {
  using M = typename R::Element;
  const int64_t line = thread_index();
  if (line >= w.lines.count) return;
  const char* in = w.in + offset_of(w.lines, w.lines.in, line);
  const int64_t out = offset_of(w.lines, w.lines.out, line);
  typename R::Accumulator sum = r.start();
#pragma unroll 4
  for (int64_t i = 0; i < w.n; ++i) {
    sum = r.step(sum, *reinterpret_cast<const M*>(in + i * w.in_step), i);
    r.store(w.out, out + i * w.out_step, sum);
  }
}

template <class R>
void run(const char* name, const ScanWork& w, bool columns, const R& r, const OnDevice& on) {
  if (columns) return launch(name, &scan_columns<R>, spread(w.lines.count), on.stream(), w, r);
  Geometry g = rows_of(w.lines.count, kScanThreads);
  g.blocks[1] = static_cast<uint32_t>(w.parts);
  if (w.parts > 1) launch(name, &scan_sums<R>, g, on.stream(), w, r);
  launch(name, &scan_lines<R>, g, on.stream(), w, r);
}

template <template <class> class R>
bool run_numbers(const char* name, const ScanWork& w, ScalarType dtype, bool columns, const OnDevice& on) {
  const auto f = [&](auto tag) { run(name, w, columns, R<typename decltype(tag)::Memory>{}, on); };
  return visit_floats(dtype, f) || visit_integers(dtype, f) || visit_complex(dtype, f);
}

}  // namespace

bool run_scan(Running what, const char* name, ScanWork w, ScalarType dtype, bool columns, const OnDevice& on) {
  switch (what) {
    case Running::kSum: return run_numbers<RunningSum>(name, w, dtype, columns, on);
    case Running::kProduct: return run_numbers<RunningProduct>(name, w, dtype, columns, on);
    case Running::kLogSumExp:
      return visit_floats(dtype,
                          [&](auto tag) { run(name, w, columns, LogSumExpOf<typename decltype(tag)::Memory>{}, on); });
    default:
      return visit_ordered(dtype, [&](auto tag) {
        using R = RunningExtreme<typename decltype(tag)::Memory>;
        run(name, w, columns, R{w.indices, what == Running::kMin}, on);
      });
  }
}

}  // namespace torchpp::cuda
