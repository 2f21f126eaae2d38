// SPDX-License-Identifier: BSD-3-Clause
// The table of operators itself, and what of its rows does not hang on the device: checked on the CPU. An operator
// without a row in tests/op_cases fails here.
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

#include "tests/sweep/op_sweep.h"
#include "tools/generate/row.h"

namespace torchpp::tests {
namespace {

constexpr Out::Form kDestinations[] = {Out::Form::kInPlace, Out::Form::kOut};

// Whether the shape of the operator's result depends on elements, so that Meta tensors are refused.
bool depends_on_elements(const FoundOp& op) {
  return !op.handle().op->traits().meta && !op.has_kernel(DispatchKey::Meta);
}

// Names of the operators that do more than convert the arguments of another one.
std::vector<std::string> functional_names() {
  std::vector<std::string> names;
  const generate::Table table(TORCHPP_ROOT "/src/ops/table");
  for (const generate::Family& family : table.families())
    for (const auto& row : family.rows)
      // Memory that is pinned is the CPU's, and is there only beside a GPU: tests/cuda has tests of it. What
      // retain_grad() takes is a tensor with a history: tests/autograd has tests of it.
      if (row->kind != generate::Kind::kWraps && !row->cpp_only && row->name != "pin_memory" &&
          row->name != "retain_grad")
        names.push_back(row->full_name());
  return names;
}

TEST(OpTable, EveryOperatorHasOneRow) {
  std::vector<std::string> rows;
  for (const OpCase& c : op_cases()) rows.push_back(c.name);
  std::sort(rows.begin(), rows.end());
  for (size_t i = 1; i < rows.size(); ++i) EXPECT_NE(rows[i - 1], rows[i]) << "two rows";
  const std::vector<std::string> names = functional_names();
  EXPECT_GE(names.size(), 400u);
  for (const std::string& name : names)
    EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), name)) << name << " has no row in tests/op_cases";
  for (const std::string& row : rows) EXPECT_TRUE(has_op(row)) << row << ": a row, but no operator";
}

TEST(OpTable, EmptyStridedHasTheStrides) {
  const Tensor t = empty_strided({2, 3}, {1, 2}, kFloat);
  EXPECT_EQ(t.sizes(), IntArrayRef({2, 3}));
  EXPECT_EQ(t.strides(), IntArrayRef({1, 2}));
  EXPECT_EQ(t.dtype(), kFloat);
  EXPECT_THROW(empty_strided({2, 3}, {1}), Error);
}

TEST_P(OpSweep, SchemaMatchesTheStack) {
  const Stack full = arguments();
  EXPECT_EQ(split_arguments(op().schema()).size(), full.size()) << op().schema();
  if (!full.empty()) {
    Stack shorter(full.begin(), full.end() - 1);
    EXPECT_THROW(op().call_boxed(shorter), Error);
  }
  for (const Out::Form form : kDestinations) {
    const OperatorHandle handle = in_form(form);
    // squeeze_ is an operator of its own, no form of squeeze.
    const bool is_found = has_op(handle.name()) && find_op(handle.name()).handle().op == handle.op;
    EXPECT_EQ(is_found, has_form(form)) << handle.name();
    if (has_form(form)) {
      EXPECT_EQ(split_arguments(handle.schema()).size(), full.size() + (form == Out::Form::kOut ? results() : 0))
          << handle.schema();
      continue;
    }
    Stack stack = full;
    stack.push_back(full.empty() ? IValue() : full[0]);
    const std::string message = form == Out::Form::kInPlace ? ": there is no in-place form" : ": there is no out= form";
    try {
      handle.call_boxed(stack);
      ADD_FAILURE() << handle.name() << " was called";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(row().name + message), std::string::npos) << e.what();
    }
  }
}

// The tensor without its elements; a view where it is one.
Tensor meta_twin(const Tensor& t) {
  const int64_t reach = static_cast<int64_t>(t.storage().nbytes()) / t.element_size();
  if (t.is_contiguous() && reach == t.numel()) return empty(t.sizes(), TensorOptions(t.dtype()).device(kMeta));
  return empty({reach}, TensorOptions(t.dtype()).device(kMeta)).as_strided(t.sizes(), t.strides(), t.storage_offset());
}

TEST_P(OpSweep, MetaTensorsGiveTheGeometry) {
  if (row().no_strides) GTEST_SKIP() << row().name << ": " << row().covered_by << " has this check";
  const OpBase& object = *op().handle().op;
  const auto on_meta = [&](const Stack& stack) {
    return for_device(op(), stack, Device(kMeta), [](size_t, const Tensor& t) { return meta_twin(t); });
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
  // A composite is refused by the operator that reads elements.
  const bool refused = depends_on_elements(op());
  if (refused || !row().left_out_of(Check::kMeta).empty()) {
    EXPECT_FALSE(object.traits().meta);
    EXPECT_TRUE(refused || is_composite()) << row().left_out_of(Check::kMeta);
    try {
      call(op(), on_meta(arguments()));
      ADD_FAILURE() << "the result depends on elements that are not there";
    } catch (const NotImplementedError& e) {
      const std::string message = e.what();
      if (refused) {
        EXPECT_NE(message.find(row().name), std::string::npos) << message;
      }
      EXPECT_TRUE(message.find("'Meta' backend") != std::string::npos ||
                  (!refused && message.find("Cannot copy out of meta tensor; no data!") != std::string::npos))
          << message;
    }
    return;
  }
  const auto as_it_is = [](size_t, const Tensor& t) { return t; };
  const auto check = [&] {
    if (sample() != 0 && row().further[sample() - 1].why_not_on_meta != nullptr) {
      EXPECT_THROW(call(op(), on_meta(arguments())), NotImplementedError)
          << row().further[sample() - 1].why_not_on_meta;
      return;
    }
    for (Tensor (*layout)(size_t, const Tensor&) : {+as_it_is, &every_second, &turned, &channels_last}) {
      for (const ScalarType dtype : {kDouble, kFloat, kHalf}) {
        const auto given = [&] {
          return map_tensors(arguments(), [&](size_t i, const Tensor& t) {
            return layout(i, t.dtype() == kDouble ? t.to(dtype) : t);
          });
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
        push_destinations(stack, out);
        in_form(Out::Form::kOut).call_boxed(stack);
        EXPECT_TRUE(stack[0].toTensor().is_same(out));
        EXPECT_EQ(out.sizes(), expected[0].toTensor().sizes());
        EXPECT_EQ(out._version(), 1);
      }
    }
  };
  each_sample(check);
}

TEST_P(OpSweep, ThreadsDoNotChangeABit) {
  SKIP_IF_LEFT_OUT_OF(Check::kThreads);
  const int before = get_num_threads();
  each_sample([&] {
    std::vector<std::string> expected;
    for (const int threads : {1, 2, 4, 8}) {
      set_num_threads(threads);
      std::vector<std::string> got;
      for (const Tensor& t : tensors_of(call(op(), copy_of(arguments(true))))) got.push_back(bytes(t));
      if (threads == 1) expected = got;
      EXPECT_TRUE(got == expected) << threads << " threads";
    }
  });
  set_num_threads(before);
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

// In the dtype: the real tensors of the sample, or all where none is real. Integers are not zero, by which some divide.
Stack in_dtype(const Stack& stack, ScalarType dtype) {
  const std::vector<Tensor> tensors = tensors_of(stack);
  const bool any_real = std::any_of(tensors.begin(), tensors.end(), is_real);
  return map_tensors(stack, [&](size_t, const Tensor& t) {
    if (any_real && !is_real(t)) return t.clone();
    return (any_real && isIntegralType(dtype, true) ? t.abs().ceil() : t.clone()).to(dtype);
  });
}

char letter_of(const Stack& results) {
  const std::vector<Tensor> tensors = tensors_of(results);
  if (tensors.empty()) return 'n';
  const auto* at = std::find(std::begin(kEveryDtype), std::end(kEveryDtype), tensors[0].scalar_type());
  return at == std::end(kEveryDtype) ? 'E' : kDtypeLetters[at - std::begin(kEveryDtype)];
}

TEST_P(OpSweep, TakesTheDtypesOfLibtorch) {
  ASSERT_NE(row().libtorch_dtypes, nullptr) << row().name << " says no dtypes";
  const auto runs = [&](Out::Form form, Stack stack) {
    try {
      in_form(form).call_boxed(stack);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  std::string letters;
  for (const ScalarType dtype : kEveryDtype) {
    SCOPED_TRACE(toString(dtype));
    Stack result;
    try {
      result = op().schema().find("-> ()") == std::string::npos ? call(op(), in_dtype(arguments(), dtype))
                                                                : (call(op(), in_dtype(arguments(), dtype)), Stack());
      letters += letter_of(result);
    } catch (const Error&) {
      letters += '.';
    }
    const bool refused = letters.back() == '.';
    if (has_form(Out::Form::kOut)) {
      Stack stack = in_dtype(arguments(), dtype);
      push_destinations(stack, empty({0}, refused ? TensorOptions(dtype) : result[0].toTensor().options()));
      EXPECT_EQ(runs(Out::Form::kOut, stack), !refused) << "out=";
    }
    if (has_form(Out::Form::kInPlace)) {
      const Stack stack = in_dtype(arguments(), dtype);
      const Tensor written = tensors_of(stack)[0];
      const bool fits = !refused && (row().reshapes_self || result[0].toTensor().sizes() == written.sizes()) &&
                        canCast(result[0].toTensor().scalar_type(), written.scalar_type()) &&
                        !(row().keeps_dtype && result[0].toTensor().dtype() != written.dtype()) &&
                        !(row().name == "abs" && written.is_complex());  // libtorch refuses it for what it would mean
      EXPECT_EQ(runs(Out::Form::kInPlace, stack), fits) << "in place";
    }
  }
  EXPECT_EQ(letters, row().our_dtypes) << "libtorch: " << row().libtorch_dtypes
                                       << (row().why_our_dtypes != nullptr ? str("; ", row().why_our_dtypes) : "");
  EXPECT_EQ(row().why_our_dtypes != nullptr, std::string(row().our_dtypes) != row().libtorch_dtypes);
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

TEST_P(OpSweep, Gradients) {
  SKIP_IF_LEFT_OUT_OF(Check::kGradient);
  each_sample([&] {
    const Stack given = arguments();
    if ((!has_derivative() || is_composite()) && tensors_of(given).empty()) return;  // makes tensors of none
    if (!row().left_out_of(Check::kUnchanged).empty() && !has_derivative()) return;  // writes leaves, which is an error
    const Differentiable f(row(), given);
    if (!has_derivative()) {
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
  });
}

// Composites without gradients: their results have no history, or are refused by the backward pass.
TEST_P(OpSweep, ResultsWithoutGradients) {
  if (!is_composite() || row().left_out_of(Check::kGradient).empty()) return;
  if (row().no_strides) GTEST_SKIP() << row().name << ": " << row().covered_by << " has this check";
  if (op().schema().find("(a!)") != std::string::npos) return;  // writes a leaf, which is an error
  each_sample([&] {
    const Differentiable f(row(), arguments());
    if (!f.any()) return;
    const std::vector<Tensor> results = f(f.inputs);
    std::vector<Tensor> ones;
    for (const Tensor& t : results) ones.push_back(torchpp::ones(t.sizes(), t.options()));
    EXPECT_THROW(autograd::grad(results, f.inputs, ones, nullopt, false, true), Error)
        << row().left_out_of(Check::kGradient);
  });
}

TEST_P(OpSweep, ComplexGradients) {
  SKIP_IF_LEFT_OUT_OF(Check::kGradient);
  if (!has_derivative()) return;
  const auto check = [&] {
    const Stack given = map_tensors(arguments(), [](size_t, const Tensor& t) {
      return t.dtype() == kDouble ? t.to(kComplexDouble).mul(Scalar(ComplexDouble(0.8, 0.6))) : t.clone();
    });
    try {
      call(op(), copy_of(given));
    } catch (const Error&) {
      return;  // real numbers alone
    }
    SKIP_IF_LEFT_OUT_OF(Check::kComplexGradient);
    const Differentiable f(row(), given);
    if (!f.any()) return;
    autograd::GradcheckOptions o;
    o.check_forward_ad = row().left_out_of(Check::kForward).empty();
    EXPECT_TRUE(autograd::gradcheck(f, f.inputs, o));
  };
  each_sample(check);
}

}  // namespace
}  // namespace torchpp::tests
