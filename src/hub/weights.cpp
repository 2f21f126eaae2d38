// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/weights.h"

#include <torchpp/core/error.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/serialize.h>

#include <cstring>
#include <unordered_set>

#include "src/serialize/pt.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::hub {
namespace {

// TensorFile would read all tensors of such a file when it is opened.
bool is_pt_file(const std::string& path) {
  serialize::SourceFile file(path, /*map=*/true);
  if (const serialize::ZipReader* zip = file.zip()) return serialize::is_pt(*zip);
  return serialize::is_pt(file.start().data(), file.start().size());
}

void copy_weights(nn::Module& module, TensorFile& file) {
  std::unordered_set<std::string> names;
  for (const auto& item : module.state_dict()) names.insert(item.key());
  nn::LoadStateOptions options;
  options.rule([&](const std::string& name) { return names.count(name) > 0; });
  nn::load_state(module, file, options);
}

}  // namespace

void load_weights(const std::shared_ptr<nn::Module>& module, const std::string& path, bool map) {
  if (!is_pt_file(path)) {
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(path, options);
    TORCHPP_CHECK_FILE(std::strcmp(file.format(), "safetensors index") != 0, "load '", path,
                       "': got an index of several files, expected one file with all weights");
    if (std::strcmp(file.format(), "safetensors") != 0) return copy_weights(*module, file);
  }
  // An archive gives its tensors to the module instead of copying them.
  std::shared_ptr<nn::Module> target = module;
  if (map) torchpp::load_mapped(target, path);
  else torchpp::load(target, path);
}

}  // namespace torchpp::hub
