// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/call.h"

namespace differential {

/// The features that calls may have; a call that shows a difference is tried again with fewer.
enum Feature : unsigned {
  kStrides = 1,        ///< tensors that are not contiguous
  kSpecialValues = 2,  ///< infinities, NaN, limits of the dtype
  kViewBits = 4,       ///< conjugate and negative views
  kGradients = 8,      ///< inputs that require grad
  kMixedDTypes = 16,   ///< tensors of several dtypes
  kWrong = 32,         ///< arguments that are probably refused
  kOverlap = 64,       ///< tensors that share memory
  kEmpty = 128,        ///< dimensions of size 0
  kNumbers = 256,      ///< 0-dim tensors that represent C++ numbers
  kAllFeatures = 511
};

/// The call of a seed: the same in every program.
Call generate(const Schema& schema, uint64_t seed, unsigned features);
/// What a destination is made for.
struct ResultShape {
  Sizes sizes;
  DType dtype;
};
/// Replaces the destinations of an out= call, for results of the given shapes, by tensors.
void make_destinations(Call& call, unsigned features, const std::vector<ResultShape>& results);
/// Contiguous elements of ordinary size.
std::vector<uint8_t> ordinary_elements(uint64_t seed, DType dtype, int64_t count);

}  // namespace differential
