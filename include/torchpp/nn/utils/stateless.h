// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A call of a module with other tensors than its own. Source: PyTorch 1.13's Python front end.

#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace utils {
namespace stateless {

/// Gives parameters and buffers of a module, named by their paths, other values while it lives, with their histories.
/// What the module writes into a buffer is written into the given tensor. Error, with nothing changed, for a name that
/// the module does not have.
class TORCHPP_API TensorSwap {
 public:
  TensorSwap(Module& module, const OrderedDict<std::string, Tensor>& parameters_and_buffers);
  ~TensorSwap();
  TensorSwap(const TensorSwap&) = delete;
  TensorSwap& operator=(const TensorSwap&) = delete;

 private:
  struct Swapped {
    Tensor place, own;
    bool requires_grad;
  };
  std::vector<Swapped> swapped_;
};

/// Calls the module with the tensors of the dictionary in place of its own: gradients flow to them. A parametrized
/// tensor is given as `parametrizations.NAME.original`.
template <class Holder, class... Args, std::enable_if_t<nn::detail::is_module_holder<Holder>, int> = 0>
auto functional_call(Holder module, const OrderedDict<std::string, Tensor>& parameters_and_buffers, Args&&... args) {
  const TensorSwap swap(*module, parameters_and_buffers);
  return module(std::forward<Args>(args)...);
}

}  // namespace stateless
}  // namespace utils
}  // namespace nn
}  // namespace torchpp
