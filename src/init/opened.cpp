// SPDX-License-Identifier: BSD-3-Clause
// How the shared library finds the optional backends: libraries of their own in its folder, opened on first use. And
// the kernels of sparse tensors, which it holds.
#include <dlfcn.h>

#include <cstring>
#include <new>
#include <string>

#include "src/core/cuda_backend.h"
#include "src/ops/sparse.h"

namespace torchpp::cuda {
namespace {

// The text is never freed.
const char* keep(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

const char* open() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&open_backend), &self) == 0 || self.dli_fname == nullptr)
    return "the folder of libtorchpp.so, where the backend's library belongs, is not known";
  std::string path = self.dli_fname;
  const size_t slash = path.rfind('/');
  path = (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + TORCHPP_CUDA_LIBRARY;
  // RTLD_NOW: a missing symbol is an error here, not at its first use.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* error = dlerror();
    return keep("the backend's library could not be opened: " + std::string(error != nullptr ? error : path));
  }
  const auto register_backend = reinterpret_cast<void (*)()>(dlsym(library, "torchpp_register_cuda"));
  if (register_backend == nullptr)
    return keep(path + " is not a CUDA backend of torchpp: it has no torchpp_register_cuda");
  register_backend();  // reports what is missing, if anything, through set_backend()
  return "the backend's library gave no reason";
}

}  // namespace

const char* open_backend() noexcept {
  try {
    return open();
  } catch (const std::bad_alloc&) {
    return "out of memory while the backend's library was looked for";
  }
}

}  // namespace torchpp::cuda

namespace torchpp {

MakeSparse find_make_sparse() {
  register_sparse_kernels();
  return registered_make_sparse.load(std::memory_order_acquire);
}

}  // namespace torchpp
