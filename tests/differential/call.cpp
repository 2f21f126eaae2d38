// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/call.h"

#include <algorithm>
#include <cmath>

namespace differential {
namespace {

std::string list_of(const std::vector<int64_t>& v) {
  std::string s = "[";
  for (size_t i = 0; i < v.size(); ++i) s += (i != 0 ? ", " : "") + std::to_string(v[i]);
  return s + "]";
}

std::string describe_tensor(const Call& call, size_t index) {
  const TensorSpec& t = call.tensors[index];
  std::string s = "t" + std::to_string(index) + " = " + name_of(t.dtype) + (t.nested ? " nested" : list_of(t.sizes));
  for (const Sizes& c : t.constituents) s += " " + list_of(c);
  Sizes dense(t.sizes.size());
  int64_t step = 1;
  for (size_t d = dense.size(); d-- > 0; step *= std::max<int64_t>(t.sizes[d], 1)) dense[d] = step;
  if (dense != t.strides) s += " strides " + list_of(t.strides);
  if (t.offset != 0) s += " offset " + std::to_string(t.offset);
  if (t.number) s += " number";
  if (t.conjugate) s += " conjugate view";
  if (t.negative) s += " negative view";
  if (t.history == TensorSpec::History::kLeaf) s += " requires_grad";
  if (t.history == TensorSpec::History::kViewOfResult) s += " view of requires_grad";
  if (t.history == TensorSpec::History::kTrackedView) s += " tracked view";
  if (is_written(call, static_cast<int64_t>(index))) s += " written";
  if (t.shares >= 0) return s + " of the buffer of t" + std::to_string(t.shares);
  const size_t count = t.buffer.size() / item_size(t.dtype);
  s += " of buffer {";
  for (size_t i = 0; i < count && i < 40; ++i)
    s += (i != 0 ? " " : "") + to_string(t.dtype, load(t.dtype, t.buffer.data() + i * item_size(t.dtype)));
  if (count <= 40) return s + "}";
  const auto is_nan = [&](size_t i) {
    return std::isnan(std::abs(load(t.dtype, &t.buffer[i * item_size(t.dtype)]).z));
  };
  size_t nans = 0;
  for (size_t i = 40; i < count; ++i) nans += is_nan(i) ? 1 : 0;
  return s + " ... " + std::to_string(count) + " elements" + (nans > 0 ? ", further nan}" : "}");
}

std::string describe_argument(const Argument& a) {
  switch (a.kind) {
    case Argument::Kind::kNone: return "None";
    case Argument::Kind::kTensor: return "t" + std::to_string(a.i);
    case Argument::Kind::kTensors: {
      std::string s = "[";
      for (size_t i = 0; i < a.ints.size(); ++i)
        s += (i != 0 ? ", " : "") + (a.ints[i] < 0 ? "None" : "t" + std::to_string(a.ints[i]));
      return s + "]";
    }
    case Argument::Kind::kInt: return std::to_string(a.i);
    case Argument::Kind::kDouble: {
      const std::string s = to_string(DType::kDouble, {a.z.real()});
      return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
    }
    case Argument::Kind::kBool: return a.i != 0 ? "True" : "False";
    case Argument::Kind::kComplex: return to_string(DType::kComplexDouble, {a.z});
    case Argument::Kind::kString: return "'" + a.s + "'";
    case Argument::Kind::kInts: return list_of(a.ints);
    case Argument::Kind::kDoubles: {
      std::string s = "[";
      for (double d : a.doubles) s += to_string(DType::kDouble, {d}) + " ";
      return s + "]";
    }
    case Argument::Kind::kBools: return list_of(a.ints);
    case Argument::Kind::kNumbers: {
      std::string s = "[";
      for (const Argument& n : a.numbers) s += describe_argument(n) + " ";
      return s + "]";
    }
    case Argument::Kind::kDevice: return "cpu";
    case Argument::Kind::kDestination: return "(not made)";
  }
  return "";
}

}  // namespace

bool is_written(const Call& call, int64_t tensor) {
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& a = call.arguments[i];
    if (!call.schema.parameters[i].written) continue;
    if (a.kind == Argument::Kind::kTensor && a.i == tensor) return true;
    if (std::find(a.ints.begin(), a.ints.end(), tensor) != a.ints.end()) return true;
  }
  return false;
}

int64_t count_of(const Sizes& sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return n;
}

std::string describe(const Call& call) {
  std::string s = call.schema.full_name() + "(";
  for (size_t i = 0; i < call.arguments.size(); ++i)
    s += (i != 0 ? ", " : "") + call.schema.parameters[i].name + "=" + describe_argument(call.arguments[i]);
  s += call.second_order ? "), second order" : ")";
  for (size_t i = 0; i < call.tensors.size(); ++i) s += "\n    " + describe_tensor(call, i);
  return s;
}

}  // namespace differential
