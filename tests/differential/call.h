// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/element.h"
#include "tests/differential/schema.h"

#include <complex>
#include <string>
#include <vector>

namespace differential {

using Sizes = std::vector<int64_t>;

int64_t count_of(const Sizes& sizes);

/// A tensor to be made: a buffer and a strided view of it.
struct TensorSpec {
  /// The autograd properties of the tensor.
  enum class History {
    kNone,
    kLeaf,          ///< a leaf that requires grad
    kViewOfResult,  ///< a view of a tensor that was computed from a leaf that requires grad
    kTrackedView    ///< a view, made by autograd, of a tensor that does not require grad
  };

  DType dtype = DType::kFloat;
  Sizes sizes, strides;
  int64_t offset = 0;
  std::vector<uint8_t> buffer;
  /// Index in Call::tensors of the tensor whose buffer this one shares, or -1 for a buffer of its own.
  int shares = -1;
  bool conjugate = false, negative = false;  ///< views of these kinds
  bool number = false;                       ///< a C++ number in promotion
  /// A nested tensor: `sizes` are those of its buffer, all of which its constituents fill one after the other.
  bool nested = false;
  std::vector<Sizes> constituents;
  History history = History::kNone;
};

/// An argument. Tensors are indices in Call::tensors.
struct Argument {
  enum class Kind {
    kNone,
    kTensor,
    kTensors,  ///< "Tensor[]"; "Tensor?[]" with -1 for an absent one
    kInt,
    kDouble,
    kBool,
    kComplex,
    kString,
    kInts,
    kDoubles,
    kBools,
    kNumbers,  ///< "Scalar[]"
    kDevice,
    kDestination  ///< out=: a tensor that is made when the result's shape is known
  };

  Kind kind = Kind::kNone;
  int64_t i = 0;  ///< also of bool and enumerations
  std::complex<double> z;
  std::string s;
  std::vector<int64_t> ints;  ///< also the tensors' indices
  std::vector<double> doubles;
  std::vector<Argument> numbers = {};

  static Argument of_tensor(int64_t index) { return {Kind::kTensor, index, {}, {}, {}, {}}; }
  static Argument of_int(int64_t v) { return {Kind::kInt, v, {}, {}, {}, {}}; }
  static Argument of_bool(bool v) { return {Kind::kBool, v, {}, {}, {}, {}}; }
  static Argument of_double(double v) { return {Kind::kDouble, 0, v, {}, {}, {}}; }
  static Argument of_complex(std::complex<double> v) { return {Kind::kComplex, 0, v, {}, {}, {}}; }
  static Argument of_string(std::string v) { return {Kind::kString, 0, {}, std::move(v), {}, {}}; }
  static Argument of_ints(std::vector<int64_t> v) { return {Kind::kInts, 0, {}, {}, std::move(v), {}}; }
  static Argument of_doubles(std::vector<double> v) { return {Kind::kDoubles, 0, {}, {}, {}, std::move(v)}; }
};

/// A call: everything a library needs to make it.
struct Call {
  Schema schema;
  uint64_t seed = 0;
  std::vector<TensorSpec> tensors;
  std::vector<Argument> arguments;  ///< one for each parameter
  bool second_order = false;        ///< the gradients are differentiated, too
};

/// Whether the operator writes to the tensor of this index.
bool is_written(const Call& call, int64_t tensor);

/// The call in one paragraph, with all elements of small tensors.
std::string describe(const Call& call);

}  // namespace differential
