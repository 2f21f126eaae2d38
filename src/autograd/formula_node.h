// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The node of all operators of the table.

#include "src/autograd/derivative.h"
#include "src/autograd/meta.h"

namespace torchpp::autograd {

/// One block of memory: this object, the formula's closure, the saved tensors, the edges.
class FormulaNode final : public Node {
 public:
  /// A node with room for the closure and for so many saved tensors and edges, which are put in afterwards.
  static intrusive_ptr<FormulaNode> make(const char* name, size_t closure_size, uint32_t num_saved,
                                         uint32_t num_edges) {
    void* block = allocate_node(sizeof(FormulaNode) + closure_size + num_saved * sizeof(SavedVariable) +
                                num_edges * sizeof(Edge));
    auto* node = new (block) FormulaNode(name, closure_size, num_saved);
    node->retain_first();
    return intrusive_ptr<FormulaNode>::reclaim(node);
  }

  std::string name() const override;
  void rename(const char* name) noexcept { name_ = name; }
  void release_variables() override;
  void evaluate(Tensor* grads, Tensor* result) override;

  /// Moves the closure in; comes before the saved tensors.
  void set_formula(const Formula& formula, void* closure) {
    formula.move(this + 1, closure);
    formula_ = &formula;
  }
  /// An argument that was saved with this version.
  void append_saved(intrusive_ptr<TensorImpl> t, uint32_t version) {
    new (saved_at() + num_saved_) SavedVariable(std::move(t), version);
    ++num_saved_;
  }
  void append_saved(const Tensor& t, SavedVariable::Role role) {
    new (saved_at() + num_saved_) SavedVariable(t, role);
    ++num_saved_;
  }
  void append_nothing() noexcept { new (saved_at() + num_saved_++) SavedVariable; }
  Tensor unpack(uint16_t i) const;
  void adopt_tangent(uint16_t i, const Tensor& t) const { saved_at()[i].adopt_tangent(t); }

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  FormulaNode(const char* name, size_t closure_size, uint32_t num_saved) noexcept
      : Node(Inline(), thread_state.own.sequence_number++, thread_number(),
             reinterpret_cast<Edge*>(reinterpret_cast<char*>(this + 1) + closure_size +
                                     num_saved * sizeof(SavedVariable))),
        name_(name) {}
  ~FormulaNode() override;
  void drop_contents() noexcept;
  static void* operator new(size_t, void* at) { return at; }
  static void operator delete(void* p) { free_node_memory(p); }

  SavedVariable* saved_at() const {
    char* const closure = reinterpret_cast<char*>(const_cast<FormulaNode*>(this) + 1);
    return reinterpret_cast<SavedVariable*>(closure + formula_->size);
  }

  const char* name_;
  const Formula* formula_ = nullptr;
  uint16_t num_saved_ = 0;
  mutable SpinLock lock_;  // guards the saved tensors: one backward may release what another unpacks
};

}  // namespace torchpp::autograd
