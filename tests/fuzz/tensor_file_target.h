// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>
#include <torchpp/serialize/tensor_file.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace torchpp::test {

/// Ends the program: an answer to foreign bytes that must not be.
[[noreturn]] inline void fuzz_failed(const char* what, const std::string& text) {
  std::fprintf(stderr, "TensorFile: %s: %s\n", what, text.c_str());
  std::abort();
}

/// Opens bytes as a file of tensors, loads all that can be loaded, and touches every byte as a user would; the
/// sanitizers watch. False if the file was refused, by the one type of error that is expected.
inline bool read_tensor_file(const std::string& bytes) {
  try {
    TensorFile file = TensorFile::parse(bytes.data(), bytes.size(), "f");
    for (size_t i = 0; i < file.tensors().size(); ++i) {
      const TensorInfo& info = file.tensors()[i];
      if (info.dtype == ScalarType::Undefined) continue;
      const Tensor tensor = file.load(i);
      if (tensor.sizes() != IntArrayRef(info.shape)) fuzz_failed("a tensor of another shape", info.name);
      // No format makes more of a byte than deflate can.
      if (tensor.nbytes() > 1032 * bytes.size()) fuzz_failed("a tensor larger than its file", info.name);
      const auto* data = static_cast<const volatile unsigned char*>(tensor.data_ptr());
      for (size_t at = 0; at < tensor.nbytes(); ++at) (void)data[at];
    }
    return true;
  } catch (const FileError& e) {
    if (std::string(e.what()).rfind("load 'f'", 0) != 0) fuzz_failed("an error that does not name the file", e.what());
    return false;
  } catch (const std::exception& e) {
    fuzz_failed("an error of another type", e.what());
  }
}

}  // namespace torchpp::test
