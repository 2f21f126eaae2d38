// SPDX-License-Identifier: BSD-3-Clause
// The CPU's kernels of ops/table/decomposition.ops: Householder's QR, LU with partial pivoting, triangular systems. All
// work in blocks of columns, whose effect on the rest of the matrix is one matrix product.

#include <torchpp/core/complex.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/linalg_product.h"
#include "src/ops/decomposition_rules.h"
#include "src/ops/generated/decomposition.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kBlock = 32;  // columns that are worked on one by one

// Real numbers as the complex ones that they are.
template <class T>
T conj_of(T x) {
  if constexpr (IsComplex<T>::value) return conj(x);
  else return x;
}
template <class T>
auto real_of(T x) {
  if constexpr (IsComplex<T>::value) return x.real();
  else return x;
}
template <class T>
auto imag_of(T x) {
  if constexpr (IsComplex<T>::value) return x.imag();
  else return T(0);
}
// |re| + |im|, by which LAPACK chooses pivots.
template <class T>
auto size_of(T x) {
  return std::abs(real_of(x)) + std::abs(imag_of(x));
}

template <class F>
void visit_lapack(ScalarType dtype, const F& f) {
  switch (dtype) {
    case kFloat: return f(float());
    case kDouble: return f(double());
    case kComplexFloat: return f(ComplexFloat());
    default: return f(ComplexDouble());
  }
}

// A matrix of any strides.
template <class T>
struct View {
  T* data;
  int64_t rows, columns, row, column;  // sizes and strides

  T& operator()(int64_t i, int64_t j) const { return data[i * row + j * column]; }
  View part(int64_t i, int64_t j, int64_t m, int64_t n) const {
    return {data + i * row + j * column, m, n, row, column};
  }
  View transposed() const { return {data, columns, rows, column, row}; }
};

// c += a b, or c = a b. One stride of c is 1.
template <class T>
void product(View<T> c, View<T> a, View<T> b, bool add) {
  if (c.rows == 0 || c.columns == 0) return;
  if (c.column != 1) return product(c.transposed(), b.transposed(), a.transposed(), add);
  MatrixProduct q;
  q.dtype = CppTypeToScalarType<T>::value;
  q.m = c.rows, q.n = c.columns, q.k = a.columns;
  q.a = {a.data, a.row, a.column, 0};
  q.b = {b.data, b.row, b.column, 0};
  q.c = c.data, q.c_row = c.row;
  q.add = add;
  multiply(q);
}

// Memory for a matrix, row by row.
template <class T>
class Scratch {
 public:
  Scratch(int64_t rows, int64_t columns)
      : values_(static_cast<size_t>(rows * columns)), view_{values_.data(), rows, columns, columns, 1} {}
  View<T> view() { return view_; }

 private:
  std::vector<T> values_;
  View<T> view_;
};
template <class T>
void copy_negated(View<T> to, View<T> from) {
  for (int64_t i = 0; i < to.rows; ++i)
    for (int64_t j = 0; j < to.columns; ++j) to(i, j) = -from(i, j);
}

// ---------------------------------------------------------------- triangular systems

// x, row by row, becomes the solution of a y = x.
template <class T>
void solve_triangle(View<T> a, bool upper, bool unit, View<T> x) {
  const int64_t n = a.rows, blocks = (n + kBlock - 1) / kBlock;
  Scratch<T> factors(n, std::min(n, kBlock));
  for (int64_t b = 0; b < blocks; ++b) {
    const int64_t begin = (upper ? blocks - 1 - b : b) * kBlock, end = std::min(n, begin + kBlock);
    for (int64_t step = 0; step < end - begin; ++step) {
      const int64_t i = upper ? end - 1 - step : begin + step;
      T* const row = &x(i, 0);
      for (int64_t j = upper ? i + 1 : begin; j < (upper ? end : i); ++j) {
        const T factor = a(i, j);
        const T* const other = &x(j, 0);
        for (int64_t c = 0; c < x.columns; ++c) row[c] -= factor * other[c];
      }
      if (unit) continue;
      const T pivot = a(i, i);
      for (int64_t c = 0; c < x.columns; ++c) row[c] /= pivot;
    }
    const int64_t rest = upper ? 0 : end, others = upper ? begin : n - end;
    const View<T> f = factors.view().part(0, 0, others, end - begin);
    copy_negated(f, a.part(rest, begin, others, end - begin));
    product(x.part(rest, 0, others, x.columns), f, x.part(begin, 0, end - begin, x.columns), true);
  }
}

// ---------------------------------------------------------------- LU

template <class T>
void swap_rows(View<T> a, int64_t i, int64_t k) {
  if (i == k) return;
  for (int64_t j = 0; j < a.columns; ++j) std::swap(a(i, j), a(k, j));
}

// The factors of a square matrix, whose columns are dense, in its place. Returns the number of the first pivot that is
// 0, counted from 1, or 0.
template <class T>
int factor(View<T> a, int* pivots) {
  const int64_t n = a.rows;
  int info = 0;
  Scratch<T> factors(n, std::min(n, kBlock));
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t end = std::min(n, begin + kBlock);
    for (int64_t j = begin; j < end; ++j) {
      int64_t pivot = j;
      for (int64_t i = j + 1; i < n; ++i)
        if (size_of(a(i, j)) > size_of(a(pivot, j))) pivot = i;
      pivots[j] = static_cast<int>(pivot + 1);
      if (a(pivot, j) == T(0)) {
        if (info == 0) info = static_cast<int>(j + 1);
        continue;
      }
      swap_rows(a, j, pivot);
      for (int64_t i = j + 1; i < n; ++i) a(i, j) /= a(j, j);
      for (int64_t c = j + 1; c < end; ++c) {
        const T factor = a(j, c);
        T* const to = &a(0, c);
        const T* const from = &a(0, j);
        for (int64_t i = j + 1; i < n; ++i) to[i] -= from[i] * factor;
      }
    }
    // The block's rows of U, then what remains to be factored.
    for (int64_t c = end; c < n; ++c)
      for (int64_t j = begin; j < end; ++j) {
        const T factor = a(j, c);
        for (int64_t i = j + 1; i < end; ++i) a(i, c) -= a(i, j) * factor;
      }
    const View<T> f = factors.view().part(0, 0, n - end, end - begin);
    copy_negated(f, a.part(end, begin, n - end, end - begin));
    product(a.part(end, end, n - end, n - end), f, a.part(begin, end, end - begin, n - end), true);
  }
  return info;
}

// x, row by row, becomes the solution of A y = x or A^H y = x.
template <class T>
void solve_by_factors(View<T> lu, const int* pivots, bool adjoint, View<T> x) {
  const int64_t n = lu.rows;
  if (!adjoint) {
    for (int64_t i = 0; i < n; ++i) swap_rows(x, i, pivots[i] - 1);
    solve_triangle(lu, /*upper=*/false, /*unit=*/true, x);
    return solve_triangle(lu, /*upper=*/true, /*unit=*/false, x);
  }
  Scratch<T> keep(IsComplex<T>::value ? n : 0, n);
  View<T> a = lu.transposed();
  if constexpr (IsComplex<T>::value) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) keep.view()(i, j) = conj(a(i, j));
    a = keep.view();
  }
  solve_triangle(a, /*upper=*/false, /*unit=*/false, x);
  solve_triangle(a, /*upper=*/true, /*unit=*/true, x);
  for (int64_t i = n; i-- > 0;) swap_rows(x, i, pivots[i] - 1);
}

// ---------------------------------------------------------------- QR

// The length of a vector, whose squares neither overflow nor vanish.
template <class T>
auto length_of(const T* x, int64_t n) {
  using R = decltype(real_of(T()));
  R greatest = 0;
  for (int64_t i = 0; i < n; ++i) {
    const R size = std::max(std::abs(real_of(x[i])), std::abs(imag_of(x[i])));
    if (!(size <= greatest)) greatest = size;  // also NaN
  }
  if (greatest == 0 || !std::isfinite(greatest)) return greatest;
  R sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    const R re = real_of(x[i]) / greatest, im = imag_of(x[i]) / greatest;
    sum += re * re + im * im;
  }
  return greatest * std::sqrt(sum);
}

// Reflects a vector onto its first axis: x becomes (beta, v), where the first element of v is 1 and not kept. Returns
// tau of the reflection I - tau v v^H whose adjoint does that, as in LAPACK.
template <class T>
T reflection(T* x, int64_t n) {
  using R = decltype(real_of(T()));
  const R rest = length_of(x + 1, n - 1);
  if (rest == 0 && imag_of(x[0]) == 0) return T(0);
  // Below this 1 / (x[0] - beta) may overflow, so that the vector is enlarged first.
  const R least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  int enlarged = 0;
  R beta = std::hypot(std::hypot(real_of(x[0]), imag_of(x[0])), rest);
  for (; beta < least && enlarged < 20; ++enlarged) {
    for (int64_t i = 0; i < n; ++i) x[i] = x[i] * T(1 / least);
    beta = std::hypot(std::hypot(real_of(x[0]), imag_of(x[0])), length_of(x + 1, n - 1));
  }
  if (real_of(x[0]) >= 0) beta = -beta;
  const T tau = (T(beta) - x[0]) / T(beta), scale = T(1) / (x[0] - T(beta));
  for (int64_t i = 1; i < n; ++i) x[i] = x[i] * scale;
  for (; enlarged > 0; --enlarged) beta *= least;
  x[0] = T(beta);
  return tau;
}

// The decomposition of a matrix, whose columns are dense, in its place.
template <class T>
void reflect_columns(View<T> a, T* tau) {
  const int64_t m = a.rows, n = a.columns, k = std::min(m, n);
  for (int64_t begin = 0; begin < k; begin += kBlock) {
    const int64_t end = std::min(k, begin + kBlock), width = end - begin, height = m - begin;
    for (int64_t j = begin; j < end; ++j) {
      tau[j] = reflection(&a(j, j), m - j);
      const T* const v = &a(0, j);
      for (int64_t c = j + 1; c < end; ++c) {
        T* const x = &a(0, c);
        T sum = x[j];
        for (int64_t i = j + 1; i < m; ++i) sum += conj_of(v[i]) * x[i];
        sum = sum * conj_of(tau[j]);
        x[j] -= sum;
        for (int64_t i = j + 1; i < m; ++i) x[i] -= v[i] * sum;
      }
    }
    if (end == n) break;
    // The block's reflections together are I - V T V^H; their adjoint changes the columns that follow.
    Scratch<T> vectors(height, width), adjoint(width, height), triangle(width, width);
    const View<T> v = vectors.view(), v_adjoint = adjoint.view(), t = triangle.view();
    for (int64_t j = 0; j < width; ++j)
      for (int64_t i = j; i < height; ++i) {
        v(i, j) = i == j ? T(1) : a(begin + i, begin + j);
        v_adjoint(j, i) = conj_of(v(i, j));
      }
    for (int64_t j = 0; j < width; ++j) {
      T dots[kBlock];
      for (int64_t i = 0; i < j; ++i) {
        dots[i] = T(0);
        for (int64_t r = j; r < height; ++r) dots[i] += v_adjoint(i, r) * v(r, j);
      }
      t(j, j) = tau[begin + j];
      for (int64_t i = 0; i < j; ++i) {
        T sum = T(0);
        for (int64_t l = i; l < j; ++l) sum += t(i, l) * dots[l];
        t(i, j) = -tau[begin + j] * sum;
      }
    }
    const View<T> rest = a.part(begin, end, height, n - end);
    Scratch<T> first(width, n - end), second(width, n - end);
    product(first.view(), v_adjoint, rest, false);
    Scratch<T> t_adjoint(width, width);
    for (int64_t i = 0; i < width; ++i)
      for (int64_t j = 0; j < width; ++j) t_adjoint.view()(i, j) = -conj_of(t(j, i));
    product(second.view(), t_adjoint.view(), first.view(), false);
    product(rest, v, second.view(), true);
  }
}

// ---------------------------------------------------------------- batches

// Calls f(first, last) for ranges of `count` matrices with so many operations each.
template <class F>
void for_batches(int64_t count, int64_t rows, int64_t work_per_row, const F& f) {
  const int64_t work = std::max<int64_t>(1, rows * work_per_row);
  parallel_for(0, count, std::max<int64_t>(1, (1 << 16) / work), f);
}
int64_t count_of(IntArrayRef sizes) { return multiply_integers(sizes.slice(0, sizes.size() - 2)); }

// Matrix number `index` of a tensor.
template <class T>
View<T> matrix_of(const Tensor& t, int64_t index) {
  const IntArrayRef sizes = t.sizes(), strides = t.strides();
  const size_t rows = sizes.size() - 2;
  T* data = static_cast<T*>(t.impl()->data());
  for (size_t d = rows; d-- > 0;) {
    data += index % sizes[d] * strides[d];
    index /= sizes[d];
  }
  return {data, sizes[rows], sizes[rows + 1], strides[rows], strides[rows + 1]};
}

// As matrix_of() for memory with these strides in its place.
Tensor broadcast(const Tensor& t, IntArrayRef batches, size_t own) {
  DimVector sizes(batches);
  for (const int64_t size : t.sizes().slice(t.sizes().size() - own)) sizes.push_back(size);
  return t.expand(sizes);
}

// Solves for the columns of x, or with `by_rows` for its rows, by solve(matrix, row-wise scratch).
template <class T, class F>
void solve_in_place(View<T> x, bool by_rows, const F& solve) {
  const View<T> columns = by_rows ? x.transposed() : x;
  if (columns.column == 1 && (columns.row >= columns.columns || columns.rows <= 1)) return solve(columns);
  Scratch<T> scratch(columns.rows, columns.columns);
  const View<T> s = scratch.view();
  for (int64_t i = 0; i < s.rows; ++i)
    for (int64_t j = 0; j < s.columns; ++j) s(i, j) = columns(i, j);
  solve(s);
  for (int64_t i = 0; i < s.rows; ++i)
    for (int64_t j = 0; j < s.columns; ++j) columns(i, j) = s(i, j);
}

// The factors' systems for x, whose batches those of the factors broadcast to.
template <class T>
void solve_batches(const Tensor& lu, const Tensor& pivots, const Tensor& x, bool by_rows, bool adjoint) {
  const IntArrayRef batches = x.sizes().slice(0, x.sizes().size() - 2);
  const Tensor factors = broadcast(lu, batches, 2);
  const Tensor numbers = broadcast(pivots.unsqueeze(-1), batches, 2);
  const int64_t n = lu.size(-1);
  for_batches(count_of(x.sizes()), x.size(-1) * x.size(-2), 2 * n, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b)
      solve_in_place(matrix_of<T>(x, b), by_rows, [&](View<T> rows) {
        solve_by_factors(matrix_of<T>(factors, b), matrix_of<int>(numbers, b).data, adjoint, rows);
      });
  });
}

}  // namespace

void geqrf(const GeqrfPlan& plan, const Tensor& self) {
  const Tensor &a = plan.result(0), &tau = plan.result(1);
  copy_values(a, self);
  if (tau.numel() == 0) return;
  visit_lapack(a.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t k = tau.size(-1);
    for_batches(count_of(a.sizes()), a.size(-1) * a.size(-2), 2 * k, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        reflect_columns(matrix_of<T>(a, b), static_cast<T*>(tau.impl()->data()) + b * k);
    });
  });
}

void linalg_solve_triangular(const TriangularPlan& plan, const Tensor& self, const Tensor& B, bool upper, bool left,
                             bool unitriangular) {
  const Tensor& x = plan.result();
  if (x.numel() == 0) return;
  copy_values(x, B);
  Tensor keep;
  const Tensor a = resolved(self, keep).expand(plan.a_sizes);
  visit_lapack(x.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    for_batches(count_of(x.sizes()), x.numel() / std::max<int64_t>(1, count_of(x.sizes())), a.size(-1),
                [&](int64_t begin, int64_t end) {
                  for (int64_t b = begin; b < end; ++b)
                    solve_in_place(matrix_of<T>(x, b), !left, [&](View<T> rows) {
                      // X A = B is A^T X^T = B^T.
                      const View<T> triangle = matrix_of<T>(a, b);
                      solve_triangle(left ? triangle : triangle.transposed(), upper == left, unitriangular, rows);
                    });
                });
  });
}

void solve_factored(const SolvePlan& plan, const Tensor& A, const Tensor& B, bool left, bool check_errors) {
  const Tensor &x = plan.result(0), &lu = plan.result(1), &pivots = plan.result(2), &info = plan.result(3);
  copy_values(lu, left ? A : A.mT());
  copy_values(x, B);
  visit_lapack(x.scalar_type(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t n = lu.size(-1);
    int* const numbers = static_cast<int*>(pivots.impl()->data());
    int* const infos = static_cast<int*>(info.impl()->data());
    for_batches(info.numel(), n * n, n, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) infos[b] = factor(matrix_of<T>(lu, b), numbers + b * n);
    });
    if (check_errors) check_solved("torch.linalg.solve_ex", info);
    if (x.numel() != 0)
      solve_batches<T>(lu, pivots, plan.is_vector ? x.unsqueeze(-1) : x, /*by_rows=*/!left, /*adjoint=*/false);
  });
}

void lu_solve(const LuSolvePlan& plan, const Tensor& LU, const Tensor& pivots, const Tensor& B, bool adjoint) {
  const Tensor rows = pivots.contiguous();  // a matrix has its pivots side by side
  const int* const numbers = static_cast<const int*>(rows.impl()->data());
  const int64_t n = LU.size(-1);
  for (int64_t i = 0; i < rows.numel(); ++i)
    TORCHPP_CHECK_INDEX(numbers[i] >= 1 && numbers[i] <= n, "_lu_solve: got pivot ", numbers[i], ", expected 1 to ", n);
  const Tensor& x = plan.result();
  copy_values(x, B);
  if (x.numel() == 0) return;
  Tensor keep;
  const Tensor& lu = resolved(LU, keep);
  visit_lapack(x.scalar_type(),
               [&](auto zero) { solve_batches<decltype(zero)>(lu, rows, x, /*by_rows=*/false, adjoint); });
}

}  // namespace torchpp::cpu
