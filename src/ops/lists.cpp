// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/lists.h"

#include <torchpp/core/error.h>

namespace torchpp {

void check_list(const char* name, TensorList self) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.empty(), name,
                                ": there were no tensor arguments to this function, expected a non-empty list");
}
void check_same_length(TensorList self, TensorList other) {
  TORCHPP_CHECK(self.size() == other.size(), "Tensor lists must have the same number of tensors, got ", self.size(),
                " and ", other.size());
}
void check_same_length(TensorList self, ArrayRef<Scalar> numbers) {
  TORCHPP_CHECK(self.size() == numbers.size(), "Tensor list must have same number of elements as scalar list, got ",
                self.size(), " and ", numbers.size());
}

}  // namespace torchpp
