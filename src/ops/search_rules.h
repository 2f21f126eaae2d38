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

/// Throws where slices of a dimension cannot be told apart because another dimension is empty.
TORCHPP_API void check_unique_slices(const Tensor& self, int64_t dim);
/// Throws where the arguments of bincount do not fit, or a destination has another dtype than the result, which is
/// returned: that of counts, or, where there are weights and elements, of sums.
TORCHPP_API ScalarType bincount_dtype(const Out& out, const Tensor& self, const Tensor& weights, int64_t minlength);
/// The number of bins for elements from `least` to `most`. Throws where one is negative.
TORCHPP_API int64_t bincount_size(int64_t least, int64_t most, int64_t minlength);

}  // namespace torchpp
