// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Making the backend known to the library.

namespace torchpp::cuda {

/// Finds the devices through the current driver table; registers them and the operators' kernels with the library, or
/// the reason why there are none. The library calls this once, before any other thread uses CUDA.
void register_backend() noexcept;

/// Gives every operator that has one its CUDA kernel.
void register_kernels();

}  // namespace torchpp::cuda
