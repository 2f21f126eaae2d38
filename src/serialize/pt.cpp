// SPDX-License-Identifier: BSD-3-Clause
// The functions that read sparse tensors, too; apart from those that archives are read by, which link no kernels of
// sparse tensors.
#include "src/serialize/pt.h"

#include <torchpp/ops/sparse.h>

namespace torchpp {
namespace {

Tensor make_sparse(const Tensor& indices, const Tensor& values, IntArrayRef size) {
  return sparse_coo_tensor(indices, values, size);
}

}  // namespace

PtFile load_pt(const std::string& path, const LoadPtOptions& options) {
  std::unique_ptr<serialize::RandomInput> in;
  if (options.map)
    if (serialize::Block block = serialize::map_file(path); block.data)
      in = std::make_unique<serialize::RandomMemory>(std::move(block));
  if (!in) in = std::make_unique<serialize::RandomFile>(path);
  return serialize::read_pt(std::move(in), "load '" + path + "'", options, &make_sparse);
}

PtFile parse_pt(const void* data, size_t size, const std::string& name) {
  // Nothing of the result looks at the memory, which stays the caller's.
  const std::shared_ptr<char> unowned(std::shared_ptr<void>(), static_cast<char*>(const_cast<void*>(data)));
  return serialize::read_pt(std::make_unique<serialize::RandomMemory>(serialize::Block{unowned, size}),
                            "load '" + name + "'", {}, &make_sparse);
}

IValue pickle_load(const std::vector<char>& data) { return parse_pt(data.data(), data.size(), "pickle").value; }

}  // namespace torchpp
