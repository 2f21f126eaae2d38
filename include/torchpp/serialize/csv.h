// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Writing tables of numbers as text (.csv). TensorFile reads them (tensor_file.h).

#include <torchpp/tensor.h>

#include <string>
#include <vector>

namespace torchpp {

/// Writes a table, a row per line, with the numbers of a row separated by commas. The file appears under `path`
/// complete or not at all, as save_safetensors does. Any strides and device.
///
/// Each number is the shortest decimal that becomes the same number again when TensorFile reads it, which gives int64
/// or double, and it is converted to the tensor's dtype; of NaN the sign alone is kept. Floats that are whole end with
/// ".0", so that they are read as floats. Bools are 0 and 1. Shapes: tensor (rows, columns); (rows), which is a table
/// of one column; or (), of one number. Not without elements, because a file without numbers is no table. Dtypes:
/// floating, integral, Bool. `columns`: names of the columns, which become the first line; empty: none. They have no
/// separators (commas, semicolons, tabs, line ends), and are not all numbers. Throws FileError; ValueError for another
/// shape or wrong names; TypeError for another dtype or layout.
TORCHPP_API void save_csv(const std::string& path, const Tensor& tensor, const std::vector<std::string>& columns = {});

}  // namespace torchpp
