// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// libtorch, as worker.cpp uses a library. torchpp/library.h gives the same names to the other one.

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/ScalarOps.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/_nested_view_from_buffer.h>
#include <ATen/ops/empty.h>
#include <c10/util/Logging.h>
#include <torch/csrc/autograd/autograd.h>

#include "tests/differential/call.h"

namespace differential::library {

using at::empty;
using at::ScalarType;
using at::Tensor;
using c10::IValue;
using torch::autograd::grad;
using torch::jit::Stack;
using Tensors = std::vector<Tensor>;

inline void set_up() {
  at::set_num_threads(1);
  // Errors without the addresses of callers, whose names take longer to find than most calls take.
  c10::SetStackTraceFetcher([] { return std::string(); });
}
inline void manual_seed(uint64_t seed) {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock(generator.mutex());
  generator.set_current_seed(seed);
}
/// A view of the buffer that autograd knows nothing of.
inline Tensor untracked_view(const Tensor& buffer, const Sizes& sizes, const Sizes& strides, int64_t offset) {
  at::AutoDispatchBelowADInplaceOrView guard;
  return buffer.as_strided(sizes, strides, offset);
}
inline void* memory_of(const Tensor& t) { return t.has_storage() ? t.storage().data() : nullptr; }
inline void mark_as_number(const Tensor& t) { t.unsafeGetTensorImpl()->set_wrapped_number(true); }

/// A nested tensor whose constituents of these sizes, all of one number of dimensions, lie one after the other in a
/// tensor of one dimension.
inline Tensor nested(const Tensor& values, const std::vector<Sizes>& constituents) {
  const auto count = static_cast<int64_t>(constituents.size());
  const auto dims = count > 0 ? static_cast<int64_t>(constituents[0].size()) : 0;
  const Tensor sizes = empty({count, dims}, at::kLong), strides = empty({count, dims}, at::kLong);
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
  return at::_nested_view_from_buffer(values, sizes, strides, offsets);
}
/// The constituents, of which autograd knows nothing.
inline Tensors constituents_of(const Tensor& t) { return t.detach().unbind(0); }

/// The argument as the type that libtorch declares for it.
inline IValue value_of(const Argument& a, const Tensors& tensors, const c10::Argument& declared) {
  switch (a.kind) {
    case Argument::Kind::kTensor: return tensors[a.i];
    case Argument::Kind::kTensors: {
      const auto type = declared.type()->cast<c10::ListType>();
      if (type && type->getElementType()->kind() == c10::TypeKind::OptionalType) {
        c10::List<c10::optional<Tensor>> list;
        for (int64_t i : a.ints) list.push_back(i < 0 ? c10::optional<Tensor>() : tensors[i]);
        return list;
      }
      c10::List<Tensor> list;
      for (int64_t i : a.ints) list.push_back(i < 0 ? Tensor() : tensors[i]);
      return list;
    }
    case Argument::Kind::kInt: return a.i;
    case Argument::Kind::kDouble: return a.z.real();
    case Argument::Kind::kBool: return a.i != 0;
    case Argument::Kind::kComplex: return c10::complex<double>(a.z.real(), a.z.imag());
    case Argument::Kind::kString: return a.s;
    case Argument::Kind::kInts: return a.ints;
    case Argument::Kind::kDoubles: return a.doubles;
    case Argument::Kind::kBools: {
      c10::List<bool> list;
      for (int64_t b : a.ints) list.push_back(b != 0);
      return list;
    }
    case Argument::Kind::kNumbers: {
      c10::List<at::Scalar> list;
      for (const Argument& n : a.numbers) list.push_back(value_of(n, tensors, declared).toScalar());
      return list;
    }
    case Argument::Kind::kDevice: return c10::Device(c10::kCPU);
    default: return {};
  }
}

inline c10::optional<c10::OperatorHandle> find(const std::string& name) {
  const size_t dot = name.find('.');
  return c10::Dispatcher::singleton().findSchema(
      {"aten::" + name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)});
}

/// Whether libtorch generates the operator from another form of it: out= as the functional form and a copy.
inline bool is_generated(const std::string& name) {
  const auto op = find(name);
  return op && op->hasTag(at::Tag::generated);
}

/// The results of the operator; false when there is none of that name.
inline bool call(const std::string& name, const Call& call, const Tensors& tensors, Stack& stack) {
  const auto op = find(name);
  if (!op) return false;
  const std::vector<c10::Argument>& declared = op->schema().arguments();
  for (size_t i = 0; i < declared.size(); ++i) {
    if (i >= call.arguments.size()) {
      if (!declared[i].default_value()) return false;
      stack.push_back(*declared[i].default_value());
      continue;
    }
    stack.push_back(value_of(call.arguments[i], tensors, declared[i]));
  }
  op->callBoxed(&stack);
  return true;
}

/// Adds the tensors in a result; a number becomes one.
inline void add_tensors(const IValue& v, Tensors& to) {
  if (v.isTensor()) {
    to.push_back(v.toTensor());
  } else if (v.isTensorList()) {
    for (const Tensor& t : v.toTensorVector()) to.push_back(t);
  } else if (v.isTuple()) {
    for (const IValue& e : v.toTupleRef().elements()) add_tensors(e, to);
  } else if (v.isBool()) {
    to.push_back(at::scalar_to_tensor(v.toBool()));
  } else if (v.isScalar()) {
    to.push_back(at::scalar_to_tensor(v.toScalar()));
  } else if (v.isNone()) {
    to.emplace_back();
  }
}

inline std::string list_operators() { return {}; }

}  // namespace differential::library
