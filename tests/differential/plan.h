// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/call.h"
#include "tests/differential/random.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace differential {

/// Constraints among an operator's arguments; everything else is drawn by general rules.
struct Wish {
  std::optional<Sizes> sizes;       ///< of a tensor
  std::vector<DType> dtypes;        ///< of a tensor: one of these
  std::optional<double> low, high;  ///< range of a tensor's elements or of a number
  std::vector<double> values;       ///< elements of a tensor in logical order
  /// What is added to the diagonals of a tensor's matrices, no two elements of which lie in one place.
  std::optional<double> diagonal;
  std::optional<std::vector<Wish>> list;  ///< elements of a list of tensors
  /// The sizes of a nested tensor's constituents, which have one number of dimensions.
  std::optional<std::vector<Sizes>> constituents;
  std::string same_as;            ///< the tensor of the earlier parameter of this name
  bool present = false;           ///< an optional argument that must be there
  bool constant = false;          ///< a tensor that must not require grad
  bool absent = false;            ///< an element of a list that is None
  std::optional<Argument> value;  ///< the argument itself
  int64_t most_wrong = 100;       ///< how far from 0 an integer lies that is made wrong
};

/// The wishes for one call. Draws from the call's random numbers.
struct Plan {
  Random& random;
  const Schema& schema;
  Sizes shape;  ///< of the call as a whole; tensors without wishes broadcast to it
  DType dtype;  ///< of most tensors
  std::map<std::string, Wish> wishes;
  /// Elements are of moderate size, besides infinities and NaN.
  bool moderate = false;
  /// Tensors of several dtypes, and numbers, are refused.
  bool uniform = false;

  Wish& operator[](const std::string& name) { return wishes[name]; }
  bool in_place() const { return schema.form() == Schema::Form::kInPlace; }
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  /// A size of a dimension that may be 0 or 1.
  int64_t size() { return random.weighted({3, 12, 85}) == 2 ? random.between(2, 5) : random.between(0, 1); }
  Sizes sizes(int64_t rank);
  /// A dimension of a tensor of the rank, counted from either end.
  int64_t dim(int64_t rank);
  /// Makes the shape's rank lie in the range.
  void limit_rank(int64_t low, int64_t high);
  void set(const std::string& name, int64_t v) { wishes[name].value = Argument::of_int(v); }
  void set(const std::string& name, bool v) { wishes[name].value = Argument::of_bool(v); }
  void set(const std::string& name, double v) { wishes[name].value = Argument::of_double(v); }
  void set(const std::string& name, const char* v) { wishes[name].value = Argument::of_string(v); }
  void set(const std::string& name, std::vector<int64_t> v) { wishes[name].value = Argument::of_ints(std::move(v)); }
  void set(const std::string& name, std::vector<double> v) { wishes[name].value = Argument::of_doubles(std::move(v)); }
  void set_sizes(const std::string& name, Sizes v) { wishes[name].sizes = std::move(v); }
  void set_range(const std::string& name, double low, double high) {
    wishes[name].low = low;
    wishes[name].high = high;
  }
  /// An index tensor with elements of [0, end), sometimes counted from the end when `negative`.
  void set_index(const std::string& name, Sizes v, int64_t end, bool negative = false);
  /// The tensor has this dtype, independent of the others' dtype.
  void set_dtype(const std::string& name, DType t) { wishes[name].dtypes = {t}; }
  /// Tensors that the operator is not differentiable in.
  void constant(std::initializer_list<const char*> names) {
    for (const char* name : names) wishes[name].constant = true;
  }
  void absent(const std::string& name) { wishes[name].value = Argument(); }
  /// Tensors of one shape.
  void set_all_sizes(std::initializer_list<const char*> names, const Sizes& v) {
    for (const char* name : names) set_sizes(name, v);
  }
  /// Whether the operator computes a gradient.
  bool is_backward() const { return schema.name.find("_backward") != std::string::npos; }
};

/// The dimension counted from the first one.
inline size_t at(int64_t dim, int64_t rank) { return static_cast<size_t>(dim < 0 ? dim + rank : dim); }

/// Properties of an operator, by Schema::base(); operators without a row take the defaults.
struct OperatorTraits {
  /// Dtypes that the operator works for: most calls draw from these.
  enum class Domain { kAny, kFloating, kFloatingOrComplex, kIntegral, kNumber };

  Domain domain = Domain::kAny;
  /// Elements are sums of many, so that their error is measured by the largest input.
  bool sums = false;
  /// The formula subtracts nearly equal numbers, so errors are compared with 1, not with the result.
  bool cancels = false;
  bool random = false;         ///< elements come from the generator
  bool uninitialised = false;  ///< elements are not compared
  std::function<void(Plan&)> plan;
};

/// For operators on lists of tensors, which take lists of one length.
void plan_lists(Plan& plan);
const OperatorTraits& traits_of(const std::string& base_name);

/// Operators that have properties and a plan in common.
struct PlanRow {
  const char* operators;  ///< names without the underscore of in-place forms, with spaces between
  OperatorTraits::Domain domain;
  unsigned kinds;
  void (*plan)(Plan&);
};

enum PlanKind : unsigned { kSums = 1, kRandom = 2, kUninitialised = 4, kCancels = 8 };

using PlanRows = std::vector<PlanRow>;
PlanRows image_rows();
PlanRows linalg_rows();
PlanRows nested_rows();
PlanRows nn_rows();
PlanRows search_rows();
PlanRows sequence_rows();
PlanRows shape_rows();

}  // namespace differential
