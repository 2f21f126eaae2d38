// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The replacement of the vendor's libraries, and the controls by which tests make it behave as those do.

#include "src/backends/cuda/vendor.h"

namespace torchpp::cuda::emulation {

/// The convolutions and products for which there is no algorithm; null: none.
extern bool (*refuses)(const ConvProblem& p);
extern bool (*refuses_product)(const Product& p);

}  // namespace torchpp::cuda::emulation
