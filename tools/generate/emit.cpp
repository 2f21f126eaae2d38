// SPDX-License-Identifier: BSD-3-Clause
#include "tools/generate/emit.h"

#include <algorithm>
#include <set>

#include "tools/generate/signature.h"
#include "tools/generate/types.h"

namespace generate {
namespace {

std::string opening(const std::string& source, bool guard) {
  return "// SPDX-License-Identifier: BSD-3-Clause\n// Written by `./dev generate` from src/ops/table/" + source +
         ". Change the table, not this file.\n// clang-format off\n" + (guard ? "#pragma once\n\n" : "");
}
std::string opening(const Family& family, bool guard) { return opening(family.name + ".ops", guard); }

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result + "\"";
}

// The schema of an operator object, with the overloads of its other forms (torchpp/dispatch/op.h).
std::string schema_of_object(const Row& row) {
  std::string forms;
  if (!row.out_overload.empty() || !row.out_names.empty() || !row.in_place_overload.empty()) {
    forms = "|" + row.out_overload;
    for (const std::string& name : row.out_names) forms += ":" + name;
    if (!row.in_place_overload.empty()) forms += "|" + row.in_place_overload;
  }
  const size_t open = row.schema.find('(');
  return row.schema.substr(0, open) + forms + row.schema.substr(open);
}

std::string text_of(bool value) { return value ? "true" : "false"; }

// The first sentence.
std::string brief(const std::string& doc) {
  for (size_t at = doc.find(". "); at != std::string::npos; at = doc.find(". ", at + 1))
    if (at + 2 < doc.size() && doc[at + 2] >= 'A' && doc[at + 2] <= 'Z') return doc.substr(0, at + 1);
  return doc;
}

std::string kernel_declaration(const Row& row) {
  return result_type(row) + " " + row.object + "(" + kernel_parameters(row) + ");\n";
}

// What a backend of the namespace writes for the row.
std::string backend_declaration(const Row& row, bool with_direct) {
  if (row.kind == Kind::kKernel || row.kind == Kind::kElementwise) return kernel_declaration(row);
  if (row.kind != Kind::kStructured) return {};
  if (!row.kernel.empty())
    return "void " + row.kernel + "(const " + row.plan + "& plan, " + tensors_of_kernel(row) + ");\n";
  std::string text = "void " + row.object + "(const " + row.plan + "& plan, " + arguments_of_kernel(row) + ");\n";
  if (row.direct && with_direct)
    text += result_type(row) + " " + row.object + "_direct(" + kernel_parameters(row) + ");\n";
  return text;
}

// The kernel as operator objects hold it.
std::string kernel_pointer(const Row& row, const std::string& space, bool with_direct) {
  const std::string kernel = "&" + space + "::" + (row.kernel.empty() ? row.object : row.kernel);
  if (row.kind != Kind::kStructured) return kernel;
  if (row.direct && with_direct) return kernel + "_direct";
  return "&Structured<&rule::" + row.object + ", " + kernel + ">::" + (row.has_out_argument() ? "call" : "functional");
}

// ", Batching::kDims, Autocast::kLower, Autocast::kNone"; without classes at the end that are the usual ones.
std::string class_traits(const Row& row) {
  const bool autocast = !row.autocast_cpu.empty() || !row.autocast_cuda.empty();
  if (row.batching.empty() && !autocast) return {};
  const std::string batching = ", Batching::" + (row.batching.empty() ? "kEach" : row.batching);
  if (!autocast) return batching;
  const auto value = [](const std::string& name) { return ", Autocast::" + (name.empty() ? "kNone" : name); };
  return batching + value(row.autocast_cpu) + value(row.autocast_cuda);
}

std::string operator_object(const Row& row) {
  const std::string meta = text_of(!row.data_dependent && row.is_per_backend());
  const std::string traits = "OpTraits{" + text_of(row.in_place) + ", " + text_of(row.out) + ", " + meta + ", " +
                             text_of(row.mixed_devices || !row.is_per_backend()) + ", " + text_of(row.is_direct()) +
                             class_traits(row) + "}";
  const std::string type = "decltype(op::" + row.object + ")";
  const std::string derivative = row.differentiable ? "&derivative::" + row.object : "nullptr";
  std::string text =
      "inline namespace " + signature_name(row) + " {\nTORCHPP_CONSTINIT " + type + " " + row.object + "(";
  if (!row.is_per_backend()) text += type + "::AllBackends(),";
  text += "\n    " + quoted(schema_of_object(row)) + ",\n    ";
  if (row.is_direct()) text += "&composite::" + row.object + ", &composite::" + row.object;
  else text += kernel_pointer(row, row.kind == Kind::kShared ? "every_backend" : "cpu", true) + ", " + derivative;
  return text + ", " + traits + ");\n}\n";
}

// Whether users see any of it; otherwise there is no public header.
bool has_functions(const Family& family) {
  for (const auto& row : family.rows)
    if (!functions_of(*row).empty() || !methods_of(*row).empty()) return true;
  return false;
}

std::set<std::string> plans_of(const Family& family) {
  std::set<std::string> plans;
  for (const auto& row : family.rows)
    if (row->kind == Kind::kStructured) plans.insert(row->plan);
  return plans;
}

std::string plan_names(const Family& family) {
  std::string text;
  for (const std::string& plan : plans_of(family)) text += "struct " + plan + ";\n";
  return text.empty() ? text : text + "\n";
}

std::string rule_includes(const Family& family) {
  std::string text;
  for (const std::string& header : family.rules) text += "#include " + header + "\n";
  if (!plans_of(family).empty()) text += "#include \"src/ops/structured.h\"\n";
  return text;
}

// A namespace with the lines that `line` gives for each row; empty when it gives none.
template <class F>
std::string in_namespace(const std::string& name, const Family& family, const F& line) {
  std::string lines;
  for (const auto& row : family.rows) {
    const std::string text = line(*row);
    if (lines.find(text) == std::string::npos) lines += text;  // rows that share a kernel declare it once
  }
  return lines.empty() ? "" : "namespace " + name + " {\n\n" + lines + "\n}  // namespace " + name + "\n\n";
}

// Whether the backend of the namespace has a kernel of the row.
bool has_kernel(const Row& row, const std::string& backend) {
  return row.is_per_backend() && !(row.cpu_only && backend == "cuda");
}

}  // namespace

std::string public_header(const Family& family) {
  std::string text = opening(family, true) + wrapped("/// \\file", family.title) + "\n";
  std::set<std::string> includes(family.includes.begin(), family.includes.end());
  includes.insert("<torchpp/tensor.h>");
  for (const std::string& include : includes) text += "#include " + include + "\n";
  text += "\nTORCHPP_API_BEGIN\nnamespace torchpp {\n\n";
  std::map<std::string, std::string> spaces;
  for (const auto& row : family.rows) {
    const std::vector<Function> functions = functions_of(*row);
    if (functions.empty()) continue;
    if (!row->doc.empty()) text += wrapped("///", row->doc);
    for (Function f : functions) {
      text += declaration("", f, ";");
      const std::string space = namespace_of(f.name);
      if (space.empty()) continue;
      f.name = f.name.substr(space.size() + 1);
      spaces[space] += declaration("", f, ";");
    }
  }
  for (const auto& [space, declarations] : spaces)
    text += "\nnamespace " + space + " {\n" + declarations + "}  // namespace " + space + "\n";
  return text + "\n}  // namespace torchpp\nTORCHPP_API_END\n";
}

std::string methods(const Table& table) {
  std::string text = opening("*.ops", false) + "// The operators among the methods of class Tensor.\n";
  for (const Family& family : table.families()) {
    std::string lines;
    for (const auto& row : family.rows) {
      const std::vector<Function> methods = methods_of(*row);
      if (methods.empty()) continue;
      if (!row->doc.empty() && !row->is_alias) lines += wrapped("  ///", row->function ? brief(row->doc) : row->doc);
      for (const Function& f : methods) lines += declaration("  ", f, ";");
    }
    if (!lines.empty()) text += "\n  // ---- " + family.name + "\n" + lines;
  }
  return text;
}

std::string setters_header(const Table& table) {
  std::string text =
      opening("*.ops", true) +
      wrapped(
          "///",
          "\\file Giving the library's operators kernels for another backend, by C++ type: `kernels::set_add(key, fn)` "
          "for each operator that has a kernel per backend. Links only the operators that are named, which "
          "registration by name does not. The kernel serves the functional, in-place and out= forms where its first "
          "argument is Out: with a destination it writes there, calls bump_version, and returns an undefined tensor. "
          "An undefined tensor argument stands for none. Null takes a kernel away.") +
      "\n#include <torchpp/core/optional.h>\n#include <torchpp/dispatch/op.h>\n\n#include <string>\n#include "
      "<string_view>\n\nnamespace torchpp::kernels "
      "{\n\n";
  for (const Family& family : table.families())
    for (const auto& row : family.rows)
      if (row->is_per_backend())
        text += "TORCHPP_API void set_" + row->object + "(DispatchKey key, " + result_type(*row) + " (*kernel)(" +
                kernel_parameters(*row) + "));\n";
  return text + "\n}  // namespace torchpp::kernels\n";
}

std::string families_header(const Table& table) {
  std::string text =
      opening("*.ops", true) +
      wrapped("///",
              "\\file The library's operators by name, a table per family: `find_op(families::reduction(), "
              "\"sum.dim_IntList\")` links the operators of that family alone, find_op without a table all.") +
      "\n#include <torchpp/dispatch/library.h>\n\nnamespace torchpp::families {\n\n";
  for (const Family& family : table.families())
    text += wrapped("///", family.title) + "TORCHPP_API OperatorTable " + family.name + "();\n";
  return text + "\n}  // namespace torchpp::families\n";
}

std::string private_header(const Family& family) {
  std::string text = opening(family, true) +
                     "#include <torchpp/tensor.h>\n\n#include \"src/dispatch/state.h\"\n\nnamespace torchpp {\n\n" +
                     plan_names(family);
  // The inline namespace puts the signature into the link name: code that was compiled for another one does not link.
  text += in_namespace("op", family, [](const Row& row) {
    if (row.cpp_only) return std::string();
    return "inline namespace " + signature_name(row) + " { extern OwnOp<" + signature(row) + "> " + row.object +
           "; }\n";
  });
  text += in_namespace("cpu", family, [](const Row& row) { return backend_declaration(row, true); });
  text += in_namespace("rule", family, [](const Row& row) {
    if (row.kind != Kind::kStructured) return std::string();
    // Exported: a backend's own library calls it.
    return "TORCHPP_API " + row.plan + " " + row.object + "(const Out& out, " + arguments_of_kernel(row) + ");\n";
  });
  text += in_namespace("every_backend", family, [](const Row& row) {
    return row.kind == Kind::kShared ? kernel_declaration(row) : std::string();
  });
  text += in_namespace("composite", family,
                       [](const Row& row) { return row.is_direct() ? kernel_declaration(row) : std::string(); });
  text += in_namespace("derivative", family, [](const Row& row) {
    return !row.is_direct() && row.differentiable ? kernel_declaration(row) : std::string();
  });
  return text + "}  // namespace torchpp\n";
}

std::string definitions(const Table& table, const Family& family) {
  std::string text = opening(family, false);
  if (has_functions(family)) text += "#include <torchpp/ops/" + family.name + ".h>\n";
  text += "\n#include \"src/ops/forward.h\"\n";
  std::set<std::string> used = {family.name};
  for (const auto& row : family.rows) {
    if (row->kind != Kind::kWraps) continue;
    for (const Family& other : table.families())
      for (const auto& target : other.rows)
        if (target->full_name() == row->target) used.insert(other.name);
  }
  for (const std::string& name : used) text += "#include \"src/ops/generated/" + name + ".h\"\n";
  if (std::any_of(family.rows.begin(), family.rows.end(), [](const auto& row) { return row->each; }))
    text += "#include \"src/ops/lists.h\"\n";
  text += rule_includes(family);
  text += "\nnamespace torchpp {\n\n";
  text += in_namespace("composite", family, [&](const Row& row) {
    return row.kind == Kind::kWraps ? definition("", wrapping_function(row, table)) : std::string();
  });
  text +=
      in_namespace("op", family, [](const Row& row) { return row.cpp_only ? std::string() : operator_object(row); });

  std::map<std::string, std::string> spaces;
  for (const auto& row : family.rows) {
    for (const Function& f : methods_of(*row)) text += definition("Tensor::", f);
    for (Function f : functions_of(*row)) {
      text += definition("", f);
      const std::string space = namespace_of(f.name);
      if (space.empty()) continue;
      std::string arguments;
      for (const std::string& name : f.names) arguments += (arguments.empty() ? "" : ", ") + name;
      f.body = "return torchpp::" + f.name + "(" + arguments + ");";
      f.name = f.name.substr(space.size() + 1);
      spaces[space] += definition("", f);
    }
  }
  for (const auto& [space, functions] : spaces)
    text += "\nnamespace " + space + " {\n" + functions + "}  // namespace " + space + "\n";
  text += "\n" + in_namespace("kernels", family, [](const Row& row) {
            if (!row.is_per_backend()) return std::string();
            // Exported here as in kernels.h, which is not included: a new row of any family changes it.
            return "TORCHPP_API void set_" + row.object + "(DispatchKey key, " + result_type(row) + " (*kernel)(" +
                   kernel_parameters(row) + ")) { op::" + row.object + ".set_kernel(key, kernel); }\n";
          });
  return text + "}  // namespace torchpp\n";
}

// Whether a call by name can ask for a sparse gradient by a bool, where one from C++ has a SparseGradient.
bool has_sparse_gradients(const Family& family) {
  for (const auto& row : family.rows)
    for (const Argument& a : row->arguments)
      if (!row->cpp_only && a.cpp_type == "const SparseGradient&") return true;
  return false;
}

std::string names(const Family& family) {
  const bool sparse = has_sparse_gradients(family);
  std::string text = opening(family, false) + "#include <torchpp/ops/families.h>\n\n#include \"src/ops/generated/" +
                     family.name + ".h\"\n" + (sparse ? "#include \"src/ops/sparse.h\"\n" : "") +
                     "\nnamespace torchpp::families {\nnamespace {\n\nconst detail::OperatorEntry kOperators[] = {\n";
  for (const auto& row : family.rows)
    if (!row->cpp_only) text += "    detail::entry_of(op::" + row->object + "),\n";
  text += "};\n\n}  // namespace\n\nOperatorTable " + family.name + "() {\n";
  if (sparse) text += "  register_sparse_kernels();  // a call by name asks for them by a bool alone\n";
  return text + "  return {" + quoted(family.name) +
         ", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};\n}\n\n}  // namespace torchpp::families\n";
}

std::string families(const Table& table) {
  std::string text = opening("*.ops", false) +
                     "#include <torchpp/ops/families.h>\n\nnamespace torchpp::detail {\n\n"
                     "// Names all operators: a program that looks them up without a table links all of them.\n"
                     "std::vector<OperatorTable> builtin_tables() {\n  return {";
  for (const Family& family : table.families())
    text += (&family == &table.families().front() ? "" : ", ") + ("families::" + family.name + "()");
  return text + "};\n}\n\n}  // namespace torchpp::detail\n";
}

std::string backend_header(const Family& family, const std::string& backend) {
  std::string text =
      opening(family, true) +
      "#include <torchpp/core/optional.h>\n#include <torchpp/dispatch/op.h>\n\n#include <string_view>\n\n";
  const std::string plans = plan_names(family);
  if (!plans.empty()) text += "namespace torchpp {\n\n" + plans + "}  // namespace torchpp\n\n";
  return text + in_namespace("torchpp::" + backend, family, [&](const Row& row) {
           return has_kernel(row, backend) ? backend_declaration(row, false) : std::string();
         });
}

std::string backend_registration(const Table& table, const std::string& backend, const std::string& key) {
  std::string text = opening("*.ops", false) + "#include <torchpp/ops/kernels.h>\n\n";
  for (const Family& family : table.families()) {
    text += "#include \"src/backends/" + backend + "/generated/" + family.name + ".h\"\n";
    if (!plans_of(family).empty())
      text += "#include \"src/ops/generated/" + family.name + ".h\"\n" + rule_includes(family);
  }
  text += "#include \"src/backends/" + backend + "/backend.h\"\n\nnamespace torchpp::" + backend +
          " {\n\n// A row without a kernel does not link, and the linker names it.\nvoid "
          "register_kernels() {\n";
  for (const Family& family : table.families())
    for (const auto& row : family.rows)
      if (has_kernel(*row, backend))
        text += "  kernels::set_" + row->object + "(DispatchKey::" + key + ", " + kernel_pointer(*row, backend, false) +
                ");\n";
  return text + "}\n\n}  // namespace torchpp::" + backend + "\n";
}

std::string loop_list(const Table& table, const std::string& list) {
  std::string text =
      opening("*.ops", false) +
      "// TORCHPP_LOOP(name, tensors that are read, how the functor is made, form, group of real dtypes, "
      "COMPLEX, COMPLEX_WIDE, COMPLEX_WIDEST or NONE)\n";
  for (const Loop* loop : table.loops())
    if (loop->list() == list) text += loop->text();
  return text;
}

namespace {

// The arguments of one type: "&self, &other" or "alpha".
std::string arguments_of_type(const Row& row, const std::string& type, const std::string& prefix) {
  std::string text;
  for (const Argument& a : row.arguments)
    if (a.type == type) text += (text.empty() ? "" : ", ") + prefix + a.name;
  return text;
}

// Runs the row's own loops by its rule.
std::string run_loops(const Row& row, const std::string& out) {
  static const char* const kRunners[] = {"unary", "binary", "ternary"};
  std::string text, scalars;
  if (row.loop->scalars) {
    const std::string tensors = "{" + arguments_of_type(row, "Tensor", "&") + "}",
                      numbers = arguments_of_type(row, "Scalar", ""), dtype = "promoted_dtype_of(" + tensors + ")";
    const bool is_factor = row.wide && numbers.find(',') == std::string::npos;
    text = "const Scalars s = " +
           (is_factor ? "factor_of(" + tensors : "scalars_of(" + (row.wide ? "wide_float(" + dtype + ")" : dtype)) +
           ", " + numbers + ");\n  ";
    scalars = ", &s";
  }
  return text + "return " + kRunners[row.loop->inputs - 1] + "(" + quoted(row.name) + ", " + out + ", " +
         arguments_of_type(row, "Tensor", "") + ", ElementwiseRule::" + row.rule + ", " + row.object + "_loops" +
         scalars + ");";
}

// Calls the row's function template, which gets the loops behind the arguments.
std::string call_template(const Row& row, const std::string& out) {
  std::string arguments = out;
  for (const Argument& a : row.arguments) arguments += ", " + a.name;
  if (row.loop.has_value()) arguments += ", " + row.object + "_loops";
  for (const std::string& name : row.uses) arguments += ", " + name + "_loops";
  return "return pointwise::" + row.object + "(" + arguments + ");";
}

Function elementwise_kernel(const Row& row) {
  Function f = kernel_function(row);
  const std::string out = row.has_out_argument() ? "out" : "Out()";
  f.body = row.rule.empty() ? call_template(row, out) : run_loops(row, out);
  return f;
}

}  // namespace

std::string elementwise_kernels(const Family& family, const std::string& backend) {
  const std::string kernels = in_namespace("torchpp::" + backend, family, [](const Row& row) {
    return row.kind == Kind::kElementwise ? definition("", elementwise_kernel(row)) : std::string();
  });
  if (kernels.empty()) return {};
  const std::string folder = "src/backends/" + backend + "/";
  const std::string declarations = backend == "cpu" ? "src/ops/generated/" : folder + "generated/";
  std::string text = opening(family, false) + "#include \"" + folder + "element_loops.h\"\n#include \"" + declarations +
                     family.name + ".h\"\n";
  for (const std::string& header : family.kernels) text += "#include " + header + "\n";
  return text + "#include \"src/ops/loop_scalars.h\"\n\n" + kernels;
}

std::string form_test(const Table& table) {
  std::string text =
      opening("*.ops", false) +
      "// Names every C++ form of every row by its type, so that one that is missing does not compile or link.\n"
      "#include <gtest/gtest.h>\n#include <torchpp/torchpp.h>\n\nnamespace torchpp {\nnamespace {\n\n"
      "// Keeps the compiler from leaving a pointer out.\n"
      "template <class F>\nbool exists(F form) {\n  volatile F kept = form;\n  return kept != nullptr;\n}\n\n";
  for (const Family& family : table.families()) {
    text += "TEST(Forms, " + family.name + ") {\n";
    for (const auto& row : family.rows) {
      for (const Function& f : methods_of(*row))
        text += "  EXPECT_TRUE((exists<" + pointer_type(f) + ">(&Tensor::" + f.name + ")));\n";
      for (const Function& f : functions_of(*row)) {
        text += "  EXPECT_TRUE((exists<" + pointer_type(f) + ">(&torchpp::" + f.name + ")));\n";
        const std::string space = namespace_of(f.name);
        if (!space.empty())
          text += "  EXPECT_TRUE((exists<" + pointer_type(f) + ">(&torchpp::" + space +
                  "::" + f.name.substr(space.size() + 1) + ")));\n";
      }
    }
    text += "}\n";
  }
  return text + "\n}  // namespace\n}  // namespace torchpp\n";
}

std::map<std::string, std::string> emit(const Table& table) {
  std::map<std::string, std::string> files;
  const std::string ops = "src/ops/generated/", cuda = "src/backends/cuda/generated/";
  for (const Family& family : table.families()) {
    if (has_functions(family)) files["include/torchpp/ops/" + family.name + ".h"] = public_header(family);
    files[ops + family.name + ".h"] = private_header(family);
    files[ops + family.name + ".cpp"] = definitions(table, family);
    files[ops + family.name + "_names.cpp"] = names(family);
    files[cuda + family.name + ".h"] = backend_header(family, "cuda");
    for (const std::string backend : {"cpu", "cuda"}) {
      const std::string kernels = elementwise_kernels(family, backend);
      if (!kernels.empty()) files["src/backends/" + backend + "/generated/" + family.name + ".cpp"] = kernels;
    }
  }
  for (const std::string list : {"unary", "unary_floats", "binary", "gradient"})
    files["src/backends/math/generated/" + list + ".def"] = loop_list(table, list);
  files["include/torchpp/ops/methods.inc"] = methods(table);
  files["include/torchpp/ops/kernels.h"] = setters_header(table);
  files["include/torchpp/ops/families.h"] = families_header(table);
  files[ops + "families.cpp"] = families(table);
  files[cuda + "kernels.cpp"] = backend_registration(table, "cuda", "CUDA");
  files["tests/forms/forms_test.cpp"] = form_test(table);
  return files;
}

}  // namespace generate
