// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Distances between rows of dense matrices in a p-norm.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Pairs of a row of the first and a row of the second matrix, of each of a batch; float or double.
struct Distances {
  ScalarType dtype;
  double p;
  int64_t batch, rows1, rows2, width;
  /// The two matrices are one, and the pairs are its rows i < j, in a list; there is no batch then.
  bool within;
  const void *x1, *x2;
};

/// The distance of each pair.
void distances_of_pairs(const Distances& d, void* to, const OnDevice& on);
/// The gradient by the first matrix, or by the one matrix, from that by the distances, which are `norms`. A thread adds
/// what all pairs give to one element, in their order.
void distances_gradient(const Distances& d, const void* grad, const void* norms, void* to, const OnDevice& on);

}  // namespace torchpp::cuda
