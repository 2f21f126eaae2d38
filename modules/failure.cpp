// SPDX-License-Identifier: BSD-3-Clause
// Where in a tree of modules an error happened.
#include <memory>

#include "modules/module_private.h"

namespace torchpp::nn::detail {

namespace {

// The error that passes through the modules that called one another, from the innermost outwards.
struct Failure {
  optional<Error> original;  // as the innermost module met it
  std::string written;       // its message since
  const Module* innermost = nullptr;
  std::string kind;
};

// "torchpp::nn::Conv2dImpl" is a Conv2d.
std::string kind_of(const Module& module) {
  std::string kind = module.name();
  const size_t scope = kind.rfind("::", kind.find('<'));
  if (scope != std::string::npos) kind.erase(0, scope + 2);
  constexpr char kSuffix[] = "Impl";
  constexpr size_t kLength = sizeof kSuffix - 1;
  if (kind.size() > kLength && kind.compare(kind.size() - kLength, kLength, kSuffix) == 0)
    kind.resize(kind.size() - kLength);
  return kind;
}

std::string join(const std::string& above, const std::string& below) {
  return above.empty() ? below : below.empty() ? above : above + "." + below;
}

// The path of a module below this one; false if it is not there.
bool find_path(const Module& root, const Module* wanted, std::string& path) {
  for (const auto& child : ModuleAccess::children(root)) {
    std::string below;
    if (child.value().get() != wanted && !find_path(*child.value(), wanted, below)) continue;
    path = join(child.key(), below);
    return true;
  }
  return false;
}

void name_module(Error& error, const Module& module) {
  static thread_local std::unique_ptr<Failure> last;  // a pointer, because every thread of a program has its memory
  if (last == nullptr) last = std::make_unique<Failure>();
  Failure& failure = *last;
  std::string path;
  if (failure.original && error.msg() == failure.written) {
    // The path through this module takes the place of the shorter one. A module that is not registered ends it.
    if (!find_path(module, failure.innermost, path)) return;
  } else {
    failure.original = error;
    failure.innermost = &module;
    failure.kind = kind_of(module);
  }
  path = join(ModuleAccess::path(module), path);
  Error named = *failure.original;
  named.add_context(path.empty() ? "  in " + failure.kind : "  in " + path + " (" + failure.kind + ")");
  failure.written = named.msg();
  error.Error::operator=(named);
}

}  // namespace

void rethrow_from(const Module& module) {
  try {
    throw;
  } catch (Error& error) {
    name_module(error, module);
    throw;
  }
}

}  // namespace torchpp::nn::detail
