// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/softmax.h"

#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/reduction_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// How groups of threads join what they found in a line.
template <class C>
struct Totals {
  using Accumulator = C;
  __device__ __forceinline__ C join(C a, C b) const { return a + b; }
};
template <class C>
struct Tops {
  using Accumulator = C;
  __device__ __forceinline__ C join(C a, C b) const { return a > b ? a : b; }
};
template <class C>
struct TopSums {
  using Accumulator = TopSum<C>;
  __device__ __forceinline__ TopSum<C> join(TopSum<C> a, TopSum<C> b) const { return join_tops(a, b); }
};

// add_to_top() of several elements: the greatest is found first, so that the sum is scaled once.
template <class C, class M, int kCount>
__device__ __forceinline__ TopSum<C> add_pack_to_top(TopSum<C> a, const Pack<M, kCount>& x) {
  C top = a.top;
#pragma unroll
  for (const M& each : x.at) top = widen(each) > top ? widen(each) : top;
  const C shift = top - top == C(0) ? top : C(0);  // infinities have no difference
  C sum = a.sum * math::fn::exp(a.top - shift);
#pragma unroll
  for (const M& each : x.at) sum += math::fn::exp(widen(each) - shift);
  return {top, sum};
}

// With an infinite greatest element every difference is NaN somewhere, and so is the sum.
template <class C>
__device__ __forceinline__ TopSum<C> finished(TopSum<C> a) {
  a.sum += a.top - a.top;
  return a;
}
template <class C>
__device__ __forceinline__ C soft_value(C x, TopSum<C> a, C scale, bool log) {
  return log ? x - a.top - scale : math::fn::exp(x - a.top) * scale;
}
template <class C>
__device__ __forceinline__ C scale_of(TopSum<C> a, bool log) {
  return log ? math::fn::log(a.sum) : C(1) / a.sum;
}

template <class C>
__device__ __forceinline__ C slope_term(C g, C y, bool log) {
  return log ? g : g * y;
}
template <class C>
__device__ __forceinline__ C slope(C g, C y, C total, bool log) {
  return log ? g - math::fn::exp(y) * total : y * (g - total);
}

// Packs at addresses that are or are not `whole`: multiples of 16 bytes. That decides how they are read and written,
// but not which thread adds them: results do not depend on where other tensors than the first lie.
template <int kCount, class T>
__device__ __forceinline__ Pack<T, kCount> read_each(const T* from) {
  Pack<T, kCount> x;
#pragma unroll
  for (int k = 0; k < kCount; ++k) x.at[k] = from[k];
  return x;
}
template <class T, int kCount>
__device__ __forceinline__ void write_elements(T* to, const Pack<T, kCount>& x, bool whole) {
  if constexpr (kCount > 1) {
    if (whole) return store_whole(to, x);
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) to[k] = x.at[k];
}
__device__ __forceinline__ bool is_aligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % 16 == 0; }

// ---- lines of neighbours that fit registers: `threads` threads, a power of two, for each

// Packs of a line that a thread keeps at most: 8 or 16 elements.
template <int kWidth>
constexpr int kMostPacks = kWidth == 1   ? 8
                           : kWidth == 8 ? 2
                                         : 4;

// The packs of a line, from `lane` on every `threads`th; zeros behind the last.
template <class T, int kWidth, int kPacks>
__device__ __forceinline__ void load_line(Pack<T, kWidth> (&to)[kPacks], const T* line, int lane, int threads,
                                          int packs, bool whole) {
#pragma unroll
  for (int j = 0; j < kPacks; ++j) to[j] = Pack<T, kWidth>{};
  // All loads on one side of the branch, so that none waits for another.
  if (whole) {
#pragma unroll
    for (int j = 0; j < kPacks; ++j)
      if (lane + j * threads < packs) to[j] = load_elements<T, kWidth>(line + (lane + j * threads) * kWidth);
  } else {
#pragma unroll
    for (int j = 0; j < kPacks; ++j)
      if (lane + j * threads < packs) to[j] = read_each<kWidth>(line + (lane + j * threads) * kWidth);
  }
}

template <class M, class Out, int kWidth, int kPacks>
__global__ void __launch_bounds__(1024) softmax_kept(SoftLines l, Out* out, const M* in, int threads, bool whole) {
  using C = Compute<M>;
  C* scratch = dynamic_shared<C>();
  const int lane = static_cast<int>(threadIdx.x) & (threads - 1);
  const int64_t line = group_index(threads), start = line * l.n;
  const int packs = line < l.outer ? static_cast<int>(l.n) / kWidth : 0;
  const auto at = [&](int j) { return start + (lane + j * threads) * kWidth; };
  Pack<M, kWidth> loaded[kPacks];
  load_line(loaded, in + start, lane, threads, packs, whole);
  // What is outside of the line adds nothing: e^-inf. A NaN need not become the top: it becomes the sum.
  C x[kPacks][kWidth], top = lowest<C>(), sum = 0;
#pragma unroll
  for (int j = 0; j < kPacks; ++j)
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      x[j][k] = lane + j * threads < packs ? widen(loaded[j].at[k]) : lowest<C>();
      top = Tops<C>().join(top, x[j][k]);
    }
  top = join_threads(top, Tops<C>(), threads, scratch);
#pragma unroll
  for (int j = 0; j < kPacks; ++j)
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      const C d = x[j][k] - top, e = math::fn::exp(d);
      sum += e;
      x[j][k] = l.log ? d : e;
    }
  sum = join_threads(sum, Totals<C>(), threads, scratch);
  const C scale = l.log ? math::fn::log(sum) : C(1) / sum;
#pragma unroll
  for (int j = 0; j < kPacks; ++j) {
    if (lane + j * threads >= packs) continue;
    Pack<Out, kWidth> y;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) y.at[k] = narrow<Out>(l.log ? x[j][k] - scale : x[j][k] * scale);
    write_elements(out + at(j), y, whole);
  }
}

template <class M, int kWidth, int kPacks>
__global__ void __launch_bounds__(1024)
    softmax_slope_kept(SoftLines l, M* to, const M* grad, const M* out, int threads, bool whole) {
  using C = Compute<M>;
  const int lane = static_cast<int>(threadIdx.x) & (threads - 1);
  const int64_t line = group_index(threads), start = line * l.n;
  const int packs = line < l.outer ? static_cast<int>(l.n) / kWidth : 0;
  const auto at = [&](int j) { return start + (lane + j * threads) * kWidth; };
  Pack<M, kWidth> g[kPacks], y[kPacks];
  load_line(g, grad + start, lane, threads, packs, whole);
  load_line(y, out + start, lane, threads, packs, whole);
  C total = 0;
#pragma unroll
  for (int j = 0; j < kPacks; ++j)
#pragma unroll
    for (int k = 0; k < kWidth; ++k) total += slope_term<C>(widen(g[j].at[k]), widen(y[j].at[k]), l.log);
  total = join_threads(total, Totals<C>(), threads, dynamic_shared<C>());
#pragma unroll
  for (int j = 0; j < kPacks; ++j) {
    if (lane + j * threads >= packs) continue;
    Pack<M, kWidth> x;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) x.at[k] = narrow<M>(slope<C>(widen(g[j].at[k]), widen(y[j].at[k]), total, l.log));
    write_elements(to + at(j), x, whole);
  }
}

// ---- longer lines of neighbours: a block for each reads them twice

// Of few blocks per multiprocessor the lines are more likely to be in the cache still when they are read again.
constexpr int kLongThreads = 1024;

// The 16-byte packs of a line, which begin at element `head`; other elements are read alone.
struct LinePacks {
  int64_t head, packs;
};
// Of a line of n elements, more than a pack has.
template <class M>
__device__ __forceinline__ LinePacks packs_of(int64_t n, const M* line) {
  constexpr int64_t kCount = 16 / sizeof(M);
  const int64_t over = static_cast<int64_t>(reinterpret_cast<uintptr_t>(line) % 16 / sizeof(M));
  const int64_t head = over == 0 ? 0 : kCount - over;
  return {head, (n - head) / kCount};
}

// use(load(width, i), i) for all packs of `width` elements of a line, from the last one on where it is read again: of
// what was read last most is in the cache.
template <class M, int kAtOnce, class Load, class Use>
__device__ __forceinline__ void for_line(const LinePacks& l, int64_t n, bool again, const Load& load, const Use& use) {
  constexpr int kCount = 16 / sizeof(M);
  const auto pack = [&](int64_t q) { return l.head + (again ? l.packs - 1 - q : q) * kCount; };
  for_strided<kAtOnce>(
      threadIdx.x, l.packs, kLongThreads,
      [&](int64_t q) { return load(std::integral_constant<int, kCount>(), pack(q)); },
      [&](const auto& x, int64_t q) { use(x, pack(q)); });
  const auto one = [&](int64_t q) { return q < l.head ? q : q + l.packs * kCount; };
  for_strided<1>(
      threadIdx.x, n - l.packs * kCount, kLongThreads,
      [&](int64_t q) { return load(std::integral_constant<int, 1>(), one(q)); },
      [&](const auto& x, int64_t q) { use(x, one(q)); });
}

template <class M, class Out>
__global__ void __launch_bounds__(kLongThreads) softmax_long(SoftLines l, Out* all_out, const M* all_in) {
  using C = Compute<M>;
  const M* in = all_in + blockIdx.x * l.n;
  Out* out = all_out + blockIdx.x * l.n;
  const LinePacks packs = packs_of(l.n, in);
  const bool whole = is_aligned(out + packs.head);
  TopSum<C> a = empty_top_sum<C>();
  const auto load = [&](auto width, int64_t i) { return load_elements<M, decltype(width)::value>(in + i); };
  for_line<M, 4>(packs, l.n, false, load, [&](const auto& x, int64_t) { a = add_pack_to_top(a, x); });
  a = finished(join_threads(a, TopSums<C>(), kLongThreads, dynamic_shared<TopSum<C>>()));
  const C scale = scale_of(a, l.log);
  for_line<M, 4>(packs, l.n, true, load, [&](const auto& x, int64_t i) {
    constexpr int kWidth = sizeof(x.at) / sizeof(M);
    Pack<Out, kWidth> y;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) y.at[k] = narrow<Out>(soft_value(widen(x.at[k]), a, scale, l.log));
    write_elements(out + i, y, whole);
  });
}

template <class M, int kWidth>
struct Both {
  Pack<M, kWidth> grad, out;
};

// kTogether: the addresses of `grad` and `out` differ by a multiple of 16 bytes.
template <class M, bool kTogether>
__global__ void __launch_bounds__(kLongThreads)
    softmax_slope_long(SoftLines l, M* all_to, const M* all_grad, const M* all_out) {
  using C = Compute<M>;
  const M *grad = all_grad + blockIdx.x * l.n, *out = all_out + blockIdx.x * l.n;
  M* to = all_to + blockIdx.x * l.n;
  const LinePacks packs = packs_of(l.n, grad);
  const bool whole = is_aligned(to + packs.head);
  C total = 0;
  const auto load_grad = [&](auto width, int64_t i) { return load_elements<M, decltype(width)::value>(grad + i); };
  const auto load = [&](auto width, int64_t i) {
    constexpr int kWidth = decltype(width)::value;
    if constexpr (kTogether) return Both<M, kWidth>{load_grad(width, i), load_elements<M, kWidth>(out + i)};
    else return Both<M, kWidth>{load_grad(width, i), read_each<kWidth>(out + i)};
  };
  if (l.log) {
    for_line<M, 4>(packs, l.n, false, load_grad, [&](const auto& g, int64_t) {
#pragma unroll
      for (const M& x : g.at) total += widen(x);
    });
  } else {
    for_line<M, 2>(packs, l.n, false, load, [&](const auto& b, int64_t) {
#pragma unroll
      for (size_t k = 0; k < sizeof(b.grad.at) / sizeof(M); ++k)
        total += slope_term<C>(widen(b.grad.at[k]), widen(b.out.at[k]), false);
    });
  }
  total = join_threads(total, Totals<C>(), kLongThreads, dynamic_shared<C>());
  for_line<M, 2>(packs, l.n, true, load, [&](const auto& b, int64_t i) {
    constexpr int kWidth = sizeof(b.grad.at) / sizeof(M);
    Pack<M, kWidth> x;
#pragma unroll
    for (int k = 0; k < kWidth; ++k)
      x.at[k] = narrow<M>(slope<C>(widen(b.grad.at[k]), widen(b.out.at[k]), total, l.log));
    write_elements(to + i, x, whole);
  });
}

// ---- lines side by side: threads of one x share out a line along y

template <class R>
__device__ __forceinline__ typename R::Accumulator join_column(typename R::Accumulator a, const R& r) {
  auto* shared = dynamic_shared<typename R::Accumulator>();
  const unsigned at = threadIdx.y * blockDim.x + threadIdx.x;
  shared[at] = a;
  for (unsigned half = blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.y < half) shared[at] = r.join(shared[at], shared[at + half * blockDim.x]);
  }
  __syncthreads();
  return shared[threadIdx.x];
}

// The first element of this thread's line, or -1.
__device__ __forceinline__ int64_t first_of_column(const SoftLines& l) {
  const int64_t tiles = (l.inner + blockDim.x - 1) / blockDim.x, outer = blockIdx.x / tiles;
  const int64_t column = (blockIdx.x - outer * tiles) * blockDim.x + threadIdx.x;
  return column < l.inner ? outer * l.n * l.inner + column : -1;
}

template <class M, class Out>
__global__ void softmax_columns(SoftLines l, Out* out, const M* in) {
  using C = Compute<M>;
  const int64_t start = first_of_column(l), n = start < 0 ? 0 : l.n;
  TopSum<C> a = empty_top_sum<C>();
  const auto load = [&](int64_t i) { return in[start + i * l.inner]; };
  for_strided<4>(threadIdx.y, n, blockDim.y, load, [&](M x, int64_t) { a = add_to_top(a, widen(x)); });
  a = finished(join_column(a, TopSums<C>()));
  const C scale = scale_of(a, l.log);
  for_strided<4>(threadIdx.y, n, blockDim.y, load, [&](M x, int64_t i) {
    out[start + i * l.inner] = narrow<Out>(soft_value(widen(x), a, scale, l.log));
  });
}

template <class M>
__global__ void softmax_slope_columns(SoftLines l, M* to, const M* grad, const M* out) {
  using C = Compute<M>;
  const int64_t start = first_of_column(l), n = start < 0 ? 0 : l.n;
  C total = 0;
  const auto load = [&](int64_t i) { return Both<M, 1>{grad[start + i * l.inner], out[start + i * l.inner]}; };
  for_strided<4>(threadIdx.y, n, blockDim.y, load, [&](const Both<M, 1>& b, int64_t) {
    total += slope_term<C>(widen(b.grad.at[0]), widen(b.out.at[0]), l.log);
  });
  total = join_column(total, Totals<C>());
  for_strided<4>(threadIdx.y, n, blockDim.y, load, [&](const Both<M, 1>& b, int64_t i) {
    to[start + i * l.inner] = narrow<M>(slope<C>(widen(b.grad.at[0]), widen(b.out.at[0]), total, l.log));
  });
}

Geometry columns_of(const SoftLines& l, size_t accumulator) {
  constexpr int64_t kThreads = 256;
  int64_t x = 1, y = kThreads;
  while (x < kWarp && x < l.inner) x *= 2;
  y /= x;
  while (y > 1 && y > l.n) {
    y /= 2;
    if (x < l.inner) x *= 2;
  }
  Geometry g = spread(l.outer * ((l.inner + x - 1) / x), 1, 1);
  g.threads[0] = static_cast<uint32_t>(x);
  g.threads[1] = static_cast<uint32_t>(y);
  g.shared_bytes = accumulator * static_cast<size_t>(x * y);
  g.cooperates = true;
  return g;
}

// Calls launch_with(packs per thread, geometry, threads of a line) where registers hold a line.
template <class M, int kWidth, class Launch>
bool launch_kept(const SoftLines& l, const Launch& launch_with) {
  const int64_t packs = l.n / kWidth;
  int threads = 1;
  while (threads < kWarp && threads * 2 < packs) threads *= 2;
  while (threads < 1024 && threads * kMostPacks<kWidth> < packs) threads *= 2;
  if (threads * kMostPacks<kWidth> < packs) return false;
  Geometry g = rows_of(l.outer, threads);
  g.shared_bytes = sizeof(Compute<M>) * kWarp;
  if (threads * 2 >= packs) launch_with(std::integral_constant<int, 2>(), g, threads);
  else launch_with(std::integral_constant<int, kMostPacks<kWidth>>(), g, threads);
  return true;
}

bool all_aligned(std::initializer_list<const void*> tensors) {
  for (const void* t : tensors)
    if (reinterpret_cast<uintptr_t>(t) % 16 != 0) return false;
  return true;
}

template <class M, class Out, int kWidth>
bool forward_kept(const SoftLines& l, Out* out, const M* in, StreamHandle stream) {
  return launch_kept<M, kWidth>(l, [&](auto packs, const Geometry& g, int threads) {
    launch("softmax", &softmax_kept<M, Out, kWidth, decltype(packs)::value>, g, stream, l, out, in, threads,
           all_aligned({out, in}));
  });
}
template <class M, class Out>
void forward(const SoftLines& l, Out* out, const M* in, StreamHandle stream) {
  using C = Compute<M>;
  if (l.inner > 1)
    return launch("softmax", &softmax_columns<M, Out>, columns_of(l, sizeof(TopSum<C>)), stream, l, out, in);
  if (l.n % kVector<M> == 0 ? forward_kept<M, Out, kVector<M>>(l, out, in, stream)
                            : forward_kept<M, Out, 1>(l, out, in, stream))
    return;
  Geometry g = rows_of(l.outer, kLongThreads);
  g.shared_bytes = sizeof(TopSum<C>) * kWarp;
  launch("softmax", &softmax_long<M, Out>, g, stream, l, out, in);
}

template <class M, int kWidth>
bool backward_kept(const SoftLines& l, M* to, const M* grad, const M* out, StreamHandle stream) {
  return launch_kept<M, kWidth>(l, [&](auto packs, const Geometry& g, int threads) {
    launch("softmax_backward", &softmax_slope_kept<M, kWidth, decltype(packs)::value>, g, stream, l, to, grad, out,
           threads, all_aligned({to, grad, out}));
  });
}
template <class M>
void backward(const SoftLines& l, M* to, const M* grad, const M* out, StreamHandle stream) {
  using C = Compute<M>;
  if (l.inner > 1)
    return launch("softmax_backward", &softmax_slope_columns<M>, columns_of(l, sizeof(C)), stream, l, to, grad, out);
  if (l.n % kVector<M> == 0 ? backward_kept<M, kVector<M>>(l, to, grad, out, stream)
                            : backward_kept<M, 1>(l, to, grad, out, stream))
    return;
  Geometry g = rows_of(l.outer, kLongThreads);
  g.shared_bytes = sizeof(C) * kWarp;
  const bool together = (reinterpret_cast<uintptr_t>(grad) - reinterpret_cast<uintptr_t>(out)) % 16 == 0;
  launch("softmax_backward", together ? &softmax_slope_long<M, true> : &softmax_slope_long<M, false>, g, stream, l, to,
         grad, out);
}

template <class T>
T* data_of(const TensorBase& t) {
  return static_cast<T*>(t.impl()->data());
}

}  // namespace

void soft_forward(const SoftLines& l, const TensorBase& out, const TensorBase& in) {
  const OnDevice on(in);
  visit_floats(in.scalar_type(), [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if constexpr (std::is_same_v<M, math::f16>) {
      if (out.scalar_type() == kFloat) return forward(l, data_of<float>(out), data_of<const M>(in), on.stream());
    }
    forward(l, data_of<M>(out), data_of<const M>(in), on.stream());
  });
}

void soft_backward(const SoftLines& l, const TensorBase& grad_in, const TensorBase& grad, const TensorBase& out) {
  const OnDevice on(grad);
  visit_floats(out.scalar_type(), [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    backward(l, data_of<M>(grad_in), data_of<const M>(grad), data_of<const M>(out), on.stream());
  });
}

}  // namespace torchpp::cuda
