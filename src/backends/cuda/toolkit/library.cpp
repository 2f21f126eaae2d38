// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/library.h"

#include <torchpp/core/error.h>

#include <string>

#include "src/backends/cuda/vendor.h"
#include "src/core/shared_library.h"

namespace torchpp::cuda {
namespace {

using detail::LibraryTable;
using detail::SharedLibrary;

constexpr const char* kCure = "install it where the dynamic linker looks, or name its folder in LD_LIBRARY_PATH";

const LibraryTable<CublasLt>& load_cublaslt() {
  static const LibraryTable<CublasLt>& table = detail::open_table<CublasLt>(
      "cuBLASLt", {str("libcublasLt.so.", CUBLAS_VER_MAJOR), "libcublasLt.so"}, kCure,
      [](SharedLibrary& library, CublasLt& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
        TORCHPP_CUBLASLT_FUNCTIONS(TORCHPP_RESOLVE)
        if (!library) return;
        const size_t version = functions.cublasLtGetVersion();  // 10000 major + 100 minor + patch
        library.check_major(version, version / 10000, CUBLAS_VER_MAJOR);
      });
  return table;
}

const LibraryTable<Cudnn>& load_cudnn() {
  static const LibraryTable<Cudnn>& table = detail::open_table<Cudnn>(
      "cuDNN", {str("libcudnn.so.", CUDNN_MAJOR), "libcudnn.so"}, kCure, [](SharedLibrary& library, Cudnn& functions) {
        TORCHPP_CUDNN_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
        if (!library) return;
        // 10000 major + 100 minor + patch, from version 9 on
        const size_t version = functions.cudnnGetVersion();
        library.check_major(version, version / 10000, CUDNN_MAJOR);
      });
  return table;
}

}  // namespace

const CublasLt& cublaslt() { return detail::usable(load_cublaslt()); }
const Cudnn& cudnn() { return detail::usable(load_cudnn()); }

bool cudnn_is_found() noexcept {
  try {
    return load_cudnn().error.empty();
  } catch (...) {  // no memory
    return false;
  }
}

}  // namespace torchpp::cuda
