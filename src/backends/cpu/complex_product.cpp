// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/complex_product.h"

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/isa/shuffles.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cpu {
namespace {

template <class T>
struct Pair {
  T re, im;
};

// n numbers, `step` bytes apart, as rows (re, im) at `upper` and (-im, re) at `lower`: the matrix by which a pair is
// multiplied.
template <class T>
void write_factors(char* upper, char* lower, const char* from, int64_t step, int64_t n) {
  Pair<T>*const x = reinterpret_cast<Pair<T>*>(upper), *const y = reinterpret_cast<Pair<T>*>(lower);
  for (int64_t i = 0; i < n; ++i, from += step) {
    const Pair<T> z = *reinterpret_cast<const Pair<T>*>(from);
    x[i] = z, y[i] = {-z.im, z.re};
  }
}
// The same for a vector by which rows of pairs are multiplied, whose factors are columns: (re, -im) and (im, re).
template <class T>
void write_column_factors(char* upper, char* lower, const char* from, int64_t step, int64_t n) {
  Pair<T>*const x = reinterpret_cast<Pair<T>*>(upper), *const y = reinterpret_cast<Pair<T>*>(lower);
  for (int64_t i = 0; i < n; ++i, from += step) {
    const Pair<T> z = *reinterpret_cast<const Pair<T>*>(from);
    x[i] = {z.re, -z.im}, y[i] = {z.im, z.re};
  }
}
// The real parts to `upper`, the others to `lower`.
template <class T>
void write_parts(char* upper, char* lower, const char* from, int64_t step, int64_t n) {
  for (int64_t i = 0; i < n; ++i, from += step) {
    const Pair<T> z = *reinterpret_cast<const Pair<T>*>(from);
    reinterpret_cast<T*>(upper)[i] = z.re, reinterpret_cast<T*>(lower)[i] = z.im;
  }
}
using WriteFn = void (*)(char* upper, char* lower, const char* from, int64_t step, int64_t n);

// Adds n sums to the numbers at `more`, `more_step` bytes apart, if there are any. The sums are pairs of rows (re) and
// (im), or of products with real and with imaginary parts, as the two ways of multiply_vector give them.
template <class T>
void write_sums(char* to, int64_t step, const char* sums, bool of_parts, const char* more, int64_t more_step,
                int64_t n) {
  const T *const upper = reinterpret_cast<const T*>(sums), *const lower = upper + (of_parts ? 2 * n : n);
  for (int64_t i = 0; i < n; ++i, to += step) {
    Pair<T> sum = {upper[i], lower[i]};
    if (of_parts) sum = {upper[2 * i] - lower[2 * i + 1], upper[2 * i + 1] + lower[2 * i]};
    if (more != nullptr) {
      const Pair<T> z = *reinterpret_cast<const Pair<T>*>(more + i * more_step);
      sum = {sum.re + z.re, sum.im + z.im};
    }
    *reinterpret_cast<Pair<T>*>(to) = sum;
  }
}

const char* bytes_of(const void* data) { return static_cast<const char*>(data); }

// Calls f(batch, row) for every row of `length` elements of every matrix, on the pool.
template <class F>
void for_rows(int64_t batch, int64_t rows, int64_t length, const F& f) {
  constexpr int64_t kGrain = 32768;
  parallel_for(0, batch * rows, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, length)),
               [&](int64_t begin, int64_t end) {
                 int64_t i = begin / rows, row = begin % rows;
                 for (; begin < end; ++begin) {
                   f(i, row);
                   if (++row == rows) row = 0, ++i;
                 }
               });
}

// Rows of pairs are those of a real matrix of twice the columns: c is one, and a where its columns are dense. Of b
// there is a copy of its factors, with twice the rows, too.
void multiply_pairs(const MatrixProduct& q) {
  constexpr int64_t kMostElements = int64_t{1} << 17;  // of a batch that are copied at once: they stay in the cache
  const bool copies_a = q.a.col != 1 && q.k > 1, shares_b = q.b.batch == 0;
  const int64_t size = static_cast<int64_t>(elementSize(q.dtype));
  const int64_t a_size = copies_a ? q.m * q.k : 0, b_size = 2 * q.k * q.n;
  const int64_t each = std::max<int64_t>(1, a_size + (shares_b ? 0 : b_size));
  const int64_t most = std::min(q.batch, std::max<int64_t>(1, kMostElements / each));
  const size_t b_bytes = aligned_size((shares_b ? 1 : most) * b_size * size);
  const Workspace space(b_bytes + most * a_size * size);
  char *const b = space.as<char>(), *const a = space.as<char>(b_bytes);
  const WriteFn write = q.dtype == kComplexFloat ? &write_factors<float> : &write_factors<double>;
  MatrixProduct real = q;  // no image of an empty one in memory
  real.b_id = 0;
  real.dtype = toRealValueType(q.dtype);
  real.m = q.m, real.n = 2 * q.n, real.k = 2 * q.k;
  real.c_row = 2 * q.c_row, real.c_batch = 2 * q.c_batch, real.add = q.add, real.bias = q.bias;
  real.b = {b, real.n, 1, shares_b ? 0 : 2 * b_size};
  for (int64_t first = 0; first < q.batch; first += most) {
    real.batch = std::min(most, q.batch - first);
    if (first == 0 || !shares_b) {
      for_rows(shares_b ? 1 : real.batch, q.k, real.n, [&](int64_t i, int64_t p) {
        char* to = b + (i * b_size + 2 * p * q.n) * size;
        write(to, to + q.n * size, bytes_of(q.b.data) + ((first + i) * q.b.batch + p * q.b.row) * size, q.b.col * size,
              q.n);
      });
    }
    real.a = {bytes_of(q.a.data) + first * q.a.batch * size, 2 * q.a.row, 1, 2 * q.a.batch};
    if (copies_a) {
      for_rows(real.batch, q.m, q.k, [&](int64_t i, int64_t r) {
        const char* from = bytes_of(q.a.data) + ((first + i) * q.a.batch + r * q.a.row) * size;
        char* const data[] = {a + (i * a_size + r * q.k) * size, const_cast<char*>(from)};
        const int64_t strides[] = {size, q.a.col * size};
        copy_loop(size)(data, strides, q.k, nullptr);
      });
      real.a = {a, real.k, 1, 2 * a_size};
    }
    real.c = static_cast<char*>(q.c) + first * q.c_batch * size;
    multiply(real);
  }
}

// A matrix times a vector, without a copy of the matrix: its rows of pairs times the vector's factors, or, where
// columns are dense, the vector's parts times the columns. False where neither rows nor columns are.
bool multiply_vector(const MatrixProduct& q) {
  constexpr int64_t kMostRows = 8192;  // of the vector: what is written of it stays in the cache
  if (q.batch != 1 || (q.n != 1 && q.m != 1) || q.k == 0) return false;
  const bool by_b = q.n != 1, is_float = q.dtype == kComplexFloat;
  const MatrixRef matrix = by_b ? MatrixRef{q.b.data, q.b.col, q.b.row} : q.a;
  const bool by_rows = matrix.col == 1 || q.k == 1;
  if (!by_rows && matrix.row != 1) return false;
  const int64_t size = static_cast<int64_t>(elementSize(q.dtype)), block = std::min(q.k, kMostRows);
  const char* vector = bytes_of(by_b ? q.a.data : q.b.data);
  const int64_t step = (by_b ? q.a.col : q.b.row) * size, length = by_b ? q.n : q.m;
  const WriteFn write = by_rows ? (is_float ? &write_column_factors<float> : &write_column_factors<double>)
                                : (is_float ? &write_parts<float> : &write_parts<double>);
  MatrixProduct real = q;
  real.bias = nullptr, real.b_id = 0;
  real.dtype = toRealValueType(q.dtype);
  real.m = 2, real.n = real.c_row = by_rows ? length : 2 * length;
  const size_t factors = aligned_size(2 * block * size);
  const Workspace space(factors + real.n * size);
  real.b = {nullptr, by_rows ? 1 : 2 * matrix.col, by_rows ? 2 * matrix.row : 1};
  real.c = space.as<char>(factors);
  for (int64_t first = 0; first < q.k; first += block) {
    const int64_t count = std::min(block, q.k - first);
    real.k = by_rows ? 2 * count : count;
    write(space.as<char>(), space.as<char>(real.k * size / 2), vector + first * step, step, count);
    real.a = {space.as<char>(), real.k, 1};
    real.b.data = bytes_of(matrix.data) + first * matrix.col * size;
    real.add = first > 0;
    multiply(real);
  }
  const int64_t c_step = (by_b ? 1 : q.c_row) * size;
  const auto write_to = is_float ? &write_sums<float> : &write_sums<double>;
  write_to(static_cast<char*>(q.c), c_step, bytes_of(real.c), !by_rows, bytes_of(q.add ? q.c : q.bias),
           q.add  ? c_step
           : by_b ? size
                  : 0,
           length);
  return true;
}

// Adds to four sums over n pairs, `step` bytes apart: re re, im im, re im and im re, where the first part is that of x.
// Vectors of the instruction set that every processor has are as fast as memory.
using AddProductsFn = void (*)(int64_t n, const char* x, int64_t x_step, const char* y, int64_t y_step, double* sums);
template <class T>
void add_products(int64_t n, const char* x, int64_t x_step, const char* y, int64_t y_step, double* sums) {
  constexpr int64_t kBytes = 16, kLanes = kBytes / sizeof(T), kRun = 4, kStep = sizeof(Pair<T>);
  typedef T Vector __attribute__((vector_size(16)));
  typedef T Unaligned __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
  if (x_step == kStep && y_step == kStep) {
    Vector same[kRun] = {}, turned[kRun] = {};
    for (; n >= kRun * kLanes / 2; n -= kRun * kLanes / 2, x += kRun * kBytes, y += kRun * kBytes)
#pragma GCC unroll 4
      for (int64_t u = 0; u < kRun; ++u) {
        const Vector a = *reinterpret_cast<const Unaligned*>(x + u * kBytes),
                     b = *reinterpret_cast<const Unaligned*>(y + u * kBytes);
        same[u] += a * b;
        turned[u] += a * swap_halves<1>(b, typename AllLanes<kLanes>::Type());
      }
    const Vector s = (same[0] + same[1]) + (same[2] + same[3]), t = (turned[0] + turned[1]) + (turned[2] + turned[3]);
    for (int64_t i = 0; i < kLanes; ++i) sums[i % 2] += s[i], sums[2 + i % 2] += t[i];
  }
  for (; n > 0; --n, x += x_step, y += y_step) {
    const Pair<T> a = *reinterpret_cast<const Pair<T>*>(x), b = *reinterpret_cast<const Pair<T>*>(y);
    const double re = a.re, im = a.im;
    sums[0] += re * b.re, sums[1] += im * b.im, sums[2] += re * b.im, sums[3] += im * b.re;
  }
}

}  // namespace

void dot_complex(ScalarType dtype, int64_t n, const ComplexVector& x, const ComplexVector& y, void* to) {
  constexpr int64_t kChunk = 32768;  // numbers of a partial sum: part of the result's definition
  const bool is_float = dtype == kComplexFloat;
  const AddProductsFn add = is_float ? &add_products<float> : &add_products<double>;
  const int64_t size = static_cast<int64_t>(elementSize(dtype)), chunks = ceil_div(n, kChunk);
  const int64_t x_step = x.stride * size, y_step = y.stride * size;
  const Workspace space(static_cast<size_t>(chunks) * 4 * sizeof(double));
  double *const parts = space.as<double>(), sum[4] = {};
  detail::run_slices(chunks, [&](int64_t s) {
    const int64_t first = s * kChunk;
    double* const part = parts + 4 * s;
    std::fill_n(part, 4, 0.);
    add(std::min(kChunk, n - first), bytes_of(x.data) + first * x_step, x_step, bytes_of(y.data) + first * y_step,
        y_step, part);
  });
  for (int64_t i = 0; i < 4 * chunks; ++i) sum[i % 4] += parts[i];
  // The conjugate of a number changes the sign of each product with its second part.
  const double x_sign = x.conjugated ? -1 : 1, y_sign = y.conjugated ? -1 : 1;
  const Pair<double> total = {sum[0] - x_sign * y_sign * sum[1], y_sign * sum[2] + x_sign * sum[3]};
  if (is_float) *static_cast<Pair<float>*>(to) = {static_cast<float>(total.re), static_cast<float>(total.im)};
  else *static_cast<Pair<double>*>(to) = total;
  if (TORCHPP_UNLIKELY(verbose::on())) verbose::took("complex");
}

void multiply_complex(const MatrixProduct& q) {
  if (!multiply_vector(q)) multiply_pairs(q);
}

}  // namespace torchpp::cpu
