// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The scalar bodies of the kernels, shared by every backend.
//
// They are compiled several times into one program, once per instruction set and once per device, so none of them may
// become a symbol: all are force-inlined, nothing of the C++ standard library is included, and no object is defined.
#if defined(__CUDACC__)
#define TORCHPP_HD __host__ __device__ __forceinline__
#else
#define TORCHPP_HD __attribute__((always_inline)) inline
#endif
