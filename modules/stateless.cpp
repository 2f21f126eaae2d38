// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/utils/stateless.h>

#include "modules/module_private.h"
#include "src/autograd/meta.h"

namespace torchpp::nn::utils::stateless {

TensorSwap::TensorSwap(Module& module, const OrderedDict<std::string, Tensor>& parameters_and_buffers) {
  const auto parameters = module.named_parameters(), buffers = module.named_buffers();
  for (const auto& item : parameters_and_buffers) {
    const Tensor* place = parameters.find(item.key());
    if (place == nullptr) place = buffers.find(item.key());
    TORCHPP_CHECK(place != nullptr, "functional_call: ", module.name(), " has no parameter or buffer '", item.key(),
                  "'");
    TORCHPP_CHECK(item.value().defined(), "functional_call: the tensor for '", item.key(), "' is undefined");
    swapped_.push_back({*place, place->detach(), place->requires_grad()});
  }
  size_t i = 0;
  for (const auto& item : parameters_and_buffers) autograd::rebind(swapped_[i++].place, item.value());
}

// From the last to the first: a tensor may be a part of several modules and given under several names.
TensorSwap::~TensorSwap() {
  for (size_t i = swapped_.size(); i-- > 0;)
    autograd::make_leaf(swapped_[i].place, swapped_[i].own, swapped_[i].requires_grad);
}

}  // namespace torchpp::nn::utils::stateless
