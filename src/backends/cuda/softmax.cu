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
  __device__ __forceinline__ C join(C a, C b) const { return a > b || a != a ? a : b; }
};
template <class C>
struct TopSums {
  using Accumulator = TopSum<C>;
  __device__ __forceinline__ TopSum<C> join(TopSum<C> a, TopSum<C> b) const { return join_tops(a, b); }
};

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

// ---- lines of neighbours: `threads` threads, a power of two, for each

constexpr int kKept = 8;  // elements of a line that a thread keeps in registers

template <class M, class Out>
__global__ void __launch_bounds__(1024) softmax_kept(SoftLines l, Out* out, const M* in, int threads) {
  using C = Compute<M>;
  C* scratch = dynamic_shared<C>();
  const int lane = static_cast<int>(threadIdx.x) & (threads - 1), n = static_cast<int>(l.n);
  const int64_t line = group_index(threads), start = line * l.n;
  const bool is = line < l.outer;
  C x[kKept], top = lowest<C>(), sum = 0;
#pragma unroll
  for (int j = 0; j < kKept; ++j) {
    const int i = lane + j * threads;
    x[j] = is && i < n ? widen(in[start + i]) : lowest<C>();
  }
#pragma unroll
  for (int j = 0; j < kKept; ++j) top = Tops<C>().join(top, x[j]);
  top = join_threads(top, Tops<C>(), threads, scratch);
#pragma unroll
  for (int j = 0; j < kKept; ++j) {
    const C e = math::fn::exp(x[j] - top);
    if (lane + j * threads < n) sum += e;
    x[j] = l.log ? x[j] - top : e;
  }
  sum = join_threads(sum, Totals<C>(), threads, scratch);
  const C scale = l.log ? math::fn::log(sum) : C(1) / sum;
#pragma unroll
  for (int j = 0; j < kKept; ++j) {
    const int i = lane + j * threads;
    if (is && i < n) out[start + i] = narrow<Out>(l.log ? x[j] - scale : x[j] * scale);
  }
}

template <class M, class Out>
__global__ void __launch_bounds__(512) softmax_long(SoftLines l, Out* out, const M* in) {
  using C = Compute<M>;
  const int64_t start = blockIdx.x * l.n;
  TopSum<C> a = empty_top_sum<C>();
  const auto load = [&](int64_t i) { return in[start + i]; };
  for_strided<4>(threadIdx.x, l.n, blockDim.x, load, [&](M x, int64_t) { a = add_to_top(a, widen(x)); });
  a = finished(join_threads(a, TopSums<C>(), static_cast<int>(blockDim.x), dynamic_shared<TopSum<C>>()));
  const C scale = scale_of(a, l.log);
  for_strided<4>(threadIdx.x, l.n, blockDim.x, load,
                 [&](M x, int64_t i) { out[start + i] = narrow<Out>(soft_value(widen(x), a, scale, l.log)); });
}

template <class C>
__device__ __forceinline__ C slope_term(C g, C y, bool log) {
  return log ? g : g * y;
}
template <class C>
__device__ __forceinline__ C slope(C g, C y, C total, bool log) {
  return log ? g - math::fn::exp(y) * total : y * (g - total);
}

template <class M>
struct Both {
  M grad, out;
};

// The second pass finds what the first one read in a cache, but for the longest lines.
template <class M>
__global__ void __launch_bounds__(512) softmax_slope(SoftLines l, M* to, const M* grad, const M* out, int threads) {
  using C = Compute<M>;
  const int lane = static_cast<int>(threadIdx.x) & (threads - 1);
  const int64_t line = group_index(threads), start = line * l.n, n = line < l.outer ? l.n : 0;
  C total = 0;
  const auto load = [&](int64_t i) { return Both<M>{grad[start + i], out[start + i]}; };
  for_strided<4>(lane, n, threads, load,
                 [&](const Both<M>& b, int64_t) { total += slope_term<C>(widen(b.grad), widen(b.out), l.log); });
  total = join_threads(total, Totals<C>(), threads, dynamic_shared<C>());
  for_strided<4>(lane, n, threads, load, [&](const Both<M>& b, int64_t i) {
    to[start + i] = narrow<M>(slope<C>(widen(b.grad), widen(b.out), total, l.log));
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
  const auto load = [&](int64_t i) { return Both<M>{grad[start + i * l.inner], out[start + i * l.inner]}; };
  for_strided<4>(threadIdx.y, n, blockDim.y, load,
                 [&](const Both<M>& b, int64_t) { total += slope_term<C>(widen(b.grad), widen(b.out), l.log); });
  total = join_column(total, Totals<C>());
  for_strided<4>(threadIdx.y, n, blockDim.y, load, [&](const Both<M>& b, int64_t i) {
    to[start + i * l.inner] = narrow<M>(slope<C>(widen(b.grad), widen(b.out), total, l.log));
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

template <class M, class Out>
void forward(const SoftLines& l, Out* out, const M* in, StreamHandle stream) {
  using C = Compute<M>;
  if (l.inner > 1)
    return launch("softmax", &softmax_columns<M, Out>, columns_of(l, sizeof(TopSum<C>)), stream, l, out, in);
  int threads = 1;
  while (threads < kWarp && threads * 4 < l.n) threads *= 2;
  while (threads < 1024 && threads * kKept < l.n) threads *= 2;
  if (threads * kKept < l.n) {
    Geometry g = rows_of(l.outer, 512);
    g.shared_bytes = sizeof(TopSum<C>) * kWarp;
    return launch("softmax", &softmax_long<M, Out>, g, stream, l, out, in);
  }
  Geometry g = rows_of(l.outer, threads);
  g.shared_bytes = sizeof(C) * kWarp;
  launch("softmax", &softmax_kept<M, Out>, g, stream, l, out, in, threads);
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
    using C = Compute<M>;
    M* to = data_of<M>(grad_in);
    const M *g = data_of<const M>(grad), *y = data_of<const M>(out);
    if (l.inner > 1)
      return launch("softmax_backward", &softmax_slope_columns<M>, columns_of(l, sizeof(C)), on.stream(), l, to, g, y);
    int threads = 1;
    while (threads < kWarp && threads * 4 < l.n) threads *= 2;
    while (threads < 512 && threads * 8 < l.n) threads *= 2;
    Geometry geometry = rows_of(l.outer, threads);
    geometry.shared_bytes = sizeof(C) * kWarp;
    launch("softmax_backward", &softmax_slope<M>, geometry, on.stream(), l, to, g, y, threads);
  });
}

}  // namespace torchpp::cuda
