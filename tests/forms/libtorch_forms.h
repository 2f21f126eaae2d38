// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace torchpp::tests {

/// An operator of libtorch's in one of its forms.
struct LibtorchForm {
  const char* name;    ///< with overload: "add.Tensor", "add_.Tensor", "add.out"
  const char* in_cpp;  ///< F: a function, M: a method
};
extern const LibtorchForm kLibtorchForms[];
extern const size_t kNumLibtorchForms;

}  // namespace torchpp::tests
