// SPDX-License-Identifier: BSD-3-Clause
#include "tools/generate/types.h"

#include <algorithm>
#include <cctype>

namespace generate {
namespace {

struct Type {
  const char* schema;
  const char* in_public;
  const char* in_kernel;
  const char* code;
};

// Sizes of lists ("int[2]") are left out before this is read, but for those of masks.
constexpr Type kTypes[] = {
    {"Tensor", "const Tensor&", "const Tensor&", "T"},
    {"Tensor?", "const optional<Tensor>&", "const Tensor&", "T"},
    {"Tensor[]", "TensorList", "TensorList", "Ts"},
    {"Tensor?[]", "TensorList", "TensorList", "Ts"},
    {"Scalar", "const Scalar&", "const Scalar&", "S"},
    {"Scalar?", "const optional<Scalar>&", "const optional<Scalar>&", "So"},
    {"Scalar[]", "ArrayRef<Scalar>", "ArrayRef<Scalar>", "Ss"},
    {"int", "int64_t", "int64_t", "i"},
    {"int?", "optional<int64_t>", "optional<int64_t>", "io"},
    {"int[]", "IntArrayRef", "IntArrayRef", "is"},
    {"int[]?", "OptionalIntArrayRef", "OptionalIntArrayRef", "iso"},
    {"float", "double", "double", "d"},
    {"float?", "optional<double>", "optional<double>", "do"},
    {"float[]", "ArrayRef<double>", "ArrayRef<double>", "ds"},
    {"float[]?", "optional<ArrayRef<double>>", "optional<ArrayRef<double>>", "dso"},
    {"bool", "bool", "bool", "b"},
    {"bool?", "optional<bool>", "optional<bool>", "bo"},
    {"bool[2]", "std::array<bool, 2>", "std::array<bool, 2>", "b2"},
    {"bool[3]", "std::array<bool, 3>", "std::array<bool, 3>", "b3"},
    {"str", "std::string_view", "std::string_view", "s"},
    {"str?", "optional<std::string_view>", "optional<std::string_view>", "so"},
    {"ScalarType", "ScalarType", "ScalarType", "t"},
    {"ScalarType?", "optional<ScalarType>", "optional<ScalarType>", "to"},
    {"MemoryFormat", "MemoryFormat", "MemoryFormat", "f"},
    {"MemoryFormat?", "optional<MemoryFormat>", "optional<MemoryFormat>", "fo"},
    {"Device", "Device", "Device", "v"},
    {"Device?", "optional<Device>", "optional<Device>", "vo"},
    {"Generator?", "const optional<Generator>&", "const Generator&", "g"},
    {"TensorOptions", "TensorOptions", "TensorOptions", "p"},
};

// int, only in C++: a parameter that is preferred to bool and to lists when a number is given.
constexpr Type kCppInt = {"c_int", "int", "int64_t", "i"};

struct ResultType {
  const char* schema;
  const char* in_cpp;
  const char* code;
};
constexpr ResultType kResults[] = {
    {"Tensor", "Tensor", "T"},         {"Tensor[]", "std::vector<Tensor>", "Ts"},
    {"Scalar", "Scalar", "S"},         {"int", "int64_t", "i"},
    {"float", "double", "d"},          {"bool", "bool", "b"},
    {"ScalarType", "ScalarType", "t"},
};

// "int[2]?" as "int[]?".
std::string without_sizes(const std::string& type) {
  if (type == "bool[2]" || type == "bool[3]") return type;
  std::string bare;
  bool inside = false;
  for (char c : type) {
    if (c == ']') inside = false;
    if (!inside) bare += c;
    if (c == '[') inside = true;
  }
  return bare;
}

const Type* find_type(const std::string& schema_type) {
  const std::string bare = without_sizes(schema_type);
  if (bare == kCppInt.schema) return &kCppInt;
  for (const Type& t : kTypes)
    if (bare == t.schema) return &t;
  return nullptr;
}
const ResultType* find_result(const std::string& schema_type) {
  for (const ResultType& t : kResults)
    if (schema_type == t.schema) return &t;
  return nullptr;
}

std::string capitalised(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string memory_format(const std::string& value) {
  if (value == "contiguous_format") return "MemoryFormat::Contiguous";
  if (value == "preserve_format") return "MemoryFormat::Preserve";
  return "MemoryFormat::" + capitalised(value);
}

// "long" as kLong.
std::string dtype(const std::string& value) { return "k" + capitalised(value); }

// "[1, 2]" as "{1, 2}"; one number stands for a list of them.
std::string list(const std::string& value) {
  if (value.front() != '[') return "{" + value + "}";
  return "{" + value.substr(1, value.size() - 2) + "}";
}

// A default that is written in the same way for users and for kernels.
std::string common_value(const std::string& value, const std::string& type) {
  if (value == "True") return "true";
  if (value == "False") return "false";
  if (value == "Mean") return "Reduction::Mean";
  if (type == "MemoryFormat" || type == "MemoryFormat?") return memory_format(value);
  if (type == "ScalarType" || type == "ScalarType?" || type == "TensorOptions") return dtype(value);
  if (value.front() == '\'') return "\"" + value.substr(1, value.size() - 2) + "\"";
  return value;
}

}  // namespace

bool is_argument_type(const std::string& schema_type) { return find_type(schema_type) != nullptr; }
bool is_result_type(const std::string& schema_type) {
  return schema_type.empty() || find_result(schema_type) != nullptr;
}
std::string public_type(const std::string& schema_type) { return find_type(schema_type)->in_public; }
std::string kernel_type(const std::string& schema_type) { return find_type(schema_type)->in_kernel; }
std::string type_code(const std::string& schema_type) { return find_type(schema_type)->code; }

std::string result_type(const Row& row) {
  if (row.results.empty()) return "void";
  if (row.results.size() == 1) return find_result(row.results[0].type)->in_cpp;
  std::string types;
  for (const Result& r : row.results) types += (types.empty() ? "" : ", ") + std::string(find_result(r.type)->in_cpp);
  return "std::tuple<" + types + ">";
}

std::string signature_name(const Row& row) {
  std::string name;
  for (const Result& r : row.results) name += find_result(r.type)->code;
  if (row.results.empty()) name = "void";
  name += "_of";
  if (row.has_out_argument()) name += "_out";
  for (const Argument& a : row.arguments) name += "_" + type_code(a.type);
  return name;
}

std::string signature(const Row& row) {
  std::string types = row.has_out_argument() ? "Out" : "";
  for (const Argument& a : row.arguments) types += (types.empty() ? "" : ", ") + kernel_type(a.type);
  return result_type(row) + "(" + types + ")";
}

std::string public_default(const Argument& argument) {
  const std::string& value = argument.has_initial ? argument.initial : argument.cpp_initial;
  if (value.empty() || argument.required) return {};
  const std::string type = without_sizes(argument.type);
  if (value == "None") return type == "TensorOptions" || type == "Tensor?" ? "{}" : "nullopt";
  if (type == "int[]" || type == "float[]") return list(value);
  return common_value(value, type);
}

std::string kernel_value(const std::string& value, const std::string& schema_type) {
  const std::string type = without_sizes(schema_type);
  const std::string cpp = kernel_type(schema_type);
  if (value == "None") {
    if (type == "Tensor?") return "Tensor()";
    if (type == "Generator?") return "Generator()";
    return type == "TensorOptions" ? "TensorOptions()" : "nullopt";
  }
  if (type == "int[]" || type == "int[]?" || type == "float[]") {
    const std::string items = list(value);
    return items == "{}" ? "IntArrayRef()" : "IntArrayRef(" + items + ")";
  }
  if (type == "Scalar" || type == "Scalar?") return "Scalar(" + common_value(value, type) + ")";
  return common_value(value, type);
}

std::string to_kernel(const Argument& argument) {
  const std::string type = without_sizes(argument.type);
  if (type == "Tensor?" || type == "Generator?") return "or_undefined(" + argument.name + ")";
  return argument.name;
}

std::string convert(const std::string& name, const std::string& from_type, const std::string& to_type) {
  const std::string from = without_sizes(from_type), to = without_sizes(to_type);
  if (kernel_type(from) == kernel_type(to)) return name;
  if (from == "Scalar" && (to == "Tensor" || to == "Tensor?")) return "wrapped_number(" + name + ")";
  if ((from == "int" || from == "c_int") && (to == "int[]" || to == "int[]?")) return "IntArrayRef(" + name + ")";
  if (from == "bool" && (to == "int" || to == "int?")) return "int64_t{" + name + "}";
  if (to == from + "?" || (to == "int?" && from == "c_int")) return name;
  if ((to == "Scalar" || to == "Scalar?") && (from == "int" || from == "float" || from == "bool"))
    return "Scalar(" + name + ")";
  return {};
}

namespace {

bool is_list_of_elements(const std::string& type) { return type == "Tensor[]" || type == "Scalar[]"; }

// An argument of the row as one of the target; of a row that calls it for each element, the element i of a list.
std::string pass(const Row& row, const Argument& argument, const std::string& to) {
  const std::string& type = argument.type;
  if (row.each && is_list_of_elements(type)) return convert(argument.name + "[i]", type.substr(0, type.size() - 2), to);
  return convert(argument.name, type, to);
}

// Of a row that calls the target for each element: the form in place gives nothing, the other one a list.
void check_each(const Row& row, const Row& target) {
  if (row.arguments.empty() || row.arguments[0].type != "Tensor[]")
    row.fail("each " + target.full_name() + ": the first argument is no Tensor[]");
  if (target.results.size() != 1 || target.results[0].type != "Tensor")
    row.fail("each " + target.full_name() + ", whose result is no Tensor");
  if (row.has_out_argument()) row.fail("each " + target.full_name() + ": expected a row for each form");
  if (row.results.empty() ? !target.in_place : result_type(row) != "std::vector<Tensor>")
    row.fail("each " + target.full_name() + ", which has no such form");
}

}  // namespace

std::vector<std::string> wrapped_arguments(const Row& row, const Row& target) {
  std::vector<std::string> values;
  for (const Argument& a : target.arguments) {
    const auto given = row.given.find(a.name);
    const std::string& named = given == row.given.end() ? a.name : given->second;
    if (const Argument* own = row.find(named)) {
      const std::string value = pass(row, *own, a.type);
      if (value.empty())
        row.fail("wraps " + target.full_name() + ": cannot pass '" + own->name + "' of type " + own->type + " as " +
                 a.type + " '" + a.name + "'");
      values.push_back(value);
    } else if (given != row.given.end()) {
      values.push_back(kernel_value(given->second, a.type));
    } else if (a.has_initial) {
      values.push_back(kernel_value(a.initial, a.type));
    } else {
      row.fail("wraps " + target.full_name() + ", whose argument '" + a.name + "' gets no value");
    }
  }
  return values;
}

void check_wraps(const Row& row, const Row& target) {
  for (const auto& [name, value] : row.given)
    if (target.find(name) == nullptr)
      row.fail("wraps " + target.full_name() + ", which has no argument '" + name + "'");
  for (const Argument& a : row.arguments) {
    bool used = target.find(a.name) != nullptr && row.given.count(a.name) == 0;
    for (const auto& [name, value] : row.given) used = used || value == a.name;
    if (!used) row.fail("wraps " + target.full_name() + ": the argument '" + a.name + "' is not used");
  }
  if (row.each) check_each(row, target);
  else if (result_type(row) != result_type(target))
    row.fail("wraps " + target.full_name() + ", which has another result");
  if (row.has_out_argument() && !target.has_out_argument())
    row.fail("wraps " + target.full_name() + ", which has no form with a destination");
  wrapped_arguments(row, target);
}

}  // namespace generate
