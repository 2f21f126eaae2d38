// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>
#include <torchpp/nn/module.h>

#include <algorithm>
#include <ostream>
#include <unordered_set>

#include "modules/module_private.h"

namespace torchpp::nn {

namespace {

std::string join_name(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

void check_name(const char* what, const std::string& name) {
  TORCHPP_CHECK(!name.empty(), what, " name must not be empty");
  TORCHPP_CHECK(name.find('.') == std::string::npos, what, " name must not contain a dot (got '", name, "')");
}

// The tensors of every module below, in order.
template <class Function>
void for_each_child(const OrderedDict<std::string, std::shared_ptr<Module>>& children, const std::string& prefix,
                    const Function& function) {
  for (const auto& child : children) function(join_name(prefix, child.key()), child.value());
}

}  // namespace

namespace {

using Access = ModuleAccess;

// f(path, module) for the module, then for all below.
template <class M, class Function>
void walk(M& module, const std::string& prefix, const Function& f) {
  f(prefix, module);
  for (const auto& child : Access::children(module)) walk<M>(*child.value(), join_name(prefix, child.key()), f);
}

// The same without paths.
template <class M, class Function>
void walk(M& module, const Function& f) {
  f(module);
  for (const auto& child : Access::children(module)) walk<M>(*child.value(), f);
}

template <class Function>
void walk_pointers(const std::shared_ptr<Module>& module, const std::string& prefix, const Function& f) {
  f(prefix, module);
  for_each_child(Access::children(*module), prefix,
                 [&](const std::string& name, const std::shared_ptr<Module>& child) { walk_pointers(child, name, f); });
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

// f(tensor) for every defined parameter and buffer of the module and below.
template <class Function>
void for_each_tensor(Module& module, const Function& f) {
  walk(module, [&](Module& m) {
    for (auto* dict : {&Access::parameters(m), &Access::buffers(m)})
      for (auto& item : *dict)
        if (item.value().defined()) f(item.value());
  });
}

// Gives a tensor, and its gradient, new data.
template <class Convert>
void convert(Tensor& tensor, const Convert& f) {
  NoGradGuard no_grad;
  const Tensor gradient = tensor.grad();
  tensor.set_data(f(tensor.detach()));
  if (gradient.defined()) tensor.mutable_grad() = f(gradient.detach());
}

bool converts(const Tensor& tensor, ScalarType dtype) {
  const bool to_floating = isFloatingType(dtype) || isComplexType(dtype);
  return !to_floating || tensor.is_floating_point() || tensor.is_complex();
}

}  // namespace

// ---- construction and names

Module::Module() : parameters_("Parameter"), buffers_("Buffer"), children_("Submodule") {}

Module::Module(std::string name) : Module() { name_ = std::move(name); }

Module::~Module() = default;

const std::string& Module::name() const noexcept {
  if (name_.empty()) name_ = torchpp::detail::type_name(typeid(*this));
  return name_;
}

std::shared_ptr<Module> Module::shared_from_this_checked() const {
  auto self = const_cast<Module*>(this)->weak_from_this().lock();
  TORCHPP_CHECK(self != nullptr, name(),
                " is not held by a shared_ptr, which this call needs: make it with std::make_shared or through its "
                "holder instead of on the stack, and do not ask for it in its own constructor");
  return self;
}

// ---- copies

std::shared_ptr<Module> Module::clone(const std::optional<Device>&) const {
  TORCHPP_FAIL_KIND(kError, "clone() has not been implemented for ", name(), ". Subclass torchpp::nn::Cloneable<",
                    name(), "> instead of torchpp::nn::Module to inherit the ability to clone.");
}

void Module::clone_(Module&, const std::optional<Device>&) {}

void Module::forget_parts() {
  parameters_.clear();
  buffers_.clear();
  children_.clear();
  not_persistent_.clear();
}

void Module::copy_parts(const Module& original, const std::optional<Device>& device) {
  const auto check = [&](size_t got, size_t expected, const char* what, const char* function) {
    TORCHPP_CHECK(got == expected, "The cloned module does not have the same number of ", what,
                  " as the original module after calling reset(). Are you sure you called ", function,
                  "() inside reset() and not the constructor? ", name(), " has ", got, ", expected ", expected);
  };
  check(parameters_.size(), original.parameters_.size(), "parameters", "register_parameter");
  check(buffers_.size(), original.buffers_.size(), "buffers", "register_buffer");
  check(children_.size(), original.children_.size(), "child modules", "register_module");
  NoGradGuard no_grad;
  const auto copy = [&](OrderedDict<std::string, Tensor>& to, const OrderedDict<std::string, Tensor>& from) {
    for (const auto& item : from) {
      if (!item.value().defined()) continue;
      Tensor& tensor = to[item.key()];
      TORCHPP_CHECK(tensor.defined(), "clone: reset() of ", name(), " leaves '", item.key(),
                    "' undefined, which the original has");
      const Tensor source = item.value().detach();
      tensor.set_data(device && source.device() != *device ? source.to(*device) : source.clone());
      if (tensor.requires_grad() != item.value().requires_grad()) tensor.requires_grad_(item.value().requires_grad());
    }
  };
  copy(parameters_, original.parameters_);
  copy(buffers_, original.buffers_);
  for (const auto& child : original.children_) children_[child.key()]->clone_(*child.value(), device);
}

// ---- traversal

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
  for (const auto& child : children_) walk_pointers(child.value(), "", add);
  return all;
}

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_modules(const std::string& name_prefix,
                                                                        bool include_self) const {
  OrderedDict<std::string, std::shared_ptr<Module>> all("Submodule");
  const auto add = [&](const std::string& name, const std::shared_ptr<Module>& module) { all.insert(name, module); };
  if (include_self) add(name_prefix, shared_from_this_checked());
  for (const auto& child : children_) walk_pointers(child.value(), join_name(name_prefix, child.key()), add);
  return all;
}

std::vector<std::shared_ptr<Module>> Module::children() const { return children_.values(); }

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_children() const { return children_; }

std::shared_ptr<Module> Module::get_submodule(const std::string& target) const {
  if (target.empty()) return shared_from_this_checked();
  const Module* module = this;
  for (size_t begin = 0;;) {
    const size_t end = target.find('.', begin);
    const auto* child = module->children_.find(target.substr(begin, end - begin));
    TORCHPP_CHECK(child != nullptr, "get_submodule: '", target, "' of ", name(), ": ", module->name(),
                  " has no child '", target.substr(begin, end - begin), "'");
    if (end == std::string::npos) return *child;
    module = child->get();
    begin = end + 1;
  }
}

namespace {

// The module that holds the last part of a path, which `name` becomes.
const Module& owner_of(const Module& root, const std::string& target, std::string& name,
                       std::shared_ptr<Module>& keep) {
  const size_t dot = target.rfind('.');
  name = dot == std::string::npos ? target : target.substr(dot + 1);
  if (dot == std::string::npos) return root;
  keep = root.get_submodule(target.substr(0, dot));
  return *keep;
}

}  // namespace

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

// ---- state

void Module::train(bool on) {
  for (auto& child : children_) child.value()->train(on);
  is_training_ = on;
}

void Module::eval() { train(false); }

bool Module::is_training() const noexcept { return is_training_; }

void Module::to(Device device, ScalarType dtype, bool non_blocking) {
  for (auto& child : children_) child.value()->to(device, dtype, non_blocking);
  for (auto* dict : {&parameters_, &buffers_})
    for (auto& item : *dict)
      if (item.value().defined())
        convert(item.value(), [&](const Tensor& t) {
          return converts(t, dtype) ? t.to(device, dtype, non_blocking) : t.to(device, non_blocking);
        });
}

void Module::to(ScalarType dtype, bool non_blocking) {
  for (auto& child : children_) child.value()->to(dtype, non_blocking);
  for (auto* dict : {&parameters_, &buffers_})
    for (auto& item : *dict)
      if (item.value().defined() && converts(item.value(), dtype))
        convert(item.value(), [&](const Tensor& t) { return t.to(dtype, non_blocking); });
}

void Module::to(Device device, bool non_blocking) {
  for (auto& child : children_) child.value()->to(device, non_blocking);
  for (auto* dict : {&parameters_, &buffers_})
    for (auto& item : *dict)
      if (item.value().defined()) convert(item.value(), [&](const Tensor& t) { return t.to(device, non_blocking); });
}

void Module::to(MemoryFormat memory_format) {
  const int64_t rank = memory_format == MemoryFormat::ChannelsLast     ? 4
                       : memory_format == MemoryFormat::ChannelsLast3d ? 5
                                                                       : 0;
  for_each_tensor(*this, [&](Tensor& tensor) {
    if (rank != 0 && tensor.dim() != rank) return;
    convert(tensor, [&](const Tensor& t) { return t.contiguous(memory_format); });
  });
}

void Module::to_empty(Device device) {
  for_each_tensor(*this, [&](Tensor& tensor) {
    convert(tensor, [&](const Tensor& t) { return t.new_empty(t.sizes(), t.options().device(device)); });
  });
}

void Module::zero_grad(bool set_to_none) {
  for (auto& child : children_) child.value()->zero_grad(set_to_none);
  for (auto& item : parameters_) {
    if (!item.value().defined() || !item.value().grad().defined()) continue;
    Tensor& gradient = item.value().mutable_grad();
    if (set_to_none) {
      gradient.reset();
    } else {
      gradient = gradient.detach();
      gradient.zero_();
    }
  }
}

void Module::requires_grad_(bool requires_grad) {
  for (const Tensor& parameter : parameters()) parameter.requires_grad_(requires_grad);
}

// ---- registration

Tensor& Module::register_parameter(std::string name, Tensor tensor, bool requires_grad) {
  check_name("Parameter", name);
  if (tensor.defined()) tensor.requires_grad_(requires_grad);
  else if (requires_grad)
    TORCHPP_WARN("register_parameter: '", name,
                 "' is undefined. An undefined tensor cannot require grad. Ignoring the `requires_grad=true` function "
                 "parameter.");
  return parameters_.insert(std::move(name), std::move(tensor));
}

Tensor& Module::register_buffer(std::string name, Tensor tensor, bool persistent) {
  check_name("Buffer", name);
  Tensor& buffer = buffers_.insert(name, std::move(tensor));
  if (!persistent) not_persistent_.push_back(std::move(name));
  return buffer;
}

void Module::insert_child(std::string name, std::shared_ptr<Module> module) {
  check_name("Submodule", name);
  TORCHPP_CHECK(module != nullptr, "Submodule '", name, "' must not be null");
  children_.insert(std::move(name), std::move(module));
}

void Module::replace_child(const std::string& name, std::shared_ptr<Module> module) {
  TORCHPP_CHECK(module != nullptr, "Submodule '", name, "' must not be null");
  children_[name] = std::move(module);
}

void Module::unregister_module(const std::string& name) {
  TORCHPP_CHECK(children_.contains(name), "No Module with name `", name, "` is registered");
  children_.erase(name);
}

std::vector<std::pair<unsigned, AnyValue>> Module::_forward_default_args() const { return {}; }

bool Module::may_be_missing(const std::string&) const { return false; }

// ---- printing

void Module::pretty_print(std::ostream& stream) const { stream << name(); }

namespace {

void print_tree(std::ostream& stream, const Module& module, const std::string& indentation) {
  module.pretty_print(stream);
  const auto& children = Access::children(module);
  if (children.is_empty()) return;
  const std::string inner = indentation + "  ";
  stream << "(\n";
  for (const auto& child : children) {
    stream << inner << '(' << child.key() << "): ";
    print_tree(stream, *child.value(), inner);
    stream << '\n';
  }
  stream << indentation << ')';
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Module& module) {
  print_tree(stream, module, "");
  return stream;
}

// ---- archives

void Module::save(serialize::OutputArchive& archive) const {
  for (const auto& parameter : named_parameters(false)) archive.write(parameter.key(), parameter.value());
  for (const auto& buffer : named_buffers(false)) archive.write(buffer.key(), buffer.value(), /*is_buffer=*/true);
  for (const auto& child : children_) {
    if (!child.value()->is_serializable()) continue;
    serialize::OutputArchive nested;
    child.value()->save(nested);
    archive.write(child.key(), nested);
  }
}

namespace {

// Gives all tensors of a module the data they had, unless told that all went well.
class Rollback {
 public:
  explicit Rollback(Module& module) {
    for_each_tensor(module, [&](Tensor& tensor) { saved_.emplace_back(tensor, tensor.variable_data()); });
  }
  ~Rollback() {
    NoGradGuard no_grad;
    for (const auto& [tensor, data] : saved_) tensor.set_data(data);
  }
  void dismiss() { saved_.clear(); }
  Rollback(const Rollback&) = delete;
  Rollback& operator=(const Rollback&) = delete;

 private:
  std::vector<std::pair<Tensor, Tensor>> saved_;
};

void load_tensor(serialize::InputArchive& archive, const std::string& name, Tensor& tensor, bool is_buffer) {
  Tensor found;
  archive.read(name, found, is_buffer);
  TORCHPP_CHECK(found.sizes() == tensor.sizes(), "size mismatch for ", archive.prefix(), name, ": the archive has ",
                found.sizes(), ", the module expects ", tensor.sizes());
  tensor.set_data(found);
}

}  // namespace

void Module::load(serialize::InputArchive& archive) {
  // The outermost call undoes what those below did.
  std::optional<Rollback> rollback;
  if (archive.prefix().empty()) rollback.emplace(*this);
  NoGradGuard no_grad;
  for (auto& item : parameters_)
    if (item.value().defined()) load_tensor(archive, item.key(), item.value(), false);
  for (auto& item : buffers_)
    if (item.value().defined()) load_tensor(archive, item.key(), item.value(), true);
  for (auto& child : children_) {
    if (!child.value()->is_serializable()) continue;
    serialize::InputArchive nested = archive.nested(child.key());
    child.value()->load(nested);
  }
  if (rollback) rollback->dismiss();
}

bool Module::is_serializable() const { return true; }

serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const std::shared_ptr<Module>& module) {
  TORCHPP_CHECK(module != nullptr, "Cannot serialize empty module");
  module->save(archive);
  return archive;
}

serialize::InputArchive& operator>>(serialize::InputArchive& archive, const std::shared_ptr<Module>& module) {
  TORCHPP_CHECK(module != nullptr, "Cannot deserialize empty module");
  module->load(archive);
  return archive;
}

// ---- state dictionaries

namespace {

const char kExtraState[] = "_extra_state";

void write_state(const Module& module, const std::string& prefix, bool keep_vars, StateDict& state) {
  const auto write = [&](const std::string& name, const Tensor& tensor) {
    if (tensor.defined()) state.insert(prefix + name, keep_vars ? tensor : tensor.detach());
  };
  for (const auto& item : Access::parameters(module)) write(item.key(), item.value());
  for (const auto& item : Access::buffers(module))
    if (Access::persistent(module, item.key())) write(item.key(), item.value());
  write(kExtraState, module.get_extra_state());
  for (const auto& child : Access::children(module))
    write_state(*child.value(), prefix + child.key() + ".", keep_vars, state);
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->state_dict.list) hook.function(module, state, prefix);
}

// What is to be done once nothing is in the way.
struct LoadPlan {
  StateDict state;
  IncompatibleKeys keys;
  std::vector<std::string> errors;
  std::unordered_set<std::string> used;
  std::vector<std::pair<Tensor, Tensor>> copies;  // to, from
  std::vector<std::pair<Module*, Tensor>> extra_states;
};

void plan_tensor(const Module& module, const std::string& prefix, const std::string& name, const Tensor& tensor,
                 LoadPlan& plan) {
  if (!tensor.defined()) return;
  const std::string key = prefix + name;
  const Tensor* source = plan.state.find(key);
  if (source == nullptr || !source->defined()) {
    if (!Access::may_be_missing(module, name)) plan.keys.missing_keys.push_back(key);
    return;
  }
  plan.used.insert(key);
  if (source->sizes() != tensor.sizes())
    plan.errors.push_back(str("size mismatch for ", key, ": copying a param with shape ", source->sizes(),
                              " from checkpoint, the shape in current model is ", tensor.sizes(), "."));
  else plan.copies.emplace_back(tensor, *source);
}

void plan_load(Module& module, const std::string& prefix, LoadPlan& plan) {
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->load_pre.list) hook.function(module, plan.state, prefix);
  for (const auto& item : Access::parameters(module)) plan_tensor(module, prefix, item.key(), item.value(), plan);
  for (const auto& item : Access::buffers(module))
    if (Access::persistent(module, item.key())) plan_tensor(module, prefix, item.key(), item.value(), plan);
  const std::string extra = prefix + kExtraState;
  if (module.get_extra_state().defined()) {
    if (const Tensor* state = plan.state.find(extra)) {
      plan.used.insert(extra);
      plan.extra_states.emplace_back(&module, *state);
    } else {
      plan.keys.missing_keys.push_back(extra);
    }
  }
  for (const auto& child : Access::children(module)) plan_load(*child.value(), prefix + child.key() + ".", plan);
}

void run_load_post_hooks(Module& module, IncompatibleKeys& keys) {
  for (const auto& child : Access::children(module)) run_load_post_hooks(*child.value(), keys);
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->load_post.list) hook.function(module, keys);
}

std::string quoted_list(const char* what, const std::vector<std::string>& keys) {
  std::string line = std::string(what) + " key(s) in state_dict: ";
  for (size_t i = 0; i < keys.size(); ++i) line += (i == 0 ? "\"" : ", \"") + keys[i] + "\"";
  return line + ".";
}

}  // namespace

StateDict Module::state_dict(const std::string& prefix, bool keep_vars) const {
  StateDict state("State");
  write_state(*this, prefix, keep_vars, state);
  return state;
}

IncompatibleKeys Module::load_state_dict(const StateDict& state_dict, bool strict) {
  LoadPlan plan;
  plan.state = state_dict;
  plan_load(*this, "", plan);
  for (const auto& item : plan.state)
    if (plan.used.count(item.key()) == 0) plan.keys.unexpected_keys.push_back(item.key());
  run_load_post_hooks(*this, plan.keys);
  if (strict) {
    if (!plan.keys.missing_keys.empty())
      plan.errors.insert(plan.errors.begin(), quoted_list("Missing", plan.keys.missing_keys));
    if (!plan.keys.unexpected_keys.empty())
      plan.errors.insert(plan.errors.begin(), quoted_list("Unexpected", plan.keys.unexpected_keys));
  }
  std::string message;
  for (const auto& error : plan.errors) message += "\n\t" + error;
  TORCHPP_CHECK(plan.errors.empty(), "Error(s) in loading state_dict for ", name(), ":", message);
  NoGradGuard no_grad;
  for (const auto& [to, from] : plan.copies) to.copy_(from);
  for (const auto& [module, state] : plan.extra_states) module->set_extra_state(state);
  return std::move(plan.keys);
}

Tensor Module::get_extra_state() const { return Tensor(); }

void Module::set_extra_state(const Tensor&) {
  TORCHPP_FAIL_KIND(kError, "set_extra_state: ", name(), " has no extra state; it must override get_extra_state too");
}

}  // namespace torchpp::nn
