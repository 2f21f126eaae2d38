// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/data/indexed.h>

#include <numeric>

namespace torchpp::data::detail {

void check_indexed(const char* what, int64_t index, int64_t size) {
  TORCHPP_CHECK_INDEX(index >= 0 && index < size, what, ": got index ", index, ", expected one of ", size, " items");
}

std::vector<int64_t> permutation(int64_t size, uint64_t seed) {
  std::vector<int64_t> order(static_cast<size_t>(size));
  std::iota(order.begin(), order.end(), int64_t{0});
  Random random(seed, 0, 0);
  for (int64_t i = size - 1; i > 0; --i)
    std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(random.below(i + 1))]);
  return order;
}

void warn_repeated_keys(int64_t count) {
  if (count > 0) TORCHPP_WARN("to_map: ", count, " keys came more than once; the last value of each stays");
}

}  // namespace torchpp::data::detail
