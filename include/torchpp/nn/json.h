// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Models as data: the classes and options of modules as JSON, without values of parameters and without code.
///
/// A module is {"type": "Linear", "options": {"in_features": 3, "out_features": 4, "bias": true}}: the name of a class
/// of the library and its options under their own names. An option that is left out has its default. Choices are their
/// names ("kMean"), absent values null, infinities "inf" and "-inf". Options that are tensors (weights of losses) are
/// {"dtype": "Float", "sizes": [2], "data": [0.5, 2.0]}. Sequential and ModuleList have "modules", a list of modules,
/// and ModuleDict too, where each module has a "name"; in a Sequential one may. ParameterList and ParameterDict have
/// "parameters", a list of {"name", "dtype", "sizes", "requires_grad"}, of which ParameterList's have no name.
///
/// Values are another file's: `save(*module, path)`, and after from_json `load(*module, path)`.

#include <torchpp/nn/module.h>

#include <memory>
#include <string>
#include <typeinfo>

namespace torchpp::nn {

/// The module, with those that it holds, as JSON, in lines of this indent (-1: one line). What from_json makes of it
/// has the same options and the same parts under the same names; values, dtype, device, hooks and the training mode are
/// not part of it, and neither are parts that a program has put in the place of those that the options say.
/// Throws TypeError, which gives the module's path, for a class that is not of the library, and for what is a function
/// (Functional, an activation or a distance of the caller's).
TORCHPP_API std::string to_json(const Module& module, int indent = 2);
template <class Contained>
std::string to_json(const ModuleHolder<Contained>& module, int indent = 2) {
  return to_json(static_cast<const Module&>(*module), indent);
}

/// How many elements the parameters and buffers of a model from a document may have together, unless told otherwise.
constexpr int64_t kMostJsonElements = int64_t{1} << 32;

/// A new module, with initial values, on the CPU. The document may come from anywhere: no function of the program is
/// called by its content, and before anything is allocated the parameters are counted, of which there may be
/// `max_elements`.
/// Throws FileError, which says where in the document (as a JSON pointer, "/modules/0/options/bias"), what was got, and
/// what was expected: for text that is no JSON, classes, options and values that do not exist, options that are
/// missing, and options that the module itself refuses.
TORCHPP_API std::shared_ptr<Module> from_json(const std::string& text, int64_t max_elements = kMostJsonElements);

namespace detail {
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_json_type(const Module& got, const std::type_info& expected);
}  // namespace detail

/// The same as a holder of the document's class: `auto net = from_json<Sequential>(text)`. FileError also if the
/// document is of another class.
template <class Holder>
Holder from_json(const std::string& text, int64_t max_elements = kMostJsonElements) {
  const std::shared_ptr<Module> module = from_json(text, max_elements);
  auto typed = std::dynamic_pointer_cast<typename Holder::ContainedType>(module);
  if (typed == nullptr) detail::fail_json_type(*module, typeid(typename Holder::ContainedType));
  return Holder(std::move(typed));
}

}  // namespace torchpp::nn
