// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/group.h>

namespace torchpp::data::detail {

void check_columns(size_t got, size_t expected) {
  TORCHPP_CHECK(got == expected, "rows2columnar: got a row of ", got, " fields, expected ", expected,
                ", the number of column_names");
}

void check_window(int64_t size, int64_t step) {
  TORCHPP_CHECK_VALUE(size > 0 && step > 0, "window: got size ", size, ", step ", step, ", expected positive numbers");
}

void check_group(const GroupOptions& options) {
  TORCHPP_CHECK_VALUE(options.buffer_size() > 0, "groupby: got buffer_size ", options.buffer_size(),
                      ", expected a positive number");
  const int64_t size = options.group_size().value_or(options.buffer_size());
  TORCHPP_CHECK_VALUE(size > 0 && size <= options.buffer_size(), "groupby: got group_size ", size,
                      ", expected a positive number of at most buffer_size, ", options.buffer_size());
  const int64_t least = options.guaranteed_group_size().value_or(1);
  TORCHPP_CHECK_VALUE(least > 0 && least <= size, "groupby: got guaranteed_group_size ", least,
                      ", expected a positive number of at most group_size, ", size);
}

void fail_small_group(const std::string& key, size_t size, int64_t guaranteed) {
  TORCHPP_FAIL_KIND(kError, "groupby: Failed to group items: the group ", key.empty() ? "" : "'" + key + "' ", "has ",
                    size, " items, expected at least the guaranteed_group_size of ", guaranteed,
                    "; allow a greater buffer_size, or drop_remaining");
}

void check_max_token(int64_t max_token_count, const MaxTokenOptions& options) {
  const int64_t longest = options.max_len().value_or(max_token_count);
  TORCHPP_CHECK_VALUE(options.min_len() >= 0 && options.min_len() <= longest && longest <= max_token_count,
                      "max_token_bucketize: ``min_len`` should be larger than 0, ``max_len`` at least min_len and at "
                      "most max_token_count: got min_len ",
                      options.min_len(), ", max_len ", longest, ", max_token_count ", max_token_count);
  TORCHPP_CHECK_VALUE(options.buffer_size() > 0, "max_token_bucketize: got buffer_size ", options.buffer_size(),
                      ", expected a positive number");
}

}  // namespace torchpp::data::detail
