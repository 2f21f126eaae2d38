// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What stands for the vendor's libraries, and how tests make it behave as they do.

#include "src/backends/cuda/vendor.h"

namespace torchpp::cuda::emulation {

/// The convolutions and products for which there is no algorithm; null: none.
extern bool (*refuses)(const ConvolutionProblem& p);
extern bool (*refuses_product)(const Product& p);

}  // namespace torchpp::cuda::emulation
