// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <typeinfo>

namespace c10 {

/// Demangles a type's name, with `torch` as the library's namespace.
inline std::string demangle(const char* name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string text = status == 0 ? readable : name;
  std::free(readable);
  constexpr char kFrom[] = "torchpp::", kTo[] = "torch::";
  for (size_t at = 0; (at = text.find(kFrom, at)) != std::string::npos;) text.replace(at, sizeof kFrom - 1, kTo);
  return text;
}
template <class T>
const char* demangle_type() {
  static const std::string& name = *new std::string(demangle(typeid(T).name()));
  return name.c_str();
}

}  // namespace c10
