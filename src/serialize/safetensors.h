// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/serialize/safetensors.h>

#include <string>

#include "src/serialize/file.h"

namespace torchpp::serialize {

/// Reads a file's tensors, each into memory of its own, or with a device to there. `name` begins the errors.
Safetensors read_safetensors(Input& in, const std::string& name, optional<Device> device);
/// Loads from a path, through a mapping if `map`; see LoadSafetensorsOptions.
Safetensors read_safetensors(const std::string& path, bool map, optional<Device> device);
/// Loads from memory.
Safetensors read_safetensors(const char* data, size_t size, const std::string& name, optional<Device> device);

/// Gives the file's bytes, piece by piece, to `write`. Everything that can be refused is refused before the first.
void write_safetensors(const NamedTensors& tensors, const Metadata& metadata,
                       const Callable<void(const void*, size_t)>& write);

}  // namespace torchpp::serialize
