// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How the types of schemas are written in C++. The only place that says so.

#include <string>

#include "tools/generate/row.h"

namespace generate {

bool is_argument_type(const std::string& schema_type);
bool is_result_type(const std::string& schema_type);

/// The parameter of a function or method that users call: "const optional<Tensor>&" for "Tensor?".
std::string public_type(const std::string& schema_type);
/// The parameter of an operator object and its kernels: "const Tensor&" for "Tensor?", undefined for none.
std::string kernel_type(const std::string& schema_type);
/// A few letters that stand for kernel_type in the name of a signature.
std::string type_code(const std::string& schema_type);

/// What a row's operator object returns.
std::string result_type(const Row& row);
/// A name for the C++ signature of a row's operator object: rows with the same name have the same signature.
std::string signature_name(const Row& row);
/// "Tensor(Out, const Tensor&, bool)"
std::string signature(const Row& row);

/// The default of a public parameter in C++, or empty.
std::string public_default(const Argument& argument);
/// A value of a schema ("None", "True", "[]", "1", "'mean'") as a kernel's argument of the type.
std::string kernel_value(const std::string& value, const std::string& schema_type);
/// A public parameter as a kernel's argument of its own type.
std::string to_kernel(const Argument& argument);
/// A kernel's argument of one type, given as one of another. Empty when there is no conversion.
std::string convert(const std::string& name, const std::string& from, const std::string& to);

/// The arguments that a row gives to the operator that it wraps, without Out. Fails with file and line when one is
/// missing, unknown or of a type that cannot be converted.
std::vector<std::string> wrapped_arguments(const Row& row, const Row& target);
void check_wraps(const Row& row, const Row& target);

}  // namespace generate
