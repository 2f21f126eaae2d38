// SPDX-License-Identifier: BSD-3-Clause
// The index of the files a.safetensors and b.safetensors, which hold the tensors "a" and "b".
#include <torchpp/ops/creation.h>
#include <torchpp/serialize/safetensors.h>
#include <torchpp/serialize/tensor_file.h>

#include <fstream>

#include "tests/fuzz/tensor_file_target.h"
#include "tests/support/temporary_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace torchpp;
  static const test::TemporaryFolder folder;
  static const bool written = [] {
    for (const char* name : {"a", "b"})
      save_safetensors(str(folder.path(), "/", name, ".safetensors"), {{name, arange(3)}});
    return true;
  }();
  const std::string path = folder.path() + "/index";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    TensorFile file = TensorFile::open(path);
    if (file.load_all().size() != file.tensors().size() || !written) test::fuzz_failed("a tensor is missing", path);
  } catch (const FileError&) {
  } catch (const std::exception& e) {
    test::fuzz_failed("an error of another type", e.what());
  }
  return 0;
}
