// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/datasets/concat.h>

#include <algorithm>

namespace torchpp::data::datasets::detail {

std::pair<size_t, size_t> locate(const std::vector<size_t>& ends, int64_t index) {
  const auto size = static_cast<int64_t>(ends.back());
  const int64_t at = index < 0 ? index + size : index;
  TORCHPP_CHECK_INDEX(at >= 0 && at < size,
                      "ConcatDataset: absolute value of index should not exceed dataset length: got ", index,
                      ", expected from ", -size, " to ", size - 1);
  const auto place = static_cast<size_t>(at);
  const auto dataset = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), place) - ends.begin());
  return {dataset, dataset == 0 ? place : place - ends[dataset - 1]};
}

}  // namespace torchpp::data::datasets::detail
