// SPDX-License-Identifier: BSD-3-Clause
// Every row of tests/op_cases on the program's device against the CPU: all forms, dtypes and layouts, and gradients.
// The CPU draws random numbers by Philox here, whose numbers CUDA's generator gives from the same seed.
#include <torchpp/autograd/autograd.h>

#include <algorithm>
#include <functional>
#include <set>
#include <typeinfo>

#include "tests/sweep/element_faults.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

constexpr ScalarType kDtypes[] = {kByte, kChar,     kShort, kInt,    kLong,         kBool,
                                  kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble};

/// How far results of a dtype may lie apart, relative to 1 or their size: a few roundings of sums in another order and
/// of functions of another library. Numbers that are not rounded are equal.
double tolerance_of(ScalarType t) {
  switch (t) {
    case kHalf: return 4e-3;
    case kBFloat16: return 3e-2;
    case kFloat:
    case kComplexFloat: return 2e-5;
    case kDouble:
    case kComplexDouble: return 1e-12;
    default: return 0;
  }
}

/// The outcome of a call: results or an error.
struct Outcome {
  Stack results;
  std::string error, kind;
  bool refused() const { return !kind.empty(); }
};
template <class F>
Outcome outcome_of(const F& f) {
  try {
    return {f(), "", ""};
  } catch (const Error& e) {
    return {{}, e.what(), typeid(e).name()};
  }
}
bool is_not_implemented(const Outcome& o) { return o.kind == typeid(NotImplementedError).name(); }

/// Whether the CPU found a fault in the elements. As in libtorch, the device does not check for it: an index that is
/// out of range ends all work there, an integer divided by zero gives any number.
bool is_fault_of_elements(const Outcome& o) {
  const bool index = o.kind == typeid(IndexError).name();
  return (index && o.error.find("is out of bounds") != std::string::npos) ||
         (index && o.error.find("index out of range in self") != std::string::npos) || blames_elements(o.error);
}

/// A way to use the operator, on the device of its arguments.
using Use = std::function<Stack(const Stack& given, Device device)>;

using Layout = Tensor (*)(size_t, const Tensor&);
Tensor as_it_is(size_t, const Tensor& t) { return t.clone(); }
Tensor no_rows(size_t, const Tensor& t) { return t.dim() == 0 ? t.clone() : t.narrow(0, 0, 0).clone(); }
Tensor no_columns(size_t, const Tensor& t) { return t.dim() == 0 ? t.clone() : t.narrow(-1, 0, 0).clone(); }
Tensor first_element(size_t, const Tensor& t) { return t.reshape({-1}).select(0, 0).clone(); }
Tensor nothing(size_t, const Tensor& t) { return empty({0}, t.options()); }

struct NamedLayout {
  const char* name;
  Layout of;
};
constexpr NamedLayout kPlain = {"as it is", as_it_is};
constexpr NamedLayout kLayouts[] = {kPlain,
                                    {"every second", every_second},
                                    {"transposed", turned},
                                    {"channels last", channels_last},
                                    {"no rows", no_rows},
                                    {"no columns", no_columns},
                                    {"one element", first_element},
                                    {"nothing", nothing}};

class AgainstCpu : public OpSweep {
 protected:
  void SetUp() override {
    OpSweep::SetUp();
    kept_ = default_generator();
    default_generator() = Generator::philox(kSeed);
  }
  void TearDown() override {
    if (kept_.defined()) default_generator() = kept_;
  }

  /// The use on both devices, with the sample's doubles in the dtype: two results that agree, or two errors.
  void compare(const Use& use, ScalarType dtype, const NamedLayout& layout, bool large = false) {
    SCOPED_TRACE(std::string(toString(dtype)) + ", " + layout.name);
    const Stack given =
        map_tensors(host_arguments(large), [&](size_t, const Tensor& t) { return is_real(t) ? convert(t, dtype) : t; });
    Outcome host = on(Device(kCPU), use, given, layout);
    if (is_fault_of_elements(host)) return;
    const Outcome device = on(sweep_device(), use, given, layout);
    // The CPU has few kernels of half; the same numbers as float tell what CUDA's should give.
    bool widened = false;
    if (dtype == kHalf && is_not_implemented(host) && !device.refused()) {
      host =
          on(Device(kCPU), use,
             map_tensors(given, [](size_t, const Tensor& t) { return t.dtype() == kHalf ? t.to(kFloat) : t; }), layout);
      widened = true;
      for (IValue& v : host.results)
        if (v.isTensor() && v.toTensor().dtype() == kFloat) v = v.toTensor().to(kHalf);
    }
    if (host.refused() != device.refused()) {
      differing_.insert(dtype);
      if (row().difference(dtype) != nullptr) return;
      ADD_FAILURE() << (device.refused() ? "refused: " + device.error : "not refused as by the CPU: " + host.error);
      return;
    }
    if (host.refused()) {
      if (row().difference(dtype) != nullptr) return;
      EXPECT_EQ(device.kind, host.kind) << device.error << "\nthe CPU: " << host.error;
      return;
    }
    ++compared_;
    expect_alike(device.results, host.results, dtype, !widened);
  }
  /// From now on results have to be equal in every bit where the row's elements are not computed.
  void expect_bitwise() { bitwise_ = row().exact; }
  /// After all: something was compared, and what the row says of its dtypes is so.
  void finish() {
    EXPECT_GT(compared_, 0) << row().name << ": no result on this device was compared";
    for (const ScalarType t : kDtypes) {
      const char* why = row().difference(t);
      EXPECT_TRUE(why == nullptr || differing_.count(t) == 1)
          << row().name << ": the row says of " << toString(t) << " that " << why << ", but both devices did the same";
    }
  }
  int compared() const { return compared_; }

 private:
  static Tensor convert(const Tensor& t, ScalarType dtype) {
    if (isComplexType(dtype) && !t.is_complex()) return t.to(dtype).mul(Scalar(ComplexDouble(0.8, 0.6)));
    return t.to(dtype);
  }
  Outcome on(Device device, const Use& use, const Stack& given, const NamedLayout& layout) const {
    return outcome_of([&] { return use(map_tensors(to_device(op(), given, device), layout.of), device); });
  }
  void expect_alike(const Stack& device, const Stack& host, ScalarType dtype, bool same_strides) const {
    ASSERT_EQ(device.size(), host.size());
    const std::vector<Tensor> got = tensors_of(device), expected = tensors_of(host);
    ASSERT_EQ(got.size(), expected.size());
    const bool packed = row().name == "_pack_padded_sequence" || row().name == "_pad_packed_sequence";
    const bool shape = row().name == "_nested_tensor_size" || row().name == "_nested_tensor_strides";
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].device(), shape || (packed && i == 1) ? Device(kCPU) : sweep_device()) << "result " << i;
      // Of 16-bit inputs libtorch's CUDA saves float statistics, its CPU those of the input's dtype.
      const bool statistics = i > 0 && (row().name == "native_batch_norm.given_statistics" ||
                                        row().name == "native_batch_norm" || row().name == "native_layer_norm");
      if (!statistics || !isReducedFloatingType(dtype)) {
        ASSERT_EQ(got[i].dtype(), expected[i].dtype()) << "result " << i;
      }
      ASSERT_EQ(got[i].sizes(), expected[i].sizes()) << "result " << i;
      if (same_strides && row().left_out_of(Check::kStrides).empty()) {
        EXPECT_EQ(got[i].strides(), expected[i].strides()) << "result " << i;
      }
      if (!row().left_out_of(Check::kDevices).empty()) continue;
      // Computed in the dtype of the arguments, integers as float, and rounded to that of the result.
      const ScalarType computed = isIntegralType(dtype, true) ? kFloat : dtype;
      const double most = std::max(tolerance_of(got[i].scalar_type()), tolerance_of(computed));
      EXPECT_TRUE(agree(elements(got[i]), elements(expected[i]), bitwise_ || !is_real(got[i]) ? 0 : most))
          << "result " << i;
    }
    EXPECT_TRUE(!got.empty() || same(device, host)) << "numbers";
  }

  Generator kept_;
  int compared_ = 0;
  bool bitwise_ = false;
  std::set<ScalarType> differing_;
};

TEST_P(AgainstCpu, EveryForm) {
  const Use functional = [&](const Stack& given, Device) { return call(op(), given); };
  const Use in_place = [&](const Stack& given, Device) {
    manual_seed(kSeed);
    Stack stack = given;
    in_form(Out::Form::kInPlace).call_boxed(stack);
    return stack;
  };
  const auto to_out = [&](ScalarType dtype) {
    return [this, dtype](const Stack& given, Device device) {
      Stack stack = given;
      push_destinations(stack, empty({0}, TensorOptions(dtype).device(device)));
      manual_seed(kSeed);
      in_form(Out::Form::kOut).call_boxed(stack);
      return stack;
    };
  };
  expect_bitwise();
  each_sample([&] {
    for (const NamedLayout& layout : kLayouts)
      for (const ScalarType dtype : kDtypes) {
        compare(functional, dtype, layout);
        if (has_form(Out::Form::kInPlace)) {
          SCOPED_TRACE("in place");
          compare(in_place, dtype, layout);
        }
      }
    if (has_form(Out::Form::kOut))
      for (const ScalarType result : {kLong, kFloat, kHalf, kComplexDouble}) {
        SCOPED_TRACE(str("out= of ", toString(result)));
        for (const ScalarType dtype : {kLong, kFloat, kDouble}) compare(to_out(result), dtype, kPlain);
      }
    compare(functional, kDouble, kPlain, /*large=*/true);
  });
  finish();
}

// The gradients of all inputs, from the same gradients of the results.
Stack gradients(const OpCase& row, const Stack& given, Device device) {
  const Differentiable f(row, given);
  const std::vector<Tensor> results = f(f.inputs);
  std::vector<Tensor> of_results;
  Sample s(false, kSeed + 1);
  for (const Tensor& t : results) of_results.push_back(s.real(t.sizes()).to(t.scalar_type()).to(device));
  Stack all;
  for (const Tensor& t : autograd::grad(results, f.inputs, of_results, nullopt, false, /*allow_unused=*/true))
    all.emplace_back(t);
  return all;
}

TEST_P(AgainstCpu, Gradients) {
  SKIP_IF_LEFT_OUT_OF(Check::kGradient);
  if (!has_derivative()) GTEST_SKIP() << row().name << ": the table says that there is no derivative";
  const Use use = [&](const Stack& given, Device device) { return gradients(row(), given, device); };
  each_sample([&] {
    for (const ScalarType dtype : {kDouble, kFloat, kHalf, kBFloat16, kComplexDouble}) compare(use, dtype, kPlain);
    for (const NamedLayout& layout : kLayouts) compare(use, kDouble, layout);
  });
  EXPECT_GT(compared(), 0) << row().name << ": no gradient on this device was compared";
}

INSTANTIATE_TEST_SUITE_P(Ops, AgainstCpu, ::testing::ValuesIn(op_cases()), title);

}  // namespace
}  // namespace torchpp::tests
