// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/example.h>

#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data::detail {

/// Puts the tensors of a batch into pinned memory. Without a CUDA device it does nothing and warns once.
TORCHPP_API void pin_memory(Tensor& tensor);
template <class Data, class Target>
void pin_memory(Example<Data, Target>& example);
template <class T>
void pin_memory(std::vector<T>& batch);

template <class T, class = void>
inline constexpr bool kPinsItself = false;
template <class T>
inline constexpr bool kPinsItself<T, std::void_t<decltype(std::declval<T&>() = std::declval<T&>().pin_memory())>> =
    true;

/// Of a class of the program: what its member function pin_memory() returns; without one the batch is left as it is.
template <class T>
void pin_memory(T& batch) {
  if constexpr (kPinsItself<T>) batch = batch.pin_memory();
}
template <class Data, class Target>
void pin_memory(Example<Data, Target>& example) {
  pin_memory(example.data);
  if constexpr (!std::is_void_v<Target>) pin_memory(example.target);
}
template <class T>
void pin_memory(std::vector<T>& batch) {
  for (T& element : batch) pin_memory(element);
}

}  // namespace torchpp::data::detail
