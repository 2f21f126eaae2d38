// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which way a reduction walks memory. No backend code.

#include <torchpp/core/tensor_base.h>

#include "src/core/shape.h"

namespace torchpp {

/// A strided tensor as a reduction sees it: the dimensions that stay and those that go, by input stride, merged where
/// they step evenly. Strides of the input in bytes; innermost first.
struct TORCHPP_API ReduceGeometry {
  /// An entry of size 1 stands for no dimension, so both lists have a first one.
  struct Dims {
    DimVector size, in, out;
    int64_t count = 1;
  };
  Dims kept, reduced;
  const char* in;
  char* out;
  int64_t itemsize;

  /// `result_strides` has an entry per dimension of the input, in any unit; those of reduced dimensions are not read.
  ReduceGeometry(const void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize, uint64_t mask,
                 void* result, IntArrayRef result_strides);
  /// Byte offset of a combination of kept (reduced) indices, counted from the innermost one.
  static int64_t offset(const Dims& dims, const DimVector& strides, int64_t index, size_t from = 0) {
    int64_t bytes = 0;
    for (size_t d = from; d < dims.size.size(); ++d) {
      bytes += index % dims.size[d] * strides[d];
      index /= dims.size[d];
    }
    return bytes;
  }
  /// Whether a row of memory holds neighbouring results, so that columns are reduced side by side.
  bool by_columns() const { return kept.in[0] == itemsize && kept.size[0] >= 8 && reduced.in[0] != itemsize; }
};

/// Byte strides of a result by dimension of the input, whether or not the reduced dimensions were kept.
TORCHPP_API DimVector result_strides(const TensorBase& result, int64_t rank, uint64_t mask);

}  // namespace torchpp
