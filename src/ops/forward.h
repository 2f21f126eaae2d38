// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the generated functions and methods are made of.

#include <torchpp/ops/from_blob.h>
#include <torchpp/tensor.h>

#include "src/dispatch/state.h"
#include "src/ops/result.h"

#if defined(__clang__)
#define TORCHPP_CONSTINIT [[clang::require_constant_initialization]]
#else
#define TORCHPP_CONSTINIT __constinit
#endif

namespace torchpp {

/// The handle that in-place methods return: they are const because the handle does not change.
inline Tensor& writable(const Tensor& t) { return const_cast<Tensor&>(t); }

/// An absent argument as kernels take it. A static Tensor would have a destructor to run at the end of the program; a
/// handle of nothing is a null pointer, and so zero bytes.
template <class Handle>
const Handle& undefined() {
  static_assert(sizeof(Handle) == sizeof(void*), "a handle is one pointer");
  alignas(Handle) static const unsigned char null[sizeof(Handle)] = {};
  return reinterpret_cast<const Handle&>(null);
}
template <class Handle>
const Handle& or_undefined(const optional<Handle>& argument) {
  return argument ? *argument : undefined<Handle>();
}

}  // namespace torchpp
