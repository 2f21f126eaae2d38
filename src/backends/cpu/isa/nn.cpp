// SPDX-License-Identifier: BSD-3-Clause

// Fused rows: layer norm, batch norm. A chunk of a row stays in the first-level cache between its passes.

#include "src/backends/cpu/isa/nn_abi.h"

#include "src/backends/cpu/isa/row_vectors.h"

namespace torchpp::cpu {
namespace {

using math::mul_add;

// body(a, b, first row, rows, first column, columns) for parts of dense rows in their compute type: several whole rows
// that are a chunk together, or a chunk of one row.
template <class M, class C, class Body>
inline void row_chunks(const M* a, const M* b, int64_t rows, int64_t n, const Body& body) {
  alignas(64) C buffer_a[kChunk], buffer_b[kChunk];
  const int64_t together = n < kChunk ? kChunk / n : 1;
  for (int64_t r = 0; r < rows; r += together) {
    const int64_t count = rows - r < together ? rows - r : together;
    chunks(n, [&](int64_t first, int64_t length) {
      const int64_t from = r * n + first;
      body(view(a + from, count * length, buffer_a), view(b + from, count * length, buffer_b), r, count, first, length);
    });
  }
}

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

// One row's gradient in vectors. With h = (in - mean) rstd and d = grad weight:
// grad_in = rstd (d - mean(d) - h mean(d h)). Sums are those of reduce_chunk(), still in lanes.
template <class C>
struct RowGradient {
  const C *grad, *in, *weight;
  C mean, rstd;

  static Vector<C> h(Vector<C> x, C mean, C rstd) { return (x - mean) * rstd; }
  Vector<C> d(int64_t i) const { return load(grad + i) * load(weight + i); }
  Vector<C> d(int64_t i, int64_t count) const {
    return load_part(grad + i, count, C(0)) * load_part(weight + i, count, C(0));
  }
  Vector<C> sum_of_d(int64_t n) const {
    return reduced<Sum, C>(
        n, [&](int64_t i) { return d(i); }, [&](int64_t i, int64_t count) { return d(i, count); });
  }
  Vector<C> sum_of_dh(int64_t n) const {
    return reduced<Sum, C>(
        n, [&](int64_t i) { return d(i) * h(load(in + i), mean, rstd); },
        [&](int64_t i, int64_t count) { return d(i, count) * h(load_part(in + i, count, mean), mean, rstd); });
  }
  void write(C* to, C d_mean, C dh_mean, int64_t n) const {
    const auto value = [&](Vector<C> each_d, Vector<C> x) {
      return rstd * (each_d - d_mean - h(x, mean, rstd) * dh_mean);
    };
    int64_t i = 0;
    for (; i + kWidth<C> <= n; i += kWidth<C>) put(to + i, value(d(i), load(in + i)));
    if (i < n) put_part(to + i, value(d(i, n - i), load_part(in + i, n - i, mean)), n - i);
  }
};

// Meanwhile asks for the rows of the next group and for those of the results, unless all are in a buffer: the hardware
// prefetches too late for passes that alternate between memory and the nearest cache.
template <class C>
TORCHPP_OUT_OF_LINE void short_row_gradients(C* to, const C* grad, const C* in, const C* weight, const C* mean,
                                             const C* rstd, int64_t rows, int64_t n) {
  alignas(64) C d_mean[kWidth<C>], dh_mean[kWidth<C>];
  const int64_t most = rows_of_group<C>(n);
  for (int64_t first = 0; first < rows; first += most) {
    const int64_t count = rows - first < most ? rows - first : most;
    const auto row = [&](int64_t r) {
      const int64_t at = (first + r) * n;
      return RowGradient<C>{grad + at, in + at, weight, mean[first + r], rstd[first + r]};
    };
    reduce_rows<Sum>(d_mean, count, [&](int64_t r) { return row(r).sum_of_d(n); });
    reduce_rows<Sum>(dh_mean, count, [&](int64_t r) {
      constexpr int64_t kLine = 64 / sizeof(C);
      const int64_t at = (first + r) * n, ahead = at + most * n;
      for (int64_t i = 0; i < n && to != grad; i += kLine) {
        __builtin_prefetch(grad + ahead + i);
        __builtin_prefetch(in + ahead + i);
        __builtin_prefetch(to + at + i, 1);
      }
      return row(r).sum_of_dh(n);
    });
    put(d_mean, load(d_mean) / static_cast<C>(n));
    put(dh_mean, load(dh_mean) / static_cast<C>(n));
    for (int64_t r = 0; r < count; ++r) row(r).write(to + (first + r) * n, d_mean[r], dh_mean[r], n);
  }
}
constexpr int64_t kAlone = 256;  // elements from which on a row is as fast on its own
// A row of one chunk is converted once.
template <class M, class C, class Weight>
void long_row_gradient(M* out, const M* grad, const M* in, const Weight& weight, C mean, C rstd, int64_t n) {
  alignas(64) C buffer_g[kChunk], buffer_x[kChunk];
  RowGradient<C> row{nullptr, nullptr, nullptr, mean, rstd};
  const auto read = [&](int64_t first, int64_t length) {
    row.grad = view(grad + first, length, buffer_g);
    row.in = view(in + first, length, buffer_x);
    row.weight = weight(first);
  };
  Cascade<Sum, C> d_sum, dh_sum;
  chunks(n, [&](int64_t first, int64_t length) {
    read(first, length);
    d_sum.push(fold<Sum, C, kWidth<C>>(row.sum_of_d(length)));
    dh_sum.push(fold<Sum, C, kWidth<C>>(row.sum_of_dh(length)));
  });
  const C d_mean = d_sum.result() / static_cast<C>(n), dh_mean = dh_sum.result() / static_cast<C>(n);
  chunks(n, [&](int64_t first, int64_t length) {
    if (n > kChunk) read(first, length);
    C* const to = target(out + first, buffer_g);
    row.write(to, d_mean, dh_mean, length);
    store(out + first, to, length);
  });
}
template <class M, class C>
void layer_norm_backward(M* to, const M* grad, const M* in, const C* weight, const C* mean, const C* rstd, int64_t rows,
                         int64_t n) {
  alignas(64) C ones[kChunk];  // the factors of a chunk where there is no weight
  if (weight == nullptr)
    for (int64_t i = 0; i < n && i < kChunk; ++i) ones[i] = C(1);
  if (n < kAlone)
    return with_rows(to, grad, in, rows, n, [&](C* y, const C* g, const C* x, int64_t count) {
      short_row_gradients(y, g, x, weight != nullptr ? weight : ones, mean, rstd, count, n);
      mean += count, rstd += count;
    });
  for (int64_t r = 0; r < rows; ++r)
    long_row_gradient<M, C>(
        to + r * n, grad + r * n, in + r * n, [&](int64_t first) { return weight != nullptr ? weight + first : ones; },
        mean[r], rstd[r], n);
}

// V vectors of columns, of rows `stride` elements apart, with the sums in registers.
template <int V, class C>
inline void add_parameters(C* grad_weight, C* grad_bias, const C* grad, const C* in, const C* mean, const C* rstd,
                           int64_t rows, int64_t stride) {
  Vector<C> w[V], b[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    w[v] = grad_weight != nullptr ? load(grad_weight + v * kWidth<C>) : Vector<C>{};
    b[v] = grad_bias != nullptr ? load(grad_bias + v * kWidth<C>) : Vector<C>{};
  }
  for (int64_t r = 0; r < rows; ++r, grad += stride, in += stride) {
    const C m = mean[r], s = rstd[r];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      const Vector<C> g = load(grad + v * kWidth<C>);
      b[v] += g;
      w[v] += g * RowGradient<C>::h(load(in + v * kWidth<C>), m, s);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    if (grad_weight != nullptr) put(grad_weight + v * kWidth<C>, w[v]);
    if (grad_bias != nullptr) put(grad_bias + v * kWidth<C>, b[v]);
  }
}
template <class C>
TORCHPP_OUT_OF_LINE void add_row_parameters(C* grad_weight, C* grad_bias, const C* grad, const C* in, const C* mean,
                                            const C* rstd, int64_t rows, int64_t n) {
  const auto at = [](C* p, int64_t i) { return p != nullptr ? p + i : nullptr; };
  constexpr int kVectorsAtOnce = 4;
  int64_t i = 0;
  for (; i + kVectorsAtOnce * kWidth<C> <= n; i += kVectorsAtOnce * kWidth<C>)
    add_parameters<kVectorsAtOnce>(at(grad_weight, i), at(grad_bias, i), grad + i, in + i, mean, rstd, rows, n);
  for (; i + kWidth<C> <= n; i += kWidth<C>)
    add_parameters<1>(at(grad_weight, i), at(grad_bias, i), grad + i, in + i, mean, rstd, rows, n);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t j = i; j < n; ++j) {
      const C g = grad[r * n + j];
      if (grad_bias != nullptr) grad_bias[j] += g;
      if (grad_weight != nullptr) grad_weight[j] += g * ((in[r * n + j] - mean[r]) * rstd[r]);
    }
}
template <class M, class C>
void layer_norm_params(C* grad_weight, C* grad_bias, const M* grad, const M* in, const C* mean, const C* rstd,
                       int64_t rows, int64_t n) {
  row_chunks<M, C>(grad, in, rows, n,
                   [&](const C* g, const C* x, int64_t row, int64_t count, int64_t first, int64_t length) {
                     add_row_parameters(grad_weight != nullptr ? grad_weight + first : nullptr,
                                        grad_bias != nullptr ? grad_bias + first : nullptr, g, x, mean + row,
                                        rstd + row, count, length);
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

// V vectors of columns with the sums in registers.
template <int V, class C>
inline void add_centered(C* sums, C* products, const C* grad, const C* in, const C* mean, int64_t rows,
                         int64_t stride) {
  Vector<C> s[V], p[V], m[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    s[v] = load(sums + v * kWidth<C>);
    p[v] = load(products + v * kWidth<C>);
    m[v] = load(mean + v * kWidth<C>);
  }
  for (int64_t r = 0; r < rows; ++r, grad += stride, in += stride) {
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      const Vector<C> g = load(grad + v * kWidth<C>);
      s[v] += g;
      p[v] += g * (load(in + v * kWidth<C>) - m[v]);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    put(sums + v * kWidth<C>, s[v]);
    put(products + v * kWidth<C>, p[v]);
  }
}
template <class C>
TORCHPP_OUT_OF_LINE void add_centered_rows(C* sums, C* products, const C* grad, const C* in, const C* mean,
                                           int64_t rows, int64_t n) {
  int64_t i = 0;
  for (; i + 4 * kWidth<C> <= n; i += 4 * kWidth<C>)
    add_centered<4>(sums + i, products + i, grad + i, in + i, mean + i, rows, n);
  for (; i + 2 * kWidth<C> <= n; i += 2 * kWidth<C>)
    add_centered<2>(sums + i, products + i, grad + i, in + i, mean + i, rows, n);
  for (; i + kWidth<C> <= n; i += kWidth<C>)
    add_centered<1>(sums + i, products + i, grad + i, in + i, mean + i, rows, n);
  for (int64_t r = 0; i < n && r < rows; ++r)
    for (int64_t j = i; j < n; ++j) {
      sums[j] += grad[r * n + j];
      products[j] += grad[r * n + j] * (in[r * n + j] - mean[j]);
    }
}
template <class M, class C>
void centered_columns(C* sums, C* products, const M* grad, const M* in, const C* mean, int64_t rows, int64_t n) {
  row_chunks<M, C>(grad, in, rows, n,
                   [&](const C* g, const C* x, int64_t, int64_t count, int64_t first, int64_t length) {
                     add_centered_rows(sums + first, products + first, g, x, mean + first, count, length);
                   });
}

template <class M, class C>
void centered_sums(double* sums, const M* grad, const M* in, C mean, int64_t n) {
  alignas(64) C buffer_g[kChunk], buffer_x[kChunk], products[kChunk];
  Cascade<Sum, C> sum, product;
  chunks(n, [&](int64_t first, int64_t length) {
    const C *g = view(grad + first, length, buffer_g), *x = view(in + first, length, buffer_x);
    sum.push(reduce_chunk<Sum>(g, length));
    product.push(chunk_sum(products, length, [&](int64_t i) { return g[i] * (x[i] - mean); }));
  });
  sums[0] = static_cast<double>(sum.result());
  sums[1] = static_cast<double>(product.result());
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
                       const void* mean, const void* rstd, int64_t rows, int64_t n) {                                  \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    layer_norm_backward<M, C>(static_cast<M*>(grad_in), static_cast<const M*>(grad), static_cast<const M*>(in),        \
                              static_cast<const C*>(weight), static_cast<const C*>(mean), static_cast<const C*>(rstd), \
                              rows, n);                                                                                \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(layer_norm_params, tag, void* grad_weight, void* grad_bias, const void* grad, const void* in,   \
                       const void* mean, const void* rstd, int64_t rows, int64_t n) {                                  \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    layer_norm_params<M, C>(static_cast<C*>(grad_weight), static_cast<C*>(grad_bias), static_cast<const M*>(grad),     \
                            static_cast<const M*>(in), static_cast<const C*>(mean), static_cast<const C*>(rstd), rows, \
                            n);                                                                                        \
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
  TORCHPP_ROW_FUNCTION(centered_columns, tag, void* sums, void* products, const void* grad, const void* in,            \
                       const void* mean, int64_t rows, int64_t columns) {                                              \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    centered_columns<M, C>(static_cast<C*>(sums), static_cast<C*>(products), static_cast<const M*>(grad),              \
                           static_cast<const M*>(in), static_cast<const C*>(mean), rows, columns);                     \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(affine2, tag, void* out, const void* grad, const void* in, double a, double b, double c,        \
                       int64_t n) {                                                                                    \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C ka = static_cast<C>(a), kb = static_cast<C>(b), kc = static_cast<C>(c);                                    \
    map_rows<M, C>(static_cast<M*>(out), static_cast<const M*>(grad), static_cast<const M*>(in), n,                    \
                   [&](C g, C x, int64_t) { return mul_add(ka, g, mul_add(kb, x, kc)); });                             \
  }                                                                                                                    \
  TORCHPP_ROW_FUNCTION(affine2_row, tag, void* out, const void* grad, const void* in, const void* a, const void* b,    \
                       const void* c, int64_t n) {                                                                     \
    using M = Tag_##tag::Memory;                                                                                       \
    using C = Tag_##tag::Compute;                                                                                      \
    const C *ka = static_cast<const C*>(a), *kb = static_cast<const C*>(b), *kc = static_cast<const C*>(c);            \
    map_rows<M, C>(static_cast<M*>(out), static_cast<const M*>(grad), static_cast<const M*>(in), n,                    \
                   [&](C g, C x, int64_t i) { return ka[i] * g + kb[i] * x + kc[i]; });                                \
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
