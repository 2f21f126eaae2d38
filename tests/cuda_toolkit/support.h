// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Tests of CUDA's own libraries that need no device: whether they have the functions that the backend calls, and accept
// its descriptors. Needs their headers, so that it is built where the backend is.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

namespace torchpp::cuda {

/// Tests of a library; skipped where it is not installed.
class OfLibrary : public ::testing::Test {
 protected:
  OfLibrary(const char* name, int major) : file_(name + std::to_string(major)) {}

  void SetUp() override {
    library_ = dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) GTEST_SKIP() << dlerror();
  }

  /// A function that the backend does not call.
  template <class F>
  F* function(F*, const char* name) const {
    return reinterpret_cast<F*>(dlsym(library_, name));
  }

 private:
  const std::string file_;
  void* library_ = nullptr;
};

}  // namespace torchpp::cuda
