// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Numbers as arguments of operators, also outside of what a dtype holds, and what libtorch makes of them.

#include <torchpp/core/scalar.h>

#include <string>
#include <vector>

namespace torchpp::tests {

/// The numbers that take the place of each number of a sample.
std::vector<Scalar> numbers_to_try();

/// The results of fixed_arguments() in a dtype with the number in place of an argument: for each of numbers_to_try()
/// the first element of the (first) result behind the letter of its dtype ("B255", "F1+2j"), or '.' where libtorch
/// refuses the call, or '*' where its answer says nothing: it depends on the number of elements, or is beside what the
/// numbers are.
struct LibtorchNumbers {
  const char* op;
  int argument;  ///< its place in the schema
  char dtype;    ///< of the tensors
  const char* answers;
};
/// The line, or null where libtorch refuses the dtype for every number.
const LibtorchNumbers* libtorch_numbers(const std::string& op, int argument, char dtype);
/// Whether there are lines of the operator's argument.
bool has_libtorch_numbers(const std::string& op, int argument);

}  // namespace torchpp::tests
