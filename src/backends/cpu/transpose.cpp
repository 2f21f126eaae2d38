// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/transpose.h"

#include <algorithm>

#include "src/backends/cpu/own/gemm.h"

namespace torchpp {
namespace cpu {
namespace {

typedef uint16_t Oct __attribute__((vector_size(16), aligned(2), may_alias));

// A square of one 16-byte vector a side. Interleaving rows i and i + half transposes in log2(side) rounds.
void square(const uint16_t* from, int64_t from_stride, uint16_t* to, int64_t to_stride) {
  Oct r[8];
  for (int i = 0; i < 8; ++i) r[i] = *reinterpret_cast<const Oct*>(from + i * from_stride);
  for (int round = 0; round < 3; ++round) {
    Oct s[8];
    for (int i = 0; i < 4; ++i) {
      s[2 * i] = __builtin_shufflevector(r[i], r[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      s[2 * i + 1] = __builtin_shufflevector(r[i], r[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; ++i) r[i] = s[i];
  }
  for (int i = 0; i < 8; ++i) *reinterpret_cast<Oct*>(to + i * to_stride) = r[i];
}

// Whether the result lies as the matrix does, which has one row or one column and is then copied.
template <class T>
bool copies(int64_t rows, int64_t cols, const T* from, int64_t from_stride, T* to, int64_t to_stride) {
  const bool same = (rows == 1 && to_stride == 1) || (cols == 1 && from_stride == 1);
  if (same) std::copy(from, from + rows * cols, to);
  return same;
}

template <class T>
void transpose_words(int64_t rows, int64_t cols, const T* from, int64_t from_stride, T* to, int64_t to_stride) {
  if (copies(rows, cols, from, from_stride, to, to_stride)) return;
  own::gemm_kernels<T>().transpose(rows, cols, from, from_stride, to, to_stride);
}

}  // namespace

void transpose(int64_t rows, int64_t cols, const uint16_t* from, int64_t from_stride, uint16_t* to, int64_t to_stride) {
  constexpr int64_t side = 8, line = 32;  // blocks whose cache lines, read and written, fit the first-level cache
  if (copies(rows, cols, from, from_stride, to, to_stride)) return;
  const int64_t whole_rows = rows / side * side, whole_cols = cols / side * side;
  for (int64_t i0 = 0; i0 < whole_rows; i0 += line)
    for (int64_t j0 = 0; j0 < whole_cols; j0 += line)
      for (int64_t j = j0; j < std::min(whole_cols, j0 + line); j += side)
        for (int64_t i = i0; i < std::min(whole_rows, i0 + line); i += side)
          square(from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
  for (int64_t j = whole_cols; j < cols; ++j)
    for (int64_t i = 0; i < whole_rows; ++i) to[j * to_stride + i] = from[i * from_stride + j];
  for (int64_t j = 0; j < cols; ++j)
    for (int64_t i = whole_rows; i < rows; ++i) to[j * to_stride + i] = from[i * from_stride + j];
}

void transpose(int64_t rows, int64_t cols, const float* from, int64_t from_stride, float* to, int64_t to_stride) {
  transpose_words(rows, cols, from, from_stride, to, to_stride);
}
void transpose(int64_t rows, int64_t cols, const double* from, int64_t from_stride, double* to, int64_t to_stride) {
  transpose_words(rows, cols, from, from_stride, to, to_stride);
}

}  // namespace cpu
}  // namespace torchpp
