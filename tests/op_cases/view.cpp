// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
constexpr const char* kFile = "tests/ops/view_test.cpp";
const IValue kNo;

}  // namespace

void add_view_cases(OpCases& t) {
  const char* strides = "depends on the strides of self";
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({3, 4}), rest...}; }; };
  const auto of_ones = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({1, 3, 1, 4}), rest...}; }; };
  const auto same = [](const Stack& a) { return a[0].toTensor(); };
  const auto transposed = [](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    std::vector<double> result;
    for (size_t column = 0; column < 4; ++column)
      for (size_t row = 0; row < 3; ++row) result.push_back(v[row * 4 + column]);
    return from_elements(result, {4, 3});
  };
  // The elements of the 3 x 4 matrix at those places.
  const auto at = [](std::vector<size_t> places, Ints sizes) {
    return [=](const Stack& a) {
      const std::vector<double> v = elements(a[0].toTensor());
      std::vector<double> result;
      for (size_t place : places) result.push_back(v[place]);
      return from_elements(result, sizes);
    };
  };
  const auto reshaped = [](Ints sizes) {
    return [=](const Stack& a) { return from_elements(elements(a[0].toTensor()), sizes); };
  };
  t.add("as_strided", of(Ints{2, 2}, Ints{5, 2}, 1))
      .expects(at({1, 3, 6, 8}, {2, 2}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("alias", of()).expects(same).dtypes("?BbhilegfdFD").exactly();
  t.add("view", of(Ints{2, 6}))
      .expects(reshaped({2, 6}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_unsafe_view", of(Ints{2, 6}))
      .expects(reshaped({2, 6}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD");
  t.add("view.dtype", of(kLong))
      .by(kFile)
      .without(Check::kLayout, "reads the bytes")
      .without(Check::kDtypes, "reads the bytes")
      .without(Check::kGradient, "an integer view has none")
      .dtypes("...lllllllll")
      .exactly();
  t.add("expand", of(Ints{2, 3, 4}, false))
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> once = v;
        v.insert(v.end(), once.begin(), once.end());
        return from_elements(v, {2, 3, 4});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("permute", of(Ints{1, 0})).expects(transposed).dtypes("?BbhilegfdFD").exactly();
  t.add("transpose.int", of(0, 1)).expects(transposed).dtypes("?BbhilegfdFD").exactly();
  t.add("slice.Tensor", of(1, 1, kNo, 2)).expects(at({1, 3, 5, 7, 9, 11}, {3, 2})).dtypes("?BbhilegfdFD").exactly();
  t.add("select.int", of(1, 2)).expects(at({2, 6, 10}, {3})).dtypes("?BbhilegfdFD").exactly();
  t.add("unsqueeze", of(1)).expects(reshaped({3, 1, 4})).dtypes("?BbhilegfdFD").exactly();
  t.add("squeeze", of_ones()).expects(reshaped({3, 4})).dtypes("?BbhilegfdFD").exactly();
  t.add("squeeze.dim", of_ones(2)).expects(reshaped({1, 3, 4})).dtypes("?BbhilegfdFD").exactly();
  t.add("diagonal", of(1, 0, 1)).expects(at({1, 6, 11}, {3})).dtypes("?BbhilegfdFD").exactly();
  t.add("unfold", of(1, 2, 1))
      .expects(at({0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11}, {3, 3, 2}))
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("split_with_sizes", of(Ints{1, 2}, 0)).expects(at({0, 1, 2, 3}, {1, 4})).dtypes("?BbhilegfdFD").exactly();
  t.add("unbind.int", of(0)).expects(at({0, 1, 2, 3}, {4})).dtypes("?BbhilegfdFD").exactly();
  const auto of_complex = [](Sample& s) { return Stack{view_as_complex(s.real({3, 2}))}; };
  t.add("_conj", of_complex)
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
        return view_as_complex(from_elements(v, {3, 2}));
      })
      .dtypes("..........FD")
      .exactly();
  t.add("conj_physical",
        [](Sample& s) {
          Tensor z = view_as_complex(s.real({s.n(3, 40000), 2}));
          return Stack{z};
        })
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
        return view_as_complex(from_elements(v, {static_cast<int64_t>(v.size()) / 2, 2}));
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_neg_view", of())
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (double& x : v) x = -x;
        return from_elements(v, {3, 4});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("view_as_real", of_complex).expects(reshaped({3, 2})).dtypes("..........fd").exactly();
  t.add("view_as_complex",
        [](Sample& s) {
          return Stack{s.real({3, 2})};
        })
      .expects([](const Stack& a) {
        return view_as_complex(from_elements(elements(a[0].toTensor()), {3, 2}));
      })
      .without(Check::kLayout, strides)
      .dtypes("......E.FD..")
      .exactly();
}

}  // namespace torchpp::tests
