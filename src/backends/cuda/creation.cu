// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/creation.h"

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// to[i] = f(i), 16 bytes per thread; fresh memory starts at a multiple of that.
template <class M, class F>
__global__ void by_index_kernel(M* to, int64_t n, F f) {
  constexpr int kEach = kVector<M>;
  const int64_t begin = thread_index() * kEach;
  if (begin >= n) return;
  Pack<M, kEach> p;
  // Not of an i behind the end, for which the value need not fit into M.
#pragma unroll
  for (int i = 0; i < kEach; ++i) p.at[i] = f(begin + i < n ? begin + i : begin);
  if (begin + kEach <= n) {
    *reinterpret_cast<Pack<M, kEach>*>(to + begin) = p;
    return;
  }
#pragma unroll
  for (int i = 0; i < kEach; ++i)
    if (begin + i < n) to[begin + i] = p.at[i];
}
template <class M, class F>
void write_by_index(const char* name, void* to, int64_t n, const F& f, const OnDevice& on) {
  if (n > 0) launch(name, &by_index_kernel<M, F>, spread(n, kVector<M>), on.stream(), static_cast<M*>(to), n, f);
}

template <class M>
struct Integers {
  uint64_t first, step;
  __device__ M operator()(int64_t i) const { return static_cast<M>(first + step * static_cast<uint64_t>(i)); }
};
template <class M>
struct Multiples {
  double first, step;
  __device__ M operator()(int64_t i) const {
    return narrow<M>(static_cast<Compute<M>>(first + step * static_cast<double>(i)));
  }
};

template <class C>
__device__ __forceinline__ C on_line(C first, C last, C step, int64_t i, int64_t n) {
  return i < n / 2 ? first + step * static_cast<C>(i) : last - step * static_cast<C>(n - i - 1);
}
template <class M, class C>
struct RealLine {
  C first, last, step;
  int64_t n;
  __device__ M operator()(int64_t i) const {
    // In the order of operations of the CPU, which counts in vectors of 32 bytes.
    constexpr bool kIs16Bit = std::is_same_v<M, math::f16> || std::is_same_v<M, math::bf16>;
    constexpr int64_t kVector = kIs16Bit ? 1 : 32 / sizeof(M);
    const int64_t at = i < n / (2 * kVector) * (2 * kVector) ? i % kVector : 0, base = i - at;
    const C from_first = static_cast<C>(base), from_last = static_cast<C>(n - base - 1);
    const M origin =
        narrow<M>(base < n / 2 ? math::mul_add(step, from_first, first) : math::mul_add(-step, from_last, last));
    return at == 0 ? origin : narrow<M>(static_cast<C>(widen(origin)) + static_cast<C>(at) * step);
  }
};
template <class T>
struct ComplexLine {
  math::cplx<T> first, last, step;
  int64_t n;
  __device__ math::cplx<T> operator()(int64_t i) const {
    return {on_line(first.re, last.re, step.re, i, n), on_line(first.im, last.im, step.im, i, n)};
  }
};
template <class T>
math::cplx<T> complex_of(const double (&parts)[2]) {
  return {static_cast<T>(parts[0]), static_cast<T>(parts[1])};
}
template <class T>
void write_complex_line(void* to, int64_t n, const Line& l, const OnDevice& on) {
  write_by_index<math::cplx<T>>(
      "linspace", to, n, ComplexLine<T>{complex_of<T>(l.first), complex_of<T>(l.last), complex_of<T>(l.step), n}, on);
}

struct alignas(16) Bits128 {
  uint64_t at[2];
};
template <class F>
void visit_unit(int64_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f(uint8_t());
    case 2: return f(uint16_t());
    case 4: return f(uint32_t());
    case 8: return f(uint64_t());
    default: return f(Bits128());
  }
}

// The coordinate in dimension d, and what is left of the index for the dimensions after it.
template <bool kWide>
__device__ __forceinline__ int64_t next_coordinate(const PlacePair& p, int d, int64_t& index) {
  int64_t q;
  if constexpr (kWide) q = index / p.size[d];
  else q = divide(static_cast<uint32_t>(index), p.by[d]);
  const int64_t at = index - q * p.size[d];
  index = q;
  return at;
}

template <class T, bool kWide>
__global__ void places_kernel(T* to, const T* from, PlacePair p) {
  int64_t index = thread_index(), a = 0, b = 0;
  if (index >= p.numel) return;
  for (int d = 0; d < p.dims; ++d) {
    const int64_t at = next_coordinate<kWide>(p, d, index);
    a += at * p.to_stride[d];
    b += at * p.from_stride[d];
  }
  to[a] = from[b];
}

template <class T, bool kWide>
__global__ void triangle_kernel(T* to, const T* from, PlacePair p, Triangle t) {
  int64_t index = thread_index();
  if (index >= p.numel) return;
  const int64_t first = next_coordinate<kWide>(p, 0, index), second = next_coordinate<kWide>(p, 1, index);
  const int64_t beyond = t.row_dim == 0 ? second - first : first - second;  // column - row
  const bool kept = t.upper ? beyond >= t.diagonal : beyond <= t.diagonal;
  if (kept && t.in_place) return;
  int64_t a = first * p.to_stride[0] + second * p.to_stride[1];
  int64_t b = first * p.from_stride[0] + second * p.from_stride[1];
  for (int d = 2; d < p.dims; ++d) {
    const int64_t at = next_coordinate<kWide>(p, d, index);
    a += at * p.to_stride[d];
    b += at * p.from_stride[d];
  }
  to[a] = kept ? from[b] : T{};
}

// Blocks along y: the parts; along x: their units.
template <class T, bool kWide>
__global__ void cat_kernel(T* to, CatParts parts) {
  const int k = static_cast<int>(blockIdx.y);
  const T* const from = static_cast<const T*>(parts.from[k]);
  const int64_t run = parts.run[k], units = run * parts.outer;
  for (int64_t i = thread_index(); i < units; i += thread_count()) {
    int64_t row;
    if constexpr (kWide) row = i / run;
    else row = divide(static_cast<uint32_t>(i), parts.by_run[k]);
    to[row * parts.row + parts.start[k] + (i - row * run)] = from[i];
  }
}

}  // namespace

bool write_integers(void* to, int64_t n, ScalarType dtype, int64_t first, int64_t step, const OnDevice& on) {
  return visit_integers(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    write_by_index<M>("arange", to, n, Integers<M>{static_cast<uint64_t>(first), static_cast<uint64_t>(step)}, on);
  });
}

bool write_multiples(void* to, int64_t n, ScalarType dtype, double first, double step, const OnDevice& on) {
  return visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    write_by_index<M>("arange", to, n, Multiples<M>{first, step}, on);
  });
}

bool write_line(void* to, int64_t n, ScalarType dtype, const Line& l, const OnDevice& on) {
  if (dtype == kComplexFloat) return write_complex_line<float>(to, n, l, on), true;
  if (dtype == kComplexDouble) return write_complex_line<double>(to, n, l, on), true;
  const auto real = [&](auto tag, auto zero) {
    using M = typename decltype(tag)::Memory;
    using C = decltype(zero);
    write_by_index<M>(
        "linspace", to, n,
        RealLine<M, C>{static_cast<C>(l.first[0]), static_cast<C>(l.last[0]), static_cast<C>(l.step[0]), n}, on);
  };
  return visit_integers(dtype, [&](auto tag) { real(tag, double()); }) ||
         visit_floats(dtype, [&](auto tag) { real(tag, typename decltype(tag)::Compute()); });
}

void copy_places(void* to, const void* from, const PlacePair& p, int64_t itemsize, const OnDevice& on) {
  visit_unit(itemsize, [&](auto unit) {
    using T = decltype(unit);
    launch("flip", p.wide ? &places_kernel<T, true> : &places_kernel<T, false>, spread(p.numel), on.stream(),
           static_cast<T*>(to), static_cast<const T*>(from), p);
  });
}

void copy_triangle(void* to, const void* from, const PlacePair& p, const Triangle& t, int64_t itemsize,
                   const OnDevice& on) {
  visit_unit(itemsize, [&](auto unit) {
    using T = decltype(unit);
    launch("triangle", p.wide ? &triangle_kernel<T, true> : &triangle_kernel<T, false>, spread(p.numel), on.stream(),
           static_cast<T*>(to), static_cast<const T*>(from), p, t);
  });
}

void copy_parts(void* to, const CatParts& parts, int64_t unit, const OnDevice& on) {
  int64_t most = 0;
  for (int k = 0; k < parts.count; ++k) most = parts.run[k] > most ? parts.run[k] : most;
  Geometry g = resident(most * parts.outer, on.device());
  g.blocks[1] = static_cast<uint32_t>(parts.count);
  visit_unit(unit, [&](auto zero) {
    using T = decltype(zero);
    launch("cat", parts.wide ? &cat_kernel<T, true> : &cat_kernel<T, false>, g, on.stream(), static_cast<T*>(to),
           parts);
  });
}

}  // namespace torchpp::cuda
