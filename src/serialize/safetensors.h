// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/serialize/safetensors.h>

#include <functional>
#include <string>

#include "src/serialize/file.h"

namespace torchpp::serialize {

/// Tensors that look at the block. `name` begins the errors.
Safetensors parse_block(const Block& block, const std::string& name, std::optional<Device> device);

/// Gives the file's bytes, piece by piece, to `write`. Everything that can be refused is refused before the first.
void write_safetensors(const NamedTensors& tensors, const Metadata& metadata,
                       const std::function<void(const void*, size_t)>& write);

}  // namespace torchpp::serialize
