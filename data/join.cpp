// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/data/join.h>

namespace torchpp::data::detail {

void fail_join_key(const char* stage, const std::string& key) {
  TORCHPP_FAIL_KIND(kError, stage, ": got no item with the key '", key, "', which an item of the first pipe has");
}
void fail_join_buffer(int64_t buffer_size, const std::string& key) {
  TORCHPP_FAIL_KIND(kError, "zip_with_iter: more than ", buffer_size,
                    " items wait for their partner, which is buffer_size, while the key '", key, "' is looked for");
}
void check_join(int64_t buffer_size) {
  TORCHPP_CHECK_VALUE(buffer_size > 0, "zip_with_iter: got buffer_size ", buffer_size, ", expected a positive number");
}
void warn_left_over(int64_t count) {
  TORCHPP_WARN("zip_with_iter: ", count, " items of the other pipe were left over");
}

}  // namespace torchpp::data::detail
