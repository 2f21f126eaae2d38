// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/layer_norm.h"

#include "src/backends/cuda/column_kernel.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cuda {
namespace {

constexpr int kHeld = 4;  // packs of a row that a thread keeps in registers; longer rows are read again

// widen(), but of bfloat16 by an instruction that compilers do not merge: else they keep what they widened from pass to
// pass, in the gradient 97 registers in place of 64. (Loops that are to be unrolled it would keep from that.)
template <class T>
__device__ __forceinline__ T widen_anew(T x) {
  return x;
}
__device__ __forceinline__ float widen_anew(math::f16 x) { return widen(x); }
__device__ __forceinline__ float widen_anew(math::bf16 x) {
#if defined(__CUDA_ARCH__)
  float wide;
  asm("mov.b32 %0, {%1, %2};" : "=f"(wide) : "h"(uint16_t{0}), "h"(x.bits));
  return wide;
#else
  return widen(x);
#endif
}

// Rows of `packs` packs of kCount elements. A block has one row, or several, a warp each.
template <class M, int kCount>
struct Row {
  using C = Compute<M>;
  using Elements = Pack<M, kCount>;
  int64_t packs, width;

  // One element, or 16 bytes of them.
  __device__ __forceinline__ static void store_elements(M* to, const Elements& p) {
    if constexpr (kCount == 1) *to = p.at[0];
    else store_whole(to, p);
  }

  // f(pack, its number) for the packs of this thread; those of the first rounds are in `held`.
  template <class F>
  __device__ __forceinline__ void each(const M* row, Elements (&held)[kHeld], bool load, const F& f) const {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) {
      const int64_t p = threadIdx.x + static_cast<int64_t>(k) * blockDim.x;
      if (p >= packs) continue;
      if (load) held[k] = load_elements<M, kCount>(row + p * kCount);
      f(held[k], p);
    }
    // Rows of more than 8192 floats or 16384 halves. By reference, so read element by element: packs would cost the
    // shorter rows registers.
#pragma unroll 1
    for (int64_t p = threadIdx.x + static_cast<int64_t>(kHeld) * blockDim.x; p < packs; p += blockDim.x)
      f(*reinterpret_cast<const Elements*>(row + p * kCount), p);
  }
  __device__ __forceinline__ C total(C sum) const { return reduce_block(sum, Sum(), C(0), dynamic_shared<C>()); }
};

// The parameters of a pack, of type P; zeros where there are none.
template <int kCount, class P>
__device__ __forceinline__ Pack<P, kCount> parameters(const P* all, int64_t column) {
  Pack<P, kCount> p{};
  if (all != nullptr) p = *reinterpret_cast<const Pack<P, kCount>*>(all + column);
  return p;
}

__device__ __forceinline__ int64_t row_index() { return static_cast<int64_t>(blockIdx.x) * blockDim.y + threadIdx.y; }

constexpr int kMostThreads = 512;

template <class P, class M, int kCount>
__global__ void __launch_bounds__(kMostThreads)
    layer_norm_kernel(Row<M, kCount> r, int64_t rows, const M* x, const P* weight, const P* bias, Compute<M> eps, M* y,
                      Compute<M>* mean_out, Compute<M>* rstd_out) {
  using C = Compute<M>;
  using Elements = Pack<M, kCount>;
  const int64_t at = row_index();
  if (at >= rows) return;  // whole warps: others of the block do not wait for them
  const M* from = x + at * r.width;
  M* to = y + at * r.width;
  Elements held[kHeld];
  C sum = 0;
  r.each(from, held, true, [&](const Elements& p, int64_t) {
    for (int k = 0; k < kCount; ++k) sum += widen_anew(p.at[k]);
  });
  const C mean = r.total(sum) / static_cast<C>(r.width);
  C squares = 0;
  r.each(from, held, false, [&](const Elements& p, int64_t) {
    for (int k = 0; k < kCount; ++k) {
      const C d = widen_anew(p.at[k]) - mean;
      squares += d * d;
    }
  });
  const C rstd = C(1) / math::fn::sqrt(r.total(squares) / static_cast<C>(r.width) + eps);
  if (threadIdx.x == 0) {
    if (mean_out != nullptr) mean_out[at] = mean;
    if (rstd_out != nullptr) rstd_out[at] = rstd;
  }
  r.each(from, held, false, [&](const Elements& p, int64_t number) {
    const auto w = parameters<kCount>(weight, number * kCount), b = parameters<kCount>(bias, number * kCount);
    Elements result;
    for (int k = 0; k < kCount; ++k) {
      C v = (widen_anew(p.at[k]) - mean) * rstd;
      if (weight != nullptr) v *= widen_anew(w.at[k]);
      if (bias != nullptr) v += widen_anew(b.at[k]);
      result.at[k] = narrow<M>(v);
    }
    r.store_elements(to + number * kCount, result);
  });
}

// With n = (x - mean) rstd and g = dy w: dx = rstd (g - mean(g) - n mean(g n)).
template <class P, class M, int kCount>
__global__ void __launch_bounds__(kMostThreads)
    layer_norm_backward_kernel(Row<M, kCount> r, int64_t rows, const M* dy, const M* x, const Compute<M>* mean_in,
                               const Compute<M>* rstd_in, const P* weight, M* dx) {
  using C = Compute<M>;
  using Elements = Pack<M, kCount>;
  const int64_t at = row_index();
  if (at >= rows) return;
  const M *grad = dy + at * r.width, *from = x + at * r.width;
  M* to = dx + at * r.width;
  const C mean = mean_in[at], rstd = rstd_in[at];
  Elements held_x[kHeld], held_dy[kHeld];
  // f(pack of x, pack of dy, number)
  const auto both = [&](bool load, const auto& f) {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) {
      const int64_t p = threadIdx.x + static_cast<int64_t>(k) * blockDim.x;
      if (p >= r.packs) continue;
      if (load) {
        held_x[k] = load_elements<M, kCount>(from + p * kCount);
        held_dy[k] = load_elements<M, kCount>(grad + p * kCount);
      }
      f(held_x[k], held_dy[k], p);
    }
#pragma unroll 1
    for (int64_t p = threadIdx.x + static_cast<int64_t>(kHeld) * blockDim.x; p < r.packs; p += blockDim.x)
      f(*reinterpret_cast<const Elements*>(from + p * kCount), *reinterpret_cast<const Elements*>(grad + p * kCount),
        p);
  };
  const auto scaled = [&](M g, P w) { return weight != nullptr ? widen_anew(g) * widen_anew(w) : widen_anew(g); };
  C sum = 0, product = 0;
  both(true, [&](const Elements& px, const Elements& pg, int64_t number) {
    const auto w = parameters<kCount>(weight, number * kCount);
    for (int k = 0; k < kCount; ++k) {
      const C g = scaled(pg.at[k], w.at[k]);
      sum += g;
      product += g * (widen_anew(px.at[k]) - mean);
    }
  });
  const C share = C(1) / static_cast<C>(r.width);
  const C mean_g = r.total(sum) * share, mean_gn = r.total(product) * rstd * share;
  both(false, [&](const Elements& px, const Elements& pg, int64_t number) {
    const auto w = parameters<kCount>(weight, number * kCount);
    Elements result;
    for (int k = 0; k < kCount; ++k) {
      const C g = scaled(pg.at[k], w.at[k]), n = (widen_anew(px.at[k]) - mean) * rstd;
      result.at[k] = narrow<M>(rstd * (g - mean_g - n * mean_gn));
    }
    r.store_elements(to + number * kCount, result);
  });
}

// Sums of dy and of dy n.
template <class M>
struct ParametersOp : TwoSums<Compute<M>> {
  using C = Compute<M>;
  using typename TwoSums<C>::Item;
  const M *dy, *x;
  const C *mean, *rstd;
  int64_t width;
  ParametersOp(const LayerNormGradient& in, int64_t width)
      : dy(static_cast<const M*>(in.dy)),
        x(static_cast<const M*>(in.x)),
        mean(static_cast<const C*>(in.mean)),
        rstd(static_cast<const C*>(in.rstd)),
        width(width) {}

  __device__ __forceinline__ Item load(int64_t row, int64_t column) const {
    const int64_t at = row * width + column;
    const C g = widen(dy[at]);
    return {g, g * ((widen(x[at]) - mean[row]) * rstd[row])};
  }
};

// f(tag) for the type of the parameters: that of the rows or of the arithmetic.
template <class M, class F>
void with_parameters(bool as_rows, const F& f) {
  if (as_rows) f(Tag<M, Compute<M>>());
  else f(Tag<Compute<M>, Compute<M>>());
}

// f(row, geometry) with as many elements per load as the rows' places allow.
template <class M, class F>
void with_rows(int64_t rows, int64_t width, std::initializer_list<const void*> operands, const F& f) {
  constexpr int kMost = kVector<M>;
  bool packed = width % kMost == 0;
  for (const void* p : operands) packed = packed && reinterpret_cast<uintptr_t>(p) % 16 == 0;
  const int64_t packs = packed ? width / kMost : width;
  Geometry g = per_row(rows, (packs + 1) / 2, kMostThreads);
  g.shared_bytes = kWarp * sizeof(Compute<M>);
  if (g.threads[0] == kWarp) {  // blocks of one warp leave half of the device idle
    constexpr int64_t kRows = 4;
    g.threads[1] = static_cast<uint32_t>(kRows);
    g.blocks[0] = static_cast<uint32_t>((rows + kRows - 1) / kRows);
  }
  if (packed) f(Row<M, kMost>{packs, width}, g);
  else f(Row<M, 1>{packs, width}, g);
}

}  // namespace

void layer_norm_rows(ScalarType dtype, int64_t rows, int64_t width, const void* x, const Vector& weight,
                     const Vector& bias, double eps, void* y, void* mean, void* rstd, const OnDevice& on) {
  if (rows == 0 || width == 0) return;
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    with_parameters<M>((weight.data != nullptr ? weight : bias).dtype == dtype, [&](auto of_parameters) {
      using P = typename decltype(of_parameters)::Memory;
      with_rows<M>(rows, width, {x, weight.data, bias.data, y}, [&](auto row, const Geometry& g) {
        launch("layer norm kernel", &layer_norm_kernel<P, M, sizeof(typename decltype(row)::Elements) / sizeof(M)>, g,
               on.stream(), row, rows, static_cast<const M*>(x), static_cast<const P*>(weight.data),
               static_cast<const P*>(bias.data), static_cast<C>(eps), static_cast<M*>(y), static_cast<C*>(mean),
               static_cast<C*>(rstd));
      });
    });
  });
}

void layer_norm_rows_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& in,
                              const Vector& weight, void* dx, const OnDevice& on) {
  if (rows == 0 || width == 0) return;
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    with_parameters<M>(weight.dtype == dtype, [&](auto of_parameters) {
      using P = typename decltype(of_parameters)::Memory;
      with_rows<M>(rows, width, {in.dy, in.x, weight.data, dx}, [&](auto row, const Geometry& g) {
        launch("layer norm gradient kernel",
               &layer_norm_backward_kernel<P, M, sizeof(typename decltype(row)::Elements) / sizeof(M)>, g, on.stream(),
               row, rows, static_cast<const M*>(in.dy), static_cast<const M*>(in.x), static_cast<const C*>(in.mean),
               static_cast<const C*>(in.rstd), static_cast<const P*>(weight.data), static_cast<M*>(dx));
      });
    });
  });
}

void layer_norm_parameters_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& in,
                                    const Vector& dw, const Vector& db, const OnDevice& on) {
  if (width == 0) return;
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    sum_columns(ParametersOp<M>(in, width), rows, width, StoreParameterGradients{dw, db}, on);
  });
}

}  // namespace torchpp::cuda
