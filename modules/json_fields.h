// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What turns options into JSON and back.

#include <torchpp/nn/any_module.h>
#include <torchpp/nn/enum.h>
#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/transformer.h>
#include <torchpp/ops/sparse_gradient.h>

#include <string>
#include <vector>

#include "src/serialize/json.h"

namespace torchpp::nn {

using serialize::Json;

/// Counts the elements of a document's parameters before they are made.
class ElementBudget {
 public:
  explicit ElementBudget(int64_t most) : most_(static_cast<double>(most)) {}
  /// Throws FileError when there are too many.
  void spend(double elements, const std::string& path);

 private:
  double most_, spent_ = 0;
};

/// Throws FileError: "from_json: at /modules/0/options/bias: got 3, expected true or false".
[[noreturn]] void fail_json(const std::string& path, const std::string& got, const std::string& expected);

/// Throws TypeError: "to_json: module 'layers.0' (class Functional) ...".
[[noreturn]] void fail_to_json(const std::string& path, const std::string& what);

/// Writes the options that it is shown to an object, or reads them from one: one list of fields serves both. A field
/// keeps its value when the document does not have it.
class Fields {
 public:
  /// Writes to `options`. `path`: of the module, for errors ("layers.0").
  Fields(Json& options, std::string path) : to_(&options), path_(std::move(path)) {}
  /// Reads from `options`; `path`: where they stand in the document.
  Fields(const Json& options, std::string path, ElementBudget& budget);

  bool reading() const { return from_ != nullptr; }
  const std::string& path() const { return path_; }

  /// Throws FileError if the document does not have this name.
  void require(const char* name) const;
  /// How many elements the module's parameters and buffers will have: this many, or fewer. Called once all options are
  /// read.
  void elements(double count) const;
  /// Throws FileError for names of the document that no field had.
  void check_all_used() const;

  void field(const char* name, bool& value);
  void field(const char* name, SparseGradient& value);
  void field(const char* name, int64_t& value);
  void field(const char* name, double& value);
  void field(const char* name, std::string& value);
  void field(const char* name, optional<bool>& value);
  void field(const char* name, optional<int64_t>& value);
  void field(const char* name, optional<double>& value);
  void field(const char* name, std::vector<int64_t>& value);
  void field(const char* name, optional<std::vector<int64_t>>& value);
  void field(const char* name, optional<std::vector<double>>& value);
  void field(const char* name, Tensor& value);
  void field(const char* name, AnyModule& value);
  void field(const char* name, TransformerEncoderLayer& value);
  void field(const char* name, TransformerDecoderLayer& value);
  void field(const char* name, TransformerActivation& value);
  template <size_t D>
  void field(const char* name, ExpandingArray<D>& values) {
    array(name, values->data(), D);
  }
  template <size_t D>
  void field(const char* name, ExpandingArrayWithOptionalElem<D>& values) {
    array(name, values->data(), D);
  }
  template <size_t D, class T>
  void field(const char* name, optional<ExpandingArray<D, T>>& values) {
    ExpandingArray<D, T> read = values ? *values : ExpandingArray<D, T>(T());
    bool given = values.has_value();
    optional_array(name, given, read->data(), D);
    values = given ? optional<ExpandingArray<D, T>>(read) : nullopt;
  }
  template <class... Kinds>
  void field(const char* name, EnumChoice<Kinds...>& value) {
    static constexpr const char* names[] = {Kinds::name...};
    static constexpr EnumChoice<Kinds...> choices[] = {Kinds{}...};
    size_t index = value.index();
    choice(name, names, sizeof...(Kinds), index);
    value = choices[index];
  }
  template <size_t D>
  void field(const char* name, detail::ConvPadding<D>& value) {
    const auto* given = enumtype::get_if<ExpandingArray<D>>(&value);
    if (has_text(name, given == nullptr)) {
      EnumChoice<enumtype::kValid, enumtype::kSame> kind;
      if (enumtype::holds_alternative<enumtype::kSame>(value)) kind = kSame;
      field(name, kind);
      if (kind.index() == 0) value = kValid;
      else value = kSame;
      return;
    }
    ExpandingArray<D> amounts = given == nullptr ? ExpandingArray<D>(0) : *given;
    field(name, amounts);
    value = amounts;
  }

 private:
  const Json* find(const char* name);
  // Whether the document has a text there; while writing, `otherwise`.
  bool has_text(const char* name, bool otherwise) const;
  void array(const char* name, int64_t* values, size_t count);
  void array(const char* name, optional<int64_t>* values, size_t count);
  void optional_array(const char* name, bool& given, int64_t* values, size_t count);
  void optional_array(const char* name, bool& given, double* values, size_t count);
  void choice(const char* name, const char* const* names, size_t count, size_t& index);
  template <class T>
  void visit(const char* name, T& value);

  Json* to_ = nullptr;
  const Json* from_ = nullptr;
  std::string path_;
  ElementBudget* budget_ = nullptr;
  std::vector<std::string> used_;
};

/// A module from a document; empty `any` for one that AnyModule cannot hold.
struct JsonModule {
  std::shared_ptr<Module> module;
  AnyModule any;
};

/// A class of the library.
struct JsonClass {
  const char* name;
  const std::type_info* type;
  void (*write)(const Module& module, Fields& fields);
  JsonModule (*make)(Fields& fields);
};
/// The classes that are options and nothing else; containers are not among them.
const JsonClass* begin_json_classes();
const JsonClass* end_json_classes();

Json module_to_json(const Module& module, const std::string& path);
JsonModule module_from_json(const Json& json, const std::string& path, ElementBudget& budget);

}  // namespace torchpp::nn
