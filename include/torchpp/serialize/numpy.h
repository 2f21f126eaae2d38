// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Writing NumPy's files: .npy of one array, .npz of several. TensorFile reads them (tensor_file.h).
///
/// Dtypes: those of the library that NumPy has, which are all but bfloat16, complex32 and the quantized ones.
/// Layout: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#include <torchpp/serialize/safetensors.h>

#include <string>

namespace torchpp {

/// Writes one array, which appears under `path` complete or not at all, as save_safetensors does. Any strides and
/// device; the values are copied out. Throws FileError; TypeError for another dtype, or a layout other than strided.
/// Source: numpy.save.
TORCHPP_API void save_npy(const std::string& path, const Tensor& tensor);

/// Writes named arrays into an uncompressed archive, whose data are aligned to 64 bytes so that TensorFile can map
/// them. Throws as save_npy, and ValueError for a name that is empty or stands twice.   Source: numpy.savez.
TORCHPP_API void save_npz(const std::string& path, const NamedTensors& tensors);

}  // namespace torchpp
