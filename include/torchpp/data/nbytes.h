// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/example.h>
#include <torchpp/fwd.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace torchpp::data::detail {

template <class T, class = void>
inline constexpr bool kHasNbytes = false;
template <class T>
inline constexpr bool kHasNbytes<T, decltype(static_cast<void>(int64_t(std::declval<const T&>().nbytes())))> = true;
template <class T, class = void>
inline constexpr bool kIsRange = false;
template <class T>
inline constexpr bool kIsRange<T, decltype(static_cast<void>(std::begin(std::declval<const T&>())))> = true;
template <class T, class = void>
inline constexpr bool kIsTuple = false;
template <class T>
inline constexpr bool kIsTuple<T, decltype(static_cast<void>(std::tuple_size<T>::value))> = true;
template <class T>
inline constexpr bool kIsExample = false;
template <class Data, class Target>
inline constexpr bool kIsExample<Example<Data, Target>> = true;

template <class T>
int64_t bytes_in_memory(const T& item);
TORCHPP_API int64_t bytes_of_value(const IValue& value);

/// What an item takes beside the object itself.
template <class T>
int64_t bytes_outside(const T& item) {
  if constexpr (std::is_same_v<T, IValue>) {
    return bytes_of_value(item);
  } else if constexpr (kHasNbytes<T>) {
    return static_cast<int64_t>(item.nbytes());
  } else if constexpr (kIsRange<T>) {
    using Element = std::decay_t<decltype(*std::begin(item))>;
    if constexpr (std::is_arithmetic_v<Element>) {
      return static_cast<int64_t>(static_cast<size_t>(std::distance(std::begin(item), std::end(item))) *
                                  sizeof(Element));
    } else {
      int64_t bytes = 0;
      for (const auto& element : item) bytes += bytes_in_memory<Element>(element);
      return bytes;
    }
  } else if constexpr (kIsTuple<T>) {
    return std::apply([](const auto&... member) { return (int64_t{0} + ... + bytes_outside(member)); }, item);
  } else if constexpr (kIsExample<T>) {
    if constexpr (std::is_void_v<typename T::TargetType>) return bytes_outside(item.data);
    else return bytes_outside(item.data) + bytes_outside(item.target);
  } else if constexpr (torchpp::detail::kIsOptional<const T&>) {
    return item.has_value() ? bytes_outside(*item) : 0;
  } else {
    return 0;
  }
}

/// About what an item takes in memory.
template <class T>
int64_t bytes_in_memory(const T& item) {
  return static_cast<int64_t>(sizeof(T)) + bytes_outside(item);
}

}  // namespace torchpp::data::detail
