// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The C++ forms of a row, as text: names, parameters, bodies.

#include <string>
#include <vector>

#include "tools/generate/row.h"

namespace generate {

/// A C++ function or method that a row gives.
struct Function {
  std::string result;
  std::string name;                ///< without namespace or class
  std::vector<std::string> types;  ///< of the parameters
  std::vector<std::string> names;
  std::vector<std::string> defaults;  ///< empty where there is none
  bool is_method = false;
  std::string body;  ///< statements
};

/// In the order in which they are declared. Those of methods stand in class Tensor.
std::vector<Function> functions_of(const Row& row);
std::vector<Function> methods_of(const Row& row);
/// The function that a row which wraps another one is made of.
Function wrapping_function(const Row& row, const Table& table);
/// The kernel of a row without its body.
Function kernel_function(const Row& row);

/// "Tensor add(const Tensor& self, const Scalar& alpha = 1)", broken into lines of at most 120 columns.
std::string declaration(const std::string& prefix, const Function& f, const std::string& suffix);
/// The declaration without defaults, with the body. `scope` is "" or "Tensor::".
std::string definition(const std::string& scope, const Function& f);
/// The type of a pointer to it, without the class.
std::string pointer_type(const Function& f);

/// The kernel's parameters: "Out out, const Tensor& self".
std::string kernel_parameters(const Row& row);
/// The kernel's parameters without Out.
std::string arguments_of_kernel(const Row& row);
/// The tensors among them.
std::string tensors_of_kernel(const Row& row);
/// Words in lines of at most 120 columns, each behind the prefix.
std::string wrapped(const std::string& prefix, const std::string& text);

/// "special" of "special_erfinv"; empty for names without a namespace of their own.
std::string namespace_of(const std::string& name);

}  // namespace generate
