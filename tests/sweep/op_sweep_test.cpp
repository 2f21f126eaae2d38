// SPDX-License-Identifier: BSD-3-Clause
// What every operator has to do on every device, checked for all rows of tests/op_cases by name.
#include "tests/sweep/op_sweep.h"
#include "tests/sweep/element_faults.h"

namespace torchpp::tests {
namespace {

TEST_P(OpSweep, AgreesWithTheReference) {
  const auto compare = [&](const Stack& results, bool large) {
    if (!row().reference) return;
    std::vector<IValue> got;
    for (const IValue& v : results) {
      if (!v.isTensorList()) got.push_back(v);
      if (v.isTensorList())
        for (const Tensor& t : v.toTensorVector()) got.emplace_back(t);
    }
    const std::vector<Tensor> expected = row().reference(host_arguments(large));
    ASSERT_GE(got.size(), expected.size());
    if (row().every_result) {
      EXPECT_EQ(got.size(), expected.size());
    }
    for (size_t i = 0; i < expected.size(); ++i) {
      SCOPED_TRACE("result " + std::to_string(i));
      EXPECT_TRUE(agree(numbers(got[i]), elements(expected[i]), 1e-12));
      if (got[i].isTensor()) {
        EXPECT_EQ(got[i].toTensor().sizes(), expected[i].sizes());
      }
    }
  };
  each_sample([&] {
    for (const bool large : {false, true}) compare(call(op(), arguments(large)), large);
  });
  if (row().reference) return;
  ASSERT_FALSE(row().covered_by.empty()) << row().name << ": neither a reference nor a file that has one";
  GTEST_SKIP() << row().name << ": in " << row().covered_by;
}

// The contents number of the tensor's storage; for tensors that have none, a number that is new in each call.
uint64_t contents_number(const Tensor& t) {
  static uint64_t none = ~uint64_t{0};
  const uint64_t number = t.storage()->contents_number();
  return number != 0 ? number : --none;
}

TEST_P(OpSweep, FormsGiveTheSame) {
  if (!has_form(Out::Form::kInPlace) && !has_form(Out::Form::kOut)) return;
  const auto run = [&](Out::Form form, Stack stack) {
    manual_seed(kSeed);
    in_form(form).call_boxed(stack);
    return stack;
  };
  const auto check = [&](bool large) {
    const Stack expected = call(op(), arguments(large));
    const Tensor result = expected[0].toTensor();
    // Destinations without elements, of the right sizes, and of the right sizes with gaps between the elements.
    std::vector<int64_t> doubled = result.sizes().vec();
    if (!doubled.empty()) doubled.back() *= 2;
    Tensor gaps = empty(doubled, result.options());
    const bool takes_any = has_form(Out::Form::kOut) && !row().no_strides;
    if (takes_any && !doubled.empty()) gaps = gaps.slice(-1, 0, doubled.back(), 2);
    for (const Tensor& out : {empty({0}, result.options()), empty(result.sizes(), result.options()), gaps}) {
      if (!takes_any) break;
      if (!out.is_contiguous() && !row().left_out_of(Check::kLayout).empty()) continue;
      Stack stack = arguments(large);
      push_destinations(stack, out);
      const auto version = out._version();
      const uint64_t number = contents_number(out);
      const Stack got = run(Out::Form::kOut, stack);
      ASSERT_EQ(got.size(), results());
      EXPECT_TRUE(got[0].toTensor().is_same(out));
      EXPECT_TRUE(same(got, expected)) << "out=";
      EXPECT_EQ(out._version(), version + 1) << "a write is counted once";
      EXPECT_NE(contents_number(out), number) << "what is kept of the memory before is not used after";
    }
    if (!has_form(Out::Form::kInPlace)) return;
    Stack stack = copy_of(arguments(large));
    size_t self = 0;
    while (!stack[self].isTensor()) ++self;
    const Tensor written = stack[self].toTensor();
    const bool fits =
        (row().reshapes_self || written.sizes() == result.sizes()) && canCast(result.dtype(), written.dtype());
    const auto version = written._version();
    const uint64_t number = contents_number(written);
    try {
      const Stack got = run(Out::Form::kInPlace, stack);
      ASSERT_TRUE(fits) << "in place into a tensor of another shape or kind";
      EXPECT_TRUE(got[0].toTensor().is_same(written));
      EXPECT_TRUE(same(got, expected)) << "in place";
      EXPECT_EQ(written._version(), version + 1) << "a write is counted once";
      EXPECT_NE(contents_number(written), number) << "what is kept of the memory before is not used after";
    } catch (const Error& e) {
      EXPECT_FALSE(fits) << "in place: " << e.what();
      EXPECT_TRUE(same(stack, arguments(large))) << "written though it failed";
    }
  };
  each_sample([&] {
    for (const bool large : sizes()) check(large);
  });
}

TEST_P(OpSweep, LayoutDoesNotMatter) {
  SKIP_IF_LEFT_OUT_OF(Check::kLayout);
  each_sample([&] {
    for (const bool large : sizes()) {
      const Stack expected = call(op(), copy_of(arguments(large)));
      EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), every_second)), expected, 1e-12)) << "every second";
      EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), turned)), expected, 1e-12)) << "transposed";
      EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), channels_last)), expected, 1e-12)) << "channels last";
    }
  });
}

TEST_P(OpSweep, LazyNegationDoesNotMatter) {
  SKIP_IF_LEFT_OUT_OF(Check::kLayout);
  if (!row().left_out_of(Check::kUnchanged).empty()) return;  // the copy would be written
  each_sample([&] {
    const Stack given = arguments();
    const Stack lazy = map_tensors(given, [](size_t, const Tensor& t) {
      if (!is_real(t)) return t.clone();
      Stack stack{t.neg()};
      find_op("_neg_view").call_boxed(stack);
      return stack[0].toTensor();
    });
    EXPECT_TRUE(same(call(op(), lazy), call(op(), given), 1e-12));
  });
}

TEST_P(OpSweep, ArgumentsStay) {
  SKIP_IF_LEFT_OUT_OF(Check::kUnchanged);
  each_sample([&] {
    const Stack given = arguments(), kept = copy_of(given);
    call(op(), given);
    const std::vector<Tensor> after = tensors_of(given), before = tensors_of(kept);
    ASSERT_EQ(after.size(), before.size());
    for (size_t i = 0; i < after.size(); ++i) {
      EXPECT_TRUE(bytes(after[i]) == bytes(before[i])) << "tensor " << i;
      EXPECT_EQ(after[i]._version(), before[i]._version()) << "tensor " << i;
    }
  });
}

TEST_P(OpSweep, NarrowDtypesAgreeWithDouble) {
  SKIP_IF_LEFT_OUT_OF(Check::kDtypes);
  struct Precision {
    ScalarType dtype;
    double tolerance;
  };
  const auto check = [&](const Precision& p) {
    SCOPED_TRACE(toString(p.dtype));
    // Both start from the rounded values, so that steps lie at the same place.
    const auto narrow = [&](size_t, const Tensor& t) { return t.dtype() == kDouble ? t.to(p.dtype) : t.clone(); };
    const auto wide = [&](size_t, const Tensor& t) {
      return t.dtype() == kDouble ? t.to(p.dtype).to(kDouble) : t.clone();
    };
    Stack got;
    try {
      got = call(op(), map_tensors(arguments(), narrow));
    } catch (const Error& e) {
      EXPECT_NE(p.dtype, kFloat) << e.what();
      return;
    }
    EXPECT_TRUE(same(got, call(op(), map_tensors(arguments(), wide)), p.tolerance));
  };
  each_sample([&] {
    for (const Precision p : {Precision{kFloat, 1e-4}, Precision{kBFloat16, 0.1}, Precision{kHalf, 0.02}}) check(p);
  });
}

// The functional and the out= form refuse the row's documented errors in words that programs may look for, and change
// nothing.
TEST_P(OpSweep, DocumentedErrors) {
  for (const OpCase::Refusal& refusal : row().refusals)
    for (const Out::Form form : {Out::Form::kFunctional, Out::Form::kOut}) {
      if (!has_form(form) || (sweep_device().is_cuda() && blames_elements(refusal.phrase))) continue;
      Sample sample(false, kSeed);
      Stack stack = to_device(op(), refusal.arguments(sample), sweep_device());
      if (form == Out::Form::kOut)
        for (size_t i = 0; i < results(); ++i)
          stack.emplace_back(empty({0}, TensorOptions(kDouble).device(sweep_device())));
      const std::vector<Tensor> given = tensors_of(stack), kept = tensors_of(copy_of(stack));
      try {
        in_form(form).call_boxed(stack);
        ADD_FAILURE() << "no error, expected: " << refusal.phrase;
      } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find(refusal.phrase), std::string::npos)
            << e.what() << "\nexpected: " << refusal.phrase;
      }
      for (size_t i = 0; i < given.size(); ++i)
        EXPECT_TRUE(bytes(given[i]) == bytes(kept[i]) && given[i].sizes() == kept[i].sizes()) << "tensor " << i;
    }
}

}  // namespace
}  // namespace torchpp::tests
