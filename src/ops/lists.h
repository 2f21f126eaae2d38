// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the generated operators on lists of tensors are made of.

#include <torchpp/core/scalar.h>
#include <torchpp/tensor.h>

#include <vector>

namespace torchpp {

/// Throws unless there is a tensor and every other list is as long as the first.
void check_list(const char* name, TensorList self);
void check_same_length(TensorList self, TensorList other);
void check_same_length(TensorList self, ArrayRef<Scalar> numbers);

template <class... L>
void check_lists(const char* name, TensorList self, const L&... others) {
  check_list(name, self);
  (check_same_length(self, others), ...);
}

template <class F>
std::vector<Tensor> list_of(size_t count, const F& element) {
  std::vector<Tensor> list;
  list.reserve(count);
  for (size_t i = 0; i < count; ++i) list.push_back(element(i));
  return list;
}

}  // namespace torchpp
