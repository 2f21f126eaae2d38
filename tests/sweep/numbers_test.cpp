// SPDX-License-Identifier: BSD-3-Clause
// Every number that is an argument of an operator, and every tensor operand for which a number may stand, in every
// dtype: numbers that the dtype cannot hold wrap, become infinite or are refused as libtorch 1.13.1 does it.
#include <algorithm>
#include <cmath>

#include "src/ops/result.h"
#include "tests/op_cases/libtorch_numbers.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

// Arguments of the schema that a number may be, with Tensors for which operators have an overload with a number.
std::vector<size_t> number_arguments(const FoundOp& op) {
  std::vector<size_t> found;
  const std::vector<std::string> arguments = split_arguments(op.schema());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string type = arguments[i].substr(0, arguments[i].find(' '));
    const std::string name = arguments[i].substr(arguments[i].find(' ') + 1);
    if (type == "Scalar" || type == "Scalar?") found.push_back(i);
    if (type == "Tensor" && i > 0 && (name == "other" || name == "exponent")) found.push_back(i);
  }
  return found;
}

bool is_tensor_argument(const FoundOp& op, size_t argument) {
  return split_arguments(op.schema())[argument].compare(0, 7, "Tensor ") == 0;
}

char letter_of(ScalarType dtype) {
  return kDtypeLetters[std::find(std::begin(kEveryDtype), std::end(kEveryDtype), dtype) - std::begin(kEveryDtype)];
}

struct Outcome {
  bool refused = false;
  char dtype = 0;
  double re = 0, im = 0;
};

Outcome outcome_of(const Stack& results) {
  Outcome o;
  const Tensor t = results[0].toTensor();
  o.dtype = letter_of(t.scalar_type());
  const std::vector<double> values = elements(t.reshape({-1}).narrow(0, 0, 1));
  o.re = values[0];
  o.im = values.size() > 1 ? values[1] : 0;
  return o;
}

bool is_number(double got, double expected, double tolerance) {
  if (std::isnan(expected) || std::isinf(expected)) return std::isnan(expected) ? std::isnan(got) : got == expected;
  return std::fabs(got - expected) <= tolerance * std::fabs(expected);
}

// "F1+2j": the stored values have six digits.
::testing::AssertionResult is_answer(const Outcome& got, const std::string& expected) {
  const auto text = [&] {
    return got.refused ? std::string("refused")
                       : str(got.dtype, " ", got.re, got.im != 0 ? str(" + ", got.im, "j") : "");
  };
  const auto fail = [&] { return ::testing::AssertionFailure() << "got " << text() << ", libtorch: " << expected; };
  if (expected == "*") return ::testing::AssertionSuccess();
  if (expected == ".") return got.refused ? ::testing::AssertionSuccess() : fail();
  if (got.refused || got.dtype != expected[0]) return fail();
  char* end = nullptr;
  const double re = std::strtod(expected.c_str() + 1, &end), im = *end == 0 ? 0 : std::strtod(end, &end);
  const double tolerance = got.dtype == 'g' ? 1e-2 : got.dtype == 'e' ? 1e-3 : 2e-5;
  // Complex infinities have no certain parts.
  if (std::isnan(re) || std::isinf(re) || std::isnan(im) || std::isinf(im)) {
    if (got.dtype == 'F' || got.dtype == 'D')
      return std::isfinite(got.re) && std::isfinite(got.im) ? fail() : ::testing::AssertionSuccess();
  }
  return is_number(got.re, re, tolerance) && is_number(got.im, im, tolerance) ? ::testing::AssertionSuccess() : fail();
}

class OpNumbers : public OpSweep {
 protected:
  Stack with_number(ScalarType dtype, size_t argument, const Scalar& number) const {
    Stack stack = to_device(op(), fixed_arguments(row(), dtype), sweep_device());
    stack[argument] = is_tensor_argument(op(), argument) ? IValue(wrapped_number(number)) : IValue(number);
    return stack;
  }
};

TEST_P(OpNumbers, AreConvertedAsByLibtorch) {
  const std::vector<Scalar> numbers_tried = numbers_to_try();
  for (const size_t argument : number_arguments(op())) {
    if (!has_libtorch_numbers(row().name, static_cast<int>(argument))) continue;
    for (const ScalarType dtype : kEveryDtype) {
      const char letter = letter_of(dtype);
      const LibtorchNumbers* line = libtorch_numbers(row().name, static_cast<int>(argument), letter);
      const std::vector<std::string> answers =
          line != nullptr ? split_words(line->answers) : std::vector<std::string>(numbers_tried.size(), ".");
      ASSERT_EQ(answers.size(), numbers_tried.size()) << row().name;
      // Dtypes that the operator takes here and not in libtorch have no answers.
      const auto at = std::find(std::begin(kEveryDtype), std::end(kEveryDtype), dtype) - std::begin(kEveryDtype);
      if (row().why_our_dtypes != nullptr && row().libtorch_dtypes[0] != 0 && row().libtorch_dtypes[at] == '.')
        continue;
      for (size_t i = 0; i < numbers_tried.size(); ++i) {
        // There are no loops of ComplexHalf here; in libtorch a few.
        if (dtype == kHalf && numbers_tried[i].isComplex()) continue;
        SCOPED_TRACE(str("argument ", argument, " = ", to_string(numbers_tried[i]), ", tensors of ", toString(dtype)));
        Outcome got;
        try {
          got = outcome_of(call(op(), with_number(dtype, argument, numbers_tried[i])));
        } catch (const Error&) {
          got.refused = true;
        }
        EXPECT_TRUE(is_answer(got, answers[i]));
      }
    }
  }
}

// In place and out= forms take the numbers that the functional form takes, and change nothing when they refuse.
TEST_P(OpNumbers, FormsAgree) {
  for (const size_t argument : number_arguments(op()))
    for (const ScalarType dtype : kEveryDtype)
      for (const Scalar& number : numbers_to_try())
        for (const Out::Form form : {Out::Form::kInPlace, Out::Form::kOut}) {
          if (!has_form(form)) continue;
          SCOPED_TRACE(str(form == Out::Form::kOut ? "out=" : "in place", ", argument ", argument, " = ",
                           to_string(number), ", tensors of ", toString(dtype)));
          Stack stack = with_number(dtype, argument, number), expected;
          if (form == Out::Form::kInPlace && argument == 0) continue;
          bool refused = false;
          try {
            expected = call(op(), with_number(dtype, argument, number));
          } catch (const Error&) {
            refused = true;
          }
          const Tensor written =
              form == Out::Form::kOut
                  ? full({1}, 1,
                         TensorOptions(refused ? dtype : expected[0].toTensor().scalar_type()).device(sweep_device()))
                  : stack[0].toTensor();
          if (form == Out::Form::kOut) push_destinations(stack, written);
          const std::string before = bytes(written);
          const std::vector<int64_t> sizes = written.sizes().vec();
          try {
            manual_seed(kSeed);
            in_form(form).call_boxed(stack);
            EXPECT_FALSE(refused) << "the functional form refuses this";
            if (!refused && written.scalar_type() == expected[0].toTensor().scalar_type()) {
              EXPECT_TRUE(bytes(written) == bytes(expected[0].toTensor()));
            }
          } catch (const Error& e) {
            // A fault of elements, which is found while others are written.
            if (std::string(e.what()).find("division by zero") != std::string::npos) continue;
            EXPECT_TRUE(bytes(written) == before && written.sizes() == IntArrayRef(sizes)) << "changed though refused";
            EXPECT_EQ(written._version(), 0) << "counted though refused";
            EXPECT_TRUE(
                refused || !canCast(expected[0].toTensor().scalar_type(), written.scalar_type()) ||
                (form == Out::Form::kInPlace && expected[0].toTensor().sizes() != written.sizes()) ||
                (form == Out::Form::kInPlace && row().keeps_dtype && expected[0].toTensor().dtype() != written.dtype()))
                << "the functional form takes this";
          }
        }
}

INSTANTIATE_TEST_SUITE_P(Ops, OpNumbers, ::testing::ValuesIn(op_cases()), title);

}  // namespace
}  // namespace torchpp::tests
