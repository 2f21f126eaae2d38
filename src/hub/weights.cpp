// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/weights.h"

#include <torchpp/core/error.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/serialize.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "src/serialize/paths.h"
#include "src/serialize/pt.h"
#include "src/serialize/safetensors_header.h"
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

void check_parts(const std::string& path, const std::vector<FileInfo>& parts) {
  for (const std::string& name : serialize::safetensors_index_files(path)) {
    const bool is_listed = std::any_of(parts.begin(), parts.end(),
                                       [&](const FileInfo& part) { return serialize::file_name(part.file) == name; });
    TORCHPP_CHECK_FILE(is_listed, "load '", path, "': the index names the file ", serialize::shown(name),
                       ", expected one of the ", parts.size(), " parts that the manifest lists with their hashes");
  }
}

}  // namespace

void load_weights(const std::shared_ptr<nn::Module>& module, const std::string& path,
                  const std::vector<FileInfo>& parts, bool map) {
  if (!is_pt_file(path)) {
    check_parts(path, parts);
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(path, options);
    if (std::strcmp(file.format(), "safetensors") != 0) return copy_weights(*module, file);
  }
  // An archive gives its tensors to the module instead of copying them.
  std::shared_ptr<nn::Module> target = module;
  if (map) torchpp::load_mapped(target, path);
  else torchpp::load(target, path);
}

}  // namespace torchpp::hub
