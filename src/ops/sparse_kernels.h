// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the kernels of sparse tensors and the operators that make sparse tensors share.

#include "src/ops/sparse.h"

namespace torchpp {

/// The sparse tensor, coalesced.
Tensor coalesced(const Tensor& sparse);
/// coalesced(), always as a copy.
Tensor coalesced_copy(const Tensor& sparse);
/// What MakeSparse describes.
Tensor checked_sparse(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool coalesced);
/// finish_composite() for a sparse result: a sparse destination gets its sizes.
Tensor finish_sparse(const char* op, const Out& out, const Tensor& result);
/// The elements, or slices, of a dense tensor at the indices.
Tensor picked(const Tensor& dense, const Tensor& indices);

}  // namespace torchpp
