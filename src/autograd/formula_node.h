// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The node of all operators of the table.

#include "src/autograd/derivative.h"
#include "src/autograd/meta.h"

namespace torchpp::autograd {

/// One block of memory: this object, the formula's closure, the edges, the saved tensors.
class FormulaNode final : public Node {
 public:
  using Run = void (*)(const void* closure, Backward& g);

  static FormulaNode* make(const char* name, Run run, void (*destroy)(void*), size_t closure_size, uint32_t num_edges,
                           uint16_t num_saved);

  std::string name() const override;
  void rename(const char* name) noexcept { name_ = name; }
  void release_variables() override;
  void evaluate(Tensor* grads, Tensor* result) override;

  void* closure() const { return const_cast<FormulaNode*>(this) + 1; }
  void set_edge(uint32_t i, Edge edge) noexcept {
    note_edge(edge);
    edges_at()[i] = std::move(edge);
  }
  void set_saved(uint16_t i, SavedVariable v) noexcept { saved_at()[i] = std::move(v); }
  Tensor unpack(uint16_t i) const;
  void adopt_tangent(uint16_t i, const Tensor& t) const { saved_at()[i].adopt_tangent(t); }

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  FormulaNode(const char* name, Run run, void (*destroy)(void*), size_t closure_size, uint32_t num_edges,
              uint16_t num_saved) noexcept;
  ~FormulaNode() override;
  static void* operator new(size_t, void* at) { return at; }
  static void operator delete(void* p) { Node::operator delete(p); }

  Edge* edges_at() const { return reinterpret_cast<Edge*>(static_cast<char*>(closure()) + closure_size_); }
  SavedVariable* saved_at() const { return reinterpret_cast<SavedVariable*>(edges_at() + edge_count_); }

  const char* name_;
  Run run_;
  void (*destroy_)(void*);
  uint32_t closure_size_;  // rounded up
  uint32_t edge_count_;
  uint16_t num_saved_;
  mutable SpinLock lock_;  // guards the saved tensors: one backward may release what another unpacks
};

}  // namespace torchpp::autograd
