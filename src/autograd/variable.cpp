// SPDX-License-Identifier: BSD-3-Clause
// The history of a tensor as its handle shows it, and the functions that change it.

#include <sched.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/log.h>

#include <atomic>

#include "src/autograd/accumulate_grad.h"
#include "src/autograd/copy_slices.h"
#include "src/autograd/meta.h"
#include "src/core/allocator.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/view.h"

namespace torchpp {

using autograd::Edge;
using autograd::ensure_meta;
using autograd::grad_fn_of;
using autograd::meta_of;
using autograd::Node;

// ---- AutogradMeta

AutogradMeta::~AutogradMeta() {
  autograd::drop_node(grad_fn);
  if (Node* a = accumulator.load(std::memory_order_acquire)) a->intrusive_ptr_target::release();
  delete hooks;
}
void* AutogradMeta::operator new(size_t) { return memory::allocate_block(sizeof(AutogradMeta)); }
void AutogradMeta::operator delete(void* p, size_t) { memory::free_block(p, sizeof(AutogradMeta)); }

void detail::release_autograd_meta(AutogradMeta* meta) noexcept {
  autograd::drop_node(meta->grad_fn);
  if (TORCHPP_LIKELY(meta->has_history_alone())) AutogradMeta::operator delete(meta, sizeof(AutogradMeta));
  else delete meta;
}

namespace autograd {

void SpinLock::yield() noexcept { sched_yield(); }

AutogradMeta& make_meta(TensorImpl& impl) {
  auto* const m = new AutogradMeta;
  impl.set_autograd_meta(m);
  return *m;
}

bool requires_grad_of(const TensorImpl& impl) {
  const AutogradMeta* m = impl.autograd_meta();
  if (m != nullptr && (m->requires_grad || m->grad_fn)) return true;
  const ViewInfo* view = impl.view_info();
  return view != nullptr && view->base->keys().has(DispatchKey::Autograd) && requires_grad_of(*view->base);
}

namespace {

TensorBase base_of(const TensorImpl& view) { return TensorBase(view.view_info()->base); }

// Why the view must not change (or, `indirect`, must not be used after its base changed).
[[noreturn]] TORCHPP_COLD void fail_view(const TensorImpl& view, bool indirect) {
  const AutogradMeta* m = view.autograd_meta();
  const char* what = indirect ? " and its base or another view of its base has been modified inplace"
                              : " and is being modified inplace";
  const CreationMeta creation = view.view_info()->creation;
  std::string subject = "A view was created";
  if (m != nullptr && m->grad_fn) subject = str("Output ", m->output_nr, " of ", m->grad_fn->name(), " is a view");
  switch (creation) {
    case CreationMeta::kMultiOutput:
      TORCHPP_FAIL_KIND(kError, subject, what,
                        ". This view is the output of a function that returns multiple views. Such functions do not "
                        "allow the output views to be modified inplace. You should replace the inplace operation by "
                        "an out-of-place one.");
    case CreationMeta::kInCustomFunction:
      TORCHPP_FAIL_KIND(kError, subject, what,
                        ". This view was created inside a custom Function (or because an input was returned as-is) "
                        "and the view and in-place rules would override its backward. Clone the output of the custom "
                        "Function to change it.");
    default: {
      const bool inference = creation == CreationMeta::kInference;
      TORCHPP_FAIL_KIND(kError, "A view was created in ", inference ? "inference" : "no_grad", " mode", what,
                        inference ? " in normal mode" : " with grad mode enabled",
                        ". Given that this use case is ambiguous and error-prone, it is forbidden. Move the view and "
                        "the inplace operation both inside or both outside of the ",
                        inference ? "inference_mode" : "no_grad", " block.");
    }
  }
}

// From now on the node keeps the gradient of its output in the tensor.
void retain_on(Node& node, uint32_t output_nr, const TensorBase& t) {
  const AutogradMeta& m = *meta_of(t);
  node.extras().retained.push_back({output_nr, m.hooks != nullptr ? m.hooks->next_position : 0,
                                    weak_intrusive_ptr<TensorImpl>(t.getIntrusivePtr())});
}

// The gradient that is kept is that of the tensor's present value, which comes from the edge from now on.
void move_retained(const TensorBase& t, const Edge& to) {
  const AutogradMeta& m = *meta_of(t);
  if (TORCHPP_LIKELY(!m.retains_grad) || !m.grad_fn) return;
  auto& from = m.grad_fn->extras().retained;
  for (size_t i = from.size(); i-- > 0;)
    if (from[i].tensor.unsafe_get() == t.impl()) from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
  if (to.function) retain_on(*to.function, to.input_nr, t);
}

}  // namespace

intrusive_ptr<Node> grad_fn_of(const TensorBase& t) {
  TensorImpl& impl = *t.impl();
  ViewInfo* const view = impl.view_info();
  if (view == nullptr || !requires_grad_of(*view->base)) {
    const AutogradMeta* const own = impl.autograd_meta();
    if (own == nullptr || !own->grad_fn) return intrusive_ptr<Node>();
    // Not the base's node, but that of the view or leaf that the view was made from.
    if (view != nullptr && view->creation != CreationMeta::kDefault && view->version != impl.version_counter().value())
      fail_view(impl, true);
    return own->grad_fn;
  }
  AutogradMeta& m = ensure_meta(t);
  m.lock.lock();
  struct Unlock {
    SpinLock& lock;
    ~Unlock() { lock.unlock(); }
  } unlock{m.lock};
  const uint32_t version = impl.version_counter().value();
  if (view->version != version) {
    // The base, or another view of it, was changed: what the view shows now comes from the base's present value.
    if (view->creation != CreationMeta::kDefault) fail_view(impl, true);
    const TensorBase base = base_of(impl);
    Edge edge(make_intrusive<ViewOfBase>(base, t), 0);
    NodeAccess::add_output(*edge.function, t);
    move_retained(t, edge);
    m.grad_fn.swap(edge.function);
    m.output_nr = 0;
    view->version = version;
    drop_node(edge.function);
  }
  return m.grad_fn;
}

intrusive_ptr<Node> grad_accumulator(const Tensor& t) {
  AutogradMeta* const m = t.defined() ? meta_of(t) : nullptr;
  if (m == nullptr) return nullptr;
  TORCHPP_CHECK(!m->grad_fn, "grad_accumulator() should be only called on leaf Variables");
  if (!m->requires_grad) return nullptr;
  Node* a = m->accumulator.load(std::memory_order_acquire);
  if (TORCHPP_LIKELY(a != nullptr)) return intrusive_ptr<Node>::share(a);
  auto made = make_intrusive<AccumulateGrad>(t);
  if (m->accumulator.compare_exchange_strong(a, made.get(), std::memory_order_acq_rel)) {
    made->retain();
    if (TORCHPP_UNLIKELY(m->hooks != nullptr && m->hooks->waiting)) {
      made->extras().output_hooks.push_back({0, m->hooks->lists.back()});
      m->hooks->waiting = false;
    }
    return made;
  }
  return intrusive_ptr<Node>::share(a);
}

Edge gradient_edge(const Tensor& t) {
  if (!t.defined() || !t.impl()->keys().has(DispatchKey::Autograd)) return Edge();
  if (intrusive_ptr<Node> fn = grad_fn_of(t)) return Edge(std::move(fn), meta_of(t)->output_nr);
  return Edge(grad_accumulator(t), 0);
}

edge_list collect_next_edges(ArrayRef<Tensor> tensors) {
  edge_list edges;
  edges.reserve(tensors.size());
  for (const Tensor& t : tensors) edges.push_back(gradient_edge(t));
  return edges;
}

void set_gradient_edge(const Tensor& t, Edge edge) {
  AutogradMeta& m = ensure_meta(t);
  move_retained(t, edge);
  m.grad_fn.swap(edge.function);
  m.output_nr = edge.input_nr;
  drop_node(edge.function);
  if (ViewInfo* view = t.impl()->view_info()) view->version = t.impl()->version_counter().value();
}

void create_gradient_edge(const Tensor& t, intrusive_ptr<Node> node) {
  const uint32_t nr = node->add_input_metadata(t);
  set_gradient_edge(t, Edge(std::move(node), nr));
}

void rebase_history(const TensorBase& self, intrusive_ptr<Node> node, uint32_t output_nr) {
  if (self.is_view()) {
    TORCHPP_CHECK(output_nr == 0, node->name(),
                  ": a view that is modified inplace must be the only output, got output ", output_nr);
    const TensorBase base = base_of(*self.impl());
    auto slices = make_intrusive<CopySlices>(base, self, std::move(node));
    NodeAccess::add_output(*slices, base);
    set_gradient_edge(Tensor(base), Edge(std::move(slices), 0));
    ensure_meta(self);
    grad_fn_of(self);  // makes the view's own node from the base's
    return;
  }
  set_gradient_edge(Tensor(self), Edge(std::move(node), output_nr));
}

void rebind(const Tensor& place, const Tensor& value) {
  place.detach_();
  place.set_data(value.detach());
  TensorImpl& impl = *place.impl();
  (impl.autograd_meta() != nullptr ? *impl.autograd_meta() : make_meta(impl)).rebound = true;
  if (value.requires_grad()) set_gradient_edge(place, gradient_edge(value));
  if (has_tangent(value)) copy_tangent(value, place);
}

void make_leaf(const Tensor& place, const Tensor& value, bool requires_grad) {
  rebind(place, value.detach());
  place.impl()->autograd_meta()->rebound = false;
  place.requires_grad_(requires_grad);
}

void check_inplace(const TensorBase& self, const char* op) {
  const TensorImpl& impl = *self.impl();
  if (thread_state.no_grad) return;
  if (const ViewInfo* view = impl.view_info()) {
    if (view->creation != CreationMeta::kDefault) fail_view(impl, false);
    TORCHPP_CHECK(!self.requires_grad() || !base_of(impl).is_leaf(), op,
                  ": a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  TORCHPP_CHECK(!self.requires_grad() || !self.is_leaf(), op,
                ": a leaf Variable that requires grad is being used in an in-place operation.");
}

}  // namespace autograd

// ---- TensorBase

bool TensorBase::requires_grad_slow() const { return autograd::requires_grad_of(*impl_); }
bool TensorBase::is_leaf_slow() const {
  const ViewInfo* view = impl_->view_info();
  if (view == nullptr || view->creation == CreationMeta::kDefault) return !grad_fn_of(*this);
  const AutogradMeta* m = impl_->autograd_meta();  // to ask is no use, and no error
  return m == nullptr || !m->grad_fn;
}

// ---- Tensor

Tensor& Tensor::requires_grad_(bool value) const {
  auto& self = const_cast<Tensor&>(*this);
  if (!value && !checked()->keys().has(DispatchKey::Autograd)) return self;
  TORCHPP_CHECK(is_leaf() || value,
                "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in "
                "a subgraph that doesn't require differentiation use var_no_grad = var.detach().");
  TORCHPP_CHECK(!value || is_floating_point() || is_complex(),
                "only Tensors of floating point and complex dtype can require gradients, got ", dtype());
  TORCHPP_CHECK(!value || !is_inference() || thread_state.inference,
                "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  if (!is_leaf()) return self;
  AutogradMeta& m = ensure_meta(*this);
  m.requires_grad = value;
  if (!value && !is_view() && !m.tangent.defined()) impl_->set_keys(impl_->keys() - DispatchKey::Autograd);
  return self;
}

const Tensor& Tensor::grad() const {
  const AutogradMeta* m = checked()->autograd_meta();
  if (m == nullptr) {
    static const Tensor& none = *new Tensor;
    return none;
  }
  if (TORCHPP_UNLIKELY(!m->grad.defined() && !m->retains_grad && m->grad_fn))
    TORCHPP_WARN(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. It is not populated by "
        "backward() unless retain_grad() was called on the Tensor before.");
  return m->grad;
}

Tensor& Tensor::mutable_grad() const {
  AutogradMeta* m = checked()->autograd_meta();
  if (m == nullptr) {
    const DispatchKeySet keys = impl_->keys();
    m = &ensure_meta(*this);
    impl_->set_keys(keys);  // a gradient alone needs no recording
  }
  return m->grad;
}

intrusive_ptr<Node> Tensor::grad_fn() const {
  return checked()->keys().has(DispatchKey::Autograd) ? grad_fn_of(*this) : intrusive_ptr<Node>();
}

int64_t composite::output_nr(const Tensor& self) {
  const AutogradMeta* m = self.body().autograd_meta();
  return m == nullptr ? 0 : m->output_nr;
}

void Tensor::retain_grad() const {
  TORCHPP_CHECK(requires_grad(), "can't retain_grad on Tensor that has requires_grad=False");
  const intrusive_ptr<Node> fn = grad_fn();
  if (!fn) return;
  AutogradMeta& m = *meta_of(*this);
  if (m.retains_grad) return;
  autograd::retain_on(*fn, m.output_nr, *this);
  m.retains_grad = true;
}
bool composite::retains_grad(const Tensor& self) {
  const AutogradMeta* m = self.body().autograd_meta();
  return m != nullptr && m->retains_grad;
}

unsigned Tensor::register_gradient_hook(Callable<Tensor(const Tensor&)> hook) const {
  TORCHPP_CHECK(requires_grad(), "cannot register a hook on a variable that doesn't require gradient");
  const Edge edge = autograd::gradient_edge(*this);
  AutogradMeta& m = ensure_meta(*this);
  if (m.hooks == nullptr) m.hooks = new autograd::TensorHooks;
  auto& lists = m.hooks->lists;
  autograd::GradientHooks* list = nullptr;
  if (edge.is_valid()) {
    if (!lists.empty())
      for (auto& o : edge.function->extras().output_hooks)
        if (o.hooks == lists.back()) list = o.hooks.get();
  } else if (m.hooks->waiting) {
    list = lists.back().get();
  }
  if (list == nullptr) {
    lists.push_back(make_intrusive<autograd::GradientHooks>());
    list = lists.back().get();
    if (edge.is_valid()) edge.function->extras().output_hooks.push_back({edge.input_nr, lists.back()});
    m.hooks->waiting = !edge.is_valid();
  }
  list->entries.push_back({m.hooks->next_position, std::move(hook)});
  return m.hooks->next_position++;
}

void Tensor::remove_hook(unsigned position) const {
  const AutogradMeta* m = checked()->autograd_meta();
  TORCHPP_CHECK(m != nullptr && m->hooks != nullptr && position < m->hooks->next_position, "remove_hook: got position ",
                position, ", expected one that register_hook returned");
  for (auto& list : m->hooks->lists)
    for (size_t i = 0; i < list->entries.size(); ++i)
      if (list->entries[i].position == position) {
        list->entries.erase(list->entries.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
}

const std::string& Tensor::name() const {
  static const std::string none;
  const AutogradMeta* m = checked()->autograd_meta();
  return m != nullptr && m->hooks != nullptr ? m->hooks->name : none;
}

namespace autograd {
void set_name(const Tensor& t, const std::string& name) {
  AutogradMeta* m = t.body().autograd_meta();
  AutogradMeta& meta = m != nullptr ? *m : make_meta(*t.impl());
  if (meta.hooks == nullptr) meta.hooks = new TensorHooks;
  meta.hooks->name = name;
}
}  // namespace autograd

Tensor Tensor::variable_data() const {
  intrusive_ptr<TensorImpl> copy = checked()->shallow_copy();
  if (!copy->is_inference()) copy->detach_version_counter();
  return Tensor(std::move(copy));
}
Tensor Tensor::tensor_data() const { return Tensor(checked()->shallow_copy()); }

Tensor Tensor::_base() const {
  TORCHPP_CHECK(is_view(), "Can't get base of non-view Variable");
  return Tensor(checked()->view_info()->base);
}

// ---- operators on the history of a tensor

namespace composite {

Tensor detach(const Tensor& self) { return Tensor(self.body().shallow_copy()); }

Tensor detach_(const Tensor& self) {
  TORCHPP_CHECK(!self.is_view(), "detach_: Can't detach views in-place. Use detach() instead.");
  if (AutogradMeta* m = self.body().autograd_meta()) {
    m->requires_grad = false;
    m->retains_grad = false;
    m->output_nr = 0;
    m->tangent = Tensor();
    autograd::drop_node(m->grad_fn);
    self.impl()->set_keys(self.impl()->keys() - DispatchKey::Autograd);
  }
  return self;
}

Tensor data(const Tensor& self) { return self.variable_data(); }

void set_data(const Tensor& self, const Tensor& new_data) {
  TensorImpl& impl = self.body();
  TORCHPP_CHECK(new_data.defined(), "set_data: got an undefined tensor");
  TORCHPP_CHECK(self.layout() == new_data.layout(),
                "Attempted to call `variable.set_data(tensor)`, but `variable` and "
                "`tensor` have incompatible tensor type: layout ",
                self.layout(), " and ", new_data.layout());
  TORCHPP_CHECK(self.is_nested() == new_data.is_nested(),
                "set_data: the data of a nested tensor is nested, and that of a dense one is not");
  TORCHPP_CHECK(!self.requires_grad() || new_data.is_floating_point() || new_data.is_complex(),
                "data set to a tensor that requires gradients must be floating point or complex dtype");
  if (AutogradMeta* m = impl.autograd_meta())
    if (Node* a = m->accumulator.load(std::memory_order_acquire))
      autograd::NodeAccess::replace_input_metadata(*a, 0, new_data);
  impl.shallow_copy_from(*new_data.impl());
}

}  // namespace composite

}  // namespace torchpp
