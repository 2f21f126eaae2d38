// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

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

// Element by element of `source`, from the first on, into `v` at the places; the elements there count with
// `include_self`. Names are those of scatter_reduce().
std::vector<double> reduced(std::vector<double> v, const std::vector<size_t>& places, const std::vector<double>& source,
                            const std::string& how, bool include_self) {
  std::vector<double> count(v.size(), include_self ? 1 : 0);
  for (size_t i = 0; i < places.size(); ++i) {
    double& x = v[places[i]];
    const double y = source[i];
    if (count[places[i]]++ == 0) x = y;
    else if (how == "prod") x *= y;
    else if (how == "amax") x = std::max(x, y);
    else if (how == "amin") x = std::min(x, y);
    else x += y;
  }
  for (size_t i = 0; how == "mean" && i < v.size(); ++i) v[i] /= std::max(count[i], 1.0);
  return v;
}
// The places of the elements of `rows`, positions of rows of a matrix, which stand in the columns in turn.
std::vector<size_t> places_of_rows(const Tensor& rows, int64_t columns) {
  std::vector<size_t> places;
  for (const double row : elements(rows))
    places.push_back(static_cast<size_t>(row) * static_cast<size_t>(columns) +
                     places.size() % static_cast<size_t>(columns));
  return places;
}

void add_reducing_cases(OpCases& t) {
  // Elements of a matrix for the places of another one, several for one place.
  const auto elements_to = [](const char* how, bool include_self) {
    return [=](Sample& s) {
      const int64_t rows = s.n(3, 131), columns = s.n(4, 1021);
      const Tensor self = s.real({rows, columns}), index = s.index({2 * rows, columns}, rows);
      return Stack{self, 0, index, s.real({2 * rows, columns}), how, include_self};
    };
  };
  t.add("scatter_reduce.two", elements_to("prod", true))
      .also(elements_to("prod", false))
      .also(elements_to("sum", true))
      .also(elements_to("sum", false))
      .also(elements_to("mean", true))
      .also(elements_to("mean", false))
      .also(elements_to("amax", true))
      .also(elements_to("amax", false))
      .also(elements_to("amin", true))
      .also(elements_to("amin", false))
      .also([](Sample& s) {  // a tensor without dimensions is a vector of one element
        return Stack{s.real({3}), 0, s.index({1}, 3), s.real({}), "amax", true};
      })
      .also([](Sample& s) {  // a part of src
        const Tensor self = s.real({3, 4});
        return Stack{self, 1, s.index({2, 3}, 4), s.real({4, 5}), "mean", true};
      })
      .expects([](const Stack& a) {
        const Tensor self = a[0].toTensor(), index = a[2].toTensor();
        const bool along_rows = a[1].toInt() == 1;
        Tensor src = a[3].toTensor();
        if (src.dim() == 2) src = src.narrow(0, 0, index.size(0)).narrow(1, 0, index.size(1));
        std::vector<size_t> places = places_of_rows(index, self.dim() == 1 ? 1 : self.size(1));
        if (along_rows) {
          const std::vector<double> at = elements(index);
          for (size_t i = 0; i < places.size(); ++i)
            places[i] =
                i / static_cast<size_t>(index.size(1)) * static_cast<size_t>(self.size(1)) + static_cast<size_t>(at[i]);
        }
        return from_elements(reduced(elements(self), places, elements(src), a[4].toStringRef(), a[5].toBool()),
                             self.sizes());
      })
      .dtypes("?BbhilegfdFD")
      .throws(elements_to("add", true), "reduce argument must be either sum, prod, mean, amax or amin");
  const auto rows_to = [](const char* how, bool include_self) {
    return [=](Sample& s) {
      const int64_t rows = s.n(3, 131), columns = s.n(4, 1021);
      const Tensor self = s.real({rows, columns}), index = s.index({2 * rows}, rows);
      return Stack{self, 0, index, s.real({2 * rows, columns}), how, include_self};
    };
  };
  t.add("index_reduce", rows_to("prod", true))
      .also(rows_to("prod", false))
      .also(rows_to("mean", true))
      .also(rows_to("mean", false))
      .also(rows_to("amax", true))
      .also(rows_to("amax", false))
      .also(rows_to("amin", true))
      .also(rows_to("amin", false))
      .expects([](const Stack& a) {
        const Tensor self = a[0].toTensor(), source = a[3].toTensor();
        const std::vector<size_t> places =
            places_of_rows(a[2].toTensor().unsqueeze(1).expand(source.sizes()), self.size(1));
        return from_elements(reduced(elements(self), places, elements(source), a[4].toStringRef(), a[5].toBool()),
                             self.sizes());
      })
      .dtypes(".Bbhilegfd..")
      .throws(rows_to("sum", true),
              "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got sum.")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), 0, s.index({2}, 3), s.real({3, 4}), "mean", true};
          },
          "Number of indices (2) should be equal to source.size(dim): (3), for dim: 0");

  t.add("masked_scatter",
        [](Sample& s) {
          const Tensor self = s.real(), mask = s.mask(s.plane());
          return Stack{self, mask, s.real(s.plane())};
        })
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> mask = elements(a[1].toTensor()), source = elements(a[2].toTensor());
        size_t next = 0;
        for (size_t i = 0; i < v.size(); ++i)
          if (mask[i] != 0) v[i] = source[next++];
        return from_elements(v, a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), ones({3}, kBool), s.real({2})};
          },
          "Number of elements of source < number of ones in mask")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.index({3}, 2), s.real({3})};
          },
          "expected BoolTensor or ByteTensor for mask");
  const auto positions = [](bool accumulate) {
    return [=](Sample& s) {
      const Tensor self = s.real();
      const int64_t n = self.numel() / 2;
      return Stack{self, accumulate ? s.index({n}, n) : s.order(n), s.real({n}), accumulate};
    };
  };
  t.add("put", positions(true))
      .also(positions(false))
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> at = elements(a[1].toTensor()), source = elements(a[2].toTensor());
        for (size_t i = 0; i < at.size(); ++i) {
          double& x = v[static_cast<size_t>(at[i])];
          x = a[3].toBool() ? x + source[i] : source[i];
        }
        return from_elements(v, a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.index({2}, 3), s.real({3}), false};
          },
          "put_(): Expected source and index to have the same number of elements")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({3}), s.real({3}), false};
          },
          "put_(): Expected a long tensor for index");
  // Segments of 1, 0 and 2 rows, and of none.
  const auto segments = [](const char* how, const IValue& initial, bool offsets) {
    return [=](Sample& s) {
      const Tensor lengths = torchpp::tensor({1, 0, 2}, kLong), at = torchpp::tensor({0, 1, 1, 3}, kLong);
      return Stack{s.real({3, s.n(4, 20000)}),
                   how,
                   offsets ? IValue() : IValue(lengths),
                   IValue(),
                   offsets ? IValue(at) : IValue(),
                   0,
                   false,
                   initial};
    };
  };
  const auto of_segments = [](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    const size_t columns = static_cast<size_t>(a[0].toTensor().size(1));
    const std::string how = a[1].toStringRef();
    const bool initial = !a[7].isNone();
    const double start = initial ? a[7].toScalar().toDouble() : 0;
    std::vector<double> result;
    for (const auto& [first, end] : {std::pair<size_t, size_t>(0, 1), {1, 1}, {1, 3}})
      for (size_t c = 0; c < columns; ++c) {
        double x = initial ? start : how == "prod" ? 1 : how == "max" ? -HUGE_VAL : how == "min" ? HUGE_VAL : 0;
        for (size_t row = first; row < end; ++row) {
          const double y = v[row * columns + c];
          x = how == "prod" ? x * y : how == "max" ? std::max(x, y) : how == "min" ? std::min(x, y) : x + y;
        }
        if (how == "mean") x = end > first ? x / static_cast<double>(end - first) : initial ? start : NAN;
        result.push_back(x);
      }
    return from_elements(result, {3, static_cast<int64_t>(columns)});
  };
  const char* reads = "reads the lengths";
  t.add("segment_reduce", segments("sum", IValue(), false))
      .also(segments("sum", 2, true))
      .also(segments("mean", 2, false))
      .also(segments("max", 0.5, false))
      .also(segments("min", 0.5, true))
      .also(segments("prod", IValue(), false))
      .also(segments("prod", 2, false))
      .expects(of_segments)
      .without(Check::kMeta, reads)
      .dtypes("......egfd..")
      .throws(segments("median", IValue(), false), "unsupported reduction given! median")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), "sum", torchpp::tensor({1, 1}, kLong), IValue(), IValue(), 0, false, IValue()};
          },
          "Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe.");
  t.add("segment_reduce.out",
        [=](Sample& s) {
          Stack a = segments("sum", IValue(), false)(s);
          a.push_back(s.real({3, s.n(4, 20000)}));
          return a;
        })
      .expects(of_segments)
      .without(Check::kUnchanged, "writes out")
      .without(Check::kGradient, "out must not require grad")
      .without(Check::kMeta, reads)
      .dtypes("?BbhilegfdFD", "......egfd..", "libtorch computes in the dtype of data, which is not out's there");
}

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
  add_reducing_cases(t);
}

}  // namespace torchpp::tests
