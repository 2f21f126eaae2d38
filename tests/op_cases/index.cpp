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

void add_composite_index_cases(OpCases& t) {
  t.add("nonzero_numpy", [](Sample& s) { return Stack{s.index(s.plane(), 2).to(kDouble)}; })
      .expects_all(places_of_nonzero)
      .without(Check::kGradient, "indices")
      .without(Check::kMeta, "the number of results depends on elements")
      .dtypes("llllllllllll")
      .exactly();
  t.add("take",
        [](Sample& s) {
          const Tensor self = s.real();
          return Stack{self, s.index({2, s.n(3, 60000)}, self.numel())};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        std::vector<double> result;
        for (const double at : elements(a[1].toTensor())) result.push_back(v[static_cast<size_t>(at)]);
        return from_elements(result, a[1].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({2})};
          },
          "take(): Expected a long tensor for index, but got Double");
  t.add("take_along_dim",
        [](Sample& s) {
          const Elements e(s);
          return Stack{e.self, e.index, 0};
        })
      .also([](Sample& s) {
        const Tensor self = s.real();
        return Stack{self, s.index({s.n(5, 50000)}, self.numel()), IValue()};
      })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor()), row = elements(a[1].toTensor());
        const size_t columns = a[2].isNone() ? 1 : a[0].toTensor().size(1);
        std::vector<double> result;
        for (size_t i = 0; i < row.size(); ++i)
          result.push_back(v[static_cast<size_t>(row[i]) * columns + i % columns]);
        return from_elements(result, a[1].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), s.index({3}, 2), 0};
          },
          "input and indices should have the same number of dimensions, but got 2 dimensions for input, and 1 "
          "dimensions for indices");
}

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
      .also([](Sample& s) {  // all rows, in another order of columns
        const Tensor self = s.real();
        return Stack{self, std::vector<Tensor>{Tensor(), s.order(self.size(1))}};
      })
      .also(
          [](Sample& s) {
            const Tensor self = s.real();
            return Stack{self, std::vector<Tensor>{s.mask(s.plane())}};
          },
          "the number of results depends on the mask")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), std::vector<Tensor>{s.index({2}, 2), s.index({2}, 2)}};
          },
          "too many indices for tensor of dimension 1")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), std::vector<Tensor>{s.mask({2})}};
          },
          "The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [3, 4] at index 0")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), std::vector<Tensor>{s.index({2}, 2), s.index({3}, 2)}};
          },
          "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), std::vector<Tensor>{s.real({2})}};
          },
          "tensors used as indices must be long, byte or bool tensors")
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const std::vector<Tensor> indices = a[1].toTensorVector();
        const int64_t columns = a[0].toTensor().size(1);
        if (indices.size() == 1) {
          const std::vector<double> mask = elements(indices[0]);
          std::vector<double> chosen;
          for (size_t at = 0; at < v.size(); ++at)
            if (mask[at] != 0) chosen.push_back(v[at]);
          return from_elements(chosen, {static_cast<int64_t>(chosen.size())});
        }
        if (!indices[0].defined()) {
          const std::vector<double> order = elements(indices[1]);
          std::vector<double> turned;
          for (size_t at = 0; at < v.size(); ++at)
            turned.push_back(v[at / columns * columns + static_cast<size_t>(order[at % columns])]);
          return from_elements(turned, a[0].toTensor().sizes());
        }
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
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), 0, s.index({2, 2}, 2)};
          },
          "index_select(): Index is supposed to be a vector")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), 2, s.index({2}, 2)};
          },
          "Dimension out of range (expected to be in range of [-2, 1], but got 2)")
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
      .throws(rows([](const Rows& r) {
                return Stack{r.self, 0, r.index.narrow(0, 0, 2), r.source, 2};
              }),
              "Number of indices (2) should be equal to source.size(dim): (3), for dim: 0")
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
      .throws(each([](const Elements& e) {
                return Stack{e.self, 0, e.index.to(kDouble), false};
              }),
              "gather(): Expected dtype int64 for index")
      .throws(each([](const Elements& e) {
                return Stack{e.self, 0, e.index.select(0, 0), false};
              }),
              "Index tensor must have the same number of dimensions as input tensor")
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
      .also([](Sample& s) {  // a tensor without dimensions is a vector of one element
        return Stack{s.real({3}), 0, s.index({1}, 3), s.real({})};
      })
      .throws(each([](const Elements& e) {
                return Stack{e.self, 0, e.index, e.source.to(kFloat)};
              }),
              "scatter(): Expected self.dtype to be equal to src.dtype")
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
      .also([](Sample& s) {  // a tensor without dimensions is a vector of one element
        return Stack{s.real({3}), 0, s.index({1}, 3), s.real({})};
      })
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
      .throws(
          [](Sample& s) {
            return Stack{s.real(), s.index(s.plane(), 2)};
          },
          "expected BoolTensor or ByteTensor for mask")
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
  add_composite_index_cases(t);
}

}  // namespace torchpp::tests
