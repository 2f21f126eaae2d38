// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Symbol visibility and small compiler portability macros.
///
/// The library is compiled with hidden visibility; what a program may call carries TORCHPP_API.

// What kernels of a program's own may call on a GPU, too.
#if defined(__CUDACC__)
#define TORCHPP_HOST_DEVICE __host__ __device__
#else
#define TORCHPP_HOST_DEVICE
#endif

#if defined(__GNUC__)
#define TORCHPP_API __attribute__((visibility("default")))
// Long lists of declarations stand between these two, because an attribute on each of them takes time to compile.
#define TORCHPP_API_BEGIN _Pragma("GCC visibility push(default)")
#define TORCHPP_API_END _Pragma("GCC visibility pop")
#define TORCHPP_LIKELY(x) (__builtin_expect(static_cast<bool>(x), 1))
#define TORCHPP_UNLIKELY(x) (__builtin_expect(static_cast<bool>(x), 0))
#define TORCHPP_COLD __attribute__((cold, noinline))
#define TORCHPP_NOINLINE __attribute__((noinline))
#define TORCHPP_INLINE inline __attribute__((always_inline))
#else
#define TORCHPP_API
#define TORCHPP_API_BEGIN
#define TORCHPP_API_END
#define TORCHPP_LIKELY(x) (x)
#define TORCHPP_UNLIKELY(x) (x)
#define TORCHPP_COLD
#define TORCHPP_NOINLINE
#define TORCHPP_INLINE inline
#endif
