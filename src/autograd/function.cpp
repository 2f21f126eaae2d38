// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/function.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/mode.h>

#include <algorithm>

#include "src/autograd/meta.h"
#include "src/autograd/saved_variable.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"

namespace torchpp::autograd {

// ---- SavedData

struct SavedData::Items {
  std::vector<value_type> list;
};

SavedData::SavedData() = default;
SavedData::SavedData(const SavedData& o) : items_(o.items_ ? new Items(*o.items_) : nullptr) {}
SavedData& SavedData::operator=(SavedData o) noexcept {
  items_ = std::move(o.items_);
  return *this;
}
SavedData::~SavedData() = default;

bool SavedData::empty() const { return size() == 0; }
size_t SavedData::size() const { return items_ ? items_->list.size() : 0; }
SavedData::iterator SavedData::begin() { return items_ ? items_->list.data() : nullptr; }
SavedData::iterator SavedData::end() { return begin() + size(); }
SavedData::const_iterator SavedData::begin() const { return const_cast<SavedData&>(*this).begin(); }
SavedData::const_iterator SavedData::end() const { return begin() + size(); }
SavedData::iterator SavedData::find(const std::string& name) {
  return std::find_if(begin(), end(), [&](const value_type& item) { return item.first == name; });
}
IValue& SavedData::operator[](const std::string& name) {
  if (const iterator it = find(name); it != end()) return it->second;
  if (!items_) items_ = torchpp::detail::Owned<Items>(new Items);
  return items_->list.emplace_back(name, IValue()).second;
}
const IValue& SavedData::at(const std::string& name) const {
  const const_iterator it = const_cast<SavedData&>(*this).find(name);
  TORCHPP_CHECK_INDEX(it != end(), "saved_data: got name '", name, "', which nobody saved");
  return it->second;
}
size_t SavedData::count(const std::string& name) const { return const_cast<SavedData&>(*this).find(name) != end(); }
size_t SavedData::erase(const std::string& name) {
  const iterator it = find(name);
  if (it == end()) return 0;
  items_->list.erase(items_->list.begin() + (it - begin()));
  return 1;
}

// ---- the node

namespace detail {

struct SavedTensors {
  SpinLock lock;
  std::vector<SavedVariable> list;
};

class CustomNode final : public Node {
 public:
  CustomNode(const FunctionTraits& traits, std::vector<int64_t> is_tensor)
      : traits_(traits), is_tensor_(std::move(is_tensor)) {}

  AutogradContext context;

  std::string name() const override { return torchpp::detail::type_name(*traits_.type); }

  void release_variables() override {
    SavedTensors* saved = context.saved_;
    if (saved == nullptr) return;
    for (SavedVariable& v : saved->list) {
      saved->lock.lock();
      const SavedVariable taken = v.take();
      saved->lock.unlock();
    }
  }

  void save() {
    auto* saved = new SavedTensors;
    context.saved_ = saved;
    context.node_ = this;
    for (const Tensor& t : context.to_save_) {
      const bool is_output = t.defined() && t.grad_fn().get() == this;
      saved->list.emplace_back(t, is_output ? SavedVariable::Role::kOutput : SavedVariable::Role::kInput);
    }
    context.to_save_.clear();
    context.dirty_.clear();
    context.non_differentiable_.clear();
  }

  void note_output(const Tensor& t) { outputs_.emplace_back(t.defined() ? InputMetadata(t) : InputMetadata()); }

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  FunctionTraits traits_;
  std::vector<int64_t> is_tensor_;
  std::vector<InputMetadata> outputs_;
};

variable_list CustomNode::apply(variable_list&& grads) {
  if (context.materialize_)
    for (size_t i = 0; i < grads.size(); ++i)
      if (!grads[i].defined() && outputs_[i].defined()) grads[i] = outputs_[i].zeros_like();
  variable_list out = traits_.backward(&context, std::move(grads));
  const size_t expected = is_tensor_.size();
  if (out.size() > expected) {
    // Undefined extras at the end are tolerated.
    const bool extras_undefined = std::all_of(out.begin() + static_cast<std::ptrdiff_t>(expected), out.end(),
                                              [](auto& t) { return !t.defined(); });
    if (extras_undefined) out.resize(expected);
  }
  TORCHPP_CHECK(out.size() == expected, "function ", name(), " returned an incorrect number of gradients (expected ",
                expected, ", got ", out.size(), ")");
  variable_list result;
  result.reserve(num_outputs());
  for (size_t i = 0; i < expected; ++i) {
    if (is_tensor_[i] != 0) {
      result.push_back(std::move(out[i]));
      continue;
    }
    TORCHPP_CHECK(!out[i].defined(), "function ", name(), " returned a gradient different than undefined at position ",
                  i + 1, ", but the corresponding forward input was not a Variable");
  }
  return result;
}

}  // namespace detail

using detail::CustomNode;

AutogradContext::AutogradContext() = default;
AutogradContext::~AutogradContext() { delete saved_; }

void AutogradContext::save_for_backward(variable_list to_save) { to_save_ = std::move(to_save); }
void AutogradContext::save_for_forward(variable_list to_save) { to_save_forward_ = std::move(to_save); }
variable_list AutogradContext::get_saved_for_forward() const { return to_save_forward_; }
void AutogradContext::mark_dirty(const variable_list& inputs) { dirty_ = inputs; }
void AutogradContext::mark_non_differentiable(const variable_list& outputs) { non_differentiable_ = outputs; }

variable_list AutogradContext::get_saved_variables() const {
  if (saved_ == nullptr) return to_save_;  // still in forward mode's call
  variable_list list;
  list.reserve(saved_->list.size());
  for (const SavedVariable& v : saved_->list) {
    saved_->lock.lock();
    const bool released = v.released();
    const SavedVariable kept = v.share();
    saved_->lock.unlock();
    if (released) fail_released();
    list.push_back(kept.unpack(node_));
  }
  return list;
}

bool AutogradContext::needs_input_grad(size_t i) const {
  TORCHPP_CHECK(node_ != nullptr, "needs_input_grad: expected a call from backward");
  return node_->task_should_compute_output(i);
}

// ---- the call

void FunctionArguments::add(const Tensor& t) {
  tensors_.push_back(t);
  is_tensor_.push_back(1);
}
void FunctionArguments::add(const optional<Tensor>& t) { add(t ? *t : Tensor()); }
void FunctionArguments::add(TensorList list) {
  for (const Tensor& t : list) add(t);
}
void FunctionArguments::add(const std::vector<Tensor>& list) { add(TensorList(list)); }
void FunctionArguments::add(const std::vector<optional<Tensor>>& list) {
  for (const auto& t : list) add(t);
}
void FunctionArguments::add_no_tensor() { is_tensor_.push_back(0); }

FunctionCall::FunctionCall(const FunctionTraits& traits, FunctionArguments&& arguments)
    : traits_(traits), inputs_(std::move(arguments.tensors_)), records_(false), has_tangents_(false) {
  const bool reverse = !thread_state.no_grad, forward = thread_state.dual_level >= 0 && !thread_state.no_forward_grad;
  for (const Tensor& t : inputs_) {
    if (!t.defined()) continue;
    records_ = records_ || (reverse && t.requires_grad());
    has_tangents_ = has_tangents_ || (forward && has_tangent(t));
  }
  node_ = make_intrusive<CustomNode>(traits, std::move(arguments.is_tensor_));
  if (records_) node_->set_next_edges(collect_next_edges(inputs_));
}
FunctionCall::~FunctionCall() = default;

AutogradContext* FunctionCall::context() { return &node_->context; }

FunctionCall::Unrecorded::Unrecorded()
    : no_grad_(thread_state.no_grad), no_forward_grad_(thread_state.no_forward_grad) {
  thread_state.no_grad = thread_state.no_forward_grad = true;
  thread_state.refresh();
}
FunctionCall::Unrecorded::~Unrecorded() {
  thread_state.no_grad = no_grad_;
  thread_state.no_forward_grad = no_forward_grad_;
  thread_state.refresh();
}

namespace {

bool contains(const variable_list& list, const Tensor& t) {
  return std::any_of(list.begin(), list.end(), [&](const Tensor& o) { return o.is_same(t); });
}

// A result without history; inputs keep theirs.
Tensor without_history(const Tensor& t, bool is_input) {
  if (!t.requires_grad()) return t;
  if (is_input || t.is_view()) return t.detach();
  return t.detach_();
}

Tensor with_history(const intrusive_ptr<CustomNode>& node, const Tensor& t, bool is_input, bool is_dirty) {
  if (is_dirty) {
    TORCHPP_CHECK(!(t.is_leaf() && t.requires_grad()),
                  "a leaf Variable that requires grad has been used in an in-place operation.");
    check_inplace(t, "mark_dirty");
    NodeAccess::add_output(*node, t);
    rebase_history(t, node, node->num_inputs() - 1);
    return t;
  }
  // An input returned as it is becomes a view of itself, so that it can have another history.
  Tensor y = t;
  if (is_input) {
    const ExcludeKeys below(DispatchKey::Autograd);
    y = op::alias(t);
  }
  NodeAccess::add_output(*node, y);
  set_gradient_edge(y, Edge(node, node->num_inputs() - 1));
  return y;
}

}  // namespace

variable_list FunctionCall::finish(variable_list outputs) {
  AutogradContext& ctx = node_->context;
  for (const Tensor& t : ctx.dirty_) {
    TORCHPP_CHECK(
        contains(outputs, t),
        "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
        "are modified inplace must all be outputs of the Function.");
    check_writable(t);
    bump_version(t);
  }
  std::vector<bool> differentiable(outputs.size());
  size_t num_views = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Tensor& y = outputs[i];
    const bool is_input = y.defined() && contains(inputs_, y);
    differentiable[i] = y.defined() && isDifferentiableType(y.dtype()) && !contains(ctx.non_differentiable_, y);
    if (y.defined() && (!records_ || !differentiable[i])) y = without_history(y, is_input && !contains(ctx.dirty_, y));
    if (!records_) continue;
    if (!differentiable[i]) {
      NodeAccess::add_no_output(*node_);
    } else {
      const bool dirty = is_input && contains(ctx.dirty_, y);
      y = with_history(node_, y, is_input, dirty);
      if (!dirty && y.is_view()) {
        y.impl()->view_info()->creation = CreationMeta::kInCustomFunction;
        ++num_views;
      }
    }
    node_->note_output(y);
  }
  if (num_views > 1)
    for (const Tensor& y : outputs)
      if (y.defined() && y.is_view() && y.impl()->view_info()->creation == CreationMeta::kInCustomFunction)
        y.impl()->view_info()->creation = CreationMeta::kMultiOutput;
  if (has_tangents_) {
    TORCHPP_CHECK_NOT_IMPLEMENTED(traits_.jvp != nullptr, "Trying to use forward AD with ", node_->name(),
                                  " that does not support it because it has not been implemented yet (a static "
                                  "function jvp).");
    variable_list tangents;
    for (const Tensor& t : inputs_) tangents.push_back(t.defined() && has_tangent(t) ? tangent_of(t) : Tensor());
    const variable_list result = [&] {
      const AutoFwGradMode off(false);
      return traits_.jvp(&ctx, std::move(tangents));
    }();
    TORCHPP_CHECK(result.size() == outputs.size(), "function ", node_->name(), ": jvp returned ", result.size(),
                  " tangents, expected ", outputs.size());
    for (size_t i = 0; i < outputs.size(); ++i)
      if (differentiable[i] && result[i].defined())
        set_tangent(outputs[i], result[i], contains(ctx.dirty_, outputs[i]));
  }
  if (records_) node_->save();
  return outputs;
}

// ---- errors that wait until somebody differentiates

namespace {

// The grad_fn of results that were computed without a derivative: throws when backward reaches it.
class ErrorNode final : public Node {
 public:
  ErrorNode(std::string message, edge_list&& edges) : Node(std::move(edges)), message_(std::move(message)) {}
  std::string name() const override { return "Error"; }

 protected:
  variable_list apply(variable_list&&) override { TORCHPP_FAIL_KIND(kError, message_); }

 private:
  std::string message_;
};

intrusive_ptr<Node> without_derivative(const std::string& op, ArrayRef<Tensor> inputs) {
  return make_intrusive<ErrorNode>("derivative for " + op + " is not implemented", collect_next_edges(inputs));
}

}  // namespace

variable_list once_differentiable(variable_list outputs) {
  if (thread_state.no_grad) return outputs;
  bool any = false;
  for (const Tensor& t : outputs) any = any || (t.defined() && t.requires_grad());
  if (!any) return outputs;
  const auto node = make_intrusive<ErrorNode>(
      "trying to differentiate twice a function that was marked with once_differentiable", collect_next_edges(outputs));
  for (Tensor& t : outputs) {
    if (!t.defined()) continue;
    t = t.detach();
    create_gradient_edge(t, node);
  }
  return outputs;
}

void not_implemented_fallback(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  variable_list inputs;
  for (const IValue& v : stack) {
    if (v.isTensor()) inputs.push_back(v.toTensor());
    else if (v.isTensorList())
      for (const Tensor& t : v.toTensorVector()) inputs.push_back(t);
  }
  bool any = false;
  for (const Tensor& t : inputs) any = any || (t.defined() && t.requires_grad());
  {
    const AutoDispatchBelowAutograd below;
    op.redispatch_boxed(keys - DispatchKey::Autograd, stack);
  }
  if (!any || thread_state.no_grad) return;
  const auto node = without_derivative(op.name(), inputs);
  auto attach = [&](const Tensor& t) {
    if (t.defined() && isDifferentiableType(t.dtype())) create_gradient_edge(t, node);
  };
  for (const IValue& v : stack) {
    if (v.isTensor()) attach(v.toTensor());
    else if (v.isTensorList())
      for (const Tensor& t : v.toTensorVector()) attach(t);
  }
}

}  // namespace torchpp::autograd

void torchpp::detail::lose_derivative(const Tensor& self, const Tensor& source, const char* op) {
  if (thread_state.no_grad || !(self.requires_grad() || source.requires_grad())) return;
  autograd::create_gradient_edge(self, autograd::without_derivative(op, {self, source}));
}
