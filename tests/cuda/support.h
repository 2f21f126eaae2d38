// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The devices of the program that runs the tests of this folder. cuda_tests is linked with the emulated machine
// (tests/cuda_emulation), cuda_gpu_tests with CUDA (tests/cuda_gpu). Only tests that hold on every device include this
// header alone; those that inspect the emulated device also include its header, and are not in cuda_gpu_tests.

namespace torchpp::cuda {

/// Makes the devices known; skips the running test where there is none. From SetUp.
void use_cuda();
/// Whether products and convolutions are those of cuBLAS and cuDNN.
bool has_vendor_libraries();

}  // namespace torchpp::cuda
