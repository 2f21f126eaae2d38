// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/container.h>

#include <ostream>

#include "modules/module_private.h"

namespace torchpp::nn {

void detail::fail_class(const Module& module, const std::type_info& expected) {
  TORCHPP_FAIL_KIND(kType, "Attempted to cast module of type ", module.name(), " to type ",
                    torchpp::detail::type_name(expected));
}

namespace {

void check_index(size_t index, size_t size) {
  TORCHPP_CHECK_INDEX(index < size, "Index out of range: got ", index, ", expected less than ", size);
}

void check_slice(size_t begin, size_t end, size_t size) {
  TORCHPP_CHECK_INDEX(begin <= end && end <= size, "Slice out of range: got [", begin, ", ", end, ") of ", size);
}

std::string number(size_t i) { return std::to_string(i); }

void print_parameters(std::ostream& stream, const char* name, const OrderedDict<std::string, Tensor>& parameters) {
  stream << name << "(\n";
  for (const auto& item : parameters)
    stream << '(' << item.key() << "): Parameter containing: [" << toString(item.value().scalar_type()) << " of size "
           << str(item.value().sizes()) << "]\n";
  stream << ')';
}

// Deep copies of parameters, which reset() of a container cannot make.
void copy_parameters(OrderedDict<std::string, Tensor>& to, const OrderedDict<std::string, Tensor>& from,
                     const optional<Device>& device) {
  for (const auto& item : from) {
    const Tensor copy = detail::deep_copy(item.value(), device);
    to.insert(item.key(), copy.set_requires_grad(item.value().requires_grad()));
  }
}

}  // namespace

// ---- Sequential

SequentialImpl::SequentialImpl() = default;

SequentialImpl::SequentialImpl(OrderedDict<std::string, AnyModule>&& modules) {
  for (auto& item : modules) push_back(item.key(), std::move(item.value()));
}

SequentialImpl::SequentialImpl(std::initializer_list<NamedAnyModule> modules) {
  for (const auto& item : modules) push_back(item.name(), item.module());
}

SequentialImpl::SequentialImpl(SequentialImpl& o) : SequentialImpl(static_cast<const SequentialImpl&>(o)) {}

Sequential::Sequential(std::initializer_list<NamedAnyModule> modules)
    : ModuleHolder(std::make_shared<SequentialImpl>(modules)) {}

std::shared_ptr<Module> SequentialImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<SequentialImpl>();
  const auto names = named_children().keys();
  for (size_t i = 0; i < modules_.size(); ++i) copy->push_back(names[i], modules_[i].clone(device));
  ModuleAccess::copy_flags(*this, *copy);
  return copy;
}

void SequentialImpl::reset() {}
SequentialImpl::Iterator SequentialImpl::begin() { return modules_.begin(); }
SequentialImpl::Iterator SequentialImpl::end() { return modules_.end(); }
SequentialImpl::ConstIterator SequentialImpl::begin() const { return modules_.begin(); }
SequentialImpl::ConstIterator SequentialImpl::end() const { return modules_.end(); }

void SequentialImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Sequential"; }

void SequentialImpl::push_back(AnyModule module) { push_back(next_name(), std::move(module)); }

void SequentialImpl::push_back(std::string name, AnyModule module) {
  register_module(std::move(name), module.ptr());
  modules_.push_back(std::move(module));
}

std::shared_ptr<Module> SequentialImpl::ptr(size_t index) const { return modules_[checked(index)].ptr(); }

std::shared_ptr<Module> SequentialImpl::operator[](size_t index) const { return ptr(index); }

std::string SequentialImpl::next_name() const { return number(modules_.size()); }

size_t SequentialImpl::checked(size_t index) const {
  check_index(index, modules_.size());
  return index;
}

void SequentialImpl::check_not_empty() const {
  TORCHPP_CHECK(!is_empty(), "Cannot call forward() on an empty Sequential");
}

Tensor SequentialImpl::forward_tensor(const Tensor& input) {
  check_not_empty();
  Tensor value;
  const Tensor* current = &input;
  for (AnyModule& module : modules_) {
    if (module.takes_tensor()) {
      value = module.forward_tensor(*current);
      current = &value;
      continue;
    }
    // A module of other types: the rest goes by values of any type.
    AnyValue any = module.any_forward(*current);
    for (auto* rest = &module + 1; rest != modules_.data() + modules_.size(); ++rest)
      any = rest->any_forward(std::move(any));
    if (auto* result = any.try_get<Tensor>()) return std::move(*result);
    fail_result(any.type_info(), typeid(Tensor));
  }
  return value;
}

void SequentialImpl::fail_result(const std::type_info& got, const std::type_info& expected) {
  TORCHPP_FAIL_KIND(kType, "The type of the return value is ", torchpp::detail::type_name(got),
                    ", but you asked for type ", torchpp::detail::type_name(expected));
}

std::shared_ptr<SequentialImpl> SequentialImpl::slice(size_t begin, size_t end) const {
  check_slice(begin, end, size());
  auto part = std::make_shared<SequentialImpl>();
  const auto names = named_children().keys();
  for (size_t i = begin; i < end; ++i)
    part->push_back(names[i] == number(i) ? number(i - begin) : names[i], modules_[i]);
  return part;
}

void SequentialImpl::erase(size_t index) {
  checked(index);
  const auto names = named_children().keys();
  for (const auto& name : names) unregister_module(name);
  auto modules = std::move(modules_);
  modules_.clear();
  for (size_t i = 0; i < modules.size(); ++i)
    if (i != index) push_back(names[i] == number(i) ? next_name() : names[i], std::move(modules[i]));
}

// ---- ModuleList

ModuleListImpl::ModuleListImpl() = default;

ModuleListImpl::ModuleListImpl(ModuleListImpl& o) : ModuleListImpl(static_cast<const ModuleListImpl&>(o)) {}

std::shared_ptr<Module> ModuleListImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<ModuleListImpl>();
  for (const auto& module : modules_) copy->push_back(module->clone(device));
  ModuleAccess::copy_flags(*this, *copy);
  return copy;
}

void ModuleListImpl::reset() {}
ModuleListImpl::Iterator ModuleListImpl::begin() { return modules_.begin(); }
ModuleListImpl::Iterator ModuleListImpl::end() { return modules_.end(); }
ModuleListImpl::ConstIterator ModuleListImpl::begin() const { return modules_.begin(); }
ModuleListImpl::ConstIterator ModuleListImpl::end() const { return modules_.end(); }

void ModuleListImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::ModuleList"; }

void ModuleListImpl::push_back(std::shared_ptr<Module> module) {
  register_module(number(modules_.size()), module);
  modules_.push_back(std::move(module));
}

void ModuleListImpl::insert(size_t index, std::shared_ptr<Module> module) {
  TORCHPP_CHECK_INDEX(index <= size(), "Index out of range: got ", index, ", expected at most ", size());
  register_module(number(size()), module);
  modules_.insert(modules_.begin() + static_cast<std::ptrdiff_t>(index), std::move(module));
  for (size_t i = index; i < size(); ++i) replace_module(number(i), modules_[i]);
}

void ModuleListImpl::erase(size_t index) {
  modules_.erase(modules_.begin() + static_cast<std::ptrdiff_t>(checked(index)));
  for (size_t i = index; i < size(); ++i) replace_module(number(i), modules_[i]);
  unregister_module(number(size()));
}

std::shared_ptr<ModuleListImpl> ModuleListImpl::slice(size_t begin, size_t end) const {
  check_slice(begin, end, size());
  auto part = std::make_shared<ModuleListImpl>();
  for (size_t i = begin; i < end; ++i) part->push_back(modules_[i]);
  return part;
}

std::shared_ptr<Module> ModuleListImpl::ptr(size_t index) const { return modules_[checked(index)]; }

std::shared_ptr<Module> ModuleListImpl::operator[](size_t index) const { return ptr(index); }

size_t ModuleListImpl::checked(size_t index) const {
  check_index(index, modules_.size());
  return index;
}

// ---- ModuleDict

ModuleDictImpl::ModuleDictImpl() = default;
ModuleDictImpl::ModuleDictImpl(const Pairs& modules) { update(modules); }
ModuleDictImpl::ModuleDictImpl(const Dict& modules) { update(modules); }

std::shared_ptr<Module> ModuleDictImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<ModuleDictImpl>();
  for (const auto& item : modules_) copy->insert(item.key(), item.value()->clone(device));
  ModuleAccess::copy_flags(*this, *copy);
  return copy;
}

void ModuleDictImpl::reset() {}
ModuleDictImpl::Iterator ModuleDictImpl::begin() { return modules_.begin(); }
ModuleDictImpl::Iterator ModuleDictImpl::end() { return modules_.end(); }
ModuleDictImpl::ConstIterator ModuleDictImpl::begin() const { return modules_.begin(); }
ModuleDictImpl::ConstIterator ModuleDictImpl::end() const { return modules_.end(); }
size_t ModuleDictImpl::size() const noexcept { return modules_.size(); }

void ModuleDictImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::ModuleDict"; }

ModuleDictImpl::Pairs ModuleDictImpl::items() const { return modules_.pairs(); }
std::vector<std::string> ModuleDictImpl::keys() const { return modules_.keys(); }
std::vector<std::shared_ptr<Module>> ModuleDictImpl::values() const { return modules_.values(); }
bool ModuleDictImpl::contains(const std::string& key) const noexcept { return modules_.contains(key); }
std::shared_ptr<Module> ModuleDictImpl::operator[](const std::string& key) const { return modules_[key]; }

void ModuleDictImpl::insert(const std::string& key, std::shared_ptr<Module> module) {
  if (auto* place = modules_.find(key)) {
    replace_module(key, module);
    *place = std::move(module);
  } else {
    register_module(key, module);
    modules_.insert(key, std::move(module));
  }
}

void ModuleDictImpl::update(const Pairs& modules) {
  for (const auto& [key, module] : modules) insert(key, module);
}

std::shared_ptr<Module> ModuleDictImpl::pop(const std::string& key) {
  auto module = modules_[key];
  modules_.erase(key);
  unregister_module(key);
  return module;
}

void ModuleDictImpl::clear() {
  for (const auto& item : modules_) unregister_module(item.key());
  modules_.clear();
}

// ---- parameters

ParameterListImpl::ParameterListImpl() = default;

std::shared_ptr<Module> ParameterListImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<ParameterListImpl>();
  copy_parameters(copy->parameters_, parameters_, device);
  ModuleAccess::copy_flags(*this, *copy);
  return copy;
}

void ParameterListImpl::reset() {}
ParameterListImpl::Iterator ParameterListImpl::begin() { return parameters_.begin(); }
ParameterListImpl::Iterator ParameterListImpl::end() { return parameters_.end(); }
ParameterListImpl::ConstIterator ParameterListImpl::begin() const { return parameters_.begin(); }
ParameterListImpl::ConstIterator ParameterListImpl::end() const { return parameters_.end(); }
size_t ParameterListImpl::size() const noexcept { return parameters_.size(); }

void ParameterListImpl::pretty_print(std::ostream& stream) const {
  print_parameters(stream, "torch::nn::ParameterList", parameters_);
}

void ParameterListImpl::append(Tensor parameter) {
  const bool requires_grad = parameter.requires_grad();
  register_parameter(number(size()), std::move(parameter), requires_grad);
}

void ParameterListImpl::append(const OrderedDict<std::string, Tensor>::Item& item) { append(item.value()); }

Tensor& ParameterListImpl::at(size_t index) {
  check_index(index, size());
  return parameters_[index].value();
}

ParameterDictImpl::ParameterDictImpl() = default;

ParameterDictImpl::ParameterDictImpl(const OrderedDict<std::string, Tensor>& parameters) {
  for (const auto& item : parameters) insert(item.key(), item.value());
}

std::shared_ptr<Module> ParameterDictImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<ParameterDictImpl>();
  copy_parameters(copy->parameters_, parameters_, device);
  ModuleAccess::copy_flags(*this, *copy);
  return copy;
}

void ParameterDictImpl::reset() {}
ParameterDictImpl::Iterator ParameterDictImpl::begin() { return parameters_.begin(); }
ParameterDictImpl::Iterator ParameterDictImpl::end() { return parameters_.end(); }
ParameterDictImpl::ConstIterator ParameterDictImpl::begin() const { return parameters_.begin(); }
ParameterDictImpl::ConstIterator ParameterDictImpl::end() const { return parameters_.end(); }
size_t ParameterDictImpl::size() const noexcept { return parameters_.size(); }

void ParameterDictImpl::pretty_print(std::ostream& stream) const {
  print_parameters(stream, "torch::nn::ParameterDict", parameters_);
}

std::vector<std::string> ParameterDictImpl::keys() const { return parameters_.keys(); }
std::vector<Tensor> ParameterDictImpl::values() const { return parameters_.values(); }
bool ParameterDictImpl::contains(const std::string& key) const noexcept { return parameters_.contains(key); }
Tensor& ParameterDictImpl::get(const std::string& key) { return parameters_[key]; }
const Tensor& ParameterDictImpl::get(const std::string& key) const { return parameters_[key]; }
Tensor& ParameterDictImpl::operator[](const std::string& key) { return parameters_[key]; }
const Tensor& ParameterDictImpl::operator[](const std::string& key) const { return parameters_[key]; }

Tensor& ParameterDictImpl::insert(std::string key, Tensor parameter) {
  const bool requires_grad = parameter.requires_grad();
  return register_parameter(std::move(key), std::move(parameter), requires_grad);
}

Tensor& ParameterDictImpl::setdefault(const std::string& key, Tensor parameter) {
  if (Tensor* present = parameters_.find(key)) return *present;
  return insert(key, std::move(parameter));
}

Tensor ParameterDictImpl::pop(const std::string& key) {
  Tensor parameter = parameters_[key];
  parameters_.erase(key);
  return parameter;
}

std::pair<std::string, Tensor> ParameterDictImpl::popitem() {
  const std::string key = parameters_.back().key();
  return {key, pop(key)};
}

void ParameterDictImpl::clear() { parameters_.clear(); }

std::shared_ptr<ParameterDictImpl> ParameterDictImpl::copy() const {
  return std::make_shared<ParameterDictImpl>(parameters_);
}

std::shared_ptr<ParameterDictImpl> ParameterDictImpl::fromkeys(const std::vector<std::string>& keys,
                                                               const Tensor& parameter) {
  auto dict = std::make_shared<ParameterDictImpl>();
  for (const std::string& key : keys) dict->insert(key, parameter);
  return dict;
}

// ---- Functional

FunctionalImpl::FunctionalImpl(Function function) : function_(std::move(function)) {}
void FunctionalImpl::reset() {}
void FunctionalImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Functional()"; }
Tensor FunctionalImpl::forward(Tensor input) { return function_(std::move(input)); }
Tensor FunctionalImpl::operator()(Tensor input) { return forward(std::move(input)); }
bool FunctionalImpl::is_serializable() const { return false; }

TORCHPP_DEFINE_CLONE_INTO(SequentialImpl)
TORCHPP_DEFINE_CLONE_INTO(ModuleListImpl)
TORCHPP_DEFINE_CLONE_INTO(ModuleDictImpl)
TORCHPP_DEFINE_CLONE_INTO(ParameterListImpl)
TORCHPP_DEFINE_CLONE_INTO(ParameterDictImpl)
TORCHPP_DEFINE_CLONE(FunctionalImpl)

}  // namespace torchpp::nn
