// SPDX-License-Identifier: BSD-3-Clause
// History of tensors that become views of themselves.
#include <atomic>

#include "src/autograd/formula_node.h"
#include "src/autograd/meta.h"
#include "src/core/thread_state.h"
#include "src/ops/history.h"

namespace torchpp {

void detail::check_change(const Tensor& self, const char* op, bool read) {
  if (!thread_state.no_grad && (read || self.requires_grad())) autograd::check_inplace(self, op);
}

// The memory is what it was, so a view's base keeps its history, and the view's own goes on from what it was. Other
// views find a new version and ask their base again, which gives them the same gradient.
// Source: libtorch 1.13 (grad_fn of base and view after each of these operators, asked of its Python front end).
void detail::become_view(const Tensor& self, const Tensor& view, const char* node) {
  using namespace autograd;
  const bool recorded = !thread_state.no_grad && self.requires_grad();
  // Taken before the version changes: then the view, too, would ask its base again.
  Edge history = recorded ? gradient_edge(view) : Edge();
  self.impl()->set_sizes_and_strides(view.sizes(), view.strides(), view.storage_offset());
  bump_version(self);
  if (history.is_valid()) {
    if (auto* formula = dynamic_cast<FormulaNode*>(history.function.get())) formula->rename(node);
    set_gradient_edge(self, std::move(history));
  } else if (AutogradMeta* m = meta_of(self)) {
    // The gradients to come have the new shape.
    if (Node* a = m->accumulator.load(std::memory_order_acquire)) NodeAccess::replace_input_metadata(*a, 0, self);
  }
  copy_tangent(view, self);
}

void detail::name_history_slow(const Tensor& result, const char* name) {
  if (thread_state.no_grad) return;  // what history there is, another call has made
  autograd::Node* node = autograd::meta_of(result)->grad_fn.get();
  // FormulaNode is final, so that comparing types replaces a dynamic_cast, which costs 100 instructions more.
  if (node != nullptr && typeid(*node) == typeid(autograd::FormulaNode))
    static_cast<autograd::FormulaNode*>(node)->rename(name);
}

}  // namespace torchpp
