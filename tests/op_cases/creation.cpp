// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
constexpr const char* kFile = "tests/ops/creation_test.cpp";
const IValue kNo;

Stack with_options(Stack arguments, ScalarType dtype) {
  for (const IValue& v : {IValue(dtype), kNo, kNo, kNo}) arguments.push_back(v);
  return arguments;
}

// The argument with the elements on one side of the diagonal set to zero.
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

}  // namespace

void add_creation_cases(OpCases& t) {
  const char* uninitialised = "the values are not set";
  t.add("empty.memory_format",
        [](Sample&) {
          Stack s = with_options({Ints{2, 3}}, kDouble);
          s.push_back(kNo);
          return s;
        })
      .by(kFile)
      .without(Check::kThreads, uninitialised)
      .without(Check::kDevices, uninitialised)
      .without(Check::kDtypes, uninitialised)
      .without(Check::kLayout, uninitialised);
  t.add("empty_strided",
        [](Sample&) {
          return with_options({Ints{2, 3}, Ints{1, 2}}, kDouble);
        })
      .by("tests/sweep/op_sweep_test.cpp")
      .without(Check::kThreads, uninitialised)
      .without(Check::kDevices, uninitialised)
      .without(Check::kDtypes, uninitialised)
      .without(Check::kLayout, uninitialised);
  t.add("copy", [](Sample& s) {
     return Stack{s.real(), s.real({s.plane()[1]}), false};
   }).expects([](const Stack& a) { return a[1].toTensor().expand(a[0].toTensor().sizes()); });
  t.add("fill.Scalar", [](Sample& s) {
     return Stack{s.real(), 2.5};
   }).expects([](const Stack& a) {
    return from_elements(std::vector<double>(a[0].toTensor().numel(), 2.5), a[0].toTensor().sizes());
  });
  t.add("fill.Tensor", [](Sample& s) {
     return Stack{s.real(), s.real({})};
   }).expects([](const Stack& a) {
    return from_elements(std::vector<double>(a[0].toTensor().numel(), elements(a[1].toTensor())[0]),
                         a[0].toTensor().sizes());
  });
  t.add("_to_copy", [](Sample& s) {
     Stack a = with_options({s.real()}, kDouble);
     a.push_back(false);
     a.push_back(kNo);
     return a;
   }).expects([](const Stack& a) { return a[0].toTensor(); });
  t.add("clone", [](Sample& s) {
     return Stack{s.real(), kNo};
   }).expects([](const Stack& a) { return a[0].toTensor(); });
  t.add("arange.start_step", [](Sample& s) {
     return with_options({1, s.n(10, 100000), 0.5}, kDouble);
   }).expects([](const Stack& a) {
    std::vector<double> v;
    for (int64_t i = 0; 1 + 0.5 * static_cast<double>(i) < static_cast<double>(a[1].toInt()); ++i)
      v.push_back(1 + 0.5 * static_cast<double>(i));
    return from_elements(v, {static_cast<int64_t>(v.size())});
  });
  t.add("linspace", [](Sample& s) {
     return with_options({0, 1, s.n(5, 100001)}, kDouble);
   }).expects([](const Stack& a) {
    const int64_t steps = a[2].toInt();
    std::vector<double> v;
    for (int64_t i = 0; i < steps; ++i) v.push_back(static_cast<double>(i) / static_cast<double>(steps - 1));
    return from_elements(v, {steps});
  });
  t.add("randperm.generator",
        [](Sample& s) {
          return with_options({s.n(10, 50000), kNo}, kLong);
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kDevices, "CUDA sorts random keys: another permutation, checked in tests/cuda/random_test.cpp");
  t.add("_local_scalar_dense", [](Sample& s) { return Stack{s.real({})}; }).expects([](const Stack& a) {
    return a[0].toTensor();
  });
  t.add("cat", [](Sample& s) {
     const int64_t columns = s.plane()[1];
     return Stack{std::vector<Tensor>{s.real(), s.real({2, columns})}, 0};
   }).expects([](const Stack& a) {
    std::vector<double> v;
    for (const Tensor& part : a[0].toTensorVector())
      for (double x : elements(part)) v.push_back(x);
    const int64_t columns = a[0].toTensorVector()[0].size(1);
    return from_elements(v, {static_cast<int64_t>(v.size()) / columns, columns});
  });
  t.add("flip", [](Sample& s) {
     return Stack{s.real(), Ints{0, 1}};
   }).expects([](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    return from_elements(std::vector<double>(v.rbegin(), v.rend()), a[0].toTensor().sizes());
  });
  t.add("tril", [](Sample& s) {
     return Stack{s.real(), -1};
   }).expects([](const Stack& a) { return triangle(a, false); });
  t.add("triu", [](Sample& s) { return Stack{s.real(), 1}; }).expects([](const Stack& a) { return triangle(a, true); });
  t.add("conj_physical", [](Sample& s) {
     Tensor z = view_as_complex(s.real({s.n(3, 40000), 2}));
     return Stack{z};
   }).expects([](const Stack& a) {
    std::vector<double> v = elements(a[0].toTensor());
    for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
    return view_as_complex(from_elements(v, {static_cast<int64_t>(v.size()) / 2, 2}));
  });
}

}  // namespace torchpp::tests
