// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running sums of counts, for kernels that write what they select side by side.

#include <cstdint>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Each count becomes the sum of those before it; counts[n] becomes the sum of all. One block: for counts per block of
/// another kernel.
void exclusive_scan(int64_t* counts, int64_t n, StreamHandle stream);

}  // namespace torchpp::cuda
