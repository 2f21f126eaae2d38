// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sweep/op_sweep.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace torchpp::tests {
namespace {

bool close(double a, double b, double tolerance) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}

}  // namespace

std::string title(const ::testing::TestParamInfo<OpCase>& row) {
  std::string text = row.param.name;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

void OpSweep::SetUp() {
  use_sweep_device();
  if (IsSkipped() || !sweep_device().is_cuda()) return;
  if (!row().only_on_cpu && (is_composite() || op().handle().op->has_kernel(DispatchKey::CUDA))) return;
  try {
    call(op(), arguments());
    FAIL() << row().name << " ran on CUDA, although its row says that there is no kernel for it";
  } catch (const NotImplementedError& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find("Could not run with arguments from the 'CUDA' backend"), std::string::npos) << message;
  }
  GTEST_SKIP() << row().name << ": CUDA has no kernel of this operator";
}

Stack OpSweep::host_arguments(bool large) const {
  Sample s(large, kSeed);
  return sample_ == 0 ? row().arguments(s) : row().further[sample_ - 1].arguments(s);
}
Stack OpSweep::arguments(bool large) const { return to_device(op(), host_arguments(large), sweep_device()); }
void OpSweep::push_destinations(Stack& stack, const Tensor& out) const {
  std::vector<Tensor> further;
  if (results() > 1) {
    Stack like;
    try {
      like = call(op(), copy_of(stack));
    } catch (const Error&) {  // the out= form is to refuse the arguments, too
      like = call(op(), arguments());
    }
    for (size_t i = 1; i < results(); ++i) {
      const TensorOptions options = like[i].toTensor().options();
      further.push_back(empty({0}, out.defined() ? options.device(out.device()) : options));
    }
  }
  stack.push_back(IValue(out));
  for (const Tensor& t : further) stack.push_back(IValue(t));
}
bool OpSweep::has_derivative() const { return op().has_kernel(DispatchKey::Autograd); }

bool is_real(const Tensor& t) { return t.defined() && (t.is_floating_point() || t.is_complex()); }

std::vector<Tensor> tensors_of(const Stack& stack) {
  std::vector<Tensor> all;
  map_tensors(stack, [&](size_t, const Tensor& t) { return all.push_back(t), t; });
  return all;
}

Stack copy_of(const Stack& stack) {
  return map_tensors(stack, [](size_t, const Tensor& t) { return t.clone(); });
}

Stack to_device(const FoundOp& op, const Stack& stack, Device device) {
  return for_device(op, stack, device, [&](size_t, const Tensor& t) { return t.to(device); });
}

std::string bytes(const Tensor& t) {
  if (t.is_sparse()) return bytes(t._indices()) + bytes(t._values());
  const Tensor c = t.cpu().resolve_conj().resolve_neg().contiguous();
  return std::string(static_cast<const char*>(c.data_ptr()), c.numel() * c.element_size());
}

Stack call(const FoundOp& op, const Stack& arguments) {
  manual_seed(kSeed);
  Stack stack = arguments;
  op.call_boxed(stack);
  return stack.empty() ? arguments : stack;
}

std::vector<double> numbers(const IValue& v) {
  if (v.isTensor()) return elements(v.toTensor());
  if (v.isScalar()) return elements(scalar_tensor(v.toScalar(), v.isComplexDouble() ? kComplexDouble : kDouble));
  std::vector<double> all;
  if (v.isTensorList())
    for (const Tensor& t : v.toTensorVector())
      for (double x : elements(t)) all.push_back(x);
  return all;
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

::testing::AssertionResult same(const Stack& got, const Stack& expected, double tolerance) {
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

Stack fixed_arguments(const OpCase& row, ScalarType dtype) {
  Sample sample(false, kSeed);
  const Stack stack = row.arguments(sample);
  const std::vector<Tensor> tensors = tensors_of(stack);
  const bool any_real = std::any_of(tensors.begin(), tensors.end(), is_real);
  int64_t position = 0;
  return map_tensors(stack, [&](size_t, const Tensor& t) {
    const int64_t at = position++;
    if (t.scalar_type() == kBool) return ones(t.sizes(), kBool);
    if (any_real && !is_real(t)) return zeros(t.sizes(), t.options());
    return (arange(t.numel(), kLong) * 3 + 2 * at).remainder(5).add(1).reshape(t.sizes()).to(dtype);
  });
}

Stack edge_arguments(const OpCase& row, Edge edge) {
  Sample sample(false, kSeed);
  const std::vector<Tensor> tensors = tensors_of(row.arguments(sample));
  const bool any_real = std::any_of(tensors.begin(), tensors.end(), is_real);
  const auto narrowed = [](const Tensor& t, int64_t dim, int64_t size) {
    return t.dim() == 0 ? t : t.narrow(dim, 0, std::min(size, t.size(dim))).clone();
  };
  return map_tensors(fixed_arguments(row, any_real ? kFloat : kLong), [&](size_t, const Tensor& t) {
    const auto scaled = [&](double by) { return is_real(t) ? t.mul(by) : t; };
    switch (edge) {
      case Edge::kNoRows: return narrowed(t, 0, 0);
      case Edge::kNoColumns: return narrowed(t, -1, 0);
      case Edge::kOneRow: return narrowed(t, 0, 1);
      case Edge::kOneColumn: return narrowed(t, -1, 1);
      case Edge::kNumbers: return t.reshape({-1}).select(0, 0).clone();
      case Edge::kTiny: return scaled(1e-30);
      case Edge::kSmall: return scaled(1e-20);
      case Edge::kLarge: return scaled(1e20);
      default: return scaled(1e37);
    }
  });
}

std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

Tensor every_second(size_t, const Tensor& t) {
  if (t.dim() == 0) return t.clone();
  std::vector<int64_t> sizes = t.sizes().vec();
  sizes.back() *= 2;
  return zeros(sizes, t.options()).slice(-1, 0, sizes.back(), 2).copy_(t);
}
Tensor turned(size_t, const Tensor& t) {
  return t.dim() < 2 ? t.clone() : t.transpose(0, -1).contiguous().transpose(0, -1);
}
Tensor channels_last(size_t, const Tensor& t) { return t.dim() == 4 ? t.clone(MemoryFormat::ChannelsLast) : t.clone(); }

Differentiable::Differentiable(const OpCase& row, const Stack& arguments)
    : op(find_op(row.name)), writes_self(op.schema().find("(Tensor(a!) self") != std::string::npos), stack(arguments) {
  stack = map_tensors(stack, [&](size_t at, const Tensor& t) {
    const bool has = is_real(t) && std::find(row.constants.begin(), row.constants.end(), at) == row.constants.end();
    taken.push_back(has);
    const Tensor leaf = t.clone();
    if (has) inputs.push_back(leaf.requires_grad_());
    return leaf;
  });
  for (const Tensor& t : run(inputs)) differentiable.push_back(is_real(t) && t.requires_grad());
}

std::vector<Tensor> Differentiable::run(const std::vector<Tensor>& values) const {
  size_t tensor = 0, value = 0;
  const Stack with = map_tensors(stack, [&](size_t at, const Tensor& t) {
    if (!taken[tensor++]) return t.detach().clone();
    const Tensor& given = values[value++];
    return writes_self && at == 0 ? given.clone() : given;
  });
  return tensors_of(call(op, with));
}

std::vector<Tensor> Differentiable::operator()(const std::vector<Tensor>& values) const {
  const std::vector<Tensor> results = run(values);
  std::vector<Tensor> chosen;
  for (size_t i = 0; i < results.size(); ++i)
    if (i < differentiable.size() && differentiable[i]) chosen.push_back(results[i]);
  return chosen;
}

bool Differentiable::any() const { return std::count(differentiable.begin(), differentiable.end(), true) != 0; }

INSTANTIATE_TEST_SUITE_P(Ops, OpSweep, ::testing::ValuesIn(op_cases()), title);

}  // namespace torchpp::tests
