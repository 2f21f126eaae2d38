// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda/support.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {

Device sweep_device() { return Device(kCUDA, 0); }
void use_sweep_device() { cuda::use_cuda(); }
// cuBLAS and cuDNN choose their algorithms by addresses, too.
double placing_tolerance() { return cuda::has_vendor_libraries() ? 1e-12 : 0; }

}  // namespace torchpp::tests
