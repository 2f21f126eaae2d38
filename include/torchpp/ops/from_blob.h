// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tensors on memory that the program owns.

#include <torchpp/tensor.h>

#include <memory>
#include <type_traits>
#include <utility>

namespace torchpp {
namespace detail {

// Leaves requires_grad to the caller.
TORCHPP_API Tensor from_blob(void* data, IntArrayRef sizes, OptionalIntArrayRef strides, StorageImpl::Deleter deleter,
                             void* context, const TensorOptions& options);

inline Tensor with_requires_grad(Tensor t, const TensorOptions& options) {
  if (options.requires_grad()) t.requires_grad_(true);
  return t;
}

template <class F>
void call_and_free_deleter(void* context, void* data) {
  F* f = static_cast<F*>(context);
  (*f)(data);
  delete f;
}

template <class F>
using if_deleter = std::enable_if_t<std::is_invocable_v<std::decay_t<F>&, void*>>;

template <class F>
Tensor from_blob_with(void* data, IntArrayRef sizes, OptionalIntArrayRef strides, F&& deleter,
                      const TensorOptions& options) {
  using D = std::decay_t<F>;
  std::unique_ptr<D> context(new D(std::forward<F>(deleter)));
  Tensor t = from_blob(data, sizes, strides, &call_and_free_deleter<D>, context.get(), options);
  context.release();
  return with_requires_grad(std::move(t), options);
}

}  // namespace detail

/// A tensor that shows `data` without copying. The memory must hold what sizes and strides reach, in elements of the
/// options' dtype, and outlive the tensor. Without strides, row-major.
inline Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {}) {
  return detail::with_requires_grad(detail::from_blob(data, sizes, nullopt, nullptr, nullptr, options), options);
}
inline Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {}) {
  return detail::with_requires_grad(detail::from_blob(data, sizes, strides, nullptr, nullptr, options), options);
}
/// A tensor that shows `data` without copying, whose memory is given back: `deleter(data)` is called when the last
/// tensor on the memory has gone, and not when from_blob throws for sizes or strides.
template <class F, class = detail::if_deleter<F>>
Tensor from_blob(void* data, IntArrayRef sizes, F&& deleter, const TensorOptions& options = {}) {
  return detail::from_blob_with(data, sizes, nullopt, std::forward<F>(deleter), options);
}
template <class F, class = detail::if_deleter<F>>
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, F&& deleter, const TensorOptions& options = {}) {
  return detail::from_blob_with(data, sizes, strides, std::forward<F>(deleter), options);
}

}  // namespace torchpp
