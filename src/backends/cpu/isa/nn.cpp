// SPDX-License-Identifier: BSD-3-Clause

// Fused rows: layer norm, batch norm. A chunk of a row stays in the first-level cache between its passes.

#include "src/backends/cpu/isa/nn_abi.h"

#include "src/backends/cpu/isa/rows.h"

namespace torchpp::cpu {
namespace {

using math::mul_add;

// Mean, then squared deviations from it: no cancellation, and a short row is still in the cache.
template <class M, class C>
void layer_norm(M* out, const M* in, const C* weight, const C* bias, C* mean_out, C* rstd_out, double eps, int64_t n) {
  const C mean = sum_rows<M, C>(in, in, n, [](C x, C, int64_t) { return x; }) / static_cast<C>(n);
  const C variance =
      sum_rows<M, C>(in, in, n, [&](C x, C, int64_t) { return (x - mean) * (x - mean); }) / static_cast<C>(n);
  const C rstd = C(1) / math::fn::sqrt(variance + static_cast<C>(eps));
  if (mean_out != nullptr) *mean_out = mean;
  if (rstd_out != nullptr) *rstd_out = rstd;
  if (weight != nullptr && bias != nullptr)
    map_row<M, C>(out, in, n, [&](C x, int64_t i) { return mul_add((x - mean) * rstd, weight[i], bias[i]); });
  else if (weight != nullptr) map_row<M, C>(out, in, n, [&](C x, int64_t i) { return (x - mean) * rstd * weight[i]; });
  else if (bias != nullptr) map_row<M, C>(out, in, n, [&](C x, int64_t i) { return (x - mean) * rstd + bias[i]; });
  else map_row<M, C>(out, in, n, [&](C x, int64_t) { return (x - mean) * rstd; });
}

// The same bits as below for a row of one chunk, which is read and converted once.
template <class M, class C, class Weight>
void layer_norm_backward_chunk(M* grad_in, const M* grad, const M* in, C mean, C rstd, int64_t n,
                               const Weight& weight) {
  alignas(64) C buffer_g[kChunk], buffer_x[kChunk], d[kChunk], dh[kChunk];
  const C *g = view(grad, n, buffer_g), *x = view(in, n, buffer_x);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    d[i] = g[i] * weight(i);
    dh[i] = d[i] * ((x[i] - mean) * rstd);
  }
  const C count = static_cast<C>(n);
  const C d_mean = reduce_chunk<Sum>(d, n) / count, dh_mean = reduce_chunk<Sum>(dh, n) / count;
  C* to = target(grad_in, buffer_g);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) to[i] = rstd * (d[i] - d_mean - (x[i] - mean) * rstd * dh_mean);
  store(grad_in, to, n);
}

// With h = (in - mean) rstd and d = grad weight:  grad_in = rstd (d - mean(d) - h mean(d h))
template <class M, class C, class Weight>
void layer_norm_backward(M* grad_in, const M* grad, const M* in, C mean, C rstd, int64_t n, const Weight& weight) {
  if (n <= kChunk) return layer_norm_backward_chunk(grad_in, grad, in, mean, rstd, n, weight);
  const C count = static_cast<C>(n);
  const C d_mean = sum_rows<M, C>(grad, in, n, [&](C g, C, int64_t i) { return g * weight(i); }) / count;
  const C dh_mean =
      sum_rows<M, C>(grad, in, n, [&](C g, C x, int64_t i) { return g * weight(i) * ((x - mean) * rstd); }) / count;
  map_rows<M, C>(grad_in, grad, in, n,
                 [&](C g, C x, int64_t i) { return rstd * (g * weight(i) - d_mean - (x - mean) * rstd * dh_mean); });
}
template <class M, class C>
void layer_norm_params(C* grad_weight, C* grad_bias, const M* grad, const M* in, C mean, C rstd, int64_t n) {
  alignas(64) C buffer_g[kChunk], buffer_x[kChunk];
  chunks(n, [&](int64_t first, int64_t length) {
    const C* g = view(grad + first, length, buffer_g);
    if (grad_bias != nullptr) {
      TORCHPP_NO_ALIAS
      for (int64_t i = 0; i < length; ++i) grad_bias[first + i] += g[i];
    }
    if (grad_weight == nullptr) return;
    const C* x = view(in + first, length, buffer_x);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < length; ++i) grad_weight[first + i] += g[i] * ((x[i] - mean) * rstd);
  });
}

// Sums of d = x - origin and of d^2.
template <class A>
struct Deviations {
  A sum, squares;
};
// In the type A, in 128 bytes of lanes: element i in lane i mod lanes, which are folded in halves.
template <class A, class C>
Deviations<A> deviations(const C* x, A origin, int64_t n) {
  constexpr int kLanes = 128 / sizeof(A), kEach = kWidth<A>, kCount = kLanes / kEach;
  alignas(64) A sums[kLanes] = {}, squares[kLanes] = {};
  const int64_t whole = n - n % kLanes;
  if (whole > 0) {
    Vector<A> sum[kCount] = {}, square[kCount] = {};
    for (int64_t i = 0; i < whole; i += kLanes) {
#pragma GCC unroll 16
      for (int v = 0; v < kCount; ++v) {
        typename Pack<C, kEach>::type loaded;
        __builtin_memcpy(&loaded, x + i + v * kEach, sizeof loaded);
        const Vector<A> d = __builtin_convertvector(loaded, Vector<A>) - origin;
        sum[v] += d;
        square[v] += d * d;
      }
    }
#pragma GCC unroll 16
    for (int v = 0; v < kCount; ++v) {
      __builtin_memcpy(sums + v * kEach, &sum[v], sizeof sum[v]);
      __builtin_memcpy(squares + v * kEach, &square[v], sizeof square[v]);
    }
  }
  for (int64_t i = whole; i < n; ++i) {
    const A d = static_cast<A>(x[i]) - origin;
    sums[i - whole] += d;
    squares[i - whole] += d * d;
  }
  for (int width = kLanes / 2; width > 0; width /= 2)
    for (int l = 0; l < width; ++l) {
      sums[l] += sums[l + width];
      squares[l] += squares[l + width];
    }
  return {sums[0], squares[0]};
}

// Whether a sum of squares neither overflowed nor lost terms that underflowed.
inline bool is_usable(double squares) { return squares < __builtin_inf(); }
inline bool is_usable(float squares) { return squares < 0x1p120f && squares >= 0x1p-100f; }

// The moments of n elements from their deviations: the sum of these tells how far the origin is off the mean.
inline Moments moments_of(double sum, double squares, double origin, int64_t n) {
  const double count = static_cast<double>(n), shift = sum / count;
  return {count, origin + shift, squares - sum * shift};
}

// Element by element (Welford), for rows that are not finite: it takes no difference of two infinite sums.
template <class C>
TORCHPP_OUT_OF_LINE Moments plain_moments(const char* x, int64_t stride, int64_t n) {
  Moments m{0, 0, 0};
  for (int64_t i = 0; i < n; ++i, x += stride) {
    const double value = static_cast<double>(*reinterpret_cast<const C*>(x)), delta = value - m.mean;
    m.count += 1;
    m.mean += delta / m.count;
    m.m2 += delta * (value - m.mean);
  }
  return m;
}

// Whether the elements are all one finite number, of which deviations need no double. Rows of zeros are common.
template <class C>
inline bool is_constant(const C* x, int64_t n) {
  const C first = x[0];
  int other = !(first - first == C(0));
  for (int64_t i = 0; i < n; ++i) other |= !(x[i] == first);
  return other == 0;
}

// In double, which holds the squares of all floats. Short rows cost more to spread over lanes than to add.
constexpr int64_t kShort = 32;
template <class C>
TORCHPP_OUT_OF_LINE Moments wide_moments(const C* x, int64_t n) {
  const double origin = static_cast<double>(x[0]);
  Deviations<double> d{0, 0};
  if (n < kShort) {
    for (int64_t i = 0; i < n; ++i) {
      const double from_origin = static_cast<double>(x[i]) - origin;
      d.sum += from_origin;
      d.squares += from_origin * from_origin;
    }
  } else {
    if (is_constant(x, n)) return {static_cast<double>(n), origin, 0};
    d = deviations(x, origin, n);
  }
  return is_usable(d.squares) ? moments_of(d.sum, d.squares, origin, n)
                              : plain_moments<C>(reinterpret_cast<const char*>(x), sizeof(C), n);
}

// Chan, Golub, LeVeque. A square of the first mean would overflow for nothing.
inline void add_moments(double count, double* mean, double* m2, const Moments& m) {
  if (count == 0) {
    *mean = m.mean;
    *m2 = m.m2;
    return;
  }
  const double after = count + m.count, delta = m.mean - *mean;
  *mean += delta * (m.count / after);
  *m2 += m.m2 + delta * delta * (count * m.count / after);
}

template <class M, class C>
void moments(Moments* total, const M* in, int64_t n) {
  alignas(64) C buffer[kChunk];
  chunks(n, [&](int64_t first, int64_t length) {
    const C* x = view(in + first, length, buffer);
    Moments m;
    if (length < kShort) {
      m = wide_moments(x, length);
    } else {
      const C mean = reduce_chunk<Sum>(x, length) / static_cast<C>(length);
      const Deviations<C> d = deviations(x, mean, length);
      m = is_usable(d.squares) ? moments_of(static_cast<double>(d.sum), static_cast<double>(d.squares),
                                            static_cast<double>(mean), length)
                               : wide_moments(x, length);
    }
    add_moments(total->count, &total->mean, &total->m2, m);
    total->count += m.count;
  });
}

constexpr int64_t kTile = 64;

// A tile of rows by columns: the mean of each column, then the deviations from it.
template <class A, class C>
struct TileDeviations {
  alignas(64) A origin[kTile], sum[kTile], squares[kTile];
  bool usable = true;
  void compute(const char* x, int64_t stride, int64_t rows, int64_t width) {
    const A scale = A(1) / static_cast<A>(rows);
    for (int64_t j = 0; j < width; ++j) origin[j] = sum[j] = squares[j] = A(0);
    for (int64_t r = 0; r < rows; ++r) {
      const C* row = reinterpret_cast<const C*>(x + r * stride);
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < width; ++j) origin[j] += static_cast<A>(row[j]);
    }
    for (int64_t j = 0; j < width; ++j) origin[j] *= scale;
    for (int64_t r = 0; r < rows; ++r) {
      const C* row = reinterpret_cast<const C*>(x + r * stride);
      TORCHPP_NO_ALIAS
      for (int64_t j = 0; j < width; ++j) {
        const A d = static_cast<A>(row[j]) - origin[j];
        sum[j] += d;
        squares[j] += d * d;
      }
    }
    for (int64_t j = 0; j < width; ++j) usable &= is_usable(squares[j]);
  }
  Moments moments(int64_t j, int64_t n) const {
    return moments_of(static_cast<double>(sum[j]), static_cast<double>(squares[j]), static_cast<double>(origin[j]), n);
  }
};

// Adds the moments of a tile to those of the columns, which had `before` elements.
template <class C>
inline void add_tile(double before, double* mean, double* m2, const char* x, int64_t stride, int64_t rows,
                     int64_t width) {
  TileDeviations<C, C> tile;
  tile.compute(x, stride, rows, width);
  if (tile.usable) {
    for (int64_t j = 0; j < width; ++j) add_moments(before, mean + j, m2 + j, tile.moments(j, rows));
    return;
  }
  // Columns of one finite number, as those of zeros, have no deviations; without others nothing needs double.
  int constant[kTile];
  const C* first = reinterpret_cast<const C*>(x);
  for (int64_t j = 0; j < width; ++j) constant[j] = first[j] - first[j] == C(0);
  for (int64_t r = 1; r < rows; ++r) {
    const C* row = reinterpret_cast<const C*>(x + r * stride);
    for (int64_t j = 0; j < width; ++j) constant[j] &= row[j] == first[j];
  }
  bool all_known = true;
  for (int64_t j = 0; j < width; ++j) all_known &= constant[j] != 0 || is_usable(tile.squares[j]);
  if (all_known) {
    for (int64_t j = 0; j < width; ++j)
      add_moments(before, mean + j, m2 + j,
                  constant[j] != 0 ? Moments{static_cast<double>(rows), static_cast<double>(first[j]), 0}
                                   : tile.moments(j, rows));
    return;
  }
  TileDeviations<double, C> wide;
  wide.compute(x, stride, rows, width);
  for (int64_t j = 0; j < width; ++j)
    add_moments(before, mean + j, m2 + j,
                is_usable(wide.squares[j]) ? wide.moments(j, rows)
                                           : plain_moments<C>(x + j * static_cast<int64_t>(sizeof(C)), stride, rows));
}

// Tiles of 64 rows by 64 columns, which stay in the first-level cache.
template <class M, class C>
void column_moments(double* mean, double* m2, int64_t count, const char* in, int64_t row_stride, int64_t rows,
                    int64_t columns) {
  constexpr bool kConverts = sizeof(M) != sizeof(C);
  alignas(64) C converted[kConverts ? kTile * kTile : 1];
  for (int64_t c0 = 0; c0 < columns; c0 += kTile) {
    const int64_t width = columns - c0 < kTile ? columns - c0 : kTile;
    for (int64_t r0 = 0; r0 < rows; r0 += kTile) {
      const int64_t n = rows - r0 < kTile ? rows - r0 : kTile;
      const char* x = in + r0 * row_stride + c0 * static_cast<int64_t>(sizeof(M));
      int64_t stride = row_stride;
      if constexpr (kConverts) {
        // Rows without a gap are one: a conversion of a few columns costs little more than its call.
        const bool dense = row_stride == width * static_cast<int64_t>(sizeof(M));
        const int64_t runs = dense ? 1 : n, run = dense ? n * width : width;
        for (int64_t r = 0; r < runs; ++r)
          view(reinterpret_cast<const M*>(x + r * row_stride), run, converted + r * run);
        x = reinterpret_cast<const char*>(converted);
        stride = width * static_cast<int64_t>(sizeof(C));
      }
      add_tile<C>(static_cast<double>(count + r0), mean + c0, m2 + c0, x, stride, n, width);
    }
  }
}

template <class M, class C>
void centered_sums(double* sums, const M* grad, const M* in, C mean, int64_t n) {
  sums[0] = static_cast<double>(sum_rows<M, C>(grad, grad, n, [](C g, C, int64_t) { return g; }));
  sums[1] = static_cast<double>(sum_rows<M, C>(grad, in, n, [&](C g, C x, int64_t) { return g * (x - mean); }));
}

}  // namespace

#define ROWS(tag)                                                                                                      \
  TORCHPP_ROW_FUNCTION(layer_norm, tag, void* out, const void* in, const void* weight, const void* bias, void* mean,   \
                       void* rstd, double eps, int64_t n) {                                                            \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    layer_norm<M, C>(static_cast<M*>(out), static_cast<const M*>(in), static_cast<const C*>(weight),                   \
                     static_cast<const C*>(bias), static_cast<C*>(mean), static_cast<C*>(rstd), eps, n);               \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(layer_norm_backward, tag, void* grad_in, const void* grad, const void* in, const void* weight,  \
                       const void* mean, const void* rstd, int64_t n) {                                                \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C *w = static_cast<const C*>(weight), m = *static_cast<const C*>(mean), r = *static_cast<const C*>(rstd);    \
    M* to = static_cast<M*>(grad_in);                                                                                  \
    const M *g = static_cast<const M*>(grad), *x = static_cast<const M*>(in);                                          \
    if (w != nullptr) return layer_norm_backward<M, C>(to, g, x, m, r, n, [w](int64_t i) { return w[i]; });            \
    layer_norm_backward<M, C>(to, g, x, m, r, n, [](int64_t) { return C(1); });                                        \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(layer_norm_params, tag, void* grad_weight, void* grad_bias, const void* grad, const void* in,   \
                       const void* mean, const void* rstd, int64_t n) {                                                \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    layer_norm_params<M, C>(static_cast<C*>(grad_weight), static_cast<C*>(grad_bias), static_cast<const M*>(grad),     \
                            static_cast<const M*>(in), *static_cast<const C*>(mean), *static_cast<const C*>(rstd), n); \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(moments, tag, Moments* total, const void* in, int64_t n) {                                      \
    moments<Tag_##tag::Memory, Tag_##tag::Compute>(total, static_cast<const Tag_##tag::Memory*>(in), n);               \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(column_moments, tag, double* mean, double* m2, int64_t count, const void* in,                   \
                       int64_t row_stride, int64_t rows, int64_t columns) {                                            \
    column_moments<Tag_##tag::Memory, Tag_##tag::Compute>(mean, m2, count, static_cast<const char*>(in), row_stride,   \
                                                          rows, columns);                                              \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(affine, tag, void* out, const void* in, double scale, double shift, int64_t n) {                \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C a = static_cast<C>(scale), b = static_cast<C>(shift);                                                      \
    map_row<M, C>(static_cast<M*>(out), static_cast<const M*>(in), n, [&](C x, int64_t) { return mul_add(x, a, b); }); \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(affine_row, tag, void* out, const void* in, const void* scale, const void* shift, int64_t n) {  \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C *a = static_cast<const C*>(scale), *b = static_cast<const C*>(shift);                                      \
    map_row<M, C>(static_cast<M*>(out), static_cast<const M*>(in), n,                                                  \
                  [&](C x, int64_t i) { return mul_add(x, a[i], b[i]); });                                             \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(centered_sums, tag, double* sums, const void* grad, const void* in, double mean, int64_t n) {   \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    centered_sums<M, C>(sums, static_cast<const M*>(grad), static_cast<const M*>(in), static_cast<C>(mean), n);        \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(affine2, tag, void* out, const void* grad, const void* in, double a, double b, double c,        \
                       int64_t n) {                                                                                    \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C ka = static_cast<C>(a), kb = static_cast<C>(b), kc = static_cast<C>(c);                                    \
    map_rows<M, C>(static_cast<M*>(out), static_cast<const M*>(grad), static_cast<const M*>(in), n,                    \
                   [&](C g, C x, int64_t) { return mul_add(ka, g, mul_add(kb, x, kc)); });                             \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(masked_scale, tag, void* out, const void* in, const bool* mask, double scale, int64_t n) {      \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C by = static_cast<C>(scale);                                                                                \
    /* Bytes, whose conversion vectorises; not a choice between two factors, of which GCC makes a branch. */           \
    const uint8_t* kept = reinterpret_cast<const uint8_t*>(mask);                                                      \
    map_row<M, C>(static_cast<M*>(out), static_cast<const M*>(in), n,                                                  \
                  [kept, by](C x, int64_t i) { return x * (static_cast<C>(kept[i]) * by); });                          \
  }

ROWS(f32)
ROWS(f64)
ROWS(f16)
ROWS(bf16)

}  // namespace torchpp::cpu
