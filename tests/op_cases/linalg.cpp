// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

// beta * bias + alpha * a b, of batches [n, rows, inner] and [n, inner, columns]; the bias is broadcast.
Tensor product(Tensor a, Tensor b, const Tensor& bias = Tensor(), double beta = 1, double alpha = 1) {
  const bool batch = a.dim() == 3;
  if (!batch) a = a.unsqueeze(0), b = b.unsqueeze(0);
  const int64_t n = a.size(0), rows = a.size(1), inner = a.size(2), columns = b.size(2);
  const std::vector<double> x = elements(a), y = elements(b);
  const std::vector<double> c = bias.defined() ? elements(bias.expand({n, rows, columns})) : std::vector<double>();
  std::vector<double> result(static_cast<size_t>(n * rows * columns));
  for (int64_t m = 0; m < n; ++m)
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        long double sum = 0;
        for (int64_t k = 0; k < inner; ++k)
          sum += static_cast<long double>(x[(m * rows + i) * inner + k]) * y[(m * inner + k) * columns + j];
        const size_t at = static_cast<size_t>((m * rows + i) * columns + j);
        result[at] = static_cast<double>(alpha * sum + (c.empty() ? 0 : beta * c[at]));
      }
  const Tensor whole = from_elements(result, {n, rows, columns});
  return batch ? whole : whole.squeeze(0);
}

double distance(const double* a, const double* b, int64_t n, double p, double eps = 0) {
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) {
    const double d = std::fabs(a[k] - b[k] + eps);
    if (std::isinf(p)) sum = std::max(sum, d);
    else if (p == 0) sum += d != 0 ? 1 : 0;
    else sum += std::pow(d, p);
  }
  return std::isinf(p) || p == 0 ? sum : std::pow(sum, 1 / p);
}

// Of each pair of rows, of batches.
Tensor distances(const Tensor& a, const Tensor& b, double p) {
  const int64_t n = a.size(-2), m = b.size(-2), k = a.size(-1), batch = a.numel() / (n * k);
  const std::vector<double> x = elements(a), y = elements(b);
  std::vector<double> result;
  for (int64_t i = 0; i < batch * n; ++i)
    for (int64_t j = 0; j < m; ++j) result.push_back(distance(x.data() + i * k, y.data() + (i / n * m + j) * k, k, p));
  std::vector<int64_t> sizes = a.sizes().vec();
  sizes.back() = m;
  return from_elements(result, sizes);
}

// What a gradient `g` of distances `d` is for the first of two rows.
void add_slope(double* to, const double* a, const double* b, int64_t n, double g, double d, double p) {
  for (int64_t k = 0; k < n; ++k) {
    const double z = a[k] - b[k], sign = z > 0 ? 1 : z < 0 ? -1 : 0;
    if (std::isinf(p)) to[k] += std::fabs(z) == d ? g * sign : 0;
    else if (d != 0 && p != 0) to[k] += g * sign * std::pow(std::fabs(z) / d, p - 1);
  }
}

void add_distance_cases(OpCases& t) {
  const IValue none;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto matrices = [](int64_t rows, auto... rest) {
    return [=](Sample& s) {
      const int64_t n = s.n(rows, 70), k = s.n(3, 90);
      const Tensor x = s.real({2, n, k});
      return Stack{x, s.real({2, s.n(rows, 40), k}), rest...};
    };
  };
  OpCase& cdist = t.add("cdist", matrices(3, 1.0, none));
  for (double p : {0.0, 1.0, 1.5, 2.0, 3.0, infinity}) cdist.also(matrices(2, p, none));
  cdist.also(matrices(3, 2.0, 1))
      .also(matrices(27, 2.0, 0))
      .also([=](Sample& s) {
        const Tensor x = s.real({2, 1, 3, 4});
        return Stack{x, s.real({2, 4}), 2.0, 2};
      })
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor(), y = a[1].toTensor();
        if (x.dim() == y.dim()) return distances(x, y, a[2].toDouble());
        return distances(x, y.expand({2, 1, 2, 4}), a[2].toDouble());
      })
      .throws(matrices(2, -1.0, none), "cdist only supports non-negative p values")
      .throws(matrices(2, 2.0, 5), "5 is not a valid value for compute_mode")
      .throws(
          [=](Sample& s) {
            const Tensor x = s.real({3});
            return Stack{x, s.real({2, 3}), 2.0, none};
          },
          "cdist only supports at least 2D tensors, X1 got: 1D")
      .dtypes("........fd..", "......egfd..", kNarrow);
  OpCase& forward = t.add("_cdist_forward", matrices(3, 2.0, none));
  for (double p : {0.0, 1.0, 1.5, 3.0, infinity}) forward.also(matrices(2, p, none));
  forward.expects([](const Stack& a) { return distances(a[0].toTensor(), a[1].toTensor(), a[2].toDouble()); })
      .dtypes("........fd..", "......egfd..", kNarrow);
  const auto with_result = [](double p) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 70), m = s.n(2, 40), k = s.n(3, 90);
      const Tensor grad = s.real({n, m}), x = s.real({n, k}), y = s.real({m, k});
      return Stack{grad, x, y, p, distances(x, y, p)};
    };
  };
  t.add("_cdist_backward", with_result(2))
      .also(with_result(0))
      .also(with_result(1))
      .also(with_result(1.5))
      .also(with_result(3))
      .expects([](const Stack& a) {
        const Tensor x = a[1].toTensor(), y = a[2].toTensor();
        const int64_t n = x.size(0), m = y.size(0), k = x.size(1);
        const std::vector<double> g = elements(a[0].toTensor()), u = elements(x), v = elements(y),
                                  d = elements(a[4].toTensor());
        std::vector<double> result(u.size());
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < m; ++j)
            add_slope(result.data() + i * k, u.data() + i * k, v.data() + j * k, k, g[i * m + j], d[i * m + j],
                      a[3].toDouble());
        return from_elements(result, {n, k});
      })
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("_euclidean_dist", matrices(3))
      .expects([](const Stack& a) { return distances(a[0].toTensor(), a[1].toTensor(), 2); })
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const auto matrix = [](double p) { return [=](Sample& s) { return Stack{s.real({s.n(4, 70), s.n(3, 90)}), p}; }; };
  const auto pairs = [](const Tensor& x, double p) {
    const std::vector<double> v = elements(x);
    const int64_t n = x.size(0), k = x.size(1);
    std::vector<double> result;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i + 1; j < n; ++j) result.push_back(distance(v.data() + i * k, v.data() + j * k, k, p));
    return from_elements(result, {static_cast<int64_t>(result.size())});
  };
  for (const char* name : {"pdist", "_pdist_forward"}) {
    OpCase& row = t.add(name, matrix(2));
    for (double p : {0.0, 1.0, 1.5, 3.0, infinity}) row.also(matrix(p));
    row.expects([=](const Stack& a) { return pairs(a[0].toTensor(), a[1].toDouble()); })
        .throws(
            [](Sample& s) {
              return Stack{s.real({3}), 2.0};
            },
            "pdist only supports 2D tensors, got: 1D")
        .dtypes("........fd..", "......egfd..", kNarrow);
  }
  const auto with_pairs = [=](double p) {
    return [=](Sample& s) {
      const int64_t n = s.n(4, 70);
      const Tensor grad = s.real({n * (n - 1) / 2}), x = s.real({n, s.n(3, 90)});
      return Stack{grad, x, p, pairs(x, p)};
    };
  };
  OpCase& pair_slopes = t.add("_pdist_backward", with_pairs(2));
  for (double p : {0.0, 1.0, 1.5, 3.0}) pair_slopes.also(with_pairs(p));
  pair_slopes
      .expects([](const Stack& a) {
        const Tensor x = a[1].toTensor();
        const int64_t n = x.size(0), k = x.size(1);
        const double p = a[2].toDouble();
        const std::vector<double> g = elements(a[0].toTensor()), v = elements(x), d = elements(a[3].toTensor());
        std::vector<double> result(v.size());
        size_t pair = 0;
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = i + 1; j < n; ++j, ++pair) {
            add_slope(result.data() + i * k, v.data() + i * k, v.data() + j * k, k, g[pair], d[pair], p);
            add_slope(result.data() + j * k, v.data() + j * k, v.data() + i * k, k, g[pair], d[pair], p);
          }
        return from_elements(result, {n, k});
      })
      .dtypes("........fd..", "......egfd..", kNarrow);
  const auto vectors = [](auto... rest) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 500), k = s.n(4, 90);
      const Tensor x = s.real({n, k});
      return Stack{x, s.real({n, k}), rest...};
    };
  };
  t.add("pairwise_distance", vectors(2.0, 1e-6, false))
      .also(vectors(1.0, 1e-6, true))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const std::vector<double> u = elements(x), v = elements(a[1].toTensor());
        const int64_t n = x.size(0), k = x.size(1);
        std::vector<double> result;
        for (int64_t i = 0; i < n; ++i)
          result.push_back(distance(u.data() + i * k, v.data() + i * k, k, a[2].toDouble(), 1e-6));
        return from_elements(result, a[4].toBool() ? std::vector<int64_t>{n, 1} : std::vector<int64_t>{n});
      })
      .dtypes(".fffffegfdfd");
  t.add("cosine_similarity", vectors(1, 1e-8))
      .also(vectors(-1, 1e-8))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const std::vector<double> u = elements(x), v = elements(a[1].toTensor());
        const int64_t n = x.size(0), k = x.size(1);
        std::vector<double> result;
        for (int64_t i = 0; i < n; ++i) {
          double dot = 0, uu = 0, vv = 0;
          for (int64_t j = i * k; j < (i + 1) * k; ++j) dot += u[j] * v[j], uu += u[j] * u[j], vv += v[j] * v[j];
          result.push_back(dot / std::sqrt(uu) / std::sqrt(vv));
        }
        return from_elements(result, {n});
      })
      .throws(
          [](Sample& s) {
            const Tensor x = s.index({3, 4}, 5);
            return Stack{x, x, 1, 1e-8};
          },
          "expected common dtype to be floating point, yet common dtype is Long")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const auto norms = [](int64_t pow, int64_t dim) {
    return [=](Sample& s) { return Stack{s.real({s.n(3, 40), 4, s.n(2, 50)}), pow, dim}; };
  };
  t.add("norm_except_dim", norms(2, 0))
      .also(norms(1, 1))
      .also(norms(2, 2))
      .also(norms(2, -1))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const int64_t dim = a[2].toInt(), n = dim < 0 ? 1 : x.size(dim);
        const Tensor lines = dim < 0 ? x.reshape({1, -1}) : x.transpose(0, dim).reshape({n, -1});
        const std::vector<double> v = elements(lines), zero(static_cast<size_t>(lines.size(1)));
        std::vector<double> result;
        for (int64_t i = 0; i < n; ++i)
          result.push_back(
              distance(v.data() + i * lines.size(1), zero.data(), lines.size(1), static_cast<double>(a[1].toInt())));
        std::vector<int64_t> sizes;
        for (int64_t d = 0; dim >= 0 && d < 3; ++d) sizes.push_back(d == dim ? n : 1);
        return from_elements(result, sizes);
      })
      .dtypes("......egfdfd");
}

void add_composite_linalg_cases(OpCases& t) {
  const auto two = [](std::vector<int64_t> first, std::vector<int64_t> second) {
    return [=](Sample& s) {
      const Tensor a = s.real(first);
      return Stack{a, s.real(second)};
    };
  };
  // As a batch of matrices: a vector is one row on the left, one column on the right.
  const auto matrices = [](const Stack& a) {
    const Tensor x = a[0].toTensor(), y = a[1].toTensor();
    const Tensor left = x.dim() == 1 ? x.unsqueeze(0) : x, right = y.dim() == 1 ? y.unsqueeze(1) : y;
    if (left.dim() == 2 && right.dim() == 2) return std::vector<Tensor>{left, right};
    const int64_t n = std::max(left.dim() == 3 ? left.size(0) : 1, right.dim() == 3 ? right.size(0) : 1);
    return std::vector<Tensor>{left.expand({n, left.size(-2), left.size(-1)}),
                               right.expand({n, right.size(-2), right.size(-1)})};
  };
  t.add("matmul",
        [](Sample& s) {
          const Tensor a = s.real({s.n(3, 150), s.n(4, 130)});
          return Stack{a, s.real({s.n(4, 130), s.n(2, 140)})};
        })
      .also(two({4}, {4}))
      .also(two({3, 4}, {4}))
      .also(two({4}, {4, 2}))
      .also(two({2, 3, 4}, {4}))
      .also(two({4}, {2, 4, 3}))
      .also(two({2, 3, 4}, {4, 5}))
      .also(two({3, 4}, {2, 4, 5}))
      .also(two({2, 3, 4}, {2, 4, 5}))
      .also(two({1, 3, 4}, {2, 4, 5}))
      .expects([=](const Stack& a) {
        const std::vector<Tensor> m = matrices(a);
        Tensor result = product(m[0], m[1]);
        if (a[0].toTensor().dim() == 1) result = result.squeeze(-2);
        return a[1].toTensor().dim() == 1 ? result.squeeze(-1) : result;
      })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow)
      .throws(two({3, 4}, {3, 4}), "mat1 and mat2 shapes cannot be multiplied (3x4 and 3x4)")
      .throws(two({}, {3}), "both arguments to matmul need to be at least 1D, but they are 0D and 1D");
  t.add("outer",
        [](Sample& s) {
          const Tensor a = s.real({s.n(3, 300)});
          return Stack{a, s.real({s.n(4, 400)})};
        })
      .expects([](const Stack& a) { return product(a[0].toTensor().unsqueeze(1), a[1].toTensor().unsqueeze(0)); })
      .dtypes("?BbhilegfdFD")
      .throws(two({2, 2}, {3}), "outer: Expected 1-D argument self, but got 2-D");
}

// Products that are made of the others.
void add_further_products(OpCases& t) {
  const auto two = [](std::vector<int64_t> first, std::vector<int64_t> second, auto... rest) {
    return [=](Sample& s) {
      const Tensor a = s.real(first);
      return Stack{a, s.real(second), rest...};
    };
  };
  using Ints = std::vector<int64_t>;
  const auto of_products = [](OpCase& row) -> OpCase& {
    return row.differs(kIntegers, kNoIntegers).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  };
  of_products(t.add("addbmm",
                    [](Sample& s) {
                      const int64_t n = s.n(2, 9), inner = s.n(4, 70);
                      return Stack{s.real({3, 20}), s.real({n, 3, inner}), s.real({n, inner, 20}), 0.5, 2};
                    }))
      .expects([](const Stack& a) {
        const Tensor all = product(a[1].toTensor(), a[2].toTensor());
        std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> products = elements(all);
        for (double& x : v) x *= 0.5;
        for (size_t i = 0; i < products.size(); ++i) v[i % v.size()] += 2 * products[i];
        return from_elements(v, a[0].toTensor().sizes());
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 3}), s.real({2, 3, 4}), s.real({3, 4, 3}), 1, 1};
          },
          "batch1 and batch2 must have same number of batches, got 2 and 3");
  const auto vectors = [](auto... rest) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 130), m = s.n(4, 140);
      return Stack{s.real({n, m}), s.real({n}), s.real({m}), rest...};
    };
  };
  t.add("addr", vectors(2, 3))
      .also(vectors(1, 3))
      .also(vectors(0, 1))
      .also([](Sample& s) {
        return Stack{s.real({4}), s.real({3}), s.real({4}), 2, 1};
      })
      .expects([](const Stack& a) {
        const Tensor all = product(a[1].toTensor().unsqueeze(1), a[2].toTensor().unsqueeze(0));
        std::vector<double> v = elements(all);
        const std::vector<double> x = elements(a[0].toTensor());
        const double beta = a[3].toScalar().toDouble(), alpha = a[4].toScalar().toDouble();
        for (size_t i = 0; i < v.size(); ++i) v[i] = alpha * v[i] + beta * x[i % x.size()];
        return from_elements(v, all.sizes());
      })
      .dtypes("?BbhilegfdFD")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 3}), s.real({3, 3}), s.real({3}), 1, 1};
          },
          "addr: Expected 1-D argument vec1, but got 2-D");
  of_products(t.add("vdot",
                    [](Sample& s) {
                      const Tensor a = s.real({s.n(5, 200000)});
                      return Stack{a, s.real({s.n(5, 200000)})};
                    }))
      .expects([](const Stack& a) {
        return product(a[0].toTensor().unsqueeze(0), a[1].toTensor().unsqueeze(1)).reshape({});
      })
      .throws(two({2, 2}, {2}), "1D tensors expected, but got 2D and 1D tensors");
  of_products(t.add("inner",
                    [](Sample& s) {
                      const Tensor a = s.real({s.n(3, 150), s.n(4, 130)});
                      return Stack{a, s.real({s.n(2, 140), s.n(4, 130)})};
                    }))
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor().t()); })
      .throws(two({2, 3}, {3, 4}),
              "inner() the last dimension must match on both input tensors but got shapes [2, 3] and [3, 4]");
  of_products(t.add("tensordot", two({3, 4, 2}, {4, 5, 3}, Ints{1, 0}, Ints{0, 2})))
      .expects([](const Stack& a) {
        const Tensor left = a[0].toTensor().permute({2, 1, 0}).reshape({2, 12});
        return product(left, a[1].toTensor().permute({0, 2, 1}).reshape({12, 5}));
      })
      .throws(two({3, 4}, {3, 4}, Ints{1}, Ints{0}),
              "contracted dimensions need to match, but first has size 4 in dim 1")
      .throws(two({3, 4}, {3, 4}, Ints{1}, Ints{}), "both dimension lists should have same length");
  // Loops over all letters; the equation has an arrow and no ellipsis.
  const auto by_loops = [](const Stack& a) {
    const std::string equation = a[0].toStringRef();
    const std::vector<Tensor> operands = a[1].toTensorVector();
    const size_t arrow = equation.find("->");
    std::vector<std::string> subscripts(1);
    for (const char c : equation.substr(0, arrow)) {
      if (c == ',') subscripts.emplace_back();
      else subscripts.back() += c;
    }
    const std::string output = equation.substr(arrow + 2);
    std::string letters = output;
    std::vector<int64_t> size(128, 0), at(128, 0), sizes;
    for (size_t i = 0; i < operands.size(); ++i)
      for (size_t d = 0; d < subscripts[i].size(); ++d) {
        const char c = subscripts[i][d];
        if (letters.find(c) == std::string::npos) letters += c;
        size[static_cast<size_t>(c)] = operands[i].size(static_cast<int64_t>(d));
      }
    int64_t steps = 1, results = 1;
    for (const char c : letters) steps *= size[static_cast<size_t>(c)];
    for (const char c : output) results *= sizes.emplace_back(size[static_cast<size_t>(c)]);
    std::vector<std::vector<double>> v;
    for (const Tensor& t : operands) v.push_back(elements(t));
    std::vector<double> result(static_cast<size_t>(results), 0);
    for (int64_t step = 0; step < steps; ++step) {
      int64_t rest = step;
      for (size_t k = letters.size(); k-- > 0;) {
        const size_t c = static_cast<size_t>(letters[k]);
        at[c] = rest % size[c];
        rest /= size[c];
      }
      double term = 1;
      for (size_t i = 0; i < v.size(); ++i) {
        int64_t place = 0;
        for (const char c : subscripts[i]) place = place * size[static_cast<size_t>(c)] + at[static_cast<size_t>(c)];
        term *= v[i][static_cast<size_t>(place)];
      }
      int64_t place = 0;
      for (const char c : output) place = place * size[static_cast<size_t>(c)] + at[static_cast<size_t>(c)];
      result[static_cast<size_t>(place)] += term;
    }
    return from_elements(result, sizes);
  };
  const auto equation = [](const char* text, std::vector<Ints> sizes, const IValue& path = IValue()) {
    return [=](Sample& s) {
      std::vector<Tensor> operands;
      for (const Ints& of_one : sizes) operands.push_back(s.real(of_one));
      return Stack{text, operands, path};
    };
  };
  of_products(t.add("einsum", equation("bij,bjk->kib", {{2, 3, 4}, {2, 4, 5}})))
      .also(equation("ij,jk->ik", {{3, 4}, {4, 2}}))
      .also(equation("ij->ji", {{3, 4}}))
      .also(equation("ij->", {{3, 4}}))
      .also(equation("iji->ij", {{3, 4, 3}}))
      .also(equation("ii,i->i", {{3, 3}, {3}}))
      .also(equation("i,j->ij", {{3}, {4}}))
      .also(equation("ij,ij->ij", {{3, 4}, {3, 4}}))
      .also(equation("ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 2}}))
      .also(equation("ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 2}}, Ints{1, 2, 0, 1}))
      .also(equation("ia,ib,ic->abc", {{3, 2}, {3, 3}, {3, 4}}))
      .also(equation("aB,Bc->Ba", {{2, 3}, {3, 4}}))
      .expects(by_loops)
      .without(Check::kUndefined, "operands that no subscript names have no sizes")
      .throws(equation("ij,jk", {{2, 3}}), "einsum(): fewer operands were provided than specified in the equation")
      .throws(equation("ij", {{2, 3}, {2, 3}}), "einsum(): more operands were provided than specified in the equation")
      .throws(equation("i1", {{2, 3}}), "einsum(): invalid subscript given at index 1 in the equation string")
      .throws(equation("ij,ij", {{2, 3}, {2, 4}}),
              "einsum(): subscript j has size 4 for operand 1 which does not broadcast");
  t.add("kron", two({2, 3}, {4, 2}))
      .also(two({3}, {2, 2}))
      .also(two({}, {3}))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor(), y = a[1].toTensor();
        const int64_t rows_x = x.dim() < 2 ? 1 : x.size(0), rows_y = y.dim() < 2 ? 1 : y.size(0);
        const int64_t columns_x = x.numel() / rows_x, columns_y = y.numel() / rows_y;
        const std::vector<double> v = elements(x), w = elements(y);
        std::vector<double> result;
        for (int64_t i = 0; i < rows_x * rows_y; ++i)
          for (int64_t j = 0; j < columns_x * columns_y; ++j)
            result.push_back(v[static_cast<size_t>(i / rows_y * columns_x + j / columns_y)] *
                             w[static_cast<size_t>(i % rows_y * columns_y + j % columns_y)]);
        const int64_t columns = columns_x * columns_y;
        return from_elements(result, x.dim() < 2 && y.dim() < 2 ? Ints{columns} : Ints{rows_x * rows_y, columns});
      })
      .dtypes("?BbhilegfdFD");
  const auto chain = [](std::vector<Ints> sizes) {
    return [=](Sample& s) {
      std::vector<Tensor> matrices;
      for (const Ints& of_one : sizes) matrices.push_back(s.real(of_one));
      return Stack{matrices};
    };
  };
  of_products(t.add("chain_matmul", chain({{2, 5}, {5, 3}, {3, 4}, {4, 2}})))
      .also(chain({{2, 5}, {5, 3}}))
      .also(chain({{2, 5}}))
      .expects([](const Stack& a) {
        const std::vector<Tensor> matrices = a[0].toTensorVector();
        Tensor result = matrices[0];
        for (size_t i = 1; i < matrices.size(); ++i) result = product(result, matrices[i]);
        return result;
      })
      .throws(chain({}), "chain_matmul(): Expected one or more matrices")
      .throws(chain({{2, 3}, {3}}), "Tensor dimension is 1, expected 2 instead.");
  of_products(t.add("linalg_multi_dot", chain({{2, 5}, {5, 3}, {3, 4}, {4, 2}})))
      .also(chain({{2, 5}, {5, 3}}))
      .also(chain({{2, 0}, {0, 3}, {3, 2}}))
      .also(chain({{3}, {3, 4}, {4, 2}}))
      .also(chain({{2, 3}, {3, 4}, {4}}))
      .also(chain({{3}, {3, 4}, {4}}))
      .also(chain({{3}, {3}}))
      .expects([](const Stack& a) {
        std::vector<Tensor> tensors = a[0].toTensorVector();
        const bool row = tensors.front().dim() == 1, column = tensors.back().dim() == 1;
        if (row) tensors.front() = tensors.front().unsqueeze(0);
        if (column) tensors.back() = tensors.back().unsqueeze(1);
        Tensor result = tensors[0];
        for (size_t i = 1; i < tensors.size(); ++i) result = product(result, tensors[i]);
        if (column) result = result.squeeze(1);
        return row ? result.squeeze(0) : result;
      })
      .throws(chain({{2, 3}}), "multi_dot(): expected at least 2 tensors but got 1")
      .throws(chain({{}, {3, 2}}), "multi_dot(): the first tensor must be 1D or 2D but got 0D")
      .throws(chain({{2, 3}, {3, 2, 1}}), "multi_dot(): the last tensor must be 1D or 2D but got 3D")
      .throws(chain({{2, 3}, {3}, {3, 2}}), "multi_dot(): tensor 1 must be 2D but got 1D")
      .throws(chain({{3}, {4, 2}, {2}}),
              "multi_dot(): tensors 0 and 1 with shapes [3] and [4, 2] cannot be multiplied");
  const auto triples = [](const Stack& a) {
    const std::vector<double> x = elements(a[0].toTensor()), y = elements(a[1].toTensor());
    std::vector<double> result;
    for (size_t i = 0; i < x.size(); i += 3)
      for (size_t k = 0; k < 3; ++k)
        result.push_back(x[i + (k + 1) % 3] * y[i + (k + 2) % 3] - x[i + (k + 2) % 3] * y[i + (k + 1) % 3]);
    return from_elements(result, a[0].toTensor().sizes());
  };
  const auto pairs_of_triples = [](auto... rest) {
    return [=](Sample& s) {
      const Ints sizes = {s.n(4, 20000), 3};
      const Tensor a = s.real(sizes);
      return Stack{a, s.real(sizes), rest...};
    };
  };
  t.add("cross", pairs_of_triples(IValue()))
      .also(pairs_of_triples(-1))
      .expects(triples)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow)
      .throws(two({2, 4}, {2, 4}, IValue()), "no dimension of size 3 in input");
  t.add("linalg_cross", pairs_of_triples(-1))
      .expects(triples)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow)
      .throws(two({2, 3}, {3}, -1), "linalg.cross: inputs must have the same number of dimensions.")
      .throws(two({2, 3}, {2, 3}, 0), "linalg.cross: inputs dimension 0 must have length 3. Got 2 and 2");
  t.add("trace",
        [](Sample& s) {
          return Stack{s.real({3, 4})};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        return scalar_tensor(v[0] + v[5] + v[10], kDouble);
      })
      .dtypes(".lllll..fdFD", "llllllegfdFD", kWider)
      .throws([](Sample& s) { return Stack{s.real({3})}; }, "trace: expected a matrix, but got tensor with dim 1");
  const auto powers = [](const IValue& n, bool increasing) {
    return [=](Sample& s) { return Stack{s.real({3}, 0.5, 2), n, increasing}; };
  };
  t.add("vander", powers(4, false))
      .also(powers(IValue(), true))
      .expects([](const Stack& a) {
        std::vector<double> result;
        const int64_t n = a[1].isNone() ? 3 : a[1].toInt();
        for (const double x : elements(a[0].toTensor()))
          for (int64_t k = 0; k < n; ++k) result.push_back(std::pow(x, a[2].toBool() ? k : n - 1 - k));
        return from_elements(result, {3, n});
      })
      .dtypes("llllll.gfdFD", "llllllegfdFD", kNarrow)
      .throws(powers(-1, false), "N must be non-negative.");
  // Of the rows of a matrix, with observations that count as the weights say.
  const auto covariance = [](const Tensor& x, std::vector<double> counts, const std::vector<double>& weights,
                             double correction) {
    const int64_t rows = x.dim() < 2 ? 1 : x.size(0), n = x.numel() / rows;
    const std::vector<double> v = elements(x);
    if (counts.empty()) counts.assign(static_cast<size_t>(n), 1);
    double sum = 0, squares = 0;
    std::vector<double> w = counts;
    for (size_t k = 0; k < w.size(); ++k) {
      if (!weights.empty()) w[k] *= weights[k];
      sum += w[k];
      squares += weights.empty() ? w[k] : w[k] * weights[k];
    }
    std::vector<double> mean(static_cast<size_t>(rows)), result;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t k = 0; k < n; ++k)
        mean[static_cast<size_t>(i)] += w[static_cast<size_t>(k)] * v[static_cast<size_t>(i * n + k)] / sum;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < rows; ++j) {
        double c = 0;
        for (int64_t k = 0; k < n; ++k)
          c += w[static_cast<size_t>(k)] * (v[static_cast<size_t>(i * n + k)] - mean[static_cast<size_t>(i)]) *
               (v[static_cast<size_t>(j * n + k)] - mean[static_cast<size_t>(j)]);
        result.push_back(c / (sum - correction * squares / sum));
      }
    return from_elements(result, x.dim() < 2 ? Ints{} : Ints{rows, rows});
  };
  const auto weighted = [](Ints sizes, int64_t correction, bool counts, bool weights) {
    return [=](Sample& s) {
      const Tensor x = s.real(sizes);
      const IValue of_counts = counts ? IValue(torchpp::tensor({1, 2, 1, 3}, kLong)) : IValue();
      return Stack{x, correction, of_counts, weights ? IValue(s.real({4}, 0.5, 2)) : IValue()};
    };
  };
  t.add("cov", weighted({3, 4}, 1, false, false))
      .also(weighted({4}, 0, false, false))
      .also(weighted({3, 4}, 1, true, false))
      .also(weighted({3, 4}, 1, false, true))
      .also(weighted({3, 4}, 1, true, true))
      .expects([=](const Stack& a) {
        const auto list = [](const IValue& v) { return v.isNone() ? std::vector<double>() : elements(v.toTensor()); };
        return covariance(a[0].toTensor(), list(a[2]), list(a[3]), static_cast<double>(a[1].toInt()));
      })
      .dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow)
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2, 2}), 1, IValue(), IValue()};
          },
          "cov(): expected input to have two or fewer dimensions but got an input with 3 dimensions");
  t.add("corrcoef",
        [](Sample& s) {
          return Stack{s.real({3, 4})};
        })
      .expects([=](const Stack& a) {
        const std::vector<double> c = elements(covariance(a[0].toTensor(), {}, {}, 1));
        std::vector<double> result;
        for (size_t i = 0; i < 3; ++i)
          for (size_t j = 0; j < 3; ++j) result.push_back(c[i * 3 + j] / std::sqrt(c[i * 4] * c[j * 4]));
        return from_elements(result, {3, 3});
      })
      .dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow);
  t.add("renorm",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 131), s.n(4, 1021)}), 2, 0, 1.5};
        })
      .also([](Sample& s) {
        return Stack{s.real({3, 4}), 1, 0, 100};
      })
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        std::vector<double> v = elements(x);
        const double p = a[1].toScalar().toDouble(), most = a[3].toScalar().toDouble();
        const size_t columns = static_cast<size_t>(x.size(1));
        for (size_t row = 0; row < v.size(); row += columns) {
          double sum = 0;
          for (size_t k = row; k < row + columns; ++k) sum += std::pow(std::fabs(v[k]), p);
          const double norm = std::pow(sum, 1 / p);
          for (size_t k = row; norm > most && k < row + columns; ++k) v[k] *= most / (norm + 1e-7);
        }
        return from_elements(v, x.sizes());
      })
      .dtypes("......egfdFD")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 2, 0, 1};
          },
          "renorm: input needs at least 2 dimensions, got 1 dimensions")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 2}), 0, 0, 1};
          },
          "renorm: non-positive-norm not supported");
  t.add("linalg_vecdot", two({3, 4}, {3, 4}, -1))
      .also(two({3, 4}, {4}, 1))
      .expects([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensor()), y = elements(a[1].toTensor());
        std::vector<double> result(3, 0);
        for (size_t i = 0; i < 12; ++i) result[i / 4] += x[i] * y[i % y.size()];
        return from_elements(result, {3});
      })
      .dtypes("......egfdFD");
}

}  // namespace

void add_linalg_cases(OpCases& t) {
  t.add("mm",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 150), s.n(4, 130)}), s.real({s.n(4, 130), s.n(2, 140)})};
        })
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor()); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), s.real({3, 4})};
          },
          "mat1 and mat2 shapes cannot be multiplied (3x4 and 3x4)")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({3, 4})};
          },
          "self must be a matrix")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("_mm_unrounded",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 150), s.n(4, 130)}), s.real({s.n(4, 130), s.n(2, 140)})};
        })
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor()); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), s.real({3, 4})};
          },
          "mat1 and mat2 shapes cannot be multiplied (3x4 and 3x4)")
      .dtypes("", ".BbhilfffdFD", kOurs);
  t.add("bmm",
        [](Sample& s) {
          return Stack{s.real({s.n(2, 9), 3, s.n(4, 70)}), s.real({s.n(2, 9), s.n(4, 70), 20})};
        })
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor()); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3, 4}), s.real({2, 3, 4})};
          },
          "Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 3].")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  const auto batches = [](Sample& s) {
    const Tensor a = s.real({2, s.n(3, 40), s.n(2, 5), s.n(4, 70)}), b = s.real({2, s.n(2, 5), 20, s.n(4, 70)});
    return Stack{a.transpose(1, 2), b.transpose(2, 3)};
  };
  t.add("_matmul_of_batches", batches)
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor(), y = a[1].toTensor();
        return product(x.flatten(0, 1), y.flatten(0, 1)).view({x.size(0), x.size(1), x.size(2), y.size(3)});
      })
      .throws(
          [=](Sample& s) {
            Stack a = batches(s);
            a[1] = s.real({2, 3, 4, 5});
            return a;
          },
          "and mat2 [2, 3, 4, 5], expected (*, n, k) and (*, k, m)")
      .dtypes("", "........fd..", kOurs);
  t.add("mv",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 300), s.n(4, 400)}), s.real({s.n(4, 400)})};
        })
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor().unsqueeze(1)).squeeze(1); })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("dot",
        [](Sample& s) {
          return Stack{s.real({s.n(5, 200000)}), s.real({s.n(5, 200000)})};
        })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2}), s.real({2})};
          },
          "1D tensors expected, but got 2D and 1D tensors")
      .expects([](const Stack& a) {
        return product(a[0].toTensor().unsqueeze(0), a[1].toTensor().unsqueeze(1)).reshape({});
      })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("addmm",
        [](Sample& s) {
          const int64_t rows = s.n(3, 150), columns = s.n(2, 140), inner = s.n(4, 130);
          return Stack{s.real({rows, columns}), s.real({rows, inner}), s.real({inner, columns}), 0.5, 2};
        })
      .expects([](const Stack& a) { return product(a[1].toTensor(), a[2].toTensor(), a[0].toTensor(), 0.5, 2); })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("addmv",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 300)}), s.real({s.n(3, 300), s.n(4, 400)}), s.real({s.n(4, 400)}), 0.5, 2};
        })
      .expects([](const Stack& a) {
        const Tensor bias = a[0].toTensor().unsqueeze(1);
        return product(a[1].toTensor(), a[2].toTensor().unsqueeze(1), bias, 0.5, 2).squeeze(1);
      })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("baddbmm",
        [](Sample& s) {
          const int64_t n = s.n(2, 9), inner = s.n(4, 70);
          return Stack{s.real({n, 3, 20}), s.real({n, 3, inner}), s.real({n, inner, 20}), 0.5, 2};
        })
      .expects([](const Stack& a) { return product(a[1].toTensor(), a[2].toTensor(), a[0].toTensor(), 0.5, 2); })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("linear",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 150), s.n(4, 130)}), s.real({s.n(2, 140), s.n(4, 130)}), s.real({s.n(2, 140)})};
        })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({3}), s.real({1})};
          },
          "output with shape [] doesn't match the broadcast shape [1]")  // libtorch 1.13.1
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), s.real({2, 3, 5}), IValue()};
          },
          "t() expects a tensor with <= 2 dimensions, but self is 3D")  // libtorch 1.13.1
      .expects([](const Stack& a) { return product(a[0].toTensor(), a[1].toTensor().t(), a[2].toTensor()); })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  add_distance_cases(t);
  add_composite_linalg_cases(t);
  add_further_products(t);
}

}  // namespace torchpp::tests
