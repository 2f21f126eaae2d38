// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tensors as text in lines of a chosen width.

#include <torchpp/tensor.h>

#include <iosfwd>

namespace torchpp {

/// The columns of operator<<.
inline constexpr int64_t kPrintLineWidth = 80;

/// As operator<<, but the columns of a matrix are split where they do not fit into the width.
TORCHPP_API std::ostream& print(std::ostream& out, const Tensor& tensor, int64_t line_width);
/// To the standard output.
TORCHPP_API void print(const Tensor& tensor, int64_t line_width = kPrintLineWidth);

}  // namespace torchpp
