// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels behind every reduction. Only .cu files include this.
///
/// A reducer R has the types Element (in memory) and Accumulator, and is passed to the kernels by value:
///   Accumulator start() const                                        what nothing reduces to
///   Accumulator step(Accumulator, Element, int64_t index) const      one element more
///   Accumulator join(Accumulator, Accumulator) const
///   void store(void* out, int64_t at, Accumulator) const             the result, as element `at`
/// and, where a pack of elements is cheaper than its elements, kPacks = true and
///   Accumulator pack(Accumulator, const Pack<Element, n>&) const

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/reduction.h"

namespace torchpp::cuda {

/// The number in the grid of this thread's group of `threads` neighbours, a power of two.
__device__ __forceinline__ int64_t group_index(int threads) { return thread_index() >> (__ffs(threads) - 1); }

/// The value of the lane whose number differs in the bits of `with`; of any type.
template <class T>
__device__ __forceinline__ T exchange(T value, int with) {
  return shuffle_words(value, [with](uint32_t w) { return __shfl_xor_sync(0xffffffffu, w, with); });
}

/// The accumulators of `threads` neighbouring threads joined, a power of two that divides the block's size. All threads
/// of the block call it; every one of the group gets the result. `scratch`: an accumulator per warp.
template <class R>
__device__ __forceinline__ typename R::Accumulator join_threads(typename R::Accumulator a, const R& r, int threads,
                                                                typename R::Accumulator* scratch) {
  for (int step = threads < kWarp ? threads / 2 : kWarp / 2; step > 0; step /= 2) a = r.join(a, exchange(a, step));
  if (threads <= kWarp) return a;
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = static_cast<int>(threadIdx.x) % kWarp;
  const int warps = threads / kWarp, first = warp / warps * warps;
  __syncthreads();  // the last call's values may still be read
  if (lane == 0) scratch[warp] = a;
  __syncthreads();
  a = scratch[first + (lane & (warps - 1))];
  for (int step = warps / 2; step > 0; step /= 2) a = r.join(a, exchange(a, step));
  return a;
}

/// Offset of combination `i` by the strides given.
__device__ __forceinline__ int64_t offset_of(const Walk& w, const int64_t* strides, int64_t i) {
  if (w.dims == 1) return i * strides[0];
  int64_t offset = 0;
  if (w.wide) {
    for (int d = 0; d < w.dims; ++d) {
      const int64_t q = i / w.size[d];
      offset += (i - q * w.size[d]) * strides[d];
      i = q;
    }
    return offset;
  }
  uint32_t n = static_cast<uint32_t>(i);
  for (int d = 0; d < w.dims; ++d) {
    const uint32_t q = d + 1 < w.dims ? divide(n, w.by[d]) : 0;
    offset += static_cast<int64_t>(n - q * w.by[d].divisor) * strides[d];
    n = q;
  }
  return offset;
}

template <class R, class = void>
struct TakesPacks {
  static constexpr bool value = false;
};
template <class R>
struct TakesPacks<R, std::enable_if_t<R::kPacks>> {
  static constexpr bool value = true;
};

// Independent accumulators, so that an addition need not wait for the previous one.
template <class M>
constexpr int kChains = 16 / sizeof(M) < 4 ? static_cast<int>(16 / sizeof(M)) : 4;

// 64 bytes are loaded at once; fewer of one-byte elements, for which the code would grow.
template <class M>
constexpr int kUnrolled = sizeof(M) < 2 ? 2 : 4;

// Without a loop: chains must be registers, and not every loop of 16 elements is unrolled in time for that.
template <class R, int kCount, int... J>
__device__ __forceinline__ void push_each(const R& r, typename R::Accumulator* chains,
                                          const Pack<typename R::Element, kCount>& x, int64_t index,
                                          std::integer_sequence<int, J...>) {
  constexpr int kOf = kChains<typename R::Element>;
  ((chains[J % kOf] = r.step(chains[J % kOf], x.at[J], index + J)), ...);
}
// A pack, whose first element has the index.
template <class R, int kCount>
__device__ __forceinline__ void push(const R& r, typename R::Accumulator* chains,
                                     const Pack<typename R::Element, kCount>& x, int64_t index) {
  if constexpr (TakesPacks<R>::value) chains[0] = r.pack(chains[0], x);
  else push_each<R, kCount>(r, chains, x, index, std::make_integer_sequence<int, kCount>());
}

/// The accumulators of a thread.
template <class R>
struct Chains {
  static constexpr int kCount = kChains<typename R::Element>;
  typename R::Accumulator at[kCount];

  __device__ __forceinline__ explicit Chains(const R& r) {
#pragma unroll
    for (int j = 0; j < kCount; ++j) at[j] = r.start();
  }
  __device__ __forceinline__ typename R::Accumulator joined(const R& r) const {
    typename R::Accumulator a = at[0];
#pragma unroll
    for (int j = 1; j < kCount; ++j) a = r.join(a, at[j]);
    return a;
  }
};

/// Adds elements [begin, end) of x, neighbours in memory, every `threads`th 16 bytes from `lane` on.
template <class R>
__device__ __forceinline__ void reduce_flat(const R& r, typename R::Accumulator* chains, const typename R::Element* x,
                                            int64_t begin, int64_t end, int lane, int threads) {
  using M = typename R::Element;
  constexpr int kCount = 16 / sizeof(M);
  const auto one = [&](int64_t i) { return x[i]; };
  const auto step = [&](M v, int64_t i) { chains[0] = r.step(chains[0], v, i); };
  const int64_t over = static_cast<int64_t>(reinterpret_cast<uintptr_t>(x + begin) % 16 / sizeof(M));
  int64_t first = over == 0 ? begin : begin + kCount - over;  // aligned
  if (first > end) first = end;
  for_strided<1>(begin + lane, first, threads, one, step);
  const int64_t packs = (end - first) / kCount;
  for_strided<kUnrolled<M>>(
      lane, packs, threads, [&](int64_t p) { return load_elements<M, kCount>(x + first + p * kCount); },
      [&](const auto& pack, int64_t p) { push<R, kCount>(r, chains, pack, first + p * kCount); });
  for_strided<1>(first + packs * kCount + lane, end, threads, one, step);
}

/// Elements [begin, end) of the row at `in`, every `threads`th from `lane` on.
template <class R>
__device__ __forceinline__ typename R::Accumulator reduce_row(const R& r, const ReduceWork& w, const char* in,
                                                              int64_t begin, int64_t end, int lane, int threads) {
  using M = typename R::Element;
  constexpr int kCount = 16 / sizeof(M);
  Chains<R> chains(r);
  if (w.form == ReduceWork::Form::kFlat) {
    reduce_flat(r, chains.at, reinterpret_cast<const M*>(in), begin, end, lane, threads);
  } else if (w.form == ReduceWork::Form::kPacks) {
    for_strided<2>(
        begin + lane, end, threads,
        [&](int64_t p) { return load_elements<M, kCount>(in + offset_of(w.reduced, w.reduced.in, p)); },
        [&](const auto& pack, int64_t p) { push<R, kCount>(r, chains.at, pack, p * kCount); });
  } else {
    for_strided<2>(
        begin + lane, end, threads,
        [&](int64_t i) { return *reinterpret_cast<const M*>(in + offset_of(w.reduced, w.reduced.in, i)); },
        [&](M x, int64_t i) { chains.at[0] = r.step(chains.at[0], x, i); });
  }
  return chains.joined(r);
}

/// A group of threads per result, or per part of it.
template <class R>
__global__ void __launch_bounds__(512) reduce_rows(ReduceWork w, R r) {
  using A = typename R::Accumulator;
  const int lane = static_cast<int>(threadIdx.x) & (w.threads - 1);
  const int64_t row = group_index(w.threads), begin = blockIdx.y * w.part;
  const bool is = row < w.kept.count;
  const int64_t left = w.reduced.count - begin;
  A a = r.start();
  if (is)
    a = reduce_row(r, w, w.in + offset_of(w.kept, w.kept.in, row), begin, begin + (left < w.part ? left : w.part), lane,
                   w.threads);
  a = join_threads(a, r, w.threads, dynamic_shared<A>());
  if (!is || lane != 0) return;
  if (w.partial != nullptr) static_cast<A*>(w.partial)[row * w.parts + blockIdx.y] = a;
  else r.store(w.out, offset_of(w.kept, w.kept.out, row), a);
}

/// kWidth neighbouring results per thread; threads of one x share them out along y.
template <class R, int kWidth>
__global__ void reduce_columns(ReduceWork w, R r) {
  using A = typename R::Accumulator;
  using M = typename R::Element;
  const int64_t run = w.kept.size[0], outer = blockIdx.x / w.tiles;
  const int64_t column = ((blockIdx.x - outer * w.tiles) * blockDim.x + threadIdx.x) * static_cast<int64_t>(kWidth);
  const bool is = column < run;
  const int64_t result = outer * run + column, begin = blockIdx.y * w.part;
  int64_t end = begin + w.part;
  if (end > w.reduced.count) end = w.reduced.count;
  A a[kWidth];
#pragma unroll
  for (int j = 0; j < kWidth; ++j) a[j] = r.start();
  if (is) {
    const char* in = w.in + offset_of(w.kept, w.kept.in, result);
    for_strided<4>(
        begin + threadIdx.y, end, blockDim.y,
        [&](int64_t i) { return load_elements<M, kWidth>(in + offset_of(w.reduced, w.reduced.in, i)); },
        [&](const auto& x, int64_t i) {
#pragma unroll
          for (int j = 0; j < kWidth; ++j) a[j] = r.step(a[j], x.at[j], i);
        });
  }
  A* shared = dynamic_shared<A>();
  const auto at = [&](unsigned y, int j) { return (y * kWidth + static_cast<unsigned>(j)) * blockDim.x + threadIdx.x; };
#pragma unroll
  for (int j = 0; j < kWidth; ++j) shared[at(threadIdx.y, j)] = a[j];
  for (unsigned half = blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.y >= half) continue;
#pragma unroll
    for (int j = 0; j < kWidth; ++j) {
      a[j] = r.join(a[j], shared[at(threadIdx.y + half, j)]);
      shared[at(threadIdx.y, j)] = a[j];
    }
  }
  if (!is || threadIdx.y != 0) return;
#pragma unroll
  for (int j = 0; j < kWidth; ++j) {
    if (w.partial != nullptr) static_cast<A*>(w.partial)[(result + j) * w.parts + blockIdx.y] = a[j];
    else r.store(w.out, offset_of(w.kept, w.kept.out, result + j), a[j]);
  }
}

/// A warp per result joins its parts, in the same order each time.
template <class R>
__global__ void join_parts(ReduceWork w, R r) {
  using A = typename R::Accumulator;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int64_t row = thread_index() / kWarp;
  A a = r.start();
  if (row < w.kept.count)
    for (int64_t p = lane; p < w.parts; p += kWarp) a = r.join(a, static_cast<const A*>(w.partial)[row * w.parts + p]);
  a = join_threads<R>(a, r, kWarp, nullptr);
  if (row < w.kept.count && lane == 0) r.store(w.out, offset_of(w.kept, w.kept.out, row), a);
}

/// Reduces the dimensions in `mask`. `strides`: of the result, in elements, by dimension of the input.
template <class R>
void reduce(const char* name, const TensorBase& in, uint64_t mask, void* out, IntArrayRef strides, const R& r) {
  using A = typename R::Accumulator;
  const OnDevice on(in);
  ReductionLaunch l = prepare_reduction(in, mask, out, strides, sizeof(A), on);
  const ReduceWork& w = l.work;
  if (w.kept.count == 0) return;
  Geometry& g = l.geometry;
  if (l.columns) {
    constexpr int kWidest = widest_column(sizeof(typename R::Element), sizeof(A));
    constexpr int kWord = word_column(sizeof(typename R::Element));
    g.shared_bytes = sizeof(A) * g.threads[0] * g.threads[1] * static_cast<size_t>(l.column_width);
    if (l.column_width == kWidest) launch(name, &reduce_columns<R, kWidest>, g, on.stream(), w, r);
    else if (l.column_width == kWord) launch(name, &reduce_columns<R, kWord>, g, on.stream(), w, r);
    else launch(name, &reduce_columns<R, 1>, g, on.stream(), w, r);
  } else {
    g.shared_bytes = sizeof(A) * (g.threads[0] / kWarp);
    launch(name, &reduce_rows<R>, g, on.stream(), w, r);
  }
  if (w.parts > 1) launch(name, &join_parts<R>, rows_of(w.kept.count, kWarp), on.stream(), w, r);
}
template <class R>
void reduce(const char* name, const TensorBase& in, uint64_t mask, const TensorBase& result, const R& r) {
  reduce(name, in, mask, result.impl()->data(), element_strides(result, in.dim(), mask), r);
}

}  // namespace torchpp::cuda
