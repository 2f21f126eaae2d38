// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "src/backends/math/hd.h"

namespace torchpp::math {

/// A loss's scale after a step: smaller where a gradient was not finite, larger after `interval` steps without that.
TORCHPP_HD void update_scale(float* scale, int32_t* tracker, float found_inf, double growth_factor,
                             double backoff_factor, int64_t interval) {
  if (found_inf != 0) {
    *scale = static_cast<float>(*scale * backoff_factor);
    *tracker = 0;
  } else if (const int32_t successful = *tracker + 1; successful == interval) {
    *scale = static_cast<float>(*scale * growth_factor);
    *tracker = 0;
  } else {
    *tracker = successful;
  }
}

}  // namespace torchpp::math
