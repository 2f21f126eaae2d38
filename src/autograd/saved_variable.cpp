// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/saved_variable.h"

#include <torchpp/autograd/saved_tensor_hooks.h>
#include <torchpp/core/grad_mode.h>

#include "src/autograd/copy_slices.h"
#include "src/autograd/meta.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/creation.h"

namespace torchpp::autograd {

namespace detail {

/// One pair of hooks; those who saved with it keep it alive. With a message instead, hooks are forbidden.
struct SavedHooksFrame : intrusive_ptr_target {
  saved_tensors_hooks::Pack pack;
  saved_tensors_hooks::Unpack unpack;
  std::string disabled;
};

}  // namespace detail

using detail::SavedHooksFrame;

namespace {

const SavedHooksFrame* current_hooks() { return static_cast<const SavedHooksFrame*>(thread_state.saved_tensor_hooks); }

// A new tensor that shares the body's memory and has this gradient edge.
Tensor with_history(const TensorImpl& body, intrusive_ptr<Node> fn, uint32_t output_nr) {
  Tensor t(body.shallow_copy());
  if (TORCHPP_UNLIKELY(thread_state.dual_level >= 0))
    copy_tangent(TensorBase(intrusive_ptr<TensorImpl>::share(const_cast<TensorImpl*>(&body))), t);
  if (fn) {
    AutogradMeta& m = ensure_meta(t);
    m.grad_fn = std::move(fn);
    m.output_nr = output_nr;
  }
  return t;
}

}  // namespace

// The value that hooks returned for a tensor, or an output whose history depends on a view.
struct SavedVariable::Packed : intrusive_ptr_target {
  IValue value;
  intrusive_ptr<SavedHooksFrame> hooks;  // null: value is the tensor without history
  Role role = Role::kInput;
  bool leaf_requires_grad = false;
  // The gradient edge of a saved input. The grad_fn of a view that was changed in place is made again from the base's
  // node: that node owns the saving node, so owning it here would be a reference cycle.
  intrusive_ptr<Node> grad_fn;
  weak_intrusive_ptr<Node> base_grad_fn;
  std::unique_ptr<ViewGeometry> geometry;
  intrusive_ptr<Node> accumulator;
  ~Packed() override { drop_node(grad_fn); }
};

SavedVariable::SavedVariable(const Tensor& t, Role role) : SavedVariable() {
  if (t.defined()) save_slow(t, t.impl()->version_counter().value(), role);
}

void SavedVariable::save_slow(const Tensor& t, uint32_t version, Role role) {
  TensorImpl& impl = *t.impl();
  TORCHPP_CHECK(!impl.is_inference(),
                "Inference tensors cannot be saved for backward. To work around you can make a clone to get a normal "
                "tensor and use it in autograd.");
  version_ = version;
  const AutogradMeta* m = impl.autograd_meta();
  output_nr_ = m != nullptr ? m->output_nr & 0x1fffffff : 0;
  const SavedHooksFrame* hooks = current_hooks();
  if (TORCHPP_LIKELY((hooks == nullptr || !hooks->pack) && role != Role::kOutputOnView)) {
    const bool output = role == Role::kOutput;
    kind_ = output ? Kind::kOutput : Kind::kOriginal;
    if (output) held_ = impl.shallow_copy().release();
    // The tensor may get other values before backward: kept is what it is now.
    else if (m != nullptr && m->rebound)
      held_ = intrusive_ptr<TensorImpl>(with_history(impl, m->grad_fn, m->output_nr).getIntrusivePtr()).release();
    else held_ = intrusive_ptr<TensorImpl>(t.getIntrusivePtr()).release();
    return;
  }
  auto packed = make_intrusive<Packed>();
  packed->role = role;
  const Tensor plain = t.detach();
  if (role == Role::kInput) {
    packed->grad_fn = t.grad_fn();
    packed->leaf_requires_grad = m != nullptr && m->requires_grad;
    if (packed->leaf_requires_grad && !packed->grad_fn) packed->accumulator = grad_accumulator(t);
  } else if (role == Role::kOutputOnView) {
    const TensorBase base(impl.view_info()->base);
    packed->base_grad_fn = weak_intrusive_ptr<Node>(grad_fn_of(base));
    packed->geometry = std::make_unique<ViewGeometry>(base, t);
  }
  if (hooks != nullptr && hooks->pack) {
    packed->hooks = intrusive_ptr<SavedHooksFrame>::share(const_cast<SavedHooksFrame*>(hooks));
    const uint32_t before = impl.version_counter().value();
    const NoGradGuard no_grad;
    packed->value = hooks->pack(plain);
    TORCHPP_CHECK(impl.version_counter().value() == before,
                  "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook "
                  "can not be modified by in-place operations as this can lead to unexpected side-effects.");
  } else {
    packed->value = IValue(plain);
  }
  kind_ = Kind::kPacked;
  held_ = packed.release();
}

void SavedVariable::adopt_tangent(const Tensor& t) const {
  if (kind_ == Kind::kPacked) {
    const auto& packed = static_cast<const Packed&>(*held_);
    if (!packed.hooks) copy_tangent(t, packed.value.toTensor());
    return;
  }
  if (kind_ == Kind::kOutput)
    copy_tangent(t, TensorBase(intrusive_ptr<TensorImpl>::share(static_cast<TensorImpl*>(held_))));
}

SavedVariable SavedVariable::share() const noexcept {
  SavedVariable other;
  if (held_ != nullptr) held_->retain();
  other.held_ = held_;
  other.version_ = version_;
  other.kind_ = kind_;
  other.output_nr_ = output_nr_;
  return other;
}

SavedVariable SavedVariable::take() noexcept {
  SavedVariable taken(std::move(*this));
  if (taken.held_ != nullptr) kind_ = Kind::kReleased;
  return taken;
}

void fail_released() {
  TORCHPP_FAIL_KIND(kError,
                    "Trying to backward through the graph a second time (or directly access saved tensors after they "
                    "have already been freed). Saved intermediate values of the graph are freed when you call "
                    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
                    "graph a second time or if you need to access saved tensors after calling backward.");
}

void SavedVariable::fail_modified(const TensorImpl& impl, const Node* owner) const {
  const Tensor t(intrusive_ptr<TensorImpl>::share(const_cast<TensorImpl*>(&impl)));
  std::string text =
      str("one of the variables needed for gradient computation has been modified by an inplace "
          "operation: [",
          t.dtype(), " ", t.sizes(), "]");
  const intrusive_ptr<Node> fn = kind_ == Kind::kOriginal ? t.grad_fn() : nullptr;
  const Node* made_by = kind_ == Kind::kOriginal ? fn.get() : owner;
  if (made_by != nullptr)
    text += str(", which is output ", kind_ == Kind::kOriginal ? t.output_nr() : int64_t{output_nr_}, " of ",
                made_by->name(), ",");
  text += str(" is at version ", impl.version_counter().value(), "; expected version ", version_, " instead.");
  if (owner != nullptr) text += str(" It was saved by ", owner->name(), ".");
  if (!thread_state.anomaly)
    text +=
        " Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
        "autograd::set_detect_anomaly(true).";
  TORCHPP_FAIL_KIND(kError, text);
}

Tensor SavedVariable::unpack(const Node* owner) const {
  if (kind_ == Kind::kNone) return Tensor();
  if (kind_ == Kind::kReleased) fail_released();
  if (kind_ != Kind::kPacked) {
    auto& impl = static_cast<TensorImpl&>(*held_);
    if (TORCHPP_UNLIKELY(impl.version_counter().value() != version_)) fail_modified(impl, owner);
    // Without gradient mode the history is not needed.
    if (kind_ == Kind::kOriginal || thread_state.no_grad) return Tensor(intrusive_ptr<TensorImpl>::share(&impl));
    return with_history(impl, intrusive_ptr<Node>::share(const_cast<Node*>(owner)), output_nr_);
  }
  const auto& packed = static_cast<const Packed&>(*held_);
  Tensor value;
  if (packed.hooks) {
    value = packed.hooks->unpack(packed.value);
    TORCHPP_CHECK(value.defined(), "A saved tensor unpack hook returned an undefined tensor");
  } else {
    value = packed.value.toTensor();
    if (value.impl()->version_counter().value() != version_) fail_modified(*value.impl(), owner);
  }
  intrusive_ptr<Node> fn = packed.grad_fn;
  if (packed.role == Role::kOutput) fn = intrusive_ptr<Node>::share(const_cast<Node*>(owner));
  if (packed.role == Role::kOutputOnView) {
    intrusive_ptr<Node> base_fn = packed.base_grad_fn.lock();
    TORCHPP_CHECK(base_fn.defined(), "a view that was changed in place is needed for backward, but its base is gone");
    fn = make_intrusive<ViewOfBase>(*packed.geometry, Edge(std::move(base_fn), 0));
    NodeAccess::add_output(*fn, value);
  }
  Tensor t = with_history(*value.impl(), std::move(fn), output_nr_);
  if (packed.leaf_requires_grad && !packed.grad_fn) {
    // Connects to the original leaf, so that gradients of the unpacked tensor are accumulated there.
    AutogradMeta& m = ensure_meta(t);
    m.requires_grad = true;
    if (packed.accumulator) m.accumulator.store(intrusive_ptr<Node>(packed.accumulator).release());
  }
  return t;
}

// ---- scopes

saved_tensors_hooks::saved_tensors_hooks(Pack pack, Unpack unpack) : outer_(thread_state.saved_tensor_hooks) {
  const SavedHooksFrame* outer = current_hooks();
  TORCHPP_CHECK(outer == nullptr || outer->disabled.empty(), outer->disabled);
  frame_ = make_intrusive<SavedHooksFrame>();
  frame_->pack = std::move(pack);
  frame_->unpack = std::move(unpack);
  thread_state.saved_tensor_hooks = frame_.get();
}
saved_tensors_hooks::~saved_tensors_hooks() { thread_state.saved_tensor_hooks = outer_; }

disable_saved_tensors_hooks::disable_saved_tensors_hooks(std::string message)
    : outer_(thread_state.saved_tensor_hooks) {
  TORCHPP_CHECK(outer_ == nullptr || !current_hooks()->pack, message);
  frame_ = make_intrusive<SavedHooksFrame>();
  frame_->disabled = message.empty() ? "saved tensor hooks are disabled" : std::move(message);
  thread_state.saved_tensor_hooks = frame_.get();
}
disable_saved_tensors_hooks::~disable_saved_tensors_hooks() { thread_state.saved_tensor_hooks = outer_; }

namespace {

// Pinned memory serves copies from a device; what is on the CPU already needs none.
IValue to_cpu(const Tensor& t, bool pin) {
  Tensor copy;
  if (t.device().is_cpu()) {
    copy = t.clone();
  } else {
    copy = op::empty(t.sizes(), t.options().device(kCPU).pinned_memory(pin), t.suggest_memory_format());
    op::copy(Out::in_place(copy), copy, t, pin);
  }
  return IValue(IValue::List{IValue(t.device()), IValue(copy)}, IValue::Tag::kTuple);
}

}  // namespace

save_on_cpu::save_on_cpu(bool pin_memory)
    : saved_tensors_hooks([pin_memory](const Tensor& t) { return to_cpu(t, pin_memory); },
                          [](const IValue& kept) {
                            const auto& pair = kept.toTupleRef();
                            return pair[1].toTensor().to(pair[0].toDevice());
                          }) {}

}  // namespace torchpp::autograd
