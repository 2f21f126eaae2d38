// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda/support.h"
#include "tests/cuda_emulation/driver.h"

namespace torchpp::cuda {

void use_cuda() { emulation::register_emulated(); }

}  // namespace torchpp::cuda
