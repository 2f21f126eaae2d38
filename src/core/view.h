// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file New tensors from memory: fresh, and views of others.

#include <torchpp/core/tensor_base.h>

namespace torchpp {

/// A fresh tensor; sizes must be checked. Inference mode decides whether it is an inference tensor.
TORCHPP_API TensorBase make_tensor(IntArrayRef sizes, ScalarType dtype, Device device,
                                   MemoryFormat format = MemoryFormat::Contiguous);
/// A fresh tensor on the device, with the sizes and strides, of one that is dense.
TORCHPP_API TensorBase make_tensor_like(const TensorImpl& like, ScalarType dtype);
TORCHPP_API TensorBase make_tensor_strided(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device);
/// A fresh CPU tensor in page-locked memory of the CUDA backend. Throws NotImplementedError where that is not there.
TensorBase make_pinned_tensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);
/// Whether the memory is of that kind.
bool is_pinned(const TensorBase& t);
/// The device with its index: that of the calling thread when it has none. Throws when there is no such device. Not for
/// the CPU and Meta, which have no indices.
Device exact_device(Device device);
/// The allocator of an exact device's memory. Throws NotImplementedError when its backend was not registered.
Allocator& device_allocator(Device device);
/// The one way to make a view: shares memory and version, remembers the base. The sizes and strides must lie within
/// the base's storage.
TORCHPP_API TensorBase make_view(const TensorBase& of, IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset);

}  // namespace torchpp
