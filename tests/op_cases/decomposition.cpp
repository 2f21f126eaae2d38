// SPDX-License-Identifier: BSD-3-Clause
// Decompositions, linear equations and functions of matrices, against textbook loops in long double.
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFloating = "........fdFD";

// A matrix in long double, row by row.
struct Matrix {
  int64_t rows, columns;
  std::vector<long double> values;

  Matrix(int64_t m, int64_t n) : rows(m), columns(n), values(static_cast<size_t>(m * n)) {}
  long double& operator()(int64_t i, int64_t j) { return values[static_cast<size_t>(i * columns + j)]; }
  static Matrix identity(int64_t n) {
    Matrix one(n, n);
    for (int64_t i = 0; i < n; ++i) one(i, i) = 1;
    return one;
  }
};
// Matrix number b of a tensor.
Matrix matrix(const Tensor& t, int64_t b = 0) {
  Matrix result(t.size(-2), t.size(-1));
  const std::vector<double> all = elements(t.reshape({-1, result.rows, result.columns})[b]);
  std::copy(all.begin(), all.end(), result.values.begin());
  return result;
}
Tensor tensor_of(const Matrix& m) {
  return from_elements(std::vector<double>(m.values.begin(), m.values.end()), {m.rows, m.columns});
}
Matrix product(Matrix a, Matrix b) {
  Matrix c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}
// f(matrix number b) for all batches of the sizes.
template <class F>
Tensor for_each_batch(IntArrayRef batches, const F& f) {
  int64_t count = 1;
  for (const int64_t n : batches) count *= n;
  std::vector<Tensor> all;
  for (int64_t b = 0; b < count; ++b) all.push_back(f(b));
  std::vector<int64_t> sizes = batches.vec();
  for (const int64_t n : all[0].sizes()) sizes.push_back(n);
  return stack(all).reshape(sizes);
}
IntArrayRef batches_of(const Tensor& t) { return t.sizes().slice(0, t.sizes().size() - 2); }

// Householder's reduction column by column, with LAPACK's signs: R above, vectors below, and the factors tau.
std::pair<Matrix, std::vector<long double>> reduced(Matrix a) {
  std::vector<long double> tau;
  for (int64_t j = 0; j < std::min(a.rows, a.columns); ++j) {
    long double below = 0;
    for (int64_t i = j + 1; i < a.rows; ++i) below += a(i, j) * a(i, j);
    if (below == 0) {
      tau.push_back(0);
      continue;
    }
    const long double length = std::sqrt(below + a(j, j) * a(j, j)), beta = a(j, j) < 0 ? length : -length;
    tau.push_back((beta - a(j, j)) / beta);
    for (int64_t i = j + 1; i < a.rows; ++i) a(i, j) /= a(j, j) - beta;
    a(j, j) = beta;
    for (int64_t c = j + 1; c < a.columns; ++c) {
      long double dot = a(j, c);
      for (int64_t i = j + 1; i < a.rows; ++i) dot += a(i, j) * a(i, c);
      a(j, c) -= tau.back() * dot;
      for (int64_t i = j + 1; i < a.rows; ++i) a(i, c) -= tau.back() * dot * a(i, j);
    }
  }
  return {a, tau};
}
// The first columns of the product of the reflections.
Matrix reflections(Matrix v, const std::vector<long double>& tau, int64_t columns) {
  Matrix q = Matrix::identity(v.rows);
  for (size_t k = 0; k < tau.size(); ++k) {
    const int64_t j = static_cast<int64_t>(k);
    Matrix h = Matrix::identity(v.rows);
    const auto at = [&](int64_t i) { return i < j ? 0 : i == j ? 1 : v(i, j); };
    for (int64_t i = 0; i < v.rows; ++i)
      for (int64_t c = 0; c < v.rows; ++c) h(i, c) -= tau[k] * at(i) * at(c);
    q = product(q, h);
  }
  Matrix first(v.rows, columns);
  for (int64_t i = 0; i < v.rows; ++i)
    for (int64_t j = 0; j < columns; ++j) first(i, j) = q(i, j);
  return first;
}

// Elimination with partial pivoting.
Matrix solution(Matrix a, Matrix b) {
  const int64_t n = a.rows;
  for (int64_t j = 0; j < n; ++j) {
    int64_t pivot = j;
    for (int64_t i = j + 1; i < n; ++i)
      if (std::fabs(a(i, j)) > std::fabs(a(pivot, j))) pivot = i;
    for (int64_t c = 0; c < n; ++c) std::swap(a(j, c), a(pivot, c));
    for (int64_t c = 0; c < b.columns; ++c) std::swap(b(j, c), b(pivot, c));
    for (int64_t i = 0; i < n; ++i) {
      if (i == j) continue;
      const long double factor = a(i, j) / a(j, j);
      for (int64_t c = j; c < n; ++c) a(i, c) -= factor * a(j, c);
      for (int64_t c = 0; c < b.columns; ++c) b(i, c) -= factor * b(j, c);
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < b.columns; ++c) b(i, c) /= a(i, i);
  return b;
}
Tensor solved(const Tensor& a, const Tensor& b, bool left) {
  const bool is_vector = b.dim() == 1 || b.sizes() == a.sizes().slice(0, a.sizes().size() - 1);
  const Tensor columns = is_vector ? b.unsqueeze(-1) : b;
  const std::vector<int64_t> outer = (empty(batches_of(a)) + empty(batches_of(columns))).sizes().vec();
  const auto spread = [&](const Tensor& t) {
    std::vector<int64_t> sizes = outer;
    sizes.push_back(t.size(-2));
    sizes.push_back(t.size(-1));
    return t.expand(sizes).contiguous();
  };
  const Tensor as = spread(left ? a : a.mT()), bs = spread(left ? columns : columns.mT());
  const Tensor x = for_each_batch(outer, [&](int64_t i) { return tensor_of(solution(matrix(as, i), matrix(bs, i))); });
  return is_vector ? x.squeeze(-1) : left ? x : x.mT();
}

// A matrix with which equations can be solved well.
Tensor regular(Sample& s, std::vector<int64_t> batches, int64_t n) {
  batches.insert(batches.end(), {n, n});
  return s.real(batches, -1, 1) + eye(n, kDouble) * (2 + 0.3 * static_cast<double>(n));
}

void add_orthogonal_cases(OpCases& t) {
  constexpr const char* no_gradient =
      "there is no derivative; tests/ops/decomposition_test.cpp has what backward() says";
  const auto of_size = [](int64_t m, int64_t n, auto... rest) {
    return [=](Sample& s) { return Stack{s.real({2, s.n(m, 12 * m), s.n(n, 12 * n)}), rest...}; };
  };
  const auto sizes_of = [](std::vector<int64_t> sizes, auto... rest) {
    return [=](Sample& s) { return Stack{s.real(sizes), rest...}; };
  };
  t.add("geqrf", of_size(5, 3))
      .also(of_size(3, 5))
      .also(of_size(4, 4))
      .expects_all([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const auto factor = [&](int64_t b) {
          const auto tau = reduced(matrix(x, b)).second;
          return from_elements({tau.begin(), tau.end()}, {static_cast<int64_t>(tau.size())});
        };
        return std::vector<Tensor>{
            for_each_batch(batches_of(x), [&](int64_t b) { return tensor_of(reduced(matrix(x, b)).first); }),
            for_each_batch(batches_of(x), factor)};
      })
      .without(Check::kGradient, no_gradient)
      .without(Check::kForward, no_gradient)
      .without(Check::kSecondOrder, no_gradient)
      .without(Check::kComplexGradient, no_gradient)
      .dtypes(kFloating)
      .throws(sizes_of({3}), "torch.geqrf: input must have at least 2 dimensions.");

  const auto factors = [](int64_t m, int64_t n, int64_t k) {
    return [=](Sample& s) {
      const int64_t scale = s.n(1, 12);
      const Tensor v = s.real({2, m * scale, n * scale}, -0.3, 0.3);
      return Stack{v, s.real({2, k * scale}, 0.5, 1.5)};
    };
  };
  const auto wrong = [](std::vector<int64_t> v, std::vector<int64_t> tau) {
    return [=](Sample& s) {
      const Tensor x = s.real(v);
      return Stack{x, s.real(tau)};
    };
  };
  for (const char* name : {"linalg_householder_product", "orgqr"})
    t.add(name, factors(5, 3, 3))
        .also(factors(4, 4, 2))
        .also(factors(3, 2, 0))
        .expects([](const Stack& a) {
          const Tensor v = a[0].toTensor(), tau = a[1].toTensor();
          return for_each_batch(batches_of(v), [&](int64_t b) {
            const std::vector<double> own = elements(tau[b]);
            return tensor_of(reflections(matrix(v, b), {own.begin(), own.end()}, v.size(-1)));
          });
        })
        .cpu_only()
        .dtypes(kFloating)
        .throws(wrong({2, 3}, {2}), "input.shape[-2] must be greater than or equal to input.shape[-1]")
        .throws(wrong({3, 2}, {3}), "input.shape[-1] must be greater than or equal to tau.shape[-1]")
        .throws(wrong({3}, {1}), "input must have at least 2 dimensions.")
        .throws(wrong({2, 3, 2}, {2}),
                "Expected tau to have one dimension less than input, but got tau.ndim equal to 1")
        .throws(wrong({2, 3, 2}, {1, 2}),
                "Expected batch dimensions of tau to be equal to input.shape[:-2], but got [1]");

  // Columns that are far from dependent, so that gradients are moderate.
  const auto independent = [](int64_t m, int64_t n, auto mode) {
    return [=](Sample& s) {
      const int64_t rows = s.n(m, 12 * m), columns = s.n(n, 12 * n);
      return Stack{s.real({2, rows, columns}, -1, 1) + eye(rows, columns, kDouble) * static_cast<double>(columns),
                   mode};
    };
  };
  const auto decomposed = [](const Tensor& x, const std::string& mode) {
    const int64_t m = x.size(-2), k = std::min(m, x.size(-1)), columns = mode == "complete" ? m : k;
    const Tensor q = for_each_batch(batches_of(x), [&](int64_t b) {
      const auto [a, tau] = reduced(matrix(x, b));
      return tensor_of(reflections(a, tau, columns));
    });
    const Tensor r =
        for_each_batch(batches_of(x), [&](int64_t b) { return tensor_of(reduced(matrix(x, b)).first).triu(); });
    return std::vector<Tensor>{mode == "r" ? zeros({0}, kDouble) : q, r.slice(-2, 0, columns)};
  };
  t.add("linalg_qr", independent(5, 3, "reduced"))
      .also(independent(3, 5, "reduced"))
      .also(independent(3, 5, "complete"))
      .also(independent(3, 3, "complete"))
      .expects_all([=](const Stack& a) { return decomposed(a[0].toTensor(), a[1].toStringRef()); })
      .cpu_only()
      .dtypes(kFloating)
      .throws(sizes_of({3}, "reduced"), "linalg.qr: The input tensor A must have at least 2 dimensions.")
      .throws(sizes_of({3, 3}, "x"),
              "qr received unrecognized mode 'x' but expected one of 'reduced' (default), 'r', or 'complete'");
  t.add("qr", independent(5, 3, true))
      .also(independent(3, 5, false))
      .expects_all([=](const Stack& a) { return decomposed(a[0].toTensor(), a[1].toBool() ? "reduced" : "complete"); })
      .cpu_only()
      .dtypes(kFloating)
      .throws(sizes_of({3}, true), "linalg.qr: The input tensor A must have at least 2 dimensions.");
}

void add_equation_cases(OpCases& t) {
  const auto system = [](std::vector<int64_t> a_batches, std::vector<int64_t> b_batches, int64_t columns,
                         auto... rest) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 75);
      const Tensor a = regular(s, a_batches, n);
      std::vector<int64_t> sizes = b_batches;
      if (columns >= 0) sizes.insert(sizes.end(), {n, columns});
      else sizes.push_back(n);
      return Stack{a, s.real(sizes), rest...};
    };
  };
  const auto from_right = [](std::vector<int64_t> batches, auto... rest) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 75);
      const Tensor a = regular(s, batches, n);
      return Stack{a, s.real({2, 4, n}), rest...};
    };
  };
  const auto wrong = [](std::vector<int64_t> a, std::vector<int64_t> b, auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real(a);
      return Stack{x, s.real(b), rest...};
    };
  };

  const auto triangle = [](const Stack& a) {
    const int64_t n = a[0].toTensor().size(-1);
    const Tensor own = a[2].toBool() ? a[0].toTensor().triu() : a[0].toTensor().tril();
    return !a[4].toBool() ? own : own - own.diagonal(0, -2, -1).diag_embed() + eye(n, kDouble);
  };
  t.add("linalg_solve_triangular", system({2}, {2}, 2, true, true, false))
      .also(system({}, {2}, 3, false, true, false))
      .also(system({2, 1}, {3}, 1, true, true, true))
      .also(from_right({}, true, false, false))
      .also(from_right({2}, false, false, false))
      .also([](Sample& s) {  // elements of the unit triangle are small, so that the solution is moderate
        const int64_t n = s.n(3, 75);
        const Tensor a = s.real({n, n}, -0.2, 0.2);
        return Stack{a, s.real({2, n}), false, false, true};
      })
      .expects([=](const Stack& a) { return solved(triangle(a), a[1].toTensor(), a[3].toBool()); })
      .dtypes(kFloating)
      .throws(wrong({2, 3}, {2, 3}, true, true, false),
              "linalg.solve_triangular: A must be batches of square matrices, but they are 2 by 3 matrices")
      .throws(wrong({3, 3}, {3}, true, true, false),
              "linalg.solve_triangular: The input tensor B must have at least 2 dimensions.")
      .throws(wrong({3, 3}, {2, 3}, true, true, false),
              "linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x3)")
      .throws(wrong({3, 3}, {3, 2}, true, false, false),
              "linalg.solve_triangular: Incompatible shapes of A and B for the equation XA = B (3x3 and 3x2)");

  const auto add = [&](const char* name, auto... rest) {
    t.add(name, system({2}, {2}, 2, true, rest...))
        .also(system({}, {}, -1, true, rest...))
        .also(system({2}, {2}, -1, true, rest...))
        .also(system({2}, {}, -1, true, rest...))
        .also(system({}, {2}, 3, true, rest...))
        .also(system({2, 1}, {3}, 1, true, rest...))
        .also(from_right({}, false, rest...))
        .also(from_right({2}, false, rest...))
        .expects([](const Stack& a) { return solved(a[0].toTensor(), a[1].toTensor(), a[2].toBool()); })
        .dtypes(kFloating)
        .throws(wrong({2, 3}, {2}, true, rest...),
                "linalg.solve: A must be batches of square matrices, but they are 2 by 3 matrices")
        .throws(wrong({3}, {3}, true, rest...), "linalg.solve: The input tensor A must have at least 2 dimensions.")
        .throws(wrong({3, 3}, {}, true, rest...), "linalg.solve: The input tensor B must have at least 2 dimensions.")
        .throws(wrong({3, 3}, {2}, true, rest...),
                "linalg.solve: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x1)")
        .throws(wrong({3, 3}, {3, 2}, false, rest...),
                "linalg.solve: Incompatible shapes of A and B for the equation XA = B (3x3 and 3x2)");
  };
  add("_linalg_solve_ex", false);
  add("linalg_solve_ex", false);
  add("linalg_solve");
  for (const char* name : {"linalg_solve_ex", "linalg_solve"}) t.at(name).cpu_only();
  t.at("linalg_solve")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2, 2}) * 0, s.real({2, 2}), true};
          },
          "torch.linalg.solve: (Batch element 0): The solver failed because the input matrix is singular.");
  t.at("linalg_solve_ex")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2}) * 0, s.real({2}), true, true};
          },
          "torch.linalg.solve_ex: The solver failed because the input matrix is singular.");
  const auto factored = [](bool adjoint) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 75);
      const Tensor a = regular(s, {2}, n).mT();  // rows are exchanged where the greatest element is not on the diagonal
      const Tensor turned = a.flip(-2).contiguous();
      const auto [x, lu, pivots, info] = torchpp::_linalg_solve_ex(turned, s.real({2, n}));
      return Stack{lu, pivots, s.real({2, n, 2}), adjoint};
    };
  };
  t.add("_lu_solve", factored(false))
      .also(factored(true))
      .expects([](const Stack& a) {
        // A = P L U: the rows of L U, exchanged back.
        const Tensor lu = a[0].toTensor(), pivots = a[1].toTensor();
        const int64_t n = lu.size(-1);
        const Tensor own = for_each_batch(batches_of(lu), [&](int64_t b) {
          const Tensor l = lu[b].tril(-1) + eye(n, kDouble);
          Matrix m = product(matrix(l), matrix(lu[b].triu()));
          for (int64_t i = n; i-- > 0;) {
            const int64_t k = pivots[b][i].item<int64_t>() - 1;
            for (int64_t j = 0; j < n && k != i; ++j) std::swap(m(i, j), m(k, j));
          }
          return tensor_of(m);
        });
        return solved(a[3].toBool() ? own.mT() : own, a[2].toTensor(), true);
      })
      .without(Check::kDtypes, "factors in another dtype are those of another matrix")
      .dtypes("", "........fdFD", kOurs)
      .without(Check::kUndefined, "hidden: called with results of _linalg_solve_ex() alone");
}

void add_exponential_cases(OpCases& t) {
  // A norm of every degree of the series, and such that matrices are squared.
  const auto scaled = [](double most) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 40);
      const double high = most / static_cast<double>(n);
      return Stack{s.real({2, n, n}, -high, high)};
    };
  };
  for (const char* name : {"linalg_matrix_exp", "matrix_exp"}) {
    OpCase& row = t.add(name, scaled(1));
    for (double most : {1e-9, 1e-5, 1e-3, 0.05, 0.2, 0.5, 4.0, 12.0}) row.also(scaled(most));
    row.also([](Sample& s) {  // matrices of one batch that are computed differently
         const Tensor a = s.real({4, 1, 2, 2}, -1, 1);
         const Tensor scales = from_elements({1e-6, 1, 1e-3, 7}, {4, 1, 1, 1});
         return Stack{a * scales};
       })
        .expects([](const Stack& a) {
          const Tensor x = a[0].toTensor();
          return for_each_batch(batches_of(x), [&](int64_t b) {
            Matrix small = matrix(x, b);
            for (long double& v : small.values) v /= 256;
            Matrix sum = Matrix::identity(small.rows), term = sum;
            for (int k = 1; k < 30; ++k) {
              term = product(term, small);
              for (size_t i = 0; i < term.values.size(); ++i) sum.values[i] += term.values[i] /= k;
            }
            for (int i = 0; i < 8; ++i) sum = product(sum, sum);
            return tensor_of(sum);
          });
        })
        .dtypes(".......gfdFD", "......egfdFD", kNarrow)
        .throws([](Sample& s) { return Stack{s.real({3})}; },
                "linalg.matrix_exp: The input tensor A must have at least 2 dimensions.")
        .throws(
            [](Sample& s) {
              return Stack{s.real({2, 3})};
            },
            "linalg.matrix_exp: A must be batches of square matrices, but they are 2 by 3 matrices");
  }
}

}  // namespace

void add_decomposition_cases(OpCases& t) {
  add_orthogonal_cases(t);
  add_equation_cases(t);
  add_exponential_cases(t);
}

}  // namespace torchpp::tests
