// SPDX-License-Identifier: BSD-3-Clause
// What every operator has to do, checked for all rows of tests/op_cases by name. An operator without a row fails here.
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {

// Failures show the operator's name instead of the row's bytes.
static void PrintTo(const OpCase& row, std::ostream* out) { *out << row.name; }

namespace {

constexpr uint64_t kSeed = 20;

std::string name_in(const char* schema) { return std::string(schema, std::strchr(schema, '(')); }

// Operators of the table whose rows say that they have no derivative.
const std::set<std::string>& without_derivative() {
  static const std::set<std::string>& names = *new std::set<std::string>{
#define TORCHPP_OP(name, schema, Result, args)
#define TORCHPP_OP_ND(name, schema, Result, args) name_in(schema),
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ND
  };
  return names;
}

// Operators of the table whose rows say that their results depend on the elements.
const std::set<std::string>& of_elements() {
  static const std::set<std::string>& names = *new std::set<std::string>{
#define TORCHPP_OP(name, schema, Result, args)
#define TORCHPP_OP_DATA(name, schema, Result, args) name_in(schema),
#define TORCHPP_OP_DATA_ND(name, schema, Result, args) name_in(schema),
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_DATA
#undef TORCHPP_OP_DATA_ND
  };
  return names;
}

std::vector<std::string> functional_names() {
  std::vector<std::string> names;
  for (const std::string& name : list_ops())
    if (name.compare(0, 6, "aten::") == 0 && find_op(name).handle().form == Out::Form::kFunctional)
      names.push_back(name.substr(6));
  return names;
}

bool is_real(const Tensor& t) { return t.defined() && (t.is_floating_point() || t.is_complex()); }

// The stack with each tensor, also those in lists, replaced by f(position, tensor).
template <class F>
Stack map_tensors(const Stack& stack, F f) {
  Stack result = stack;
  for (size_t i = 0; i < stack.size(); ++i) {
    if (stack[i].isTensor() && stack[i].toTensor().defined()) result[i] = IValue(f(i, stack[i].toTensor()));
    if (stack[i].isTensorList()) {
      std::vector<Tensor> list = stack[i].toTensorVector();
      for (Tensor& t : list)
        if (t.defined()) t = f(i, t);
      result[i] = IValue(std::move(list));
    }
  }
  return result;
}

// All tensors of a stack, those of lists too.
std::vector<Tensor> tensors_of(const Stack& stack) {
  std::vector<Tensor> all;
  map_tensors(stack, [&](size_t, const Tensor& t) { return all.push_back(t), t; });
  return all;
}

Stack copy_of(const Stack& stack) {
  return map_tensors(stack, [](size_t, const Tensor& t) { return t.clone(); });
}

// Bytes of the elements in row-major order.
std::string bytes(const Tensor& t) {
  const Tensor c = t.resolve_conj().resolve_neg().contiguous();
  return std::string(static_cast<const char*>(c.data_ptr()), c.numel() * c.element_size());
}

// The results, or for an operator that returns none the arguments that it wrote.
Stack call(const FoundOp& op, const Stack& arguments) {
  manual_seed(kSeed);
  Stack stack = arguments;
  op.call_boxed(stack);
  return stack.empty() ? arguments : stack;
}

// What a result is in doubles: numbers count as tensors of no dimension.
std::vector<double> numbers(const IValue& v) {
  if (v.isTensor()) return elements(v.toTensor());
  if (v.isScalar()) return elements(scalar_tensor(v.toScalar(), v.isComplexDouble() ? kComplexDouble : kDouble));
  std::vector<double> all;
  if (v.isTensorList())
    for (const Tensor& t : v.toTensorVector())
      for (double x : elements(t)) all.push_back(x);
  return all;
}

bool close(double a, double b, double tolerance) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}

::testing::AssertionResult agree(const std::vector<double>& got, const std::vector<double>& expected,
                                 double tolerance) {
  if (got.size() != expected.size())
    return ::testing::AssertionFailure() << got.size() << " elements, expected " << expected.size();
  size_t worst = 0;
  double most = 0;
  for (size_t i = 0; i < got.size(); ++i)
    if (!close(got[i], expected[i], tolerance)) {
      const double off = std::fabs(got[i] - expected[i]) / (1 + std::fabs(expected[i]));
      if (most == 0 || off > most) worst = i, most = std::isnan(off) ? HUGE_VAL : off;
    }
  if (most == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "element " << worst << " is " << got[worst] << ", expected "
                                       << expected[worst] << " within " << tolerance << " (seed " << kSeed << ")";
}

::testing::AssertionResult same(const Stack& got, const Stack& expected, double tolerance = 0) {
  if (got.size() != expected.size())
    return ::testing::AssertionFailure() << got.size() << " results, expected " << expected.size();
  for (size_t i = 0; i < got.size(); ++i) {
    const ::testing::AssertionResult r = agree(numbers(got[i]), numbers(expected[i]), tolerance);
    if (!r) return ::testing::AssertionFailure() << "result " << i << ": " << r.message();
    if (expected[i].isTensor() && expected[i].toTensor().defined() &&
        got[i].toTensor().sizes() != expected[i].toTensor().sizes())
      return ::testing::AssertionFailure()
             << "result " << i << ": sizes " << to_string(got[i]) << ", expected " << to_string(expected[i]);
  }
  return ::testing::AssertionSuccess();
}

std::vector<std::string> split_arguments(const std::string& schema) {
  const size_t open = schema.find('('), close = schema.rfind(" -> ") - 1;
  std::vector<std::string> arguments;
  std::string word;
  int depth = 0;
  for (size_t i = open + 1; i <= close; ++i) {
    const char c = schema[i];
    if ((c == ',' && depth == 0) || i == close) {
      const size_t first = word.find_first_not_of(' ');
      if (first != std::string::npos && word.substr(first) != "*") arguments.push_back(word.substr(first));
      word.clear();
      continue;
    }
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    word += c;
  }
  return arguments;
}

TEST(OpTable, EveryOperatorHasOneRow) {
  std::vector<std::string> rows;
  for (const OpCase& c : op_cases()) rows.push_back(c.name);
  std::sort(rows.begin(), rows.end());
  for (size_t i = 1; i < rows.size(); ++i) EXPECT_NE(rows[i - 1], rows[i]) << "two rows";
  const std::vector<std::string> names = functional_names();
  EXPECT_GE(names.size(), 200u);
  for (const std::string& name : names)
    EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), name)) << name << " has no row in tests/op_cases";
  for (const std::string& row : rows) EXPECT_TRUE(has_op(row)) << row << ": a row, but no operator";
}

// What libtorch 1.13.1 registers: of the operators that write a destination these have no form that ends in '_'.
TEST(OpTable, InPlaceFormsAreThoseOfLibtorch) {
  const std::set<std::string> none = {"_log_softmax",
                                      "_log_softmax_backward_data",
                                      "_softmax",
                                      "_softmax_backward_data",
                                      "all.all_dims",
                                      "amax",
                                      "amin",
                                      "any.all_dims",
                                      "argmax",
                                      "argmin",
                                      "binary_cross_entropy",
                                      "binary_cross_entropy_backward",
                                      "bmm",
                                      "dot",
                                      "elu_backward",
                                      "gelu_backward",
                                      "hardsigmoid_backward",
                                      "hardswish_backward",
                                      "hardtanh_backward",
                                      "huber_loss",
                                      "huber_loss_backward",
                                      "leaky_relu_backward",
                                      "linalg_vector_norm",
                                      "logsumexp",
                                      "maximum",
                                      "mean.dim",
                                      "minimum",
                                      "mm",
                                      "mse_loss",
                                      "mse_loss_backward",
                                      "mv",
                                      "prod.dim_int",
                                      "sigmoid_backward",
                                      "silu_backward",
                                      "smooth_l1_loss",
                                      "smooth_l1_loss_backward",
                                      "softplus",
                                      "softplus_backward",
                                      "std.correction",
                                      "sum.dim_IntList",
                                      "tanh_backward",
                                      "threshold_backward",
                                      "var.correction"};
  for (const std::string& name : functional_names()) {
    const OpBase& object = *find_op(name).handle().op;
    if (!object.has_form(Out::Form::kOut)) {
      EXPECT_FALSE(object.has_form(Out::Form::kInPlace)) << name;
      continue;
    }
    EXPECT_EQ(object.has_form(Out::Form::kInPlace), none.count(name) == 0) << name;
  }
}

TEST(OpTable, EmptyStridedHasTheStrides) {
  const Tensor t = empty_strided({2, 3}, {1, 2}, kFloat);
  EXPECT_EQ(t.sizes(), IntArrayRef({2, 3}));
  EXPECT_EQ(t.strides(), IntArrayRef({1, 2}));
  EXPECT_EQ(t.dtype(), kFloat);
  EXPECT_THROW(empty_strided({2, 3}, {1}), Error);
}

class OpSweep : public ::testing::TestWithParam<OpCase> {
 protected:
  const OpCase& row() const { return GetParam(); }
  FoundOp op() const { return find_op(row().name); }
  Stack arguments(bool large = false) const {
    Sample s(large, kSeed);
    return row().arguments(s);
  }
  // One of the operator's forms, whether or not there is such a form.
  OperatorHandle in_form(Out::Form form) const {
    const OperatorHandle handle = op().handle();
    return {handle.op, form, handle.call};
  }
  bool has_form(Out::Form form) const { return op().handle().op->has_form(form); }
};

constexpr Out::Form kDestinations[] = {Out::Form::kInPlace, Out::Form::kOut};

#define SKIP_IF_LEFT_OUT_OF(check) \
  if (!row().left_out_of(check).empty()) GTEST_SKIP() << row().name << ": " << row().left_out_of(check)

TEST_P(OpSweep, AgreesWithTheReference) {
  const Stack result = call(op(), arguments()), large = call(op(), arguments(true));
  if (!row().reference) {
    ASSERT_FALSE(row().covered_by.empty()) << row().name << ": neither a reference nor a file that has one";
    GTEST_SKIP() << row().name << ": in " << row().covered_by;
  }
  // Operators of several results are compared in the first.
  const auto first = [](const Stack& s) { return s[0].isTensorList() ? IValue(s[0].toTensorVector()[0]) : s[0]; };
  const auto compare = [&](const IValue& got, const Tensor& expected) {
    EXPECT_TRUE(agree(numbers(got), elements(expected), 1e-12));
    if (got.isTensor()) {
      EXPECT_EQ(got.toTensor().sizes(), expected.sizes());
    }
  };
  compare(first(result), row().reference(arguments()));
  compare(first(large), row().reference(arguments(true)));
}

TEST_P(OpSweep, SchemaMatchesTheStack) {
  const Stack full = arguments();
  EXPECT_EQ(split_arguments(op().schema()).size(), full.size()) << op().schema();
  Stack shorter(full.begin(), full.end() - 1);
  EXPECT_THROW(op().call_boxed(shorter), Error);
  for (const Out::Form form : kDestinations) {
    const OperatorHandle handle = in_form(form);
    EXPECT_EQ(has_op(handle.name()), has_form(form)) << handle.name();
    if (has_form(form)) {
      EXPECT_EQ(split_arguments(handle.schema()).size(), full.size() + (form == Out::Form::kOut)) << handle.schema();
      continue;
    }
    Stack stack = full;
    stack.push_back(full[0]);
    const std::string message = form == Out::Form::kInPlace ? ": there is no in-place form" : ": there is no out= form";
    try {
      handle.call_boxed(stack);
      ADD_FAILURE() << handle.name() << " was called";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(row().name + message), std::string::npos) << e.what();
    }
  }
}

// Of the tensor's memory. Numbers of different calls are different where there are none.
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
  for (const bool large : {false, true}) {
    const Stack expected = call(op(), arguments(large));
    const Tensor result = expected[0].toTensor();
    // Of no elements, of the right sizes, and of the right sizes with gaps between the elements.
    std::vector<int64_t> doubled = result.sizes().vec();
    if (!doubled.empty()) doubled.back() *= 2;
    Tensor gaps = empty(doubled, result.dtype());
    if (!doubled.empty()) gaps = gaps.slice(-1, 0, doubled.back(), 2);
    for (const Tensor& out : {empty({0}, result.dtype()), empty(result.sizes(), result.dtype()), gaps}) {
      if (!has_form(Out::Form::kOut)) break;
      if (!out.is_contiguous() && !row().left_out_of(Check::kLayout).empty()) continue;
      Stack stack = arguments(large);
      stack.push_back(IValue(out));
      const auto version = out._version();
      const uint64_t number = contents_number(out);
      const Stack got = run(Out::Form::kOut, stack);
      ASSERT_EQ(got.size(), 1u);
      EXPECT_TRUE(got[0].toTensor().is_same(out));
      EXPECT_TRUE(same(got, expected)) << "out=";
      EXPECT_EQ(out._version(), version + 1) << "a write is counted once";
      EXPECT_NE(contents_number(out), number) << "what is kept of the memory before is not used after";
    }
    if (!has_form(Out::Form::kInPlace)) continue;
    Stack stack = copy_of(arguments(large));
    size_t self = 0;
    while (!stack[self].isTensor()) ++self;
    const Tensor written = stack[self].toTensor();
    const bool fits = written.sizes() == result.sizes() && canCast(result.dtype(), written.dtype());
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
  }
}

// The same elements in memory of other strides.
Tensor every_second(size_t, const Tensor& t) {
  if (t.dim() == 0) return t.clone();
  std::vector<int64_t> sizes = t.sizes().vec();
  sizes.back() *= 2;
  return zeros(sizes, t.dtype()).slice(-1, 0, sizes.back(), 2).copy_(t);
}
Tensor turned(size_t, const Tensor& t) {
  return t.dim() < 2 ? t.clone() : t.transpose(0, -1).contiguous().transpose(0, -1);
}
Tensor channels_last(size_t, const Tensor& t) { return t.dim() == 4 ? t.clone(MemoryFormat::ChannelsLast) : t.clone(); }

TEST_P(OpSweep, LayoutDoesNotMatter) {
  SKIP_IF_LEFT_OUT_OF(Check::kLayout);
  for (const bool large : {false, true}) {
    const Stack expected = call(op(), copy_of(arguments(large)));
    EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), every_second)), expected, 1e-12)) << "every second";
    EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), turned)), expected, 1e-12)) << "transposed";
    EXPECT_TRUE(same(call(op(), map_tensors(arguments(large), channels_last)), expected, 1e-12)) << "channels last";
  }
}

// The tensor without its elements; a view where it is one.
Tensor meta_twin(const Tensor& t) {
  const int64_t reach = static_cast<int64_t>(t.storage().nbytes()) / t.element_size();
  return empty({reach}, TensorOptions(t.dtype()).device(kMeta)).as_strided(t.sizes(), t.strides(), t.storage_offset());
}

TEST_P(OpSweep, MetaTensorsGiveTheGeometry) {
  const OpBase& object = *op().handle().op;
  const auto on_meta = [&](const Stack& stack) {
    Stack result = map_tensors(stack, [](size_t, const Tensor& t) { return meta_twin(t); });
    const std::vector<std::string> names = split_arguments(op().schema());
    for (size_t i = 0; i < names.size(); ++i)
      if (names[i].compare(0, 7, "Device?") == 0) result[i] = IValue(Device(kMeta));
    return result;
  };
  const auto expect_alike = [](const Stack& got, const Stack& expected) {
    ASSERT_EQ(got.size(), expected.size());
    const std::vector<Tensor> meta = tensors_of(got), real = tensors_of(expected);
    ASSERT_EQ(meta.size(), real.size());
    for (size_t i = 0; i < meta.size(); ++i) {
      EXPECT_TRUE(meta[i].is_meta()) << "result " << i;
      EXPECT_EQ(meta[i].sizes(), real[i].sizes()) << "result " << i;
      EXPECT_EQ(meta[i].strides(), real[i].strides()) << "result " << i;
      EXPECT_EQ(meta[i].dtype(), real[i].dtype()) << "result " << i;
    }
  };
  if (of_elements().count(row().name) != 0) {
    EXPECT_FALSE(object.traits().meta);
    try {
      call(op(), on_meta(arguments()));
      ADD_FAILURE() << "the result depends on elements that are not there";
    } catch (const NotImplementedError& e) {
      const std::string message = e.what();
      EXPECT_NE(message.find(row().name), std::string::npos) << message;
      EXPECT_NE(message.find("'Meta' backend"), std::string::npos) << message;
    }
    return;
  }
  const auto as_it_is = [](size_t, const Tensor& t) { return t; };
  for (Tensor (*layout)(size_t, const Tensor&) : {+as_it_is, &every_second, &turned, &channels_last}) {
    for (const ScalarType dtype : {kDouble, kFloat, kHalf}) {
      const auto given = [&] {
        return map_tensors(
            arguments(), [&](size_t i, const Tensor& t) { return layout(i, t.dtype() == kDouble ? t.to(dtype) : t); });
      };
      Stack expected;
      try {
        expected = call(op(), given());
      } catch (const Error&) {
        continue;  // no loop of the CPU for this dtype, which is no matter of Meta tensors
      }
      expect_alike(call(op(), on_meta(given())), expected);
      if (!has_form(Out::Form::kOut)) continue;
      const Tensor out = empty({0}, TensorOptions(expected[0].toTensor().dtype()).device(kMeta));
      Stack stack = on_meta(given());
      stack.push_back(IValue(out));
      in_form(Out::Form::kOut).call_boxed(stack);
      EXPECT_TRUE(stack[0].toTensor().is_same(out));
      EXPECT_EQ(out.sizes(), expected[0].toTensor().sizes());
      EXPECT_EQ(out._version(), 1);
    }
  }
}

TEST_P(OpSweep, LazyNegationDoesNotMatter) {
  SKIP_IF_LEFT_OUT_OF(Check::kLayout);
  const Stack given = arguments();
  if (!row().left_out_of(Check::kUnchanged).empty()) return;  // the copy would be written
  const Stack lazy = map_tensors(given, [](size_t, const Tensor& t) {
    if (!is_real(t)) return t.clone();
    Stack stack{t.neg()};
    find_op("_neg_view").call_boxed(stack);
    return stack[0].toTensor();
  });
  EXPECT_TRUE(same(call(op(), lazy), call(op(), given), 1e-12));
}

TEST_P(OpSweep, ThreadsDoNotChangeABit) {
  SKIP_IF_LEFT_OUT_OF(Check::kThreads);
  const int before = get_num_threads();
  std::vector<std::string> expected;
  for (const int threads : {1, 2, 4, 8}) {
    set_num_threads(threads);
    std::vector<std::string> got;
    for (const Tensor& t : tensors_of(call(op(), copy_of(arguments(true))))) got.push_back(bytes(t));
    if (threads == 1) expected = got;
    EXPECT_TRUE(got == expected) << threads << " threads";
  }
  set_num_threads(before);
}

TEST_P(OpSweep, ArgumentsStay) {
  SKIP_IF_LEFT_OUT_OF(Check::kUnchanged);
  const Stack given = arguments(), kept = copy_of(given);
  call(op(), given);
  const std::vector<Tensor> after = tensors_of(given), before = tensors_of(kept);
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    EXPECT_TRUE(bytes(after[i]) == bytes(before[i])) << "tensor " << i;
    EXPECT_EQ(after[i]._version(), before[i]._version()) << "tensor " << i;
  }
}

TEST_P(OpSweep, EmptyAndZeroDimensional) {
  // A result or an error of the library; anything else ends the program.
  const auto attempt = [&](auto f) {
    try {
      call(op(), map_tensors(arguments(), f));
    } catch (const Error&) {
    }
  };
  attempt([](size_t, const Tensor& t) { return t.dim() == 0 ? t.clone() : t.narrow(0, 0, 0).clone(); });
  attempt([](size_t, const Tensor& t) { return t.dim() == 0 ? t.clone() : t.narrow(-1, 0, 0).clone(); });
  attempt([](size_t, const Tensor& t) { return t.reshape({-1}).select(0, 0).clone(); });
  attempt([](size_t, const Tensor& t) { return empty({0}, t.dtype()); });
}

TEST_P(OpSweep, EveryDtypeGivesAResultOrAnError) {
  for (const ScalarType dtype :
       {kByte, kChar, kShort, kInt, kLong, kBool, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble}) {
    SCOPED_TRACE(toString(dtype));
    try {
      call(op(),
           map_tensors(arguments(), [dtype](size_t, const Tensor& t) { return is_real(t) ? t.to(dtype) : t.clone(); }));
      call(op(), map_tensors(arguments(), [dtype](size_t, const Tensor& t) { return t.to(dtype); }));
    } catch (const Error&) {
    }
  }
}

TEST_P(OpSweep, NarrowDtypesAgreeWithDouble) {
  SKIP_IF_LEFT_OUT_OF(Check::kDtypes);
  struct Precision {
    ScalarType dtype;
    double tolerance;
  };
  for (const Precision p : {Precision{kFloat, 1e-4}, Precision{kBFloat16, 0.1}, Precision{kHalf, 0.02}}) {
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
      continue;
    }
    EXPECT_TRUE(same(got, call(op(), map_tensors(arguments(), wide)), p.tolerance));
  }
}

// The operator as a function of those of its arguments that have gradients.
struct Differentiable {
  Differentiable(const OpCase& row, const Stack& arguments) : op(find_op(row.name)), stack(arguments) {
    stack = map_tensors(stack, [&](size_t at, const Tensor& t) {
      const bool has = is_real(t) && std::find(row.constants.begin(), row.constants.end(), at) == row.constants.end();
      taken.push_back(has);
      const Tensor leaf = t.clone();
      if (has) inputs.push_back(leaf.requires_grad_());
      return leaf;
    });
    const std::vector<Tensor> results = run(inputs);
    for (const Tensor& t : results) differentiable.push_back(is_real(t) && t.requires_grad());
  }
  std::vector<Tensor> run(const std::vector<Tensor>& values) const {
    size_t tensor = 0, value = 0;
    const Stack with = map_tensors(
        stack, [&](size_t, const Tensor& t) { return taken[tensor++] ? values[value++] : t.detach().clone(); });
    manual_seed(kSeed);
    Stack results = with;
    op.call_boxed(results);
    return tensors_of(results);
  }
  autograd::variable_list operator()(const autograd::variable_list& values) const {
    const std::vector<Tensor> results = run(values);
    autograd::variable_list chosen;
    for (size_t i = 0; i < results.size(); ++i)
      if (i < differentiable.size() && differentiable[i]) chosen.push_back(results[i]);
    return chosen;
  }
  bool any() const { return std::count(differentiable.begin(), differentiable.end(), true) != 0; }

  FoundOp op;
  Stack stack;
  std::vector<bool> taken, differentiable;
  autograd::variable_list inputs;
};

TEST_P(OpSweep, Gradients) {
  SKIP_IF_LEFT_OUT_OF(Check::kGradient);
  const bool has_derivative = without_derivative().count(row().name) == 0;
  Stack given = arguments();
  if (!has_derivative && tensors_of(given).empty()) return;                      // makes tensors of none
  if (!row().left_out_of(Check::kUnchanged).empty() && !has_derivative) return;  // writes leaves, which is an error
  const Differentiable f(row(), given);
  if (!has_derivative) {
    EXPECT_FALSE(f.any()) << "the table says that there is no derivative";
    return;
  }
  ASSERT_FALSE(f.inputs.empty()) << "no argument of the sample has a gradient";
  ASSERT_TRUE(f.any()) << "no result depends on the inputs";
  autograd::GradcheckOptions o;
  o.check_forward_ad = row().left_out_of(Check::kForward).empty();
  EXPECT_TRUE(autograd::gradcheck(f, f.inputs, o));
  if (!row().left_out_of(Check::kSecondOrder).empty()) return;
  o.check_forward_ad = false;
  o.fast_mode = true;
  EXPECT_TRUE(autograd::gradgradcheck(f, f.inputs, {}, o));
}

TEST_P(OpSweep, ComplexGradients) {
  SKIP_IF_LEFT_OUT_OF(Check::kGradient);
  if (without_derivative().count(row().name) != 0) return;
  const Stack given = map_tensors(arguments(), [](size_t, const Tensor& t) {
    return t.dtype() == kDouble ? t.to(kComplexDouble).mul(Scalar(ComplexDouble(0.8, 0.6))) : t.clone();
  });
  try {
    call(op(), given);
  } catch (const Error&) {
    return;  // real numbers alone
  }
  SKIP_IF_LEFT_OUT_OF(Check::kComplexGradient);
  const Differentiable f(row(), given);
  if (!f.any()) return;
  autograd::GradcheckOptions o;
  o.check_forward_ad = row().left_out_of(Check::kForward).empty();
  EXPECT_TRUE(autograd::gradcheck(f, f.inputs, o));
}

std::string title(const ::testing::TestParamInfo<OpCase>& row) {
  std::string text = row.param.name;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Ops, OpSweep, ::testing::ValuesIn(op_cases()), title);

}  // namespace
}  // namespace torchpp::tests
