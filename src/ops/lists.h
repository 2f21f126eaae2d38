// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the generated operators on lists of tensors are made of.

#include <torchpp/core/scalar.h>
#include <torchpp/tensor.h>

#include <vector>

#include "src/core/thread_state.h"

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

/// Whether the call of position i is refused for no other reason than that of position 0: the tensors are of the same
/// dtype and device, lie plainly in memory that they do not share, and record no gradient; numbers are of one kind, and
/// any dtype of that kind holds them.
bool is_like_first(TensorList self, size_t i);
bool is_like_first(TensorList self, TensorList other, size_t i);
bool is_like_first(TensorList self, ArrayRef<Scalar> numbers, size_t i);

/// Throws where autograd or the memory forbids that self[i] is written, or is computed in place from other[i].
void check_write(const char* name, TensorList self, size_t i);
void check_write(const char* name, TensorList self, TensorList other, size_t i);
inline void check_write(const char*, TensorList, ArrayRef<Scalar>, size_t) {}

/// The layers above the backends, which rehearsed calls do not reach.
constexpr DispatchKeySet kLayers = DispatchKeySet::from_bits(~uint32_t{0} << static_cast<int>(DispatchKey::Autograd));

/// What stands for an element when a call is rehearsed: a tensor on Meta with the sizes, strides and dtype.
Tensor rehearsed(const Tensor& t);
inline const Scalar& rehearsed(const Scalar& number) { return number; }

/// Calls write(self, others..., i), which writes to self[i], for each position i. An error changes nothing: calls that
/// might be refused where the first one is not are made with tensors on Meta before anything is written.
template <class F, class... L>
void write_each(const char* name, const F& write, TensorList self, const L&... others) {
  check_lists(name, self, others...);
  for (size_t i = 1; i < self.size(); ++i) {
    if (TORCHPP_LIKELY(is_like_first(self, i) && (... && is_like_first(self, others, i)))) continue;
    check_write(name, self, i);
    (check_write(name, self, others, i), ...);
    const ExcludeKeys no_layers(kLayers);
    write(TensorList(rehearsed(self[i])), L(rehearsed(others[i]))..., size_t{0});
  }
  for (size_t i = 0; i < self.size(); ++i) write(self, others..., i);
}

}  // namespace torchpp
