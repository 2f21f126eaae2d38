// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sorting lines of a tensor.

#include "src/backends/cuda/reduction.h"

namespace torchpp {
class Tensor;
struct SelectionPlan;
namespace cuda {

/// How the bits of an element become a key that orders as the element does.
enum class KeyKind : int { kUnsigned, kSigned, kFloating, kBool };

struct SortWork {
  const char* in;
  Walk lines;        ///< in row-major order; strides of the input in bytes, of the results in elements
  int64_t n, step;   ///< elements of a line, and bytes from one to the next
  int64_t skip, k;   ///< of them in order, those from `skip` to k - 1 are written
  int64_t out_step;  ///< elements from one to the next in a line of the results
  void* values;
  int64_t* indices;
  KeyKind kind;
  bool descending;
  bool skip_nan;      ///< of middle_of_lines()
  uint64_t infinity;  ///< of floating elements, its bits
};

/// Elements `skip` to k - 1 of every line in order, equal ones in the order of their places; a NaN is above all else.
void sort_lines(const SortWork& work, int64_t itemsize, const OnDevice& on);

/// The middle element of every rising line, the lower one of two, and the first place of an element that equals it. Of
/// a line with NaN that is a NaN, or, with `skip_nan`, the middle one of the others. False, and nothing is written, if
/// the lines are too long for it.
bool middle_of_lines(const SortWork& work, int64_t itemsize, const OnDevice& on);
bool middle_of_lines(const SelectionPlan& plan, const Tensor& self, bool skip_nan);

}  // namespace cuda
}  // namespace torchpp
