// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/derivative.h"

#include <torchpp/core/grad_mode.h>

#include <atomic>
#include <cctype>
#include <cstring>

#include "src/autograd/formula_node.h"
#include "src/core/allocator.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"

namespace torchpp::autograd {

// ---- FormulaNode

FormulaNode::~FormulaNode() {
  if (formula_ != nullptr && (num_saved_ != 0 || formula_->destroy != nullptr)) drop_contents();
}

void FormulaNode::drop_contents() noexcept {
  SavedVariable* saved = saved_at();
  for (uint16_t i = 0; i < num_saved_; ++i) saved[i].~SavedVariable();
  if (formula_->destroy != nullptr) formula_->destroy(this + 1);
}

std::string FormulaNode::name() const {
  if (std::isupper(static_cast<unsigned char>(name_[0]))) return name_;
  if (const char* whole = std::strchr(name_, '=')) return whole + 1;
  std::string text;
  bool word = true;  // what is not a letter begins another word: "max_pool2d" becomes "MaxPool2D"
  const char* c = name_;
  for (; *c != '\0' && *c != '.'; ++c) {
    if (*c != '_') text += word ? static_cast<char>(std::toupper(static_cast<unsigned char>(*c))) : *c;
    word = !std::isalpha(static_cast<unsigned char>(*c));
  }
  return text + "Backward" + (*c == '.' ? c + 1 : "0");
}

void FormulaNode::release_variables() {
  for (uint16_t i = 0; i < num_saved_; ++i) {
    lock_.lock();
    const SavedVariable taken = saved_at()[i].take();  // freed outside of the lock
    lock_.unlock();
  }
}

Tensor FormulaNode::unpack(uint16_t i) const {
  // The body is taken under the lock; hooks, which may do anything, run outside of it.
  lock_.lock();
  const SavedVariable kept = saved_at()[i].share();
  lock_.unlock();
  return kept.unpack(this);
}

void FormulaNode::evaluate(Tensor* grads, Tensor* result) {
  bool any = false;
  for (uint32_t k = 0; k < num_inputs() && !any; ++k) any = grads[k].defined();
  if (!any) return;
  // No edge leads on where all inputs were leaves that require grad only through their base (views made without
  // recording, or before the base required grad).
  bool wanted = false;
  for (uint32_t i = 0; i < num_outputs() && !wanted; ++i) wanted = should_compute_output(i);
  if (!wanted) return;
  Backward g(*this, grads, result);
  formula_->run(this + 1, g);
}

variable_list FormulaNode::apply(variable_list&& grads) {
  TORCHPP_CHECK(grads.size() == num_inputs(), name(), ": got ", grads.size(), " gradients, expected ", num_inputs());
  variable_list result(num_outputs());
  evaluate(grads.data(), result.data());
  for (uint32_t i = 0; i < num_outputs(); ++i)
    if (!should_compute_output(i)) result[i] = Tensor();
  return result;
}

// ---- Backward

Tensor Backward::grad_or_zeros(size_t k) const {
  return grads_[k].defined() ? grads_[k] : node_.input_metadata(k).zeros_like();
}
bool Backward::needs(size_t i) const { return node_.task_should_compute_output(i); }
size_t Backward::num_inputs() const { return node_.num_outputs(); }
size_t Backward::num_results() const { return node_.num_inputs(); }
Tensor Backward::operator()(Saved s) const { return s.at == Saved::kNothing ? Tensor() : node_.unpack(s.at); }
std::vector<Tensor> Backward::operator()(SavedList s) const {
  std::vector<Tensor> list;
  list.reserve(s.count);
  for (uint16_t i = 0; i < s.count; ++i) list.push_back(node_.unpack(static_cast<uint16_t>(s.first + i)));
  return list;
}
Tensor Backward::take_sum(size_t i) const { return autograd::take_sum(node_, i, grad()); }
const InputMetadata& Backward::input(size_t i) const {
  const Edge& edge = node_.next_edge(i);
  TORCHPP_INTERNAL_ASSERT(edge.is_valid(), "Backward: metadata asked of an input that needs no gradient");
  return edge.function->input_metadata(edge.input_nr);
}

// ---- Forward

bool Forward::has(size_t i) const {
  const Tensor* t = record_.input(i);
  return t->defined() && has_tangent(*t);
}
Tensor Forward::tangent(size_t i) const {
  const Tensor& x = *record_.input(i);
  if (!x.defined() || !has_tangent(x)) return Tensor();
  const Tensor& t = tangent_of(x);
  // The tangent of what is changed in place is overwritten next. A graph that saved it, or a view of it, could not be
  // evaluated, and would be a reference cycle: the memory's history is then the node that holds it.
  const bool overwritten = record_.out_.is_in_place() && GradMode::is_enabled() && has_tangent(record_.out_.tensor()) &&
                           t.storage().is_alias_of(tangent_of(record_.out_.tensor()).storage());
  return overwritten ? op::clone(t, MemoryFormat::Preserve) : t;
}
Tensor Forward::tangent_or_zeros(size_t i) const {
  const Tensor t = tangent(i);
  return t.defined() ? t : zeros_like(*record_.input(i));
}
Tensor Forward::operator()(Saved s) const {
  if (s.at == Saved::kNothing) return Tensor();
  const Record::Kept& kept = record_.saved_[s.at];
  return kept.result == Record::kNoResult ? Tensor(kept.tensor) : *outputs_[kept.result];
}
std::vector<Tensor> Forward::operator()(SavedList s) const {
  std::vector<Tensor> list;
  for (uint16_t i = 0; i < s.count; ++i) list.push_back((*this)(Saved{static_cast<uint16_t>(s.first + i)}));
  return list;
}

// ---- Record

namespace {

// Whether a gradient can flow into the tensor, which has the autograd key.
inline bool has_history(const TensorImpl& t) {
  const AutogradMeta* m = t.autograd_meta();
  return m != nullptr && (m->grad_fn || m->requires_grad);
}
inline bool wants_grad(const TensorImpl& t) {
  return has_history(t) || (t.view_info() != nullptr && requires_grad_of(t));
}

}  // namespace

// Throws if the argument, for which the operator has no formula, requires a gradient.
void check_constant(const OpBase& op, const char* argument, const Tensor& value) {
  TORCHPP_CHECK(!value.defined() || thread_state.no_grad || !value.requires_grad(), "The function '", op.name(),
                "' is not differentiable with respect to argument '", argument,
                "'. This input cannot have requires_grad True.");
}

// Fast path: calls without a destination and without forward mode, with up to 64 inputs that are not views.
// start_slow() handles all others from the beginning.
void Record::start() {
  if (TORCHPP_UNLIKELY(thread_state.dual_level >= 0 || thread_state.no_grad || !out_.functional())) return start_slow();
  uint64_t needs = 0, bit = 1;
  if (TORCHPP_UNLIKELY(num_inputs_ > 64)) return start_slow();
  for (const Tensor *const *t = inputs_, *const *end = t + num_inputs_; t != end; ++t, bit <<= 1) {
    const TensorImpl* impl = (*t)->impl();
    if (impl == nullptr || !impl->keys().has(DispatchKey::Autograd)) continue;
    if (TORCHPP_LIKELY(has_history(*impl))) needs |= bit;
    else if (TORCHPP_UNLIKELY(impl->view_info() != nullptr)) return start_slow();
  }
  reverse_ = needs != 0;
  needs_ = needs;
}

std::string Record::operator_name() const { return std::string(name_, std::strcspn(name_, ".=")); }

void Record::start_slow() {
  const bool reverse = !thread_state.no_grad, forward = thread_state.dual_level >= 0 && !thread_state.no_forward_grad;
  for (uint32_t i = 0; i < num_inputs_; ++i) {
    const Tensor& t = *inputs_[i];
    if (!t.defined() || !t.impl()->keys().has(DispatchKey::Autograd)) continue;
    const bool grad = reverse && wants_grad(*t.impl()), tangent = forward && has_tangent(t);
    reverse_ = reverse_ || grad;
    forward_ = forward_ || tangent;
    if ((grad || tangent) && i < 64) needs_ |= uint64_t{1} << i;
  }
  if (!out_.functional()) start_destination();
}

void Record::start_destination() {
  if (out_.is_in_place()) {
    if (reverse_) {
      check_inplace(out_.tensor(), operator_name().c_str());
      collect_early_edges();
    }
    return;
  }
  for (size_t i = 0; i < out_.count(); ++i) {
    const Tensor& out = out_.tensor(i);
    TORCHPP_CHECK(!reverse_ && (thread_state.no_grad || !out.defined() || !out.requires_grad()), operator_name(),
                  "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                  "arguments requires grad.");
    TORCHPP_CHECK(!forward_ && !(out.defined() && has_tangent(out)), operator_name(),
                  "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                  "arguments has a forward gradient.");
  }
}

void Record::collect_early_edges() {
  bool any_view = false;
  for (uint32_t i = 0; i < num_inputs_ && !any_view; ++i) any_view = input(i)->defined() && input(i)->is_view();
  if (!any_view) return;
  early_edges_ = new edge_list;
  owns_ = true;
  early_edges_->reserve(num_inputs_);
  for (uint32_t i = 0; i < num_inputs_; ++i) early_edges_->push_back(gradient_edge(*input(i)));
}

const Tensor* Record::input(size_t i) const {
  TORCHPP_INTERNAL_ASSERT(i < num_inputs_, "Record: an input asked beyond the last one");
  return inputs_[i];
}

bool Record::needs_slow(size_t i) const {
  const Tensor& t = *input(i);
  return t.defined() && t.impl()->keys().has(DispatchKey::Autograd) &&
         ((reverse_ && wants_grad(*t.impl())) || (forward_ && has_tangent(t)));
}

const Tensor** Record::make_room(size_t num_inputs) {
  inputs_ = static_cast<const Tensor**>(memory::allocate_block(num_inputs * sizeof(const Tensor*)));
  owns_ = true;
  return inputs_;
}

void Record::grow_saved() {
  if (saved_capacity_ == 0) {
    saved_ = reinterpret_cast<Kept*>(inline_saved_);
    saved_capacity_ = kInlineSaved;
    return;
  }
  TORCHPP_CHECK(saved_capacity_ < 0x7fff, operator_name(), ": too many tensors to save for backward");
  const auto capacity = static_cast<uint16_t>(2 * saved_capacity_);
  auto* grown = static_cast<Kept*>(memory::allocate_block(capacity * sizeof(Kept)));
  for (uint16_t i = 0; i < num_saved_; ++i) {
    new (grown + i) Kept(std::move(saved_[i]));
    saved_[i].~Kept();
  }
  free_saved();
  saved_ = grown;
  saved_capacity_ = capacity;
}

inline uint16_t Record::keep(intrusive_ptr<TensorImpl> tensor, uint32_t version, uint16_t result) {
  if (TORCHPP_UNLIKELY(num_saved_ == saved_capacity_)) grow_saved();
  owns_ = true;
  new (saved_ + num_saved_) Kept{std::move(tensor), version, result};
  return num_saved_++;
}

void Record::free_saved() noexcept {
  if (saved_capacity_ > kInlineSaved) memory::free_block(saved_, saved_capacity_ * sizeof(Kept));
}

void Record::drop() noexcept {
  if (num_saved_ != 0) {
    for (uint16_t i = 0; i < num_saved_; ++i) saved_[i].~Kept();
    free_saved();
  }
  if (inputs_ != few_inputs_) memory::free_block(inputs_, num_inputs_ * sizeof(const Tensor*));
  delete early_edges_;
}

Saved Record::save_slow(const Tensor& t) {
  if (!t.defined()) return Saved();
  if (TORCHPP_UNLIKELY(out_.is_in_place()) && t.is_same(out_.tensor())) {
    // An argument that the operator overwrites is saved as a copy. The copy is made above the autograd layer, so it has
    // the argument's history.
    const Tensor copy = op::clone(t, nullopt);
    return Saved{keep(copy.getIntrusivePtr(), copy.impl()->version_counter().value(), kNoResult)};
  }
  return Saved{keep(t.getIntrusivePtr(), t.impl()->version_counter().value(), kNoResult)};
}

SavedList Record::save(TensorList list, bool when) {
  if (!when || !active()) return SavedList();
  SavedList kept{num_saved_, static_cast<uint16_t>(list.size())};
  for (const Tensor& t : list)
    if (save_slow(t).at == Saved::kNothing) keep(nullptr, 0, kNoResult);
  return kept;
}

Saved Record::save_result(bool when, uint8_t k) {
  if (!when || !active()) return Saved();
  return Saved{keep(nullptr, 0, k)};
}

void Record::zero_backward(Backward& g) {
  for (size_t i = 0; i < g.num_inputs(); ++i)
    if (g.needs(i)) g[i] = full_like(g.grad_or_zeros(), g.input_sizes(i), 0);
}

void Record::fail_forward() const {
  TORCHPP_FAIL_KIND(kNotImplemented, "Trying to use forward AD with ", operator_name(),
                    " that does not support it because it has not been implemented yet.");
}

// Sets the node's edges. Fast path: up to 64 inputs that are not views are handled without a call.
TORCHPP_INLINE void Record::collect_edges(FormulaNode& node) {
  Edge* const edges = NodeAccess::edge_room(node);
  const Tensor* const* const inputs = inputs_;
  const uint32_t count = num_edges();
  const uint64_t needs = needs_;
  uint64_t above = 0;
  if (TORCHPP_UNLIKELY(early_edges_ != nullptr || count > 64)) return collect_edges_slow(node, 0, 0);
  for (uint32_t i = 0; i < count; ++i) {
    Node* next = nullptr;
    uint32_t nr = 0;
    if ((needs >> i & 1) != 0) {
      const TensorImpl* impl = inputs[i]->impl();
      if (TORCHPP_UNLIKELY(impl->view_info() != nullptr)) return collect_edges_slow(node, i, above);
      const AutogradMeta* m = impl->autograd_meta();
      if ((next = m->grad_fn.get()) != nullptr) nr = m->output_nr;
      else if (m->requires_grad) next = m->accumulator.load(std::memory_order_acquire);
      if (TORCHPP_UNLIKELY(next == nullptr)) return collect_edges_slow(node, i, above);
      next->retain();
      if (above <= next->topological_nr()) above = next->topological_nr() + 1;
    }
    new (edges + i) Edge(intrusive_ptr<Node>::reclaim(next), nr);
  }
  NodeAccess::set_edges(node, count, above);
}

// Continues collect_edges() at input i; the edges before it are set.
void Record::collect_edges_slow(FormulaNode& node, uint32_t i, uint64_t above) {
  for (; i < num_edges(); ++i) {
    NodeAccess::set_edges(node, i, above);  // what follows may throw
    Edge edge = early_edges_ != nullptr ? std::move((*early_edges_)[i]) : gradient_edge(*inputs_[i]);
    if (const Node* next = edge.function.get(); next != nullptr && above <= next->topological_nr())
      above = next->topological_nr() + 1;
    new (NodeAccess::edge_room(node) + i) Edge(std::move(edge));
  }
  NodeAccess::set_edges(node, i, above);
}

void Record::attach(const Formula& formula, void* closure, const Results& results) {
  intrusive_ptr<FormulaNode> node = FormulaNode::make(name_, formula.size, num_saved_, num_edges());
  node->set_formula(formula, closure);
  collect_edges(*node);
  if (TORCHPP_UNLIKELY(thread_state.anomaly)) note_trace(*node, describe_inputs());

  FormulaNode* const raw = node.get();
  if (results.count > 1) NodeAccess::reserve_outputs(*raw, static_cast<uint32_t>(results.count));
  for (size_t k = 0; k < results.count; ++k) {
    const Tensor& y = *results.list[k];
    if (!y.defined() || !isDifferentiableType(y.dtype()) ||
        (not_differentiable_ != 0 && k < 32 && (not_differentiable_ >> k & 1) != 0)) {
      NodeAccess::add_no_output(*raw);
      continue;
    }
    node_ = raw;
    NodeAccess::add_output(*raw, y);
    if (out_.is_in_place()) rebase_history(y, node);
    else if (k + 1 < results.count) set_history(y, node, static_cast<uint32_t>(k));
    else set_history(y, std::move(node), static_cast<uint32_t>(k));  // the result keeps it alive from here on
  }
  if (num_saved_ != 0 && node_ != nullptr) save_into(*raw, results);
}

void Record::save_into(FormulaNode& node, const Results& results) {
  const auto role =
      out_.is_in_place() && out_.tensor().is_view() ? SavedVariable::Role::kOutputOnView : SavedVariable::Role::kOutput;
  for (Kept *kept = saved_, *end = saved_ + num_saved_; kept != end; ++kept) {
    if (kept->result != kNoResult) {
      // A result without a gradient, such as a mask, has no place in the graph: formulas must not send one there.
      const Tensor& y = *results.list[kept->result];
      node.append_saved(y, y.requires_grad() ? role : SavedVariable::Role::kInput);
    } else if (!kept->tensor) {
      node.append_nothing();
    } else if (TORCHPP_UNLIKELY(forward_)) {
      node.append_saved(kept->tensor, kept->version);  // forward formulas, which are next, ask the record itself
    } else {
      node.append_saved(std::move(kept->tensor), kept->version);
    }
  }
}

std::string Record::describe_inputs() const {
  std::string text;
  for (uint32_t i = 0; i < num_inputs_; ++i) {
    const Tensor& t = *input(i);
    if (t.defined()) text += str(i == 0 ? "" : ", ", t.dtype(), t.sizes());
  }
  return text;
}

void Record::carry(const Results& results, void (*formula)(const void*, Forward&), const void* closure) {
  // Out of line: few operators have more than one result.
  Tensor one;
  std::vector<Tensor> many(results.count > 1 ? results.count : 0);
  Tensor* tangents = results.count > 1 ? many.data() : &one;
  {
    // The formula is run without forward mode: tangents of its own operators would be of second order.
    const AutoFwGradMode off(false);
    Forward t(*this, results.list, tangents);
    formula(closure, t);
  }
  for (size_t k = 0; k < results.count; ++k) {
    const Tensor& y = *results.list[k];
    if (!y.defined() || !isDifferentiableType(y.dtype())) continue;
    Tensor& tangent = tangents[k];
    if (tangent.defined() || (out_.is_in_place() && has_tangent(y)))
      set_tangent(y, std::move(tangent), out_.is_in_place());
  }
  if (node_ == nullptr) return;
  for (uint16_t i = 0; i < num_saved_; ++i)
    if (saved_[i].result != kNoResult) node_->adopt_tangent(i, *results.list[saved_[i].result]);
}

// ---- helpers of formulas

void fail_formula(const char* what) {
  TORCHPP_FAIL_KIND(kNotImplemented, "the derivative for '", what, "' is not implemented.");
}

Tensor sum_of(const Tensor& a, const Tensor& b) { return !a.defined() ? b : !b.defined() ? a : a.add(b); }

Tensor full_like(const Tensor& t, IntArrayRef sizes, const Scalar& value) {
  const Tensor r = op::empty(sizes, t.options(), nullopt);
  op::fill(Out::in_place(r), r, value);
  return r;
}
Tensor zeros_like(const Tensor& t) { return full_like(t, t.sizes(), 0); }

Tensor expand_reduced(const Tensor& g, IntArrayRef sizes, OptionalIntArrayRef dims, bool keepdim) {
  if (sizes.empty()) return g;
  const auto rank = static_cast<int64_t>(sizes.size());
  if (keepdim) return op::expand(g, sizes, false);
  const uint64_t mask =
      dims && !dims->empty() ? dim_mask(*dims, rank, "expand_reduced") : (rank == 64 ? 0 : uint64_t{1} << rank) - 1;
  DimVector shape;
  size_t at = 0;
  for (size_t i = 0; i < sizes.size(); ++i) shape.push_back((mask >> i & 1) != 0 ? 1 : g.sizes()[at++]);
  return op::expand(g.reshape(shape), sizes, false);
}

// ---- element-wise entries

namespace {

// conj(f(conj(g))): the adjoint of the plain derivative f, which is linear in g.
Tensor adjoint(const UnaryDerivative& e, const Tensor& g, const Tensor& x, const Tensor& y) {
  if (!e.plain || !(g.is_complex() || (x.defined() && x.is_complex()))) return e.reverse(g, x, y);
  return e.reverse(g.conj(), x, y).conj();
}
Tensor adjoint(BinaryFormula f, const Tensor& g, const Tensor& a, const Tensor& b, const Tensor& y) {
  const bool complex = g.is_complex() || (a.defined() && a.is_complex()) || (b.defined() && b.is_complex());
  return complex ? f(g.conj(), a, b, y).conj() : f(g, a, b, y);
}

}  // namespace

Tensor unary(const OwnOp<Tensor(Out, const Tensor&)>& op, Out out, const Tensor& x, const UnaryDerivative& entry) {
  Record r(entry.name, out, x);
  const Saved sx = r.save(x, entry.uses_input), sy = r.save_result(entry.uses_result);
  return r.done(
      r.call(op, out, x), [e = &entry, sx, sy](Backward& g) { g[0] = adjoint(*e, g.grad(), g(sx), g(sy)); },
      [e = &entry, sx, sy](Forward& t) { t[0] = e->forward(t.tangent(), t(sx), t(sy)); });
}

Tensor binary(const OwnOp<Tensor(Out, const Tensor&, const Tensor&)>& op, Out out, const Tensor& a, const Tensor& b,
              const BinaryDerivative& entry) {
  const bool number = is_number(b);
  Record r(number ? entry.name_of_number : entry.name, out, a, b);
  if (number) r.end_with_number();
  const unsigned uses = (r.needs(0) ? entry.da_uses : 0u) | (r.needs(1) ? entry.db_uses : 0u);
  const Saved sa = r.save(a, (uses & 1) != 0), sb = r.save(b, (uses & 2) != 0), sy = r.save_result((uses & 4) != 0);
  return r.done(
      r.call(op, out, a, b),
      [e = &entry, sa, sb, sy](Backward& g) {
        const Tensor va = g(sa), vb = g(sb), vy = g(sy);
        if (g.needs(1)) g[1] = adjoint(e->db, g.grad(), va, vb, vy);
        if (g.needs(0)) g[0] = adjoint(e->da, g.grad(), va, vb, vy);  // last: it may be written over the gradient
      },
      [e = &entry, sa, sb, sy](Forward& t) {
        const Tensor va = t(sa), vb = t(sb), vy = t(sy);
        t[0] = sum_of(t.has(0) ? e->da(t.tangent(0), va, vb, vy) : Tensor(),
                      t.has(1) ? e->db(t.tangent(1), va, vb, vy) : Tensor());
      });
}

}  // namespace torchpp::autograd
