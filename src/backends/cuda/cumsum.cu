// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/cumsum.h"

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

// The value of the lane `by` before this one, word by word.
template <class T>
__device__ __forceinline__ T from_before(T value, unsigned by) {
  uint32_t words[sizeof(T) / 4];
  __builtin_memcpy(words, &value, sizeof value);
  for (uint32_t& w : words) w = __shfl_up_sync(0xffffffffu, w, by);
  __builtin_memcpy(&value, words, sizeof value);
  return value;
}

constexpr int kScanThreads = 256, kItems = 4;

template <class A>
struct Adding {
  using Accumulator = A;
  __device__ __forceinline__ A join(A a, A b) const { return plus(a, b); }
};

template <class M, class A>
__global__ void scan_lines(ScanWork w) {
  __shared__ A warp_total[kScanThreads / kWarp], warp_carry[kScanThreads / kWarp];
  const int lane = static_cast<int>(threadIdx.x) % kWarp, warp = static_cast<int>(threadIdx.x) / kWarp;
  const int64_t line = blockIdx.x, begin = blockIdx.y * w.part;
  const int64_t end = begin + w.part < w.n ? begin + w.part : w.n;
  const char* in = w.in + offset_of(w.lines, w.lines.in, line);
  M* out = reinterpret_cast<M*>(w.out) + offset_of(w.lines, w.lines.out, line);
  A* sums = static_cast<A*>(w.sums) + line * w.parts;
  A carry{};
  if (w.sums != nullptr && !w.only_sums) {
    for (unsigned p = threadIdx.x; p < blockIdx.y; p += kScanThreads) carry = plus(carry, sums[p]);
    carry = join_threads(carry, Adding<A>(), kScanThreads, warp_carry);
  }
  for (int64_t base = begin; base < end; base += kScanThreads * kItems) {
    const int64_t first = base + static_cast<int64_t>(threadIdx.x) * kItems;
    A prefix[kItems], sum{};
#pragma unroll
    for (int j = 0; j < kItems; ++j) {
      if (first + j < end) sum = plus(sum, scan_value<A>(*reinterpret_cast<const M*>(in + (first + j) * w.in_step)));
      prefix[j] = sum;
    }
    // The sums of the lanes up to this one, then those of the warps before.
    A through = sum;
    for (unsigned by = 1; by < kWarp; by *= 2) {
      const A other = from_before(through, by);
      if (lane >= static_cast<int>(by)) through = plus(other, through);
    }
    if (lane == kWarp - 1) warp_total[warp] = through;
    const A before_lane = from_before(through, 1);
    __syncthreads();
    A before = carry;
    for (int k = 0; k < kScanThreads / kWarp; ++k) {
      if (k < warp) before = plus(before, warp_total[k]);
      carry = plus(carry, warp_total[k]);
    }
    if (lane > 0) before = plus(before, before_lane);
    if (!w.only_sums) {
#pragma unroll
      for (int j = 0; j < kItems; ++j)
        if (first + j < end) out[(first + j) * w.out_step] = scan_result<M>(plus(before, prefix[j]));
    }
    __syncthreads();  // before the totals are written again
  }
  if (w.only_sums && threadIdx.x == 0) sums[blockIdx.y] = carry;
}

template <class M, class A>
__global__ void scan_columns(ScanWork w) {
  const int64_t line = thread_index();
  if (line >= w.lines.count) return;
  const char* in = w.in + offset_of(w.lines, w.lines.in, line);
  M* out = reinterpret_cast<M*>(w.out) + offset_of(w.lines, w.lines.out, line);
  A sum{};
#pragma unroll 4
  for (int64_t i = 0; i < w.n; ++i) {
    sum = plus(sum, scan_value<A>(*reinterpret_cast<const M*>(in + i * w.in_step)));
    out[i * w.out_step] = scan_result<M>(sum);
  }
}

}  // namespace

bool running_sum(ScanWork w, ScalarType dtype, bool columns, const OnDevice& on) {
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using A = typename ScanType<M>::type;
    if (columns) return launch("cumsum", &scan_columns<M, A>, spread(w.lines.count), on.stream(), w);
    Geometry g = rows_of(w.lines.count, kScanThreads);
    g.blocks[1] = static_cast<uint32_t>(w.parts);
    if (w.parts > 1) {
      w.only_sums = true;
      launch("cumsum", &scan_lines<M, A>, g, on.stream(), w);
      w.only_sums = false;
    }
    launch("cumsum", &scan_lines<M, A>, g, on.stream(), w);
  };
  return visit_floats(dtype, run) || visit_integers(dtype, run) || visit_complex(dtype, run);
}

}  // namespace torchpp::cuda
