// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/view.h>

#include <limits>

#include "src/backends/cpu/elementwise.h"
#include "src/core/view.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp::cpu {

#include "src/ops/pointwise_kernels.inc"

bool equal(const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(self.device() == other.device(),
                "equal: Expected all tensors to be on the same device, but found at least two devices, ", self.device(),
                " and ", other.device());
  TORCHPP_CHECK(self.scalar_type() == other.scalar_type(), "Expected object of data type ", self.scalar_type(),
                " but got data type ", other.scalar_type(), " for argument 'other' in call to equal");
  if (self.sizes() != other.sizes()) return false;
  const Tensor same = eq(Out(), self, other);
  const auto* p = static_cast<const unsigned char*>(same.impl()->data());
  return same.numel() == 0 || __builtin_memchr(p, 0, static_cast<size_t>(same.numel())) == nullptr;
}

}  // namespace torchpp::cpu
