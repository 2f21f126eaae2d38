// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// torchpp, as worker.cpp uses a library. libtorch/library.h gives the same names to the other one.

#include <torchpp/autograd/autograd.h>
#include <torchpp/core/parallel.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include "tests/differential/call.h"

namespace differential::library {

using torchpp::empty;
using torchpp::IValue;
using torchpp::manual_seed;
using torchpp::ScalarType;
using torchpp::Stack;
using torchpp::Tensor;
using torchpp::autograd::grad;
using Tensors = std::vector<Tensor>;

inline void set_up() { torchpp::set_num_threads(1); }
/// A view of the buffer that autograd knows nothing of.
inline Tensor untracked_view(const Tensor& buffer, const Sizes& sizes, const Sizes& strides, int64_t offset) {
  return buffer.as_strided(sizes, strides, offset).variable_data();
}
inline void* memory_of(const Tensor& t) { return t.has_storage() ? t.storage().get()->data() : nullptr; }
inline void mark_as_number(const Tensor& t) { t.unsafeGetTensorImpl()->set_wrapped_number(true); }

/// A nested tensor whose constituents of these sizes, all of one number of dimensions, lie one after the other in a
/// tensor of one dimension.
inline Tensor nested(const Tensor& values, const std::vector<Sizes>& constituents) {
  const auto count = static_cast<int64_t>(constituents.size());
  const auto dims = count > 0 ? static_cast<int64_t>(constituents[0].size()) : 0;
  const Tensor sizes = empty({count, dims}, torchpp::kLong), strides = empty({count, dims}, torchpp::kLong);
  Sizes offsets;
  int64_t offset = 0;
  for (int64_t i = 0; i < count; ++i) {
    offsets.push_back(offset);
    int64_t step = 1;
    for (int64_t d = dims; d-- > 0;) {
      sizes.data_ptr<int64_t>()[i * dims + d] = constituents[i][d];
      strides.data_ptr<int64_t>()[i * dims + d] = step;
      step *= std::max<int64_t>(constituents[i][d], 1);
    }
    offset += count_of(constituents[i]);
  }
  return torchpp::_nested_view_from_buffer(values, sizes, strides, offsets);
}
/// The constituents, of which autograd knows nothing.
inline Tensors constituents_of(const Tensor& t) { return t.detach().unbind(0); }

inline IValue value_of(const Argument& a, const Tensors& tensors) {
  switch (a.kind) {
    case Argument::Kind::kTensor: return tensors[a.i];
    case Argument::Kind::kTensors: {
      Tensors list;
      for (int64_t i : a.ints) list.push_back(i < 0 ? Tensor() : tensors[i]);
      return list;
    }
    case Argument::Kind::kInt: return a.i;
    case Argument::Kind::kDouble: return a.z.real();
    case Argument::Kind::kBool: return a.i != 0;
    case Argument::Kind::kComplex: return torchpp::ComplexDouble(a.z.real(), a.z.imag());
    case Argument::Kind::kString: return a.s;
    case Argument::Kind::kInts: return a.ints;
    case Argument::Kind::kDoubles: return a.doubles;
    case Argument::Kind::kBools: return std::vector<bool>(a.ints.begin(), a.ints.end());
    case Argument::Kind::kNumbers: {
      std::vector<torchpp::Scalar> list;
      for (const Argument& n : a.numbers) list.push_back(value_of(n, tensors).toScalar());
      return list;
    }
    case Argument::Kind::kDevice: return torchpp::Device(torchpp::kCPU);
    default: return {};
  }
}

inline bool is_generated(const std::string&) { return false; }

/// The results of the operator; false when there is none of that name.
inline bool call(const std::string& name, const Call& call, const Tensors& tensors, Stack& stack) {
  if (!torchpp::has_op("aten::" + name)) return false;
  for (const Argument& a : call.arguments) stack.push_back(value_of(a, tensors));
  torchpp::find_op("aten::" + name).call_boxed(stack);
  return true;
}

/// Adds the tensors in a result; a number becomes one.
inline void add_tensors(const IValue& v, Tensors& to) {
  if (v.isTensor()) to.push_back(v.toTensor());
  else if (v.isTensorList()) to.insert(to.end(), v.toTensorVector().begin(), v.toTensorVector().end());
  else if (v.isTuple())
    for (const IValue& e : v.toTupleRef()) add_tensors(e, to);
  else if (v.isScalar())
    to.push_back(torchpp::scalar_tensor(v.toScalar(), v.isBool()     ? torchpp::kBool
                                                      : v.isInt()    ? torchpp::kLong
                                                      : v.isDouble() ? torchpp::kDouble
                                                                     : torchpp::kComplexDouble));
  else if (v.isNone()) to.emplace_back();
}

/// Family and schemas of all operators: "pointwise<tab>functional name<tab>schema" lines.
std::string list_operators();

}  // namespace differential::library
