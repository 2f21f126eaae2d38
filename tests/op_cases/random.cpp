// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {

namespace {

void add_composite_random_cases(OpCases& t) {
  const IValue no;
  const char* order = "as in libtorch, numbers are drawn in another order or way where memory is not dense";
  const char* steps = "draws of another dtype are other numbers";
  t.add("normal.float_float", [=](Sample& s) { return Stack{1.0, 2.0, s.plane(), no, kDouble, no, no, no}; })
      .by("tests/ops/random_test.cpp")
      .without(Check::kGradient, "a new tensor")
      .dtypes("dddddddddddd")
      .throws([=](Sample&) { return Stack{1.0, -2.0, std::vector<int64_t>{2}, no, kDouble, no, no, no}; },
              "normal expects std >= 0.0, but found std -2");
  t.add("normal.float_float_out",
        [=](Sample& s) {
          return Stack{1.0, 2.0, s.plane(), no, s.real()};
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kLayout, order)
      .without(Check::kDtypes, steps)
      .without(Check::kUnchanged, "writes out")
      .without(Check::kGradient, "out must not require grad")
      .dtypes("......egfdFD");
  t.add("bernoulli",
        [=](Sample& s) {
          return Stack{s.real(s.plane(), 0, 1), no};
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kLayout, order)
      .without(Check::kDtypes, steps)
      .dtypes(".......gfd..");
  // Of elements that are not positive, each with a slope of its own. What libtorch draws is in tests/ops.
  const auto leaky = [](const Stack& a, double slope) {
    const Tensor x = a[0].toTensor();
    std::vector<double> v = elements(x);
    for (double& element : v) element = element > 0 ? element : slope * element;
    return from_elements(v, x.sizes());
  };
  const char* one_by_one = "a number is drawn for each element that is not positive";
  t.add("rrelu",
        [=](Sample& s) {
          return Stack{s.real(), 0.25, 0.5, false, no};
        })
      .also(
          [=](Sample& s) {
            return Stack{s.real({3, 4}), 0.25, 0.25, true, no};
          },
          one_by_one)
      .throws(
          [=](Sample& s) {
            return Stack{s.real({2}), 0.5, 0.25, true, no};
          },
          "Lower bound should be less than or equal to the upper bound")
      .expects([=](const Stack& a) { return leaky(a, a[3].toBool() ? 0.25 : 0.375); })
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("rrelu_with_noise", [=](Sample& s) { return Stack{s.real(), s.real(), 0.25, 0.5, false, no}; })
      .also(
          [=](Sample& s) {
            return Stack{s.real({3, 4}), s.real({3, 4}), 0.25, 0.25, true, no};
          },
          one_by_one)
      .throws([=](Sample& s) { return Stack{s.real({2}), s.real({3}), 0.25, 0.5, true, no}; },
              "expected noise of size [2]")
      .constant({1})
      .without(Check::kUnchanged, "writes the noise")
      .expects([=](const Stack& a) { return leaky(a, a[4].toBool() ? 0.25 : 0.375); })
      .dtypes(".......gfd..", "......egfd..", kNarrow);
}

}  // namespace

void add_random_cases(OpCases& t) {
  const IValue no;
  const char* order = "as in libtorch, numbers are drawn in another order or way where memory is not dense";
  const char* steps = "draws of another dtype are other numbers";
  const char* own_words =
      "elements take words of their own on CUDA; what is drawn is checked in tests/cuda/random_test.cpp";
  const auto draws = [&](const char* name, auto... rest) -> OpCase& {
    return t.add(name,
                 [=](Sample& s) {
                   return Stack{s.real(), rest..., no};
                 })
        .by("tests/ops/random_test.cpp")
        .without(Check::kLayout, order)
        .without(Check::kDtypes, steps);
  };
  draws("uniform", -1.0, 2.0).dtypes("......egfdFD");
  draws("normal_functional", 1.0, 2.0).dtypes("......egfdFD");
  draws("random.from", 3, 300).dtypes("...hilegfd..");
  draws("random").dtypes("?Bbhilegfd..");
  draws("bernoulli.p", 0.25).dtypes("?Bbhil.gfd..", "?Bbhilegfd..", kNarrow);
  draws("exponential", 2.0).dtypes("......egfd..");
  draws("geometric", 0.25).dtypes(".Bbhilegfd..");
  draws("cauchy", 0.5, 2.0).dtypes("......egfd..");
  draws("log_normal", 0.5, 0.25).dtypes("......egfd..");
  t.add("bernoulli.Tensor",
        [=](Sample& s) {
          const Tensor self = s.real();
          return Stack{self, s.real(s.plane(), 0, 1), no};
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kLayout, order)
      .without(Check::kDtypes, steps)
      .dtypes(".......gfd..");
  const auto draws_around = [&](const char* name, const std::function<Stack(Sample&)>& arguments) -> OpCase& {
    const char* constant = "as in libtorch, drawn numbers do not depend on their mean and deviation for autograd";
    return t.add(name, arguments)
        .by("tests/ops/random_test.cpp")
        .without(Check::kLayout, order)
        .without(Check::kDtypes, steps)
        .without(Check::kGradient, constant)
        .without(Check::kForward, constant);
  };
  draws_around("normal.Tensor_float", [=](Sample& s) { return Stack{s.real(), 2.0, no}; }).dtypes("......egfdFD");
  draws_around("normal.float_Tensor", [=](Sample& s) {
    return Stack{1.0, s.real(s.plane(), 0.5, 2), no};
  }).dtypes("......egfd..");
  draws_around("normal.Tensor_Tensor", [=](Sample& s) {
    const Tensor mean = s.real();
    return Stack{mean, s.real(s.plane(), 0.5, 2), no};
  }).dtypes("......egfd..");
  const auto weights = [=](int64_t samples, bool replacement) {
    return [=](Sample& s) { return Stack{s.real({s.n(2, 300), s.n(5, 60)}, 0.1, 1), samples, replacement, no}; };
  };
  t.add("multinomial", weights(3, false))
      .also(weights(7, true))
      .also(weights(1, true))
      .by("tests/ops/sequence_test.cpp")
      .without(Check::kDtypes, steps)
      .throws(weights(0, true), "cannot sample n_sample <= 0 samples")
      .throws(weights(1000, false), "cannot sample n_sample > prob_dist.size(-1) samples without replacement")
      .dtypes(".......lll..", "......llll..", kNarrow);
  t.add("poisson",
        [=](Sample& s) {
          return Stack{s.real(s.plane(), 0, 30), no};
        })
      .also([=](Sample& s) {
        return Stack{s.real({}, 0, 30), no};
      })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({2}, -2, -1), no};
          },
          "invalid Poisson rate, expected rate to be non-negative")
      .by("tests/ops/random_test.cpp")
      .without(Check::kDevices, own_words)
      .without(Check::kDtypes, steps)
      .without(Check::kGradient, "as in libtorch, drawn numbers do not depend on their rates for autograd")
      .without(Check::kForward, "as in libtorch, drawn numbers do not depend on their rates for autograd")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  for (const char* name : {"_standard_gamma", "_sample_dirichlet"})
    t.add(name,
          [=](Sample& s) {
            return Stack{s.real(s.plane(), 0.3, 9), no};
          })
        .also([=](Sample& s) {
          return Stack{s.real({}, 0.3, 9), no};
        })
        .by("tests/ops/random_test.cpp")
        .without(Check::kDevices, own_words)
        .without(Check::kDtypes, steps)
        .without(Check::kGradient, "the number that stays is the cumulative probability, not what is drawn")
        .without(Check::kForward, "the number that stays is the cumulative probability, not what is drawn")
        .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("binomial",
        [=](Sample& s) {
          const Tensor prob = s.real(s.plane(), 0, 1);
          return Stack{s.real(s.plane(), 0, 100).floor(), prob, no};
        })
      .also([=](Sample& s) {
        return Stack{s.real({2, 1}, 0, 100).floor(), s.real({3}, 0, 1), no};
      })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({2}, 0, 9), s.real({2}, 0, 1).to(kFloat), no};
          },
          "Found dtype Float but expected Double")
      .by("tests/ops/random_test.cpp")
      .without(Check::kDevices, own_words)
      .without(Check::kDtypes, steps)
      .without(Check::kGradient, "libtorch 1.13 has no derivative")
      .without(Check::kForward, "libtorch 1.13 has no derivative")
      .dtypes("........fd..", "......egfd..", kNarrow);
  add_composite_random_cases(t);
}

}  // namespace torchpp::tests
