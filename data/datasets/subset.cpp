// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/subset.h>
#include <torchpp/ops/creation.h>

#include <cmath>
#include <numeric>

namespace torchpp::data::datasets::detail {

std::vector<std::vector<size_t>> split_indices(size_t size, ArrayRef<int64_t> lengths, const Generator& generator) {
  uint64_t sum = 0;
  for (const int64_t length : lengths) {
    TORCHPP_CHECK_VALUE(length >= 0, "random_split: got length ", length, ", expected no less than 0");
    sum += static_cast<uint64_t>(length);
    TORCHPP_CHECK_VALUE(sum <= size, "Sum of input lengths does not equal the length of the input dataset! Got ", sum,
                        " or more, expected ", size);
  }
  TORCHPP_CHECK_VALUE(sum == size, "Sum of input lengths does not equal the length of the input dataset! Got ", sum,
                      ", expected ", size);
  const Tensor order = randperm(static_cast<int64_t>(size), generator, kInt64);
  const auto* next = order.data_ptr<int64_t>();
  std::vector<std::vector<size_t>> parts;
  for (const int64_t length : lengths) {
    parts.emplace_back(next, next + length);
    next += length;
  }
  return parts;
}

std::vector<std::vector<size_t>> split_indices(size_t size, ArrayRef<double> fractions, const Generator& generator) {
  double sum = 0;
  std::vector<int64_t> lengths;
  size_t left = size;
  for (const double fraction : fractions) {
    TORCHPP_CHECK_VALUE(fraction >= 0 && fraction <= 1, "Fraction at index ", lengths.size(),
                        " is not between 0 and 1: got ", fraction);
    sum += fraction;
    lengths.push_back(static_cast<int64_t>(std::floor(static_cast<double>(size) * fraction)));
    left -= static_cast<size_t>(lengths.back());
  }
  TORCHPP_CHECK_VALUE(std::abs(sum - 1) < 1e-6,
                      "Sum of input lengths does not equal the length of the input dataset! The fractions sum to ", sum,
                      ", expected 1");
  for (size_t i = 0; i < left; ++i) ++lengths[i % lengths.size()];
  return split_indices(size, ArrayRef<int64_t>(lengths), generator);
}

}  // namespace torchpp::data::datasets::detail
