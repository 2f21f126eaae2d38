// SPDX-License-Identifier: BSD-3-Clause
// Undefined tensors as arguments, which answer questions about sizes and dtype: operators must refuse them all the
// same, in every form, and must not touch memory that is not there.
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

TEST_P(OpSweep, UndefinedTensorsAreRefused) {
  const std::vector<std::string> schema = split_arguments(op().schema());
  // Calls the form, and returns whether it threw one of the library's errors.
  const auto refuses = [&](Out::Form form, Stack stack) {
    try {
      in_form(form).call_boxed(stack);
      return false;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find("internal fault"), std::string::npos) << e.what();
      return true;
    }
  };
  const Stack given = arguments();
  for (size_t i = 0; i < given.size(); ++i) {
    if (!(given[i].isTensor() && given[i].toTensor().defined()) && !given[i].isTensorList()) continue;
    // The maxima of Adam's second moments are only used with amsgrad.
    const bool may_be_undefined =
        schema[i].find("Tensor?") == 0 || schema[i].find(" max_exp_avg_sqs") != std::string::npos;
    for (const Out::Form form : {Out::Form::kFunctional, Out::Form::kInPlace, Out::Form::kOut}) {
      if (!has_form(form)) continue;
      Stack stack = copy_of(given);
      if (form == Out::Form::kOut) push_destinations(stack, empty({0}));
      stack[i] = given[i].isTensor() ? IValue(Tensor()) : IValue(std::vector<Tensor>(2));
      EXPECT_TRUE(refuses(form, stack) || may_be_undefined || !row().left_out_of(Check::kUndefined).empty())
          << "argument " << i << ", " << schema[i] << ", form " << static_cast<int>(form);
    }
  }
  if (!has_form(Out::Form::kOut)) return;
  Stack stack = copy_of(given);
  push_destinations(stack, Tensor());
  EXPECT_TRUE(refuses(Out::Form::kOut, stack)) << "out=";
}

}  // namespace
}  // namespace torchpp::tests
