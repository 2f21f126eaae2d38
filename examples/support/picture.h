// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/tensor.h>

#include <string>

namespace examples {

/// Writes images (N, C, H, W) of values from 0 to 1, C being 1 (grey) or 3 (red, green, blue), as one PNG with
/// `columns` of them side by side and a thin frame around each. Greater and smaller values are taken for 1 and 0.
/// Throws torchpp::FileError.
void write_grid_png(const std::string& path, const torchpp::Tensor& images, int64_t columns);

}  // namespace examples
