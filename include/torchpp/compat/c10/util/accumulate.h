// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <iterator>

namespace c10 {

template <class Iterator>
int64_t sum_integers(Iterator begin, Iterator end) {
  int64_t sum = 0;
  for (; begin != end; ++begin) sum += static_cast<int64_t>(*begin);
  return sum;
}
template <class Container>
int64_t sum_integers(const Container& items) {
  return sum_integers(std::begin(items), std::end(items));
}
template <class Iterator>
int64_t multiply_integers(Iterator begin, Iterator end) {
  int64_t product = 1;
  for (; begin != end; ++begin) product *= static_cast<int64_t>(*begin);
  return product;
}
template <class Container>
int64_t multiply_integers(const Container& items) {
  return multiply_integers(std::begin(items), std::end(items));
}
/// Products of the sizes of the dimensions from k on, and of the dimensions below k.
template <class Container>
int64_t numelements_from_dim(int k, const Container& sizes) {
  return k > static_cast<int>(sizes.size()) ? 1 : multiply_integers(std::begin(sizes) + k, std::end(sizes));
}
template <class Container>
int64_t numelements_to_dim(int k, const Container& sizes) {
  TORCHPP_CHECK_INDEX(0 <= k && k <= static_cast<int>(sizes.size()), "numelements_to_dim: got dimension ", k,
                      ", expected at most ", sizes.size());
  return multiply_integers(std::begin(sizes), std::begin(sizes) + k);
}

}  // namespace c10
