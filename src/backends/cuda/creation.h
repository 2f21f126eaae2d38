// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Ranges, and copies by index.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

/// to[i] = first + i * step, in 64 bits. False for dtypes that are not integers.
bool write_integers(void* to, int64_t n, ScalarType dtype, int64_t first, int64_t step, const OnDevice& on);
/// to[i] = first + i * step in double. False for dtypes that are not floating.
bool write_multiples(void* to, int64_t n, ScalarType dtype, double first, double step, const OnDevice& on);

/// The first half is first + i * step, the second last - (n - 1 - i) * step. [1]: the imaginary part of complex dtypes.
struct Line {
  double first[2], last[2], step[2];
};
/// Computes in double for integers, else as the dtype does. False for bool.
bool write_line(void* to, int64_t n, ScalarType dtype, const Line& line, const OnDevice& on);

/// Two tensors of the same sizes, walked together: dimensions innermost first, strides in elements.
struct PlacePair {
  int dims;
  bool wide;  ///< 2^31 elements or more: beyond what a Divisor divides
  int64_t numel;
  Divisor by[kMaxDims];
  int64_t size[kMaxDims], to_stride[kMaxDims], from_stride[kMaxDims];
};
/// Copies elements of `itemsize` bytes.
void copy_places(void* to, const void* from, const PlacePair& places, int64_t itemsize, const OnDevice& on);

/// Which side of a diagonal is kept of matrices.
struct Triangle {
  bool upper;
  int row_dim;  ///< of the first two dimensions of PlacePair, which the rows are; the other is the columns
  int64_t diagonal;
  bool in_place;  ///< what is kept is there already
};
/// Copies what is kept, clears the rest.
void copy_triangle(void* to, const void* from, const PlacePair& places, const Triangle& triangle, int64_t itemsize,
                   const OnDevice& on);

/// The inputs of one launch of cat: for each of `outer` rows of the result, a run of every part. Counted in units of
/// `unit` bytes, which all addresses and lengths are multiples of.
struct CatParts {
  static constexpr int kMost = 64;
  int count = 0;
  int64_t outer, row;
  const void* from[kMost];
  int64_t start[kMost], run[kMost];
  Divisor by_run[kMost];
  bool wide;  ///< a part has 2^31 units or more
};
void copy_parts(void* to, const CatParts& parts, int64_t unit, const OnDevice& on);

}  // namespace torchpp::cuda
