// SPDX-License-Identifier: BSD-3-Clause
#include "tools/generate/signature.h"

#include <algorithm>
#include <sstream>

#include "tools/generate/types.h"

namespace generate {
namespace {

constexpr size_t kColumns = 120;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& p : parts) text += (text.empty() ? "" : ", ") + p;
  return text;
}

// "Tensor x(" and its parameters, broken behind commas and indented below the first one.
std::string with_parameters(const std::string& head, const std::vector<std::string>& parameters,
                            const std::string& tail) {
  std::string text = head + "(";
  size_t line = text.size();
  const size_t indent = text.size();
  for (size_t i = 0; i < parameters.size(); ++i) {
    const std::string part = parameters[i] + (i + 1 < parameters.size() ? "," : ")" + tail);
    if (i != 0 && line + 1 + part.size() > kColumns) {
      text += "\n" + std::string(indent, ' ') + part;
      line = indent + part.size();
    } else {
      text += (i == 0 ? "" : " ") + part;
      line += part.size() + (i == 0 ? 0 : 1);
    }
  }
  if (parameters.empty()) text += ")" + tail;
  return text;
}

// The name of the in-place and out= forms: libtorch sets some functional forms apart by a suffix.
std::string base_name(const Row& row) {
  static const std::string kSuffix = "_functional";
  const std::string& name = row.name;
  if (name.size() > kSuffix.size() && name.compare(name.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0)
    return name.substr(0, name.size() - kSuffix.size());
  return name;
}

// A call of the row's operator with these arguments: of a composite directly, unless a mode listens.
std::string call(const Row& row, const std::vector<std::string>& arguments) {
  const std::string list = "(" + joined(arguments) + ")";
  if (row.cpp_only) return "composite::" + row.object + list;
  if (!row.is_direct()) return "op::" + row.object + list;
  return "detail::modes_listen() ? op::" + row.object + ".call_cold" + list + " : composite::" + row.object + list;
}

// Arguments for the kernel in a function or method. `self` is what stands for that argument.
std::vector<std::string> kernel_arguments(const Row& row, const std::string& out, const std::string& self) {
  std::vector<std::string> arguments;
  if (row.has_out_argument()) arguments.push_back(out);
  for (const Argument& a : row.arguments) arguments.push_back(a.name == "self" && !self.empty() ? self : to_kernel(a));
  return arguments;
}

void add_parameters(Function& f, const Row& row, bool with_self) {
  for (const Argument& a : row.arguments) {
    if (a.name == "self" && !with_self) continue;
    f.types.push_back(a.cpp_type.empty() ? public_type(a.type) : a.cpp_type);
    f.names.push_back(a.name);
    f.defaults.push_back(public_default(a));
  }
}

// Factory functions make leaves where the options ask for them; methods such as new_zeros do not.
bool sets_requires_grad(const Row& row) { return row.function && !row.method && row.find("options") != nullptr; }

Function functional(const Row& row) {
  Function f;
  f.result = result_type(row);
  f.name = row.name;
  add_parameters(f, row, true);
  std::string value = call(row, kernel_arguments(row, "Out()", ""));
  if (sets_requires_grad(row)) value = "detail::with_requires_grad(" + value + ", options)";
  f.body = "return " + value + ";";
  return f;
}

Function method(const Row& row) {
  Function f;
  f.is_method = true;
  f.result = result_type(row);
  f.name = row.name;
  add_parameters(f, row, false);
  f.body = "return " + call(row, kernel_arguments(row, "Out()", "*this")) + ";";
  return f;
}

// "name_", as a method, or as a function with a first parameter.
Function in_place(const Row& row, bool is_method) {
  Function f;
  f.is_method = is_method;
  f.result = "Tensor&";
  f.name = row.returns_self ? row.name : base_name(row) + "_";
  const std::string self = is_method ? "*this" : "self";
  f.body = call(row, kernel_arguments(row, "Out::in_place(" + self + ")", self)) + ";\n  return " +
           (is_method ? "writable(*this)" : "self") + ";";
  if (!is_method) {
    f.types.push_back("Tensor&");
    f.names.push_back("self");
    f.defaults.push_back("");
  }
  add_parameters(f, row, false);
  return f;
}

// Of a row that is itself an out= form: its last argument comes first in C++. A list of destinations is not returned.
Function destination_first(const Row& row) {
  Function f;
  f.result = row.results.empty() ? "void" : "Tensor&";
  f.name = row.name + "_out";
  add_parameters(f, row, true);
  for (auto* list : {&f.types, &f.names, &f.defaults}) std::rotate(list->begin(), list->end() - 1, list->end());
  f.body = call(row, kernel_arguments(row, "", "")) + ";";
  if (row.results.empty()) return f;
  f.types.front() = "Tensor&";
  f.body += "\n  return " + f.names.front() + ";";
  return f;
}

Function to_destination(const Row& row) {
  Function f;
  const size_t count = row.results.size();
  f.name = base_name(row) + "_out";
  for (size_t i = 0; i < count; ++i) {
    const std::string own = row.results[i].name;
    f.types.push_back("Tensor&");
    f.names.push_back(!row.out_names.empty() ? row.out_names[i]
                      : count == 1           ? "out"
                      : own.empty()          ? "out" + std::to_string(i)
                                             : own);
    f.defaults.push_back("");
  }
  const std::vector<std::string> outs = f.names;
  add_parameters(f, row, true);
  if (count == 1) {
    f.result = "Tensor&";
    f.body = call(row, kernel_arguments(row, "Out::to(" + outs[0] + ")", "")) + ";\n  return " + outs[0] + ";";
    return f;
  }
  std::string types, addresses;
  for (const std::string& out : outs) {
    types += types.empty() ? "Tensor&" : ", Tensor&";
    addresses += (addresses.empty() ? "&" : ", &") + out;
  }
  f.result = "std::tuple<" + types + ">";
  f.body = "const Tensor* const outs[] = {" + addresses + "};\n  " +
           call(row, kernel_arguments(row, "Out::to(outs)", "")) + ";\n  return {" + joined(outs) + "};";
  return f;
}

// Long choices between the two ways of a call on three lines.
std::string broken(std::string body) {
  if (body.size() + 2 <= kColumns) return body;
  for (const char* sign : {" ? op::", " : composite::"}) {
    const size_t at = body.find(sign);
    if (at != std::string::npos) body.replace(at, 1, "\n      ");
  }
  return body;
}

// The body of a row that calls its target for each element of its lists.
std::string for_each_element(const Row& row, const Row& target, std::vector<std::string> arguments) {
  std::string lists, parameters;
  for (const Argument& a : row.arguments)
    if (a.type == "Tensor[]" || a.type == "Scalar[]") {
      lists += ", " + a.name;
      parameters += kernel_type(a.type) + " " + a.name + ", ";
    }
  const std::string &self = row.arguments[0].name, name = "\"" + row.name + "\"";
  const bool in_place = row.results.empty();
  if (target.has_out_argument())
    arguments.insert(arguments.begin(), in_place ? "Out::in_place(" + self + "[i])" : "Out()");
  const std::string one = call(target, arguments);
  if (in_place)
    return "const auto write = [&](" + parameters + "size_t i) {\n    " + broken(one) + ";\n  };\n  write_each(" +
           name + ", write" + lists + ");";
  return "check_lists(" + name + lists + ");\n  return list_of(" + self + ".size(), [&](size_t i) { return " + one +
         "; });";
}

}  // namespace

std::vector<Function> functions_of(const Row& row) {
  std::vector<Function> functions;
  if (row.hidden) return functions;
  if (row.function)
    functions.push_back(row.returns_self  ? in_place(row, false)
                        : row.returns_out ? destination_first(row)
                                          : functional(row));
  if (row.in_place_function) functions.push_back(in_place(row, false));
  if (row.out) functions.push_back(to_destination(row));
  return functions;
}

std::vector<Function> methods_of(const Row& row) {
  std::vector<Function> methods;
  if (row.hidden) return methods;
  if (row.method) methods.push_back(row.returns_self ? in_place(row, true) : method(row));
  if (row.in_place_method) methods.push_back(in_place(row, true));
  return methods;
}

Function kernel_function(const Row& row) {
  Function f;
  f.result = result_type(row);
  f.name = row.object;
  if (row.has_out_argument()) {
    f.types.push_back("Out");
    f.names.push_back("out");
  }
  for (const Argument& a : row.arguments) {
    f.types.push_back(kernel_type(a.type));
    f.names.push_back(a.name);
  }
  f.defaults.resize(f.types.size());
  return f;
}

Function wrapping_function(const Row& row, const Table& table) {
  const Row& target = *table.find(row.target);
  Function f = kernel_function(row);
  std::vector<std::string> arguments = wrapped_arguments(row, target);
  if (row.each) {
    f.body = for_each_element(row, target, arguments);
    return f;
  }
  if (target.has_out_argument()) arguments.insert(arguments.begin(), row.has_out_argument() ? "out" : "Out()");
  f.body = "return " + call(target, arguments) + ";";
  return f;
}

std::string declaration(const std::string& prefix, const Function& f, const std::string& suffix) {
  std::vector<std::string> parameters;
  for (size_t i = 0; i < f.types.size(); ++i)
    parameters.push_back(f.types[i] + " " + f.names[i] + (f.defaults[i].empty() ? "" : " = " + f.defaults[i]));
  return with_parameters(prefix + f.result + " " + f.name, parameters, (f.is_method ? " const" : "") + suffix) + "\n";
}

std::string definition(const std::string& scope, const Function& f) {
  std::vector<std::string> parameters;
  for (size_t i = 0; i < f.types.size(); ++i) parameters.push_back(f.types[i] + " " + f.names[i]);
  const std::string head =
      with_parameters(f.result + " " + scope + f.name, parameters, std::string(f.is_method ? " const" : "") + " {");
  const std::string line = head + " " + f.body + " }";
  if (line.size() <= kColumns && line.find('\n') == std::string::npos) return line + "\n";
  return head + "\n  " + broken(f.body) + "\n}\n";
}

std::string pointer_type(const Function& f) {
  return f.result + " (" + (f.is_method ? "Tensor::*" : "*") + ")(" + joined(f.types) + ")" +
         (f.is_method ? " const" : "");
}

std::string arguments_of_kernel(const Row& row) {
  std::vector<std::string> parameters;
  for (const Argument& a : row.arguments) parameters.push_back(kernel_type(a.type) + " " + a.name);
  return joined(parameters);
}

std::string tensors_of_kernel(const Row& row) {
  std::vector<std::string> parameters;
  for (const Argument& a : row.arguments)
    if (kernel_type(a.type) == "const Tensor&") parameters.push_back("const Tensor& " + a.name);
  return joined(parameters);
}

std::string kernel_parameters(const Row& row) {
  const std::string arguments = arguments_of_kernel(row);
  if (!row.has_out_argument()) return arguments;
  return arguments.empty() ? "Out out" : "Out out, " + arguments;
}

std::string wrapped(const std::string& prefix, const std::string& text) {
  std::istringstream words(text);
  std::string result, line = prefix;
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kColumns) {
      result += line + "\n";
      line = prefix;
    }
    line += " " + word;
  }
  return result + line + "\n";
}

std::string namespace_of(const std::string& name) {
  for (const char* space : {"special", "linalg", "fft"}) {
    const std::string prefix = std::string(space) + "_";
    if (name.compare(0, prefix.size(), prefix) == 0) return space;
  }
  return {};
}

}  // namespace generate
