// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;

// Of the elements whose column minus row lies on one side of the diagonal.
Tensor triangle(const Stack& arguments, bool upper) {
  const Tensor x = arguments[0].toTensor();
  const int64_t k = arguments[1].toInt();
  std::vector<double> v = elements(x);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t row = i / x.size(1), column = i % x.size(1);
    if (upper ? column - row < k : column - row > k) v[i] = 0;
  }
  return from_elements(v, x.sizes());
}

// A tensor of these sizes, filled in row-major order by calls of the function with the indices.
template <class F>
Tensor from_indices(const Ints& sizes, const F& element) {
  std::vector<double> v;
  Ints at(sizes.size(), 0);
  const auto fill = [&](const auto& self, size_t d) -> void {
    if (d == sizes.size()) {
      v.push_back(element(at));
      return;
    }
    for (at[d] = 0; at[d] < sizes[d]; ++at[d]) self(self, d + 1);
  };
  fill(fill, 0);
  return from_elements(v, sizes);
}

}  // namespace

void add_shape_cases(OpCases& t) {
  t.add("cat",
        [](Sample& s) {
          const int64_t columns = s.plane()[1];
          return Stack{std::vector<Tensor>{s.real(), s.real({2, columns})}, 0};
        })
      .expects([](const Stack& a) {
        std::vector<double> v;
        for (const Tensor& part : a[0].toTensorVector())
          for (double x : elements(part)) v.push_back(x);
        const int64_t columns = a[0].toTensorVector()[0].size(1);
        return from_elements(v, {static_cast<int64_t>(v.size()) / columns, columns});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("stack",
        [](Sample& s) {
          return Stack{std::vector<Tensor>{s.real(), s.real()}, 1};
        })
      .expects([](const Stack& a) {
        const std::vector<Tensor> layers = a[0].toTensorVector();
        const int64_t rows = layers[0].size(0), columns = layers[0].size(1);
        const std::vector<double> v[] = {elements(layers[0]), elements(layers[1])};
        return from_indices({rows, 2, columns}, [&](const Ints& i) { return v[i[1]][i[0] * columns + i[2]]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("repeat",
        [](Sample& s) {
          return Stack{s.real(), Ints{2, 1, 3}};
        })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({2, rows, 3 * columns}, [&](const Ints& i) { return v[i[1] * columns + i[2] % columns]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("flip",
        [](Sample& s) {
          return Stack{s.real(), Ints{0, 1}};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        return from_elements(std::vector<double>(v.rbegin(), v.rend()), a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("roll",
        [](Sample& s) {
          return Stack{s.real(), Ints{1, -2}, Ints{0, 1}};
        })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({rows, columns}, [&](const Ints& i) {
          return v[(i[0] + rows - 1) % rows * columns + (i[1] + 2) % columns];
        });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("rot90",
        [](Sample& s) {
          return Stack{s.real(), 1, Ints{0, 1}};
        })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({columns, rows}, [&](const Ints& i) { return v[i[1] * columns + columns - 1 - i[0]]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("tril",
        [](Sample& s) {
          return Stack{s.real(), -1};
        })
      .expects([](const Stack& a) { return triangle(a, false); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("triu",
        [](Sample& s) {
          return Stack{s.real(), 1};
        })
      .expects([](const Stack& a) { return triangle(a, true); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("diag",
        [](Sample& s) {
          return Stack{s.real(), 1};
        })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({std::min(rows, columns - 1)}, [&](const Ints& i) { return v[i[0] * columns + i[0] + 1]; });
      })
      .dtypes("?Bbhil.gfdFD", "?BbhilegfdFD", kNarrow)
      .exactly();
  t.add("diag_embed",
        [](Sample& s) {
          return Stack{s.real({3, s.n(4, 300)}), 1, -2, -1};
        })
      .expects([](const Stack& a) {
        const int64_t n = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({3, n + 1, n + 1},
                            [&](const Ints& i) { return i[2] == i[1] + 1 ? v[i[0] * n + i[1]] : 0; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
}

}  // namespace torchpp::tests
