// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/library.h"

#include <dlfcn.h>
#include <torchpp/core/error.h>

#include <initializer_list>
#include <string>

#include "src/backends/cuda/vendor.h"

namespace torchpp::cuda {
namespace {

// A library's handle, or why there is none.
struct Opened {
  void* handle = nullptr;
  std::string error;
};

Opened open(const char* what, std::initializer_list<std::string> names) {
  Opened result;
  std::string tried;
  for (const std::string& name : names) {
    result.handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (result.handle != nullptr) return result;
    const char* why = dlerror();
    tried += str(tried.empty() ? "" : ", ", name, " (", why != nullptr ? why : "unknown error", ")");
  }
  result.error = str(what, " cannot be opened; install it where the dynamic linker looks, or name its folder in ",
                     "LD_LIBRARY_PATH. Tried ", tried);
  return result;
}

// Stores the address of a function; the first missing function becomes the error.
template <class F>
void resolve(Opened& library, const char* what, const char* name, F& function) {
  if (!library.error.empty()) return;
  void* const address = dlsym(library.handle, name);
  if (address == nullptr) {
    const char* why = dlerror();
    library.error = str(what, " has no function ", name, ": ", why != nullptr ? why : "unknown error");
  }
  function = reinterpret_cast<F>(address);
}

void check_major(Opened& library, const char* what, size_t version, size_t major, size_t expected) {
  if (library.error.empty() && major != expected)
    library.error =
        str(what, ": got version ", version, ", expected major version ", expected, ", which torchpp was built with");
}

template <class Table>
struct Loaded {
  Table table{};
  std::string error;  // empty: the table can be used
};

// Never unloaded: threads of the libraries may outlive static objects.
const Loaded<CublasLt>& load_cublaslt() {
  static const Loaded<CublasLt>& loaded = *[] {
    constexpr const char* kWhat = "cuBLASLt";
    auto* result = new Loaded<CublasLt>;
    Opened library = open(kWhat, {str("libcublasLt.so.", CUBLAS_VER_MAJOR), "libcublasLt.so"});
#define TORCHPP_RESOLVE(name) resolve(library, kWhat, #name, result->table.name);
    TORCHPP_CUBLASLT_FUNCTIONS(TORCHPP_RESOLVE)
    if (library.error.empty()) {
      const size_t version = result->table.cublasLtGetVersion();  // 10000 major + 100 minor + patch
      check_major(library, kWhat, version, version / 10000, CUBLAS_VER_MAJOR);
    }
    result->error = library.error;
    return result;
  }();
  return loaded;
}

const Loaded<Cudnn>& load_cudnn() {
  static const Loaded<Cudnn>& loaded = *[] {
    constexpr const char* kWhat = "cuDNN";
    auto* result = new Loaded<Cudnn>;
    Opened library = open(kWhat, {str("libcudnn.so.", CUDNN_MAJOR), "libcudnn.so"});
    TORCHPP_CUDNN_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
    if (library.error.empty()) {
      const size_t version = result->table.cudnnGetVersion();  // 10000 major + 100 minor + patch, from 9 on
      check_major(library, kWhat, version, version / 10000, CUDNN_MAJOR);
    }
    result->error = library.error;
    return result;
  }();
  return loaded;
}

}  // namespace

const CublasLt& cublaslt() {
  const Loaded<CublasLt>& loaded = load_cublaslt();
  TORCHPP_CHECK(loaded.error.empty(), loaded.error);
  return loaded.table;
}
const Cudnn& cudnn() {
  const Loaded<Cudnn>& loaded = load_cudnn();
  TORCHPP_CHECK(loaded.error.empty(), loaded.error);
  return loaded.table;
}

bool cudnn_is_found() noexcept {
  try {
    return load_cudnn().error.empty();
  } catch (...) {  // no memory
    return false;
  }
}

}  // namespace torchpp::cuda
