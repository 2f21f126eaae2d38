// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Making the backend known to the library.

namespace torchpp::cuda {

/// Looks for devices over the driver table in force; tells the library of them and gives its operators their kernels,
/// or tells it why there are none. The library calls this once, before any other thread uses CUDA.
void register_backend() noexcept;

/// Gives every operator that has one its CUDA kernel.
void register_kernels();

}  // namespace torchpp::cuda
