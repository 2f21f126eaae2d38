// SPDX-License-Identifier: BSD-3-Clause
// Samples of sizes 0 and 1, without dimensions, and of extreme magnitudes: results are those of libtorch 1.13.1, are
// the same in every layout, and out= forms give them too.
#include <cmath>
#include <cstdlib>

#include "tests/op_cases/libtorch_edges.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

constexpr const char* kNames[] = {"no rows",     "no columns",  "one row",    "one column", "numbers",
                                  "times 1e-30", "times 1e-20", "times 1e20", "times 1e37"};

std::string sizes_text(IntArrayRef sizes) {
  std::string text;
  for (const int64_t n : sizes) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

bool near(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected) || expected == 0) return got == expected;
  return std::fabs(got - expected) <= 1e-4 * std::fabs(expected);
}

// "3x4=1.5": see LibtorchEdges.
::testing::AssertionResult is_answer(const IValue& got, const std::string& expected) {
  const auto fail = [&](const std::string& what) {
    return ::testing::AssertionFailure() << "got " << what << ", expected " << expected;
  };
  const bool tensor = got.isTensor() && got.toTensor().defined();
  if (!tensor && !got.isScalar()) return expected == "n" ? ::testing::AssertionSuccess() : fail("no tensor");
  const size_t equals = expected.find('=');
  const bool by_chance = expected[0] == ':';
  const std::string sizes = by_chance ? expected.substr(1) : expected.substr(0, equals);
  const std::string got_sizes = tensor ? sizes_text(got.toTensor().sizes()) : "";
  const std::vector<double> values = numbers(got);
  const std::string text = got_sizes + (values.empty() ? "" : str("=", values[0]));
  if (expected == "." || got_sizes != sizes) return fail(text);
  if (by_chance || equals == std::string::npos) return ::testing::AssertionSuccess();
  return !values.empty() && near(values[0], std::strtod(expected.c_str() + equals + 1, nullptr))
             ? ::testing::AssertionSuccess()
             : fail(text);
}

class OpEdges : public OpSweep {
 protected:
  Stack at_edge(Edge edge) const { return to_device(op(), edge_arguments(row(), edge), sweep_device()); }
};

TEST_P(OpEdges, AreThoseOfLibtorch) {
  const LibtorchEdges* line = libtorch_edges(row().name);
  if (line == nullptr) GTEST_SKIP() << row().name << ": no answers of libtorch are stored";
  const std::vector<std::string> answers = split_words(line->ours != nullptr ? line->ours : line->libtorch);
  ASSERT_EQ(answers.size(), static_cast<size_t>(Edge::kCount));
  for (size_t i = 0; i < answers.size(); ++i) {
    SCOPED_TRACE(kNames[i]);
    try {
      const bool none_returned = op().schema().find("-> ()") != std::string::npos;
      const Stack written = call(op(), at_edge(static_cast<Edge>(i))), results = none_returned ? Stack() : written;
      const IValue none;
      const IValue& result = results.empty() ? none : results[0];
      EXPECT_TRUE(is_answer(
          result.isTensorList() && !result.toTensorVector().empty() ? IValue(result.toTensorVector()[0]) : result,
          answers[i]));
    } catch (const Error& e) {
      EXPECT_EQ(answers[i], ".") << e.what();
      EXPECT_EQ(std::string(e.what()).find("internal"), std::string::npos) << e.what();
    }
  }
}

TEST_P(OpEdges, AreTheSameInEveryLayoutAndForm) {
  SKIP_IF_LEFT_OUT_OF(Check::kLayout);
  for (int i = 0; i < static_cast<int>(Edge::kCount); ++i) {
    SCOPED_TRACE(kNames[i]);
    const Edge edge = static_cast<Edge>(i);
    Stack expected;
    try {
      expected = call(op(), at_edge(edge));
    } catch (const Error&) {
      continue;
    }
    for (Tensor (*layout)(size_t, const Tensor&) : {&every_second, &turned})
      EXPECT_TRUE(same(call(op(), map_tensors(at_edge(edge), layout)), expected, 1e-5));
    if (!has_form(Out::Form::kOut)) continue;
    const Tensor result = expected[0].toTensor();
    for (const Tensor& out : {empty({0}, result.options()), every_second(0, zeros(result.sizes(), result.options()))}) {
      Stack stack = at_edge(edge);
      push_destinations(stack, out);
      manual_seed(kSeed);
      in_form(Out::Form::kOut).call_boxed(stack);
      EXPECT_TRUE(same({IValue(out)}, {expected[0]})) << "out=";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, OpEdges, ::testing::ValuesIn(op_cases()), title);

}  // namespace
}  // namespace torchpp::tests
