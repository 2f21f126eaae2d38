// SPDX-License-Identifier: BSD-3-Clause
// Every name that the library shares with libtorch exists in all of libtorch's forms, by name and in C++; the others
// are listed in not_yet.txt. That the C++ forms which the table promises exist is what forms_test.cpp compiles.
#include "tests/forms/libtorch_forms.h"

#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/promotion.h>
#include <torchpp/tensor.h>

#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "tools/generate/row.h"

namespace torchpp::tests {
namespace {

// What a row gives under the name: as a function, as a method.
struct InCpp {
  bool function = false, method = false;
};

// Forms of rows by name that are declared by hand, below the operators; one that is missing does not compile.
const std::map<std::string, InCpp>& written_by_hand() {
  using Question = bool (TensorBase::*)() const;
  [[maybe_unused]] constexpr Question kQuestions[] = {
      &TensorBase::is_complex, &TensorBase::is_conj, &TensorBase::is_floating_point, &TensorBase::is_inference,
      &TensorBase::is_leaf,    &TensorBase::is_neg,  &TensorBase::is_signed};
  [[maybe_unused]] constexpr Tensor& (Tensor::*kRequiresGrad)(bool) const = &Tensor::requires_grad_;
  [[maybe_unused]] constexpr void (Tensor::*kRetainGrad)() const = &Tensor::retain_grad;
  [[maybe_unused]] constexpr bool (*kCanCast)(ScalarType, ScalarType) = &can_cast;
  [[maybe_unused]] constexpr ScalarType (*kOfTensors)(const Tensor&, const Tensor&) = &result_type;
  [[maybe_unused]] constexpr ScalarType (*kOfTensor)(const Tensor&, const Scalar&) = &result_type;
  [[maybe_unused]] constexpr ScalarType (*kOfNumber)(const Scalar&, const Tensor&) = &result_type;
  [[maybe_unused]] constexpr ScalarType (*kOfNumbers)(const Scalar&, const Scalar&) = &result_type;
  static const InCpp kFunction{true, false}, kMethod{false, true}, kBoth{true, true};
  static const std::map<std::string, InCpp> forms = {{"can_cast", kFunction},
                                                     {"is_complex", kBoth},
                                                     {"is_conj", kBoth},
                                                     {"is_floating_point", kBoth},
                                                     {"is_inference", kBoth},
                                                     {"is_leaf", kMethod},
                                                     {"is_neg", kBoth},
                                                     {"is_signed", kBoth},
                                                     {"requires_grad_", kMethod},
                                                     {"result_type.Scalar", kFunction},
                                                     {"result_type.Tensor", kFunction},
                                                     {"result_type.Scalar_Scalar", kFunction},
                                                     {"retain_grad", kMethod},
                                                     {"result_type.Scalar_Tensor", kFunction}};
  return forms;
}

// The forms of all rows by their names.
std::map<std::string, InCpp> forms_of_table() {
  std::map<std::string, InCpp> forms;
  const generate::Table table(TORCHPP_ROOT "/src/ops/table");
  for (const generate::Family& family : table.families())
    for (const auto& row : family.rows) {
      if (row->cpp_only) continue;
      const std::string name = row->full_name();
      const bool visible = !row->hidden;
      const auto by_hand = written_by_hand().find(name);
      forms[name] = by_hand != written_by_hand().end() ? by_hand->second
                                                       : InCpp{visible && row->function, visible && row->method};
      const OpBase& object = *find_op(name).handle().op;
      if (row->in_place)
        forms[object.name(Out::Form::kInPlace)] = {visible && row->in_place_function, visible && row->in_place_method};
      if (row->out) forms[object.name(Out::Form::kOut)] = {visible, false};
    }
  return forms;
}

// "add" of "add_.Tensor", unless the operator's own name ends so.
std::string base(const std::string& name, const std::set<std::string>& bases) {
  std::string text = name.substr(0, name.find('.'));
  if (bases.count(text) == 0 && text.back() == '_') text.pop_back();
  return text;
}

// The names and forms of not_yet.txt.
std::set<std::string> not_yet() {
  std::set<std::string> listed;
  std::ifstream file(TORCHPP_ROOT "/tests/forms/not_yet.txt");
  EXPECT_TRUE(file.good());
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) EXPECT_TRUE(listed.insert(word).second) << word << " is listed twice";
  }
  return listed;
}

// All forms of every name that is there, but those that not_yet.txt lists, which are missing.
TEST(LibtorchForms, AllOfEveryName) {
  const std::map<std::string, InCpp> forms = forms_of_table();
  const std::set<std::string> listed = not_yet();
  std::set<std::string> bases;
  for (const auto& [name, in_cpp] : forms) {
    const std::string text = name.substr(0, name.find('.'));
    bases.insert(text);
    if (text.back() == '_') bases.insert(text.substr(0, text.size() - 1));
  }
  std::set<std::string> names;
  size_t expected = 0, missing = 0, not_there = 0;
  for (const LibtorchForm* form = kLibtorchForms; form != kLibtorchForms + kNumLibtorchForms; ++form) {
    const std::string name = base(form->name, bases);
    if (bases.count(name) == 0) continue;  // an operator that is not there at all
    names.insert(name);
    ++expected;
    const auto at = forms.find(form->name);
    if (listed.count(form->name) != 0 && std::strchr(form->name, '.') != nullptr) {
      ++not_there;
      EXPECT_TRUE(at == forms.end()) << form->name << " is listed and not missing";
      continue;
    }
    if (at == forms.end()) {
      ++missing;
      ADD_FAILURE() << form->name << " is missing";
      continue;
    }
    const std::string in_cpp = form->in_cpp;
    EXPECT_TRUE(has_op(form->name)) << form->name;
    if (in_cpp.find('F') != std::string::npos && !at->second.function) {
      ++missing;
      ADD_FAILURE() << form->name << " is no function";
    }
    if (in_cpp.find('M') != std::string::npos && !at->second.method) {
      ++missing;
      ADD_FAILURE() << form->name << " is no method";
    }
  }
  RecordProperty("names", static_cast<int>(names.size()));
  std::printf("%zu names of libtorch, %zu forms, %zu listed as not there yet, %zu missing\n", names.size(), expected,
              not_there, missing);
}

// not_yet.txt names all that libtorch has and the library has not, and nothing else.
TEST(LibtorchForms, OtherNamesAreListed) {
  const std::map<std::string, InCpp> forms = forms_of_table();
  std::set<std::string> here, libtorch, absent, listed;
  for (const auto& [name, in_cpp] : forms) here.insert(name.substr(0, name.find('.')));
  for (const LibtorchForm* form = kLibtorchForms; form != kLibtorchForms + kNumLibtorchForms; ++form)
    libtorch.insert(std::string(form->name).substr(0, std::string(form->name).find('.')));
  for (const std::string& name : libtorch) {
    if (here.count(name) != 0) continue;
    // An in-place form is listed by its operator's name.
    const std::string functional = name.substr(0, name.size() - 1);
    if (name.back() == '_' && (libtorch.count(functional) != 0 || here.count(functional) != 0)) continue;
    absent.insert(name);
  }
  for (const std::string& name : not_yet())
    if (name.find('.') == std::string::npos) listed.insert(name);
  for (const std::string& name : absent) EXPECT_EQ(listed.count(name), 1u) << name << " is missing and not listed";
  for (const std::string& name : listed) EXPECT_EQ(absent.count(name), 1u) << name << " is listed and not missing";
  std::printf("%zu names of libtorch are not there\n", absent.size());
}

}  // namespace
}  // namespace torchpp::tests
