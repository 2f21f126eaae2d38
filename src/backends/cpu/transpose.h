// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Transposing matrices of float, double and 16-bit elements: reorders images between channels first and channels
/// last.

#include <cstdint>

namespace torchpp {
namespace cpu {

/// to[j * to_stride + i] = from[i * from_stride + j] for i < rows, j < cols; on the calling thread.
void transpose(int64_t rows, int64_t cols, const uint16_t* from, int64_t from_stride, uint16_t* to, int64_t to_stride);
void transpose(int64_t rows, int64_t cols, const float* from, int64_t from_stride, float* to, int64_t to_stride);
void transpose(int64_t rows, int64_t cols, const double* from, int64_t from_stride, double* to, int64_t to_stride);

}  // namespace cpu
}  // namespace torchpp
