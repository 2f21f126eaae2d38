// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
const IValue kNo;

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

// Copies with other elements in a part.
void add_scattered_parts(OpCases& t) {
  const auto parts = [](Ints part, auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real({3, 4});
      return Stack{self, s.real(part), rest...};
    };
  };
  // The elements of src in the places of self.
  const auto at = [](std::vector<size_t> places) {
    return [=](const Stack& a) {
      std::vector<double> v = elements(a[0].toTensor());
      const std::vector<double> src = elements(a[1].toTensor());
      for (size_t i = 0; i < src.size(); ++i) v[places[i]] = src[i];
      return from_elements(v, {3, 4});
    };
  };
  const char* sizes = "expected src to have a size equal to the slice of self. src size = [2], slice size = [3]";
  t.add("select_scatter", parts({3}, 1, 2))
      .expects(at({2, 6, 10}))
      .also(parts({3}, -1, -2))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(parts({2}, 1, 2), sizes);
  t.add("slice_scatter", parts({3, 2}, 1, 1, kNo, 2))
      .expects(at({1, 3, 5, 7, 9, 11}))
      .also(parts({3, 2}, -1, -3, 100, 2))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(parts({3, 2}, 1, 0, 2, 0), "slice step must be positive");
  t.add("diagonal_scatter", parts({3}, 1, 0, 1))
      .expects(at({1, 6, 11}))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(parts({2}, 1, 0, 1), sizes);
  t.add("as_strided_scatter", parts({2, 2}, Ints{2, 2}, Ints{5, 2}, 1))
      .expects(at({1, 3, 6, 8}))
      .without(Check::kLayout, "depends on the strides of self")
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(parts({2}, Ints{3}, Ints{2}, 0), sizes);
}

// Composites over the operators above.
void add_composite_shape_cases(OpCases& t) {
  t.add("diagflat",
        [](Sample& s) {
          return Stack{s.real({2, 2}), 1};
        })
      .also([](Sample& s) {
        return Stack{s.real({3}), -1};
      })
      .also([](Sample& s) {
        return Stack{s.real({}), 0};
      })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const int64_t k = a[1].toInt(), n = static_cast<int64_t>(v.size()) + std::abs(k);
        return from_indices(
            {n, n}, [&](const Ints& i) { return i[1] - i[0] == k ? v[static_cast<size_t>(std::min(i[0], i[1]))] : 0; });
      })
      .dtypes("?Bbhil.gfdFD", "?BbhilegfdFD", kNarrow)
      .exactly();
  const auto choices = [](int64_t r, bool again) { return [=](Sample& s) { return Stack{s.real({4}), r, again}; }; };
  t.add("combinations", choices(2, false))
      .also(choices(3, true))
      .also(choices(1, false))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const int64_t r = a[1].toInt(), n = static_cast<int64_t>(v.size());
        std::vector<double> rows;
        int64_t tuples = 1;
        for (int64_t k = 0; k < r; ++k) tuples *= n;
        for (int64_t tuple = 0; tuple < tuples; ++tuple) {
          Ints at(static_cast<size_t>(r));
          for (int64_t k = r - 1, rest = tuple; k >= 0; --k, rest /= n) at[static_cast<size_t>(k)] = rest % n;
          bool rises = true;
          for (size_t k = 1; k < at.size(); ++k)
            rises = rises && (a[2].toBool() ? at[k - 1] <= at[k] : at[k - 1] < at[k]);
          for (size_t k = 0; rises && k < at.size(); ++k) rows.push_back(v[static_cast<size_t>(at[k])]);
        }
        return from_elements(rows, {static_cast<int64_t>(rows.size()) / r, r});
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(choices(-1, false), "Expect a non-negative number, but got -1")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2}), 2, false};
          },
          "Expect a 1D vector, but got shape [2, 2]");
  // Matrices [3, 4] and [3, 4], or two lists of numbers.
  const auto two = [](Sample& s) {
    const Tensor a = s.real({3, 4});
    return Stack{std::vector<Tensor>{a, s.real({3, 4})}};
  };
  const auto lines = [](Sample& s) {
    const Tensor a = s.real({3});
    return Stack{std::vector<Tensor>{a, s.real({3})}};
  };
  const auto none = [](Sample&) { return Stack{std::vector<Tensor>{}}; };
  // A tensor of these sizes whose element at `i` is that of list `which(i)` at `place(i)`.
  using Place = int64_t (*)(const Ints&);
  const auto taken = [](const Stack& a, const Ints& sizes, Place which, Place place) {
    const std::vector<Tensor> list = a[0].toTensorVector();
    const std::vector<double> v[] = {elements(list[0]), elements(list[1])};
    return from_indices(sizes, [&](const Ints& i) {
      const int64_t at = place(i);
      return at < 0 ? 0 : v[which(i)][static_cast<size_t>(at)];
    });
  };
  const auto is_line = [](const Stack& a) { return a[0].toTensorVector()[0].dim() == 1; };
  t.add("hstack", two)
      .also(lines)
      .expects([=](const Stack& a) {
        if (is_line(a))
          return taken(
              a, {6}, [](const Ints& i) { return i[0] / 3; }, [](const Ints& i) { return i[0] % 3; });
        return taken(
            a, {3, 8}, [](const Ints& i) { return i[1] / 4; }, [](const Ints& i) { return i[0] * 4 + i[1] % 4; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(none, "hstack expects a non-empty TensorList");
  t.add("vstack", two)
      .also(lines)
      .expects([=](const Stack& a) {
        if (is_line(a))
          return taken(
              a, {2, 3}, [](const Ints& i) { return i[0]; }, [](const Ints& i) { return i[1]; });
        return taken(
            a, {6, 4}, [](const Ints& i) { return i[0] / 3; }, [](const Ints& i) { return i[0] % 3 * 4 + i[1]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(none, "vstack expects a non-empty TensorList");
  t.add("dstack", two)
      .also(lines)
      .expects([=](const Stack& a) {
        const auto layer = [](const Ints& i) { return i[2]; };
        if (is_line(a)) return taken(a, {1, 3, 2}, layer, [](const Ints& i) { return i[1]; });
        return taken(a, {3, 4, 2}, layer, [](const Ints& i) { return i[0] * 4 + i[1]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(none, "dstack expects a non-empty TensorList");
  t.add("column_stack", two)
      .also(lines)
      .expects([=](const Stack& a) {
        if (is_line(a))
          return taken(
              a, {3, 2}, [](const Ints& i) { return i[1]; }, [](const Ints& i) { return i[0]; });
        return taken(
            a, {3, 8}, [](const Ints& i) { return i[1] / 4; }, [](const Ints& i) { return i[0] * 4 + i[1] % 4; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(none, "column_stack expects a non-empty TensorList");
  t.add("block_diag", two)
      .expects([=](const Stack& a) {
        return taken(
            a, {6, 8}, [](const Ints& i) { return i[0] / 3; },
            [](const Ints& i) { return i[0] / 3 != i[1] / 4 ? int64_t{-1} : i[0] % 3 * 4 + i[1] % 4; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{std::vector<Tensor>{s.real({2, 2, 2})}};
          },
          "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input 0 has 3 dimensions");
  t.add("meshgrid.indexing",
        [](Sample& s) {
          const Tensor a = s.real({3});
          return Stack{std::vector<Tensor>{a, s.real({2})}, "ij"};
        })
      .also([](Sample& s) {
        const Tensor a = s.real({3});
        return Stack{std::vector<Tensor>{a, s.real({2})}, "xy"};
      })
      .expects_all([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensorVector()[0]), y = elements(a[0].toTensorVector()[1]);
        if (a[1].toStringRef() == "ij")
          return std::vector<Tensor>{from_elements({x[0], x[0], x[1], x[1], x[2], x[2]}, {3, 2}),
                                     from_elements({y[0], y[1], y[0], y[1], y[0], y[1]}, {3, 2})};
        return std::vector<Tensor>{from_elements({x[0], x[1], x[2], x[0], x[1], x[2]}, {2, 3}),
                                   from_elements({y[0], y[0], y[0], y[1], y[1], y[1]}, {2, 3})};
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{std::vector<Tensor>{s.real({3})}, "up"};
          },
          "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: up");
  t.add("cartesian_prod",
        [](Sample& s) {
          const Tensor a = s.real({3});
          return Stack{std::vector<Tensor>{a, s.real({2})}};
        })
      .expects([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensorVector()[0]), y = elements(a[0].toTensorVector()[1]);
        return from_elements({x[0], y[0], x[0], y[1], x[1], y[0], x[1], y[1], x[2], y[0], x[2], y[1]}, {6, 2});
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{std::vector<Tensor>{s.real({2, 2})}};
          },
          "Expect a 1D vector");
  t.add("tile",
        [](Sample& s) {
          return Stack{s.real(), Ints{2, 1, 3}};
        })
      .also([](Sample& s) {
        return Stack{s.real(), Ints{3}};
      })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        const Ints sizes = a[1].toIntVector().size() == 1 ? Ints{rows, 3 * columns} : Ints{2, rows, 3 * columns};
        return from_indices(sizes, [&](const Ints& i) { return v[i[i.size() - 2] * columns + i.back() % columns]; });
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  // Rows, each as often as the counts say.
  const auto rows_repeated = [](const Stack& a, const std::vector<double>& counts) {
    const Tensor x = a[0].toTensor();
    const std::vector<double> v = elements(x);
    const size_t columns = static_cast<size_t>(x.size(1));
    std::vector<double> result;
    for (size_t r = 0; r < counts.size(); ++r)
      for (int k = 0; k < counts[r]; ++k)
        result.insert(result.end(), v.begin() + static_cast<std::ptrdiff_t>(r * columns),
                      v.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns));
    return from_elements(result, {static_cast<int64_t>(result.size() / columns), x.size(1)});
  };
  const char* as_many = "the number of rows depends on elements";
  t.add("repeat_interleave.Tensor",
        [](Sample&) {
          return Stack{torchpp::tensor({2, 0, 3}, kLong), kNo};
        })
      .expects([](const Stack&) {
        return from_elements({0, 0, 2, 2, 2}, {5});
      })
      .without(Check::kGradient, "indices")
      .without(Check::kMeta, as_many)
      .dtypes("....il......")
      .exactly()
      .throws(
          [](Sample&) {
            return Stack{torchpp::tensor({2, -1}, kLong), kNo};
          },
          "repeats can not be negative");
  t.add("repeat_interleave.self_Tensor",
        [](Sample& s) {
          return Stack{s.real({3, 4}), torchpp::tensor({2, 0, 3}, kLong), 0, kNo};
        })
      .expects([=](const Stack& a) {
        return rows_repeated(a, {2, 0, 3});
      })
      .without(Check::kMeta, as_many)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), torchpp::tensor({2, 1}, kLong), 0, kNo};
          },
          "repeats must have the same size as input along dim");
  t.add("repeat_interleave.self_int",
        [](Sample& s) {
          return Stack{s.real(), 2, 0, kNo};
        })
      .expects([=](const Stack& a) {
        return rows_repeated(a, std::vector<double>(static_cast<size_t>(a[0].toTensor().size(0)), 2));
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  const auto mirrored = [](bool columns) {
    return [=](const Stack& a) {
      const int64_t rows = a[0].toTensor().size(0), width = a[0].toTensor().size(1);
      const std::vector<double> v = elements(a[0].toTensor());
      return from_indices({rows, width}, [&](const Ints& i) {
        return columns ? v[i[0] * width + width - 1 - i[1]] : v[(rows - 1 - i[0]) * width + i[1]];
      });
    };
  };
  const auto matrix = [](Sample& s) { return Stack{s.real()}; };
  t.add("fliplr", matrix)
      .expects(mirrored(true))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({3})}; }, "Input must be >= 2-d.");
  t.add("flipud", matrix)
      .expects(mirrored(false))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({})}; }, "Input must be >= 1-d.");
  t.add("one_hot",
        [](Sample& s) {
          return Stack{s.index({s.n(5, 5000)}, 4), 4};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({static_cast<int64_t>(v.size()), 4},
                            [&](const Ints& i) { return static_cast<int64_t>(v[i[0]]) == i[1] ? 1 : 0; });
      })
      .without(Check::kGradient, "of integers")
      .without(Check::kMeta, "looks for classes that are out of range")
      .dtypes(".....l......")
      .exactly()
      .throws(
          [](Sample&) {
            return Stack{torchpp::tensor({1, 4}, kLong), 4};
          },
          "Class values must be smaller than num_classes.")
      .throws(
          [](Sample&) {
            return Stack{torchpp::tensor({1, -4}, kLong), 4};
          },
          "Class values must be non-negative.");
  t.add("sum_to_size",
        [](Sample& s) {
          const Tensor self = s.real();
          return Stack{self, Ints{1, self.size(1)}};
        })
      .expects([](const Stack& a) {
        const int64_t rows = a[0].toTensor().size(0), columns = a[0].toTensor().size(1);
        const std::vector<double> v = elements(a[0].toTensor());
        return from_indices({1, columns}, [&](const Ints& i) {
          double sum = 0;
          for (int64_t r = 0; r < rows; ++r) sum += v[r * columns + i[1]];
          return sum;
        });
      })
      .dtypes("llllllegfdFD")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 4}), Ints{2, 4}};
          },
          "size {[2, 4]} is not expandable to size {[3, 4]}.");
}

}  // namespace

void add_shape_cases(OpCases& t) {
  t.add("cat",
        [](Sample& s) {
          const int64_t columns = s.plane()[1];
          return Stack{std::vector<Tensor>{s.real(), s.real({2, columns})}, 0};
        })
      .throws(
          [](Sample& s) {
            const Tensor a = s.real({3, 4});
            return Stack{std::vector<Tensor>{a, s.real({3, 2})}, 0};
          },
          "Sizes of tensors must match except in dimension 0. Expected size 4 but got size 2 for tensor number 1")
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
      .throws(
          [](Sample& s) {
            const Tensor a = s.real({3});
            return Stack{std::vector<Tensor>{a, s.real({2})}, 0};
          },
          "stack expects each tensor to be equal size, but got [3] at entry 0 and [2] at entry 1")
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
      .throws(
          [](Sample& s) {
            return Stack{s.real(), Ints{0, 0}};
          },
          "dim 0 appears multiple times in the list of dims")
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
      .throws(
          [](Sample& s) {
            return Stack{s.real(), Ints{1, 2}, Ints{0}};
          },
          "shifts and dimensions must align. shifts: 2, dims:1")
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
  const auto several = [](Sample& s) {
    const Tensor first = s.real({3, s.n(4, 900)});
    return std::vector<Tensor>{first, s.real({2}), s.real({s.n(1, 900), 2})};
  };
  t.add("flatten_dense_tensors", [=](Sample& s) { return Stack{several(s)}; })
      .expects([](const Stack& a) {
        std::vector<double> all;
        for (const Tensor& t : a[0].toTensorVector())
          for (double x : elements(t)) all.push_back(x);
        return from_elements(all, {static_cast<int64_t>(all.size())});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("unflatten_dense_tensors",
        [=](Sample& s) {
          const std::vector<Tensor> like = several(s);
          return Stack{s.real({like[0].numel() + like[1].numel() + like[2].numel()}), like};
        })
      .expects_all([](const Stack& a) {
        const std::vector<double> all = elements(a[0].toTensor());
        std::vector<Tensor> parts;
        auto at = all.begin();
        for (const Tensor& t : a[1].toTensorVector()) {
          parts.push_back(from_elements(std::vector<double>(at, at + t.numel()), t.sizes()));
          at += t.numel();
        }
        return parts;
      })
      .constant({1})
      .dtypes("?BbhilegfdFD")
      .exactly();
  add_composite_shape_cases(t);
  add_scattered_parts(t);
}

}  // namespace torchpp::tests
