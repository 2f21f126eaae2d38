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
      .without(Check::kLayout, uninitialised)
      .dtypes("dddddddddddd");
  t.add("empty_strided",
        [](Sample&) {
          return with_options({Ints{2, 3}, Ints{1, 2}}, kDouble);
        })
      .by("tests/sweep/op_sweep_test.cpp")
      .without(Check::kThreads, uninitialised)
      .without(Check::kDevices, uninitialised)
      .without(Check::kDtypes, uninitialised)
      .without(Check::kLayout, uninitialised)
      .dtypes("dddddddddddd");
  t.add("copy",
        [](Sample& s) {
          return Stack{s.real(), s.real({s.plane()[1]}), false};
        })
      .expects([](const Stack& a) { return a[1].toTensor().expand(a[0].toTensor().sizes()); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("fill.Scalar",
        [](Sample& s) {
          return Stack{s.real(), 2.5};
        })
      .expects([](const Stack& a) {
        return from_elements(std::vector<double>(a[0].toTensor().numel(), 2.5), a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("fill.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real({})};
        })
      .expects([](const Stack& a) {
        return from_elements(std::vector<double>(a[0].toTensor().numel(), elements(a[1].toTensor())[0]),
                             a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_to_copy",
        [](Sample& s) {
          Stack a = with_options({s.real()}, kDouble);
          a.push_back(false);
          a.push_back(kNo);
          return a;
        })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("dddddddddddd")
      .exactly();
  t.add("clone",
        [](Sample& s) {
          return Stack{s.real(), kNo};
        })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("arange.start_step",
        [](Sample& s) {
          return with_options({1, s.n(10, 100000), 0.5}, kDouble);
        })
      .expects([](const Stack& a) {
        std::vector<double> v;
        for (int64_t i = 0; 1 + 0.5 * static_cast<double>(i) < static_cast<double>(a[1].toInt()); ++i)
          v.push_back(1 + 0.5 * static_cast<double>(i));
        return from_elements(v, {static_cast<int64_t>(v.size())});
      })
      .dtypes("dddddddddddd");
  t.add("linspace",
        [](Sample& s) {
          return with_options({0, 1, s.n(5, 100001)}, kDouble);
        })
      .expects([](const Stack& a) {
        const int64_t steps = a[2].toInt();
        std::vector<double> v;
        for (int64_t i = 0; i < steps; ++i) v.push_back(static_cast<double>(i) / static_cast<double>(steps - 1));
        return from_elements(v, {steps});
      })
      .dtypes("dddddddddddd");
  t.add("randperm.generator",
        [](Sample& s) {
          return with_options({s.n(10, 50000), kNo}, kLong);
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kDevices, "CUDA sorts random keys: another permutation, checked in tests/cuda/random_test.cpp")
      .dtypes("llllllllllll");
  t.add("_local_scalar_dense", [](Sample& s) { return Stack{s.real({})}; })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("nnnnnnnnnnnn")
      .exactly();
}

}  // namespace torchpp::tests
