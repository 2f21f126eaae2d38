// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The node at the end of a graph, which adds incoming gradients to a leaf's .grad.

#include <mutex>

#include "src/autograd/meta.h"

namespace torchpp::autograd {

/// Lives as long as its leaf or a graph that ends in it. It does not keep the leaf alive: the gradient of a destroyed
/// leaf is not accumulated, but the leaf's hooks are still called.
class AccumulateGrad final : public Node {
 public:
  explicit AccumulateGrad(const TensorBase& leaf);
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  /// The leaf; undefined when it is gone.
  Tensor variable() const;
  void evaluate(Tensor* grads, Tensor* result) override;

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  weak_intrusive_ptr<TensorImpl> leaf_;
  std::mutex mutex_;  // backward calls of several threads may meet here
};

}  // namespace torchpp::autograd
