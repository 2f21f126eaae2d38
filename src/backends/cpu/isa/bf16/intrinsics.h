// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// <immintrin.h> for the kernels of isa/bf16: the headers of g++ 12 pass undefined vectors on where all lanes are masked
// in, of which it warns.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
