// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The interface between the loops compiled per instruction set and the rest of the library: plain functions and plain
// data. The files that are compiled per set include only this, kernel.h and backends/math, so that no inline function
// of a wider set can serve the program on a narrower machine (`nm` shows no weak symbol).

#include <stddef.h>
#include <stdint.h>

#include "src/backends/math/bits.h"

namespace torchpp::cpu {

using math::Scalars;

/// The result of a loop.
enum LoopStatus : int { kLoopDone = 0, kLoopZeroDivision = 1 };

/// What is particular about the kernel of a function.
enum LoopForm {
  kUsual,
  kLight,    ///< as fast as memory: an operand that is one value has a loop of its own
  kDivides,  ///< a zero among integer divisors is reported
  kTurn      ///< polynomials for usual arguments, see math::sin
};

/// data[0] is the output, data[1..] the inputs; strides in bytes, 0 for an operand that is one value. Operands may be
/// the same memory (in-place) but may not overlap otherwise. An op without scalar operands ignores `scalars`.
using LoopFn = int (*)(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars);

/// One row of n elements, `stride` bytes apart, to one value. n may be 0 where the op has a neutral element (not max,
/// min, argmax, argmin). The result's type: sum, sum_squares, prod: the type of computation (float for f16 and bf16),
/// int64 for integers; max, min: type of computation; argmax, argmin: int64; any, all: uint8.
using ReduceFn = void (*)(void* out, const char* in, int64_t stride, int64_t n);
/// Rows of contiguous columns, `row_stride` bytes apart, to one row of column results (types as above).
using ReduceColumnsFn = void (*)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t columns);

/// out[r][c] = in[c][r]: `columns` contiguous in out, `rows` contiguous in in; strides in bytes.
using TransposedFn = void (*)(char* out, int64_t out_stride, const char* in, int64_t in_stride, int64_t rows,
                              int64_t columns);
/// out[r * n + i] = the element at in + r * in_stride: each of `rows` elements n times; the stride in bytes.
using RepeatedFn = void (*)(char* out, const char* in, int64_t in_stride, int64_t rows, int64_t n);
/// Copies n bytes past the cache, best where `to` is a multiple of 64. What is read `ahead` bytes later, if that is not
/// 0, is asked for. The stores are ordered by end_stream().
using StreamFn = void (*)(char* to, const char* from, int64_t n, int64_t ahead);
/// Elements first ... first + n - 1 of start, start + step, ...: scalars f (i for int64) 0 and 1.
using ArangeFn = void (*)(char* out, int64_t first, int64_t n, const Scalars* scalars);
/// Elements first ... first + n - 1 of `total`, at least 2, evenly spaced ones from f[0] to f[1]; first and n are
/// multiples of what kLineVector bytes hold.
constexpr int64_t kLineVector = 32;
using LinspaceFn = void (*)(char* out, int64_t first, int64_t n, int64_t total, const Scalars* scalars);

/// Kernels under the loops: contiguous operands in the type of computation. Bit k of `scalar` says that operand k is
/// one value; only kernels of cheap ops are ever given one.
using Kernel = int (*)(char* const* data, int64_t n, unsigned scalar, const Scalars* scalars);

}  // namespace torchpp::cpu

// The name of a loop in the set that is being compiled: TORCHPP_SET_NAME(exp_f32) -> exp_f32_v3
#define TORCHPP_PASTE2(a, b) a##_##b
#define TORCHPP_PASTE(a, b) TORCHPP_PASTE2(a, b)
#define TORCHPP_SET_NAME(name) TORCHPP_PASTE(name, TORCHPP_SET)
