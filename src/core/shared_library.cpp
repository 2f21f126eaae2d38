// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/shared_library.h"

#include <dlfcn.h>
#include <torchpp/core/error.h>

namespace torchpp::detail {
namespace {

std::string last_error() {
  const char* why = dlerror();
  return why != nullptr ? why : "unknown error";
}

}  // namespace

SharedLibrary::SharedLibrary(const char* what, std::initializer_list<std::string> names, const char* cure)
    : what_(what) {
  std::string tried;
  for (const std::string& name : names) {
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    tried += str(tried.empty() ? "" : ", ", name, " (", last_error(), ")");
  }
  error_ = str(what, " cannot be opened; ", cure, ". Tried ", tried);
}

void* SharedLibrary::address_of(const char* name) {
  if (!error_.empty()) return nullptr;
  void* const address = dlsym(handle_, name);
  if (address == nullptr) error_ = str(what_, " has no function ", name, ": ", last_error());
  return address;
}

void SharedLibrary::check_major(size_t version, size_t major, size_t expected) {
  if (error_.empty() && major != expected)
    error_ =
        str(what_, ": got version ", version, ", expected major version ", expected, ", which torchpp was built with");
}

void check_usable(const std::string& error) { TORCHPP_CHECK(error.empty(), error); }

}  // namespace torchpp::detail
