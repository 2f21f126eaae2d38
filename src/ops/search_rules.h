// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of searches, order statistics and histograms. No backend code.

#include "src/ops/generated/search.h"
#include "src/ops/reduction_rules.h"

namespace torchpp {

/// What the rule of a search in sorted sequences finds.
struct SearchPlan : Plan<1> {
  ScalarType compute = ScalarType::Undefined;  ///< in which elements and sequences are compared
  bool right = false;                          ///< whether to insert behind equal elements
};
/// What the rule of a histogram finds.
struct HistogramPlan : Plan<1> {
  double least = 0, most = 0;  ///< the range of bins of equal width, of other tensors than Meta ones
};

/// Throws when a destination of a histogram, unless null, has another dtype than the elements.
void check_destination(const char* name, const Tensor* out, const Tensor& self);

}  // namespace torchpp
