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
  std::string descr;  // as it stands in the file: "<f4"
  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> shape;
  bool fortran_order = false;  // the first index changes fastest
  bool swapped = false;        // big-endian
  size_t size = 0;             // of the header, with all that stands before the data
  uint64_t nbytes = 0;         // of the data
};

/// Takes apart the text of a header, a Python dictionary with the keys descr, fortran_order and shape. Throws
/// FileError, which begins with `name`, for another text and for structures. The dtype is Undefined if there is no
/// counterpart here: texts, dates, unsigned integers of more than 8 bits, floats of more than 64, and Python objects,
/// which are pickles and so programs.
NpyHeader parse_npy_header(const std::string& text, const std::string& name);

/// Reads all that stands before an array's data, and checks what it promises against the input's size: the data must
/// be all that is left of it, which is not checked of an undefined dtype. Throws FileError, which begins with `name`.
NpyHeader read_npy_header(Input& in, const std::string& name);
/// Reads an array into a contiguous tensor. The header and what it promises are checked against the input's size before
/// memory is taken; the array must be all that is left of it. Throws FileError, which begins with `name`.
Tensor read_npy(Input& in, const std::string& name);

/// All that stands before the data of a tensor. Throws TypeError, which names the tensor, for what NumPy has no dtype
/// for, and for a layout other than strided.
std::string format_npy_header(const Tensor& tensor, const std::string& name);

}  // namespace torchpp::serialize
