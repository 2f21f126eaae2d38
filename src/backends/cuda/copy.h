// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Copies within a device, between devices, and to and from the host.

#include <torchpp/tensor.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Gives `to` the values of `from`, which has its sizes; converts, resolves conj and neg bits. Waits for the copy when
/// host memory takes part, unless `non_blocking` and that memory is pinned.
void copy_values(const Tensor& to, const Tensor& from, bool non_blocking = false);

/// Gives every element the bits of one, which lie in 16 bytes of the host.
void fill_elements(const TensorBase& t, const char* bits);

/// Bytes to the host, which may be read after the call.
void copy_to_host(void* to, const void* from, size_t nbytes, const OnDevice& on);
/// Bytes from the host, whose memory may be changed after the call.
void copy_from_host(void* to, const void* from, size_t nbytes, const OnDevice& on);

}  // namespace torchpp::cuda
