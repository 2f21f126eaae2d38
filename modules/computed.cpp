// SPDX-License-Identifier: BSD-3-Clause
// Parameters and buffers that are computed from other tensors of their module.
#include <torchpp/nn/utils/parametrize.h>

#include <atomic>

#include "modules/module_private.h"
#include "src/autograd/meta.h"
#include "src/autograd/successor.h"

namespace torchpp::nn::detail {

using Access = ModuleAccess;

ComputedTensor* find_computed(Module& module, const std::string& name) {
  Hooks* hooks = Access::hooks(module);
  if (hooks == nullptr) return nullptr;
  for (ComputedTensor& computed : hooks->computed)
    if (computed.name == name) return &computed;
  return nullptr;
}

Tensor& own_tensor(Module& module, const std::string& name) {
  for (auto* dict : {&Access::parameters(module), &Access::buffers(module)})
    if (Tensor* tensor = dict->find(name))
      if (tensor->defined()) return *tensor;
  const ComputedTensor* computed = find_computed(module, name);
  if (computed != nullptr)
    TORCHPP_FAIL_KIND(kError, "'", name, "' of ", module.name(), " is computed by ", computed->method, " already");
  TORCHPP_FAIL_KIND(kError, module.name(), " does not have a parameter or a buffer with name '", name, "'");
}

void forget_tensor(Module& module, const std::string& name) {
  auto& parameters = Access::parameters(module);
  (parameters.contains(name) ? parameters : Access::buffers(module)).erase(name);
}

namespace {

// reset() of the clone has made the parameters that are computed in the original: has them computed here too, from
// copies of the parts that stand in their place.
void clone_computed(Module& copy, const Module& original, const optional<Device>& device) {
  for (ComputedTensor& computed : Access::hooks(copy)->computed) {
    const Tensor place = own_tensor(copy, computed.name);
    forget_tensor(copy, computed.name);
    autograd::rebind(place, deep_copy(computed.place, device));
    computed.place = place;
  }
  for (const auto& item : Access::parameters(original))
    if (!Access::parameters(copy).contains(item.key()))
      copy.register_parameter(item.key(), item.value().detach(), item.value().requires_grad());
  for (const auto& item : Access::buffers(original))
    if (!Access::buffers(copy).contains(item.key())) copy.register_buffer(item.key(), item.value().detach());
  for (const auto& child : Access::children(original))
    if (!Access::children(copy).contains(child.key())) copy.register_module(child.key(), child.value()->clone(device));
}

}  // namespace

void add_computed(Module& module, const std::string& name, std::initializer_list<const char*> suffixes,
                  const char* method, Callable<Tensor(Module&)> compute, const Tensor& original) {
  const Tensor place = own_tensor(module, name);
  for (const char* suffix : suffixes) {
    const std::string part = name + suffix;
    TORCHPP_CHECK(!Access::parameters(module).contains(part) && !Access::buffers(module).contains(part) &&
                      !Access::children(module).contains(part),
                  method, " of '", name, "' needs the name '", part, "', which ", module.name(), " has already");
  }
  const bool was_buffer = !Access::parameters(module).contains(name);
  forget_tensor(module, name);
  autograd::set_successor(place, original);
  autograd::rebind(place, place.detach());
  Hooks& hooks = Access::make_hooks(module);
  hooks.update_computed = [](Module& m) { update_computed(m); };
  hooks.clone_computed = &clone_computed;
  hooks.computed.push_back({name, method, place, was_buffer, std::move(compute)});
}

void remove_computed(Module& module, const std::string& name, const Tensor& value, bool requires_grad,
                     ArrayRef<Tensor> originals) {
  ComputedTensor* computed = find_computed(module, name);
  const Tensor place = computed->place;
  const bool was_buffer = computed->was_buffer;
  auto& all = Access::hooks(module)->computed;
  all.erase(all.begin() + (computed - all.data()));
  autograd::make_leaf(place, value, requires_grad);
  autograd::end_succession(place);
  for (const Tensor& original : originals) autograd::set_successor(original, originals.size() == 1 ? place : Tensor());
  if (was_buffer) module.register_buffer(name, place);
  else module.register_parameter(name, place, requires_grad);
}

void update_computed(Module& module, ComputedTensor& computed) {
  autograd::rebind(computed.place, computed.compute(module));
}

void update_computed(Module& module) {
  Hooks* hooks = Access::hooks(module);
  if (hooks == nullptr) return;
  for (ComputedTensor& computed : hooks->computed) {
    const uint64_t scope = computed.method == kParametrized ? cached_scope() : 0;
    if (scope != 0 && computed.scope == scope) continue;
    update_computed(module, computed);
    computed.scope = scope;
  }
}

namespace {
thread_local uint64_t scope_of_thread = 0;
std::atomic<uint64_t> scopes{0};
}  // namespace

uint64_t cached_scope() noexcept { return scope_of_thread; }

}  // namespace torchpp::nn::detail

namespace torchpp::nn::utils::parametrize {

// Inside another one, the outer one's values are used on.
cached::cached() : outer_(nn::detail::scope_of_thread) {
  if (outer_ == 0) nn::detail::scope_of_thread = ++nn::detail::scopes;
}
cached::~cached() { nn::detail::scope_of_thread = outer_; }

}  // namespace torchpp::nn::utils::parametrize
