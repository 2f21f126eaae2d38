// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10 {

template <class T>
ArrayRef<T> makeArrayRef(const T& one) {
  return one;
}
template <class T>
ArrayRef<T> makeArrayRef(const T* data, size_t size) {
  return ArrayRef<T>(data, size);
}
template <class T, class A>
ArrayRef<T> makeArrayRef(const std::vector<T, A>& items) {
  return items;
}
template <class T>
ArrayRef<T> makeArrayRef(ArrayRef<T> items) {
  return items;
}
template <class T, size_t N>
ArrayRef<T> makeArrayRef(const T (&items)[N]) {
  return items;
}

}  // namespace c10

namespace at {
using c10::makeArrayRef;
}
namespace torchpp {
using c10::makeArrayRef;
}
