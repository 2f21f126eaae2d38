// SPDX-License-Identifier: BSD-3-Clause
// Construction, names, registration, printing.
#include <torchpp/core/log.h>
#include <torchpp/nn/module.h>

#include <mutex>
#include <ostream>
#include <utility>

#include "modules/module_private.h"
#include "src/autograd/accumulate_grad.h"

namespace torchpp::nn {

namespace {

void check_name(const char* what, const std::string& name) {
  TORCHPP_CHECK(!name.empty(), what, " name must not be empty");
  TORCHPP_CHECK(name.find('.') == std::string::npos, what, " name must not contain a dot (got '", name, "')");
}

void print_tree(std::ostream& stream, const Module& module, const std::string& indentation) {
  module.pretty_print(stream);
  const auto& children = ModuleAccess::children(module);
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

namespace detail {

namespace {

// Guards where modules stand: one that several modules share may lose one of them while another thread calls it.
std::mutex family_mutex;

}  // namespace

Family::Family() : children_("Submodule") {}
Family::Family(const Family& o) : children_(o.children_) {}
Family& Family::operator=(const Family& o) {
  if (this == &o) return *this;
  Children copy = o.children_;
  release();
  std::swap(children_, copy);
  return *this;
}
Family::~Family() { release(); }

void Family::adopt() {
  const std::lock_guard<std::mutex> lock(family_mutex);
  for (auto& child : children_) child.value()->family_.above_ = this;
}

void Family::release() {
  if (children_.is_empty()) return;
  const std::lock_guard<std::mutex> lock(family_mutex);
  for (auto& child : children_) leave(*child.value());
}

void Family::leave(Module& child) const {
  if (child.family_.above_ == this) child.family_.above_ = nullptr;
}

void Family::insert(std::string name, std::shared_ptr<Module> module) {
  Module& child = *children_.insert(std::move(name), std::move(module));
  const std::lock_guard<std::mutex> lock(family_mutex);
  child.family_.above_ = this;
}

void Family::replace(const std::string& name, std::shared_ptr<Module> module) {
  std::shared_ptr<Module>& place = children_[name];
  place.swap(module);
  const std::lock_guard<std::mutex> lock(family_mutex);
  leave(*module);
  place->family_.above_ = this;
}

void Family::erase(const std::string& name) {
  const std::shared_ptr<Module> child = children_[name];
  children_.erase(name);
  const std::lock_guard<std::mutex> lock(family_mutex);
  leave(*child);
}

void Family::clear() {
  release();
  children_.clear();
}

std::string Family::path() const {
  const std::lock_guard<std::mutex> lock(family_mutex);
  std::string path;
  for (const Family* family = this; family->above_ != nullptr; family = family->above_) {
    for (const auto& sibling : family->above_->children_) {
      if (&sibling.value()->family_ != family) continue;
      path = path.empty() ? sibling.key() : sibling.key() + "." + path;
      break;
    }
  }
  return path;
}

}  // namespace detail

Module::Module() : parameters_("Parameter"), buffers_("Buffer") {}

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

void Module::train(bool on) {
  for (auto& child : family_.children()) child.value()->train(on);
  is_training_ = on;
}

void Module::eval() { train(false); }

bool Module::is_training() const noexcept { return is_training_; }

void Module::zero_grad(bool set_to_none) {
  for (auto& child : family_.children()) child.value()->zero_grad(set_to_none);
  for (auto& item : parameters_) {
    if (!item.value().defined() || !item.value().grad().defined()) continue;
    Tensor& gradient = item.value().mutable_grad();
    if (set_to_none) {
      gradient.reset();
    } else if (!autograd::zero_unwritten(item.value())) {
      gradient = gradient.detach();
      gradient.zero_();
    }
  }
}

void Module::requires_grad_(bool requires_grad) {
  for (const Tensor& parameter : parameters()) parameter.requires_grad_(requires_grad);
}

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
  family_.insert(std::move(name), std::move(module));
}

void Module::replace_child(const std::string& name, std::shared_ptr<Module> module) {
  TORCHPP_CHECK(module != nullptr, "Submodule '", name, "' must not be null");
  family_.replace(name, std::move(module));
}

void Module::unregister_module(const std::string& name) {
  TORCHPP_CHECK(family_.children().contains(name), "No Module with name `", name, "` is registered");
  family_.erase(name);
}

std::vector<std::pair<unsigned, AnyValue>> Module::_forward_default_args() const { return {}; }

bool Module::may_be_missing(const std::string&) const { return false; }

int64_t Module::state_version() const { return 1; }

void Module::pretty_print(std::ostream& stream) const { stream << name(); }

std::ostream& operator<<(std::ostream& stream, const Module& module) {
  print_tree(stream, module, "");
  return stream;
}

}  // namespace torchpp::nn
