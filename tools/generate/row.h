// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The operator table as text: src/ops/table/<family>.ops, one row per operator overload. README.md describes it.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/generate/loop.h"

namespace generate {

/// A mistake in a file of the table. what() is "file:line: message".
class TableError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An argument of an operator.
struct Argument {
  std::string type;  ///< as in the schema, without annotation: "Tensor", "int[2]", "Scalar?"; "TensorOptions"
  std::string name;
  std::string initial;  ///< default as in the schema; empty for none
  bool has_initial = false;
  bool required = false;    ///< has a default by name, but none in C++
  std::string cpp_initial;  ///< default in C++ of an argument that has none by name
  std::string cpp_type;     ///< of public functions; empty for that of the schema's type
};

struct Result {
  std::string type;
  std::string name;  ///< empty for none
};

/// What an operator is made of.
enum class Kind {
  kKernel,       ///< a kernel per backend
  kElementwise,  ///< a kernel per backend over its loops, written by the generator
  kStructured,   ///< a rule for all backends, and a kernel per backend that fills the results of its plan
  kShared,       ///< one kernel for all backends
  kComposite,    ///< a function over other operators, called directly while no mode listens
  kWraps         ///< another operator with converted arguments, once or for each element of lists
};

/// One overload of an operator.
struct Row {
  std::string file;
  int line = 0;

  std::string schema;  ///< the text of the functional form
  std::string name, overload;
  std::vector<Argument> arguments;  ///< in C++: dtype, layout, device, pin_memory are one TensorOptions
  std::vector<Result> results;
  bool result_is_list = false;  ///< Tensor[]
  bool returns_self = false;    ///< "(Tensor(a!) self, ...) -> Tensor(a!)"
  bool returns_out = false;     ///< "(..., Tensor(a!) out) -> Tensor(a!)"

  std::string object;  ///< name of the operator object, its kernels and its derivative

  bool function = false, method = false, out = false;
  bool in_place = false;  ///< as a method, as a function, or both
  bool in_place_method = false, in_place_function = false;
  std::string in_place_overload, out_overload;  ///< empty for the usual one
  std::vector<std::string> out_names;           ///< arguments of the out= form; empty for the usual ones

  Kind kind = Kind::kKernel;
  std::string rule;                          ///< of kElementwise: an ElementwiseRule; empty for a function template
  bool wide = false;                         ///< of kElementwise: numbers for 16-bit floats are floats
  std::optional<Loop> loop;                  ///< of kElementwise: the loops of the row's own name
  std::vector<std::string> uses;             ///< of kElementwise: further loops that the function template takes
  std::string plan;                          ///< of kStructured: what the rule returns
  std::string kernel;                        ///< of kStructured: the kernel that several rows share; usually empty
  bool direct = false;                       ///< of kStructured: the CPU has a kernel that is asked before the rule
  std::string target;                        ///< of kWraps: name with overload
  bool each = false;                         ///< of kWraps: the target is called for each tensor of the lists
  std::map<std::string, std::string> given;  ///< of kWraps: what arguments of the target get
  bool differentiable = true;
  bool data_dependent = false;  ///< the shape of the result depends on elements: refused for Meta tensors
  bool mixed_devices = false;
  bool cpu_only = false;                    ///< CUDA has no kernel
  std::string batching;                     ///< a class of torchpp::Batching; empty: kEach
  std::string autocast_cpu, autocast_cuda;  ///< a class of torchpp::Autocast; empty: kNone
  bool hidden = false;                      ///< its forms exist by name and for the library itself only
  bool cpp_only = false;                    ///< an overload that C++ needs and schemas do not have: no entry by name
  bool is_alias = false;
  std::string doc;

  std::string full_name() const { return overload.empty() ? name : name + "." + overload; }
  bool has_out_argument() const { return in_place || out; }
  bool is_direct() const { return kind == Kind::kComposite || kind == Kind::kWraps; }
  bool is_per_backend() const {
    return kind == Kind::kKernel || kind == Kind::kElementwise || kind == Kind::kStructured;
  }
  const Argument* find(std::string_view argument) const;
  [[noreturn]] void fail(const std::string& message) const;
};

/// The rows of one file.
struct Family {
  std::string name;                   ///< "reduction"
  std::string title;                  ///< what the public header says of itself
  std::vector<std::string> rules;     ///< headers with the plans of structured rows: "src/ops/reduction_rules.h"
  std::vector<std::string> kernels;   ///< headers with the function templates of element-wise rows
  std::vector<std::string> includes;  ///< further includes of the public header: "<torchpp/core/reduction.h>"
  std::vector<Loop> loops;            ///< those that are of no row's name
  std::vector<std::unique_ptr<Row>> rows;
};

/// The whole table, checked: every row is complete and does not contradict itself or another one.
class Table {
 public:
  /// Reads all .ops files of the folder. Throws TableError.
  explicit Table(const std::filesystem::path& folder);

  const std::vector<Family>& families() const { return families_; }
  /// The row of a name with overload, or null.
  const Row* find(const std::string& full_name) const;
  /// All loops, in the order of the files, those of rows before the others.
  const std::vector<const Loop*>& loops() const { return loops_; }

 private:
  void index(const Row& row);
  void index(const Loop& loop);
  void check(const Row& row) const;
  void check_loops(const Row& row) const;

  std::vector<Family> families_;
  std::map<std::string, const Row*> by_name_, by_object_;
  std::vector<const Loop*> loops_;
};

}  // namespace generate
