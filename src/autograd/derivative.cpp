// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/derivative.h"

#include <torchpp/core/grad_mode.h>

#include <cctype>

#include "src/autograd/formula_node.h"
#include "src/core/allocator.h"

namespace torchpp::autograd {

// ---- FormulaNode

FormulaNode::FormulaNode(const char* name, Run run, void (*destroy)(void*), size_t closure_size, uint32_t num_edges,
                         uint16_t num_saved) noexcept
    : Node(Inline(), reinterpret_cast<Edge*>(reinterpret_cast<char*>(this + 1) + closure_size), num_edges),
      name_(name),
      run_(run),
      destroy_(destroy),
      closure_size_(static_cast<uint32_t>(closure_size)),
      edge_count_(num_edges),
      num_saved_(num_saved) {
  Edge* edges = edges_at();
  for (uint32_t i = 0; i < num_edges; ++i) new (edges + i) Edge;
  SavedVariable* saved = saved_at();
  for (uint16_t i = 0; i < num_saved; ++i) new (saved + i) SavedVariable;
}

FormulaNode* FormulaNode::make(const char* name, Run run, void (*destroy)(void*), size_t closure_size,
                               uint32_t num_edges, uint16_t num_saved) {
  closure_size = (closure_size + 7) & ~size_t{7};
  void* block = Node::operator new(sizeof(FormulaNode) + closure_size + num_edges * sizeof(Edge) +
                                   num_saved * sizeof(SavedVariable));
  return new (block) FormulaNode(name, run, destroy, closure_size, num_edges, num_saved);
}

FormulaNode::~FormulaNode() {
  SavedVariable* saved = saved_at();
  for (uint16_t i = 0; i < num_saved_; ++i) saved[i].~SavedVariable();
  if (destroy_ != nullptr) destroy_(closure());
}

std::string FormulaNode::name() const {
  if (std::isupper(static_cast<unsigned char>(name_[0]))) return name_;
  std::string text;
  bool word = true;
  for (const char* c = name_; *c != '\0'; ++c) {
    if (*c == '_') {
      word = true;
      continue;
    }
    text += word ? static_cast<char>(std::toupper(static_cast<unsigned char>(*c))) : *c;
    word = false;
  }
  return text + "Backward0";
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
  Backward g(*this, grads, result);
  run_(closure(), g);
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
int64_t Backward::mask(size_t n) const {
  int64_t bits = 0;
  for (size_t i = 0; i < n; ++i) bits |= static_cast<int64_t>(needs(i)) << i;
  return bits;
}
Tensor Backward::operator()(Saved s) const { return s.at == Saved::kNothing ? Tensor() : node_.unpack(s.at); }
std::vector<Tensor> Backward::operator()(SavedList s) const {
  std::vector<Tensor> list;
  list.reserve(s.count);
  for (uint16_t i = 0; i < s.count; ++i) list.push_back(node_.unpack(static_cast<uint16_t>(s.first + i)));
  return list;
}
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
  // evaluated, and would be a circle: the memory's history is then the node that holds it.
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
  return kept.tensor.defined() || kept.result == Record::kNoResult ? kept.tensor : *outputs_[kept.result];
}
std::vector<Tensor> Forward::operator()(SavedList s) const {
  std::vector<Tensor> list;
  for (uint16_t i = 0; i < s.count; ++i) list.push_back((*this)(Saved{static_cast<uint16_t>(s.first + i)}));
  return list;
}

// ---- Record

namespace {

// Whether a gradient can flow into the tensor.
inline bool wants_grad(const Tensor& t) {
  const AutogradMeta* m = t.impl()->autograd_meta();
  if (m != nullptr && (m->requires_grad || m->grad_fn)) return true;
  return t.impl()->view_info() != nullptr && t.requires_grad();
}

}  // namespace

void Record::start() {
  const bool reverse = !thread_state.no_grad, forward = thread_state.dual_level >= 0 && !thread_state.no_forward_grad;
  uint32_t at = 0;
  for (size_t s = 0; s < num_spans_; ++s)
    for (size_t i = 0; i < spans_[s].count; ++i, ++at) {
      const Tensor& t = spans_[s].first[i];
      if (!t.defined() || !t.impl()->keys().has(DispatchKey::Autograd)) continue;
      const bool grad = reverse && wants_grad(t), tangent = forward && has_tangent(t);
      reverse_ = reverse_ || grad;
      forward_ = forward_ || tangent;
      if ((grad || tangent) && at < 64) needs_ |= uint64_t{1} << at;
    }
  num_inputs_ = at;
  if (!out_.functional()) start_destination();
}

void Record::start_destination() {
  if (out_.is_in_place()) {
    if (reverse_) {
      check_inplace(out_.tensor(), name_);
      collect_early_edges();
    }
    return;
  }
  const Tensor& out = out_.tensor();
  TORCHPP_CHECK(!reverse_ && (thread_state.no_grad || !out.defined() || !out.requires_grad()), name_,
                "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                "arguments requires grad.");
  TORCHPP_CHECK(!forward_ && !(out.defined() && has_tangent(out)), name_,
                "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                "arguments has a forward gradient.");
}

void Record::collect_early_edges() {
  bool any_view = false;
  for (uint32_t i = 0; i < num_inputs_ && !any_view; ++i) any_view = input(i)->defined() && input(i)->is_view();
  if (!any_view) return;
  early_edges_.reserve(num_inputs_);
  for (uint32_t i = 0; i < num_inputs_; ++i) early_edges_.push_back(gradient_edge(*input(i)));
}

const Tensor* Record::input(size_t i) const {
  for (size_t s = 0; s < num_spans_; ++s) {
    if (i < spans_[s].count) return spans_[s].first + i;
    i -= spans_[s].count;
  }
  TORCHPP_FAIL_KIND(kInternal, name_, ": input ", i, " asked beyond the last one");
}

bool Record::needs_slow(size_t i) const {
  const Tensor& t = *input(i);
  return t.defined() && ((reverse_ && wants_grad(t)) || (forward_ && has_tangent(t)));
}

uint16_t Record::new_saved() {
  if (num_saved_ == saved_capacity_) {
    TORCHPP_CHECK(saved_capacity_ < 0x7fff, name_, ": too many tensors to save for backward");
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
  new (saved_ + num_saved_) Kept{Tensor(), 0, kNoResult};
  return num_saved_++;
}

void Record::free_saved() noexcept {
  if (saved_capacity_ > kInlineSaved) memory::free_block(saved_, saved_capacity_ * sizeof(Kept));
}

void Record::drop_saved() noexcept {
  for (uint16_t i = 0; i < num_saved_; ++i) saved_[i].~Kept();
  free_saved();
}

Saved Record::save_slow(const Tensor& t) {
  if (!t.defined()) return Saved();
  const uint16_t at = new_saved();
  // What the operator overwrites is kept as a copy, made above this layer: the copy has the history.
  saved_[at].tensor = out_.is_in_place() && t.is_same(out_.tensor()) ? op::clone(t, std::nullopt) : t;
  saved_[at].version = saved_[at].tensor.impl()->version_counter().value();
  return Saved{at};
}

SavedList Record::save(TensorList list, bool when) {
  if (!when || !active()) return SavedList();
  SavedList kept{num_saved_, static_cast<uint16_t>(list.size())};
  for (const Tensor& t : list)
    if (save_slow(t).at == Saved::kNothing) new_saved();
  return kept;
}

Saved Record::save_result(bool when, uint8_t k) {
  if (!when || !active()) return Saved();
  const uint16_t at = new_saved();
  saved_[at].result = k;
  return Saved{at};
}

void Record::zero_backward(Backward& g) {
  for (size_t i = 0; i < g.num_inputs(); ++i)
    if (g.needs(i)) g[i] = full_like(g.grad_or_zeros(), g.input_sizes(i), 0);
}

void Record::fail_forward() const {
  TORCHPP_FAIL_KIND(kNotImplemented, "Trying to use forward AD with ", name_,
                    " that does not support it because it has not been implemented yet.");
}

FormulaNode* Record::make_node(Run run, void (*destroy)(void*), size_t closure_size, void** closure) {
  FormulaNode* node = FormulaNode::make(name_, run, destroy, closure_size, num_inputs_, num_saved_);
  *closure = node->closure();
  return node;
}

void Record::collect_edges(FormulaNode& node) {
  if (TORCHPP_UNLIKELY(!early_edges_.empty())) {
    for (uint32_t i = 0; i < num_inputs_; ++i) node.set_edge(i, std::move(early_edges_[i]));
    return;
  }
  uint32_t at = 0;
  for (size_t s = 0; s < num_spans_; ++s)
    for (size_t i = 0; i < spans_[s].count; ++i, ++at) {
      const Tensor& t = spans_[s].first[i];
      if (!t.defined() || !t.impl()->keys().has(DispatchKey::Autograd)) continue;
      const AutogradMeta* m = t.impl()->autograd_meta();
      if (TORCHPP_LIKELY(m != nullptr && t.impl()->view_info() == nullptr)) {
        Node* accumulator;
        if (m->grad_fn) node.set_edge(at, Edge(m->grad_fn, m->output_nr));
        else if (!m->requires_grad) continue;
        else if ((accumulator = m->accumulator.load(std::memory_order_acquire)) != nullptr)
          node.set_edge(at, Edge(intrusive_ptr<Node>::share(accumulator), 0));
        else node.set_edge(at, Edge(grad_accumulator(t), 0));
      } else if (wants_grad(t)) {
        node.set_edge(at, gradient_edge(t));
      }
    }
}

void Record::attach(FormulaNode* raw, const Outputs& outputs) {
  raw->retain_first();
  auto node = intrusive_ptr<FormulaNode>::reclaim(raw);
  collect_edges(*raw);
  if (TORCHPP_UNLIKELY(thread_state.anomaly)) note_trace(*node, describe_inputs());

  const bool in_place = out_.is_in_place();
  for (size_t k = 0; k < outputs.count; ++k) {
    const Tensor& y = *outputs.list[k];
    if (!y.defined() || !isDifferentiableType(y.dtype()) || (not_differentiable_ >> k & 1) != 0) {
      NodeAccess::add_no_output(*raw);
      continue;
    }
    node_ = raw;
    NodeAccess::add_output(*raw, y);
    if (in_place) rebase_history(y, node);
    else if (k + 1 < outputs.count) set_history(y, node, static_cast<uint32_t>(k));
    else set_history(y, std::move(node), static_cast<uint32_t>(k));  // the result keeps it alive from here on
  }
  const auto role = !in_place                 ? SavedVariable::Role::kOutput
                    : out_.tensor().is_view() ? SavedVariable::Role::kOutputOnView
                                              : SavedVariable::Role::kOutput;
  for (uint16_t i = 0; i < num_saved_; ++i) {
    Kept& kept = saved_[i];
    if (kept.result != kNoResult) {
      // A result without a gradient, such as a mask, has no place in the graph: formulas must not send one there.
      const Tensor& y = *outputs.list[kept.result];
      raw->set_saved(i, SavedVariable(y, y.requires_grad() ? role : SavedVariable::Role::kInput));
    } else if (kept.tensor.defined())
      raw->set_saved(i, SavedVariable(kept.tensor, kept.version, SavedVariable::Role::kInput));
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

void Record::carry(const Outputs& outputs, void (*formula)(const void*, Forward&), const void* closure) {
  // Few operators have more than one result.
  Tensor one;
  std::vector<Tensor> many(outputs.count > 1 ? outputs.count : 0);
  Tensor* tangents = outputs.count > 1 ? many.data() : &one;
  {
    // The formula's own operators have tangents, too, but those of another order.
    const AutoFwGradMode off(false);
    Forward t(*this, outputs.list, tangents);
    formula(closure, t);
  }
  for (size_t k = 0; k < outputs.count; ++k) {
    const Tensor& y = *outputs.list[k];
    if (!y.defined() || !isDifferentiableType(y.dtype())) continue;
    Tensor& tangent = tangents[k];
    if (tangent.defined() || (out_.is_in_place() && has_tangent(y)))
      set_tangent(y, std::move(tangent), out_.is_in_place());
  }
  if (node_ == nullptr) return;
  for (uint16_t i = 0; i < num_saved_; ++i)
    if (saved_[i].result != kNoResult) node_->adopt_tangent(i, *outputs.list[saved_[i].result]);
}

// ---- helpers of formulas

Tensor sum_of(const Tensor& a, const Tensor& b) { return !a.defined() ? b : !b.defined() ? a : a.add(b); }

Tensor full_like(const Tensor& t, IntArrayRef sizes, const Scalar& value) {
  const Tensor r = op::empty(sizes, t.options(), std::nullopt);
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

Tensor unary(const Op<Tensor(Out, const Tensor&)>& op, Out out, const Tensor& x, const UnaryDerivative& entry) {
  Record r(entry.name, out, x);
  const Saved sx = r.save(x, entry.uses_input), sy = r.save_result(entry.uses_result);
  return r.done(
      r.call(op, out, x), [e = &entry, sx, sy](Backward& g) { g[0] = adjoint(*e, g.grad(), g(sx), g(sy)); },
      [e = &entry, sx, sy](Forward& t) { t[0] = e->forward(t.tangent(), t(sx), t(sy)); });
}

Tensor binary(const Op<Tensor(Out, const Tensor&, const Tensor&)>& op, Out out, const Tensor& a, const Tensor& b,
              const BinaryDerivative& entry) {
  Record r(entry.name, out, a, b);
  const unsigned uses = (r.needs(0) ? entry.da_uses : 0u) | (r.needs(1) ? entry.db_uses : 0u);
  const Saved sa = r.save(a, (uses & 1) != 0), sb = r.save(b, (uses & 2) != 0), sy = r.save_result((uses & 4) != 0);
  return r.done(
      r.call(op, out, a, b),
      [e = &entry, sa, sb, sy](Backward& g) {
        const Tensor va = g(sa), vb = g(sb), vy = g(sy);
        if (g.needs(0)) g[0] = adjoint(e->da, g.grad(), va, vb, vy);
        if (g.needs(1)) g[1] = adjoint(e->db, g.grad(), va, vb, vy);
      },
      [e = &entry, sa, sb, sy](Forward& t) {
        const Tensor va = t(sa), vb = t(sb), vy = t(sy);
        t[0] = sum_of(t.has(0) ? e->da(t.tangent(0), va, vb, vy) : Tensor(),
                      t.has(1) ? e->db(t.tangent(1), va, vb, vy) : Tensor());
      });
}

}  // namespace torchpp::autograd
