// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How a loss is reduced.

#include <cstdint>

namespace torchpp {
namespace Reduction {

/// None keeps a value per element, Mean divides the sum by the number of elements (or of used weights).
enum Reduction : int64_t { None = 0, Mean = 1, Sum = 2, END };

}  // namespace Reduction
}  // namespace torchpp
