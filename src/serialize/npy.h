// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file NumPy's files of one array (.npy), versions 1 to 3 of the format.
/// Layout: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#include <torchpp/tensor.h>

#include <cstdint>
#include <string>
#include <vector>

#include "src/serialize/file.h"

namespace torchpp::serialize {

/// What the header of a file says of its array.
struct NpyHeader {
  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> shape;
  bool fortran_order = false;  // the first index changes fastest
  bool swapped = false;        // big-endian
};

/// Takes apart the text of a header, a Python dictionary with the keys descr, fortran_order and shape. Throws
/// FileError, which begins with `name`, for another text and for a dtype without a counterpart here: structures, texts,
/// dates, unsigned integers of more than 8 bits, floats of more than 64, and Python objects, which are pickles and so
/// programs.
NpyHeader parse_npy_header(const std::string& text, const std::string& name);

/// Reads an array into a contiguous tensor. The header and what it promises are checked against the input's size before
/// memory is taken; the array must be all that is left of it. Throws FileError, which begins with `name`.
Tensor read_npy(Input& in, const std::string& name);

}  // namespace torchpp::serialize
