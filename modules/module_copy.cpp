// SPDX-License-Identifier: BSD-3-Clause
// Deep copies, and moves to another device, dtype or layout.
#include <torchpp/core/grad_mode.h>

#include "modules/module_private.h"
#include "src/autograd/meta.h"

namespace torchpp::nn {

namespace {

// Replaces the data of a tensor, and of its gradient if there is one, by what f makes of them.
template <class Convert>
void convert(Tensor& tensor, const Convert& f) {
  NoGradGuard no_grad;
  const Tensor gradient = tensor.grad();
  tensor.set_data(f(tensor.detach()));
  if (gradient.defined()) tensor.mutable_grad() = f(gradient.detach());
}

// Converts parameters, buffers and computed tensors of the module, but none of those below.
template <class Convert>
void convert_own(Module& module, const Convert& f) {
  for (auto* dict : {&ModuleAccess::parameters(module), &ModuleAccess::buffers(module)})
    for (auto& item : *dict)
      if (item.value().defined()) convert(item.value(), f);
  detail::Hooks* hooks = ModuleAccess::hooks(module);
  if (hooks == nullptr) return;
  for (auto& computed : hooks->computed) autograd::rebind(computed.place, f(computed.place.detach()));
}

// Whether to(dtype) changes this tensor: floating and complex dtypes leave integers as they are.
bool converts(const Tensor& tensor, ScalarType dtype) {
  const bool to_floating = isFloatingType(dtype) || isComplexType(dtype);
  return !to_floating || tensor.is_floating_point() || tensor.is_complex();
}

}  // namespace

Tensor detail::deep_copy(const Tensor& tensor, const optional<Device>& device) {
  const Tensor source = tensor.detach();
  return device && source.device() != *device ? source.to(*device) : source.clone();
}

std::shared_ptr<Module> Module::clone(const optional<Device>&) const {
  TORCHPP_FAIL_KIND(kError, "clone() has not been implemented for ", name(), ". Subclass torchpp::nn::Cloneable<",
                    name(), "> instead of torchpp::nn::Module to inherit the ability to clone.");
}

void Module::clone_(Module&, const optional<Device>&) {}

void Module::forget_parts() {
  parameters_.clear();
  buffers_.clear();
  family_.clear();
  not_persistent_.clear();
}

void Module::copy_parts(const Module& original, const optional<Device>& device) {
  const detail::Hooks* hooks = hooks_.get();  // were copied with the object
  if (hooks != nullptr && hooks->clone_computed != nullptr) hooks->clone_computed(*this, original, device);
  const auto check = [&](size_t got, size_t expected, const char* what, const char* function) {
    TORCHPP_CHECK(got == expected, "The cloned module does not have the same number of ", what,
                  " as the original module after calling reset(). Are you sure you called ", function,
                  "() inside reset() and not the constructor? ", name(), " has ", got, ", expected ", expected);
  };
  check(parameters_.size(), original.parameters_.size(), "parameters", "register_parameter");
  check(buffers_.size(), original.buffers_.size(), "buffers", "register_buffer");
  check(family_.children().size(), original.family_.children().size(), "child modules", "register_module");
  NoGradGuard no_grad;
  const auto copy = [&](OrderedDict<std::string, Tensor>& to, const OrderedDict<std::string, Tensor>& from) {
    for (const auto& item : from) {
      if (!item.value().defined()) continue;
      Tensor& tensor = to[item.key()];
      TORCHPP_CHECK(tensor.defined(), "clone: reset() of ", name(), " leaves '", item.key(),
                    "' undefined, which the original has");
      tensor.set_data(detail::deep_copy(item.value(), device));
      if (tensor.requires_grad() != item.value().requires_grad()) tensor.requires_grad_(item.value().requires_grad());
    }
  };
  copy(parameters_, original.parameters_);
  copy(buffers_, original.buffers_);
  for (const auto& child : original.family_.children()) family_.children()[child.key()]->clone_(*child.value(), device);
}

void Module::to(Device device, ScalarType dtype, bool non_blocking) {
  for (auto& child : family_.children()) child.value()->to(device, dtype, non_blocking);
  convert_own(*this, [&](const Tensor& t) {
    return converts(t, dtype) ? t.to(device, dtype, non_blocking) : t.to(device, non_blocking);
  });
}

void Module::to(ScalarType dtype, bool non_blocking) {
  for (auto& child : family_.children()) child.value()->to(dtype, non_blocking);
  convert_own(*this, [&](const Tensor& t) { return converts(t, dtype) ? t.to(dtype, non_blocking) : t; });
}

void Module::to(Device device, bool non_blocking) {
  for (auto& child : family_.children()) child.value()->to(device, non_blocking);
  convert_own(*this, [&](const Tensor& t) { return t.to(device, non_blocking); });
}

void Module::type(ScalarType dtype) {
  detail::walk(*this, [&](Module& m) { convert_own(m, [&](const Tensor& t) { return t.to(dtype); }); });
}

void Module::to(MemoryFormat memory_format) {
  const int64_t rank = memory_format == MemoryFormat::ChannelsLast     ? 4
                       : memory_format == MemoryFormat::ChannelsLast3d ? 5
                                                                       : 0;
  const auto lay_out = [&](const Tensor& t) { return rank == 0 || t.dim() == rank ? t.contiguous(memory_format) : t; };
  detail::walk(*this, [&](Module& m) { convert_own(m, lay_out); });
}

void Module::to_empty(Device device) {
  const auto make = [&](const Tensor& t) { return t.new_empty(t.sizes(), t.options().device(device)); };
  detail::walk(*this, [&](Module& m) { convert_own(m, make); });
}

}  // namespace torchpp::nn
