// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda/support.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {

Device sweep_device() { return Device(kCUDA, 0); }
void use_sweep_device() { cuda::use_cuda(); }

}  // namespace torchpp::tests
