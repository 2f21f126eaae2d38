// SPDX-License-Identifier: BSD-3-Clause
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
  add_composite_linalg_cases(t);
}

}  // namespace torchpp::tests
