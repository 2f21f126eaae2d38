// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operators of a program's own, and kernels for those of the library: TORCH_LIBRARY(ns, m) and its relatives.
/// torchpp's DispatchKey says what the keys mean here. An autograd kernel is called when a gradient is recorded: grad
/// mode is on and an input requires grad. (libtorch calls it for every call outside of inference mode.)

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/macros/Macros.h>
#include <torchpp/autograd/function.h>

namespace torchpp {

namespace detail {
// A kernel of libtorch's boxed type as one of torchpp's.
template <auto kernel>
void boxed_kernel(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  if constexpr (std::is_invocable_v<decltype(kernel), const c10::OperatorHandle&, DispatchKeySet, Stack*>)
    kernel(c10::OperatorHandle(op), keys, &stack);
  else kernel(c10::OperatorHandle(op), &stack);
}
}  // namespace detail

namespace autograd {
inline CppFunction autogradNotImplementedFallback() { return CppFunction(&not_implemented_fallback); }
}  // namespace autograd

/// A schema as m.def() takes it.
inline const char* schema(const char* text) { return text; }

}  // namespace torchpp

#define TORCH_FN(function) (&function)
#define TORCH_FN_TYPE(function) decltype(&function)
#define TORCH_SELECTIVE_NAME(name) name
#define TORCH_SELECTIVE_SCHEMA(schema) schema

#define TORCH_LIBRARY(ns, m) TORCHPP_LIBRARY_BLOCK(kDef, ns, ::torchpp::nullopt, m, C10_UID)
/// Adds operators to a namespace that another TORCH_LIBRARY defines; a namespace may have any number of fragments.
#define TORCH_LIBRARY_FRAGMENT(ns, m) TORCHPP_LIBRARY_BLOCK(kDef, ns, ::torchpp::nullopt, m, C10_UID)
#define TORCH_LIBRARY_IMPL(ns, key, m) \
  TORCHPP_LIBRARY_BLOCK(kImpl, ns, ::torchpp::make_optional(::torchpp::DispatchKey::key), m, C10_UID)
#define TORCHPP_LIBRARY_BLOCK(kind, ns, key, m, number) TORCHPP_LIBRARY_BLOCK_(kind, ns, key, m, number)
#define TORCHPP_LIBRARY_BLOCK_(kind, ns, key, m, number)                            \
  static void torchpp_library_##ns##_##number(::torchpp::Library&);                 \
  static const ::torchpp::detail::LibraryInit torchpp_library_init_##ns##_##number( \
      ::torchpp::Library::Kind::kind, #ns, key, &torchpp_library_##ns##_##number);  \
  void torchpp_library_##ns##_##number(::torchpp::Library& m)
