// SPDX-License-Identifier: BSD-3-Clause
// The functions that read sparse tensors in every program; apart from those that archives are read by, which link no
// kernels of sparse tensors.
#include "src/serialize/pt.h"

#include "src/ops/sparse.h"

namespace torchpp {

PtFile load_pt(const std::string& path, const LoadPtOptions& options) {
  register_sparse_kernels();
  std::unique_ptr<serialize::RandomInput> in;
  if (options.map)
    if (serialize::Block block = serialize::map_file(path); block.data)
      in = std::make_unique<serialize::RandomMemory>(std::move(block));
  if (!in) in = std::make_unique<serialize::RandomFile>(path);
  return serialize::read_pt(std::move(in), "load '" + path + "'", options);
}

PtFile parse_pt(const void* data, size_t size, const std::string& name) {
  register_sparse_kernels();
  // Nothing of the result looks at the memory, which stays the caller's.
  const std::shared_ptr<char> unowned(std::shared_ptr<void>(), static_cast<char*>(const_cast<void*>(data)));
  return serialize::read_pt(std::make_unique<serialize::RandomMemory>(serialize::Block{unowned, size}),
                            "load '" + name + "'", {});
}

IValue pickle_load(const std::vector<char>& data) { return parse_pt(data.data(), data.size(), "pickle").value; }

}  // namespace torchpp
