// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The private side of Module: its parts, traversal and hooks.

#include <torchpp/nn/module.h>

#include <algorithm>

namespace torchpp::nn {

class LoadStateOptions;
struct LoadReport;

/// Access to the private parts of a module for the functions of the front end.
struct ModuleAccess {
  static OrderedDict<std::string, Tensor>& parameters(Module& m) { return m.parameters_; }
  static OrderedDict<std::string, Tensor>& buffers(Module& m) { return m.buffers_; }
  static const OrderedDict<std::string, Tensor>& parameters(const Module& m) { return m.parameters_; }
  static const OrderedDict<std::string, Tensor>& buffers(const Module& m) { return m.buffers_; }
  static const OrderedDict<std::string, std::shared_ptr<Module>>& children(const Module& m) {
    return m.family_.children();
  }
  static std::string path(const Module& m) { return m.family_.path(); }
  static bool persistent(const Module& m, const std::string& buffer) {
    return std::find(m.not_persistent_.begin(), m.not_persistent_.end(), buffer) == m.not_persistent_.end();
  }
  // A container's clone() makes a new object: it takes over the hooks and whether the module trains.
  static void copy_flags(const Module& from, Module& to) {
    to.is_training_ = from.is_training_;
    to.hooks_ = from.hooks_;
  }
  /// Of this module alone.
  static void set_training(Module& m, bool on) { m.is_training_ = on; }
  static bool may_be_missing(const Module& m, const std::string& name) { return m.may_be_missing(name); }
  static detail::Hooks* hooks(const Module& m) { return m.hooks_.get(); }
  static detail::Hooks& make_hooks(Module& m) { return *static_cast<detail::Hooks*>(m.hooks_.make().get()); }
};

namespace detail {

/// Calls f(module) for the module, then for all below, each before its children.
template <class M, class Function>
void walk(M& module, const Function& f) {
  f(module);
  for (const auto& child : ModuleAccess::children(module)) walk<M>(*child.value(), f);
}

/// Calls f(tensor) for every defined parameter and buffer of the module and of all below.
template <class Function>
void for_each_tensor(Module& module, const Function& f) {
  walk(module, [&](Module& m) {
    for (auto* dict : {&ModuleAccess::parameters(m), &ModuleAccess::buffers(m)})
      for (auto& item : *dict)
        if (item.value().defined()) f(item.value());
  });
}

/// Hooks of one kind, in order of registration.
template <class Function>
struct HookList {
  struct Item {
    unsigned id;
    Function function;
  };
  void add(unsigned id, Function function) { list.push_back({id, std::move(function)}); }
  bool remove(unsigned id) {
    for (auto item = list.begin(); item != list.end(); ++item) {
      if (item->id != id) continue;
      list.erase(item);
      return true;
    }
    return false;
  }
  std::vector<Item> list;
};

/// A parameter or buffer that is computed for every call from other tensors of the module: weight_norm, pruning,
/// parametrizations. It is in no list of the module; the tensor that forward reads is given the result.
struct ComputedTensor {
  std::string name;
  const char* method;  // what computes it
  Tensor place;        // the tensor that forward reads
  bool was_buffer;
  Callable<Tensor(Module&)> compute;  // works on the module it is given: a copied module has a copy of it
  uint64_t scope = 0;                 // of parametrize::cached in which the present value was computed
};
inline constexpr char kParametrized[] = "a parametrization";
/// The number of this thread's parametrize::cached; 0 outside.
uint64_t cached_scope() noexcept;

struct Hooks {
  unsigned next_id = 1;
  bool global = false;
  HookList<ForwardPreHook> forward_pre;
  HookList<ForwardHook> forward;
  HookList<FullBackwardHook> backward;
  HookList<FullBackwardHook> last_operator_backward;  // register_backward_hook
  HookList<Callable<void(const Module&, StateDict&, const std::string&)>> state_dict;
  HookList<Callable<void(Module&, StateDict&, const std::string&)>> load_pre;
  HookList<Callable<void(Module&, IncompatibleKeys&)>> load_post;
  std::vector<ComputedTensor> computed;
  // Set with the first computed tensor: programs that have none do not link the functions.
  void (*update_computed)(Module& module) = nullptr;
  void (*clone_computed)(Module& copy, const Module& original, const optional<Device>& device) = nullptr;
};

/// Loads a state whose names are the module's as load_state does; rules about names are not applied. The report's
/// filtered_keys stay.
void load_planned(Module& module, StateDict state, const LoadStateOptions& options, LoadReport& report);

/// A copy of the values, on the device if one is given.
Tensor deep_copy(const Tensor& tensor, const optional<Device>& device);
/// Before a call of the module, or where its tensors are read without a call.
inline void update_if_computed(Module& module) {
  const Hooks* hooks = ModuleAccess::hooks(module);
  if (hooks != nullptr && hooks->update_computed != nullptr) hooks->update_computed(module);
}

/// The module's computed tensor of this name, or null.
ComputedTensor* find_computed(Module& module, const std::string& name);
/// Takes a parameter or buffer out of the module's list and has it computed instead. `compute` must find what it reads
/// in the module. The tensor keeps its values until the first computation. Error, with nothing changed, unless the
/// module has this tensor, and none of the names name + suffix, which the caller registers then. Optimizers that train
/// the tensor train `original` from now on, the one parameter that it is computed from; undefined if there are several.
void add_computed(Module& module, const std::string& name, std::initializer_list<const char*> suffixes,
                  const char* method, Callable<Tensor(Module&)> compute, const Tensor& original);
/// The tensor becomes an ordinary parameter or buffer of these values again. Optimizers that train the original, if
/// there was but one, train it.
void remove_computed(Module& module, const std::string& name, const Tensor& value, bool requires_grad,
                     ArrayRef<Tensor> originals);
/// Computes one tensor, or all of the module (not of those below).
void update_computed(Module& module, ComputedTensor& computed);
void update_computed(Module& module);
/// Parameter or buffer of the module by its name, which must be there.
Tensor& own_tensor(Module& module, const std::string& name);
/// Takes a parameter or a buffer out of the module's list.
void forget_tensor(Module& module, const std::string& name);

}  // namespace detail
}  // namespace torchpp::nn
