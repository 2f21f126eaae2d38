// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/hub.h>
#include <torchpp/nn/module.h>

#include <memory>
#include <string>
#include <vector>

namespace torchpp::hub {

/// Loads a module's parameters and buffers from a file of any format that TensorFile reads. All must be there, in their
/// shapes, else Error lists those that are not and nothing is changed; what the file holds beside them is passed over.
/// Throws FileError for a file of another format, and for an index of several files that are not all among the parts,
/// which have been compared with the manifest.
/// `map`: tensors of safetensors and .pt look at a mapping of the file, which must not be written to then.
void load_weights(const std::shared_ptr<nn::Module>& module, const std::string& path,
                  const std::vector<FileInfo>& parts, bool map);

}  // namespace torchpp::hub
