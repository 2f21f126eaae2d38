// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/index_test.cpp";

// A matrix, and as many of its rows as it has, in another order.
struct Rows {
  explicit Rows(Sample& s) : self(s.real()), index(s.order(self.size(0))), source(s.real(self.sizes())) {}
  Tensor self, index, source;
};
// A matrix, and for each element the row of another: a permutation of each column.
struct Elements {
  explicit Elements(Sample& s)
      : self(s.real()),
        index(s.order(self.size(0)).unsqueeze(1).expand(self.sizes()).contiguous()),
        source(s.real(self.sizes())) {}
  Tensor self, index, source;
};

}  // namespace

void add_index_cases(OpCases& t) {
  const auto rows = [](auto f) {
    return [f](Sample& s) {
      const Rows r(s);
      return f(r);
    };
  };
  const auto each = [](auto f) {
    return [f](Sample& s) {
      const Elements e(s);
      return f(e);
    };
  };
  t.add("index.Tensor",
        [](Sample& s) {
          const Tensor self = s.real();
          const std::vector<int64_t> count = {s.n(5, 60000)};
          return Stack{self, std::vector<Tensor>{s.index(count, self.size(0)), s.index(count, self.size(1))}};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> i = elements(a[1].toTensorVector()[0]), j = elements(a[1].toTensorVector()[1]);
        std::vector<double> result;
        for (size_t at = 0; at < i.size(); ++at)
          result.push_back(v[static_cast<size_t>(i[at]) * a[0].toTensor().size(1) + static_cast<size_t>(j[at])]);
        return from_elements(result, {static_cast<int64_t>(result.size())});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("index_put", rows([](const Rows& r) {
          return Stack{r.self, std::vector<Tensor>{r.index}, r.source, true};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD");
  t.add("index_select", rows([](const Rows& r) {
          return Stack{r.self, 0, r.index};
        }))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const size_t columns = a[0].toTensor().size(1);
        std::vector<double> result;
        for (double row : elements(a[2].toTensor()))
          for (size_t c = 0; c < columns; ++c) result.push_back(v[static_cast<size_t>(row) * columns + c]);
        return from_elements(result, a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("index_add", rows([](const Rows& r) {
          return Stack{r.self, 0, r.index, r.source, 2};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD");
  t.add("index_copy", rows([](const Rows& r) {
          return Stack{r.self, 0, r.index, r.source};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("index_fill.int_Scalar", rows([](const Rows& r) {
          return Stack{r.self, 0, r.index.narrow(0, 0, 2), 1.5};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("index_fill.int_Tensor",
        [](Sample& s) {
          const Rows r(s);
          return Stack{r.self, 0, r.index.narrow(0, 0, 2), s.real({})};
        })
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const size_t columns = a[0].toTensor().size(1);
        for (double row : elements(a[2].toTensor()))
          std::fill_n(v.begin() + static_cast<std::ptrdiff_t>(row) * static_cast<std::ptrdiff_t>(columns), columns,
                      elements(a[3].toTensor())[0]);
        return from_elements(v, a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("gather", each([](const Elements& e) {
          return Stack{e.self, 0, e.index, false};
        }))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor()), row = elements(a[2].toTensor());
        const size_t columns = a[0].toTensor().size(1);
        std::vector<double> result;
        for (size_t i = 0; i < row.size(); ++i)
          result.push_back(v[static_cast<size_t>(row[i]) * columns + i % columns]);
        return from_elements(result, a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("scatter.src", each([](const Elements& e) {
          return Stack{e.self, 0, e.index, e.source};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("scatter.value", each([](const Elements& e) {
          return Stack{e.self, 0, e.index.narrow(0, 0, 2), 1.5};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .exactly();
  constexpr const char* kNoDerivative = "libtorch 1.13 has no derivative";
  t.add("scatter.reduce", each([](const Elements& e) {
          return Stack{e.self, 0, e.index, e.source, "multiply"};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .without(Check::kGradient, kNoDerivative);
  t.add("scatter.value_reduce", each([](const Elements& e) {
          return Stack{e.self, 0, e.index.narrow(0, 0, 2), 1.5, "add"};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD")
      .without(Check::kGradient, kNoDerivative);
  t.add("scatter_add", each([](const Elements& e) {
          return Stack{e.self, 0, e.index, e.source};
        }))
      .by(kFile)
      .dtypes("?BbhilegfdFD");
  const auto masked = [](const Stack& a, double value) {
    std::vector<double> v = elements(a[0].toTensor());
    const std::vector<double> mask = elements(a[1].toTensor());
    for (size_t i = 0; i < v.size(); ++i)
      if (mask[i] != 0) v[i] = value;
    return from_elements(v, a[0].toTensor().sizes());
  };
  t.add("masked_fill.Scalar",
        [](Sample& s) {
          return Stack{s.real(), s.mask(s.plane()), 1.5};
        })
      .expects([=](const Stack& a) { return masked(a, 1.5); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("masked_fill.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.mask(s.plane()), s.real({})};
        })
      .expects([=](const Stack& a) { return masked(a, elements(a[2].toTensor())[0]); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  const auto chosen = [](const std::vector<double>& v, const std::vector<double>& mask) {
    std::vector<double> result;
    for (size_t i = 0; i < v.size(); ++i)
      if (mask[i] != 0) result.push_back(v[i]);
    return from_elements(result, {static_cast<int64_t>(result.size())});
  };
  t.add("masked_select",
        [](Sample& s) {
          return Stack{s.real(), s.mask(s.plane())};
        })
      .expects([=](const Stack& a) { return chosen(elements(a[0].toTensor()), elements(a[1].toTensor())); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("nonzero", [](Sample& s) { return Stack{s.index(s.plane(), 2).to(kDouble)}; })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const size_t columns = a[0].toTensor().size(1);
        std::vector<double> result;
        for (size_t i = 0; i < v.size(); ++i)
          if (v[i] != 0) {
            result.push_back(static_cast<double>(i / columns));
            result.push_back(static_cast<double>(i % columns));
          }
        return from_elements(result, {static_cast<int64_t>(result.size()) / 2, 2});
      })
      .dtypes("llllllllllll")
      .exactly();
}

}  // namespace torchpp::tests
