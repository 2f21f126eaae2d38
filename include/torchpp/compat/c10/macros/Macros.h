// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Attributes under libtorch's names.

#include <torchpp/core/export.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

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
#define C10_ALWAYS_INLINE_UNLESS_MOBILE C10_ALWAYS_INLINE
#define C10_HAS_CPP_ATTRIBUTE(x) __has_cpp_attribute(x)
#define C10_IS_TRIVIALLY_COPYABLE(T) std::is_trivially_copyable<T>::value
#define C10_DEPRECATED [[deprecated]]
#define C10_DEFINE_DEPRECATED_USING(Name, Type) using Name [[deprecated]] = Type;
#define C10_DEPRECATED_MESSAGE(message) [[deprecated(message)]]
#define C10_DISABLE_COPY_AND_ASSIGN(Class) \
  Class(const Class&) = delete;            \
  Class& operator=(const Class&) = delete

#define C10_HOST_DEVICE TORCHPP_HOST_DEVICE
#if defined(__CUDACC__)
#define C10_DEVICE __device__
#define C10_HOST __host__
#if __CUDA_ARCH__ == 750
constexpr uint32_t CUDA_MAX_THREADS_PER_SM = 1024;
#elif __CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 890
constexpr uint32_t CUDA_MAX_THREADS_PER_SM = 1536;
#else
constexpr uint32_t CUDA_MAX_THREADS_PER_SM = 2048;
#endif
constexpr uint32_t CUDA_MAX_THREADS_PER_BLOCK = 1024;
constexpr uint32_t CUDA_THREADS_PER_BLOCK_FALLBACK = 256;
#define C10_MAX_THREADS_PER_BLOCK(threads) \
  ((threads) <= CUDA_MAX_THREADS_PER_BLOCK ? (threads) : CUDA_THREADS_PER_BLOCK_FALLBACK)
#define C10_MIN_BLOCKS_PER_SM(threads, blocks) \
  ((threads) * (blocks) <= CUDA_MAX_THREADS_PER_SM ? (blocks) : (CUDA_MAX_THREADS_PER_SM + (threads)-1) / (threads))
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(C10_MAX_THREADS_PER_BLOCK((threads)))
#define C10_LAUNCH_BOUNDS_2(threads, blocks) \
  __launch_bounds__(C10_MAX_THREADS_PER_BLOCK((threads)), C10_MIN_BLOCKS_PER_SM((threads), (blocks)))
#else
#define C10_DEVICE
#define C10_HOST
#endif
#define C10_WARP_SIZE 32

namespace torchpp::detail {
TORCHPP_HOST_DEVICE inline void fail_in_kernel(const char* condition, const char* file, int line) {
  std::printf("%s:%d: Assertion `%s` failed.\n", file, line, condition);
#if defined(__CUDA_ARCH__)
  __trap();
#else
  std::abort();
#endif
}
}  // namespace torchpp::detail
/// Ends the kernel, or the program that runs the function on the host, also in builds with NDEBUG.
#define CUDA_KERNEL_ASSERT(condition)                                  \
  if (TORCHPP_UNLIKELY(!(condition))) {                                \
    ::torchpp::detail::fail_in_kernel(#condition, __FILE__, __LINE__); \
  }

#if defined(__clang__)
#define C10_PRAGMA(text) _Pragma(#text)
#define C10_CLANG_DIAGNOSTIC_PUSH() _Pragma("clang diagnostic push")
#define C10_CLANG_DIAGNOSTIC_POP() _Pragma("clang diagnostic pop")
#define C10_CLANG_DIAGNOSTIC_IGNORE(flag) C10_PRAGMA(clang diagnostic ignored flag)
#define C10_CLANG_HAS_WARNING(flag) __has_warning(flag)
#else
#define C10_CLANG_DIAGNOSTIC_PUSH()
#define C10_CLANG_DIAGNOSTIC_POP()
#define C10_CLANG_DIAGNOSTIC_IGNORE(flag)
#define C10_CLANG_HAS_WARNING(flag) 0
#endif
