// SPDX-License-Identifier: BSD-3-Clause
// Boxed calls: every kind of argument and result, several destinations, errors; operators by the table of one family.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <deque>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

#define EXPECT_MESSAGE(statement, words)                              \
  do {                                                                \
    const std::string message = test::error_of([&] { (statement); }); \
    EXPECT_NE(message.find(words), std::string::npos) << message;     \
  } while (false)

// ---------------------------------------------------------------- several destinations

TensorPair parts_of(const Tensor& x, double by) {
  const Tensor whole = x.div(by).floor();
  return {whole, x - whole * by};
}
TensorPair parts_cpu(Out out, const Tensor& x, double by) {
  const TensorPair results = parts_of(x, by);
  if (out.functional()) return results;
  EXPECT_EQ(out.count(), 2u);
  detail::assign(Out::to(out.tensor(0)), std::get<0>(results));
  detail::assign(Out::to(out.tensor(1)), std::get<1>(results));
  return {};
}

// An operator for whose slots a test registers kernels. It lives as long as the program: registrations are never freed.
template <class O, class... Args>
O& lasting(Args... args) {
  static auto& operators = *new std::deque<O>;
  return operators.emplace_back(args...);
}

using PartsOp = Op<TensorPair(Out, const Tensor&, double)>;
constexpr OpTraits kOutOnly = {false, true, true};
constexpr const char* kPartsSchema =
    "parts|to_parts:into:left(Tensor self, float by) -> (Tensor whole, Tensor remainder)";

class Parts : public ::testing::Test {
 protected:
  FoundOp found(Out::Form form = Out::Form::kOut) { return FoundOp(detail::entry_of(op_), form); }
  // The operator's boxed out= call; `expected` times (1, 1) is what it writes.
  void expect_out(double expected) {
    const Tensor into = empty({0}), left = empty({0});
    Stack stack{"below", full({2}, 7.f), 4., into, left};
    found().call_boxed(stack);
    ASSERT_EQ(stack.size(), 3u);
    EXPECT_EQ(stack[0].toStringRef(), "below");
    EXPECT_TRUE(stack[1].toTensor().is_same(into));
    EXPECT_TRUE(stack[2].toTensor().is_same(left));
    EXPECT_TRUE(into.equal(full({2}, static_cast<float>(expected))));
    EXPECT_TRUE(left.equal(full({2}, 3.f)));
  }

  PartsOp& op_ = lasting<PartsOp>(kPartsSchema, &parts_cpu, nullptr, kOutOnly);
};

TEST_F(Parts, GiveEachResultItsDestination) {
  Stack stack{full({2}, 7.f), 4.};
  found(Out::Form::kFunctional).call_boxed(stack);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_TRUE(stack[0].toTensor().equal(ones({2})));
  EXPECT_TRUE(stack[1].toTensor().equal(full({2}, 3.f)));
  expect_out(1);
}

TEST_F(Parts, TakeANaturalKernelOfTheOutForm) {
  found().set_kernel(
      DispatchKey::CPU, +[](const Tensor& x, double by, Tensor& into, Tensor& left) -> std::tuple<Tensor&, Tensor&> {
        const auto [whole, remainder] = parts_of(x, by);
        detail::assign(Out::to(into), whole + 1);
        detail::assign(Out::to(left), remainder);
        return {into, left};
      });
  expect_out(2);
  // The functional form has no kernel then.
  EXPECT_MESSAGE(op_(Out(), ones({1}), 1), "parts: Could not run");
}

TEST_F(Parts, AssignTheResultsOfAFunctionalKernel) {
  found(Out::Form::kFunctional)
      .set_kernel(
          DispatchKey::CPU, +[](const Tensor& x, double by) {
            const auto [whole, remainder] = parts_of(x, by);
            return TensorPair(whole + 2, remainder);
          });
  expect_out(3);
  EXPECT_EQ(std::get<0>(op_(Out(), full({1}, 7.f), 4)).item<float>(), 3);
}

TEST_F(Parts, HandTheirDestinationsToABoxedKernel) {
  op_.set_boxed_kernel(DispatchKey::CPU, [](const OperatorHandle& op, DispatchKeySet, Stack& stack) {
    EXPECT_EQ(op.name(), "parts.to_parts");
    ASSERT_EQ(stack.size(), 4u);
    const auto [whole, remainder] = parts_of(stack[0].toTensor(), stack[1].toDouble());
    detail::assign(Out::to(stack[2].toTensor()), whole + 3);
    detail::assign(Out::to(stack[3].toTensor()), remainder);
    stack.erase(stack.begin(), stack.begin() + 2);
  });
  expect_out(4);
}

TEST_F(Parts, RefuseKernelsOfAnotherSignature) {
  const auto one_destination = +[](const Tensor& x, double, Tensor&) { return x; };
  EXPECT_MESSAGE(found().set_kernel(DispatchKey::CPU, one_destination),
                 "parts.to_parts: kernel got the C++ signature torchpp::Tensor (const torchpp::Tensor&, double, "
                 "torchpp::Tensor&), expected std::tuple<torchpp::Tensor&, torchpp::Tensor&> (const torchpp::Tensor&, "
                 "double, torchpp::Tensor&, torchpp::Tensor&)");
}

TEST_F(Parts, LookAtEveryDestination) {
  const Tensor x = ones({2}), on_meta = empty({2}, kMeta);
  const auto call = [&](const Tensor& input, const Tensor& into, const Tensor& left) {
    Stack stack{input, 1., into, left};
    found().call_boxed(stack);
  };
  call(on_meta, empty({0}, kMeta), empty({0}, kMeta));
  for (const bool second : {false, true}) {
    const Tensor cpu = empty({2});
    EXPECT_MESSAGE(call(on_meta, second ? on_meta : cpu, second ? cpu : on_meta), "meta and cpu");
    EXPECT_MESSAGE(call(x, second ? x : on_meta, second ? on_meta : x), "meta and cpu");
  }
}

TEST(OutSchema, NamesDestinations) {
  const auto kernel = +[](Out, const Tensor&) { return TensorPair(); };
  using O = Op<TensorPair(Out, const Tensor&)>;
  const auto schema = [&](const char* text) { return O(text, kernel, nullptr, kOutOnly).schema(Out::Form::kOut); };
  EXPECT_EQ(PartsOp(kPartsSchema, &parts_cpu, nullptr, kOutOnly).handle(Out::Form::kOut).schema(),
            "parts.to_parts(Tensor self, float by, *, Tensor(a!) into, Tensor(b!) left) -> (Tensor(a!) whole, "
            "Tensor(b!) remainder)");
  EXPECT_EQ(schema("max.dim|dim_max:max:max_values(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor "
                   "indices)"),
            "max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> "
            "(Tensor(a!) values, Tensor(b!) indices)");
  EXPECT_EQ(schema("sort(Tensor self, *, bool? stable) -> (Tensor values, Tensor indices)"),
            "sort.out(Tensor self, *, bool? stable, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, "
            "Tensor(b!) indices)");
  EXPECT_EQ(schema("pair.Tensor() -> (Tensor, Tensor)"),
            "pair.Tensor_out(*, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))");
}

TEST(OutSchema, NamesOneDestinationAndForms) {
  const Op<Tensor(Out, const Tensor&)> op("back.Tensor|:grad_input|Scalar(Tensor self) -> Tensor", nullptr, nullptr);
  EXPECT_EQ(op.schema(), "back.Tensor(Tensor self) -> Tensor");
  EXPECT_EQ(op.schema(Out::Form::kOut), "back.Tensor_out(Tensor self, *, Tensor(a!) grad_input) -> Tensor(a!)");
  EXPECT_EQ(op.schema(Out::Form::kInPlace), "back_.Scalar(Tensor(a!) self) -> Tensor(a!)");
}

// ---------------------------------------------------------------- kinds of arguments and results

// Hands the call on below the mode's layer, boxed.
void pass_on(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  op.redispatch_boxed(keys - DispatchKey::Mode, stack);
}
class ThroughTheStack {
 public:
  ThroughTheStack() { set_fallback(DispatchKey::Mode, &pass_on); }
  ~ThroughTheStack() { set_fallback(DispatchKey::Mode, nullptr); }

 private:
  IncludeDispatchKeyGuard on_{DispatchKey::Mode};
};

template <class T>
using Pair = std::tuple<T, optional<T>>;
// The argument, returned, after two conversions to values on the stack and back.
template <class T>
T there_and_back(const T& value) {
  static const Op<T(const Tensor&, const T&)> op(
      "same(Tensor key, Any value) -> Any", +[](const Tensor&, const T& v) { return v; }, nullptr);
  return op(ones({1}), value);
}
template <class T>
void expect_kept(const T& value) {
  EXPECT_EQ(there_and_back(value), value);
  EXPECT_EQ(there_and_back(optional<T>(value)), value);
  EXPECT_EQ(there_and_back(optional<T>()), nullopt);
}

TEST(BoxedKinds, ComeThroughTheStack) {
  const ThroughTheStack mode;
  expect_kept(true);
  expect_kept<int64_t>(int64_t{1} << 40);
  expect_kept<int>(-5);
  expect_kept<uint8_t>(200);
  expect_kept<long long>(-7);  // NOLINT: a type of its own beside int64_t
  expect_kept(2.5);
  expect_kept(std::vector<int64_t>{1, 2});
  expect_kept(std::vector<double>{1, 2.5});
  expect_kept(std::array<bool, 3>{true, false, true});
  expect_kept(kHalf);
  expect_kept(kStrided);
  expect_kept(MemoryFormat::ChannelsLast);
  expect_kept(std::string("text"));
  EXPECT_EQ(there_and_back(Scalar(3)).toLong(), 3);
  EXPECT_TRUE(there_and_back(Scalar(true)).isBoolean());
  EXPECT_EQ(there_and_back(optional<Scalar>(1.5))->toDouble(), 1.5);
  const Tensor t = ones({2});
  EXPECT_TRUE(there_and_back(t).is_same(t));
  EXPECT_FALSE(there_and_back(Tensor()).defined());
  EXPECT_TRUE(there_and_back(optional<Tensor>(t))->is_same(t));
  EXPECT_TRUE(there_and_back(std::vector<Tensor>{t, Tensor()})[0].is_same(t));
  EXPECT_FALSE(there_and_back(Generator()).defined());
}

// Views of lists and text, and types that no operator returns.
TEST(BoxedKinds, ViewsComeThroughTheStack) {
  const ThroughTheStack mode;
  static const Op<std::string(TensorList, IntArrayRef, OptionalIntArrayRef, ArrayRef<double>, std::string_view,
                              optional<std::string_view>, Device, TensorOptions)>
      op(
          "views(Any all) -> str",
          +[](TensorList tensors, IntArrayRef ints, OptionalIntArrayRef none, ArrayRef<double> doubles,
              std::string_view text, optional<std::string_view> other, Device device, TensorOptions options) {
            return str(tensors.size(), to_string(ints), none.has_value(), doubles[1], std::string(text),
                       std::string(*other), device, options.dtype_opt().has_value(), options.device(),
                       *options.pinned_memory_opt());
          },
          nullptr);
  EXPECT_EQ(op(std::vector<Tensor>{ones({1})}, {1, 2}, nullopt, std::vector<double>{1, 2.5}, "text", "other",
               Device("cuda:1"), TensorOptions(kCPU).pinned_memory(false)),
            str(1, "[1, 2]", false, 2.5, "textother", "cuda:1", false, "cpu", false));
}

TEST(BoxedKinds, SeveralResultsComeThroughTheStack) {
  const ThroughTheStack mode;
  using Results = std::tuple<Tensor, std::vector<Tensor>, double, int64_t, bool, Scalar>;
  const Tensor t = ones({1});
  static const Op<Results(const Tensor&)> op(
      "many(Tensor x) -> (Tensor, Tensor[], float, int, bool, Scalar)",
      +[](const Tensor& x) {
        return Results(x, {x, x}, 0.5, 7, true, 9);
      },
      nullptr);
  const auto [tensor, tensors, d, i, b, s] = op(t);
  EXPECT_TRUE(tensor.is_same(t));
  EXPECT_EQ(tensors.size(), 2u);
  EXPECT_EQ(d, 0.5);
  EXPECT_EQ(i, 7);
  EXPECT_TRUE(b);
  EXPECT_EQ(s.toLong(), 9);
  static int calls = 0;
  static const Op<void(const Tensor&)> nothing(
      "nothing(Tensor x) -> ()", +[](const Tensor&) { ++calls; }, nullptr);
  nothing(t);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(t.use_count(), 4u);  // t and the results
}

// ---------------------------------------------------------------- errors

void expect_refused(const char* name, const Stack& arguments, const char* words) {
  Stack stack = arguments;
  try {
    find_op(name).call_boxed(stack);
    ADD_FAILURE() << name << " was called";
  } catch (const TypeError& e) {
    EXPECT_EQ(std::string(e.what()).find(words), 0u) << e.what();
  }
  ASSERT_EQ(stack.size(), arguments.size());
  for (size_t i = 0; i < stack.size(); ++i) EXPECT_EQ(stack[i].tag(), arguments[i].tag()) << i;
}

TEST(BoxedErrors, NameOperatorAndArgumentAndLeaveTheStack) {
  const Tensor a = ones({2});
  expect_refused("add.Tensor", {a, a}, "add.Tensor: got 2 values on the stack, expected 3");
  expect_refused("add.out", {a, a, 1}, "add.out: got 3 values on the stack, expected 4");
  expect_refused("add.Tensor", {a, "b", 1}, "add.Tensor: argument 2 (other): got str, expected Tensor");
  expect_refused("add.Tensor", {a, a, a}, "add.Tensor: argument 3 (alpha): got Tensor, expected Scalar");
  expect_refused("add_.Tensor", {1, a, 1}, "add_.Tensor: argument 1 (self): got int, expected Tensor");
  expect_refused("add.out", {a, a, 1, 2.5}, "add.out: argument 4 (out): got float, expected Tensor");
  expect_refused("tanh_backward.grad_input", {a, a, true},
                 "tanh_backward.grad_input: argument 3 (grad_input): got bool, expected Tensor");
  expect_refused("empty.memory_format", {std::vector<int64_t>{2}, {}, {}, "cpu", {}, {}},
                 "empty.memory_format: argument 4 (device): got str, expected Device?");
  expect_refused("div.Tensor_mode", {a, a, 1}, "div.Tensor_mode: argument 3 (rounding_mode): got int, expected str?");
}

TEST(BoxedErrors, AListOfAnotherSizeIsRefused) {
  const Op<Tensor(const Tensor&, std::array<bool, 3>)> op(
      "masked(Tensor x, bool[3] mask) -> Tensor", +[](const Tensor& x, std::array<bool, 3>) { return x; }, nullptr);
  Stack stack{ones({1}), std::vector<bool>{true, false}};
  EXPECT_MESSAGE(op.handle().call_boxed(stack), "masked: argument 2 (mask): got bool[2], expected bool[3]");
}

TEST(BoxedErrors, ResultsOfABoxedKernelAreChecked) {
  auto& op =
      lasting<Op<std::tuple<Tensor, int64_t>(const Tensor&)>>("two(Tensor x) -> (Tensor, int)", nullptr, nullptr);
  op.set_boxed_kernel(DispatchKey::CPU, [](const OperatorHandle&, DispatchKeySet, Stack&) {});
  EXPECT_MESSAGE(op(ones({1})), "two: got 1 results from a boxed kernel, expected 2");
  op.set_boxed_kernel(DispatchKey::CPU, [](const OperatorHandle&, DispatchKeySet, Stack& s) { s.emplace_back("q"); });
  EXPECT_MESSAGE(op(ones({1})), "two: result 2 of a boxed kernel: got str, expected int");
}

// ---------------------------------------------------------------- composites

TEST(Composite, IsCalledWithoutTensors) {
  using Count = Op<int64_t(TensorList)>;
  const auto kernel = +[](TensorList list) { return static_cast<int64_t>(list.size()); };
  const Count composite(Count::AllBackends(), "count(Tensor[] list) -> int", kernel, kernel,
                        {false, false, false, false, true});
  EXPECT_EQ(composite({}), 0);
  EXPECT_EQ(composite(std::vector<Tensor>{Tensor(), Tensor()}), 2);
  EXPECT_EQ(composite(std::vector<Tensor>{ones({1}, requires_grad())}), 1);
  Stack stack{std::vector<Tensor>()};
  composite.handle().call_boxed(stack);
  EXPECT_EQ(stack.at(0).toInt(), 0);
  {
    const ThroughTheStack mode;
    EXPECT_EQ(composite({}), 0);
  }
  const Count primitive(Count::AllBackends(), "count(Tensor[] list) -> int", kernel, kernel);
  EXPECT_MESSAGE(primitive({}), "torch.count(): expected a non-empty list of Tensors");
  EXPECT_MESSAGE(primitive(std::vector<Tensor>{Tensor()}), "count: got only undefined tensors");
}

TEST(Composite, TakesABoxedKernelWithoutTensors) {
  using Count = Op<int64_t(TensorList)>;
  const auto kernel = +[](TensorList list) { return static_cast<int64_t>(list.size()); };
  auto& op = lasting<Count>(Count::AllBackends(), "count(Tensor[] list) -> int", kernel, kernel,
                            OpTraits{false, false, false, false, true});
  op.set_boxed_kernel(DispatchKey::CPU, [](const OperatorHandle&, DispatchKeySet, Stack& s) { s = {IValue(40)}; });
  EXPECT_EQ(op({}), 40);
  op.set_boxed_kernel(DispatchKey::CPU, nullptr);
  EXPECT_MESSAGE(op({}), "count: Could not run");
}

// ---------------------------------------------------------------- tables

Op<Tensor(const Tensor&)> first(
    "first(Tensor x) -> Tensor", +[](const Tensor& x) { return x + 1; }, nullptr);
Op<Tensor(Out, const Tensor&)> second("second.Tensor(Tensor x) -> Tensor", nullptr, nullptr);
constexpr detail::OperatorEntry kEntries[] = {detail::entry_of(first), detail::entry_of(second)};
constexpr OperatorTable kTable = {"mine", kEntries, 2};

TEST(OneTable, FindsItsOperatorsAlone) {
  Stack stack{ones({1})};
  find_op(kTable, "first").call_boxed(stack);
  EXPECT_EQ(stack.at(0).toTensor().item<float>(), 2);
  EXPECT_EQ(find_op(kTable, "aten::second_.Tensor").name(), "second_.Tensor");
  EXPECT_EQ(find_op(kTable, "second.Tensor_out").name(), "second.Tensor_out");
  EXPECT_MESSAGE(find_op(kTable, "add.Tensor"), "Could not find schema for add.Tensor in the table mine");
  EXPECT_MESSAGE(find_op(kTable, "first_"), "Could not find schema for first_");
}

TEST(OneTable, SaysWhichOperatorsAreComposites) { EXPECT_FALSE(find_op("add.Tensor").handle().op->traits().composite); }

}  // namespace
}  // namespace torchpp
