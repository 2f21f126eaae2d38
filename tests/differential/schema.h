// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace differential {

/// A parameter of an operator, as its schema declares it.
struct Parameter {
  enum class Kind {
    kTensor,
    kInt,
    kFloat,
    kBool,
    kScalar,
    kString,
    kScalarType,
    kLayout,
    kDevice,
    kFormat,
    kGenerator
  };

  Kind kind = Kind::kTensor;
  bool optional = false;           ///< "?" behind the whole type
  bool list = false;               ///< "[]"
  bool optional_elements = false;  ///< "Tensor?[]"
  int list_size = 0;               ///< the number in "int[2]", else 0
  bool written = false;            ///< "(a!)": the operator writes to it
  bool keyword = false;            ///< stands behind the "*"
  std::string name;
  std::optional<std::string> default_value;

  bool is_tensor() const { return kind == Kind::kTensor && !list; }
};

/// A parsed schema: "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)".
struct Schema {
  enum class Form { kFunctional, kInPlace, kOut };

  std::string text;
  std::string name;  ///< "add_"
  std::string overload;
  std::vector<Parameter> parameters;

  /// Name with overload.
  std::string full_name() const { return overload.empty() ? name : name + "." + overload; }
  /// The name without the underscore of in-place forms, and of operators on lists that of the operator which they call
  /// for each tensor: "sin" of "_foreach_sin_".
  std::string base() const;
  Form form() const;
  /// Whether it calls another operator for each tensor of its lists.
  bool on_lists() const { return name.compare(0, 9, "_foreach_") == 0; }
};

/// Throws std::invalid_argument that quotes what is not understood.
Schema parse_schema(const std::string& text);

}  // namespace differential
