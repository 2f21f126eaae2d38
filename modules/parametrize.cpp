// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/utils/parametrize.h>

#include <ostream>

#include "modules/module_private.h"
#include "src/autograd/meta.h"
#include "src/autograd/successor.h"

namespace torchpp::nn::utils::parametrize {

using Access = ModuleAccess;
using nn::detail::ComputedTensor;
using nn::detail::find_computed;
using nn::detail::kParametrized;

/// The private side of ParametrizationListImpl.
struct ParametrizationAccess {
  using Step = ParametrizationListImpl::Step;
  static void append(ParametrizationListImpl& list, Step step) { list.append(std::move(step)); }
  static const std::vector<Step>& steps(const ParametrizationListImpl& list) { return list.steps_; }
  // Registers what the first parametrization is called with.
  static void set_originals(ParametrizationListImpl& list, const Tensor& value, bool is_buffer, bool requires_grad) {
    const bool several = list.steps_.front().type->inverts_to_list;
    const std::vector<Tensor> originals = list.inverted(value);
    TORCHPP_CHECK(originals.size() == list.steps_.front().type->arity, "The parametrization takes ",
                  list.steps_.front().type->arity, " tensors, but its right_inverse gives ", originals.size());
    for (size_t i = 0; i < originals.size(); ++i) {
      TORCHPP_CHECK(originals[i].defined(), "right_inverse must return a tensor or several; one is undefined");
      if (!several)
        TORCHPP_CHECK_VALUE(originals[i].scalar_type() == value.scalar_type(),
                            "When `right_inverse` outputs one tensor, it may not change the dtype. original.dtype: ",
                            value.dtype(), ", right_inverse(original).dtype: ", originals[i].dtype());
      list.names_.push_back(several ? str("original", i) : "original");
      // A right_inverse may return its argument.
      const Tensor own = originals[i].detach();
      if (is_buffer) list.register_buffer(list.names_.back(), own);
      else list.register_parameter(list.names_.back(), own, requires_grad);
    }
  }
  static void share_originals(const ParametrizationListImpl& from, ParametrizationListImpl& to) {
    TORCHPP_CHECK(from.names_ == to.names_, "The parametrizations have different numbers of originals");
    for (size_t i = 0; i < from.names_.size(); ++i) {
      Tensor& own = nn::detail::own_tensor(to, from.names_[i]);
      // An optimizer may train the parameters of both modules, and must not have one twice.
      autograd::set_successor(own, Tensor());
      own = from.original(i);
    }
  }
};

void ParametrizationListImpl::reset() {}

void ParametrizationListImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::utils::parametrize::ParametrizationList";
}

std::shared_ptr<Module> ParametrizationListImpl::clone(const optional<Device>& device) const {
  auto copy = std::make_shared<ParametrizationListImpl>();
  for (const Step& step : steps_) {
    auto module = step.module->clone(device);
    void* const object = dynamic_cast<void*>(module.get());
    copy->append({object, step.type, std::move(module)});
  }
  for (const auto& item : Access::parameters(*this))
    copy->register_parameter(item.key(), nn::detail::deep_copy(item.value(), device), item.value().requires_grad());
  for (const auto& item : Access::buffers(*this))
    copy->register_buffer(item.key(), nn::detail::deep_copy(item.value(), device));
  copy->names_ = names_;
  Access::copy_flags(*this, *copy);
  return copy;
}
TORCHPP_DEFINE_CLONE_INTO(ParametrizationListImpl)

void ParametrizationListImpl::append(Step step) {
  register_module(std::to_string(steps_.size()), step.module);
  steps_.push_back(std::move(step));
}

std::shared_ptr<Module> ParametrizationListImpl::operator[](size_t index) const {
  TORCHPP_CHECK_INDEX(index < steps_.size(), "Index out of range: got ", index, ", expected less than ", steps_.size());
  return steps_[index].module;
}

Tensor ParametrizationListImpl::original(size_t index) const {
  TORCHPP_CHECK_INDEX(index < names_.size(), "Index out of range: got ", index, ", expected less than ", names_.size());
  return nn::detail::own_tensor(const_cast<ParametrizationListImpl&>(*this), names_[index]);
}

Tensor ParametrizationListImpl::forward() {
  std::vector<Tensor> originals;
  for (size_t i = 0; i < names_.size(); ++i) originals.push_back(original(i));
  Tensor value = steps_.front().type->forward(steps_.front().object, originals.data());
  for (size_t i = 1; i < steps_.size(); ++i) value = steps_[i].type->forward(steps_[i].object, &value);
  return value;
}

std::vector<Tensor> ParametrizationListImpl::inverted(const Tensor& value) const {
  const NoGradGuard no_grad;
  std::vector<Tensor> originals = {value};
  for (size_t i = steps_.size(); i-- > 0;)
    if (steps_[i].type->right_inverse != nullptr) {
      const Tensor given = originals.front();
      steps_[i].type->right_inverse(steps_[i].object, given, originals);
    }
  return originals;
}

void ParametrizationListImpl::right_inverse(const Tensor& value) {
  const std::vector<Tensor> originals = inverted(value);
  TORCHPP_CHECK_VALUE(originals.size() == names_.size(), "The right_inverse must return ", names_.size(),
                      " tensors, got ", originals.size());
  const NoGradGuard no_grad;
  for (size_t i = 0; i < originals.size(); ++i) {
    const Tensor own = original(i);
    TORCHPP_CHECK_VALUE(own.scalar_type() == originals[i].scalar_type(), "The tensor ", names_[i], " has dtype ",
                        own.dtype(), ", while `right_inverse` returned one of ", originals[i].dtype());
    own.set_data(originals[i].detach().clone());
  }
}

namespace {

const char kParametrizations[] = "parametrizations";

ModuleDictImpl* dict_of(Module& module) {
  const auto* child = Access::children(module).find(kParametrizations);
  return child == nullptr ? nullptr : child->get()->as<ModuleDictImpl>();
}

std::shared_ptr<ParametrizationListImpl> list_of(Module& module, const std::string& name) {
  ModuleDictImpl* dict = dict_of(module);
  if (dict == nullptr || !dict->contains(name)) return nullptr;
  return std::dynamic_pointer_cast<ParametrizationListImpl>((*dict)[name]);
}

// A parametrization may not change what those who use the tensor know of it.
void check_alike(const Tensor& computed, const Tensor& value, const char* what) {
  TORCHPP_CHECK_VALUE(computed.defined(), what, " must return a tensor, got an undefined one");
  TORCHPP_CHECK_VALUE(computed.scalar_type() == value.scalar_type(), what,
                      " may not change the dtype of the tensor, unless the `unsafe` flag is enabled: it is ",
                      value.dtype(), ", parametrized ", computed.dtype());
  TORCHPP_CHECK_VALUE(computed.sizes() == value.sizes(), what,
                      " may not change the shape of the tensor, unless the `unsafe` flag is enabled: it is ",
                      value.sizes(), ", parametrized ", computed.sizes());
}

void append_to(ParametrizationListImpl& list, const Tensor& place, ParametrizationAccess::Step step, bool unsafe) {
  TORCHPP_CHECK(step.type->arity == 1, "Only the first parametrization of a tensor may take several");
  const Tensor value = list.forward(), next = step.type->forward(step.object, &value);
  if (!unsafe) {
    check_alike(next, value, "Registering a parametrization");
    if (step.type->right_inverse != nullptr) {
      std::vector<Tensor> inverse;
      step.type->right_inverse(step.object, next, inverse);
      TORCHPP_CHECK_VALUE(inverse.size() == 1, "Only the first parametrization of a tensor may take several");
      check_alike(inverse.front(), value, "parametrization.right_inverse");
    }
  }
  ParametrizationAccess::append(list, std::move(step));
  autograd::rebind(place, next);
}

}  // namespace

void detail::add(Module& module, const std::string& name, std::shared_ptr<Module> parametrization, void* object,
                 const ParametrizationType& type, bool unsafe) {
  TORCHPP_CHECK(parametrization != nullptr, "register_parametrization: the parametrization must not be null");
  parametrization->train(module.is_training());
  ParametrizationAccess::Step step{object, &type, std::move(parametrization)};
  const ComputedTensor* computed = find_computed(module, name);
  if (computed != nullptr && computed->method == kParametrized)
    return append_to(*list_of(module, name), computed->place, std::move(step), unsafe);

  const Tensor place = nn::detail::own_tensor(module, name);
  auto list = std::make_shared<ParametrizationListImpl>();
  ParametrizationAccess::append(*list, std::move(step));
  ParametrizationAccess::set_originals(*list, place.detach(), !Access::parameters(module).contains(name),
                                       place.requires_grad());
  const Tensor value = list->forward();
  if (!unsafe) check_alike(value, place, "Registering a parametrization");
  // First what may fail: the module may have a child of that name.
  if (dict_of(module) == nullptr) module.register_module(kParametrizations, ModuleDict());
  dict_of(module)->insert(name, list);
  nn::detail::add_computed(
      module, name, {}, kParametrized, [name](Module& m) { return list_of(m, name)->forward(); },
      list->num_originals() == 1 ? list->original() : Tensor());
  autograd::rebind(place, value);
}

bool is_parametrized(Module& module, const optional<std::string>& name) {
  ModuleDictImpl* dict = dict_of(module);
  return dict != nullptr && (name ? dict->contains(*name) : !dict->empty());
}

ParametrizationList parametrizations_of(Module& module, const std::string& name) {
  auto list = list_of(module, name);
  TORCHPP_CHECK_VALUE(list != nullptr, module.name(), " does not have a parametrization on ", name);
  return list;
}

void remove_parametrizations(Module& module, const std::string& name, bool leave_parametrized) {
  const ParametrizationList list = parametrizations_of(module, name);
  TORCHPP_CHECK_VALUE(leave_parametrized || list->num_originals() == 1,
                      "Cannot leave unparametrized (`leave_parametrized=false`) a tensor that is parametrized in terms "
                      "of a sequence of tensors");
  std::vector<Tensor> originals;
  for (size_t i = 0; i < list->num_originals(); ++i) originals.push_back(list->original(i));
  Tensor value = originals.front().detach();
  if (leave_parametrized) {
    const NoGradGuard no_grad;
    value = find_computed(module, name)->compute(module);
  }
  dict_of(module)->pop(name);
  if (dict_of(module)->empty()) module.unregister_module(kParametrizations);
  nn::detail::remove_computed(module, name, value, originals.front().requires_grad(), originals);
}

void assign(Module& module, const std::string& name, const Tensor& value) {
  parametrizations_of(module, name)->right_inverse(value);
  nn::detail::update_computed(module, *find_computed(module, name));
}

void refresh(Module& module) {
  nn::detail::walk(module, [](Module& m) {
    if (nn::detail::Hooks* hooks = Access::hooks(m))
      for (ComputedTensor& computed : hooks->computed)
        if (computed.method == kParametrized) nn::detail::update_computed(m, computed);
  });
}

void transfer_parametrizations_and_params(Module& from, Module& to, const optional<std::string>& name) {
  TORCHPP_CHECK_VALUE(is_parametrized(from, name), from.name(), " does not have a parametrization",
                      name ? " on " + *name : std::string());
  const std::vector<std::string> names = name ? std::vector<std::string>{*name} : dict_of(from)->keys();
  for (const std::string& each : names) {
    const auto list = list_of(from, each);
    for (const auto& step : ParametrizationAccess::steps(*list))
      detail::add(to, each, step.module, step.object, *step.type, /*unsafe=*/true);
    ParametrizationAccess::share_originals(*list, *list_of(to, each));
    nn::detail::update_computed(to, *find_computed(to, each));
  }
}

}  // namespace torchpp::nn::utils::parametrize
