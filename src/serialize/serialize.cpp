// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/serialize.h>

namespace torchpp {
namespace serialize {

void check_holds(InputArchive& archive, const OutputArchive& expected) {
  SafetensorsWriter names;
  expected.write_to(names);
  std::string missing, differ;
  for (const auto& [name, tensor] : names.tensors()) {
    Tensor found;
    if (!archive.try_read(name, found)) missing += str(missing.empty() ? "" : ", ", "'", name, "'");
    else if (found.sizes() != tensor.sizes())
      differ += str("; '", name, "' got sizes ", found.sizes(), ", expected ", tensor.sizes());
  }
  if (missing.empty() && differ.empty()) return;
  TORCHPP_FAIL_KIND(kError, "load: ", missing.empty() ? "" : "No such serialized tensor: ", missing,
                    missing.empty() && !differ.empty() ? differ.substr(2) : differ);
}

}  // namespace serialize

serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Tensor& tensor) {
  archive.write("0", tensor);
  return archive;
}

serialize::InputArchive& operator>>(serialize::InputArchive& archive, Tensor& tensor) {
  archive.read("0", tensor);
  return archive;
}

void detail::write_list(serialize::OutputArchive& archive, const std::vector<Tensor>& tensors) {
  for (size_t i = 0; i < tensors.size(); ++i) archive.write(std::to_string(i), tensors[i]);
}

void detail::read_list(serialize::InputArchive& archive, std::vector<Tensor>& tensors) {
  size_t count = 0;
  for (Tensor tensor; archive.try_read(std::to_string(count), tensor); tensor = Tensor(), ++count)
    tensors.push_back(tensor);
}

}  // namespace torchpp
