// SPDX-License-Identifier: BSD-3-Clause
// Walks over a module and those below it, and lookups by path.
#include "modules/module_private.h"

namespace torchpp::nn {

namespace {

using Access = ModuleAccess;
using detail::walk;

std::string join_name(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

// f(path, module) for the module, then for all below.
template <class M, class Function>
void walk(M& module, const std::string& prefix, const Function& f) {
  f(prefix, module);
  for (const auto& child : Access::children(module)) walk<M>(*child.value(), join_name(prefix, child.key()), f);
}

template <class Function>
void walk_pointers(const std::shared_ptr<Module>& module, const std::string& prefix, const Function& f) {
  f(prefix, module);
  for (const auto& child : Access::children(*module)) walk_pointers(child.value(), join_name(prefix, child.key()), f);
}

void append_defined(std::vector<Tensor>& all, const OrderedDict<std::string, Tensor>& dict) {
  for (const auto& item : dict)
    if (item.value().defined()) all.push_back(item.value());
}

void insert_defined(OrderedDict<std::string, Tensor>& all, const std::string& prefix,
                    const OrderedDict<std::string, Tensor>& dict) {
  for (const auto& item : dict)
    if (item.value().defined()) all.insert(join_name(prefix, item.key()), item.value());
}

// The module in which the last name of a path is looked up, and that name. `keep` owns the module.
const Module& owner_of(const Module& root, const std::string& target, std::string& name,
                       std::shared_ptr<Module>& keep) {
  const size_t dot = target.rfind('.');
  name = dot == std::string::npos ? target : target.substr(dot + 1);
  if (dot == std::string::npos) return root;
  keep = root.get_submodule(target.substr(0, dot));
  return *keep;
}

}  // namespace

void Module::apply(const ModuleApplyFunction& function) {
  walk(*this, [&](Module& module) { function(module); });
}

void Module::apply(const ConstModuleApplyFunction& function) const {
  walk(*this, [&](const Module& module) { function(module); });
}

void Module::apply(const NamedModuleApplyFunction& function, const std::string& name_prefix) {
  walk(*this, name_prefix, [&](const std::string& name, Module& module) { function(name, module); });
}

void Module::apply(const ConstNamedModuleApplyFunction& function, const std::string& name_prefix) const {
  walk(*this, name_prefix, [&](const std::string& name, const Module& module) { function(name, module); });
}

void Module::apply(const ModulePointerApplyFunction& function) const {
  walk_pointers(shared_from_this_checked(), "",
                [&](const std::string&, const std::shared_ptr<Module>& module) { function(module); });
}

void Module::apply(const NamedModulePointerApplyFunction& function, const std::string& name_prefix) const {
  walk_pointers(shared_from_this_checked(), name_prefix, function);
}

std::vector<Tensor> Module::parameters(bool recurse) const {
  std::vector<Tensor> all;
  if (!recurse) append_defined(all, parameters_);
  else walk(*this, [&](const Module& m) { append_defined(all, Access::parameters(m)); });
  return all;
}

OrderedDict<std::string, Tensor> Module::named_parameters(bool recurse) const {
  OrderedDict<std::string, Tensor> all("Parameter");
  if (!recurse) insert_defined(all, "", parameters_);
  else
    walk(*this, std::string(),
         [&](const std::string& name, const Module& m) { insert_defined(all, name, Access::parameters(m)); });
  return all;
}

std::vector<Tensor> Module::buffers(bool recurse) const {
  std::vector<Tensor> all;
  if (!recurse) append_defined(all, buffers_);
  else walk(*this, [&](const Module& m) { append_defined(all, Access::buffers(m)); });
  return all;
}

OrderedDict<std::string, Tensor> Module::named_buffers(bool recurse) const {
  OrderedDict<std::string, Tensor> all("Buffer");
  if (!recurse) insert_defined(all, "", buffers_);
  else
    walk(*this, std::string(),
         [&](const std::string& name, const Module& m) { insert_defined(all, name, Access::buffers(m)); });
  return all;
}

std::vector<std::shared_ptr<Module>> Module::modules(bool include_self) const {
  std::vector<std::shared_ptr<Module>> all;
  const auto add = [&](const std::string&, const std::shared_ptr<Module>& module) { all.push_back(module); };
  if (include_self) add("", shared_from_this_checked());
  for (const auto& child : family_.children()) walk_pointers(child.value(), "", add);
  return all;
}

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_modules(const std::string& name_prefix,
                                                                        bool include_self) const {
  OrderedDict<std::string, std::shared_ptr<Module>> all("Submodule");
  const auto add = [&](const std::string& name, const std::shared_ptr<Module>& module) { all.insert(name, module); };
  if (include_self) add(name_prefix, shared_from_this_checked());
  for (const auto& child : family_.children()) walk_pointers(child.value(), join_name(name_prefix, child.key()), add);
  return all;
}

std::vector<std::shared_ptr<Module>> Module::children() const { return family_.children().values(); }

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_children() const { return family_.children(); }

std::shared_ptr<Module> Module::get_submodule(const std::string& target) const {
  if (target.empty()) return shared_from_this_checked();
  const Module* module = this;
  for (size_t begin = 0;;) {
    const size_t end = target.find('.', begin);
    const auto* child = module->family_.children().find(target.substr(begin, end - begin));
    TORCHPP_CHECK(child != nullptr, "get_submodule: '", target, "' of ", name(), ": ", module->name(),
                  " has no child '", target.substr(begin, end - begin), "'");
    if (end == std::string::npos) return *child;
    module = child->get();
    begin = end + 1;
  }
}

Tensor Module::get_parameter(const std::string& target) const {
  std::string name;
  std::shared_ptr<Module> keep;
  const Module& owner = owner_of(*this, target, name, keep);
  const Tensor* tensor = owner.parameters_.find(name);
  TORCHPP_CHECK(tensor != nullptr, "get_parameter: ", owner.name(), " has no parameter '", name, "'");
  return *tensor;
}

Tensor Module::get_buffer(const std::string& target) const {
  std::string name;
  std::shared_ptr<Module> keep;
  const Module& owner = owner_of(*this, target, name, keep);
  const Tensor* tensor = owner.buffers_.find(name);
  TORCHPP_CHECK(tensor != nullptr, "get_buffer: ", owner.name(), " has no buffer '", name, "'");
  return *tensor;
}

}  // namespace torchpp::nn
