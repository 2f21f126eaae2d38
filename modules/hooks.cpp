// SPDX-License-Identifier: BSD-3-Clause
#include "modules/module_private.h"

namespace torchpp::nn {

namespace detail {

int global_hooks = 0;

namespace {

const std::shared_ptr<Hooks>& hooks_of_all() {
  static const auto& hooks = *new std::shared_ptr<Hooks>([] {
    auto made = std::make_shared<Hooks>();
    made->global = true;
    return made;
  }());
  return hooks;
}

template <class Function>
RemovableHandle add(const std::shared_ptr<Hooks>& hooks, HookList<Function> Hooks::*list, Function function) {
  const unsigned id = hooks->next_id++;
  (hooks.get()->*list).add(id, std::move(function));
  return RemovableHandle(hooks, id);
}

// Lists are copied before they run: a hook may remove itself.
template <class Function, class... Args>
void run(const HookList<Function>& hooks, Args&... args) {
  const auto list = hooks.list;
  for (const auto& hook : list) hook.function(args...);
}

}  // namespace

HooksOwner::HooksOwner(const HooksOwner& o) : hooks_(o.hooks_ ? std::make_shared<Hooks>(*o.hooks_) : nullptr) {}

HooksOwner& HooksOwner::operator=(const HooksOwner& o) {
  if (this != &o) *this = HooksOwner(o);
  return *this;
}

const std::shared_ptr<Hooks>& HooksOwner::make() {
  if (!hooks_) hooks_ = std::make_shared<Hooks>();
  return hooks_;
}

}  // namespace detail

void RemovableHandle::remove() {
  const auto hooks = hooks_.lock();
  if (!hooks) return;
  const bool found = hooks->forward_pre.remove(id_) || hooks->forward.remove(id_) || hooks->state_dict.remove(id_) ||
                     hooks->load_pre.remove(id_) || hooks->load_post.remove(id_);
  if (found && hooks->global) --detail::global_hooks;
  hooks_.reset();
}

RemovableHandle Module::register_forward_pre_hook(ForwardPreHook hook) {
  return detail::add(hooks_.make(), &detail::Hooks::forward_pre, std::move(hook));
}

RemovableHandle Module::register_forward_hook(ForwardHook hook) {
  return detail::add(hooks_.make(), &detail::Hooks::forward, std::move(hook));
}

RemovableHandle Module::register_state_dict_hook(
    std::function<void(const Module&, StateDict&, const std::string&)> hook) {
  return detail::add(hooks_.make(), &detail::Hooks::state_dict, std::move(hook));
}

RemovableHandle Module::register_load_state_dict_pre_hook(
    std::function<void(Module&, StateDict&, const std::string&)> hook) {
  return detail::add(hooks_.make(), &detail::Hooks::load_pre, std::move(hook));
}

RemovableHandle Module::register_load_state_dict_post_hook(std::function<void(Module&, IncompatibleKeys&)> hook) {
  return detail::add(hooks_.make(), &detail::Hooks::load_post, std::move(hook));
}

RemovableHandle register_module_forward_pre_hook(ForwardPreHook hook) {
  auto handle = detail::add(detail::hooks_of_all(), &detail::Hooks::forward_pre, std::move(hook));
  ++detail::global_hooks;
  return handle;
}

RemovableHandle register_module_forward_hook(ForwardHook hook) {
  auto handle = detail::add(detail::hooks_of_all(), &detail::Hooks::forward, std::move(hook));
  ++detail::global_hooks;
  return handle;
}

// In Python's order: hooks of all modules before the module's own.
void detail::run_forward_pre_hooks(Module& module, std::vector<AnyValue>& arguments) {
  if (global_hooks != 0) run(hooks_of_all()->forward_pre, module, arguments);
  if (const auto* hooks = ModuleAccess::hooks(module)) run(hooks->forward_pre, module, arguments);
}

void detail::run_forward_hooks(Module& module, const std::vector<AnyValue>& arguments, AnyValue& result) {
  if (global_hooks != 0) run(hooks_of_all()->forward, module, arguments, result);
  if (const auto* hooks = ModuleAccess::hooks(module)) run(hooks->forward, module, arguments, result);
}

}  // namespace torchpp::nn
