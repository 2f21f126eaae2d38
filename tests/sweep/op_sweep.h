// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The sweep over the rows of tests/op_cases: the fixture and what its checks are made of. The checks of
/// op_sweep_test.cpp hold on every device and are compiled into one program per device; each program brings the two
/// functions that say which device is its own.

#include <gtest/gtest.h>
#include <torchpp/core/grad_mode.h>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {

/// The program's device, on which the rows run.
Device sweep_device();
/// Makes it known; skips the running test where there is none.
void use_sweep_device();
/// By how much numbers that are computed may depend on where operands and results lie.
double placing_tolerance();

constexpr uint64_t kSeed = 20;

// Failures show the operator's name instead of the row's bytes.
inline void PrintTo(const OpCase& row, std::ostream* out) { *out << row.name; }

/// The row's name in a test's.
std::string title(const ::testing::TestParamInfo<OpCase>& row);

/// A check per row: TEST_P(OpSweep, ...).
class OpSweep : public ::testing::TestWithParam<OpCase> {
 protected:
  /// Skips the row, after a look at its error, where CUDA has no kernel of the operator.
  void SetUp() override;
  const OpCase& row() const { return GetParam(); }
  FoundOp op() const { return find_op(row().name); }
  /// Calls f for each of the row's samples, which arguments() gives then.
  template <class F>
  void each_sample(F f) {
    for (sample_ = 0; sample_ <= row().further.size(); ++sample_) {
      SCOPED_TRACE("sample " + std::to_string(sample_));
      f();
    }
    sample_ = 0;
  }
  /// The sample on the CPU, and on the program's device.
  Stack host_arguments(bool large = false) const;
  Stack arguments(bool large = false) const;
  /// Which samples to run. Large ones are for the CPU's threads; beside them, one run with such a sample is enough.
  static std::vector<bool> sizes() {
    return sweep_device().is_cpu() ? std::vector<bool>{false, true} : std::vector<bool>{false};
  }
  /// One of the operator's forms, whether or not there is such a form.
  OperatorHandle in_form(Out::Form form) const { return op().handle().op->handle(form); }
  bool has_form(Out::Form form) const { return op().handle().op->has_form(form); }
  /// How many results there are, and so destinations of the out= form.
  size_t results() const { return op().handle().op->signature().result_count; }
  /// Puts the destinations of an out= call on the stack: `out`, and empty ones of the right dtype for further results.
  void push_destinations(Stack& stack, const Tensor& out) const;
  /// Whether the table says that there is a derivative. Composites have those of what they call.
  bool has_derivative() const;
  bool is_composite() const { return op().handle().op->traits().composite; }

  /// Which of the samples arguments() gives; those behind 0 are row().further.
  size_t sample() const { return sample_; }

 private:
  size_t sample_ = 0;
};

#define SKIP_IF_LEFT_OUT_OF(check) \
  if (!row().left_out_of(check).empty()) GTEST_SKIP() << row().name << ": " << row().left_out_of(check)

/// The words between single spaces.
std::vector<std::string> split_words(const std::string& line);
std::vector<std::string> split_arguments(const std::string& schema);

bool is_real(const Tensor& t);

/// The stack with each tensor, also those in lists, replaced by f(position, tensor).
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
/// All tensors of a stack, those of lists too.
std::vector<Tensor> tensors_of(const Stack& stack);
Stack copy_of(const Stack& stack);
/// The operator's arguments for a device: f of each tensor that may be there, and the device where one is asked for.
template <class F>
Stack for_device(const FoundOp& op, const Stack& stack, Device device, F f) {
  const std::vector<std::string> names = split_arguments(op.schema());
  Stack result = map_tensors(stack, [&](size_t i, const Tensor& t) {
    const std::string name = i < names.size() ? names[i] : "";
    const bool on_cpu = name == "Tensor tensor_indices_or_sections" || name == "Tensor cpu_nested_shape_example" ||
                        name == "Tensor nested_size" || name == "Tensor nested_strides" ||
                        (device.is_cuda() && (name == "Tensor batch_sizes" || name == "Tensor lengths"));
    return on_cpu ? t.clone() : f(i, t);
  });
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i].compare(0, 6, "Device") == 0) result[i] = IValue(device);
  return result;
}
/// ... and each tensor moved there.
Stack to_device(const FoundOp& op, const Stack& stack, Device device);

/// The sample with elements that do not change with the seed or the row's range, for answers of another library that
/// are stored: real tensors, or all where none is real, hold 1 .. 5 in the dtype, truth values are true, indices are 0.
Stack fixed_arguments(const OpCase& row, ScalarType dtype);

/// Samples at the edges: fixed_arguments() in Float, or in Long where the operator takes no real tensors, with all
/// tensors cut or scaled.
enum class Edge {
  kNoRows,     ///< size 0 in the first dimension
  kNoColumns,  ///< size 0 in the last dimension
  kOneRow,
  kOneColumn,
  kNumbers,  ///< no dimension
  kTiny,     ///< real tensors times 1e-30
  kSmall,    ///< times 1e-20
  kLarge,    ///< times 1e20
  kHuge,     ///< times 1e37
  kCount
};
Stack edge_arguments(const OpCase& row, Edge edge);

/// A tensor with equal elements and other strides.
Tensor every_second(size_t, const Tensor& t);
Tensor turned(size_t, const Tensor& t);
Tensor channels_last(size_t, const Tensor& t);

/// The results, or for an operator that returns none the arguments that it wrote. Random numbers start from kSeed.
Stack call(const FoundOp& op, const Stack& arguments);
/// Bytes of the elements in row-major order.
std::string bytes(const Tensor& t);
/// A result in doubles; a number counts as a 0-dim tensor.
std::vector<double> numbers(const IValue& v);
::testing::AssertionResult agree(const std::vector<double>& got, const std::vector<double>& expected, double tolerance);
/// Values and sizes of results.
::testing::AssertionResult same(const Stack& got, const Stack& expected, double tolerance = 0);

/// The operator as a function of those of its arguments that have gradients.
struct Differentiable {
  Differentiable(const OpCase& row, const Stack& arguments);
  std::vector<Tensor> run(const std::vector<Tensor>& values) const;
  /// The results that have gradients.
  std::vector<Tensor> operator()(const std::vector<Tensor>& values) const;
  bool any() const;

  FoundOp op;
  bool writes_self;  ///< an operator that exists in place alone: it gets copies, because leaves must not be written
  Stack stack;
  std::vector<bool> taken, differentiable;
  std::vector<Tensor> inputs;
};

}  // namespace torchpp::tests
