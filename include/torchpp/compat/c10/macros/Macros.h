// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Attributes under libtorch's names.

#include <torchpp/core/export.h>

#define TORCH_API TORCHPP_API
#define C10_API TORCHPP_API
#define C10_EXPORT TORCHPP_API
#define C10_IMPORT TORCHPP_API
#define C10_HIDDEN __attribute__((visibility("hidden")))
#define TORCH_CUDA_CU_API TORCHPP_API
#define TORCH_CUDA_CPP_API TORCHPP_API
#define C10_CUDA_API TORCHPP_API

#define C10_CONCATENATE_IMPL(a, b) a##b
#define C10_CONCATENATE(a, b) C10_CONCATENATE_IMPL(a, b)
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_MACRO_EXPAND(args) args
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(name) C10_CONCATENATE(name, __COUNTER__)

#define C10_LIKELY(condition) (TORCHPP_LIKELY(condition))
#define C10_UNLIKELY(condition) (TORCHPP_UNLIKELY(condition))
#define C10_NODISCARD [[nodiscard]]
#define C10_UNUSED __attribute__((__unused__))
#define C10_USED __attribute__((__used__))
#define C10_FALLTHROUGH [[fallthrough]]
#define C10_RESTRICT __restrict
#define C10_NOINLINE __attribute__((noinline))
#define C10_ALWAYS_INLINE __attribute__((__always_inline__)) inline
#define C10_ATTR_VISIBILITY_HIDDEN __attribute__((visibility("hidden")))
#define C10_ERASE C10_ALWAYS_INLINE C10_ATTR_VISIBILITY_HIDDEN
#define C10_DEPRECATED [[deprecated]]
#define C10_DEPRECATED_MESSAGE(message) [[deprecated(message)]]
#define C10_DISABLE_COPY_AND_ASSIGN(Class) \
  Class(const Class&) = delete;            \
  Class& operator=(const Class&) = delete

#define C10_HOST_DEVICE TORCHPP_HOST_DEVICE
#if defined(__CUDACC__)
#define C10_DEVICE __device__
#define C10_HOST __host__
#else
#define C10_DEVICE
#define C10_HOST
#endif
#define C10_WARP_SIZE 32
