// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The node at the end of a graph, which adds incoming gradients to a leaf's .grad.

#include <memory>
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
  /// Makes the leaf's gradient zero by giving it memory that is zero already, so that nothing is written now, and the
  /// next backward adds to nothing. False where this is not possible.
  bool lend_zeros(const Tensor& leaf);

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  // Memory of zeros that the gradient may have in place of its own.
  struct Zeros {
    Storage pages;   // while the gradient does not have them
    Storage buffer;  // the gradient's own memory, while it does
    const StorageImpl* address = nullptr;
    uint64_t contents = 0;  // the pages' number: they have it until they are written
    bool lent = false;
    bool are_in(const Tensor& gradient) const;
  };
  bool replace_zeros(Tensor& sum, Tensor& grad);

  weak_intrusive_ptr<TensorImpl> leaf_;
  std::mutex mutex_;  // backward calls of several threads may meet here
  std::unique_ptr<Zeros> zeros_;
};

/// Makes the gradient of a leaf zero without writing its memory. Possible for large gradients to whose memory nothing
/// but the leaf refers, so that who reads the gradient sees zeros. False, and nothing is changed, for all others.
bool zero_unwritten(const Tensor& leaf);

}  // namespace torchpp::autograd
