// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/node.h>
#include <torchpp/core/grad_mode.h>

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
RemovableHandle add(const std::shared_ptr<void>& owned, HookList<Function> Hooks::*list, Function function) {
  auto& hooks = *static_cast<Hooks*>(owned.get());
  const unsigned id = hooks.next_id++;
  (hooks.*list).add(id, std::move(function));
  return RemovableHandle(owned, id);
}

// Lists are copied before they run: a hook may remove itself.
template <class Function, class... Args>
void run(const HookList<Function>& hooks, Args&... args) {
  const auto list = hooks.list;
  for (const auto& hook : list) hook.function(args...);
}

}  // namespace

HooksOwner::HooksOwner(const HooksOwner& o) : hooks_(o.empty() ? nullptr : std::make_shared<Hooks>(*o.get())) {}

HooksOwner& HooksOwner::operator=(const HooksOwner& o) {
  if (this != &o) *this = HooksOwner(o);
  return *this;
}

const std::shared_ptr<void>& HooksOwner::make() {
  if (!hooks_) hooks_ = std::make_shared<Hooks>();
  return hooks_;
}

}  // namespace detail

RemovableHandle::RemovableHandle(const std::shared_ptr<void>& hooks, unsigned id) : hooks_(hooks), id_(id) {}

void RemovableHandle::remove() {
  const auto hooks = std::static_pointer_cast<detail::Hooks>(hooks_.lock());
  if (!hooks) return;
  const bool found = hooks->forward_pre.remove(id_) || hooks->forward.remove(id_) || hooks->backward.remove(id_) ||
                     hooks->last_operator_backward.remove(id_) || hooks->state_dict.remove(id_) ||
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

RemovableHandle Module::register_state_dict_hook(Callable<void(const Module&, StateDict&, const std::string&)> hook) {
  return detail::add(hooks_.make(), &detail::Hooks::state_dict, std::move(hook));
}

RemovableHandle Module::register_load_state_dict_pre_hook(
    Callable<void(Module&, StateDict&, const std::string&)> hook) {
  return detail::add(hooks_.make(), &detail::Hooks::load_pre, std::move(hook));
}

RemovableHandle Module::register_load_state_dict_post_hook(Callable<void(Module&, IncompatibleKeys&)> hook) {
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

RemovableHandle Module::register_backward_hook(FullBackwardHook hook) {
  TORCHPP_CHECK(
      hooks_.empty() || hooks_.get()->backward.list.empty(),
      "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one "
      "of them.");
  return detail::add(hooks_.make(), &detail::Hooks::last_operator_backward, std::move(hook));
}

RemovableHandle Module::register_full_backward_hook(FullBackwardHook hook) {
  TORCHPP_CHECK(
      hooks_.empty() || hooks_.get()->last_operator_backward.list.empty(),
      "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one "
      "of them.");
  return detail::add(hooks_.make(), &detail::Hooks::backward, std::move(hook));
}

RemovableHandle register_module_backward_hook(FullBackwardHook hook) {
  TORCHPP_CHECK(detail::hooks_of_all()->backward.list.empty(),
                "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use "
                "only one of them.");
  auto handle = detail::add(detail::hooks_of_all(), &detail::Hooks::last_operator_backward, std::move(hook));
  ++detail::global_hooks;
  return handle;
}

RemovableHandle register_module_full_backward_hook(FullBackwardHook hook) {
  TORCHPP_CHECK(detail::hooks_of_all()->last_operator_backward.list.empty(),
                "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use "
                "only one of them.");
  auto handle = detail::add(detail::hooks_of_all(), &detail::Hooks::backward, std::move(hook));
  ++detail::global_hooks;
  return handle;
}

// ---- backward hooks: an identity node before the module and one behind it

namespace detail {

struct BackwardHookCall {
  std::weak_ptr<Module> module;
  std::vector<Tensor> grad_output;
  size_t tensors = 0;                 // among the arguments
  std::vector<size_t> with_gradient;  // which of them require grad

  std::vector<Tensor> run_hooks(std::vector<Tensor> grads) {
    std::vector<Tensor> grad_input(tensors);
    for (size_t i = 0; i < grads.size(); ++i) grad_input[with_gradient[i]] = grads[i];
    const auto alive = module.lock();
    if (!alive) return grads;
    const Module& constant = *alive;
    if (global_hooks != 0) run(hooks_of_all()->backward, *alive, grad_input, grad_output);
    if (const auto* hooks = ModuleAccess::hooks(constant)) run(hooks->backward, *alive, grad_input, grad_output);
    TORCHPP_CHECK(grad_input.size() == tensors, "A backward hook must keep the number of gradients");
    for (size_t i = 0; i < grads.size(); ++i) grads[i] = grad_input[with_gradient[i]];
    grad_output.clear();
    return grads;
  }
};

namespace {

// Passes gradients on, through a function.
class HookNode final : public autograd::Node {
 public:
  using Function = Callable<std::vector<Tensor>(std::vector<Tensor>)>;
  HookNode(autograd::edge_list&& edges, Function function) : Node(std::move(edges)), function_(std::move(function)) {}
  std::string name() const override { return "ModuleBackwardHook"; }

 protected:
  autograd::variable_list apply(autograd::variable_list&& grads) override { return function_(std::move(grads)); }

 private:
  Function function_;
};

// Puts a node between the tensors and what they were computed from.
void insert_node(const std::vector<Tensor*>& tensors, HookNode::Function function) {
  std::vector<Tensor> before;
  for (const Tensor* t : tensors) before.push_back(*t);
  auto node = make_intrusive<HookNode>(autograd::collect_next_edges(before), std::move(function));
  for (Tensor* t : tensors) {
    *t = t->detach();
    autograd::create_gradient_edge(*t, node);
  }
}

std::vector<Tensor*> tensors_of(AnyValue& value) {
  std::vector<Tensor*> all;
  if (auto* tensor = value.try_get<Tensor>()) all = {tensor};
  else if (auto* list = value.try_get<std::vector<Tensor>>())
    for (Tensor& t : *list) all.push_back(&t);
  else if (auto* two = value.try_get<std::tuple<Tensor, Tensor>>()) all = {&std::get<0>(*two), &std::get<1>(*two)};
  else if (auto* three = value.try_get<std::tuple<Tensor, Tensor, Tensor>>())
    all = {&std::get<0>(*three), &std::get<1>(*three), &std::get<2>(*three)};
  return all;
}

// Whether the module, or all modules, have hooks of a form.
bool has_any(const Module& module, HookList<FullBackwardHook> Hooks::*form) {
  const auto* own = ModuleAccess::hooks(module);
  return (own != nullptr && !(own->*form).list.empty()) ||
         (global_hooks != 0 && !((*hooks_of_all()).*form).list.empty());
}

std::shared_ptr<BackwardHookCall> begin_backward_hooks(Module& module, std::vector<AnyValue>& arguments) {
  auto call = std::make_shared<BackwardHookCall>();
  call->module = module.weak_from_this();
  std::vector<Tensor*> inputs;
  for (AnyValue& argument : arguments) {
    auto* tensor = argument.try_get<Tensor>();
    if (tensor == nullptr) continue;
    if (tensor->defined() && tensor->requires_grad()) {
      inputs.push_back(tensor);
      call->with_gradient.push_back(call->tensors);
    }
    ++call->tensors;
  }
  if (!inputs.empty())
    insert_node(inputs, [call](std::vector<Tensor> grads) { return call->run_hooks(std::move(grads)); });
  return call;
}

void end_backward_hooks(const std::shared_ptr<BackwardHookCall>& call, AnyValue& result) {
  const std::vector<Tensor*> all = tensors_of(result);
  std::vector<Tensor*> outputs;
  std::vector<size_t> positions;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i]->defined() || !all[i]->requires_grad()) continue;
    outputs.push_back(all[i]);
    positions.push_back(i);
  }
  if (outputs.empty()) return;
  insert_node(outputs, [call, positions, size = all.size()](std::vector<Tensor> grads) {
    call->grad_output.assign(size, Tensor());
    for (size_t i = 0; i < grads.size(); ++i) call->grad_output[positions[i]] = grads[i];
    // No input leads further back: then this is the time.
    if (call->with_gradient.empty()) call->run_hooks({});
    return grads;
  });
}

// Hooks of the older form, on the node of the operator that computed a result.
class LastOperatorHooks final : public autograd::FunctionPostHook {
 public:
  explicit LastOperatorHooks(std::weak_ptr<Module> module) : module_(std::move(module)) {}
  autograd::variable_list operator()(const autograd::variable_list& outputs,
                                     const autograd::variable_list& inputs) override {
    std::vector<Tensor> grad_input = outputs;
    if (const auto alive = module_.lock()) {
      const Module& constant = *alive;
      if (global_hooks != 0) run(hooks_of_all()->last_operator_backward, *alive, grad_input, inputs);
      if (const auto* hooks = ModuleAccess::hooks(constant))
        run(hooks->last_operator_backward, *alive, grad_input, inputs);
    }
    TORCHPP_CHECK(grad_input.size() == outputs.size(), "A backward hook must keep the number of gradients");
    return grad_input;
  }

 private:
  std::weak_ptr<Module> module_;
};

void add_last_operator_hooks(Module& module, AnyValue& result) {
  const std::vector<Tensor*> tensors = tensors_of(result);
  if (tensors.empty() || !tensors.front()->defined()) return;
  if (const auto node = tensors.front()->grad_fn())
    node->add_post_hook(std::make_unique<LastOperatorHooks>(module.weak_from_this()));
}

}  // namespace
}  // namespace detail

// In Python's order: hooks of all modules before the module's own.
std::shared_ptr<detail::BackwardHookCall> detail::run_forward_pre_hooks(Module& module,
                                                                        std::vector<AnyValue>& arguments) {
  if (global_hooks != 0) run(hooks_of_all()->forward_pre, module, arguments);
  if (const auto* hooks = ModuleAccess::hooks(module)) {
    run(hooks->forward_pre, module, arguments);
    update_if_computed(module);
  }
  if (!GradMode::is_enabled() || !has_any(module, &Hooks::backward)) return nullptr;
  return begin_backward_hooks(module, arguments);
}

void detail::run_forward_hooks(Module& module, const std::vector<AnyValue>& arguments, AnyValue& result,
                               const std::shared_ptr<BackwardHookCall>& backward) {
  if (global_hooks != 0) run(hooks_of_all()->forward, module, arguments, result);
  if (const auto* hooks = ModuleAccess::hooks(module)) run(hooks->forward, module, arguments, result);
  if (backward) end_backward_hooks(backward, result);
  if (GradMode::is_enabled() && has_any(module, &Hooks::last_operator_backward))
    add_last_operator_hooks(module, result);
}

}  // namespace torchpp::nn
