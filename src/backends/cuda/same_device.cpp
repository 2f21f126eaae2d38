// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/same_device.h"

#include <torchpp/core/error.h>

namespace torchpp::cuda {

void check_same_device(const char* op, const TensorBase& self, std::initializer_list<const TensorBase*> others) {
  for (const TensorBase* t : others)
    TORCHPP_CHECK(!t->defined() || t->device() == self.device(), op,
                  ": Expected all tensors to be on the same device, but found at least two devices, ", self.device(),
                  " and ", t->device(), "!");
}

}  // namespace torchpp::cuda
