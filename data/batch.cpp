// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/batch.h>

namespace torchpp::data::detail {

void check_batch_size(const char* stage, int64_t batch_size) {
  TORCHPP_CHECK_VALUE(batch_size > 0, stage, ": got batch_size ", batch_size, ", expected to be larger than 0");
}

}  // namespace torchpp::data::detail
