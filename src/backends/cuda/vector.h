// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Vectors whose dtype a kernel learns when it runs.

#include <torchpp/core/dtype.h>

namespace torchpp::cuda {

/// Dense numbers of a kernel's compute type or, where that is float, of 16 bits; types.h reads and writes them. Without
/// data where there are none.
struct Vector {
  void* data = nullptr;
  ScalarType dtype = kFloat;
};

}  // namespace torchpp::cuda
